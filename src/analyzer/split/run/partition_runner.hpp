#pragma once

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "analyzer/command/compile_database.hpp"
#include "analyzer/command/process_end.hpp"
#include "analyzer/command/readers/reader.hpp"
#include "analyzer/split/report/split_report.hpp"
#include "assay/analyzer/split_job.hpp"

namespace assay::analyzer::splitting {

/// What one run may use.
struct PartitionLimits {
  double cpu_seconds = 600;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
};

struct PartitionResult {
  RunEnd end;
  RunReport report;  ///< of a run that is Done
};

/// Runs the analyzer on parts of a project. Several threads may do so at a time.
class PartitionRunner {
 public:
  /// An Error when the analyzer or its reader is not there.
  [[nodiscard]] static Result<std::unique_ptr<PartitionRunner>> open(const Prepared& prepared,
                                                                     const SplitOptions& options);
  [[nodiscard]] PartitionResult run(const UnitSet& units, const PartitionLimits& limits,
                                    const std::stop_token& stop) const;

 private:
  class Run;
  PartitionRunner(const Prepared& prepared, const Reader& reader);

  const Prepared& prepared_;
  Splitting splitting_;  ///< with the programs' paths
  const Reader* reader_;
  ProcessEnds ends_;
  std::map<std::string, CompileCommand> commands_;  ///< by file
  std::vector<std::string> flags_;                  ///< for all files
};

}  // namespace assay::analyzer::splitting
