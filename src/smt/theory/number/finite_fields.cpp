#include <utility>

#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/tables.hpp"

// Prime fields of cvc5 (since 1.0.5) and z3 (since 5.3), after cvc5's manual, "Theory Reference: Finite Fields". A
// value is the least non-negative integer of its residue class.

namespace assay::smt {
namespace finite_fields_theory {
namespace {

mpz_class order_of(const Arguments& arguments) {
  return mpz_class(static_cast<unsigned long>(arguments.store.node(arguments.sort).indices[0]));
}

Value residue(const mpz_class& number, const mpz_class& order) {
  mpz_class result;
  mpz_fdiv_r(result.get_mpz_t(), number.get_mpz_t(), order.get_mpz_t());
  return Value(std::move(result));
}

std::optional<SortId> field_sort(const SortQuery& query) {
  const std::optional<SortId> shared = equal_sort(query);
  return shared && fits(query.store, *shared, SortKind::FiniteField) ? shared : std::nullopt;
}

std::optional<SortId> literal_sort(const SortQuery& query) {
  const bool field = query.ascribed && query.store.kind(*query.ascribed) == SortKind::FiniteField &&
                     query.indices[0].number < query.store.node(*query.ascribed).indices[0];
  return field ? query.ascribed : std::nullopt;
}

Outcome evaluate_literal(const Arguments& arguments) {
  return Value(mpz_class(static_cast<unsigned long>(arguments.indices[0].number)));
}

Outcome evaluate_add(const Arguments& arguments) {
  mpz_class sum = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    sum += arguments[i].as_int();
  }
  return residue(sum, order_of(arguments));
}

Outcome evaluate_mul(const Arguments& arguments) {
  const mpz_class order = order_of(arguments);
  mpz_class product = 1;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    product = product * arguments[i].as_int() % order;
  }
  return residue(product, order);
}

Outcome evaluate_neg(const Arguments& arguments) {
  return residue(mpz_class(-arguments[0].as_int()), order_of(arguments));
}

/// x + 2y + 4z + ...
Outcome evaluate_bitsum(const Arguments& arguments) {
  const mpz_class order = order_of(arguments);
  mpz_class sum = 0;
  for (std::size_t i = arguments.size(); i-- > 0;) {
    sum = (2 * sum + arguments[i].as_int()) % order;
  }
  return residue(sum, order);
}

OperatorRow row(std::string_view name, std::uint8_t min, std::uint8_t max, SortRule sort, EvaluateRule evaluate) {
  return extension_row(Theory::FiniteFields, name, min, max, sort, evaluate);
}

std::vector<OperatorRow> make_rows() {
  std::vector<OperatorRow> rows = {
      row("ff.value", 0, 0, literal_sort, evaluate_literal),  // written #f3m7
      row("ff.add", 2, kAnyArity, field_sort, evaluate_add),
      row("ff.mul", 2, kAnyArity, field_sort, evaluate_mul),
      row("ff.bitsum", 2, kAnyArity, field_sort, evaluate_bitsum),
      row("ff.neg", 1, 1, field_sort, evaluate_neg),
  };
  rows[0].index_count = 1;
  rows[0].ascribed = true;
  return rows;
}

}  // namespace
}  // namespace finite_fields_theory

std::vector<OperatorRow> finite_fields_rows() { return finite_fields_theory::make_rows(); }

}  // namespace assay::smt
