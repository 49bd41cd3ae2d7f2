#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/core/tester.hpp"
#include "cli/cli_session.hpp"

namespace assay::cli {

/// A subcommand: adds itself and its options to the app; when it is parsed, it runs and sets the session's exit code.
struct Subcommand {
  std::string_view name;  ///< as it is typed after what holds it
  void (*add)(CLI::App& app, Session& session);
  /// What follows "--" is not for this command, but for a program that it runs: Session::program_arguments.
  bool runs_program = false;
};

/// What of a module is needed: a replay of stored cases does without the seeds that made them.
enum class Purpose { Generate, Replay };

/// What a target is replayed beside: the campaign's targets are its peers where a verdict compares them.
enum class Beside { Nothing, CampaignTargets };

/// Another target than the campaign's own, as --target takes it.
struct Aim {
  const std::string& target;
  Beside beside;

  /// Puts it into a module's list of targets.
  void apply(std::vector<std::string>& targets) const;
};

/// A module that has campaigns.
struct ModuleRow {
  std::string_view name;  ///< core::Module::name
  /// Makes it again from what its campaign stored (core::Module::configuration). `folder` is the campaign's, empty for
  /// a finding alone; `aim` is null for the targets that are configured.
  Result<std::unique_ptr<core::Module>> (*open)(const std::string& configuration, const std::string& folder,
                                                Purpose purpose, const Aim* aim);
};

/// What came of a planted bug that must be seen, or a clean run that must pass.
struct ControlLine {
  std::string name;
  bool passed = false;
  std::string complaint;  ///< of one that failed: what was expected, and what came
  std::string output;     ///< of one that failed: the target's; may be empty
};

/// How a text was recognised as a target of a kind.
struct Recognition {
  bool certain = true;  ///< false: an unknown program, which this kind can try to run
  std::string note;     ///< how the family of a program was found; empty: the user has named it
};

/// Something that `assay doctor` looks for and tries out.
struct TargetKind {
  std::string_view title;               ///< "SMT solvers"
  std::string_view word;                ///< the value of the key `kind` in its definitions; empty: it has none
  std::vector<std::string> (*names)();  ///< those that may be on a machine
  /// Its name and its version, or why it cannot be run.
  Result<std::pair<std::string, std::string>> (*version)(const std::string& target);
  Result<std::vector<ControlLine>> (*controls)(const std::string& target, const std::stop_token& stop);
  /// Whether `doctor --target` with this text means this kind, or why it cannot; null: it never does.
  Result<Recognition> (*recognizes)(const std::string& text);
};

/// Runs a module's controls (core::check_controls), for TargetKind::controls.
[[nodiscard]] Result<std::vector<ControlLine>> module_controls(const Result<std::unique_ptr<core::Module>>& module,
                                                               const std::stop_token& stop);

/// A line of the examples that `assay --help` ends with.
struct Example {
  std::string_view command;
  std::string_view what;
};

/// What Assay tests, as the command sees it: all that the folder src/cli/<area>/ has for the rest of src/cli.
struct Area {
  std::string_view name;  ///< of the command that holds its commands
  std::string_view help;  ///< of that command; empty: its commands are the program's own
  std::span<const Subcommand> commands;
  std::span<const ModuleRow> modules;
  std::span<const TargetKind> targets;
  std::span<const Example> examples;
  // For `assay verdicts`: what is checked when a run passes, and when a command ends with 0.
  std::span<const core::PassRow* const> (*run_passes)();  ///< all that its code gives to Verdict::pass; or nullptr
  std::span<const core::PassRow* const> command_passes;
};

/// The areas that were built (CMake's ASSAY_AREAS), in the order of the help. If several areas have a target of one
/// name, the name means the target of the first of these areas: 'name=command' fits any solver.
[[nodiscard]] const std::vector<const Area*>& areas();

/// The names of the areas that this build leaves out. Empty if ASSAY_AREAS is "all".
[[nodiscard]] const std::vector<std::string>& left_out_areas();

}  // namespace assay::cli
