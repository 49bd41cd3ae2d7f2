#include <algorithm>
#include <optional>

#include "assay/smt/eval.hpp"
#include "base/text.hpp"
#include "kept_property.hpp"
#include "smt/judge/judge.hpp"
#include "smt/reduce/reduce.hpp"
#include "smt/solver/objectives.hpp"

namespace assay::smt {
namespace {

/// Requests a core without minimization, which takes minutes on large scripts. The reduction removes assertions anyway.
constexpr std::string_view kAnyCore = "(set-option :produce-unsat-cores true)\n";

Truth truth_of(Reply reply) {
  switch (reply) {
    case Reply::Sat: return Truth::Sat;
    case Reply::Unsat: return Truth::Unsat;
    case Reply::Unknown: break;
  }
  return Truth::Open;
}

/// For each check the truth on which the answers agree. Open if no solver gives an answer or two answers differ.
std::vector<Truth> agreed(const std::vector<SolverAnswer>& answers, std::size_t checks) {
  std::vector<Truth> out(checks, Truth::Open);
  for (std::size_t i = 0; i < checks; ++i) {
    std::size_t sure = 0;
    bool differ = false;
    for (const SolverAnswer& answer : answers) {
      if (answer.kind != SolverAnswer::Kind::Answered || i >= answer.replies.size()) continue;
      const Truth truth = truth_of(answer.replies[i]);
      if (truth == Truth::Open) continue;
      differ = differ || (sure > 0 && truth != out[i]);
      out[i] = truth;
      ++sure;
    }
    if (differ || sure == 0) out[i] = Truth::Open;
  }
  return out;
}

}  // namespace

ForeignReducer::ForeignReducer(SolverDefinition target, std::vector<SolverDefinition> references,
                               const core::Limits& limits)
    : limits_(limits) {
  target_.runner = std::make_unique<SolverRunner>(target, limits);
  target_.definition = std::move(target);
  for (SolverDefinition& reference : references) {
    auto runner = std::make_unique<SolverRunner>(reference, limits);
    std::unique_ptr<SolverRunner> core_runner;
    if (SolverDefinition quick = reference; !quick.prelude_core.empty()) {
      quick.prelude_core = kAnyCore;
      core_runner = std::make_unique<SolverRunner>(quick, limits);
    }
    references_.push_back({std::move(reference), std::move(runner), std::move(core_runner)});
  }
}

SolverAnswer ForeignReducer::Solver::run(const std::string& text, const Query& query, const std::stop_token& stop) {
  SolverAnswer answer = runner->run(text, query, RunStyle::Process, stop);
  if (answer.kind != SolverAnswer::Kind::Timeout) cpu_seconds = std::max(cpu_seconds, answer.usage.cpu_seconds());
  return answer;
}

void ForeignReducer::shorten_runs() {
  const auto shorten = [this](Solver& solver) {
    core::Limits brief = limits_;
    brief.cpu_seconds = 2 * (solver.cpu_seconds + 1);
    if (brief.cpu_seconds < limits_.wall_seconds)
      solver.runner = std::make_unique<SolverRunner>(solver.definition, brief);
  };
  shorten(target_);
  for (Solver& reference : references_) shorten(reference);
}

core::Verdict ForeignReducer::run_target(const core::Case& subject, const std::stop_token& stop) {
  const Result<SmtFacts> facts = SmtFacts::from_json(subject.metadata);
  ASSAY_CHECK(facts.ok(), "facts of our own making do not read");
  return judge(target_.definition, subject, *facts, ask_target(subject, !facts->asks_nothing, stop));
}

SolverAnswer ForeignReducer::ask_target(const core::Case& subject, bool model, const std::stop_token& stop) {
  const std::string text =
      input_text(target_.definition, subject, respelled(target_.definition, subject.files.front().content));
  const bool optimizes = model && subject.file(kWitnessFile) != nullptr && has_objectives(text);
  return target_.run(text, {.model = model, .objectives = optimizes}, stop);
}

Result<Script> ForeignReducer::read(TermStore& store, std::string_view text, const std::string& file_name) {
  Result<Script> parsed = parse_script(store, text, file_name);
  if (!parsed) return parsed.error();
  std::erase_if(parsed->commands, [](const Command& command) {
    return command.kind == CommandKind::GetModel || command.kind == CommandKind::Exit ||
           command.kind == CommandKind::GetValue || command.kind == CommandKind::GetUnsatCore ||
           (command.kind == CommandKind::Opaque && command.text == "(get-objectives)");
  });
  return parsed;
}

Result<core::Case> ForeignReducer::reduce_keeping(std::string_view text, const std::string& file_name,
                                                  const core::KeptProperty& property,
                                                  const core::ReduceBudget& budget) {
  TermStore store;
  const Result<Script> parsed = read(store, text, file_name);
  const core::Case subject = parsed ? case_of_open_truth(print_script(store, *parsed), parsed->logic)
                                    : case_of_open_truth(std::string(text), {});
  std::string seen;
  const auto keeps = [&](const std::string& candidate) {
    core::Case other = subject;
    other.files.front().content = candidate;
    const SolverAnswer answer = ask_target(other, false, budget.stop);
    seen = summary(answer);
    return property.holds(kept_run(answer));
  };
  if (!keeps(subject.files.front().content))
    return Error{target_.definition.name + " does not show '" + property.text + "' on " + file_name +
                     " (its answer: " + seen + ")",
                 "give its actual answer with --keep, or more time with --timeout"};
  if (property.shortens_runs()) shorten_runs();
  const std::string original(text);
  const bool original_is_kept = subject.files.front().content.size() <= original.size() || keeps(original);
  // For `unsat`, other steps would reduce every script to (assert false).
  return reduce_unjudged(subject, original, original_is_kept, keeps, budget,
                         property.kind == name(Reply::Unsat) ? Steps::Removals : Steps::All);
}

bool ForeignReducer::gives_models(const std::stop_token& stop) {
  const std::string simple = "(set-logic QF_UF)\n(declare-fun x () Bool)\n(assert x)\n(check-sat)\n";
  return target_.run(respelled(target_.definition, simple), {.model = true}, stop).model.has_value();
}

Status ForeignReducer::find_truth(ForeignScript& script, const Script& parsed, TermStore& store,
                                  std::string_view witness, const std::stop_token& stop) {
  const auto checks = static_cast<std::size_t>(std::count_if(
      parsed.commands.begin(), parsed.commands.end(), [](const Command& command) { return is_check(command.kind); }));
  SmtFacts facts;
  facts.truths.assign(checks, Truth::Open);
  facts.seed = script.subject.files.front().name;
  std::string model(witness);
  std::vector<SolverAnswer> answers;
  for (Solver& reference : references_) {
    answers.push_back(
        reference.run(respelled(reference.definition, script.subject.files.front().content), {.model = true}, stop));
    const SolverAnswer& answer = answers.back();
    if (model.empty() && checks == 1 && answer.model &&
        judge_printed_model(store, parsed, *answer.model).kind == ModelVerdict::Kind::Holds) {
      model = *answer.model;
    }
  }
  if (!model.empty()) {
    const ModelVerdict holds = judge_printed_model(store, parsed, model);
    if (holds.kind != ModelVerdict::Kind::Holds) {
      return Error{"the witness does not satisfy the script: " + holds.reason, "`assay smt eval` says which assertion"};
    }
    Result<Model> read = parse_model(store, parsed, model);
    if (!read) return read.error();
    facts.truths.assign(checks, checks == 1 ? Truth::Sat : Truth::Open);
    facts.has_witness = true;
    script.subject.files.push_back({std::string(kWitnessFile), print_model(store, *read)});
  } else {
    facts.truths = agreed(answers, checks);
    script.by_references =
        std::any_of(facts.truths.begin(), facts.truths.end(), [](Truth t) { return t != Truth::Open; });
    facts.partly_by_solvers = script.by_references;
  }
  script.subject.metadata = facts.json();
  return {};
}

Result<ForeignScript> ForeignReducer::examine(std::string_view text, const std::string& file_name,
                                              std::string_view witness, const std::stop_token& stop) {
  TermStore store;
  const Result<Script> parsed = read(store, text, file_name);
  if (!parsed) return parsed.error();
  ForeignScript script;
  script.original = text;
  script.subject.strategy = "foreign";
  script.subject.group = parsed->logic;
  script.subject.files.push_back({std::string(kScriptFile), print_script(store, *parsed)});
  const Status truth = find_truth(script, *parsed, store, witness, stop);
  if (!truth) return truth.error();
  script.verdict = run_target(script.subject, stop);
  const bool refuses = script.verdict.kind == core::BugKind::InvalidModel && script.verdict.reason == kNoModel;
  if (!script.verdict.is_bug() || refuses) {
    core::Case without_model = script.subject;
    SmtFacts facts = *SmtFacts::from_json(script.subject.metadata);
    facts.asks_nothing = true;
    without_model.metadata = facts.json();
    if (core::Verdict verdict = run_target(without_model, stop); verdict.is_bug()) {
      script.subject = std::move(without_model);
      script.verdict = std::move(verdict);
    } else if (refuses && !gives_models(stop)) {
      script.verdict = std::move(verdict);
    }
  }
  if (!script.verdict.is_bug()) {
    const bool skipped = script.verdict.outcome == core::Verdict::Outcome::Skip;
    if (skipped)
      return Error{
          "it is unknown whether " + target_.definition.name + " fails on " + file_name + ": " + script.verdict.reason,
          "if it needs more time, give --timeout"};
    return Error{target_.definition.name + " does not fail on " + file_name + " by what is known of its truth",
                 "give a --witness, or more --reference solvers, if its answer is wrong"};
  }
  return script;
}

bool ForeignReducer::references_agree(const core::Case& subject, const std::stop_token& stop) {
  const Result<SmtFacts> facts = SmtFacts::from_json(subject.metadata);
  if (!facts) return false;
  std::vector<SolverAnswer> answers;
  for (Solver& reference : references_) {
    answers.push_back(reference.run(respelled(reference.definition, subject.files.front().content), {}, stop));
  }
  return agreed(answers, facts->truths.size()) == facts->truths;
}

std::optional<std::vector<std::string>> ForeignReducer::core_of(const core::Case& named, const std::stop_token& stop) {
  for (Solver& reference : references_) {
    if (!reference.core_runner) continue;
    SolverAnswer answer = reference.core_runner->run(respelled(reference.definition, named.files.front().content),
                                                     {.core = true}, RunStyle::Process, stop);
    if (answer.core) return std::move(answer.core);
  }
  return std::nullopt;
}

core::Case ForeignReducer::reduce(const ForeignScript& script, const core::ReduceBudget& budget) {
  shorten_runs();
  const StillFails still_fails = [&](const core::Case& candidate) {
    return same_failure(run_target(candidate, budget.stop), script.verdict);
  };
  References references;
  if (script.by_references) {
    references.keep_truth = [&](const core::Case& candidate) { return references_agree(candidate, budget.stop); };
    references.find_core = [&](const core::Case& named) { return core_of(named, budget.stop); };
  }
  core::Case reduced = reduce_case(script.subject, still_fails, budget, truth_matters(script.verdict.kind), references);
  // Without any step that helps, the script as Assay prints it may be longer than the user's.
  core::Case unchanged = script.subject;
  unchanged.files.front().content = script.original;
  const bool longer = reduced.files.front().content.size() > script.original.size();
  return longer && still_fails(unchanged) ? unchanged : reduced;
}

}  // namespace assay::smt
