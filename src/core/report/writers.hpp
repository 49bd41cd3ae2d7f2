#pragma once

#include <string>

#include "core/store/record.hpp"

namespace assay::core {

// The writers of the registry in formats.cpp.
[[nodiscard]] std::string write_json(const CampaignRecord& record);
[[nodiscard]] std::string write_baseline(const CampaignRecord& record);
[[nodiscard]] std::string write_sarif(const CampaignRecord& record);
[[nodiscard]] std::string write_junit(const CampaignRecord& record);
[[nodiscard]] std::string write_markdown(const CampaignRecord& record);
[[nodiscard]] std::string write_summary(const CampaignRecord& record);

}  // namespace assay::core
