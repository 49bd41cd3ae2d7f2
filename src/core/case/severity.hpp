#pragma once

#include <cstdint>
#include <string_view>

#include "core/case/case.hpp"

namespace assay::core {

/// How grave a bug is for users of the target. Reports list findings in this order.
enum class Severity : std::uint8_t {
  WrongAnswer,     ///< certainly wrong, and nothing warns the user
  DoubtfulAnswer,  ///< contradicted by other targets or other runs; which side is wrong is not certain
  Failure,         ///< no answer, which the user notices: a crash, a refused input, no end
  WeakAnswer,      ///< right, but weaker than promised
  Slow,
};
[[nodiscard]] Severity severity(BugKind kind);
/// The name in reports and exports: "wrong-answer".
[[nodiscard]] std::string_view name(Severity severity);
/// True if `kind` comes before `other`: by severity, then in the order of BugKind.
[[nodiscard]] bool is_graver(BugKind kind, BugKind other);

}  // namespace assay::core
