#include <string>
#include <string_view>

#include "smt/judge/judges.hpp"
#include "smt/solver/drawn_options.hpp"

namespace assay::smt {
namespace {

/// Why a bug of this kind is none under drawn options; empty: it is one.
std::string_view no_promise(core::BugKind kind) {
  switch (kind) {
    case core::BugKind::RejectsValid: return "an error with drawn options";
    case core::BugKind::Incomplete: return "unknown with drawn options";
    case core::BugKind::Imprecise: return "a core that is not minimal, with drawn options";
    case core::BugKind::Slow: return "slow with drawn options";
    default: return {};
  }
}

}  // namespace

// Says in a bug's detail what is set, and whether the default configuration fails, too. Under drawn options, what they
// do not promise (to answer at all, to take every script, to give a minimal core) becomes a skip.
Said judge_drawn_options(const SolverRun& run, const core::Verdict* so_far) {
  if (run.facts.drawn.empty()) return std::nullopt;
  Judgement said{*so_far};
  if (run.options.empty()) {
    if (run.facts.written_for.empty()) return std::nullopt;
    said.verdict.detail += "\nFound with drawn options; the default configuration fails, too.";
    return said;
  }
  if (const std::string_view reason = no_promise(so_far->kind); !reason.empty())
    return Judgement{core::Verdict::skip(std::string(reason))};
  const std::string shown = shown_options(run.target, run.options);
  said.verdict.detail += run.facts.needs_options ? "\nOnly with: " + shown + "; the default configuration passes."
                                                 : "\nWith drawn options: " + shown;
  return said;
}

}  // namespace assay::smt
