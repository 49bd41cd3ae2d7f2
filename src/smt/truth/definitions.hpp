#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/truth/branch.hpp"

namespace assay::smt {

/// Adds constraints to a branch, with what is known of the unknowns in them: the definitions of `ite`, `abs`, `div` and
/// `to_int`, the bounds of bit-vectors and of their bitwise `and`, and the signs of products.
class Definitions {
 public:
  Definitions(TermStore& store, Sums& sums) : store_(store), sums_(sums) {}

  void add(Branch& branch, LinearConstraint constraint);
  /// `low - high` has the relation to 0.
  void constrain(Branch& branch, TermId low, TermId high, LinearConstraint::Relation relation);
  [[nodiscard]] TermId integer(const mpz_class& value);
  /// A literal of sort Int or Real, or of bit-vectors.
  [[nodiscard]] TermId number(const mpz_class& value, SortId sort);

 private:
  using Relation = LinearConstraint::Relation;

  void define(Branch& branch, TermId unknown);
  void define_by_cases(Branch& branch, TermId unknown, TermId condition, TermId yes, TermId no);
  void define_absolute(Branch& branch, TermId unknown, TermId of);
  void define_rounding(Branch& branch, TermId unknown, TermId term, const mpq_class& by);
  void define_bits(Branch& branch, TermId unknown);
  void define_product(Branch& branch, TermId unknown, const std::vector<TermId>& factors);
  void choose_signs(Branch& branch, TermId product, TermId a, TermId b);
  /// `high - low` is at least `distance`.
  void at_least(Branch& branch, const LinearSum& high, const LinearSum& low, const mpq_class& distance = 0);
  [[nodiscard]] std::optional<TermId> compared(std::string_view op, TermId a, const mpz_class& value);

  TermStore& store_;
  Sums& sums_;
};

}  // namespace assay::smt
