#pragma once

#include <string>
#include <vector>

#include "assay/core/rng.hpp"
#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "assay/smt/truth.hpp"
#include "smt/fuzz/strategy/draft.hpp"

namespace assay::smt {

/// How the assertions become a script.
struct Layout {
  bool incremental = false;
  std::string tactic;                    ///< of check-sat-using, or empty
  std::vector<Command> objectives = {};  ///< before the check of a script that is not incremental
};

struct Assembled {
  Script script;
  std::vector<Truth> truths;
  std::vector<FunctionId> functions;  ///< declared in the script
  std::vector<std::string> core;      ///< names of the assertions that contradict each other at the last such check
  Model added;                        ///< what the witness says of constants that are new
};

/// Puts the logic, and the declarations of what the terms use, before the script's commands.
void put_opening(TermStore& store, const std::string& logic, const std::vector<TermId>& terms, Assembled& into);

/// A script that asserts these formulas, all of them true under the witness. An incremental one has several checks at
/// several levels: satisfiable ones, and levels that are contradictory as propositions; the last check is satisfiable.
[[nodiscard]] Assembled assemble(TermStore& store, const std::vector<Assertion>& assertions, const std::string& logic,
                                 const Layout& layout, core::Rng& rng);

/// A formula that is equivalent to the negation of this one as a proposition, but looks different.
[[nodiscard]] TermId rewritten_negation(TermStore& store, TermId formula, core::Rng& rng);

/// Whether "unknown" is incompleteness on these formulas as far as they themselves tell: no quantifier, no recursion,
/// no lambda, nothing that Assay does not know.
[[nodiscard]] bool is_decidable(const TermStore& store, const std::vector<Assertion>& assertions);

}  // namespace assay::smt
