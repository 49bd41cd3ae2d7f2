#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "assay/datalog/engine.hpp"
#include "assay/datalog/tuples.hpp"
#include "datalog/engine/temporary_file.hpp"

namespace assay::datalog {

/// What one sort keeps in memory while it takes tuples; sorting them needs half as much, twice. Merging takes a
/// quarter.
inline constexpr std::size_t kSortMemory = std::size_t{16} << 20;

/// A set of tuples of one arity (at least 1) that need not fit into memory: first all are added, then they come back in
/// ascending order without repetitions. Sorted runs lie in one temporary file and are merged at one go.
class ExternalSort {
 public:
  ExternalSort(std::size_t arity, DiskBudget& disk, std::size_t memory_bytes = kSortMemory);

  [[nodiscard]] Status add(const Value* tuple);
  /// No more are added.
  [[nodiscard]] Status finish();
  /// The next one (until the next call), or null when there are no more.
  [[nodiscard]] Result<const Value*> next();
  [[nodiscard]] std::size_t runs() const { return runs_.size(); }

 private:
  /// A part of the file, of which `buffer` holds the tuples from `at` on.
  struct Run {
    std::uint64_t offset = 0;  ///< of what is not in the buffer yet
    std::uint64_t end = 0;
    std::vector<Value> buffer;
    std::size_t at = 0;
  };
  Status flush();
  /// Whether there is one more.
  Result<bool> advance(Run& run);

  std::size_t memory_bytes_;
  TemporaryFile file_;
  Tuples tuples_;  ///< not yet in a run
  std::vector<Run> runs_;
  std::vector<std::size_t> heap_;  ///< of runs that have tuples; the one with the least is in front
  std::size_t buffered_ = 0;       ///< tuples of each run in memory
  std::vector<Value> last_;        ///< what next() gave
  bool has_last_ = false;
};

}  // namespace assay::datalog
