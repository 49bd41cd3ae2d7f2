#include <utility>

#include "smt/theory/container/sets.hpp"
#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/tables.hpp"

// Tuples of cvc5, after its manual, "Theory Reference: Datatypes", section on tuples. Components are numbered from 0.

namespace assay::smt {
namespace tuples_theory {
namespace {

constexpr std::uint8_t kMaxProjected = 4;  ///< maximum number of components for which tuple.project has rows

std::optional<SortId> tuple_sort(const SortQuery& query) {
  for (const SortId argument : query.arguments) {
    if (query.store.kind(argument) == SortKind::Unknown) {
      return argument;
    }
    if (!has_canonical_values(query.store, argument)) {
      return std::nullopt;
    }
  }
  return query.store.compound_sort(SortKind::Tuple, query.arguments);
}

/// The sort of the component given by index `i`. Nullopt if the first argument is not a tuple with this component.
std::optional<SortId> component(const SortQuery& query, std::size_t i) {
  const SortNode& node = query.store.node(query.arguments[0]);
  const Index& index = query.indices[i];
  const bool there = node.kind == SortKind::Tuple && !index.symbol && index.number < node.arguments.size();
  return there ? std::optional(node.arguments[index.number]) : std::nullopt;
}

bool is_unknown(const SortQuery& query) { return query.store.kind(query.arguments[0]) == SortKind::Unknown; }

std::optional<SortId> select_sort(const SortQuery& query) {
  return is_unknown(query) ? std::optional(query.arguments[0]) : component(query, 0);
}

std::optional<SortId> update_sort(const SortQuery& query) {
  if (is_unknown(query)) {
    return query.arguments[0];
  }
  const std::optional<SortId> old = component(query, 0);
  return old && equal_sort(query.store, *old, query.arguments[1]) ? std::optional(query.arguments[0]) : std::nullopt;
}

std::optional<SortId> project_sort(const SortQuery& query) {
  if (is_unknown(query)) {
    return query.arguments[0];
  }
  std::vector<SortId> sorts;
  for (std::size_t i = 0; i < query.indices.size(); ++i) {
    const std::optional<SortId> sort = component(query, i);
    if (!sort) {
      return std::nullopt;
    }
    sorts.push_back(*sort);
  }
  return query.store.compound_sort(SortKind::Tuple, sorts);
}

Outcome evaluate_tuple(const Arguments& arguments) {
  std::vector<Value> components;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    components.push_back(arguments[i]);
  }
  return make_sequence(std::move(components));
}

Outcome evaluate_select(const Arguments& arguments) {
  return arguments[0].as_sequence().elements[arguments.indices[0].number];
}

Outcome evaluate_update(const Arguments& arguments) {
  std::vector<Value> components = arguments[0].as_sequence().elements;
  components[arguments.indices[0].number] = arguments[1];
  return make_sequence(std::move(components));
}

Outcome evaluate_project(const Arguments& arguments) {
  std::vector<Value> components;
  for (const Index& index : arguments.indices) {
    components.push_back(arguments[0].as_sequence().elements[index.number]);
  }
  return make_sequence(std::move(components));
}

OperatorRow row(std::string_view name, std::uint8_t indices, std::uint8_t min, std::uint8_t max, SortRule sort,
                EvaluateRule evaluate) {
  OperatorRow result = extension_row(Theory::Tuples, name, min, max, sort, evaluate);
  result.index_count = indices;
  return result;
}

std::vector<OperatorRow> make_rows() {
  std::vector<OperatorRow> rows = {
      row("tuple.unit", 0, 0, 0, tuple_sort, evaluate_tuple),
      row("tuple", 0, 1, kAnyArity, tuple_sort, evaluate_tuple),
      row("tuple.select", 1, 1, 1, select_sort, evaluate_select),
      row("tuple.update", 1, 2, 2, update_sort, evaluate_update),
  };
  rows[1].standard_arities = {1, 2};
  for (std::uint8_t count = 1; count <= kMaxProjected; ++count) {
    rows.push_back(row("tuple.project", count, 1, 1, project_sort, evaluate_project));
  }
  return rows;
}

}  // namespace
}  // namespace tuples_theory

std::vector<OperatorRow> tuples_rows() { return tuples_theory::make_rows(); }

}  // namespace assay::smt
