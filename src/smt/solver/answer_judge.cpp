#include <algorithm>
#include <functional>
#include <utility>

#include "assay/base/check.hpp"
#include "assay/base/text.hpp"
#include "assay/core/target/ending.hpp"
#include "assay/core/target/patterns.hpp"
#include "assay/smt/solver.hpp"
#include "smt/solver/features.hpp"
#include "smt/solver/objectives.hpp"
#include "smt/solver/pass_rows.hpp"
#include "smt/solver/rejection.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using core::Verdict;
using Kind = SolverAnswer::Kind;

/// Whether replies can be put beside the checks: after an error, a solver may go on without what it did not take.
bool replies_count(Kind kind) {
  switch (kind) {
    case Kind::Answered:
    case Kind::Crash:
    case Kind::Timeout:
    case Kind::OutOfMemory:
    case Kind::OutputLimit:
    case Kind::FileLimit:
    case Kind::Killed: return true;
    default: return false;
  }
}

std::string expectation(std::size_t check, std::size_t checks, Truth truth, Reply reply) {
  std::string text;
  if (checks > 1) text = "check " + std::to_string(check + 1) + " of " + std::to_string(checks) + ": ";
  return text + "expected " + std::string(name(truth)) + ", the answer was " + std::string(name(reply));
}

std::optional<Verdict> wrong_reply(const SmtFacts& facts, const SolverAnswer& answer) {
  if (!replies_count(answer.kind)) return std::nullopt;
  const std::size_t count = std::min(facts.truths.size(), answer.replies.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::string detail = expectation(i, facts.truths.size(), facts.truths[i], answer.replies[i]);
    if (facts.truths[i] == Truth::Sat && answer.replies[i] == Reply::Unsat) {
      return Verdict::bug(BugKind::RefutationUnsound, "unsat for satisfiable", detail);
    }
    if (facts.truths[i] == Truth::Unsat && answer.replies[i] == Reply::Sat) {
      return Verdict::bug(BugKind::SolutionUnsound, "sat for unsatisfiable", detail);
    }
  }
  return std::nullopt;
}

std::string logic_of_case(const core::Case& subject) {
  if (const core::File* script = subject.file(kScriptFile)) {
    constexpr std::string_view kCommand = "(set-logic ";
    const std::size_t at = script->content.find(kCommand);
    if (at != std::string::npos) {
      const std::size_t end = script->content.find(')', at);
      if (end != std::string::npos) {
        return std::string(trim(script->content.substr(at + kCommand.size(), end - at - kCommand.size())));
      }
    }
  }
  return subject.group;
}

std::optional<Verdict> unknown_reply(const SolverDefinition& definition, const core::Case& subject,
                                     const SmtFacts& facts, const SolverAnswer& answer) {
  const std::size_t count = std::min(facts.truths.size(), answer.replies.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (answer.replies[i] != Reply::Unknown || facts.truths[i] == Truth::Open) continue;
    const core::File* script = subject.file(kScriptFile);
    const bool tactic = script != nullptr && script->content.find("(check-sat-using") != std::string::npos;
    const std::string logic = logic_of_case(subject);
    if (!facts.decidable || tactic || !Capabilities(definition).decides(logic)) return Verdict::skip("unknown");
    return Verdict::bug(BugKind::Incomplete, "unknown in " + logic,
                        expectation(i, facts.truths.size(), facts.truths[i], Reply::Unknown));
  }
  return std::nullopt;
}

Verdict no_full_answer(const core::Case& subject, const SolverAnswer& answer) {
  const auto skip = [](std::string_view reason) { return Verdict::skip(std::string(reason)); };
  switch (answer.kind) {
    case Kind::Unsupported: return Verdict::skip(answer.message);
    case Kind::Error:
      return Verdict::bug(
          BugKind::RejectsValid,
          cause_of_rejection(answer.message, subject.files.empty() ? "" : subject.files.front().content),
          "an error on a valid script: " + answer.message);
    case Kind::Crash: return Verdict::bug(BugKind::Crash, answer.message, "the solver failed: " + answer.message);
    case Kind::Timeout: return skip(core::kTimeout);
    case Kind::OutOfMemory: return skip(core::kOutOfMemory);
    case Kind::OutputLimit: return skip(core::kOutputLimit);
    case Kind::FileLimit: return skip(core::kFileLimit);
    case Kind::Killed: return skip(core::kKilledFromOutside);
    case Kind::Cancelled: return skip(core::kCancelled);
    case Kind::Missing: return skip(core::kCannotStart);
    case Kind::Garbage:
      return Verdict::bug(BugKind::Crash, "garbage output",
                          answer.message + (answer.unclassified.empty() ? "" : ": " + answer.unclassified));
    case Kind::Answered: break;
  }
  ASSAY_CHECK(false, "a full answer is judged elsewhere");
}

Verdict confessed(const Confession& confession) {
  return Verdict::bug(confession.kind, confession.meaning, "the solver says so itself: " + confession.meaning);
}

/// Answers to checks whose truth nobody knows were not judged by it. `by_model`: the last one was, by its model.
std::string open_answers(const SmtFacts& facts, bool by_model) {
  const auto end = facts.truths.end() - (by_model && !facts.truths.empty() ? 1 : 0);
  return std::find(facts.truths.begin(), end, Truth::Open) == end ? "" : "answer not judged: nobody knows its truth";
}

/// Whether the answer `sat` promises a model: no other option than those that ask for results is set, and no tactic is
/// named, which may turn the formula into another one.
bool promises_model(const core::Case& subject) {
  const std::string_view script = subject.files.empty() ? std::string_view() : subject.files.front().content;
  constexpr std::string_view kSet = "(set-option :";
  for (std::size_t at = script.find(kSet); at != std::string_view::npos; at = script.find(kSet, at + 1))
    if (!script.substr(at + kSet.size()).starts_with("produce-")) return false;
  return script.find("(check-sat-using") == std::string_view::npos;
}

Verdict without_model(const core::Case& subject, const SolverAnswer& answer) {
  if (answer.model_excused || !answer.unclassified.empty() || !promises_model(subject))
    return Verdict::pass(passes::kModelOpen, std::string("model not judged: ") + kNoModel);
  return Verdict::bug(BugKind::InvalidModel, kNoModel,
                      "sat, and then " + (answer.message.empty() ? "nothing" : "'" + answer.message + "'") +
                          " instead of the model that was asked for");
}

Verdict about_model(const core::Case& subject, const SmtFacts& facts, const SolverAnswer& answer,
                    const std::function<ModelVerdict()>& judge_it) {
  if (answer.replies.empty()) return Verdict::pass(passes::kNothingAsked);
  if (answer.replies.back() != Reply::Sat || !(answer.model_asked || answer.model))
    return Verdict::pass(passes::kReplies, open_answers(facts, false));
  if (!answer.model) return without_model(subject, answer);
  const ModelVerdict model = judge_it();
  if (model.kind == ModelVerdict::Kind::Refuted)
    return Verdict::bug(BugKind::InvalidModel, model.reason, "the model " + model.reason + ": " + model.detail);
  if (model.kind == ModelVerdict::Kind::Holds) return Verdict::pass(passes::kModel, open_answers(facts, true));
  Verdict verdict = Verdict::pass(passes::kModelOpen, "model not judged: " + model.reason);
  verdict.detail = model.detail;
  return verdict;
}

Verdict judge_with(const SolverDefinition& definition, const core::Case& subject, const SmtFacts& facts,
                   const SolverAnswer& answer, const std::function<ModelVerdict()>& judge_it) {
  if (std::optional<Verdict> wrong = wrong_reply(facts, answer)) {
    return without_known_bugs(definition, subject, answer, std::move(*wrong));
  }
  if (answer.confession && answer.kind != Kind::Answered) {
    return without_known_bugs(definition, subject, answer, confessed(*answer.confession));
  }
  if (answer.kind != Kind::Answered) {
    return without_known_bugs(definition, subject, answer, no_full_answer(subject, answer));
  }
  Verdict verdict = about_model(subject, facts, answer, judge_it);
  if (!verdict.is_bug() && answer.confession) verdict = confessed(*answer.confession);
  if (!verdict.is_bug()) {
    if (std::optional<Verdict> unknown = unknown_reply(definition, subject, facts, answer)) {
      verdict = std::move(*unknown);
    } else if (!answer.unclassified.empty()) {
      verdict = Verdict::skip("unclassified output");
      verdict.detail = answer.unclassified;
    }
  }
  return without_known_bugs(definition, subject, answer, std::move(verdict));
}

/// A pass, unless the case's witness reaches a better optimum than the answer has.
Verdict with_optimum(const SolverDefinition& definition, TermStore& store, const Script& script,
                     const core::Case& subject, const SmtFacts& facts, const SolverAnswer& answer, Verdict verdict) {
  const core::File* witness = subject.file(kWitnessFile);
  const bool is_sat = !answer.replies.empty() && answer.replies.back() == Reply::Sat;
  if (verdict.outcome != Verdict::Outcome::Pass || !answer.objectives || !is_sat || witness == nullptr) return verdict;
  const auto beaten = beaten_optimum(store, script, witness->content, facts.interpretation, *answer.objectives);
  if (!beaten) return verdict;
  return without_known_bugs(definition, subject, answer, Verdict::bug(BugKind::WrongResult, "wrong optimum", *beaten));
}

ModelVerdict judge_text(std::string_view text, std::string_view model) {
  TermStore store;
  const Result<Script> script = parse_script(store, text, kScriptFile);
  if (!script) return {ModelVerdict::Kind::NotJudged, "the script cannot be read", {}};
  return judge_printed_model(store, *script, model);
}

}  // namespace

Verdict without_known_bugs(const SolverDefinition& definition, const core::Case& subject, const SolverAnswer& answer,
                           Verdict verdict) {
  if (!verdict.is_bug()) return verdict;
  const std::string_view script = subject.files.empty() ? std::string_view() : subject.files.front().content;
  for (const core::KnownBug& known : definition.known_bugs)
    if (known.explains(name(verdict.kind), {script, answer.output})) return Verdict::skip("known bug: " + known.cause);
  return verdict;
}

OtherBugs::OtherBugs(const SolverDefinition& definition, const core::Case& failing) {
  for (const core::KnownBug& known : definition.known_bugs)
    if (!failing.files.empty() && !core::matches_lines(known.pattern, failing.files.front().content))
      patterns_.push_back(known.pattern);
}

bool OtherBugs::touches(const core::Case& subject) const {
  return !subject.files.empty() && std::any_of(patterns_.begin(), patterns_.end(), [&](const std::string& pattern) {
    return core::matches_lines(pattern, subject.files.front().content);
  });
}

Verdict judge(const SolverDefinition& definition, const core::Case& subject, const SmtFacts& facts,
              const SolverAnswer& answer) {
  const core::File* script = subject.file(kScriptFile);
  Verdict verdict = judge_with(definition, subject, facts, answer, [&]() -> ModelVerdict {
    const core::File* judged = subject.file(kJudgedFile);
    if (judged == nullptr) judged = script;
    if (judged == nullptr) return {ModelVerdict::Kind::NotJudged, "the script cannot be read", {}};
    return judge_text(judged->content, *answer.model);
  });
  if (!answer.objectives || script == nullptr || subject.file(kJudgedFile) != nullptr) return verdict;
  TermStore store;
  const Result<Script> parsed = parse_script(store, script->content, kScriptFile);
  if (!parsed) return verdict;
  return with_optimum(definition, store, *parsed, subject, facts, answer, std::move(verdict));
}

Verdict judge(const SolverDefinition& definition, TermStore& store, const Script& script, const core::Case& subject,
              const SmtFacts& facts, const SolverAnswer& answer) {
  if (subject.file(kJudgedFile) != nullptr) return judge(definition, subject, facts, answer);
  Verdict verdict = judge_with(definition, subject, facts, answer,
                               [&]() -> ModelVerdict { return judge_printed_model(store, script, *answer.model); });
  return with_optimum(definition, store, script, subject, facts, answer, std::move(verdict));
}

}  // namespace assay::smt
