#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "horn/system/system.hpp"
#include "smt/judge/judge.hpp"
#include "smt/solver/solver.hpp"

namespace assay::horn {

/// A solver other than the targets, for questions that Assay's prover does not decide.
struct Reference {
  std::string family;
  std::function<smt::SolverAnswer(const std::string& script, const smt::Query& query)> ask;
};

/// The result of checking a model or a derivation of a solver. Its detail: the clause and the values, or the fact that
/// does not follow.
using WitnessVerdict = smt::ModelVerdict;

/// The end of the reason for a model that makes a clause without variables false.
inline constexpr std::string_view kWithoutVariables = " without variables";

/// Checks that the interpretation makes every clause true. Refuted only by values for which Assay's evaluator makes a
/// clause false. Holds if Assay's prover, or the references, refute the negation of each clause.
[[nodiscard]] WitnessVerdict judge_model(TermStore& store, const System& system, const Interpretation& meaning,
                                         const std::vector<Reference>& references);

/// The ground facts of a solver's derivation, in an order in which each follows from earlier facts.
struct PrintedDerivation {
  std::vector<Fact> facts;
  bool is_complete = false;  ///< every derived fact is printed; otherwise the solver may have left out facts
  std::string problem;       ///< the reason why it cannot be judged; empty: none
};
/// Reads z3's proof of hyper-resolution steps, or the lines of Golem (all its formats) and of Eldarica from a solver's
/// whole output.
[[nodiscard]] PrintedDerivation read_printed_derivation(TermStore& store, const System& system,
                                                        std::string_view output);
/// The definitions in a solver's output, as one model. Empty if there is none.
[[nodiscard]] std::string printed_definitions(std::string_view output);

/// Checks that each fact follows from earlier facts by a clause, and that a query fires.
[[nodiscard]] WitnessVerdict judge_derivation(TermStore& store, const System& system, const PrintedDerivation& printed,
                                              const std::vector<Reference>& references);

/// Asks the references whether a term is satisfiable. Values that make it true according to the evaluator; or an empty
/// answer with `refuted` if references of two families (or the only reference) refute it.
struct Satisfiability {
  std::optional<Values> values;
  bool refuted = false;
};
[[nodiscard]] Satisfiability ask_references(TermStore& store, TermId term, const std::vector<BoundVariable>& variables,
                                            const std::vector<Reference>& references);

}  // namespace assay::horn
