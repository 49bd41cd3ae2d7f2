#pragma once

#include <string>
#include <utility>
#include <vector>

#include "assay/core/record.hpp"

namespace assay::smt {

/// Whether a model came after `sat` that was asked for: a measure of a trial (core::Trial::measures), by the size of
/// the script.
[[nodiscard]] std::pair<std::string, std::uint64_t> model_measure(const std::string& target, std::size_t bytes,
                                                                  bool given);

/// A line for each target that gives models for small scripts, and none for large ones.
[[nodiscard]] std::vector<std::string> model_advice(const core::CampaignRecord& record);

}  // namespace assay::smt
