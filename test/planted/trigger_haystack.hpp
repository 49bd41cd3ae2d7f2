#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace assay::trigger {

/// A generated axiomatization: a few axioms that are inconsistent, among many irrelevant axioms.
struct HaystackOptions {
  std::uint64_t seed = 1;
  std::size_t axioms = 10;  ///< number of irrelevant axioms
  unsigned depth = 1;       ///< number of chained axioms between the two contradictory axioms
  bool planted = true;      ///< false: the same, but with a model by construction
};

/// The script. With depth d the needle is, among the others and in a random order,
///
///     f0(x) <= 5      f0(g0(x)) = f1(x)  ...  f{d-1}(g{d-1}(x)) = fd(x)      fd(x) >= 10
///
/// each with its left side as its pattern. E-matching has no term to start with; the missing term is f0(g0(g1(...)))
/// for any value, which instantiates the d + 2 axioms one after the other. Not planted, the first axiom is f0(x) <= 50,
/// and all functions have a meaning that makes every axiom true: each f is constantly 20, each g the identity, the
/// others linear, and the uninterpreted sort has one element.
[[nodiscard]] std::string haystack(const HaystackOptions& options);

}  // namespace assay::trigger
