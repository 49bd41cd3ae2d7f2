#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "assay/core/io.hpp"

namespace assay::core {

/// What a shard's command has made, in the shared folder: copied again and again while the command writes. Whoever
/// reads the copy finds each file whole: old, new, or not yet there. A campaign in it is copied as copy_campaign does.
class ResultCopy {
 public:
  /// `last`: a file that comes after all others, and says that they are there; empty: none.
  ResultCopy(Disk& disk, std::string from, std::string to, const std::string& last)
      : disk_(disk), from_(std::move(from)), to_(std::move(to)), last_(last.empty() ? last : "/" + last) {}

  /// Copies what is new or has changed since the last time, and takes away what was copied and is gone. Links, and
  /// names that begin with a dot or end with ".tmp", are no finished files.
  [[nodiscard]] Status update();
  /// Of the campaign that `from` is, when it is one.
  [[nodiscard]] std::uint64_t tests() const { return tests_; }
  [[nodiscard]] std::uint64_t findings() const { return findings_; }

 private:
  /// Whose change shows that a file is another one.
  using Edition = std::tuple<std::uint64_t, std::int64_t, std::int64_t, std::int64_t>;  ///< inode, size, seconds, ns

  [[nodiscard]] Status copy_file(const std::string& name);
  [[nodiscard]] Status copy_folder_of(const std::string& name, std::vector<std::string>& open);
  [[nodiscard]] Status copy_campaign_of(const std::string& name);

  Disk& disk_;
  std::string from_;
  std::string to_;
  std::string last_;
  std::map<std::string, Edition> copied_;  ///< by the path below the folders, with a slash before it
  std::map<std::string, Edition> seen_;    ///< in this update
  std::uint64_t tests_ = 0;
  std::uint64_t findings_ = 0;
};

}  // namespace assay::core
