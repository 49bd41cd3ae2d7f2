#pragma once

#include <cstdint>
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
  std::uint32_t theories = 0;         ///< of these, and of the sorts of its terms: bit i is Theory i
  std::vector<std::string> declares;  ///< sorts, datatypes and symbols of its file's prelude
  bool binds = false;                 ///< it has quantifiers
  /// Of an equality without a condition, what it can stand for: any term of a sort ("Int", with `of_sort`), or a value.
  std::string equals;
  bool of_sort = false;
  std::size_t sorts_at = 0;     ///< `sorts` in BuiltinRules, which many rows share
  std::size_t declares_at = 0;  ///< `declares`
};

/// The built-in equivalences, implications and equalities, in the files' order, and the different lists that they have.
struct BuiltinRules {
  std::vector<RuleNeeds> rows;
  std::vector<std::vector<std::string>> sorts;
  std::vector<std::vector<std::string>> declares;
};
[[nodiscard]] const BuiltinRules& builtin_rules();

/// Its rows.
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
