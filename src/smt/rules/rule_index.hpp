#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smt/rules/rules.hpp"

namespace assay::smt {

/// The sorts, operators and names that a built-in row uses, independent of any term store.
struct RuleNeeds {
  const RuleText* text = nullptr;
  std::vector<std::string> sorts;  ///< distinct sorts of its variables, without function variables, in SMT-LIB syntax
  std::vector<OperatorId> operators;  ///< operators in its terms
  std::uint32_t theories = 0;         ///< bit i: its operators or sorts belong to Theory i
  std::vector<std::string> declares;  ///< names that its file's prelude declares
  bool binds = false;                 ///< it has binders
  /// For an equality without a condition, the terms that it can replace: all terms of this sort ("Int", if `of_sort`),
  /// or this value. Empty for other rows.
  std::string equals;
  bool of_sort = false;
  std::size_t sorts_at = 0;     ///< index of `sorts` in BuiltinRules::sorts
  std::size_t declares_at = 0;  ///< index of `declares` in BuiltinRules::declares
};

/// The built-in equivalences, implications and equalities in the files' order, and their distinct lists of sorts and
/// declared names.
struct BuiltinRules {
  std::vector<RuleNeeds> rows;
  std::vector<std::vector<std::string>> sorts;
  std::vector<std::vector<std::string>> declares;
};
[[nodiscard]] const BuiltinRules& builtin_rules();

/// builtin_rules().rows.
[[nodiscard]] const std::vector<RuleNeeds>& builtin_rule_needs();
/// The built-in row of this name; nullptr if there is none.
[[nodiscard]] const RuleText* find_builtin_rule(std::string_view name);

/// The sorted names that the preludes of all built-in rows declare.
[[nodiscard]] const std::vector<std::string>& builtin_prelude_names();

/// One or more formulas over the row's variables that are unsatisfiable together. For "A if and only if B": not A, and
/// the conjuncts of B and of the side condition. For an equality: its negation and the conjuncts of the condition.
[[nodiscard]] std::vector<TermId> contradiction_of(TermStore& store, const Rule& rule);

/// The sorted names that the terms need declared: sorts, datatypes, constructors, selectors and functions.
[[nodiscard]] std::vector<std::string> declared_names(const TermStore& store, const std::vector<TermId>& terms);

}  // namespace assay::smt
