#pragma once

#include <memory>
#include <vector>

#include "core/case/tester.hpp"
#include "sums/sums.hpp"

namespace assay::sums {

/// The meaning of a pass, which `assay verdicts` prints.
inline constexpr core::PassRow kSumIsRight{"two summands", "the printed sum is theirs", {}};

/// The case a + b with the expected sum `sum`.
[[nodiscard]] core::Case make_case(std::uint64_t a, std::uint64_t b, std::uint64_t sum);

[[nodiscard]] std::unique_ptr<core::Tester> make_tester(const TestOptions& options,
                                                        const std::vector<core::TargetInfo>& targets);

}  // namespace assay::sums
