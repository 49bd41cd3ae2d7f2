#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "assay/base/result.hpp"

namespace assay::trigger {

enum class Answer : std::uint8_t { Unsat, Sat, Unknown, Timeout, OutOfWork, OutOfMemory, Failed };
[[nodiscard]] std::string_view name(Answer answer);
/// True if a limit ended the run, so that the solver may answer with a higher limit.
[[nodiscard]] constexpr bool was_cut(Answer answer) {
  return answer == Answer::Timeout || answer == Answer::OutOfWork || answer == Answer::OutOfMemory;
}

/// A solver's effort in units of z3's resource limit (`rlimit`). It does not depend on the machine.
using Work = std::uint64_t;

/// A solver's answer to one script.
struct Reply {
  Answer answer = Answer::Failed;
  std::string text;    ///< the output after the answer; Failed: the first line of the error message
  double seconds = 0;  ///< CPU time
  Work work = 0;       ///< work done, if the script asks for it; else 0
};

/// Handles a line of a solver's log, without its newline, in the thread that runs the solver.
using LogLine = std::function<void(std::string_view line)>;

/// The interface to a solver. Tests implement it with fake solvers.
class Prover {
 public:
  virtual ~Prover() = default;
  /// Runs a whole script with one check-sat in a fresh process that is killed at its limits of memory and time:
  /// `seconds` of CPU time, on a busy machine up to three times as many by the clock. Several threads call it if
  /// SynthesisOptions::jobs is above 1.
  [[nodiscard]] virtual Reply run(const std::string& script, double seconds, const std::stop_token& stop) = 0;
  /// As run(), for scripts that make the solver print a log. Log lines begin with '['. They go to `take` when they are
  /// printed, also if the run is cut, and are not in Reply::text. The answer may be on standard error.
  [[nodiscard]] virtual Reply run_logged(const std::string& script, double seconds, const LogLine& take,
                                         const std::stop_token& stop);
  /// The solver's program, which ModelSession starts.
  [[nodiscard]] virtual std::string program() const = 0;
};

/// z3 as a process. An Error if there is no such program.
[[nodiscard]] Result<std::unique_ptr<Prover>> make_z3_prover(const std::string& program, std::uint64_t memory_bytes);
/// libz3, of the same release as the program behind `process`. Scripts that the library fails at go to `process`. Each
/// script has a forked process of its own, which is killed at its limits, so scripts do not influence each other. No
/// proofs and no logs. Null if there is no library, or if it is of another release.
[[nodiscard]] std::unique_ptr<Prover> make_z3_library_prover(Prover& process, std::uint64_t memory_bytes,
                                                             const std::stop_token& stop);
/// cvc5 as a process. An Error if there is no such program.
[[nodiscard]] Result<std::unique_ptr<Prover>> make_cvc5_prover(const std::string& program, std::uint64_t memory_bytes);

/// Commands before a script that make z3 use E-matching alone.
inline constexpr std::string_view kMatchingOnly =
    "(set-option :auto_config false)\n(set-option :smt.auto_config false)\n(set-option :smt.mbqi false)\n";

/// Commands in front of a script that set z3's random seeds. Empty for 0: z3's default seeds.
[[nodiscard]] std::string seed_commands(std::uint64_t seed);

}  // namespace assay::trigger
