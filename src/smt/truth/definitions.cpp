#include "smt/truth/definitions.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "assay/smt/values.hpp"

namespace assay::smt {
namespace {

/// Quotients with at most this number of values are tried value by value: elimination alone is complete for rationals
/// only.
constexpr unsigned kMaxQuotients = 4;

struct DefiningOperators {
  OperatorId ite = at("ite"), equal = at("="), abs = at("abs"), div = at("div"), to_int = at("to_int"), plus = at("+"),
             minus = at("-"), at_least = at(">="), bits_and = at("bvand");
  static OperatorId at(std::string_view name) { return Operators::get().at(name); }
  static const DefiningOperators& get() {
    static const DefiningOperators all;
    return all;
  }
};

}  // namespace

TermId Definitions::integer(const mpz_class& value) { return store_.constant(Value(value), store_.int_sort()); }

TermId Definitions::number(const mpz_class& value, SortId sort) {
  switch (store_.kind(sort)) {
    case SortKind::Real: return store_.constant(Value(mpq_class(value)), sort);
    case SortKind::BitVector:
      return store_.constant(make_bits(static_cast<std::uint32_t>(store_.node(sort).indices[0]), value), sort);
    default: return integer(value);
  }
}

void Definitions::add(Branch& branch, LinearConstraint constraint) {
  std::vector<TermId> unknowns;
  for (const auto& [unknown, factor] : constraint.sum.factors) unknowns.push_back(TermId{unknown});
  branch.constraints.push_back(std::move(constraint));
  for (const TermId unknown : unknowns) define(branch, unknown);
}

void Definitions::constrain(Branch& branch, TermId low, TermId high, Relation relation) {
  if (!sums_.is_number(low) || !sums_.is_number(high)) return;
  LinearConstraint constraint{sums_.of(low), relation};
  constraint.sum.add(sums_.of(high), -1);
  add(branch, std::move(constraint));
}

void Definitions::at_least(Branch& branch, const LinearSum& high, const LinearSum& low, const mpq_class& distance) {
  LinearConstraint constraint{low, Relation::AtMostZero};
  constraint.sum.add(high, -1);
  constraint.sum.constant += distance;
  add(branch, std::move(constraint));
}

/// Assumes what is known of the values of an unknown.
void Definitions::define(Branch& branch, TermId unknown) {
  const DefiningOperators& ops = DefiningOperators::get();
  if (!branch.defined.insert(unknown.index).second) return;
  if (store_.kind(store_.sort_of(unknown)) == SortKind::BitVector) define_bits(branch, unknown);
  if (store_.node(unknown).kind != TermKind::Apply) return;
  const std::vector<TermId> parts(store_.children(unknown).begin(), store_.children(unknown).end());
  if (store_.is(unknown, ops.ite)) {
    define_by_cases(branch, unknown, parts[0], parts[1], parts[2]);
  } else if (store_.is(unknown, ops.abs)) {
    define_absolute(branch, unknown, parts[0]);
  } else if (store_.is(unknown, ops.div) && parts.size() == 2) {
    const auto by = sums_.literal(parts[1]);
    if (by && *by != 0) define_rounding(branch, unknown, parts[0], *by);
  } else if (store_.is(unknown, ops.to_int)) {
    define_rounding(branch, unknown, parts[0], 1);
  } else if (const std::vector<TermId> factors = sums_.factors_of(unknown.index); !factors.empty()) {
    define_product(branch, unknown, factors);
  }
}

void Definitions::define_by_cases(Branch& branch, TermId unknown, TermId condition, TermId yes, TermId no) {
  const OperatorId equal = DefiningOperators::get().equal;
  const auto first = store_.apply(equal, std::array{unknown, yes});
  const auto second = store_.apply(equal, std::array{unknown, no});
  if (!first || !second) return;
  branch.choices.push_back({{{condition, true}, {*first, true}}, {{condition, false}, {*second, true}}});
}

void Definitions::define_absolute(Branch& branch, TermId unknown, TermId of) {
  const DefiningOperators& ops = DefiningOperators::get();
  const auto condition = store_.apply(ops.at_least, std::array{of, number(0, store_.sort_of(of))});
  const auto negative = store_.apply(ops.minus, std::array{of});
  if (condition && negative) define_by_cases(branch, unknown, *condition, of, *negative);
}

/// by * unknown <= term < by * unknown + |by| (SMT-LIB's theories Ints and Reals_Ints).
void Definitions::define_rounding(Branch& branch, TermId unknown, TermId term, const mpq_class& by) {
  const LinearSum sum = sums_.of(term);
  at_least(branch, sum, LinearSum::of_unknown(unknown.index, by));
  LinearConstraint high{sum, Relation::BelowZero};
  high.sum.add(LinearSum::of_unknown(unknown.index, by), -1);
  high.sum.constant -= abs(by);
  add(branch, std::move(high));
  const auto range = sums_.range(unknown.index);
  if (!range || range->high - range->low >= kMaxQuotients) return;
  std::vector<Alternative> values;
  for (mpz_class value = range->low; value <= range->high; ++value)
    if (const auto same = compared("=", unknown, value)) values.push_back({{*same, true}});
  branch.choices.push_back(std::move(values));
}

void Definitions::define_bits(Branch& branch, TermId unknown) {
  const auto range = sums_.range(unknown.index);
  if (!range) return;
  const LinearSum own = LinearSum::of_unknown(unknown.index);
  at_least(branch, own, {{}, mpq_class(range->low)});
  at_least(branch, {{}, mpq_class(range->high)}, own);
  if (!store_.is(unknown, DefiningOperators::get().bits_and) || store_.children(unknown).size() != 2) return;
  const LinearSum a = sums_.of(store_.children(unknown)[0]);
  LinearSum both = sums_.of(store_.children(unknown)[1]);
  at_least(branch, a, own);
  at_least(branch, both, own);
  both.add(a, 1);
  at_least(branch, own, both, mpq_class(-range->high));
}

/// Linear bounds of a product: for squares from (a - 1) * (a - 1) >= 0 and its like, for others from the signs.
void Definitions::define_product(Branch& branch, TermId unknown, const std::vector<TermId>& factors) {
  const LinearSum own = LinearSum::of_unknown(unknown.index);
  const auto count = [&](TermId factor) { return std::count(factors.begin(), factors.end(), factor); };
  const auto range = sums_.range(unknown.index);
  const bool is_positive = range && range->low >= 0;
  if (is_positive || std::all_of(factors.begin(), factors.end(), [&](TermId f) { return count(f) % 2 == 0; }))
    at_least(branch, own, {});
  if (factors.size() != 2) return;
  if (factors[0] == factors[1]) {
    for (const int factor : {2, -2}) at_least(branch, own, LinearSum::of_unknown(factors[0].index, factor), -1);
    if (sums_.is_integer(unknown.index))
      for (const int factor : {1, -1}) at_least(branch, own, LinearSum::of_unknown(factors[0].index, factor));
  }
  for (const auto& [a, b] : {std::pair{factors[0], factors[1]}, std::pair{factors[1], factors[0]}})
    if (const auto most = sums_.range(a.index); is_positive && most)
      at_least(branch, LinearSum::of_unknown(b.index, mpq_class(most->high)), own);
  choose_signs(branch, unknown, factors[0], factors[1]);
}

/// A factor is 0; or both have signs, and for integers (|a| - 1) * (|b| - 1) is not negative.
void Definitions::choose_signs(Branch& branch, TermId product, TermId a, TermId b) {
  const bool all_integer = sums_.is_integer(product.index);
  std::vector<Alternative> choice;
  const auto zero = compared("=", product, 0);
  for (const TermId factor : {a, b}) {
    const auto is_zero = compared("=", factor, 0);
    if (zero && is_zero && (choice.empty() || a != b)) choice.push_back({{*is_zero, true}, {*zero, true}});
  }
  const auto has_sign = [&](TermId factor, int sign) {
    const bool is_integer = sums_.is_integer(factor.index);
    return is_integer ? compared(sign > 0 ? ">=" : "<=", factor, sign) : compared(sign > 0 ? ">" : "<", factor, 0);
  };
  const auto is_positive = [&](TermId factor) {
    const auto range = sums_.range(factor.index);
    return range && range->low >= 0;
  };
  for (const auto& [first, second] : {std::pair{1, 1}, std::pair{-1, -1}, std::pair{1, -1}, std::pair{-1, 1}}) {
    if ((first < 0 && is_positive(a)) || (second < 0 && is_positive(b)) || (a == b && first != second)) continue;
    const auto left = has_sign(a, first);
    const auto right = has_sign(b, second);
    auto result = compared(first == second ? ">" : "<", product, 0);
    if (all_integer && first == second) {
      LinearSum sum = LinearSum::of_unknown(a.index, first);
      sum.add(LinearSum::of_unknown(b.index, second), 1);
      sum.constant -= 1;
      if (const auto term = sums_.integer_term(sum))
        result = store_.apply(DefiningOperators::get().at_least, std::array{product, *term});
    }
    if (!left || !right || !result) return;
    choice.push_back({{*left, true}, {*right, true}, {*result, true}});
  }
  branch.choices.push_back(std::move(choice));
}

std::optional<TermId> Definitions::compared(std::string_view op, TermId a, const mpz_class& value) {
  const TermId term = sums_.as_number(a);
  return store_.apply(DefiningOperators::at(op), std::array{term, number(value, store_.sort_of(term))});
}

}  // namespace assay::smt
