#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/case.hpp"
#include "assay/core/proc.hpp"
#include "assay/core/target/known_bug.hpp"
#include "assay/core/tester.hpp"
#include "assay/smt/script.hpp"
#include "assay/smt/truth.hpp"

namespace assay::smt {

/// How a solver is run: a fresh process per script; one process that answers many, with (reset) between them; a forked
/// worker of ours that has the solver's library in it; or (Auto) one process for those scripts that it answers with the
/// same flags as a fresh one, and that set no option: options outlive a (reset).
enum class RunStyle : std::uint8_t { Process, Persistent, Library, Auto };

/// A configuration of a solver that must not change its answers: a `[[sweep]]` row.
struct SolverConfiguration {
  std::string name;
  std::string prelude;             ///< set-option commands
  std::vector<std::string> flags;  ///< added to argv
};

/// An option of a solver that must not change its answers, of which campaigns draw values: a row of `options`.
struct SolverOption {
  enum class Type : std::uint8_t { Bool, Choice, Number };
  std::string name;  ///< as set-option takes it, without the colon
  Type type = Type::Bool;
  std::vector<std::string> values;  ///< that are drawn; without the default one. Empty: those of the range
  std::int64_t low = 0;             ///< of a Number without values
  std::int64_t high = 0;
  std::string flag;   ///< the command-line argument that sets it, "{value}" for the value; empty: set-option does
  std::string since;  ///< the first version that has it
  std::string fixed;  ///< the first version that has it no more
};

/// How some versions of a solver spell an operator: a `[[spelling]]` row.
struct VersionedSpelling {
  std::string op;     ///< as SMT-LIB spells it
  std::string as;     ///< as these versions do
  std::string since;  ///< the first version that does; empty: all before `fixed`
  std::string fixed;  ///< the first version that does no more, or also knows SMT-LIB's
};

/// What a solver prints when it finds its own answer wrong: a `[[confession]]` row.
struct ConfessionPattern {
  std::string pattern;
  core::BugKind kind = core::BugKind::Crash;
  std::string meaning;
};

/// What a solver is and can do: data, from data/targets/*.toml (built in) or from a user's TOML file
/// (docs/user/targets.md explains each key).
struct SolverDefinition {
  std::string name;               ///< unique in a campaign
  std::string family;             ///< the built-in definition it was made from: "z3", "smtlib"
  std::vector<std::string> argv;  ///< reads the script on standard input, or from the file where "{input}" stands
  std::vector<std::string> incremental;  ///< flags added for a script with push or with several checks
  std::vector<std::string> work_limit;   ///< flags for a deterministic limit, "{work}" for the number; or empty
  std::vector<std::string> persistent;   ///< argv for RunStyle::Persistent; empty: not possible
  std::string library;  ///< RunStyle::Library: "z3" for the worker assay-z3-worker, or its path; empty: not possible
  std::vector<std::string> version;  ///< argv that prints the version
  std::string recognize;             ///< a pattern on a line of that output, by which another program is recognised
  std::string family_note;           ///< how the family of a user's program was found; empty: it was given
  std::string install;               ///< advice for people who do not have it
  std::string prelude;               ///< commands put before every script
  std::string prelude_model;         ///< commands put before a script whose model is asked for
  std::string prelude_core;          ///< commands put before a script whose unsat core is asked for
  bool minimize_groups = false;      ///< groups of soft constraints want a (minimize group) of their own
  bool minimal_cores = false;        ///< with prelude_core, the solver promises cores without a needless assertion
  /// The case's witness goes before the script, as comment lines that begin with kWitnessComment (and a first line with
  /// the interpretation's number, kInterpretationComment): for test programs that check against it.
  bool witness_comments = false;
  Dialect dialect;
  std::vector<VersionedSpelling> spellings;  ///< what speak_as_of adds to the dialect
  std::vector<std::string> logics;           ///< patterns ("QF_*") of the logics it takes; empty: all
  std::vector<std::string> theories;         ///< names of Theory that it takes; empty: all
  std::vector<std::string>
      lacks;  ///< operators (standard names) and features ("quantifiers", "push"; kFeatureNames) it has not
  std::vector<std::string> extensions;  ///< non-standard operators (OperatorRow::standard) that it knows; "*": all
  bool accepts_opaque = false;          ///< scripts with operators, sorts and commands that Assay does not know
  std::vector<std::string>
      decidable;  ///< patterns of the logics where it claims to be complete: "unknown" is a finding
  std::vector<core::OutputPattern> crashes;        ///< output that is a crash whatever the exit code says
  std::vector<core::OutputPattern> out_of_memory;  ///< output that says so
  std::vector<core::OutputPattern> timeouts;       ///< output that says that the solver's own limit was reached
  std::vector<core::OutputPattern> skips;          ///< errors that mean "not supported", counted
  std::vector<core::OutputPattern> noise;          ///< lines that say nothing
  std::vector<ConfessionPattern> confessions;      ///< what its own checks say against its answers
  std::vector<core::KnownBug> known_bugs;
  std::vector<SolverConfiguration> sweep;  ///< for --option-sweep
  std::vector<SolverOption> options;       ///< for --options; resolve_targets keeps those of the version
};
inline constexpr std::string_view kWitnessComment = ";witness ";
inline constexpr std::string_view kInterpretationComment = ";interpretation ";
/// Before the witness, where the case has them: names of assertions that contradict each other (SmtFacts::core), and
/// what get-objectives must say (SmtFacts::optimum).
inline constexpr std::string_view kCoreComment = ";core ";
inline constexpr std::string_view kOptimumComment = ";optimum ";

[[nodiscard]] const std::vector<SolverDefinition>& builtin_solvers();
/// "z3" (a built-in), "mine=/path/solver -flag ..." (split at white space; speaks SMT-LIB on standard input; inherits
/// the family that it is recognised as), "mine:z3=/path/solver" (of that family), or "path/to/file.toml".
[[nodiscard]] Result<SolverDefinition> resolve_solver(std::string_view text);
/// A definition as TOML text says it; `path` is for messages.
[[nodiscard]] Result<SolverDefinition> parse_solver(std::string_view toml, const std::string& path);
/// The same solver, told to give up (deterministically) after so much work; unchanged if it has no such flag.
[[nodiscard]] SolverDefinition with_work_limit(SolverDefinition definition, std::uint64_t work);

/// Gives the dialect the spellings of this version, as the solver says it. A version without a number gets the older
/// spellings, because solvers keep an old name for years after they add a new one. The dialect's own spellings stay.
void speak_as_of(SolverDefinition& definition, std::string_view version);

enum class Reply : std::uint8_t { Sat, Unsat, Unknown };
[[nodiscard]] std::string_view name(Reply reply);

/// A solver's own check of its model, its core or its proof has failed.
struct Confession {
  core::BugKind kind = core::BugKind::Crash;
  std::string meaning;
};

/// The outcome of one run of a solver.
struct SolverAnswer {
  enum class Kind : std::uint8_t {
    Answered,     ///< one reply per check-sat
    Unsupported,  ///< a `skips` pattern: reason in `message`
    Error,        ///< an (error ...) on the script: message
    Crash,        ///< signal, assertion failure, a `crashes` pattern, an exit without an answer: message
    Timeout,
    OutOfMemory,
    OutputLimit,
    FileLimit,  ///< it wrote a file that was larger than it may
    Killed,     ///< not by Assay: by the kernel when memory is short, or by a batch system
    Cancelled,
    Missing,  ///< the program cannot be started
    Garbage,  ///< something that is no answer
  };
  Kind kind = Kind::Garbage;
  std::vector<Reply> replies;
  std::optional<std::string> model;  ///< text of the last get-model answer
  bool model_asked = false;          ///< after the last check
  bool model_excused =
      false;  ///< a `skips` pattern, or a limit of ours, says why the model that was asked for is missing
  std::optional<std::vector<std::string>> core;  ///< names of the unsat core
  std::optional<std::string> objectives;         ///< text of the get-objectives answer
  std::optional<Confession> confession;          ///< beside whatever else it said
  std::string message;       ///< one line, numbers and addresses taken out: what signatures are made of
  std::string unclassified;  ///< first line of standard output that is no answer, printable; or empty
  std::string output;        ///< standard output and error, shortened, printable
  core::Usage usage;
};

/// The queries after the last check-sat of a script. Queries that the solver's definition lacks are left out.
struct Query {
  bool model = false;
  bool core = false;        ///< the unsat core, of the named assertions
  bool objectives = false;  ///< z3's get-objectives

  [[nodiscard]] bool any() const { return model || core || objectives; }
};

/// The answer in a word or a line, for tables: "sat", "sat unsat", "timeout".
[[nodiscard]] std::string summary(const SolverAnswer& answer);

/// The command line of a fresh solver process and the complete text on its standard input.
struct SolverInput {
  std::vector<std::string>
      argv;          ///< SolverDefinition::argv; with `incremental` for a script with push or several checks
  std::string text;  ///< the script behind the definition's preludes, with the query's commands behind its last check
};
[[nodiscard]] SolverInput solver_input(const SolverDefinition& definition, std::string_view script, const Query& query);

/// Runs one solver, in a scratch folder of its own; owned by one worker. Restarts a persistent process on trouble.
class SolverRunner {
 public:
  SolverRunner(const SolverDefinition& definition, const core::Limits& limits);
  ~SolverRunner();
  SolverRunner(const SolverRunner&) = delete;
  SolverRunner& operator=(const SolverRunner&) = delete;

  /// `script` as text without the commands of `query`, which come after the last check-sat.
  /// A style that the solver does not have, or that the script cannot be framed in (unbalanced text), becomes Process.
  [[nodiscard]] SolverAnswer run(std::string_view script, const Query& query, RunStyle style,
                                 const std::stop_token& stop);

  /// How often a persistent process or a worker had to be started again: after trouble, and to free memory.
  [[nodiscard]] std::uint64_t restarts() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Runs scripts on a solver. Tests replace it by a solver of their own.
class SolverPort {
 public:
  virtual ~SolverPort() = default;
  [[nodiscard]] virtual SolverAnswer run(std::string_view script, const Query& query, RunStyle style,
                                         const std::stop_token& stop) = 0;
};
using SolverFactory =
    std::function<std::unique_ptr<SolverPort>(const SolverDefinition& definition, const core::Limits& limits)>;
/// The port that runs the solver's own process: SolverRunner.
[[nodiscard]] std::unique_ptr<SolverPort> make_runner_port(const SolverDefinition& definition,
                                                           const core::Limits& limits);

/// The script in the solver's own spelling, with `let` where `text`, the same script as SMT-LIB, has any.
[[nodiscard]] std::string respelled(const SolverDefinition& definition, const TermStore& store, const Script& script,
                                    std::string_view text);
/// The same of a script that is only text; text that is no SMT-LIB stays as it is.
[[nodiscard]] std::string respelled(const SolverDefinition& definition, std::string_view text);
/// The case's script as this solver reads it: with the witness in comments, if the definition wants it. `script` takes
/// the place of the case's own text.
[[nodiscard]] std::string input_text(const SolverDefinition& definition, const core::Case& subject,
                                     std::optional<std::string> script = {});

/// The solver's version in a line, or an Error that says that it is not there and how to get it.
[[nodiscard]] Result<std::string> solver_version(const SolverDefinition& definition);

/// The path of the hidden worker for a definition's `library`, or an empty string.
[[nodiscard]] std::string library_worker(const SolverDefinition& definition);

/// Whether the solver takes scripts like this (logic, theories, features), and if not, the reason of the Skip. For many
/// scripts or targets, use features_of and Capabilities (features.hpp).
[[nodiscard]] std::optional<core::Skip> unsupported(const SolverDefinition& definition, const TermStore& store,
                                                    const Script& script);

/// What findings with the same cause share: the kind with the solver's normalised message, or, where answers were
/// wrong or a mere signal came, with the operators and sorts of the reduced script. Stable across machines and
/// versions.
[[nodiscard]] std::string signature(const SolverDefinition& definition, const core::Case& reduced,
                                    const core::Verdict& verdict);

/// What in the script a wrong answer or a mere signal may be due to: its operators but for the Boolean connectives, and
/// `match`, degenerate indices and odd names. Empty where the solver's own message tells causes apart.
[[nodiscard]] std::vector<std::string> causes(const core::Case& reduced, const core::Verdict& verdict);

/// The reason of an invalid model that did not come at all.
inline constexpr const char* kNoModel = "none given";

/// Whether the message tells causes of this kind apart, so that it alone is the signature. A signal says nothing of
/// where it came from.
[[nodiscard]] bool told_by_message(core::BugKind kind, std::string_view message);

/// A file of a control: models are judged on this script instead of the case's own.
inline constexpr std::string_view kJudgedFile = "judged.smt2";

/// Planted bugs and a clean run for a target, in a logic that it takes (DESIGN section 3, controls). The planted bugs
/// are cases that claim a wrong truth: Assay must report the answer that contradicts it.
[[nodiscard]] std::vector<core::Control> solver_controls(const SolverDefinition& definition, std::size_t target);

}  // namespace assay::smt
