#include "analyzer/tune/run/runner_rows.hpp"

namespace assay::analyzer::tune {

const std::vector<Runner>& runners() {
  static const std::vector<Runner> rows = {
      {"process", "a process for each run, as the definition's [tune] says", false, open_process},
      {"clam", "Clam on bitcode; what one run proves is assumed by the next", true, open_clam_subject},
  };
  return rows;
}

Result<std::unique_ptr<Subject>> open_subject(const Definition& definition, const Code& code, const RunLimits& limits,
                                              const std::stop_token& stop) {
  for (const Runner& row : runners())
    if (row.name == definition.tuning.runner) return row.open(definition, code, limits, stop);
  return Error{"there is no runner '" + definition.tuning.runner + "'", "see docs/user/analyzer-tune.md"};
}

}  // namespace assay::analyzer::tune
