#include "smt/term/sort_matching.hpp"

namespace assay::smt {

std::optional<SortId> SortMatching::binding(SymbolId parameter) const {
  for (const auto& [name, sort] : bindings_) {
    if (name == parameter) {
      return sort;
    }
  }
  return std::nullopt;
}

bool SortMatching::bind(SymbolId parameter, SortId actual) {
  for (auto& [name, sort] : bindings_) {
    if (name != parameter) {
      continue;
    }
    if (store_.kind(sort) == SortKind::Unknown) {
      sort = actual;
    }
    return sort == actual || store_.kind(actual) == SortKind::Unknown;
  }
  bindings_.emplace_back(parameter, actual);
  return true;
}

bool SortMatching::match(SortId declared, SortId actual) {
  pending_.assign(1, {declared, actual});
  while (!pending_.empty()) {
    const auto [pattern, sort] = pending_.back();
    pending_.pop_back();
    const SortNode& p = store_.node(pattern);
    const SortNode& s = store_.node(sort);
    if (p.kind == SortKind::Parameter) {
      if (!bind(p.name, sort)) {
        return false;
      }
      continue;
    }
    if (p.kind == SortKind::Unknown || s.kind == SortKind::Unknown || (pattern == sort && p.arguments.empty())) {
      continue;
    }
    if (p.kind != s.kind || p.name != s.name || p.indices != s.indices || p.datatype != s.datatype ||
        p.arguments.size() != s.arguments.size()) {
      return false;
    }
    for (std::size_t i = 0; i < p.arguments.size(); ++i) {
      pending_.emplace_back(p.arguments[i], s.arguments[i]);
    }
  }
  return true;
}

}  // namespace assay::smt
