#pragma once

#include <string>
#include <string_view>

#include "assay/analyzer/tune_job.hpp"

namespace assay::analyzer::tune {

/// One piece of code's tuning as one JSON text: `codes/<n>.json` of a tuning's folder. Bytes that are not UTF-8 become
/// U+FFFD; a number that is not finite becomes null, and is infinite when it is read.
[[nodiscard]] std::string tuned_to_json(const Tuned& tuned);
/// An Error says where the text is not what tuned_to_json writes: "in 'history', row 2: 'runs' is missing".
[[nodiscard]] Result<Tuned> tuned_from_json(std::string_view text);

}  // namespace assay::analyzer::tune
