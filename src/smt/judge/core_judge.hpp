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

/// The name of a named assertion, or an empty string.
[[nodiscard]] std::string name_of_assertion(const TermStore& store, TermId term);

/// Judges the unsat core of the last check's answer. A core without an assertion of the expected one is `invalid-core`
/// when it is satisfiable together with the assertions that have no name, by a model that our evaluator confirms or by
/// the solver's own word: never by the expectation alone. A core with needless assertions is `imprecise` where the
/// solver promised a minimal one. Nothing: no core is expected, or the answer was not unsat.
[[nodiscard]] std::optional<core::Verdict> judge_core(const SolverDefinition& definition, TermStore& store,
                                                      const Script& script, const SmtFacts& facts,
                                                      const SolverAnswer& answer, const AskAbout& ask);

/// The script with only the assertions of these names, and those without a name: they belong to every core.
[[nodiscard]] Script restricted_to(const TermStore& store, const Script& script, const std::vector<std::string>& names);

}  // namespace assay::smt
