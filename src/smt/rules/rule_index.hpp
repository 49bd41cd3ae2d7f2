#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "smt/rules/rules.hpp"

namespace assay::smt {

/// What a built-in row needs of who uses it, free of any term store.
struct RuleNeeds {
  const RuleText* text = nullptr;
  std::vector<std::string> sorts;     ///< of its variables, functions' left out, in SMT-LIB syntax; each once
  std::vector<OperatorId> operators;  ///< that its terms apply
  std::vector<std::string> declares;  ///< sorts, datatypes and symbols of its file's prelude
  bool binds = false;                 ///< it has quantifiers
  /// Of an equality without a condition, what it can stand for: any term of a sort ("Int", with `of_sort`), or a value.
  std::string equals;
  bool of_sort = false;
};

/// Of every built-in equivalence, implication and equality, in the files' order.
[[nodiscard]] const std::vector<RuleNeeds>& builtin_rule_needs();
/// The built-in row of this name; nullptr: there is none.
[[nodiscard]] const RuleText* find_builtin_rule(std::string_view name);

/// Of all rows: the names that reading one may declare.
[[nodiscard]] const std::vector<std::string>& builtin_prelude_names();

/// Formulas over the row's variables that contradict each other for all their values, one or more of them: of "A holds
/// exactly when B does", not A, and B's conjuncts with those of the side condition; of an equality, its negation and
/// the condition.
[[nodiscard]] std::vector<TermId> contradiction_of(TermStore& store, const Rule& rule);

/// The names of what the terms declare: sorts, datatypes with constructors and selectors, functions.
[[nodiscard]] std::vector<std::string> declared_names(const TermStore& store, const std::vector<TermId>& terms);

}  // namespace assay::smt
