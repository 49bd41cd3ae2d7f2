#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace assay {

/// A map from 32-bit keys to numbers, with open addressing. Its memory depends on the number of keys, not on their
/// values. Cannot be iterated over.
class IndexMap {
 public:
  /// The value of a key; 0 if the key is missing.
  [[nodiscard]] std::uint32_t find(std::uint32_t key) const {
    if (size_ == 0) return 0;
    const Entry& entry = table_[slot(key)];
    return entry.used ? entry.value : 0;
  }
  [[nodiscard]] bool contains(std::uint32_t key) const { return size_ > 0 && table_[slot(key)].used; }

  /// Sets the value of a key. Returns true if the key was new.
  bool set(std::uint32_t key, std::uint32_t value) {
    if (2 * (size_ + 1) > table_.size()) grow();
    Entry& entry = table_[slot(key)];
    const bool is_new = !entry.used;
    entry = {key, value, true};
    size_ += is_new ? 1 : 0;
    return is_new;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  /// Removes all keys and keeps the memory.
  void clear() {
    if (size_ > 0) std::fill(table_.begin(), table_.end(), Entry{});
    size_ = 0;
  }

 private:
  static constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;  ///< 2^64 divided by the golden ratio

  struct Entry {
    std::uint32_t key = 0;
    std::uint32_t value = 0;
    bool used = false;
  };

  /// The position of the key, or the free position where it would be inserted.
  [[nodiscard]] std::size_t slot(std::uint32_t key) const {
    const std::size_t mask = table_.size() - 1;
    // Fibonacci hashing (Knuth, The Art of Computer Programming 3, section 6.4) spreads consecutive ids.
    std::size_t at = static_cast<std::size_t>((key * kGoldenRatio) >> 32) & mask;
    while (table_[at].used && table_[at].key != key) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<Entry> old(table_.empty() ? 32 : 2 * table_.size());
    old.swap(table_);
    for (const Entry& entry : old)
      if (entry.used) table_[slot(entry.key)] = entry;
  }

  std::vector<Entry> table_;
  std::size_t size_ = 0;
};

}  // namespace assay
