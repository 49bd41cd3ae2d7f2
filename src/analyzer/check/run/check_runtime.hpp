#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/check/run/run_report.hpp"
#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// Assay's part of checked programs (data/analyzers/runtime). It is compiled once, when it is first needed, and linked
/// to checked programs of any compiler.
class CheckRuntime {
 public:
  /// `compiler`: a C compiler.
  explicit CheckRuntime(std::string compiler) : compiler_(std::move(compiler)) {}

  /// Puts "assay_check.h", kCounter and kShadow into the session's scratch folder without emptying it.
  [[nodiscard]] Trouble put(const Session& session, core::Usage& usage);
  /// The command that compiles the runtime, for reproducers.
  [[nodiscard]] std::vector<std::string> command() const;

  static constexpr const char* kCounter = "assay_check.o";
  static constexpr const char* kShadow = "assay_shadow.o";  ///< handlers of -fsanitize=undefined
  /// Words for the linker after which a run never frees memory, so no two objects have the same address.
  static constexpr std::array<const char*, 3> kKeep = {"assay_keep.o", "-Wl,--wrap=free", "-Wl,--wrap=realloc"};

 private:
  std::string compiler_;
  std::vector<core::File> objects_;  ///< empty: not compiled yet
};

/// The table of counters for this number of facts, as C or C++ text to put behind assay_check.h.
[[nodiscard]] std::string check_table(std::size_t facts);

/// Whether a fact about aliasing is broken. Such a fact is about live objects, but a run may seem to break it when an
/// object gets the address of a freed object.
[[nodiscard]] bool has_broken_aliasing(const std::vector<Fact>& facts, const std::vector<CheckedFact>& checked);
/// Clears broken facts about aliasing that hold in another run (`again`), which freed nothing.
void confirm_broken_aliasing(const std::vector<Fact>& facts, const std::vector<CheckedFact>& again,
                             std::vector<CheckedFact>& checked);

/// Runs a program in the session's scratch folder without emptying it. A program that was built there is isolated
/// (core::Command), because its code is untrusted.
[[nodiscard]] core::ProcessResult run_here(const Session& session, std::vector<std::string> argv,
                                           const core::Limits& limits, const std::string& input = {},
                                           std::vector<std::pair<std::string, std::string>> environment = {});
/// The same for an interpreter that runs untrusted code.
[[nodiscard]] core::ProcessResult run_interpreter_here(const Session& session, std::vector<std::string> argv);
/// Empties the scratch folder and writes the program's files there.
[[nodiscard]] Status put_files(const Program& program, const Session& session);

/// The limits of one run of the program: in a step of a reduction, lower than a compiler's.
[[nodiscard]] core::Limits run_limits(const Session& session);

/// A run of a checked program in the session's scratch folder.
struct ProgramRun {
  std::vector<std::string> command;
  core::ProcessResult result;
  RunReport report;  ///< with the requested number of facts
  Trouble trouble;   ///< its report is incomplete, so its counts are not reliable
};
[[nodiscard]] ProgramRun run_checked_program(const std::string& name, std::size_t facts, const Program& program,
                                             const Session& session,
                                             std::vector<std::pair<std::string, std::string>> environment = {});

/// Adds the cost of one process to a sum.
void add_usage(core::Usage& sum, const core::Usage& one);

}  // namespace assay::analyzer
