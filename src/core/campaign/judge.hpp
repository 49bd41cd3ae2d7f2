#pragma once

#include <cstddef>
#include <stop_token>
#include <vector>

#include "assay/core/tester.hpp"

namespace assay::core {

/// All targets' trials of one case, with what Tester::compare says.
struct Judgement {
  std::vector<Trial> trials;
  std::vector<bool> compared;  ///< the verdict is compare's
  bool cancelled = false;      ///< a stop came in between: nothing of this counts
};
[[nodiscard]] Judgement judge_all(Tester& tester, const Case& subject, std::size_t targets, RunMode mode,
                                  const std::stop_token& stop);

/// One target's trial; with `compared`, after all targets have run.
[[nodiscard]] Trial judge_one(Tester& tester, const Case& subject, std::size_t target, std::size_t targets,
                              bool compared, RunMode mode, const std::stop_token& stop);

/// Untrusted text as one line without tabs: reasons and signatures are listed one a line.
[[nodiscard]] std::string as_one_line(std::string_view text);

}  // namespace assay::core
