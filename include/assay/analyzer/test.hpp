#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/analyzer/analyzer.hpp"
#include "assay/base/result.hpp"
#include "assay/core/case.hpp"
#include "assay/core/options.hpp"
#include "assay/core/proc.hpp"
#include "assay/core/tester.hpp"

namespace assay::analyzer {

/// A campaign's configuration. Everything that cases depend on is in here and in the programs.
struct TestOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> targets;     ///< as resolve_analyzer takes them
  std::vector<std::string> programs;    ///< files, or folders of them; empty: programs are made
  std::vector<std::string> strategies;  ///< names of program generators; empty: all of the targets' languages
  ProgramSize size;
  std::vector<std::string> flags;      ///< for compiler and analyzer of the user's programs: -I, -D
  bool preprocess = false;             ///< the user's programs: see preprocessed()
  bool together = false;               ///< the user's files are those of one program
  std::vector<std::string> arguments;  ///< of a run of the user's programs
  std::string input;                   ///< file with the standard input of such a run; empty: there is none
  std::string run_folder;              ///< where they run (Session::run_folder)
  /// Classes (class_of) that are to break: each program is tested once for each of them. Empty: once, for any.
  std::vector<std::string> classes;
  std::string known;  ///< file of known causes; empty: none
  /// Compilers write large files of a program with a check for each of a million facts.
  core::Limits limits{.wall_seconds = 20, .file_bytes = std::uint64_t{2} << 30};
  double run_seconds = 10;  ///< of a checked program, and of a compiler
  double slow_factor = 10;  ///< see core::SlowRule: against the same analyzer's time on like programs
  double slow_seconds = 2;
  /// The first words of a command that checks one program as `assay analyzer check` does: what cvise asks while it
  /// makes the user's own sources smaller. Empty: it is not used.
  std::vector<std::string> checker;
  /// Makes analyzers: for tests; empty: open_analyzer.
  std::function<Result<std::unique_ptr<Analyzer>>(const Definition&)> open;
  /// Targets that need no program: for tests, with `open`. `targets` is not looked at then.
  std::vector<Definition> definitions;
};

/// A program of the user's.
struct UserProgram {
  std::string path;
  Program program;
};
struct UserPrograms {
  std::vector<UserProgram> programs;
  std::vector<std::pair<std::string, std::string>> skipped;  ///< path and why
};
/// Reads TestOptions::programs; the extension (.c, .ll, .pl) says the language. Folders with all that is below
/// them, in the order of their names. An Error when a path is not there, or nothing can be used.
[[nodiscard]] Result<UserPrograms> load_programs(const TestOptions& options);

/// The program as the preprocessor leaves it, so that expressions of macros and of headers have places of their own.
/// Where each part was written stands before it in a comment. `paths`: where its files are.
[[nodiscard]] Result<Program> preprocessed(Program program, const std::vector<std::string>& paths);
/// "a.h:12": where the line of a place was written, in a preprocessed program; empty: the program is none.
[[nodiscard]] std::string written_at(const Program& program, const Place& place);

/// A campaign against static analyzers by checkification (Checkification, Algorithm 1): docs/user/analyzer-test.md.
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_test_module(const TestOptions& options, UserPrograms programs);
/// The options: flags, TOML and fingerprint are made from it. The seams are not part of it.
[[nodiscard]] const core::OptionTable<TestOptions>& test_option_table();

/// Whether the analyzer claims something of a class (class_of) about the program that its runs contradict, without
/// undefined behaviour: a verdict as a campaign's, of that class alone.
[[nodiscard]] core::Verdict judge_class(Analyzer& analyzer, const Program& program, const std::string& wanted,
                                        const std::vector<core::KnownBug>& known, const Session& session);
/// The classes of the facts that the runs contradict, sorted: what a campaign's tests of this program report. Known
/// causes, and facts that only follow from others, are not among them.
[[nodiscard]] std::vector<std::string> broken_classes(const Claims& claims, const Checks& checks,
                                                      const std::vector<core::KnownBug>& known);
/// The first warning of gcc or clang about undefined behaviour of a C program that no sanitizer sees, such as the value of
/// a function that ended without one. Nothing for programs of other languages.
[[nodiscard]] std::optional<std::string> warned_undefined(const Program& program, const Session& session);
/// The rows of TestOptions::known; none for an empty path.
[[nodiscard]] Result<std::vector<core::KnownBug>> known_causes(const std::string& path);
/// The program that makes the user's C sources smaller; empty: it is not installed.
[[nodiscard]] std::string find_cvise();

/// A property that no value has which has this one, where there is such a property of the same kind: what a planted lie
/// claims.
[[nodiscard]] std::optional<Property> opposite(const Property& property);

/// All ways in which a run can pass.
[[nodiscard]] std::span<const core::PassRow* const> pass_rows();

}  // namespace assay::analyzer
