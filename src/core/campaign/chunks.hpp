#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "core/campaign/campaign.hpp"

namespace assay::core {

/// Case indices for one worker: first + [begin, end).
struct Chunk {
  std::uint64_t id = 0;
  std::uint64_t first = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Hands out the chunks of a shard that are not done yet, in order. Stops after `tests` cases of the shard's sequence,
/// and at the case index `cases`, which all shards share; nullopt: no limit.
class ChunkDispenser {
 public:
  ChunkDispenser(Shard shard, const std::vector<ChunkState>& done, std::optional<std::uint64_t> tests,
                 std::optional<std::uint64_t> cases = {});

  /// Nullopt when all chunks are handed out. Thread-safe.
  [[nodiscard]] std::optional<Chunk> next();
  /// Cases that were done in earlier sessions.
  [[nodiscard]] std::uint64_t done_before() const { return done_before_; }

 private:
  std::mutex mutex_;
  Shard shard_;
  std::uint64_t size_;
  std::map<std::uint64_t, std::uint32_t> done_;
  std::optional<std::uint64_t> tests_;
  std::optional<std::uint64_t> cases_;
  std::uint64_t ordinal_ = 0;
  std::uint64_t done_before_ = 0;
};

}  // namespace assay::core
