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
#include "assay/core/case.hpp"
#include "assay/core/proc.hpp"
#include "assay/core/target/known_bug.hpp"
#include "assay/datalog/dialect.hpp"

namespace assay::datalog {

/// Ends an answer of a persistent engine.
inline constexpr std::string_view kEndOfAnswer = "assay-end-of-answer";

/// Flags of an engine that must not change any result.
struct EngineSweep {
  std::string name;
  std::vector<std::string> flags;
};

/// A build of an engine that runs many programs in one process.
struct PersistentBuild {
  std::string output;              ///< a pattern on a line of the version's output
  std::vector<std::string> flags;  ///< what it needs for that
};

/// A Datalog engine as data (data/engines/*.toml; docs/user/datalog-engines.md).
struct EngineDefinition {
  std::string name;
  std::string dialect;
  std::vector<std::string> argv;   ///< reads the program on its standard input, or from the file that "{input}" is
  std::string driver;              ///< the text of a script, written to the file that "{driver}" is in `argv`
  std::vector<std::string> shown;  ///< what reports show as the command; empty: `argv`
  /// How a report shows a program to a person who has the engine, but none of our drivers. `pasted_command` is shell
  /// text with {input}, {flags} and {version}; empty: the command's words. `pasted_text` is the input file with the
  /// program in the place of {program}; empty: the program alone.
  std::string pasted_command;
  std::string pasted_text;
  std::string pasted_extension;           ///< of the input file's name; empty: the dialect's
  std::vector<std::string> pasted_needs;  ///< programs that `pasted_command` calls
  std::vector<std::string> persistent;    ///< the same for many programs, one after the other; empty: there is none
  /// The builds of the engine that can do that; empty: all.
  std::vector<PersistentBuild> persistent_builds;
  bool persistent_flags = false;  ///< flags of sweeps mean the same in `persistent`
  std::string persistent_driver;  ///< a program's text, written to the file that "{driver}" is in `persistent`
  std::string persistent_before;  ///< what a program is wrapped in then: forget the one before ...
  std::string persistent_after;   ///< ... and print kEndOfAnswer on a line of its own
  /// Our own program that has the engine as a library, by its short name ("z3": assay-z3-worker) or its path, and its
  /// arguments; empty: there is none. It speaks the protocol of a persistent solver.
  std::vector<std::string> library;
  std::vector<std::string> version;
  std::string recognize;      ///< a pattern on a line of that output, by which a program is recognised
  std::string note;           ///< for people: how the program was recognised, why it has another style
  std::string version_label;  ///< what the version's line begins with; empty: any line with a number
  std::string install;        ///< how one gets it
  /// CPU time of a small program's process, in hundredths of a second: costlier engines get fewer programs.
  double cost = 1;
  std::vector<std::string> lacks;            ///< names of capabilities of the dialect that this engine has not
  std::vector<core::OutputPattern> crashes;  ///< messages that are a crash, whatever the exit code says
  std::vector<core::OutputPattern> skips;    ///< messages that mean "not supported" or "too large"
  std::vector<core::KnownBug> known_bugs;
  std::vector<core::KnownBug> unusable;  ///< versions that cannot be tested; KnownBug::cause is the reason
  std::vector<EngineSweep> sweeps;
  std::vector<EngineSweep> slow_sweeps;  ///< that make a run take many times as long: only when asked for

  /// The command for people.
  [[nodiscard]] const std::vector<std::string>& command() const { return shown.empty() ? argv : shown; }
};

/// An engine's words with more flags: in front of its own, behind the program and its driver.
[[nodiscard]] std::vector<std::string> with_flags(std::vector<std::string> words,
                                                  const std::vector<std::string>& flags);

[[nodiscard]] const std::vector<EngineDefinition>& builtin_engines();
/// A definition in TOML; `path` is for messages. It may inherit from a built-in one.
[[nodiscard]] Result<EngineDefinition> parse_engine(std::string_view toml, const std::string& path);
/// "muz", "mine=/path/engine -flag" (as the built-in one that it is recognised as), "mine:souffle=/path/engine", or a
/// TOML file.
[[nodiscard]] Result<EngineDefinition> resolve_engine(std::string_view text);

/// An engine under test, looked up.
struct EngineTarget {
  EngineDefinition definition;
  const Dialect* dialect = nullptr;
  Capabilities capabilities;  ///< of the dialect, less what the engine lacks
  std::string version;        ///< as it says itself, or "unknown"
};
[[nodiscard]] Result<std::vector<EngineTarget>> resolve_engines(const std::vector<std::string>& texts, bool must_run);

/// The outcome of one run of an engine on one program.
struct EngineAnswer {
  enum class Kind : std::uint8_t {
    Computed,  ///< output
    Limited,   ///< our limits, or the machine: time, memory, killed from outside, cannot start: reason
    TooLarge,  ///< more output than the limits keep: reason
    Skipped,   ///< a message that means "not supported": reason
    Rejected,  ///< it refuses the program: reason
    Crashed,   ///< a signal, a message of its own about a crash, or output that cannot be read: reason
    Cancelled,
  };
  Kind kind = Kind::Computed;
  Output output;
  std::string reason;  ///< a short phrase, or the message without what changes between runs
  std::string text;    ///< what it printed, shortened, for people
  core::Usage usage;
};

/// What may still be written of temporary files, in bytes.
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

/// Runs programs on an engine. Tests replace it by engines of their own.
class EnginePort {
 public:
  virtual ~EnginePort() = default;
  /// `fresh`: in a process of its own. `flags` are added to the engine's own (EngineSweep).
  [[nodiscard]] virtual EngineAnswer run(const Program& program, const std::vector<std::string>& flags, bool fresh,
                                         const std::stop_token& stop) = 0;
  /// For results of any size, always in a process of its own: what it prints is kept on the disk until it is read, all
  /// tuples go to `sink`, and the relations of the answer stay empty. More than `disk` allows, a disk that is full and
  /// what the sink refuses are TooLarge, with the reason. Unless it is overridden: what run() says.
  [[nodiscard]] virtual EngineAnswer run_large(const Program& program, const std::vector<std::string>& flags,
                                               TupleSink& sink, DiskBudget& disk, const std::stop_token& stop);
};
/// Gives all tuples to the sink, up to the first one that it refuses.
[[nodiscard]] Status add_all(const std::vector<Tuples>& relations, const std::vector<std::string>& symbols,
                             TupleSink& sink);
using EngineFactory =
    std::function<std::unique_ptr<EnginePort>(const EngineTarget& target, const core::Limits& limits)>;
/// How to run programs that need no process of their own. Library: in our own program, which contains the engine.
enum class EngineStyle : std::uint8_t { Process, Persistent, Library };
[[nodiscard]] std::string_view name(EngineStyle style);
[[nodiscard]] std::optional<EngineStyle> engine_style(std::string_view name);
/// The engine for this style: EngineDefinition::persistent is the command that runs many programs, or empty for one
/// process each; `note` says so where only this build of the engine lacks it. An Error: the engine is not available as
/// a library.
[[nodiscard]] Result<EngineDefinition> in_style(EngineDefinition definition, EngineStyle style);
/// The port that runs the engine's own process.
[[nodiscard]] std::unique_ptr<EnginePort> make_engine_port(const EngineTarget& target, const core::Limits& limits);

}  // namespace assay::datalog
