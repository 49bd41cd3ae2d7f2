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
};
[[nodiscard]] Judgement judge_all(Tester& tester, const Case& subject, std::size_t targets, RunMode mode,
                                  const std::stop_token& stop);

/// One target's trial; if `compared`, runs all targets and uses Tester::compare.
[[nodiscard]] Trial judge_one(Tester& tester, const Case& subject, std::size_t target, std::size_t targets,
                              bool compared, RunMode mode, const std::stop_token& stop);

/// Untrusted text as one line without tabs, because reasons and signatures are listed one per line.
[[nodiscard]] std::string as_one_line(std::string_view text);

}  // namespace assay::core
