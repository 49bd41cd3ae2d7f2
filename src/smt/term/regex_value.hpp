#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "assay/base/hash.hpp"

namespace assay::smt {

/// A regular language over the characters 0 to 0x2FFFF, as an immutable tree. Only the functions of
/// smt/theory/regex_tree.hpp make it. They limit `depth` and `size`, so that traversals may recurse.
struct RegexValue {
  enum class Kind : std::uint8_t {
    None,          ///< the empty language
    Literal,       ///< exactly `text`
    Range,         ///< the one-character words from `low` to `high`
    Concat,        ///< of the children, in order
    Union,         ///< of the children
    Intersection,  ///< of the children
    Star,          ///< of the only child
    Complement,    ///< of the only child
    Loop,          ///< the only child `minimum` to `maximum` times (both inclusive), minimum <= maximum
  };
  Kind kind = Kind::None;
  std::u32string text;
  char32_t low = 0;
  char32_t high = 0;
  std::uint64_t minimum = 0;
  std::uint64_t maximum = 0;
  std::vector<std::shared_ptr<const RegexValue>> children;
  std::uint32_t depth = 1;
  std::uint64_t size = 1;  ///< number of nodes of the tree; shared nodes count each time
  std::uint64_t digest = 0;
};

/// The same on every machine.
[[nodiscard]] inline std::uint64_t hash(const RegexValue& value) { return value.digest; }

/// A total order by structure. Different trees of the same language are not equal.
[[nodiscard]] inline std::strong_ordering compare(const RegexValue& a, const RegexValue& b) {
  if (&a == &b) {
    return std::strong_ordering::equal;
  }
  if (const auto order = a.digest <=> b.digest; order != 0) {
    return order;
  }
  if (const auto order = a.kind <=> b.kind; order != 0) {
    return order;
  }
  if (const auto order = a.text.compare(b.text) <=> 0; order != 0) {
    return order;
  }
  if (const auto order = a.low <=> b.low; order != 0) {
    return order;
  }
  if (const auto order = a.high <=> b.high; order != 0) {
    return order;
  }
  if (const auto order = a.minimum <=> b.minimum; order != 0) {
    return order;
  }
  if (const auto order = a.maximum <=> b.maximum; order != 0) {
    return order;
  }
  if (const auto order = a.children.size() <=> b.children.size(); order != 0) {
    return order;
  }
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    if (const auto order = compare(*a.children[i], *b.children[i]); order != 0) {
      return order;
    }
  }
  return std::strong_ordering::equal;
}

}  // namespace assay::smt
