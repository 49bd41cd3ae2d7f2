#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace assay::smt {

/// A hash set of ids of objects that are stored elsewhere. Open addressing; ids are never removed.
class IdTable {
 public:
  IdTable() : slots_(64) {}

  /// The id for which `equal` holds, among the ids inserted with this hash. Nullopt if there is none.
  template <typename Equal>
  [[nodiscard]] std::optional<std::uint32_t> find(std::uint64_t hash, Equal equal) const {
    const std::size_t mask = slots_.size() - 1;
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t i = tag & mask; slots_[i].id != 0; i = (i + 1) & mask) {
      if (slots_[i].tag == tag && equal(slots_[i].id - 1)) {
        return slots_[i].id - 1;
      }
    }
    return std::nullopt;
  }

  /// `id` must not be in the table.
  void insert(std::uint64_t hash, std::uint32_t id) {
    if (2 * (count_ + 1) > slots_.size()) {
      grow();
    }
    place({static_cast<std::uint32_t>(hash >> 32), id + 1});
    ++count_;
  }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t id = 0;  ///< the id plus one; 0: an empty slot
  };

  void place(Slot slot) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = slot.tag & mask;
    while (slots_[i].id != 0) {
      i = (i + 1) & mask;
    }
    slots_[i] = slot;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.id != 0) {
        place(slot);
      }
    }
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

}  // namespace assay::smt
