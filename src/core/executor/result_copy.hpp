#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/io/io.hpp"

namespace assay::core {

/// Copies a shard's results to the shared folder, repeatedly while the command writes. Readers of the copy find each
/// file complete: the old one, the new one, or none yet. Campaigns in the results are copied by copy_campaign.
class ResultCopy {
 public:
  /// `last`: a file that is copied after all others, to show that they are complete; empty: none.
  ResultCopy(Disk& disk, std::string from, std::string to, const std::string& last)
      : disk_(disk), from_(std::move(from)), to_(std::move(to)), last_(last.empty() ? last : "/" + last) {}

  /// Copies new and changed files and removes files that have vanished from the source. Ignores links, and names that
  /// begin with a dot or end with ".tmp", which are unfinished files.
  [[nodiscard]] Status update();
  /// Counts of the campaign in `from`; 0 if `from` is no campaign.
  [[nodiscard]] std::uint64_t tests() const { return tests_; }
  [[nodiscard]] std::uint64_t findings() const { return findings_; }

 private:
  /// Identifies a version of a file: inode, size, seconds and nanoseconds of the last change.
  using Edition = std::tuple<std::uint64_t, std::int64_t, std::int64_t, std::int64_t>;

  [[nodiscard]] Status copy_file(const std::string& name);
  [[nodiscard]] Status copy_folder_of(const std::string& name, std::vector<std::string>& open);
  [[nodiscard]] Status copy_campaign_of(const std::string& name);

  Disk& disk_;
  std::string from_;
  std::string to_;
  std::string last_;
  std::map<std::string, Edition> copied_;  ///< by the path below the folder, with a leading slash
  std::map<std::string, Edition> seen_;    ///< the files of the current update
  std::uint64_t tests_ = 0;
  std::uint64_t findings_ = 0;
};

}  // namespace assay::core
