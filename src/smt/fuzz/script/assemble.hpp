#pragma once

#include <string>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "core/rng/rng.hpp"
#include "smt/fuzz/strategy/draft.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// How assertions are laid out as a script.
struct Layout {
  bool incremental = false;
  std::string tactic;                    ///< for check-sat-using; empty: plain check-sat
  std::vector<Command> objectives = {};  ///< placed before the check of a script that is not incremental
};

/// A script with the expected truth of its checks.
struct AssembledScript {
  Script script;
  std::vector<Truth> truths;          ///< one for each check
  std::vector<FunctionId> functions;  ///< declared in the script
  std::vector<std::string> core;      ///< names of the unsatisfiable core's assertions at the last Unsat check
  Model added;                        ///< the witness's values of new constants
};

/// Inserts set-logic and the declarations that the terms need at the beginning of the script.
void put_opening(TermStore& store, const std::string& logic, const std::vector<TermId>& terms, AssembledScript& into);

/// A script that asserts these formulas, which the witness satisfies. An incremental script has several levels and
/// checks. Some checks are propositionally unsatisfiable; the last check is satisfiable.
[[nodiscard]] AssembledScript assemble(TermStore& store, const std::vector<Assertion>& assertions,
                                       const std::string& logic, const Layout& layout, core::Rng& rng);

/// A formula that is propositionally equivalent to the negation of `formula`, often with another structure.
[[nodiscard]] TermId rewritten_negation(TermStore& store, TermId formula, core::Rng& rng);

/// True if no formula has a quantifier, a recursive function, a lambda or a symbol that Assay does not know. A solver
/// that answers `unknown` on such formulas is incomplete, unless the logic is undecidable.
[[nodiscard]] bool is_decidable(const TermStore& store, const std::vector<Assertion>& assertions);

}  // namespace assay::smt
