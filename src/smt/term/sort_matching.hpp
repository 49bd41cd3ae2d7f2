#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// One-sided unification of sorts: finds the values of the parameters in declared sorts, given actual sorts. An unknown
/// sort matches every sort.
class SortMatching {
 public:
  explicit SortMatching(const TermStore& store) : store_(store) {}
  /// Whether `actual` is an instance of `declared` under the current bindings. Adds the new bindings.
  bool match(SortId declared, SortId actual);
  [[nodiscard]] std::optional<SortId> binding(SymbolId parameter) const;

 private:
  bool bind(SymbolId parameter, SortId actual);

  const TermStore& store_;
  std::vector<std::pair<SymbolId, SortId>> bindings_;
  std::vector<std::pair<SortId, SortId>> pending_;
};

}  // namespace assay::smt
