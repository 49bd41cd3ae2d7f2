#pragma once

#include <string>
#include <string_view>

#include "analyzer/tune/report/tune_job.hpp"

namespace assay::analyzer::tune {

/// The tuning of one piece of code as one JSON text: `codes/<n>.json` of a tuning's folder. Bytes that are not UTF-8
/// become U+FFFD. A number that is not finite becomes null, which is read as infinity.
[[nodiscard]] std::string tuned_to_json(const Tuned& tuned);
/// An Error gives the place that differs from the format of tuned_to_json: "in 'history', row 2: 'runs' is missing".
[[nodiscard]] Result<Tuned> tuned_from_json(std::string_view text);

}  // namespace assay::analyzer::tune
