#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/datalog/dialect.hpp"
#include "core/case/case.hpp"
#include "core/proc/proc.hpp"
#include "core/target/known_bug.hpp"

namespace assay::datalog {

/// The line that ends each answer of a persistent engine.
inline constexpr std::string_view kEndOfAnswer = "assay-end-of-answer";

/// A named set of an engine's flags that must not change any result.
struct EngineSweep {
  std::string name;
  std::vector<std::string> flags;
};

/// A build of an engine that can run many programs in one process.
struct PersistentBuild {
  std::string output;              ///< pattern for a line of the version command's output
  std::vector<std::string> flags;  ///< flags that the build needs to run many programs
};

/// A Datalog engine as data (data/engines/*.toml; docs/user/datalog-engines.md).
struct EngineDefinition {
  std::string name;
  std::string dialect;
  std::vector<std::string> argv;   ///< command for one program, read from standard input or from the file "{input}"
  std::string driver;              ///< text of a script; "{driver}" in `argv` becomes the path of a file with it
  std::vector<std::string> shown;  ///< the command in reports; empty: `argv`
  /// A command for reports that needs none of Assay's drivers: shell text with {input}, {flags} and {version}. Empty:
  /// command().
  std::string pasted_command;
  std::string pasted_text;                ///< the input file of reports, with "{program}"; empty: the program alone
  std::string pasted_extension;           ///< extension of the input file in reports; empty: the dialect's
  std::vector<std::string> pasted_needs;  ///< programs that `pasted_command` calls
  std::string pasted_driver_name;       ///< another file of reports, which `pasted_command` uses; empty: there is none
  std::string pasted_driver;            ///< its text, with {version}
  std::vector<std::string> persistent;  ///< command for many programs, one after the other; empty: there is none
  /// The builds of the engine that support `persistent`; empty: all builds do.
  std::vector<PersistentBuild> persistent_builds;
  bool persistent_flags = false;  ///< whether `persistent` accepts the flags of sweeps
  /// Whether a program that `persistent` refuses leaves it as it was, so that it answers the next program.
  bool persistent_survives = false;
  std::string persistent_driver;  ///< text for the file "{driver}" in `persistent`; empty: `driver`
  std::string persistent_before;  ///< sent before each program: commands that forget the previous program
  std::string persistent_after;   ///< sent after each program: commands that print the line kEndOfAnswer
  /// A worker program of Assay that contains the engine as a library: short name ("z3": assay-z3-worker) or path, and
  /// arguments. Empty: there is none. It uses the protocol of a persistent solver.
  std::vector<std::string> library;
  std::vector<std::string> version;  ///< command that prints the version
  std::string recognize;             ///< pattern for a line of the version's output that identifies the engine
  std::string note;                  ///< for people: how the program was recognised, why it has another style
  std::string version_label;         ///< beginning of the line with the version; empty: the first line with a number
  std::string install;               ///< instructions to install the engine
  /// CPU time of a small program's process, in hundredths of a second. Costlier engines get fewer programs.
  double cost = 1;
  std::vector<std::string> lacks;            ///< names of capabilities that the dialect has and this engine lacks
  std::vector<core::OutputPattern> crashes;  ///< messages that mean a crash, for every exit code
  std::vector<core::OutputPattern> skips;    ///< messages that mean "not supported" or "too large"
  std::vector<core::KnownBug> known_bugs;
  std::vector<core::KnownBug> unusable;  ///< versions that cannot be tested; KnownBug::cause is the reason
  std::vector<EngineSweep> sweeps;
  std::vector<EngineSweep> slow_sweeps;  ///< sweeps that make a run many times slower; used with --slow-options only

  /// The command that reports show.
  [[nodiscard]] const std::vector<std::string>& command() const { return shown.empty() ? argv : shown; }
};

/// A command with additional flags. They stand behind the program, or behind "{driver}" if there is one.
[[nodiscard]] std::vector<std::string> with_flags(std::vector<std::string> words,
                                                  const std::vector<std::string>& flags);

[[nodiscard]] const std::vector<EngineDefinition>& builtin_engines();
/// Reads a definition in TOML, which may inherit from a built-in one. `path` is for messages.
[[nodiscard]] Result<EngineDefinition> parse_engine(std::string_view toml, const std::string& path);
/// `text` is a built-in engine ("muz"), a program ("mine=/path/engine -flag", whose engine is recognised by its
/// version's output, or "mine:souffle=/path/engine"), or a TOML file.
[[nodiscard]] Result<EngineDefinition> resolve_engine(std::string_view text);

/// An engine under test.
struct EngineTarget {
  EngineDefinition definition;
  const Dialect* dialect = nullptr;
  Capabilities capabilities;  ///< the dialect's capabilities without EngineDefinition::lacks
  std::string version;        ///< the line that the engine prints, or "unknown"
};
/// Resolves each text. `must_run`: an engine whose version cannot be read or tested is an Error.
[[nodiscard]] Result<std::vector<EngineTarget>> resolve_engines(const std::vector<std::string>& texts, bool must_run);

/// The outcome of one run of an engine on one program.
struct EngineAnswer {
  enum class Kind : std::uint8_t {
    Computed,   ///< the run has an output
    Limited,    ///< a limit of time or memory was reached, the process was killed from outside or could not start
    TooLarge,   ///< more output than the limits allow
    Skipped,    ///< a message that means "not supported"
    Rejected,   ///< the engine refuses the program
    Crashed,    ///< a signal, a message about a crash, or output that cannot be read
    Cancelled,  ///< a stop was requested
  };
  Kind kind = Kind::Computed;
  Output output;       ///< for Computed
  std::string reason;  ///< for all other kinds: a short phrase, or the message without parts that vary between runs
  std::string text;    ///< the printed text, shortened, for people
  bool is_unreadable = false;  ///< for Crashed: the run ended as it should, with output that cannot be read
  core::Usage usage;
};

/// The number of bytes that may still be written to temporary files.
class DiskBudget {
 public:
  explicit DiskBudget(std::uint64_t bytes) : left_(bytes) {}

  [[nodiscard]] bool take(std::uint64_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }
  void give_back(std::uint64_t bytes) { left_ += bytes; }

 private:
  std::uint64_t left_;
};

/// Runs programs on an engine. Tests use implementations without a process.
class EnginePort {
 public:
  virtual ~EnginePort() = default;
  /// `fresh`: the program gets a process of its own. `flags` (EngineSweep) are added to the engine's command.
  [[nodiscard]] virtual EngineAnswer run(const Program& program, const std::vector<std::string>& flags, bool fresh,
                                         const std::stop_token& stop) = 0;
  /// For results of any size, always in a process of its own. The printed text is stored on the disk until it is read.
  /// All tuples go to `sink`, and the relations of the answer stay empty. The answer is TooLarge if the text exceeds
  /// `disk`, the disk is full, or the sink refuses a tuple. The default implementation uses run().
  [[nodiscard]] virtual EngineAnswer run_large(const Program& program, const std::vector<std::string>& flags,
                                               TupleSink& sink, DiskBudget& disk, const std::stop_token& stop);
};
/// Passes all tuples to the sink. Stops at the first tuple that the sink refuses.
[[nodiscard]] Status add_all(const std::vector<Tuples>& relations, const std::vector<std::string>& symbols,
                             TupleSink& sink);
using EngineFactory =
    std::function<std::unique_ptr<EnginePort>(const EngineTarget& target, const core::Limits& limits)>;
/// How to run programs that need no process of their own.
enum class EngineStyle : std::uint8_t {
  Process,     ///< one process for each program
  Persistent,  ///< one process of the engine for many programs
  Library,     ///< a worker program of Assay that contains the engine
};
[[nodiscard]] std::string_view name(EngineStyle style);
[[nodiscard]] std::optional<EngineStyle> engine_style(std::string_view name);
/// The definition for this style. Its `persistent` is the command that runs many programs, or empty for one process
/// each. `note` says so if only this build of the engine cannot run many programs. Returns an Error if the engine is
/// not available as a library.
[[nodiscard]] Result<EngineDefinition> in_style(EngineDefinition definition, EngineStyle style);
/// The port that runs the engine as a process.
[[nodiscard]] std::unique_ptr<EnginePort> make_engine_port(const EngineTarget& target, const core::Limits& limits);

}  // namespace assay::datalog
