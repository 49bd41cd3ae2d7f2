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

#include "assay/core/case.hpp"
#include "assay/datalog/dialect.hpp"
#include "assay/datalog/engine.hpp"
#include "compare.hpp"
#include "external_sort.hpp"

namespace assay::datalog {

/// Two results of any size, compared as compare_results does: all tuples of a side go to its sink, are sorted on the
/// disk, and both come back in order. Programs and budget must outlive it.
class LargeComparison {
 public:
  /// `claim`: what is expected in words; empty: what the relation's oracle says.
  LargeComparison(const Program& original, const Program& transformed,
                  const std::vector<std::pair<std::string, Oracle>>& expectations, DiskBudget& disk,
                  std::string_view claim = {}, std::size_t memory_bytes = kSortMemory);

  [[nodiscard]] TupleSink& original() { return original_; }
  [[nodiscard]] TupleSink& transformed() { return transformed_; }
  /// Once, when both sinks have everything; `present` as in Output. An Error: the disk, or the stop.
  [[nodiscard]] Result<std::optional<core::Verdict>> verdict(const std::vector<bool>& original_present,
                                                             const std::vector<bool>& transformed_present,
                                                             const std::stop_token& stop);

 private:
  /// The symbols of both sides, each once.
  struct Symbols {
    std::vector<std::string> names;
    std::unordered_map<std::string, Value> values;
    std::size_t bytes = 0;
  };

  /// Sorts tuples that begin with the position of their pair of relations, and have zeros at their end.
  class Side final : public TupleSink {
   public:
    Side(const Program& program, std::vector<std::optional<std::size_t>> pairs, std::size_t arity, Symbols& symbols,
         DiskBudget& disk, std::size_t memory_bytes);
    Status add(RelationId relation, const Value* tuple, const std::vector<std::string>& symbols) override;

    ExternalSort sorted;

   private:
    Status translate(const std::vector<std::string>& symbols);

    const Program& program_;
    std::vector<std::optional<std::size_t>> pairs_;  ///< by relation
    Symbols& all_;
    std::vector<Value> translated_;  ///< the side's own symbols, in all
    std::vector<Value> row_;
  };

  struct Found {
    std::size_t pair = 0;
    Differing missing;
    Differing extra;
  };
  void note(std::optional<Found>& found, std::size_t pair, bool missing, const Value* tuple) const;
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
