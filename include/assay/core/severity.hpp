#pragma once

#include <cstdint>
#include <string_view>

#include "assay/core/case.hpp"

namespace assay::core {

/// How grave a bug is for who relies on the target. Reports list findings in this order.
enum class Severity : std::uint8_t {
  WrongAnswer,     ///< a certain wrong answer, which nothing tells the user of
  DoubtfulAnswer,  ///< an answer that others or other runs contradict; which side is wrong is not certain
  Failure,         ///< no answer, and the user sees it: a crash, a refused input, no end
  WeakAnswer,      ///< an answer that is right and says less than promised
  Slow,
};
[[nodiscard]] Severity severity(BugKind kind);
/// As in reports and exports: "wrong-answer".
[[nodiscard]] std::string_view name(Severity severity);
/// The severity first, kinds of one severity in the order of BugKind.
[[nodiscard]] bool is_graver(BugKind kind, BugKind other);

}  // namespace assay::core
