#include "trigger/problem/similarity.hpp"

#include <algorithm>

namespace assay::trigger {

SimilarityIndex::SimilarityIndex(const std::vector<Clause>& clauses) {
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    symbols_.emplace_back(clauses[i].symbols.begin(), clauses[i].symbols.end());
    for (const smt::FunctionId symbol : symbols_.back()) clauses_of_[symbol.index].push_back(i);
  }
}

std::vector<std::pair<double, std::size_t>> SimilarityIndex::similar(std::size_t clause, double threshold) const {
  std::unordered_map<std::size_t, std::size_t> common;
  for (const smt::FunctionId symbol : symbols_[clause])
    for (const std::size_t other : clauses_of_.at(symbol.index)) ++common[other];
  std::vector<std::pair<double, std::size_t>> result;
  for (const auto& [other, count] : common) {
    const std::size_t all = symbols_[clause].size() + symbols_[other].size() - count;
    const double rate = static_cast<double>(count) / static_cast<double>(all);
    if (rate >= threshold) result.emplace_back(rate, other);
  }
  std::sort(result.begin(), result.end(),
            [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  return result;
}

}  // namespace assay::trigger
