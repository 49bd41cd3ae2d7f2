#pragma once

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "analyzer/command/compile_database.hpp"
#include "analyzer/command/process_end.hpp"
#include "analyzer/command/readers/reader.hpp"
#include "analyzer/split/plan/split_job.hpp"
#include "analyzer/split/report/split_report.hpp"

namespace assay::analyzer::splitting {

/// The limits of one run.
struct PartitionLimits {
  double cpu_seconds = 600;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
};

struct PartitionResult {
  RunEnd end;
  RunReport report;  ///< the report of a run with the status Done
};

/// Runs the analyzer on parts of a project. Several threads may use it at the same time.
class PartitionRunner {
 public:
  /// An Error if the analyzer or its reader does not exist.
  [[nodiscard]] static Result<std::unique_ptr<PartitionRunner>> open(const PreparedProject& prepared,
                                                                     const SplitOptions& options);
  [[nodiscard]] PartitionResult run(const UnitSet& units, const PartitionLimits& limits,
                                    const std::stop_token& stop) const;

 private:
  class Run;
  PartitionRunner(const PreparedProject& prepared, const Reader& reader);

  const PreparedProject& prepared_;
  Splitting splitting_;  ///< with full paths of programs
  const Reader* reader_;
  ProcessEnds ends_;
  std::map<std::string, CompileCommand> commands_;  ///< by file
  std::vector<std::string> flags_;                  ///< for all files
};

}  // namespace assay::analyzer::splitting
