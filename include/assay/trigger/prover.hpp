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
/// Whether a limit ended the run: with a higher one it may answer.
[[nodiscard]] constexpr bool was_cut(Answer answer) {
  return answer == Answer::Timeout || answer == Answer::OutOfWork || answer == Answer::OutOfMemory;
}

/// In units of z3's resource limit (`rlimit`): the same for a script on every machine.
using Work = std::uint64_t;

/// A solver's answer to one script.
struct Reply {
  Answer answer = Answer::Failed;
  std::string text;    ///< what it printed after the answer; Failed: the first line of its complaint
  double seconds = 0;  ///< of CPU time
  Work work = 0;       ///< where the script asks for it; else 0
};

/// Takes a line of a solver's log, without its end. In the thread that runs the solver.
using LogLine = std::function<void(std::string_view line)>;

/// The interface to a solver: tests have their own.
class Prover {
 public:
  virtual ~Prover() = default;
  /// Runs a whole script with one check-sat in a fresh process that is killed at its limits of memory and time:
  /// `seconds` of CPU time, on a busy machine up to three times as many by the clock. Where SynthesisOptions::jobs is
  /// above 1, several threads call it.
  [[nodiscard]] virtual Reply run(const std::string& script, double seconds, const std::stop_token& stop) = 0;
  /// The same. Lines that begin with '[' are a log that the script asked for: they go to `take` as they come, also
  /// where the run does not end in time, and are not in Reply::text. The answer may be on standard error.
  [[nodiscard]] virtual Reply run_logged(const std::string& script, double seconds, const LogLine& take,
                                         const std::stop_token& stop);
  /// The program, for sessions that ask for many models.
  [[nodiscard]] virtual std::string program() const = 0;
};

/// z3 as a process. An Error when there is no such program.
[[nodiscard]] Result<std::unique_ptr<Prover>> make_z3_prover(const std::string& program, std::uint64_t memory_bytes);
/// libz3, of the same release as the program behind `process`, which stands in for what the library fails at. A script
/// is answered by a process forked for it, which is killed at its limits; nothing is left of one script for the next.
/// No proofs and no logs. nullptr where there is no library, or one of another release.
[[nodiscard]] std::unique_ptr<Prover> make_z3_library_prover(Prover& process, std::uint64_t memory_bytes,
                                                             const std::stop_token& stop);
/// cvc5 as a process, likewise.
[[nodiscard]] Result<std::unique_ptr<Prover>> make_cvc5_prover(const std::string& program, std::uint64_t memory_bytes);

/// Commands before a script that make z3 use E-matching alone.
inline constexpr std::string_view kMatchingOnly =
    "(set-option :auto_config false)\n(set-option :smt.auto_config false)\n(set-option :smt.mbqi false)\n";

/// Commands before a script that choose z3's random seeds; nothing for 0, its own.
[[nodiscard]] std::string seed_commands(std::uint64_t seed);

}  // namespace assay::trigger
