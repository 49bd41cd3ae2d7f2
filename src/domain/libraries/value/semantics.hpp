#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::domain {

/// What an LLVM instruction or intrinsic does to values, after the Language Reference. Undefined: poison or undefined
/// behaviour, so nothing that a transformer must describe.
struct Semantics {
  std::string name;
  unsigned arity = 2;
  std::optional<std::uint64_t> (*concrete)(unsigned width, const std::uint64_t* arguments) = nullptr;
  /// The same as C++ on llvm::APInt, for reproductions: the body of a function of x, y, z that sets `value` and returns
  /// whether the result is defined.
  std::string body;
};

/// All of them. The names are LLVM's, with "-nsw" and the like for flags.
[[nodiscard]] const std::vector<Semantics>& semantics();
/// The one with this name, which is there.
[[nodiscard]] const Semantics& semantics_of(std::string_view name);

/// A predicate of icmp: "ult", and "ICMP_ULT".
struct Predicate {
  std::string_view name;
  std::string_view enumerator;
};
inline constexpr unsigned kPredicates = 10;
[[nodiscard]] const Predicate& predicate(unsigned index);
/// "icmp-ult" (1 or 0) and "assume-ult" (x where the predicate holds for x and y, else undefined) of all predicates.
void add_comparisons(std::vector<Semantics>& rows);

/// v as a signed number of `width` bits.
[[nodiscard]] constexpr std::int64_t to_signed(unsigned width, std::uint64_t v) {
  return static_cast<std::int64_t>(v << (64 - width)) >> (64 - width);
}
/// All ones: the largest value of `width` bits.
[[nodiscard]] constexpr std::uint64_t ones(unsigned width) { return ~std::uint64_t{0} >> (64 - width); }

}  // namespace assay::domain
