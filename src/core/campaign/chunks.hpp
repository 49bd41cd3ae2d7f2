#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "assay/core/campaign.hpp"

namespace assay::core {

/// A run of case indices for one worker: chunk * kChunkSize + [begin, end).
struct Chunk {
  std::uint64_t id = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Hands out what a shard has not done yet, in order, up to a number of cases of the shard's sequence (`tests`) and of
/// all shards together (`cases`).
class ChunkDispenser {
 public:
  ChunkDispenser(Shard shard, const std::vector<ChunkState>& done, std::optional<std::uint64_t> tests,
                 std::optional<std::uint64_t> cases = {});

  /// Nothing when all is handed out. Thread-safe.
  [[nodiscard]] std::optional<Chunk> next();
  /// Cases that were done before.
  [[nodiscard]] std::uint64_t done_before() const { return done_before_; }

 private:
  std::mutex mutex_;
  Shard shard_;
  std::map<std::uint64_t, std::uint32_t> done_;
  std::optional<std::uint64_t> tests_;
  std::optional<std::uint64_t> cases_;
  std::uint64_t ordinal_ = 0;
  std::uint64_t done_before_ = 0;
};

}  // namespace assay::core
