#pragma once

#include <cstdint>
#include <string>

#include "core/case/case.hpp"

// The life of a finding. The functions of Worker in investigation.cpp carry the numbers of these steps. Before step 1,
// Store::plan decides whether a bug is investigated, only counted, or ignored because its finding is stored already.
//
// 1. Confirm: runs the case several times in fresh processes. If all of them pass, repeats this with the cases of
//    Tester::as_in_kept_process. A bug that cannot be confirmed ends here: its evidence goes to `unconfirmed/`, and the
//    verdict becomes a skip.
// 2. Settle: takes kind, reason and evidence from a fresh run that failed. A bug that fails only in some of the runs
//    becomes Nondeterministic. If kind or reason has changed, Store::plan may still decide to only count the bug.
// 3. Store: Store::admit stores the finding, unreduced, so that a resume after a kill continues with step 4.
// 4. Reduce: Tester::reduce makes the case smaller within the campaign's budget. A nondeterministic finding is not
//    reduced.
// 5. Verify: a fresh run of the reduced case must fail with the same kind. Otherwise the original case stays.
// 6. Sign: computes signature and causes from the smallest case, then makes the reproduction for that case.
// 7. Deduplicate: Store::resolve stores the results. Of two findings with the same target and signature, the finding
//    with the smaller case stays, and the other becomes its duplicate.
// 8. Report: sends FindingEvent::What::New after step 3, or after step 7 if the finding may be a duplicate; Reduced or
//    Duplicate after step 7. Reports and exports are made from the store (core/report).

namespace assay::core {

/// The result of step 1.
struct Confirmation {
  enum class What : std::uint8_t {
    Always,     ///< every run with a verdict failed
    Sometimes,  ///< some runs failed
    Never,      ///< no run failed, and at least one came to a verdict
    Unjudged,   ///< no run came to a verdict
    Cancelled,  ///< a stop was requested
  };
  What what = What::Cancelled;
  Trial trial;  ///< a run that failed; empty unless Always or Sometimes
  unsigned failed = 0;
  unsigned judged = 0;   ///< runs with a verdict
  std::string unjudged;  ///< reasons of the runs without a verdict: ReplayOutcome::reasons()
};

}  // namespace assay::core
