#pragma once

#include <memory>
#include <stop_token>

#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

// The functions of the registry's rows; each is in a file of its own.
[[nodiscard]] Result<std::unique_ptr<Subject>> open_process(const Definition& definition, const Code& code,
                                                            const RunLimits& limits, const std::stop_token& stop);
[[nodiscard]] Result<std::unique_ptr<Subject>> open_clam_subject(const Definition& definition, const Code& code,
                                                                 const RunLimits& limits, const std::stop_token& stop);

}  // namespace assay::analyzer::tune
