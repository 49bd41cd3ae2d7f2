#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "assay/analyzer/tune.hpp"

namespace assay::analyzer::tune {

/// What names a run: equal keys mean equal outcomes. A hash of the subject's identity, the ingredient, what it may
/// assume and the memory that it may use (not the time: a run that was stopped earlier says "at least").
[[nodiscard]] std::string run_key(const Subject& subject, const Ingredient& ingredient,
                                  const std::vector<CheckKey>& assumed, std::uint64_t memory_bytes);

/// Runs that were paid for. Any thread may call it.
class RunCache {
 public:
  virtual ~RunCache() = default;
  [[nodiscard]] virtual std::optional<Outcome> find(const std::string& key) = 0;
  /// Keeps an outcome in place of what is there: a longer run in place of one that was stopped.
  [[nodiscard]] virtual Status keep(const std::string& key, const Outcome& outcome) = 0;
};

/// In memory alone.
class MemoryRuns final : public RunCache {
 public:
  [[nodiscard]] std::optional<Outcome> find(const std::string& key) override;
  [[nodiscard]] Status keep(const std::string& key, const Outcome& outcome) override;

 private:
  std::mutex mutex_;
  std::map<std::string, Outcome> runs_;
};

/// One file a run below a folder, so that a kill loses no run and several processes may share the folder. A file that
/// cannot be read counts as none.
class DiskRuns final : public RunCache {
 public:
  explicit DiskRuns(std::string folder) : folder_(std::move(folder)) {}
  [[nodiscard]] std::optional<Outcome> find(const std::string& key) override;
  [[nodiscard]] Status keep(const std::string& key, const Outcome& outcome) override;

 private:
  [[nodiscard]] std::string path_of(const std::string& key) const;

  std::string folder_;
  MemoryRuns seen_;  ///< what this process has read or written
};

}  // namespace assay::analyzer::tune
