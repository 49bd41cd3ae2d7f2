#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/check/run/run_report.hpp"
#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// The half of checked programs that is Assay's (data/analyzers/runtime). It is compiled once, when it is first needed,
/// and linked to checked programs of any compiler.
class CheckRuntime {
 public:
  /// `compiler`: a C compiler.
  explicit CheckRuntime(std::string compiler) : compiler_(std::move(compiler)) {}

  /// Puts "assay_check.h", kCounter and kShadow into the session's scratch folder, which keeps what is in it.
  [[nodiscard]] Trouble put(const Session& session, core::Usage& usage);
  /// The command that compiles it, for reproducers.
  [[nodiscard]] std::vector<std::string> command() const;

  static constexpr const char* kCounter = "assay_check.o";
  static constexpr const char* kShadow = "assay_shadow.o";  ///< handlers of -fsanitize=undefined
  /// What a link adds so that a run gives no memory back: then no two objects have one address.
  static constexpr std::array<const char*, 3> kKeep = {"assay_keep.o", "-Wl,--wrap=free", "-Wl,--wrap=realloc"};

 private:
  std::string compiler_;
  std::vector<core::File> objects_;  ///< empty: not compiled yet
};

/// The table that so many facts are counted in: C or C++, behind assay_check.h.
[[nodiscard]] std::string check_table(std::size_t facts);

/// Whether a fact about aliasing is broken. Such a fact speaks of objects that are alive; a run may break it only
/// because an object got the address of one that had been freed.
[[nodiscard]] bool has_broken_aliasing(const std::vector<Fact>& facts, const std::vector<Checked>& checked);
/// Clears the broken facts about aliasing that hold in another run (`again`), which freed nothing.
void confirm_broken_aliasing(const std::vector<Fact>& facts, const std::vector<Checked>& again,
                             std::vector<Checked>& checked);

/// Runs a program in the session's scratch folder, which keeps what is in it. One that was built there is isolated
/// (core::Command), because it is a stranger's code.
[[nodiscard]] core::ProcessResult run_here(const Session& session, std::vector<std::string> argv,
                                           const core::Limits& limits, const std::string& input = {},
                                           std::vector<std::pair<std::string, std::string>> environment = {});
/// The same of an interpreter that runs such code.
[[nodiscard]] core::ProcessResult run_interpreter_here(const Session& session, std::vector<std::string> argv);
/// Empties the scratch folder and writes the program's files there.
[[nodiscard]] Status put_files(const Program& program, const Session& session);

/// What one run of the program may use: in a step of a reduction less than a compiler.
[[nodiscard]] core::Limits run_limits(const Session& session);

/// A run of a checked program that stands in the session's scratch folder.
struct ProgramRun {
  std::vector<std::string> command;
  core::ProcessResult result;
  RunReport report;  ///< with as many facts as were asked for
  Trouble trouble;   ///< its report is not whole: it says little
};
[[nodiscard]] ProgramRun run_checked_program(const std::string& name, std::size_t facts, const Program& program,
                                             const Session& session,
                                             std::vector<std::pair<std::string, std::string>> environment = {});

/// Adds what one process used to a sum.
void add_usage(core::Usage& sum, const core::Usage& one);

}  // namespace assay::analyzer
