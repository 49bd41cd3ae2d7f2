#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/smt/script.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

enum class RuleKind : std::uint8_t {
  Equivalence,  ///< for all :vars, :left holds exactly when :right holds for some values of :exists (thesis, Table 3.2)
  Implication,  ///< only :right implies :left
  Equality,     ///< :term is :equals wherever :if holds (thesis, Table 3.3)
  Constants,    ///< boundary values of a sort
  Operation,    ///< a term over variables, to be tested like an operator of the theory
};

/// One instance of a row of a rule file (docs/user/synth-rules.md), free of any term store.
struct RuleText {
  RuleKind kind = RuleKind::Equivalence;
  std::string name;    ///< with the values of `:for`: "ARR-SELECT[K=Bool]"
  std::string theory;  ///< name of a synthesis theory (theories.hpp)
  std::string source;
  std::string where;          ///< file:line:column, for messages
  std::string script;         ///< declarations, and assertions that hold the row's terms
  std::size_t variables = 0;  ///< how many of the declared functions are :vars; the rest are :exists
  bool has_condition = false;
};

/// A row's terms in a store.
struct Rule {
  const RuleText* text = nullptr;
  std::vector<FunctionId> variables;
  std::vector<FunctionId> own;      ///< of :exists
  std::vector<TermId> witnesses;    ///< of `own`, over the variables before each
  std::optional<TermId> condition;  ///< :if
  TermId left;                      ///< :left, or :term
  TermId right;                     ///< :right, or :equals
  std::vector<TermId> constants;    ///< of Constants: closed terms
};

/// Reads a rule file and expands its `:for`. An Error names file, line and what is wrong.
[[nodiscard]] Result<std::vector<RuleText>> read_rules(std::string_view text, const std::string& file);
/// The row's terms, or what SMT-LIB says against them. `text` must outlive the result. `prelude`: gets what the row's
/// file declares for all of its rows.
[[nodiscard]] Result<Rule> make_rule(TermStore& store, const RuleText& text, std::vector<Command>* prelude = nullptr);

/// The files of data/rules: name and content.
[[nodiscard]] const std::vector<std::pair<std::string, std::string>>& builtin_rule_files();
/// All rows of `files` and, if they are wanted, of the built-in ones, in order. Names are unique.
[[nodiscard]] Result<std::vector<RuleText>> load_rules(const std::vector<std::string>& files, bool builtin);

}  // namespace assay::smt
