#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/fact/fact.hpp"

namespace assay::analyzer {

/// The Named property that a pointer has an address of the arguments. An argument is kNull, "OBJECT", "OBJECT OFFSET"
/// (in bytes from the object's beginning), or "OBJECT LOW HIGH MODULUS REMAINDER": offsets from LOW to HIGH with this
/// REMAINDER.
inline constexpr std::string_view kPointsTo = "points-to";
inline constexpr std::string_view kNull = "null";
/// The objects in the arguments of the property.
[[nodiscard]] std::vector<std::string> named_objects(const Property& property);

/// A condition in C that holds when `assay_wide` (an __int128) has the property; for kRealRange, when `assay_v` has it.
/// Nullopt for properties that are not about one value, except relations and equal pointers (it evaluates their other
/// expression) and kPointsTo.
[[nodiscard]] std::optional<std::string> c_condition(const Property& property);

}  // namespace assay::analyzer
