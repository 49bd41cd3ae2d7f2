#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/smt/script.hpp"
#include "core/case/case.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// Two answers of one solver that contradict each other: `unsat` for a set of formulas, and `sat` for the same set or
/// for a superset.
struct SelfContradiction {
  std::string detail;
  /// Index of the check with the answer `unsat` that `witness` refutes. Nullopt without such a check in the script.
  std::optional<std::size_t> check;
  /// The model of the `sat` answer, if the evaluator confirms it. It also satisfies the formulas of the `unsat` answer.
  std::optional<std::string> witness;
};

/// Maximum number of checks of one script that are repeated in scripts of their own.
inline constexpr std::size_t kMaxChecksAlone = 2;

/// Runs the solver on a script in a fresh process and requests a model.
using AskForModel = std::function<SolverAnswer(const Script& script)>;

/// Looks for a contradiction among the answers to a script's checks. Then asks, for the last `max_asked` distinct
/// checks, about a script with only the assertions that are active there, and compares these answers, too. Without
/// `ask` only the given answers are compared.
[[nodiscard]] std::optional<SelfContradiction> find_contradiction(TermStore& store, const Script& script,
                                                                  const std::vector<Reply>& replies,
                                                                  const AskForModel& ask, std::size_t max_asked);

}  // namespace assay::smt
