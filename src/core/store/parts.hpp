#pragma once

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

#include "core/io/folder_lock.hpp"
#include "core/io/io.hpp"
#include "core/store/database.hpp"
#include "core/store/store.hpp"

namespace assay::core {

// Names in a campaign's folder.
inline constexpr const char* kDatabaseFile = "/campaign.sqlite";
/// The folders of bugs that are no findings: bugs that no second run showed, and bugs that wait for a second run.
inline constexpr std::array kEvidenceFolders = {"/unconfirmed", "/suspected"};
/// In a copied finding's folder: identifies the version of the original (copy_campaign). Written last.
inline constexpr const char* kEditionFile = "/.edition";

/// How often bugs with one target, kind and reason have been reduced, and with what success.
struct ReductionHistory {
  std::uint64_t admitted = 0;
  std::uint64_t streak = 0;   ///< number of reductions since the last new signature
  std::uint64_t counted = 0;  ///< bugs that were only counted
};

struct Store::Parts {
  std::string directory;
  Disk* disk = nullptr;
  std::mutex mutex;  ///< guards all members below
  std::unique_ptr<Database> database;
  CampaignIdentity identity;
  using Key = std::tuple<std::string, BugKind, std::string>;
  std::map<Key, ReductionHistory> histories;
  std::uint64_t resolutions = 0;
  std::optional<FolderLock> lock;

  static constexpr const char* kFindingsFolder = "findings";
  [[nodiscard]] std::string findings_folder() const { return directory + "/" + kFindingsFolder; }
  [[nodiscard]] std::string unconfirmed_folder() const { return directory + "/unconfirmed"; }
  static constexpr const char* kSuspectedFolder = "suspected";
  [[nodiscard]] std::string suspected_folder() const { return directory + "/" + kSuspectedFolder; }
  [[nodiscard]] static std::string database_path(const std::string& directory) { return directory + kDatabaseFile; }

  /// An Error if the folder holds a campaign.
  [[nodiscard]] static Status check_new(const std::string& directory);
  [[nodiscard]] Status load_histories();
  [[nodiscard]] Status remove_leftovers();
  /// The findings with any of the statuses (an SQL list with commas), from their rows and folders.
  [[nodiscard]] Result<std::vector<Finding>> read_findings(const std::string& statuses);
  [[nodiscard]] Status insert_finding(const Finding& finding, const std::string& duplicate_of);
  [[nodiscard]] Result<Resolution> resolve(Finding& finding);
};

}  // namespace assay::core
