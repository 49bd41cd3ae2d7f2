#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// A variable's name and the term that replaces the variable.
using Replacement = std::pair<SymbolId, TermId>;

/// Replaces free variables of terms by other terms of the same sorts. Bound variables get new names, so that no
/// variable of a replacement is captured. A new name contains a `|`, which symbols of scripts cannot contain
/// (SMT-LIB 2.7, section 3.1), and is used only once.
class VariableSubstitution {
 public:
  /// Objects with different tags make different names. A tag must not contain digits.
  VariableSubstitution(TermStore& store, std::string_view tag) : store_(store), tag_(tag) {}

  [[nodiscard]] TermId replaced(TermId term, std::span<const Replacement> replacements);
  /// A new name that starts with the old name.
  [[nodiscard]] SymbolId fresh(SymbolId name);

 private:
  TermStore& store_;
  std::string tag_;
  std::uint64_t count_ = 0;
};

}  // namespace assay::smt
