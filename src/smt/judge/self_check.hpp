#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/case.hpp"
#include "assay/smt/script.hpp"
#include "assay/smt/solver.hpp"

namespace assay::smt {

/// Two answers of one solver that cannot both be right, whatever the truth is: a set of formulas is unsatisfiable, and
/// a set that has all of these is satisfiable.
struct SelfContradiction {
  std::string detail;
  /// The check of the script that is answered unsat although ...
  std::optional<std::size_t> check;
  /// ... this model, which our evaluator confirms, satisfies its formulas.
  std::optional<std::string> witness;
};

/// Checks of one script that are asked alone.
inline constexpr std::size_t kAskedAlone = 2;

/// Asks the solver about a script, in a fresh process, and for a model.
using AskAfresh = std::function<SolverAnswer(const Script& script)>;

/// Looks for one in the answers to a script's checks, and in the answers to some of these checks asked alone, in a
/// script that has nothing but the formulas that count there (at most `most` of them, the last ones; none without
/// `ask`).
[[nodiscard]] std::optional<SelfContradiction> contradiction_in(TermStore& store, const Script& script,
                                                                const std::vector<Reply>& replies, const AskAfresh& ask,
                                                                std::size_t most);

}  // namespace assay::smt
