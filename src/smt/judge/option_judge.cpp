#include <string>
#include <string_view>

#include "smt/judge/judges.hpp"
#include "smt/solver/drawn_options.hpp"

namespace assay::smt {
namespace {

/// The reason why a bug of this kind becomes a skip under drawn options; empty: it stays a bug.
std::string_view skip_reason(core::BugKind kind) {
  switch (kind) {
    case core::BugKind::RejectsValid: return "an error with drawn options";
    case core::BugKind::Incomplete: return "unknown with drawn options";
    case core::BugKind::Imprecise: return "a core that is not minimal, with drawn options";
    case core::BugKind::Slow: return "slow with drawn options";
    default: return {};
  }
}

}  // namespace

// Adds the drawn options to a bug's detail, and whether the default configuration fails, too. Errors, `unknown`, slow
// runs and cores that are not minimal become skips, because solvers do not exclude them under all options.
MaybeJudgement judge_drawn_options(const SolverRun& run, const core::Verdict* so_far) {
  if (run.facts.drawn.empty()) return std::nullopt;
  Judgement judgement{*so_far};
  if (run.options.empty()) {
    if (run.facts.written_for.empty()) return std::nullopt;
    judgement.verdict.detail += "\nFound with drawn options; the default configuration fails, too.";
    return judgement;
  }
  if (const std::string_view reason = skip_reason(so_far->kind); !reason.empty())
    return Judgement{core::Verdict::skip(std::string(reason))};
  const std::string shown = shown_options(run.target, run.options);
  judgement.verdict.detail += run.facts.needs_options ? "\nOnly with: " + shown + "; the default configuration passes."
                                                      : "\nWith drawn options: " + shown;
  return judgement;
}

}  // namespace assay::smt
