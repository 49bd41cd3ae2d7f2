#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/adapters/gcc/gcc_points.hpp"
#include "analyzer/check/run/check_runtime.hpp"
#include "analyzer/check/run/run_outcome.hpp"
#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// The settings of GCC as an analyzer.
struct GccSettings {
  std::vector<std::string> compiler;  ///< the compiler's command, without level and files
  std::string judge;                  ///< the compiler whose sanitizers look for undefined behaviour
  std::string in_optimized_builds;    ///< a flag of all builds but the one at -O0: the lie of a compiler without plugin
  std::string plugin;                 ///< path
  std::string lie;                    ///< planted bug of the plugin, for tests
  std::vector<GccPoint> points;
  std::vector<std::string> levels;
};

/// Builds and runs one program in a session's scratch folder, any number of times.
class GccBuilds {
 public:
  GccBuilds(const GccSettings& settings, const Definition& definition, CheckRuntime& runtime, const Program& program,
            const Session& session);

  /// The program, compiled with the plugin and checks: the claims in the order of the checks' numbers, and the bytes of
  /// one object file for each source ("-S": its assembly). Nullopt: `trouble` says why.
  struct CheckedBuild {
    std::vector<Fact> facts;
    std::vector<std::pair<std::string, std::uint64_t>> unread;
    std::vector<std::string> objects;
  };
  [[nodiscard]] std::optional<CheckedBuild> ask(const GccPoint& point, const std::string& output = "-c");
  /// Links the result of `ask`, and runs the program.
  struct CheckedRun {
    RunReport report;
    RunOutcome outcome;
    double cpu_seconds = 0;
  };
  /// `keep`: memory is never freed.
  [[nodiscard]] std::optional<CheckedRun> run_checked(const CheckedBuild& asked, bool keep = false);
  /// Builds the program without the plugin and runs it. Nullopt: a build fails, or a limit ends the run.
  [[nodiscard]] std::optional<RunOutcome> run_plain(const std::vector<std::string>& flags,
                                                    std::vector<std::pair<std::string, std::string>> environment = {});
  /// The same with `again` more runs, each in another environment, which also moves the stack.
  [[nodiscard]] std::optional<ReferenceOutcome> run_reference(
      const std::vector<std::string>& flags, unsigned again,
      const std::vector<std::pair<std::string, std::string>>& environment = {});
  /// CPU seconds of compiling the program at each level without the plugin, including compilations that a limit ends.
  [[nodiscard]] double plain_seconds();
  /// Undefined behaviour that a sanitizer detects in a run, or a use of uninitialised memory. Nullopt: none is found.
  [[nodiscard]] std::optional<std::string> undefined();

  [[nodiscard]] std::vector<std::string> sources() const;
  /// The first words of all compilations: GCC, its level and the program's flags.
  [[nodiscard]] std::vector<std::string> compile_line(const std::string& level) const;
  [[nodiscard]] std::vector<std::string> plugin_words(const GccPoint& point, std::size_t first) const;

  Trouble trouble;  ///< the first problem
  std::string said;
  std::vector<std::vector<std::string>> commands;
  core::Usage usage;

 private:
  core::ProcessResult run(std::vector<std::string> argv, const core::Limits& limits, const std::string& input = {},
                          std::vector<std::pair<std::string, std::string>> environment = {});
  std::optional<GccAnswer> ask_file(const GccPoint& point, const std::string& file, std::size_t first,
                                    const std::string& output);
  bool write_files();
  bool write_runtime();
  bool compiled(const core::ProcessResult& result);
  /// `undefined` with the settings' judge as the compiler.
  std::optional<std::string> undefined_by_judge();
  void skip(std::string reason);
  RunOutcome run_program(const std::string& name, std::vector<std::pair<std::string, std::string>> environment,
                         core::ProcessResult* result = nullptr);

  const GccSettings& settings_;
  const Definition& definition_;
  CheckRuntime& runtime_;
  const Program& program_;
  const Session& session_;
  bool files_written_ = false;
  bool runtime_written_ = false;
};

}  // namespace assay::analyzer
