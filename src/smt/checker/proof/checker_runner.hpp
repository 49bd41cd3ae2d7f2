#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"
#include "smt/checker/proof/checker_definition.hpp"

namespace assay::smt {

/// The answer of a checker to one proof.
struct CheckerAnswer {
  enum class Kind : std::uint8_t {
    Accepted,
    Holes,        ///< accepted, but some steps have no proof
    Refused,      ///< a step is wrong: `rule`, `step`
    MissingRule,  ///< it does not know the rule `rule`
    Unreadable,   ///< it cannot read the proof
    Crashed,      ///< a signal, or a pattern of crashes; see `message`
    Limited,      ///< ended by a limit or the machine; `message` is the reason of the skip
    NotStarted,   ///< the program is missing
    Other,        ///< it ended without any of these answers
  };
  Kind kind = Kind::Other;
  std::string rule;     ///< of Refused and MissingRule, if the output names it
  std::string step;     ///< the name of the step, if the output gives it or its line
  std::string message;  ///< one line of the output, or the signal
  std::string output;   ///< standard output and error, shortened, printable
  core::Usage usage;
};
/// A word for tables: "accepted", "refused", ...
[[nodiscard]] std::string_view name(CheckerAnswer::Kind kind);

/// The names of the files that a checker gets.
inline constexpr std::string_view kProofScript = "script.smt2";
[[nodiscard]] std::string proof_file(ProofFormat format);
/// The checker's argument vector for files of these names. `signatures` replaces "{signatures}".
[[nodiscard]] std::vector<std::string> checker_command(const CheckerDefinition& definition,
                                                       const std::string& signatures);

/// Reads the output of a checker. `proof`: the text that it was given, with one command on each line.
[[nodiscard]] CheckerAnswer read_checker_answer(const CheckerDefinition& definition, const core::ProcessResult& result,
                                                std::string_view proof);

/// Interface to a checker, which tests replace.
class CheckerPort {
 public:
  virtual ~CheckerPort() = default;
  /// `proof`: one command on each line (print_proof).
  [[nodiscard]] virtual CheckerAnswer check(const std::string& script, const std::string& proof,
                                            const std::stop_token& stop) = 0;
};
using CheckerFactory =
    std::function<std::unique_ptr<CheckerPort>(const CheckerDefinition& definition, const core::Limits& limits)>;
/// Runs the checker in a scratch folder of its own, isolated.
[[nodiscard]] std::unique_ptr<CheckerPort> make_checker_port(const CheckerDefinition& definition,
                                                             const core::Limits& limits);

}  // namespace assay::smt
