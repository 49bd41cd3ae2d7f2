#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// The name of a run: equal keys mean equal outcomes. A hash of the subject's identity, the ingredient, the assumptions
/// and the memory limit. The time limit is not part of it, because a stopped run gives a lower bound of the time.
[[nodiscard]] std::string run_key(const Subject& subject, const Ingredient& ingredient,
                                  const std::vector<CheckKey>& assumed, std::uint64_t memory_bytes);

/// The outcomes of finished runs. Any thread may call it.
class RunCache {
 public:
  virtual ~RunCache() = default;
  [[nodiscard]] virtual std::optional<Outcome> find(const std::string& key) = 0;
  /// Stores an outcome, which replaces a stored one: a longer run replaces a stopped run.
  [[nodiscard]] virtual Status keep(const std::string& key, const Outcome& outcome) = 0;
};

/// A cache in memory.
class MemoryRuns final : public RunCache {
 public:
  [[nodiscard]] std::optional<Outcome> find(const std::string& key) override;
  [[nodiscard]] Status keep(const std::string& key, const Outcome& outcome) override;

 private:
  std::mutex mutex_;
  std::map<std::string, Outcome> runs_;
};

/// A cache with one file for each run in a folder, so that a kill loses no run, and several processes may share the
/// folder. An unreadable file counts as missing.
class DiskRuns final : public RunCache {
 public:
  explicit DiskRuns(std::string folder) : folder_(std::move(folder)) {}
  [[nodiscard]] std::optional<Outcome> find(const std::string& key) override;
  [[nodiscard]] Status keep(const std::string& key, const Outcome& outcome) override;

 private:
  [[nodiscard]] std::string path_of(const std::string& key) const;

  std::string folder_;
  MemoryRuns seen_;  ///< outcomes that this process has read or written
};

}  // namespace assay::analyzer::tune
