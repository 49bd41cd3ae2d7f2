#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "smt/term/regex_value.hpp"

namespace assay::smt {

using Regex = std::shared_ptr<const RegexValue>;

/// Limits of a tree, so that walking, comparing and freeing it may recurse. A larger tree is not made (null pointer).
inline constexpr std::uint32_t kMaxRegexDepth = 1000;
inline constexpr std::uint64_t kMaxRegexSize = std::uint64_t{1} << 20;

[[nodiscard]] Regex regex_none();
[[nodiscard]] Regex regex_literal(std::u32string text);
[[nodiscard]] Regex regex_range(char32_t low, char32_t high);  ///< the empty language if low > high
/// A node of kind Concat, Union, Intersection, Star or Complement. Null if the tree is too large or a child is null.
[[nodiscard]] Regex regex_node(RegexValue::Kind kind, std::vector<Regex> children);
/// `child` from `minimum` to `maximum` times (both inclusive). The empty language if minimum > maximum.
[[nodiscard]] Regex regex_loop(Regex child, std::uint64_t minimum, std::uint64_t maximum);

}  // namespace assay::smt
