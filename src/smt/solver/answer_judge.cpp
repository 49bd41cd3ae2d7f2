#include <algorithm>
#include <functional>
#include <utility>

#include "assay/base/text.hpp"
#include "assay/core/target/ending.hpp"
#include "assay/core/target/patterns.hpp"
#include "assay/smt/solver.hpp"
#include "smt/solver/features.hpp"
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
  return Verdict::pass();
}

Verdict confessed(const Confession& confession) {
  return Verdict::bug(confession.kind, confession.meaning, "the solver says so itself: " + confession.meaning);
}

Verdict about_model(const SolverAnswer& answer, const std::function<ModelVerdict()>& judge_it) {
  if (answer.replies.empty() || answer.replies.back() != Reply::Sat) return Verdict::pass();
  Verdict verdict = Verdict::pass();
  if (!answer.model) {
    if (answer.model_refused) verdict.reason = "no model after sat";
    return verdict;
  }
  const ModelVerdict model = judge_it();
  if (model.kind == ModelVerdict::Kind::Refuted) {
    return Verdict::bug(BugKind::InvalidModel, model.reason, "the model " + model.reason + ": " + model.detail);
  }
  if (model.kind == ModelVerdict::Kind::NotJudged) {
    verdict.reason = model.reason;
    verdict.detail = model.detail;
  }
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
  Verdict verdict = about_model(answer, judge_it);
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

ModelVerdict judge_text(std::string_view text, std::string_view model) {
  TermStore store;
  const Result<Script> script = parse_script(store, text, kScriptFile);
  if (!script) return {ModelVerdict::Kind::NotJudged, "model not judged: the script cannot be read", {}};
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
  return judge_with(definition, subject, facts, answer, [&]() -> ModelVerdict {
    const core::File* judged = subject.file(kJudgedFile);
    if (judged == nullptr) judged = subject.file(kScriptFile);
    if (judged == nullptr) return {ModelVerdict::Kind::NotJudged, "model not judged: the script cannot be read", {}};
    return judge_text(judged->content, *answer.model);
  });
}

Verdict judge(const SolverDefinition& definition, TermStore& store, const Script& script, const core::Case& subject,
              const SmtFacts& facts, const SolverAnswer& answer) {
  if (subject.file(kJudgedFile) != nullptr) return judge(definition, subject, facts, answer);
  return judge_with(definition, subject, facts, answer,
                    [&]() -> ModelVerdict { return judge_printed_model(store, script, *answer.model); });
}

}  // namespace assay::smt
