#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "assay/datalog/tuples.hpp"
#include "datalog/engine/engine.hpp"
#include "datalog/engine/temporary_file.hpp"

namespace assay::datalog {

/// Default bytes of tuples that one sort collects in memory before it writes them to the disk. Merging uses a quarter.
inline constexpr std::size_t kSortMemory = std::size_t{16} << 20;

/// Sorts tuples of one arity (at least 1) that need not fit into memory. First all tuples are added; then next()
/// returns them in ascending order without repetitions. Sorted runs lie in one temporary file and are merged in a
/// single pass.
class ExternalSort {
 public:
  ExternalSort(std::size_t arity, DiskBudget& disk, std::size_t memory_bytes = kSortMemory);

  [[nodiscard]] Status add(const Value* tuple);
  /// Ends the adding. Call once, before next().
  [[nodiscard]] Status finish();
  /// The next tuple, valid until the next call; null after the last tuple.
  [[nodiscard]] Result<const Value*> next();
  [[nodiscard]] std::size_t runs() const { return runs_.size(); }

 private:
  /// A sorted part of the file. The merge's next tuple of the run begins at buffer[at].
  struct Run {
    std::uint64_t offset = 0;  ///< first byte in the file that is not in the buffer yet
    std::uint64_t end = 0;     ///< end of the run in the file, exclusive
    std::vector<Value> buffer;
    std::size_t at = 0;
  };
  Status flush();
  /// Moves to the run's next tuple; false if there is none.
  Result<bool> advance(Run& run);

  std::size_t memory_bytes_;
  TemporaryFile file_;
  Tuples tuples_;  ///< not yet in a run
  std::vector<Run> runs_;
  std::vector<std::size_t> heap_;  ///< runs that have tuples left, as a heap; the run with the least tuple is in front
  std::size_t buffered_ = 0;       ///< maximum number of tuples of one run in memory
  std::vector<Value> last_;        ///< the tuple that next() returned last
  bool has_last_ = false;
};

}  // namespace assay::datalog
