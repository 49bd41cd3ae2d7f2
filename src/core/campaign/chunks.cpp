#include "core/campaign/chunks.hpp"

#include <algorithm>

namespace assay::core {

std::uint64_t tests_of_shard(std::uint64_t tests, Shard shard) {
  const std::uint64_t whole = tests / kChunkSize;  // full chunks; the next chunk is cut
  const std::uint64_t own = whole / shard.count + (shard.index < whole % shard.count ? 1 : 0);
  return own * kChunkSize + (shard.index == whole % shard.count ? tests % kChunkSize : 0);
}

ChunkDispenser::ChunkDispenser(Shard shard, const std::vector<ChunkState>& done, std::optional<std::uint64_t> tests,
                               std::optional<std::uint64_t> cases)
    : shard_(shard), tests_(tests), cases_(cases) {
  for (const ChunkState& chunk : done) {
    done_[chunk.chunk] = chunk.done;
    done_before_ += chunk.done;
  }
}

std::optional<Chunk> ChunkDispenser::next() {
  const std::lock_guard guard(mutex_);
  for (;;) {
    std::uint64_t end = kChunkSize;
    if (tests_) {
      const std::uint64_t first = ordinal_ * kChunkSize;
      if (first >= *tests_) return std::nullopt;
      end = std::min(end, *tests_ - first);
    }
    const std::uint64_t id = shard_.index + ordinal_ * shard_.count;
    ++ordinal_;
    if (cases_) {
      if (id * kChunkSize >= *cases_) return std::nullopt;
      end = std::min(end, *cases_ - id * kChunkSize);
    }
    const auto state = done_.find(id);
    const std::uint32_t begin = state == done_.end() ? 0 : state->second;
    if (begin < end) return Chunk{id, begin, static_cast<std::uint32_t>(end)};
  }
}

}  // namespace assay::core
