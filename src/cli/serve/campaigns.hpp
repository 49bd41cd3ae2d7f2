#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/live.hpp"

namespace assay::cli {

/// The campaigns that are served: of the folders that were named, those that hold one, and else those in them that do.
/// They are read anew when they have changed. All methods may be called from any thread.
class ServedCampaigns {
 public:
  /// An Error: one of the folders is not there.
  [[nodiscard]] static Status check(const std::vector<std::string>& folders);
  explicit ServedCampaigns(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  /// All of them, in the order in which they were first seen; one that is gone says so. A campaign's key is made from
  /// the last part of its folder's absolute path and from a hash of that path.
  [[nodiscard]] std::vector<core::LiveCampaign> all();
  /// Another number whenever something has changed since the last call.
  [[nodiscard]] std::size_t version();

 private:
  struct Served {
    std::string stamp;  ///< of the files that were read
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
