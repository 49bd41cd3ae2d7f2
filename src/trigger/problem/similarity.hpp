#pragma once

#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trigger/problem/clause.hpp"

namespace assay::trigger {

/// Finds clauses by their uninterpreted symbols (section 4.4.2, step 1) without a look at those that share none.
class SimilarityIndex {
 public:
  explicit SimilarityIndex(const std::vector<Clause>& clauses);

  /// Clauses whose Jaccard index with this one is at least `threshold` (and above 0), most similar first, equals in
  /// their order. The clause itself is one of them.
  [[nodiscard]] std::vector<std::pair<double, std::size_t>> similar(std::size_t clause, double threshold) const;

 private:
  std::vector<std::vector<smt::FunctionId>> symbols_;
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> clauses_of_;
};

}  // namespace assay::trigger
