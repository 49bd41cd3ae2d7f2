#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/term.hpp"
#include "trigger/prover/prover.hpp"

namespace assay::trigger {

/// The answer of one solver, with one choice of options, to assertions.
struct Opinion {
  std::string_view engine;        ///< solver and method: "cvc5, E-matching"
  bool follows_patterns = false;  ///< whether it instantiates by the script's patterns only
  bool asked = false;             ///< false: the solver is not installed, or lacks the options; see `reply.text`
  Reply reply;
};

/// The programs of the solvers, and the memory limit of each process.
struct Solvers {
  std::string z3 = "z3";
  std::string cvc5 = "cvc5";
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
};

/// The solvers and methods that ask() uses.
enum class Panel : std::uint8_t {
  Second,  ///< only cvc5's E-matching, as a second validator
  All,     ///< E-matching by both solvers, and methods that do not follow patterns: MBQI, enumeration
};

/// Asks each solver and method of the panel about the assertions together with the terms `added` (as arguments of a
/// dummy predicate), each in a fresh process with a limit of `seconds`.
[[nodiscard]] std::vector<Opinion> ask(smt::TermStore& store, const std::vector<smt::TermId>& assertions,
                                       const std::vector<smt::TermId>& added, Panel panel, const Solvers& solvers,
                                       double seconds, const std::stop_token& stop);

/// The result of one test of a solver before it is used.
struct Control {
  std::string_view name;
  bool passed = false;
  std::string detail;              ///< the solver's answer, and its error message
  Answer answer = Answer::Failed;  ///< if was_cut(answer), the test says nothing about the solver
};
/// Tests whether a solver does what the synthesis needs: E-matching alone refutes an example with the triggering term
/// but not without the term, and the solver prints a proof with its instantiations. `seconds` is the limit of each run.
/// No further tests after a run that a limit cut.
[[nodiscard]] std::vector<Control> check_prover(Prover& prover, double seconds, const std::stop_token& stop);

}  // namespace assay::trigger
