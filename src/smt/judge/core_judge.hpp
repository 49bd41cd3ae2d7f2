#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/smt/script.hpp"
#include "core/case/case.hpp"
#include "smt/eval/assertion_stack.hpp"
#include "smt/solver/solver.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// Asks the solver about a script that has only some of the named assertions.
using AskAbout = std::function<SolverAnswer(const std::string& script)>;

/// Judges the unsat core of the last check's answer. A core that lacks an expected assertion is `invalid-core` if it is
/// satisfiable together with the unnamed assertions: by a model that the evaluator confirms, or because the solver
/// answers `sat` for it. A core with needless assertions is `imprecise` if the solver promises minimal cores. Nullopt
/// if no core is expected or the last answer is not `unsat`.
[[nodiscard]] std::optional<core::Verdict> judge_core(const SolverDefinition& definition, TermStore& store,
                                                      const Script& script, const SmtFacts& facts,
                                                      const SolverAnswer& answer, const AskAbout& ask);

/// The script without the named assertions that are not in `names`. Unnamed assertions stay: they are in every core.
[[nodiscard]] Script restricted_to(const TermStore& store, const Script& script, const std::vector<std::string>& names);

}  // namespace assay::smt
