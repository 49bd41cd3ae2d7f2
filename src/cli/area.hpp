#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/cli_session.hpp"
#include "core/case/tester.hpp"

namespace assay::cli {

/// A subcommand. `add` adds the command and its options to the app. When the command line is parsed, the command runs
/// and sets the session's exit code.
struct Subcommand {
  std::string_view name;  ///< the command's own word: "fuzz" in "assay smt fuzz"
  void (*add)(CLI::App& app, Session& session);
  /// True if words after "--" are arguments of a program that the command runs: Session::program_arguments.
  bool runs_program = false;
};

/// The purpose of a module. A replay of stored cases does not load the seeds.
enum class Purpose { Generate, Replay };

/// The other targets of a replay. Verdicts that compare targets need the campaign's targets as peers.
enum class ReplayPeers { None, CampaignTargets };

/// A target for a replay, in the syntax of --target, instead of the campaign's own targets.
struct ReplayTarget {
  const std::string& target;
  ReplayPeers peers;

  /// Adds the target to a module's list of targets, which is first cleared with ReplayPeers::None.
  void apply(std::vector<std::string>& targets) const;
};

/// A module that has campaigns.
struct ModuleRow {
  std::string_view name;  ///< core::Module::name
  /// Makes the module from the configuration that its campaign stored (core::Module::configuration). `folder`: the
  /// campaign's folder, empty for a finding without its campaign. `replay_target`: null for the configured targets.
  Result<std::unique_ptr<core::Module>> (*open)(const std::string& configuration, const std::string& folder,
                                                Purpose purpose, const ReplayTarget* replay_target);
};

/// The result of a control: a planted bug that must be reported, or a clean run that must pass.
struct ControlLine {
  std::string name;
  bool passed = false;
  std::string complaint;  ///< of a failed control: the expected and the actual verdict
  std::string output;     ///< of a failed control: the target's output; may be empty
};

/// The reason why a text names a target of a kind.
struct Recognition {
  bool certain = true;  ///< false: an unknown program, which this kind can try to run
  std::string note;     ///< how the family of a program was determined; empty: the user has named it
};

/// A kind of targets that `assay doctor` searches and tests.
struct TargetKind {
  std::string_view title;               ///< "SMT solvers"
  std::string_view word;                ///< the value of the key `kind` in definition files; empty: no such files
  std::vector<std::string> (*names)();  ///< the names of targets that may be installed
  /// The target's name and version, or the reason why it cannot be run.
  Result<std::pair<std::string, std::string>> (*version)(const std::string& target);
  Result<std::vector<ControlLine>> (*controls)(const std::string& target, const std::stop_token& stop);
  /// Succeeds if the text of `doctor --target` can name a target of this kind. Null: no text does.
  Result<Recognition> (*recognizes)(const std::string& text);
};

/// Runs a module's controls (core::check_controls), for TargetKind::controls.
[[nodiscard]] Result<std::vector<ControlLine>> module_controls(const Result<std::unique_ptr<core::Module>>& module,
                                                               const std::stop_token& stop);

/// A line of the examples at the end of `assay --help`.
struct Example {
  std::string_view command;
  std::string_view what;
};

/// An area: the only interface between the folder src/cli/<area>/ and the rest of src/cli.
struct Area {
  std::string_view name;  ///< name of the command that contains the area's commands
  std::string_view help;  ///< help of that command; empty: the area's commands are top-level commands
  std::span<const Subcommand> commands;
  std::span<const ModuleRow> modules;
  std::span<const TargetKind> targets;
  std::span<const Example> examples;
  // Rows of `assay verdicts`.
  std::span<const core::PassRow* const> (*run_passes)();  ///< all rows that the area passes to Verdict::pass; or null
  std::span<const core::PassRow* const> command_passes;   ///< meaning of exit code 0 of the area's commands
};

/// The areas of this build (CMake's ASSAY_AREAS), in the order of the help. A target's name that fits several areas
/// ('name=command' fits any kind of solver) means a target of the first of them.
[[nodiscard]] const std::vector<const Area*>& areas();

/// The names of the areas that this build lacks. Empty if ASSAY_AREAS is "all".
[[nodiscard]] const std::vector<std::string>& left_out_areas();

}  // namespace assay::cli
