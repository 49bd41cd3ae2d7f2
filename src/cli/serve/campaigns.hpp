#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "core/report/live.hpp"

namespace assay::cli {

/// The campaigns shown by `assay serve`: each given folder that is a campaign, or else its subfolders that are.
/// Campaigns are read again when their files have changed. All methods may be called from any thread.
class ServedCampaigns {
 public:
  /// An Error if a folder does not exist.
  [[nodiscard]] static Status check(const std::vector<std::string>& folders);
  explicit ServedCampaigns(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  /// All campaigns, in the order of their discovery. A deleted campaign stays, with LiveCampaign::problem. A campaign's
  /// key consists of the last part of its folder's absolute path and a hash of that path.
  [[nodiscard]] std::vector<core::LiveCampaign> all();
  /// A counter that increases if a campaign has changed since the last call.
  [[nodiscard]] std::size_t version();

 private:
  struct Served {
    std::string stamp;  ///< stamp of the campaign's files when they were read
    core::LiveCampaign campaign;
  };
  void look_for_new_ones();

  std::vector<std::string> folders_;
  std::mutex mutex_;
  std::vector<Served> served_;
  std::string stamps_;
  std::size_t version_ = 0;
};

}  // namespace assay::cli
