#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/adapters/gcc/gcc_points.hpp"
#include "analyzer/check/run/check_runtime.hpp"
#include "analyzer/check/run/run_outcome.hpp"
#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// How GCC is asked.
struct GccSettings {
  std::vector<std::string> compiler;  ///< and its first words
  std::string plugin;                 ///< path
  std::string lie;                    ///< planted bug of the plugin, for tests
  std::vector<GccPoint> points;
  std::vector<std::string> levels;
};

/// Builds and runs one program in a session's scratch folder, again and again.
class GccBuilds {
 public:
  GccBuilds(const GccSettings& settings, const Definition& definition, CheckRuntime& runtime, const Program& program,
            const Session& session);

  /// The program, compiled with the plugin and checks: what was claimed, in the order of the checks' numbers, and the
  /// bytes of one object file for each source ("-S": its assembly). Nothing: `trouble` says why.
  struct Asked {
    std::vector<Fact> facts;
    std::vector<std::pair<std::string, std::uint64_t>> unread;
    std::vector<std::string> objects;
  };
  [[nodiscard]] std::optional<Asked> ask(const GccPoint& point, const std::string& output = "-c");
  /// Links what `ask` made, and runs the program.
  struct CheckedRun {
    RunReport report;
    RunOutcome outcome;
    double cpu_seconds = 0;
  };
  /// `keep`: memory is never given back.
  [[nodiscard]] std::optional<CheckedRun> run_checked(const Asked& asked, bool keep = false);
  /// Builds the program without the plugin and runs it; nothing where a build fails or a limit ends the run.
  [[nodiscard]] std::optional<RunOutcome> run_plain(const std::vector<std::string>& flags,
                                                    std::vector<std::pair<std::string, std::string>> environment = {});
  /// The same, run as often again, each time in another environment, which moves the stack, too.
  [[nodiscard]] std::optional<ReferenceOutcome> run_reference(
      const std::vector<std::string>& flags, unsigned again,
      const std::vector<std::pair<std::string, std::string>>& environment = {});
  /// CPU seconds of compiling the program at each level, without the plugin; those of one that a limit ends, too.
  [[nodiscard]] double plain_seconds();
  /// Undefined behaviour that sanitizers see in a run, or a use of uninitialised memory; nothing: none is seen.
  [[nodiscard]] std::optional<std::string> undefined();

  [[nodiscard]] std::vector<std::string> sources() const;
  /// GCC, its level and the program's flags: what all compilations begin with.
  [[nodiscard]] std::vector<std::string> compile_line(const std::string& level) const;
  [[nodiscard]] std::vector<std::string> plugin_words(const GccPoint& point, std::size_t first) const;

  Trouble trouble;  ///< the first
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
