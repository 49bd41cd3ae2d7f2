#include <utility>

#include "smt/theory/container/sets.hpp"
#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/tables.hpp"

// Nullables (optional values) of cvc5 (since 1.1.2), a short form of datatypes in its manual, "Theory Reference:
// Datatypes". A value is a sequence of at most one element.

namespace assay::smt {
namespace nullables_theory {
namespace {

std::optional<SortId> null_sort(const SortQuery& query) {
  return query.ascribed && query.store.kind(*query.ascribed) == SortKind::Nullable ? query.ascribed : std::nullopt;
}

std::optional<SortId> some_sort(const SortQuery& query) {
  const SortId inner = query.arguments[0];
  if (query.store.kind(inner) == SortKind::Unknown) {
    return inner;
  }
  return has_canonical_values(query.store, inner)
             ? std::optional(query.store.compound_sort(SortKind::Nullable, query.arguments))
             : std::nullopt;
}

std::optional<SortId> val_sort(const SortQuery& query) {
  const SortNode& node = query.store.node(query.arguments[0]);
  return node.kind == SortKind::Nullable ? std::optional(node.arguments[0]) : std::nullopt;
}

std::optional<SortId> predicate_sort(const SortQuery& query) {
  const bool fit = fits(query.store, query.arguments[0], SortKind::Nullable);
  return fit ? std::optional(query.store.bool_sort()) : std::nullopt;
}

Outcome evaluate_null(const Arguments&) { return make_sequence({}); }
Outcome evaluate_some(const Arguments& arguments) { return make_sequence({arguments[0]}); }
Outcome evaluate_is_null(const Arguments& arguments) { return Value(arguments[0].as_sequence().elements.empty()); }
Outcome evaluate_is_some(const Arguments& arguments) { return Value(!arguments[0].as_sequence().elements.empty()); }

/// A selector. Its result for null is left open.
Outcome evaluate_val(const Arguments& arguments) {
  const std::vector<Value>& inside = arguments[0].as_sequence().elements;
  if (!inside.empty()) {
    return inside[0];
  }
  return arguments.unspecified != nullptr ? arguments.unspecified->open(arguments) : Lack::Unspecified;
}

OperatorRow row(std::string_view name, std::uint8_t arity, SortRule sort, EvaluateRule evaluate) {
  return extension_row(Theory::Nullables, name, arity, arity, sort, evaluate);
}

std::vector<OperatorRow> make_rows() {
  std::vector<OperatorRow> rows = {
      row("nullable.null", 0, null_sort, evaluate_null),
      row("nullable.some", 1, some_sort, evaluate_some),
      row("nullable.val", 1, val_sort, evaluate_val),
      row("nullable.is_null", 1, predicate_sort, evaluate_is_null),
      row("nullable.is_some", 1, predicate_sort, evaluate_is_some),
  };
  rows[0].ascribed = true;
  return rows;
}

}  // namespace
}  // namespace nullables_theory

std::vector<OperatorRow> nullables_rows() { return nullables_theory::make_rows(); }

}  // namespace assay::smt
