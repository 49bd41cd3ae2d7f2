#pragma once

#include <span>
#include <string_view>
#include <unordered_map>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// How bound variables are printed. The reader gives a variable another name when its own name is bound or declared
/// around it, because terms of one name per variable need no renaming. The printer writes the name of the script again
/// where that name then means the same variable: bugs of solvers depend on shadowed names.
class WrittenNames {
 public:
  /// `wanted`: Dialect::written_names.
  WrittenNames(const TermStore& store, bool wanted) : store_(store), wanted_(wanted) {}

  /// Decides about the variables that `root` binds, and about `parameters`, whose scope is all of it.
  void analyze(TermId root, std::span<const BoundVariable> parameters = {});
  [[nodiscard]] std::string_view of(SymbolId variable) const;

 private:
  /// Whether another thing of the name is meant in the scope of a variable.
  [[nodiscard]] bool clashes(SymbolId variable, SymbolId written, std::span<const BoundVariable> beside,
                             std::span<const TermId> scope);
  [[nodiscard]] bool is_called(SymbolId name, std::span<const TermId> scope);
  void decide(std::span<const BoundVariable> variables, std::span<const TermId> scope);

  const TermStore& store_;
  bool wanted_;
  std::unordered_map<SymbolId, SymbolId, IdHash> names_;  ///< a variable that keeps its own name has itself
  std::size_t visits_left_ = 0;
};

}  // namespace assay::smt
