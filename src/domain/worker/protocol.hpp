#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/domain/run.hpp"

namespace assay::domain {

/// The description of a domain in a worker process.
struct Description {
  Contract contract;
  std::vector<ValueTransformer> transformers;  ///< without their concrete functions
  std::vector<std::string> names;              ///< storage of the transformers' names
};

[[nodiscard]] std::string to_json(const Contract& contract, const std::vector<ValueTransformer>& transformers);
[[nodiscard]] Result<Description> description_from_json(std::string_view text);
/// JSON on one line.
[[nodiscard]] std::string to_json(const RunResult& result);
[[nodiscard]] Result<RunResult> result_from_json(std::string_view text);

}  // namespace assay::domain
