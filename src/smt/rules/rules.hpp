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
  Equivalence,  ///< for all :vars, :left holds if and only if :right holds for some :exists (thesis, Table 3.2)
  Implication,  ///< for all :vars, :right implies :left
  Equality,     ///< :term equals :equals whenever :if holds (thesis, Table 3.3)
  Constants,    ///< boundary values of a sort
  Operation,    ///< a term over variables that is tested like an operator of the theory
};

/// One instance of a row of a rule file (docs/user/synth-rules.md), independent of any term store.
struct RuleText {
  RuleKind kind = RuleKind::Equivalence;
  std::string name;    ///< with the values of `:for`: "ARR-SELECT[K=Bool]"
  std::string theory;  ///< name of a synthesis theory (theories.hpp)
  std::string source;
  std::string where;          ///< file:line:column, for messages
  std::string script;         ///< declarations, and assertions that contain the row's terms
  std::size_t variables = 0;  ///< number of declared functions that are :vars; the others are :exists
  bool has_condition = false;
};

/// A row's terms in a term store.
struct Rule {
  const RuleText* text = nullptr;
  std::vector<FunctionId> variables;
  std::vector<FunctionId> own;      ///< the :exists variables
  std::vector<TermId> witnesses;    ///< terms for `own`, over the preceding variables
  std::optional<TermId> condition;  ///< :if
  TermId left;                      ///< :left, or :term
  TermId right;                     ///< :right, or :equals
  std::vector<TermId> constants;    ///< RuleKind::Constants: closed terms
};

/// Parses a rule file and expands `:for`. The Error names file, line and problem.
[[nodiscard]] Result<std::vector<RuleText>> read_rules(std::string_view text, const std::string& file);
/// The row's terms. Fails if they are not well-sorted SMT-LIB. `text` must outlive the result. `prelude`, if given,
/// receives the declarations of the row's file.
[[nodiscard]] Result<Rule> make_rule(TermStore& store, const RuleText& text, std::vector<Command>* prelude = nullptr);

/// The names and contents of the files in data/rules.
[[nodiscard]] const std::vector<std::pair<std::string, std::string>>& builtin_rule_files();
/// All rows of `files`, followed by the built-in rows if `builtin`. Fails if two rows have the same name.
[[nodiscard]] Result<std::vector<RuleText>> load_rules(const std::vector<std::string>& files, bool builtin);

}  // namespace assay::smt
