#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/truth/linear.hpp"

namespace assay::smt {

/// The least and the greatest value of an integer.
struct IntegerRange {
  mpz_class low, high;
};

/// Numeric terms as sums of unknowns with factors. An unknown is a term, by its id. A bit-vector counts as the number
/// that its bits are in base 2, so its operators are integer arithmetic modulo a power of 2 (Zohar, Irfan, Mann,
/// Niemetz, Noetzli, Preiner, Reynolds, Barrett and Tinelli, Bit-Precise Reasoning via Int-Blasting, VMCAI 2022).
/// Products of unknowns are unknowns, too, so sums are polynomials in one normal form.
class Sums {
 public:
  explicit Sums(TermStore& store) : store_(store) {}

  /// The sum of a term for which is_number holds.
  [[nodiscard]] const LinearSum& of(TermId term);
  /// Int, Real, or a bit-vector of at most 1,024 bits.
  [[nodiscard]] bool is_number(TermId term) const;
  /// The sum of a bit-vector as a number in two's complement. Nullopt: none was found.
  [[nodiscard]] std::optional<LinearSum> signed_of(TermId bits);

  /// The value of a term whose sum has no unknowns.
  [[nodiscard]] std::optional<mpq_class> literal(TermId term);

  /// Whether all values of an unknown are integers.
  [[nodiscard]] bool is_integer(std::uint32_t unknown) const;
  /// The bounds that every value of an unknown has: of bit-vectors, and of quotients and products of them. Nullopt:
  /// none are known.
  [[nodiscard]] std::optional<IntegerRange> range(std::uint32_t unknown) const;
  /// The unknowns whose product an unknown is, sorted, each as often as it is a factor. Empty for all other unknowns.
  [[nodiscard]] std::vector<TermId> factors_of(std::uint32_t unknown) const;
  /// The unknown as an Int or Real term.
  [[nodiscard]] TermId as_number(TermId unknown);
  /// An Int term that has the value of the sum. Nullopt: a factor or an unknown is no integer.
  [[nodiscard]] std::optional<TermId> integer_term(const LinearSum& sum);

 private:
  friend struct BitOperations;

  /// The children of an operator that is linear in them.
  [[nodiscard]] bool is_linear(TermId term);
  [[nodiscard]] LinearSum made(TermId term);
  [[nodiscard]] LinearSum quotient(TermId term);
  [[nodiscard]] LinearSum product(TermId term);
  /// Nullopt: the product has too many parts.
  [[nodiscard]] std::optional<LinearSum> times(const LinearSum& a, const LinearSum& b);
  [[nodiscard]] std::optional<TermId> monomial(TermId a, TermId b);

  // bit_sums.cpp.
  /// The number of bits; 0 for other sorts and for more than 1,024 bits.
  [[nodiscard]] std::uint32_t width(TermId term) const;
  [[nodiscard]] bool is_bit_operation(TermId term) const;
  [[nodiscard]] LinearSum made_of_bits(TermId term);
  [[nodiscard]] std::optional<IntegerRange> range(const LinearSum& sum) const;
  /// Rounded down. Nullopt: the sum is no sum of integers.
  [[nodiscard]] std::optional<LinearSum> floor_of(const LinearSum& sum, const mpz_class& by);
  [[nodiscard]] std::optional<LinearSum> modulo(const LinearSum& sum, std::uint32_t bits);
  /// Bits `high` to `low` of a bit-vector of `bits` bits.
  [[nodiscard]] std::optional<LinearSum> slice(const LinearSum& sum, std::uint32_t bits, std::uint32_t high,
                                               std::uint32_t low);

  TermStore& store_;
  std::unordered_map<TermId, LinearSum, IdHash> known_;
  std::unordered_map<std::uint32_t, IntegerRange> ranges_;            ///< of quotients and products
  std::unordered_map<std::uint32_t, std::vector<TermId>> monomials_;  ///< products to their factors
  const OperatorId plus_ = Operators::get().at("+"), minus_ = Operators::get().at("-"),
                   times_ = Operators::get().at("*"), over_ = Operators::get().at("/"),
                   to_real_ = Operators::get().at("to_real"), div_ = Operators::get().at("div"),
                   mod_ = Operators::get().at("mod"), bits_to_int_ = Operators::get().at("ubv_to_int"),
                   signed_to_int_ = Operators::get().at("sbv_to_int");
};

}  // namespace assay::smt
