#include "kept_property.hpp"

#include <array>
#include <utility>

#include "smt/reduce/reduce.hpp"
#include "smt/reduce/text_steps.hpp"

namespace assay::smt {
namespace {

constexpr std::array<std::string_view, 10> kForms = {
    "sat",   "unsat",           "unknown",       "timeout",         "crash",
    "error", core::kKeepOutput, core::kKeepExit, core::kKeepSlower, "lost"};

}  // namespace

std::span<const std::string_view> kept_forms() { return kForms; }

bool compares_two(const core::KeptProperty& property) { return property.kind == "slower" || property.kind == "lost"; }

core::Case case_of_open_truth(std::string text, std::string logic) {
  core::Case subject;
  subject.strategy = "foreign";
  subject.group = std::move(logic);
  subject.files.push_back({std::string(kScriptFile), std::move(text)});
  SmtFacts facts;
  facts.truths.assign(1, Truth::Open);
  facts.asks_nothing = true;
  subject.metadata = facts.json();
  return subject;
}

core::KeptRun kept_run(const SolverAnswer& answer) {
  core::KeptRun run{{}, answer.exit_code, answer.output};
  switch (answer.kind) {
    case SolverAnswer::Kind::Answered:
      if (!answer.replies.empty()) run.word = name(answer.replies.back());
      break;
    case SolverAnswer::Kind::Timeout: run.word = "timeout"; break;
    case SolverAnswer::Kind::Crash: run.word = "crash"; break;
    case SolverAnswer::Kind::Error: run.word = "error"; break;
    default: break;
  }
  return run;
}

core::Case reduce_unjudged(const core::Case& subject, const std::string& original, bool original_is_kept,
                           const core::KeepsText& keeps, const core::ReduceBudget& budget, Steps steps,
                           const References& references) {
  core::ReductionClock clock(budget);
  const auto with_text = [&](std::string text) {
    core::Case other = subject;
    other.files.front().content = std::move(text);
    return other;
  };
  TermStore store;
  if (!parse_script(store, original, subject.files.front().name))
    return with_text(core::reduce_text(original, keeps, clock));
  const StillFails still_fails = [&](const core::Case& candidate) { return keeps(candidate.files.front().content); };
  core::Case reduced = reduce_case(subject, still_fails, budget, false, references, {}, steps);
  const bool is_longer = reduced.files.front().content.size() > original.size();
  return is_longer && original_is_kept ? with_text(reduced_text(original, keeps, clock)) : reduced;
}

Result<core::Case> reduce_text(std::string_view text, const std::string& file_name,
                               const std::function<bool(const std::string&)>& has_property,
                               const core::ReduceBudget& budget) {
  const std::string original(text);
  if (!has_property(original)) return core::KeepCommand::refusal(file_name);
  return reduce_unjudged(case_of_open_truth(original, {}), original, true, has_property, budget);
}

}  // namespace assay::smt
