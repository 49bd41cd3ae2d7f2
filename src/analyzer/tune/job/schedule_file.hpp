#pragma once

#include <string>
#include <vector>

#include "analyzer/tune/report/tune_job.hpp"

namespace assay::analyzer::tune {

/// The order in which ingredients are tried: from the file in the options, or the definition's.
[[nodiscard]] Result<std::vector<std::string>> schedule_for(const TuneOptions& options, const Definition& definition);

}  // namespace assay::analyzer::tune
