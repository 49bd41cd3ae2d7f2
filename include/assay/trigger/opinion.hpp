#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/term.hpp"
#include "assay/trigger/prover.hpp"

namespace assay::trigger {

/// The answer of one solver, used in one way, to assertions.
struct Opinion {
  std::string_view engine;        ///< "cvc5, E-matching"
  bool follows_patterns = false;  ///< the ones of the script
  bool asked = false;             ///< false: the solver is not installed, or lacks the options; `reply.text` says so
  Reply reply;
};

/// The solvers to run, by the names of their programs.
struct Solvers {
  std::string z3 = "z3";
  std::string cvc5 = "cvc5";
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
};

/// Which ways are asked.
enum class Panel : std::uint8_t {
  Second,  ///< cvc5's E-matching alone: a second validator
  All,     ///< E-matching of both, and ways that follow no patterns: MBQI, enumeration
};

/// Asks each way of the panel about the assertions, and about what is added to them (`added`, in a dummy), each in a
/// fresh process with these limits.
[[nodiscard]] std::vector<Opinion> ask(smt::TermStore& store, const std::vector<smt::TermId>& assertions,
                                       const std::vector<smt::TermId>& added, Panel panel, const Solvers& solvers,
                                       double seconds, const std::stop_token& stop);

/// A trial of a solver before it is used.
struct Control {
  std::string_view name;
  bool passed = false;
  std::string detail;              ///< what it said
  Answer answer = Answer::Failed;  ///< a limit says nothing about the solver: see was_cut
};
/// Whether a solver does what the synthesis needs: E-matching alone neither refutes a script without the triggering
/// term nor misses it with the term, and it prints a proof with its instantiations. `seconds` are for each of its
/// runs; after one that a limit cuts there is no other.
[[nodiscard]] std::vector<Control> check_prover(Prover& prover, double seconds, const std::stop_token& stop);

}  // namespace assay::trigger
