#pragma once

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
  std::string name;      ///< of the assertion that it comes from (:named, or its quantifier's :qid), or empty
  SourceLocation where;  ///< of that assertion
};

/// A script as the synthesis sees it (section 4.4.1): satisfiable exactly when the script is, with the same patterns.
struct Problem {
  std::vector<smt::TermId> assertions;  ///< the active assertions, as they are written
  std::vector<Conjunct> conjuncts;
  std::vector<smt::FunctionId> skolems;  ///< functions that only the conjuncts have
  std::string logic;                     ///< of the script: solvers choose their engines by it
};

/// Whether a quantifier (forall, exists, choice) occurs in an assertion.
[[nodiscard]] bool has_quantifiers(const smt::TermStore& store, const Problem& problem);

/// Splits the active assertions of a script into conjuncts: definitions expanded, negation normal form, existential
/// quantifiers Skolemized, conjunctions split at the top level (through quantifiers, and by distribution of one `or`
/// over few conjunctions), directly nested quantifiers merged where the outer one has no pattern, and names of bound
/// variables unique among all conjuncts. What it cannot look into (quantifiers inside of terms) stays as it is. Once
/// `stop` is requested, the assertion at hand and those that are left have no conjuncts.
[[nodiscard]] Problem preprocess(smt::TermStore& store, const smt::Script& script, const std::stop_token& stop = {});

/// The patterns of a quantifier: each is a set of terms that must all match.
using Patterns = std::vector<std::vector<smt::TermId>>;
/// The patterns that are written in a `forall`.
[[nodiscard]] Patterns written_patterns(const smt::TermStore& store, smt::TermId binder);
/// The patterns that are written, or our own selection: the smallest applications of uninterpreted functions in the
/// body that have all variables, or else one set of applications that has them. Empty when there is none.
[[nodiscard]] Patterns patterns_of(const smt::TermStore& store, smt::TermId binder);

/// A variable of a `forall` without patterns that no pattern can have: E-matching never instantiates that quantifier.
struct Unmatchable {
  std::size_t conjunct = 0;
  std::string variable;
};
/// Those of a problem's conjuncts, one of each quantifier: variables that stand in no application but those of `=`,
/// `distinct` and connectives, none of which may be in a pattern. Left out: Boolean variables, and those that a solver
/// eliminates (`x = t` or P).
[[nodiscard]] std::vector<Unmatchable> unmatchable(const smt::TermStore& store, const Problem& problem);

/// The formula with patterns for each `forall` that has none.
[[nodiscard]] smt::TermId with_patterns(smt::TermStore& store, smt::TermId formula,
                                        const std::function<Patterns(smt::TermId binder)>& patterns_for);

/// The formula without the patterns of its quantifiers: the solver makes its own.
[[nodiscard]] smt::TermId stripped_of_patterns(smt::TermStore& store, smt::TermId formula);

/// `(set-logic L)` with the script's logic, after the options and before anything else; empty where it has none, or one
/// without quantifiers.
[[nodiscard]] std::string logic_command(const Problem& problem);
/// A command as it stands in a script, with the end of its line.
[[nodiscard]] std::string command_text(const smt::TermStore& store, const smt::Command& command);
/// A whole script for a solver: declarations and assertions, then check-sat.
[[nodiscard]] std::string script_text(const smt::TermStore& store, const std::vector<smt::TermId>& assertions);
/// The declarations for all terms, the assertions, and `(assert (dummy added...))` where terms are added. Without
/// check-sat. `names[i]`, where it is not empty, names the i-th assertion.
[[nodiscard]] std::string assertions_text(smt::TermStore& store, const std::vector<smt::TermId>& assertions,
                                          const std::vector<smt::TermId>& added,
                                          const std::vector<std::string>& names = {});
/// The formulas of the conjuncts.
[[nodiscard]] std::vector<smt::TermId> formulas(const Problem& problem);

}  // namespace assay::trigger
