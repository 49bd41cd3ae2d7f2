#include <optional>

#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/tables.hpp"

// Cardinality and pseudo-Boolean constraints of z3 (its C API, Z3_mk_atmost to Z3_mk_pbeq). `(_ at-most k)` and
// `(_ at-least k)` bound the number of true arguments. `(_ pble k c1 ... cn)`, `pbge` and `pbeq` compare the sum of the
// true arguments' coefficients ci with k.

namespace assay::smt {
namespace pseudo_boolean_theory {
namespace {

constexpr std::uint8_t kMaxCoefficients = 8;  ///< maximum number of coefficients for which there are rows

std::optional<SortId> booleans(const SortQuery& query) {
  for (const SortId sort : query.arguments)
    if (!fits(query.store, sort, SortKind::Bool)) return std::nullopt;
  return query.store.bool_sort();
}

mpz_class number(std::uint64_t index) { return mpz_class(static_cast<unsigned long>(index)); }

/// The sign of the sum of the true arguments' coefficients minus the bound. Coefficients are 1 if the operator has
/// none.
int over_bound(const Arguments& arguments) {
  mpz_class sum = -number(arguments.indices[0].number);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].as_bool()) sum += arguments.indices.size() == 1 ? 1 : number(arguments.indices[i + 1].number);
  return sgn(sum);
}

Outcome evaluate_at_most(const Arguments& arguments) { return Value(over_bound(arguments) <= 0); }
Outcome evaluate_at_least(const Arguments& arguments) { return Value(over_bound(arguments) >= 0); }
Outcome evaluate_exactly(const Arguments& arguments) { return Value(over_bound(arguments) == 0); }

OperatorRow row(std::string_view name, std::uint8_t indices, std::uint8_t min, std::uint8_t max,
                EvaluateRule evaluate) {
  OperatorRow result = extension_row(Theory::PseudoBoolean, name, min, max, booleans, evaluate);
  result.index_count = indices;
  return result;
}

std::vector<OperatorRow> make_rows() {
  std::vector<OperatorRow> rows = {row("at-most", 1, 1, kAnyArity, evaluate_at_most),
                                   row("at-least", 1, 1, kAnyArity, evaluate_at_least)};
  for (OperatorRow& one : rows) one.standard_arities = {2, 3, 4};
  for (std::uint8_t count = 1; count <= kMaxCoefficients; ++count) {
    const auto indices = static_cast<std::uint8_t>(count + 1);
    rows.push_back(row("pble", indices, count, count, evaluate_at_most));
    rows.push_back(row("pbge", indices, count, count, evaluate_at_least));
    rows.push_back(row("pbeq", indices, count, count, evaluate_exactly));
  }
  return rows;
}

}  // namespace
}  // namespace pseudo_boolean_theory

std::vector<OperatorRow> pseudo_boolean_rows() { return pseudo_boolean_theory::make_rows(); }

}  // namespace assay::smt
