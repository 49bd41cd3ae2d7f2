#pragma once

#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trigger/problem/clause.hpp"

namespace assay::trigger {

/// Finds similar clauses by their uninterpreted symbols (section 4.4.2, step 1), without visiting the clauses that
/// share no symbol.
class SimilarityIndex {
 public:
  explicit SimilarityIndex(const std::vector<Clause>& clauses);

  /// The clauses (rate, index) whose Jaccard index with `clause` is above 0 and at least `threshold`, including
  /// `clause` itself. Most similar first, equally similar clauses by index.
  [[nodiscard]] std::vector<std::pair<double, std::size_t>> similar(std::size_t clause, double threshold) const;

 private:
  std::vector<std::vector<smt::FunctionId>> symbols_;
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> clauses_of_;
};

}  // namespace assay::trigger
