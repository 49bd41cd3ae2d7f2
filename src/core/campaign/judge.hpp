#pragma once

#include <cstddef>
#include <stop_token>
#include <vector>

#include "core/case/tester.hpp"

namespace assay::core {

/// All targets' trials of one case, changed by the verdicts of Tester::compare.
struct Judgement {
  std::vector<Trial> trials;
  std::vector<bool> compared;  ///< per target: the verdict is that of Tester::compare
  bool cancelled = false;      ///< a stop was requested meanwhile: the result does not count
  bool alike = false;          ///< --only-changes: no difference can count; the verdicts are final
};
class RunCosts;
/// All bugs of all targets: a module that looks for changes needs keep_changes afterwards. `costs`: of earlier cases;
/// null: not known.
[[nodiscard]] Judgement judge_all(Tester& tester, const Case& subject, const Module& module, RunMode mode,
                                  const std::stop_token& stop, const RunCosts* costs = nullptr);

/// One target's trial; if `compared`, runs all targets and uses Tester::compare and keep_changes.
[[nodiscard]] Trial judge_one(Tester& tester, const Case& subject, std::size_t target, const Module& module,
                              bool compared, RunMode mode, const std::stop_token& stop);

/// Untrusted text as one line without tabs, because reasons and signatures are listed one per line.
[[nodiscard]] std::string as_one_line(std::string_view text);

}  // namespace assay::core
