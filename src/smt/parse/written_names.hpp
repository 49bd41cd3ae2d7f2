#pragma once

#include <span>
#include <string_view>
#include <unordered_map>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// The names with which bound variables are printed. The reader renames a variable whose name is also bound or declared
/// around it, because terms with unique names need no renaming. The printer restores the script's name where it would
/// mean the same variable, because some bugs of solvers depend on shadowed names.
class WrittenNames {
 public:
  /// `wanted`: Dialect::written_names.
  WrittenNames(const TermStore& store, bool wanted) : store_(store), wanted_(wanted) {}

  /// Chooses the names of the variables that `root` binds, and of `parameters`, whose scope is `root`.
  void analyze(TermId root, std::span<const BoundVariable> parameters = {});
  [[nodiscard]] std::string_view of(SymbolId variable) const;

 private:
  /// Whether the written name would mean something else in the scope of a variable.
  [[nodiscard]] bool clashes(SymbolId variable, SymbolId written, std::span<const BoundVariable> beside,
                             std::span<const TermId> scope);
  [[nodiscard]] bool is_called(SymbolId name, std::span<const TermId> scope);
  void decide(std::span<const BoundVariable> variables, std::span<const TermId> scope);

  const TermStore& store_;
  bool wanted_;
  std::unordered_map<SymbolId, SymbolId, IdHash> names_;  ///< by variable; its own name if that is kept
  std::size_t visits_left_ = 0;
};

}  // namespace assay::smt
