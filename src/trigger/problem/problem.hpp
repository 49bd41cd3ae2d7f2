#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/base/source.hpp"
#include "assay/smt/script.hpp"

namespace assay::trigger {

/// One conjunct of a preprocessed script: closed, in negation normal form, without existential quantifiers.
struct Conjunct {
  smt::TermId formula;
  std::string name;      ///< name of the conjunct's assertion (`:named`, or its quantifier's `:qid`), or empty
  SourceLocation where;  ///< place of the conjunct's assertion in the script
};

/// The preprocessed script (section 4.4.1): satisfiable exactly when the script is, with the same patterns.
struct Problem {
  std::vector<smt::TermId> assertions;  ///< the script's active assertions, unchanged
  std::vector<Conjunct> conjuncts;
  std::vector<smt::FunctionId> skolems;  ///< Skolem functions: they occur in conjuncts, not in the script
  std::string logic;                     ///< the script's logic, by which solvers choose their engines; may be empty
  std::vector<std::string> options;      ///< the script's commands that change how z3 searches (search_options)
};

/// Whether a quantifier (forall, exists, choice) occurs in an assertion.
[[nodiscard]] bool has_quantifiers(const smt::TermStore& store, const Problem& problem);

/// Splits the active assertions of a script into conjuncts: definitions expanded, negation normal form, existential
/// quantifiers Skolemized, conjunctions split at the top level (through quantifiers, and by distribution of one `or`
/// over few conjunctions), directly nested quantifiers merged if the outer quantifier has no pattern, and names of
/// bound variables unique among all conjuncts. Quantifiers inside of non-Boolean terms stay unchanged. Once `stop` is
/// requested, the current assertion and all later assertions contribute no conjuncts.
[[nodiscard]] Problem preprocess(smt::TermStore& store, const smt::Script& script, const std::stop_token& stop = {});

/// The patterns of a quantifier: each pattern is a set of terms that must all match.
using Patterns = std::vector<std::vector<smt::TermId>>;
/// The patterns that a `forall` has in the script; empty if it has none.
[[nodiscard]] Patterns written_patterns(const smt::TermStore& store, smt::TermId binder);
/// The written patterns, or else Assay's selection: the smallest applications of uninterpreted functions in the body
/// that contain all variables, or else one set that contains them together. Empty if there is none.
[[nodiscard]] Patterns patterns_of(const smt::TermStore& store, smt::TermId binder);

/// A variable of a `forall` without patterns that no pattern can contain: E-matching never instantiates the `forall`.
struct Unmatchable {
  std::size_t conjunct = 0;  ///< index in Problem::conjuncts
  std::string variable;
};
/// The unmatchable variables of a problem, at most one per quantifier. Such a variable is an argument only of `=`,
/// `distinct` and connectives, which must not occur in patterns. Boolean variables, and variables that a solver
/// eliminates (`x = t` or P), are not reported.
[[nodiscard]] std::vector<Unmatchable> unmatchable(const smt::TermStore& store, const Problem& problem);

/// The quantifier with these children (body, then the terms of its attributes) and more patterns. `:no-pattern` goes,
/// because z3 refuses it beside patterns, and patterns decide alone.
[[nodiscard]] smt::TermId add_patterns(smt::TermStore& store, smt::TermId binder,
                                       const std::vector<smt::TermId>& children, const Patterns& patterns);

/// The formula in which each `forall` without patterns gets the patterns that `patterns_for` returns.
[[nodiscard]] smt::TermId with_patterns(smt::TermStore& store, smt::TermId formula,
                                        const std::function<Patterns(smt::TermId binder)>& patterns_for);

/// The formula without the patterns of its quantifiers, so that a solver selects patterns itself.
[[nodiscard]] smt::TermId stripped_of_patterns(smt::TermStore& store, smt::TermId formula);

/// The script's own options, to be placed before Assay's, which win.
[[nodiscard]] std::string option_commands(const Problem& problem);
/// `(set-logic L)` with the script's logic, to be placed after the options and before all other commands. Empty if the
/// script has no logic, or a quantifier-free logic (`QF_...`).
[[nodiscard]] std::string logic_command(const Problem& problem);
/// The text of one command, with a newline at its end.
[[nodiscard]] std::string command_text(const smt::TermStore& store, const smt::Command& command);
/// `(assert formula)` with a newline, with the names of variables and operators in the script. Formulas of at most
/// `unshared_nodes` nodes have no `let`.
[[nodiscard]] std::string assertion_text(const smt::TermStore& store, smt::TermId formula,
                                         std::uint64_t unshared_nodes = 0);
/// A term in the same way.
[[nodiscard]] std::string term_text(const smt::TermStore& store, smt::TermId term);
/// A whole script for a solver: declarations and assertions, then check-sat.
[[nodiscard]] std::string script_text(const smt::TermStore& store, const std::vector<smt::TermId>& assertions);
/// The declarations for all terms, the assertions, and `(assert (dummy added...))` unless `added` is empty. No
/// check-sat. A nonempty `names[i]` becomes the `:named` of the i-th assertion.
[[nodiscard]] std::string assertions_text(smt::TermStore& store, const std::vector<smt::TermId>& assertions,
                                          const std::vector<smt::TermId>& added,
                                          const std::vector<std::string>& names = {});
/// The formulas of the conjuncts.
[[nodiscard]] std::vector<smt::TermId> formulas(const Problem& problem);

}  // namespace assay::trigger
