#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::domain {

/// The meaning of an LLVM instruction or intrinsic on values, after the Language Reference. An undefined result stands
/// for poison or undefined behaviour, which a transformer need not include.
struct Semantics {
  std::string name;
  unsigned arity = 2;
  std::optional<std::uint64_t> (*concrete)(unsigned width, const std::uint64_t* arguments) = nullptr;
  /// The same as C++ on llvm::APInt, for reproductions: the body of a function of x, y, z that sets `value` and returns
  /// whether the result is defined.
  std::string body;
};

/// All rows. Names are LLVM's, with suffixes such as "-nsw" for flags.
[[nodiscard]] const std::vector<Semantics>& semantics();
/// The row with this name, which must exist.
[[nodiscard]] const Semantics& semantics_of(std::string_view name);

/// A predicate of icmp: "ult", and "ICMP_ULT".
struct Predicate {
  std::string_view name;
  std::string_view enumerator;
};
inline constexpr unsigned kPredicates = 10;
[[nodiscard]] const Predicate& predicate(unsigned index);
/// Adds, for each predicate, "icmp-ult" (1 or 0) and "assume-ult" (x if the predicate holds, else undefined).
void add_comparisons(std::vector<Semantics>& rows);

/// `v` read as a signed number of `width` bits.
[[nodiscard]] constexpr std::int64_t to_signed(unsigned width, std::uint64_t v) {
  return static_cast<std::int64_t>(v << (64 - width)) >> (64 - width);
}
/// The largest value of `width` bits.
[[nodiscard]] constexpr std::uint64_t ones(unsigned width) { return ~std::uint64_t{0} >> (64 - width); }

}  // namespace assay::domain
