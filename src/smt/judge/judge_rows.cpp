#include <algorithm>
#include <array>
#include <utility>

#include "assay/base/check.hpp"
#include "core/target/ending.hpp"
#include "core/target/patterns.hpp"
#include "smt/judge/judges.hpp"
#include "smt/judge/pass_rows.hpp"

namespace assay::smt {
namespace {

using core::Verdict;

constexpr std::array kJudgeRows{
    JudgeRow{"replies", "each answer against the known truth of its check", JudgeAfter::Nothing, judge_replies},
    JudgeRow{"ending", "how a run without all answers ended: a crash, an error, a limit", JudgeAfter::Nothing,
             judge_ending},
    JudgeRow{"model", "the model against every active assertion, by evaluation", JudgeAfter::Nothing,
             judge_model_given},
    JudgeRow{"confession", "what the target's own checks say against its answer", JudgeAfter::Pass, judge_confession},
    JudgeRow{"unknown", "an unknown answer against the logics in which the target claims to be complete",
             JudgeAfter::Pass, judge_unknown},
    JudgeRow{"known instances", "an unknown answer against instances that the patterns allow",
             JudgeAfter::PassOrUnknown, judge_known_instances},
    JudgeRow{"other output", "that the target prints nothing but answers", JudgeAfter::Pass, judge_other_output},
    JudgeRow{"optimum by witness", "the reported optimum against what the witness reaches", JudgeAfter::Pass,
             judge_optimum_by_witness},
    JudgeRow{"references by model", "a sat that references deny, by the target's own model", JudgeAfter::Bug,
             judge_references_by_model},
    JudgeRow{"core", "the unsat core against the assertions that the contradiction needs", JudgeAfter::Pass,
             judge_core_given},
    JudgeRow{"known optimum", "the reported optimum and the model's against the one that the case is made with",
             JudgeAfter::Pass, judge_known_optimum},
    JudgeRow{"proof", "the proof against the script's assertions and the checker", JudgeAfter::Pass, judge_proof_given},
    JudgeRow{"own answers", "the target's answers to checks of one script against each other",
             JudgeAfter::PassOrUnknown, judge_own_answers},
    JudgeRow{"certificates", "interpolants, eliminated quantifiers and other certificates against what they promise",
             JudgeAfter::PassOrUnknown, judge_certificates_given},
    JudgeRow{"rejected source", "an error against what the target says of the scripts that the case was made from",
             JudgeAfter::Bug, judge_rejected_source},
    JudgeRow{"overloaded name", "an error on a script with two things of one name, which the standard has not",
             JudgeAfter::Bug, judge_overloaded_name},
    JudgeRow{"drawn options", "a bug against what the target does not promise under drawn options", JudgeAfter::Bug,
             judge_drawn_options},
};

bool is_due(JudgeAfter after, const std::optional<Judgement>& so_far) {
  if (!so_far) return after == JudgeAfter::Nothing;
  const Verdict& verdict = so_far->verdict;
  const bool passes = verdict.outcome == Verdict::Outcome::Pass;
  switch (after) {
    case JudgeAfter::Nothing: return false;
    case JudgeAfter::Pass: return passes;
    case JudgeAfter::PassOrUnknown: return passes || verdict.reason == core::kUnknownAnswer;
    case JudgeAfter::Bug: return verdict.is_bug();
  }
  return false;
}

}  // namespace

std::span<const JudgeRow> judge_rows() { return kJudgeRows; }

std::span<const core::PassRow* const> pass_rows() { return passes::kAll; }

Judgement judge(const SolverRun& run) {
  std::optional<Judgement> so_far;
  for (const JudgeRow& row : kJudgeRows) {
    if (!is_due(row.after, so_far)) continue;
    auto judgement = row.judge(run, so_far ? &so_far->verdict : nullptr);
    if (!judgement) continue;
    judgement->verdict = without_known_bugs(run.target, run.subject, run.answer, std::move(judgement->verdict));
    so_far = std::move(*judgement);
  }
  return *std::move(so_far);  // judge_ending or judge_model_given always returns a judgement
}

Verdict judge(const SolverDefinition& definition, const core::Case& subject, const SmtFacts& facts,
              const SolverAnswer& answer) {
  const core::File* script = subject.file(kJudgedFile);
  if (script == nullptr) script = subject.file(kScriptFile);
  ScriptTerms terms(script == nullptr ? std::string_view() : std::string_view(script->content));
  return judge({subject, terms, facts, definition, answer}).verdict;
}

bool ScriptTerms::is_readable() {
  if (script_ != nullptr || unreadable_) return script_ != nullptr;
  own_store_ = std::make_unique<TermStore>();
  auto read = parse_script(*own_store_, text_, kScriptFile);
  unreadable_ = !read || text_.empty();
  if (unreadable_) return false;
  store_ = own_store_.get();
  script_ = &own_script_.emplace(std::move(*read));
  return true;
}

TermStore& ScriptTerms::store() {
  ASSAY_CHECK(is_readable(), "terms of a text that is no script");
  return *store_;
}

const Script& ScriptTerms::script() {
  ASSAY_CHECK(is_readable(), "terms of a text that is no script");
  return *script_;
}

Verdict without_known_bugs(const SolverDefinition& definition, const core::Case& subject, const SolverAnswer& answer,
                           Verdict verdict) {
  if (!verdict.is_bug()) return verdict;
  const std::string_view script = subject.files.empty() ? std::string_view() : subject.files.front().content;
  for (const core::KnownBug& known : definition.known_bugs)
    if (known.explains(name(verdict.kind), {script, answer.output, verdict.reason}))
      return Verdict::skip("known bug: " + known.cause);
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

bool is_refuted_by_solvers(const SmtFacts& facts) {
  return facts.partly_by_solvers && facts.truths == std::vector{Truth::Unsat};
}

bool is_open(const SmtFacts& facts) { return !facts.truths.empty() && facts.truths.back() == Truth::Open; }

}  // namespace assay::smt
