#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/store/record.hpp"

namespace assay::smt {

/// A measure of a trial (core::Trial::measures): whether the target printed the requested model after `sat`, by the
/// size of the script in bytes.
[[nodiscard]] std::pair<std::string, std::uint64_t> model_measure(const std::string& target, std::size_t bytes,
                                                                  bool given);

/// One line for each target that prints models for small scripts but not for large ones.
[[nodiscard]] std::vector<std::string> model_advice(const core::CampaignRecord& record);

}  // namespace assay::smt
