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
#include "assay/smt/script.hpp"
#include "core/case/case.hpp"
#include "core/case/tester.hpp"
#include "core/proc/proc.hpp"
#include "core/target/known_bug.hpp"
#include "smt/solver/requests.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// How a solver is run. Process: a fresh process for each script. Persistent: one process for many scripts, with a
/// (reset) between them. Library: a forked worker of Assay that is linked with the solver's library. Auto: Persistent
/// for scripts that need no further flags and set no option, because options survive a (reset); else Process.
enum class RunStyle : std::uint8_t { Process, Persistent, Library, Auto };

/// A configuration of a solver under which its answers must be the same: a `[[sweep]]` row.
struct SolverConfiguration {
  std::string name;
  std::string prelude;             ///< set-option commands
  std::vector<std::string> flags;  ///< added to argv
};

/// An option of a solver with random values in campaigns. Its value must not change answers: a row of `options`.
struct SolverOption {
  enum class Type : std::uint8_t { Bool, Choice, Number };
  std::string name;  ///< for set-option, without the colon
  Type type = Type::Bool;
  std::vector<std::string> values;  ///< the values to draw, without the default value. Empty: those from low to high
  std::int64_t low = 0;             ///< of a Number without values
  std::int64_t high = 0;
  std::string flag;   ///< command-line argument that sets the option, with "{value}"; empty: set-option sets it
  std::string since;  ///< first version with the option; empty: every version before `fixed`
  std::string fixed;  ///< first version without the option; empty: none
};

/// Another name of an operator in some versions of a solver: a `[[spelling]]` row.
struct VersionedSpelling {
  std::string op;     ///< name in SMT-LIB
  std::string as;     ///< name in these versions
  std::string since;  ///< first version with the name `as`; empty: all before `fixed`
  std::string fixed;  ///< first version that does not need `as`
};

/// A pattern of the output by which a solver reports that its own answer is wrong: a `[[confession]]` row.
struct ConfessionPattern {
  std::string pattern;  ///< regular expression
  core::BugKind kind = core::BugKind::Crash;
  std::string meaning;
};

/// A kind of certificate that a solver gives: a `[[certificate]]` row.
struct GivenCertificate {
  CertificateKind kind = CertificateKind::Interpolants;
  std::string prelude;               ///< commands before a script that asks for it
  std::vector<std::string> flags;    ///< added to argv for a script that asks for it
  std::vector<std::string> choices;  ///< what campaigns draw from: tactics; options of simplify
};

/// The definition of a solver, from data/targets/*.toml (built in) or from a user's TOML file. docs/user/targets.md
/// explains each key.
struct SolverDefinition {
  std::string name;               ///< unique in a campaign
  std::string family;             ///< the built-in definition on which it is based: "z3", "smtlib"
  std::vector<std::string> argv;  ///< command line; "{input}": the script's file; without it: script on standard input
  std::vector<std::string> incremental;  ///< flags added for a script with push or with several checks
  std::vector<std::string> work_limit;   ///< flags for a deterministic limit, with "{work}"; empty: not supported
  std::vector<std::string> statistics;   ///< flags with which it prints the work of a run; empty: not supported
  std::string work_counter;              ///< the text before the count of work in that output
  std::vector<std::string> reseed;       ///< flags for another random seed, with "{seed}"; empty: not supported
  /// Flags. Each may bring back the behaviour of earlier versions.
  std::vector<std::string> earlier_behaviour;
  std::vector<std::string> persistent;  ///< argv for RunStyle::Persistent; empty: not supported
  std::string library;  ///< RunStyle::Library: "z3" for the worker assay-z3-worker, or its path; empty: not supported
  std::vector<std::string> version;  ///< argv that prints the version
  std::string recognize;             ///< pattern of a line of that output by which a user's program is recognised
  std::string family_note;           ///< how the family of a user's program was recognised; empty: the user gave it
  std::string install;               ///< how to install the solver
  std::string prelude;               ///< commands before every script
  std::string prelude_model;         ///< commands before a script whose model is requested
  std::string prelude_core;          ///< commands before a script whose unsat core is requested
  /// Commands before a script with which it writes a log of its instantiations in z3's format (option `trace`) to
  /// standard output, and its answers to standard error; empty: not supported.
  std::string prelude_log;
  /// Commands before a script that the solver must refute by E-matching alone, which switch off other methods. Empty:
  /// the solver does not claim to find all instances of patterns.
  std::string prelude_matching;
  /// Commands before a script whose proof is requested, with "{format}" for the format; empty: no proofs.
  std::string prelude_proof;
  std::vector<GivenCertificate> certificates;  ///< the kinds of certificates that it gives
  /// Names of tactics (z3) whose goals together are equivalent to the assertions. The goals of other tactics need only
  /// be satisfiable if the assertions are.
  std::vector<std::string> equivalent_tactics;
  std::vector<std::string> implied_tactics;  ///< names of tactics whose goals follow from the assertions
  bool minimize_groups = false;              ///< each group of soft constraints needs its own (minimize group)
  bool minimal_cores = false;                ///< with prelude_core, the solver promises minimal cores
  /// True: the script is preceded by the case's witness, as comment lines that begin with kWitnessComment, after a line
  /// with kInterpretationComment and the interpretation's number. For test programs that check scripts with it.
  bool witness_comments = false;
  Dialect dialect;
  std::vector<VersionedSpelling> spellings;  ///< speak_as_of adds the version's rows to the dialect
  std::vector<std::string> logics;           ///< patterns ("QF_*") of the supported logics; empty: all
  std::vector<std::string> theories;         ///< names of the supported theories (Theory); empty: all
  std::vector<std::string>
      lacks;  ///< unsupported operators (standard names) and features ("quantifiers", "push"; kFeatureNames)
  std::vector<std::string> extensions;  ///< supported non-standard operators (OperatorRow::standard); "*": all
  bool accepts_opaque = false;          ///< it gets scripts with operators, sorts or commands that Assay does not know
  std::vector<std::string>
      decidable;  ///< patterns of the logics in which it claims completeness: there `unknown` is a bug
  std::vector<core::OutputPattern> crashes;        ///< output of a crash, for every exit code
  std::vector<core::OutputPattern> out_of_memory;  ///< output of a run out of memory
  std::vector<core::OutputPattern> timeouts;       ///< output of a run that reached the solver's own time limit
  std::vector<core::OutputPattern> skips;          ///< errors that mean "not supported"; counted as skips
  std::vector<core::OutputPattern> noise;          ///< lines that are ignored
  std::vector<ConfessionPattern> confessions;      ///< reports of the solver that its own answer is wrong
  std::vector<core::KnownBug> known_bugs;
  std::vector<SolverConfiguration> sweep;  ///< for --option-sweep
  std::vector<SolverOption> options;       ///< for --options; resolve_targets keeps the version's options
};
inline constexpr std::string_view kWitnessComment = ";witness ";
inline constexpr std::string_view kInterpretationComment = ";interpretation ";
/// Comment lines before the witness: the names of the expected core's assertions (SmtFacts::core), and the expected
/// objective values (SmtFacts::optimum). Omitted if the case has none.
inline constexpr std::string_view kCoreComment = ";core ";
inline constexpr std::string_view kOptimumComment = ";optimum ";

[[nodiscard]] const std::vector<SolverDefinition>& builtin_solvers();
/// Accepts "z3" (a built-in definition), "mine=/path/solver -flag ..." (split at white space; reads SMT-LIB on standard
/// input; of the family that `recognize` patterns give), "mine:z3=/path/solver" (of that family), or
/// "path/to/file.toml".
[[nodiscard]] Result<SolverDefinition> resolve_solver(std::string_view text);
/// Parses a definition in TOML; `path` is for messages.
[[nodiscard]] Result<SolverDefinition> parse_solver(std::string_view toml, const std::string& path);
/// The definition with the flags for a deterministic limit of `work`; unchanged if it has no work_limit.
[[nodiscard]] SolverDefinition with_work_limit(const SolverDefinition& definition, std::uint64_t work);

/// The definition with the flags for this random seed; unchanged if it has no `reseed`.
[[nodiscard]] SolverDefinition with_seed(const SolverDefinition& definition, std::uint64_t seed);
/// The definition with the flags to print the work of a run.
[[nodiscard]] SolverDefinition with_statistics(const SolverDefinition& definition);

/// Adds the spellings of this version (the solver's output) to the dialect, whose own spellings stay. A version without
/// a number gets the older spellings, because solvers accept old names for years after they add new ones.
void speak_as_of(SolverDefinition& definition, std::string_view version);

enum class Reply : std::uint8_t { Sat, Unsat, Unknown };
[[nodiscard]] std::string_view name(Reply reply);

/// A solver's report that its own check of a model, core or proof has failed.
struct Confession {
  core::BugKind kind = core::BugKind::Crash;
  std::string meaning;
};

/// The outcome of one run of a solver.
struct SolverAnswer {
  enum class Kind : std::uint8_t {
    Answered,     ///< one reply per check-sat
    Unsupported,  ///< a `skips` pattern; `message` has the reason
    Error,        ///< an (error ...) about the script, in `message`
    Crash,        ///< signal, assertion failure, a `crashes` pattern, or an exit without an answer; see `message`
    Timeout,
    OutOfMemory,
    OutputLimit,
    FileLimit,  ///< it wrote a file larger than the limit
    Killed,     ///< by another program than Assay: the kernel when memory is short, or a batch system
    Cancelled,
    Missing,  ///< the program cannot be started
    Garbage,  ///< output that is no answer
  };
  Kind kind = Kind::Garbage;
  std::vector<Reply> replies;
  /// All replies of a run with errors. The solver went on without the rejected commands, so that these are replies to
  /// another script.
  std::vector<Reply> replies_despite_errors;
  /// The commands that it rejected before its last reply, or before the end of a run that did not end by itself: the
  /// place of each error ("line 17 column 29"), or its message.
  std::vector<std::string> rejected;
  std::optional<std::string> model;  ///< text of the last get-model answer
  bool model_asked = false;          ///< a model was requested after the last check
  bool model_excused = false;        ///< a `skips` pattern or a limit of Assay explains why the model is missing
  std::optional<std::vector<std::string>> core;  ///< names of the unsat core
  std::optional<std::string> objectives;         ///< text of the get-objectives answer
  std::optional<std::string> proof;              ///< text of the get-proof answer
  std::vector<std::string> certificates;  ///< replies to requests for certificates, in order (Query::certificates)
  std::optional<Confession> confession;   ///< a report against its own answer, which may also be present
  std::string message;                    ///< one line without numbers and addresses; signatures are made from it
  std::string unclassified;               ///< first line of standard output that is no answer, printable; empty: none
  std::string output;                     ///< standard output and error, shortened, printable
  core::Usage usage;
  std::optional<int> exit_code;  ///< of a process that ended by itself
  std::uint64_t work = 0;        ///< the count after SolverDefinition::work_counter in the output; 0: none
};

/// The queries after the last check-sat of a script. Queries that the solver does not support are not sent.
struct Query {
  bool model = false;
  bool core = false;        ///< the unsat core, of the named assertions
  bool objectives = false;  ///< z3's get-objectives
  bool matching = false;    ///< an answer by E-matching alone
  std::string proof = {};   ///< the format of the proof; empty: no proof
  /// The replies to the script's own requests for certificates (requested_by) are read apart from its answers.
  bool certificates = false;

  [[nodiscard]] bool any() const { return model || core || objectives || matching || !proof.empty(); }
};

/// A short text for tables: "sat", "sat unsat", "timeout".
[[nodiscard]] std::string summary(const SolverAnswer& answer);

/// The command line of a fresh solver process and the complete text on its standard input.
struct SolverInput {
  std::vector<std::string>
      argv;          ///< SolverDefinition::argv; with `incremental` for a script with push or several checks
  std::string text;  ///< the preludes and the script, with the query's commands after its last check
};
[[nodiscard]] SolverInput solver_input(const SolverDefinition& definition, std::string_view script, const Query& query);

/// Runs one solver in its own scratch folder. Owned by one worker. Restarts a persistent process that fails.
class SolverRunner {
 public:
  SolverRunner(const SolverDefinition& definition, const core::Limits& limits);
  ~SolverRunner();
  SolverRunner(const SolverRunner&) = delete;
  SolverRunner& operator=(const SolverRunner&) = delete;

  /// `script`: without the commands of `query`, which are inserted after the last check-sat. The style becomes Process
  /// if the solver does not support `style`, or if the script's parentheses are not balanced.
  [[nodiscard]] SolverAnswer run(std::string_view script, const Query& query, RunStyle style,
                                 const std::stop_token& stop);

  /// Number of restarts of a persistent process or worker, after failures and to free memory.
  [[nodiscard]] std::uint64_t restarts() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Interface to a solver, which tests replace.
class SolverPort {
 public:
  virtual ~SolverPort() = default;
  [[nodiscard]] virtual SolverAnswer run(std::string_view script, const Query& query, RunStyle style,
                                         const std::stop_token& stop) = 0;
};
using SolverFactory =
    std::function<std::unique_ptr<SolverPort>(const SolverDefinition& definition, const core::Limits& limits)>;
/// A port that runs the solver with a SolverRunner.
[[nodiscard]] std::unique_ptr<SolverPort> make_runner_port(const SolverDefinition& definition,
                                                           const core::Limits& limits);

/// The script in the solver's spelling. `text`: the same script in SMT-LIB; the result has `let` if `text` has.
[[nodiscard]] std::string respelled(const SolverDefinition& definition, const TermStore& store, const Script& script,
                                    std::string_view text);
/// The script in the solver's spelling; unchanged if it cannot be parsed.
[[nodiscard]] std::string respelled(const SolverDefinition& definition, std::string_view text);
/// The case's script for this solver, with the witness in comments if the definition has witness_comments. `script`
/// replaces the case's text.
[[nodiscard]] std::string input_text(const SolverDefinition& definition, const core::Case& subject,
                                     std::optional<std::string> script = {});

/// The solver's version in one line. The Error for a missing solver says how to install it.
[[nodiscard]] Result<std::string> solver_version(const SolverDefinition& definition);

/// The path of the worker program for the definition's `library`; empty if there is none.
[[nodiscard]] std::string library_worker(const SolverDefinition& definition);

/// The Skip if the solver does not support the script's logic, theories or features; else nullopt. For many scripts or
/// targets, use features_of and Capabilities (features.hpp).
[[nodiscard]] std::optional<core::Skip> unsupported(const SolverDefinition& definition, const TermStore& store,
                                                    const Script& script);

/// The signature of a bug, which findings with the same cause share: the kind with the solver's normalised message. For
/// wrong answers and signals without a message: the kind with the operators and sorts of the reduced script. Stable
/// across machines and versions.
[[nodiscard]] std::string signature(const SolverDefinition& definition, const core::Case& reduced,
                                    const core::Verdict& verdict);

/// Features of the script that may cause a wrong answer or a signal without a message: operators except the Boolean
/// connectives, `match`, degenerate indices, odd names. Empty if the solver's message identifies the cause.
[[nodiscard]] std::vector<std::string> causes(const core::Case& reduced, const core::Verdict& verdict);

/// The reason of an invalid model: the solver gave none.
inline constexpr const char* kNoModel = "none given";

/// True if messages of this kind identify the cause, so that the message alone is the signature. False for signals.
[[nodiscard]] bool told_by_message(core::BugKind kind, std::string_view message);

/// A file of a control: models are judged with this script instead of the case's script.
inline constexpr std::string_view kJudgedFile = "judged.smt2";

/// The controls of a target, in a logic that it supports (DESIGN section 3): planted bugs and a clean run. A planted
/// bug is a case with a wrong expected truth, for which Assay must report the target's right answer.
[[nodiscard]] std::vector<core::Control> solver_controls(const SolverDefinition& definition, std::size_t target);

}  // namespace assay::smt
