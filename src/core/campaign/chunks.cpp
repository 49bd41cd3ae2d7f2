#include "core/campaign/chunks.hpp"

#include <algorithm>

namespace assay::core {

std::uint64_t tests_of_shard(std::uint64_t tests, Shard shard, std::uint64_t size) {
  const std::uint64_t whole = tests / size;  // full chunks; the next chunk is cut
  const std::uint64_t own = whole / shard.count + (shard.index < whole % shard.count ? 1 : 0);
  return own * size + (shard.index == whole % shard.count ? tests % size : 0);
}

ChunkDispenser::ChunkDispenser(Shard shard, const std::vector<ChunkState>& done, std::optional<std::uint64_t> tests,
                               std::optional<std::uint64_t> cases)
    : shard_(shard), size_(chunk_size(cases)), tests_(tests), cases_(cases) {
  for (const ChunkState& chunk : done) {
    done_[chunk.chunk] = chunk.done;
    done_before_ += chunk.done;
  }
}

std::optional<Chunk> ChunkDispenser::next() {
  const std::lock_guard guard(mutex_);
  for (;;) {
    std::uint64_t end = size_;
    if (tests_) {
      const std::uint64_t first = ordinal_ * size_;
      if (first >= *tests_) return std::nullopt;
      end = std::min(end, *tests_ - first);
    }
    const std::uint64_t id = shard_.index + ordinal_ * shard_.count;
    ++ordinal_;
    if (cases_) {
      if (id * size_ >= *cases_) return std::nullopt;
      end = std::min(end, *cases_ - id * size_);
    }
    const auto state = done_.find(id);
    const std::uint32_t begin = state == done_.end() ? 0 : state->second;
    if (begin < end) return Chunk{id, id * size_, begin, static_cast<std::uint32_t>(end)};
  }
}

}  // namespace assay::core
