#include <algorithm>
#include <utility>

#include "assay/smt/values.hpp"
#include "smt/theory/row/numbers.hpp"
#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/tables.hpp"

namespace assay::smt {
namespace arrays_theory {
namespace {

bool fits_element(const TermStore& store, SortId expected, SortId actual) {
  const std::optional<SortId> common = common_sort(store, expected, actual);
  // The array's sort decides, unless it is unknown.
  return common && (*common == expected || store.kind(expected) == SortKind::Unknown);
}

/// Whether the arguments after the array fit its index sorts (one in the standard, several in z3).
bool indices_fit(const SortQuery& query, const SortNode& array) {
  for (std::size_t i = 0; i + 1 < array.arguments.size(); ++i) {
    if (!fits_element(query.store, array.arguments[i], query.arguments[i + 1])) {
      return false;
    }
  }
  return true;
}

std::optional<SortId> select_sort(const SortQuery& query) {
  const SortNode& array = query.store.node(query.arguments[0]);
  if (array.kind == SortKind::Unknown) {
    return query.store.unknown_sort();
  }
  const bool fit = array.kind == SortKind::Array && query.arguments.size() == array.arguments.size();
  return fit && indices_fit(query, array) ? std::optional(array.arguments.back()) : std::nullopt;
}

std::optional<SortId> store_sort(const SortQuery& query) {
  const SortNode& array = query.store.node(query.arguments[0]);
  if (array.kind == SortKind::Unknown) {
    return query.store.unknown_sort();
  }
  const bool fit = array.kind == SortKind::Array && query.arguments.size() == array.arguments.size() + 1 &&
                   indices_fit(query, array) &&
                   fits_element(query.store, array.arguments.back(), query.arguments.back());
  return fit ? std::optional(query.arguments[0]) : std::nullopt;
}

std::optional<SortId> const_sort(const SortQuery& query) {
  if (!query.ascribed) {
    return std::nullopt;
  }
  const SortNode& array = query.store.node(*query.ascribed);
  if (array.kind == SortKind::Unknown) {
    return query.ascribed;
  }
  const bool fit =
      array.kind == SortKind::Array && fits_element(query.store, array.arguments.back(), query.arguments[0]);
  return fit ? query.ascribed : std::nullopt;
}

/// The argument as a value of `sort`: an Int becomes a Real if needed.
Value as_member(const Arguments& arguments, std::size_t i, SortId sort) {
  return coerced(arguments.store, arguments.outcome(i), sort).value;
}

Outcome canonical(const Arguments& arguments, SortId sort, Value fallback,
                  std::vector<std::pair<Value, Value>> entries) {
  std::optional<Value> result = arguments.sizes != nullptr
                                    ? array_value(*arguments.sizes, sort, std::move(fallback), std::move(entries))
                                    : array_value(arguments.store, sort, std::move(fallback), std::move(entries));
  return result ? Outcome(std::move(*result)) : Outcome(Lack::Budget);
}

Outcome evaluate_select(const Arguments& arguments) {
  const SortNode& sort = arguments.store.node(arguments.sorts[0]);
  if (sort.kind != SortKind::Array || sort.arguments.size() != 2) {
    return Lack::Opaque;
  }
  const ArrayValue& array = arguments[0].as_array();
  const Value index = as_member(arguments, 1, sort.arguments[0]);
  const auto it = std::lower_bound(array.entries.begin(), array.entries.end(), index,
                                   [](const auto& entry, const Value& wanted) { return entry.first < wanted; });
  return it != array.entries.end() && it->first == index ? it->second : array.fallback;
}

Outcome evaluate_store(const Arguments& arguments) {
  const SortNode& sort = arguments.store.node(arguments.sorts[0]);
  if (sort.kind != SortKind::Array || sort.arguments.size() != 2) {
    return Lack::Opaque;
  }
  const ArrayValue& array = arguments[0].as_array();
  std::vector<std::pair<Value, Value>> entries = array.entries;
  entries.emplace_back(as_member(arguments, 1, sort.arguments[0]), as_member(arguments, 2, sort.arguments[1]));
  return canonical(arguments, arguments.sorts[0], array.fallback, std::move(entries));
}

Outcome evaluate_const(const Arguments& arguments) {
  const SortNode& sort = arguments.store.node(arguments.sort);
  if (sort.kind != SortKind::Array || sort.arguments.size() != 2) {
    return Lack::Opaque;
  }
  return canonical(arguments, arguments.sort, as_member(arguments, 0, sort.arguments[1]), {});
}

OperatorRow row(std::string_view name, std::uint8_t min, std::uint8_t max, SortRule sort, EvaluateRule evaluate) {
  return operator_row(Theory::Arrays, name, min, max, sort, evaluate);
}

std::vector<OperatorRow> make_rows() {
  std::vector<OperatorRow> rows = {
      row("select", 2, kAnyArity, select_sort, evaluate_select),
      row("store", 3, kAnyArity, store_sort, evaluate_store),
      row("const", 1, 1, const_sort, evaluate_const),
  };
  rows[2].ascribed = true;
  return rows;
}

}  // namespace
}  // namespace arrays_theory

std::vector<OperatorRow> arrays_rows() { return arrays_theory::make_rows(); }

}  // namespace assay::smt
