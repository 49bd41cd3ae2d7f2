#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assay/datalog/dialect.hpp"
#include "core/case/case.hpp"
#include "datalog/engine/engine.hpp"
#include "datalog/fuzz/result/compare.hpp"
#include "datalog/fuzz/result/external_sort.hpp"

namespace assay::datalog {

/// Compares two results of any size, as compare_results does. All tuples of a side go to its sink and are sorted on the
/// disk; then both sides are read in order. Programs and disk budget must outlive the object.
class LargeComparison {
 public:
  /// `claim`: a sentence that says what is expected; empty: claim_of the relation's oracle.
  LargeComparison(const Program& original, const Program& transformed,
                  const std::vector<std::pair<std::string, Oracle>>& expectations, DiskBudget& disk,
                  std::string_view claim = {}, std::size_t memory_bytes = kSortMemory);

  [[nodiscard]] TupleSink& original() { return original_; }
  [[nodiscard]] TupleSink& transformed() { return transformed_; }
  /// Call once, when both sinks have all tuples. The first two arguments are Output::present of the two sides. Returns
  /// an Error if the disk fails or a stop is requested.
  [[nodiscard]] Result<std::optional<core::Verdict>> verdict(const std::vector<bool>& original_present,
                                                             const std::vector<bool>& transformed_present,
                                                             const std::stop_token& stop);

 private:
  /// The symbols of both sides without duplicates.
  struct Symbols {
    std::vector<std::string> names;
    std::unordered_map<std::string, Value> values;  ///< positions in `names`
    std::size_t bytes = 0;                          ///< estimated memory of both containers
  };

  /// Sorts rows of equal length: the position of the pair of relations, the tuple, and zeros as padding.
  class Side final : public TupleSink {
   public:
    Side(const Program& program, std::vector<std::optional<std::size_t>> pairs, std::size_t arity, Symbols& symbols,
         DiskBudget& disk, std::size_t memory_bytes);
    Status add(RelationId relation, const Value* tuple, const std::vector<std::string>& symbols) override;

    ExternalSort sorted;

   private:
    Status translate(const std::vector<std::string>& symbols);

    const Program& program_;
    std::vector<std::optional<std::size_t>> pairs_;  ///< by relation; nullopt: the relation is not compared
    Symbols& all_;
    std::vector<Value> translated_;  ///< positions in `all_`, by position among the side's own symbols
    std::vector<Value> row_;
  };

  struct RelationDifference {
    std::size_t pair = 0;
    TupleDifference missing;
    TupleDifference extra;
  };
  void add_difference(std::optional<RelationDifference>& found, std::size_t pair, bool missing,
                      const Value* tuple) const;
  /// Length of the sorted rows.
  [[nodiscard]] std::size_t arity() const;
  [[nodiscard]] std::vector<std::optional<std::size_t>> by_relation(const Program& program,
                                                                    RelationId ComparedPair::*side) const;

  const Program& program_;
  std::vector<ComparedPair> pairs_;
  std::string claim_;
  Symbols symbols_;
  Side original_;
  Side transformed_;
};

}  // namespace assay::datalog
