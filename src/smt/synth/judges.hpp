#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/case.hpp"
#include "assay/smt/script.hpp"
#include "assay/smt/solver.hpp"
#include "assay/smt/truth.hpp"

namespace assay::smt {

/// What the solver says about some of the script's named assertions alone.
using AskAbout = std::function<SolverAnswer(const std::string& script)>;

/// Judges the unsat core of an answer. A core without an assertion of the expected one is `invalid-core` when it is
/// satisfiable, by a model that our evaluator confirms or by the solver's own word: never by the expectation alone. A
/// core with needless assertions is `imprecise` where the solver promised a minimal one. Nothing: no core is expected,
/// or the answer was not unsat.
[[nodiscard]] std::optional<core::Verdict> judge_core(const SolverDefinition& definition, TermStore& store,
                                                      const Script& script, const SmtFacts& facts,
                                                      const SolverAnswer& answer, const AskAbout& ask);

/// Judges what get-objectives said against the optimum, and the model's cost against both (thesis, section 3.5.3).
[[nodiscard]] std::optional<core::Verdict> judge_objectives(TermStore& store, const Script& script,
                                                            const SmtFacts& facts, const SolverAnswer& answer);

/// The script with only the assertions of these names.
[[nodiscard]] Script restricted_to(const TermStore& store, const Script& script, const std::vector<std::string>& names);

}  // namespace assay::smt
