#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/target/analyzer.hpp"
#include "assay/base/result.hpp"
#include "core/case/case.hpp"
#include "core/case/tester.hpp"
#include "core/options/options.hpp"
#include "core/proc/proc.hpp"

namespace assay::analyzer {

/// The configuration of a campaign. Cases depend only on it and on the programs.
struct TestOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> targets;        ///< as for resolve_analyzer
  bool only_changes = false;               ///< core::Module::only_changes
  std::vector<std::string> programs;       ///< files, or folders of them; empty: programs are generated
  std::vector<std::string> changed_tests;  ///< like `programs`; tested before these
  std::vector<std::string> strategies;     ///< names of program generators; empty: all for the targets' languages
  ProgramSize size;
  /// The number of programs that Assay makes which are analyzed, built and run as one (inspect_together). 1: each
  /// alone.
  unsigned batch = 16;
  std::vector<std::string> flags;      ///< compiler and analyzer flags for the user's programs: -I, -D
  bool preprocess = false;             ///< the user's programs are preprocessed: see preprocessed()
  bool together = false;               ///< the user's files form one program
  std::vector<std::string> arguments;  ///< arguments of a run of the user's programs
  std::string input;                   ///< file with the standard input of such a run; empty: no input
  std::string run_folder;              ///< the working directory of such a run (Session::run_folder)
  /// Classes (class_of) of facts to test: each program is tested once for each class. Empty: once, for all classes.
  std::vector<std::string> classes;
  std::string known;  ///< file of known causes; empty: no file
  /// The file limit is large because compilers write large files for a program with a million checks.
  core::Limits limits{.wall_seconds = 20, .file_bytes = std::uint64_t{2} << 30};
  double run_seconds = 10;  ///< limit of one run of a checked program, and of one compilation
  double slow_factor = 10;  ///< see core::SlowRule: compared with the same analyzer's time on similar programs
  double slow_seconds = 2;
  /// The first words of a command that checks one program as `assay analyzer check` does. cvise runs it to reduce the
  /// user's own sources. Empty: cvise is not used.
  std::vector<std::string> checker;
  /// Makes analyzers, for tests. Empty: open_analyzer.
  std::function<Result<std::unique_ptr<Analyzer>>(const Definition&)> open;
  /// Targets that need no program, for tests, together with `open`. If not empty, `targets` is ignored.
  std::vector<Definition> definitions;
};

/// A program of the user.
struct UserProgram {
  std::string path;
  Program program;
};
struct UserPrograms {
  std::vector<UserProgram> programs;
  std::vector<std::pair<std::string, std::string>> skipped;  ///< path and reason
};
/// Reads TestOptions::programs; the extension (.c, .ll, .pl) decides the language. Folders are read with all their
/// subfolders, in the order of names. An Error if a path does not exist, or no program can be used.
[[nodiscard]] Result<UserPrograms> load_programs(const TestOptions& options);

/// The preprocessed program, so that expressions from macros and headers have places of their own. A comment before
/// each part says where it was written. `paths`: the places of the program's files.
[[nodiscard]] Result<Program> preprocessed(Program program, const std::vector<std::string>& paths);
/// "a.h:12": where the line of a place was written, in a preprocessed program. Empty: the program is not preprocessed.
[[nodiscard]] std::string written_at(const Program& program, const Place& place);

/// A campaign against static analyzers by checkification (Checkification, Algorithm 1): docs/user/analyzer-test.md.
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_test_module(const TestOptions& options, UserPrograms programs);
/// The table of the options: flags, TOML and fingerprint come from it. It lacks the members for tests.
[[nodiscard]] const core::OptionTable<TestOptions>& test_option_table();

/// Whether the analyzer claims a fact of the class `wanted` (class_of) about the program that a run without undefined
/// behaviour contradicts. The verdict is as in a campaign, about that class alone.
[[nodiscard]] core::Verdict judge_class(Analyzer& analyzer, const Program& program, const std::string& wanted,
                                        const std::vector<core::KnownBug>& known, const Session& session);
/// The classes of the facts that the runs contradict, sorted: the result of a campaign's tests of this program. Without
/// known causes, and without facts that only follow from others.
[[nodiscard]] std::vector<std::string> broken_classes(const Claims& claims, const Checks& checks,
                                                      const std::vector<core::KnownBug>& known);
/// The first warning of gcc or clang about undefined behaviour of a C program that no sanitizer sees, such as the value
/// of a function that ended without one. Nothing for programs of other languages.
[[nodiscard]] std::optional<std::string> warned_undefined(const Program& program, const Session& session);
/// The rows of TestOptions::known; none for an empty path.
[[nodiscard]] Result<std::vector<core::KnownBug>> known_causes(const std::string& path);
/// The path of cvise, which reduces the user's C sources; empty: it is not installed.
[[nodiscard]] std::string find_cvise();

/// A property of the same kind that excludes every value of `property`: the claim of a planted lie. Nullopt if there is
/// none.
[[nodiscard]] std::optional<Property> opposite(const Property& property);

/// All ways in which a run can pass.
[[nodiscard]] std::span<const core::PassRow* const> pass_rows();

}  // namespace assay::analyzer
