#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/analyzer/fact.hpp"

namespace assay::analyzer {

/// A Named property of a pointer: it is one of these addresses. An argument is kNull, "OBJECT", "OBJECT OFFSET" (in
/// bytes from its beginning), or "OBJECT LOW HIGH MODULUS REMAINDER": offsets from LOW to HIGH that leave REMAINDER.
inline constexpr std::string_view kPointsTo = "points-to";
inline constexpr std::string_view kNull = "null";
/// The objects that the property names.
[[nodiscard]] std::vector<std::string> named_objects(const Property& property);

/// A condition in C that holds when `assay_wide` (an __int128) has the property; nothing for a property that no one
/// value has, but for relations and equal pointers, whose expression it evaluates, and for kPointsTo.
[[nodiscard]] std::optional<std::string> c_condition(const Property& property);

}  // namespace assay::analyzer
