#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// A variable's name and the term that takes the variable's place.
using Replaced = std::pair<SymbolId, TermId>;

/// Replaces free variables of terms by other terms of the same sorts. The binders inside get new names for their
/// variables, so that no variable of a replacement is captured. A new name has a `|`, which no symbol of a script can
/// have (SMT-LIB 2.7, section 3.1), and no other call for the same object gives the name again.
class VariableSubstitution {
 public:
  /// Objects with different tags give different names. A tag has no digits.
  VariableSubstitution(TermStore& store, std::string_view tag) : store_(store), tag_(tag) {}

  [[nodiscard]] TermId replaced(TermId term, std::span<const Replaced> replacements);
  /// A name that nothing else has, with the old name at its front.
  [[nodiscard]] SymbolId fresh(SymbolId name);

 private:
  TermStore& store_;
  std::string tag_;
  std::uint64_t count_ = 0;
};

}  // namespace assay::smt
