#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/case.hpp"
#include "assay/core/proc.hpp"
#include "assay/smt/script.hpp"
#include "assay/smt/truth.hpp"

namespace assay::smt {

/// How a solver is run: a fresh process per script; one process that answers many, with (reset) between them; or a
/// forked worker of ours that has the solver's library in it.
enum class RunStyle : std::uint8_t { Process, Persistent, Library };

/// A pattern (ECMAScript regular expression) on a solver's output and what it means.
struct OutputPattern {
  std::string pattern;
  std::string meaning;  ///< a Skip's reason, or a short name of the failure
};
/// A known bug of the target: findings that match are counted as known, not reported again. A deletable row.
struct KnownBug {
  std::string kind;     ///< of core::BugKind, or empty: any
  std::string pattern;  ///< on the script or the output
  std::string link;
};

/// What a solver is and can do: data, from data/targets/*.toml (built in) or from a user's TOML file.
struct SolverDefinition {
  std::string name;                     ///< unique in a campaign
  std::string family;                   ///< the definition it was made from: "z3"
  std::vector<std::string> argv;        ///< reads the script on standard input, or from the file where "{input}" stands
  std::vector<std::string> persistent;  ///< argv for RunStyle::Persistent; empty: not possible
  std::string library;                  ///< hidden worker for RunStyle::Library ("z3"); empty: not possible
  std::vector<std::string> version;     ///< argv that prints the version
  std::string prelude;                  ///< commands put before every script
  std::string prelude_model;            ///< commands put before a script whose model is asked for
  Dialect dialect;
  std::vector<std::string> logics;    ///< patterns of the logics it takes; empty: all
  std::vector<std::string> theories;  ///< names of Theory that it takes; empty: all
  std::vector<std::string>
      lacks;  ///< operators (standard names) and features ("quantifiers", "push", "datatypes-parametric") it has not
  std::vector<std::string>
      decidable;  ///< patterns of the logics where it claims to be complete: "unknown" is a finding
  std::vector<OutputPattern> crashes;  ///< output that is a crash whatever the exit code says
  std::vector<OutputPattern> skips;    ///< errors that mean "not supported", counted
  std::vector<KnownBug> known_bugs;
};

[[nodiscard]] const std::vector<SolverDefinition>& builtin_solvers();
/// "z3" (a built-in), "mine=/path/solver -flag ..." (split at white space; speaks SMT-LIB on standard input; inherits
/// the family whose name its program has), or "path/to/file.toml".
[[nodiscard]] Result<SolverDefinition> resolve_solver(std::string_view text);

enum class Reply : std::uint8_t { Sat, Unsat, Unknown };

/// What one run of a solver gave.
struct SolverAnswer {
  enum class Kind : std::uint8_t {
    Answered,     ///< one reply per check-sat
    Unsupported,  ///< a `skips` pattern: reason in `message`
    Error,        ///< an (error ...) on the script: message
    Crash,        ///< signal, assertion failure, a `crashes` pattern, an exit without an answer: message
    Timeout,
    OutOfMemory,
    OutputLimit,
    Cancelled,
    Missing,  ///< the program cannot be started
    Garbage,  ///< something that is no answer
  };
  Kind kind = Kind::Garbage;
  std::vector<Reply> replies;
  std::optional<std::string> model;  ///< text of the last get-model answer
  std::string message;               ///< one line, numbers and addresses taken out: what signatures are made of
  std::string output;                ///< standard output and error, shortened, printable
  core::Usage usage;
};

/// Runs one solver; owned by one worker. Restarts a persistent process on trouble.
class SolverRunner {
 public:
  SolverRunner(const SolverDefinition& definition, const core::Limits& limits, std::string scratch_folder);
  ~SolverRunner();
  SolverRunner(const SolverRunner&) = delete;
  SolverRunner& operator=(const SolverRunner&) = delete;

  /// `script` as text without get-model; with `want_model`, asks for the model after the last check-sat.
  [[nodiscard]] SolverAnswer run(std::string_view script, bool want_model, RunStyle style, const std::stop_token& stop);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The solver's version in a line, or an Error that says that it is not there and how to get it.
[[nodiscard]] Result<std::string> solver_version(const SolverDefinition& definition);

/// Whether the solver takes scripts like this (logic, theories, features), and if not, the reason of the Skip.
[[nodiscard]] std::optional<core::Skip> unsupported(const SolverDefinition& definition, const TermStore& store,
                                                    const Script& script);

/// The oracle: compares an answer with the truth, and evaluates the solver's model with our evaluator (DESIGN sections
/// 1, 4). A model that depends on unspecified results, or that we cannot read, is never a bug but counted.
[[nodiscard]] core::Verdict judge(const SolverDefinition& definition, const core::Case& subject, const SmtFacts& facts,
                                  const SolverAnswer& answer);

}  // namespace assay::smt
