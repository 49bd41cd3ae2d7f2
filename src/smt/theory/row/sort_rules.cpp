#include "smt/theory/row/sort_rules.hpp"

#include <algorithm>

namespace assay::smt {

bool fits(const TermStore& store, SortId sort, SortKind kind) {
  const SortKind actual = store.kind(sort);
  return actual == kind || actual == SortKind::Unknown;
}

bool all_fit(const SortQuery& query, SortKind kind) {
  return std::all_of(query.arguments.begin(), query.arguments.end(),
                     [&](SortId sort) { return fits(query.store, sort, kind); });
}

std::optional<SortId> common_sort(const TermStore& store, SortId a, SortId b) {
  if (a == b) {
    return a;
  }
  const SortKind kind_a = store.kind(a);
  const SortKind kind_b = store.kind(b);
  if (kind_b == SortKind::Unknown || (kind_a == SortKind::Real && kind_b == SortKind::Int)) {
    return a;
  }
  if (kind_a == SortKind::Unknown || (kind_a == SortKind::Int && kind_b == SortKind::Real)) {
    return b;
  }
  return std::nullopt;
}

std::optional<SortId> common_sort(const TermStore& store, std::span<const SortId> sorts) {
  if (sorts.empty()) {
    return std::nullopt;
  }
  std::optional<SortId> common = sorts.front();
  for (const SortId sort : sorts.subspan(1)) {
    common = common_sort(store, *common, sort);
    if (!common) {
      return std::nullopt;
    }
  }
  return common;
}

std::optional<SortId> equal_sort(const TermStore& store, SortId a, SortId b) {
  if (a == b || store.kind(b) == SortKind::Unknown) {
    return a;
  }
  return store.kind(a) == SortKind::Unknown ? std::optional(b) : std::nullopt;
}

std::optional<SortId> equal_sort(const SortQuery& query, std::size_t first) {
  std::optional<SortId> shared = query.arguments[first];
  for (std::size_t i = first + 1; shared && i < query.arguments.size(); ++i) {
    shared = equal_sort(query.store, *shared, query.arguments[i]);
  }
  return shared;
}

OperatorRow operator_row(Theory theory, std::string_view name, std::uint8_t min, std::uint8_t max, SortRule sort,
                         EvaluateRule evaluate) {
  return {.name = name, .theory = theory, .min_arity = min, .max_arity = max, .sort = sort, .evaluate = evaluate};
}

OperatorRow extension(OperatorRow row) {
  row.standard = false;
  return row;
}

OperatorRow extension_row(Theory theory, std::string_view name, std::uint8_t min, std::uint8_t max, SortRule sort,
                          EvaluateRule evaluate) {
  return extension(operator_row(theory, name, min, max, sort, evaluate));
}

}  // namespace assay::smt
