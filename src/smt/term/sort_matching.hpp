#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// One-sided unification of sorts: what the parameters in declared sorts stand for, given actual ones. An unknown sort
/// fits everything.
class SortMatching {
 public:
  explicit SortMatching(const TermStore& store) : store_(store) {}
  /// Whether `actual` is an instance of `declared` under the bindings so far, which it extends.
  bool match(SortId declared, SortId actual);
  [[nodiscard]] std::optional<SortId> binding(SymbolId parameter) const;

 private:
  bool bind(SymbolId parameter, SortId actual);

  const TermStore& store_;
  std::vector<std::pair<SymbolId, SortId>> bindings_;
  std::vector<std::pair<SortId, SortId>> pending_;
};

}  // namespace assay::smt
