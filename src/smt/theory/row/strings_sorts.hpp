#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "assay/smt/operator.hpp"
#include "assay/smt/term.hpp"
#include "smt/theory/row/sort_rules.hpp"

namespace assay::smt {

/// The sort of a kind without parameters.
template <SortKind Kind>
[[nodiscard]] SortId plain_sort(const TermStore& store) {
  static_assert(Kind == SortKind::Bool || Kind == SortKind::Int || Kind == SortKind::Real || Kind == SortKind::String ||
                Kind == SortKind::RegLan || Kind == SortKind::RoundingMode);
  switch (Kind) {
    case SortKind::Bool: return store.bool_sort();
    case SortKind::Int: return store.int_sort();
    case SortKind::Real: return store.real_sort();
    case SortKind::String: return store.string_sort();
    case SortKind::RegLan: return store.reglan_sort();
    default: return store.rounding_mode_sort();
  }
}

/// Sort rule of an operator whose arguments have these kinds. The row's arity may allow fewer arguments.
template <SortKind Result, SortKind... Parameters>
[[nodiscard]] std::optional<SortId> signature(const SortQuery& query) {
  constexpr std::array<SortKind, sizeof...(Parameters)> kParameters = {Parameters...};
  if (query.arguments.size() > kParameters.size()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < query.arguments.size(); ++i) {
    if (!fits(query.store, query.arguments[i], kParameters[i])) {
      return std::nullopt;
    }
  }
  return plain_sort<Result>(query.store);
}

/// Sort rule of an operator with any number of arguments of one kind.
template <SortKind Result, SortKind Parameter>
[[nodiscard]] std::optional<SortId> variadic(const SortQuery& query) {
  if (!all_fit(query, Parameter)) {
    return std::nullopt;
  }
  return plain_sort<Result>(query.store);
}

}  // namespace assay::smt
