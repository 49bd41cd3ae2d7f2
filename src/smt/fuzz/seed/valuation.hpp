#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assay/smt/eval.hpp"
#include "smt/fuzz/seed/fragments.hpp"

namespace assay::smt {

/// A formula of the initial pool, its Boolean depth and its truth under the witness.
struct PoolEntry {
  TermId term;
  std::uint32_t depth = 0;
  bool value = false;
  bool by_solvers = false;  ///< the truth comes from reference solvers
};

/// A closed term and its value under the witness.
struct ValuedTerm {
  TermId term;
  Value value;
};

/// An assignment for a seed, and the values of the seed's formulas and terms under it.
class Valuation {
 public:
  /// `seed` must outlive this.
  Valuation(Fragments& seed, Model model, std::uint64_t interpretation);

  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] std::uint64_t interpretation() const { return interpretation_; }
  /// The value of any closed term of the seed's store.
  [[nodiscard]] const Outcome& evaluate(TermId term) { return evaluator_.evaluate(term); }
  /// The initial pool of Algorithm 1: the seed's formulas that have a value.
  [[nodiscard]] const std::vector<PoolEntry>& pool() const { return pool_; }
  /// The formulas without a value, in the seed's order, and the reasons.
  [[nodiscard]] const std::vector<std::pair<Fragment, Lack>>& left_out() const { return left_out_; }
  /// For example "3 quantified, 1 opaque"; empty if every formula has a value.
  [[nodiscard]] std::string left_out_summary() const;
  /// Adds a formula whose truth reference solvers determined.
  void add(const Fragment& formula, bool value) { pool_.push_back({formula.term, formula.depth, value, true}); }

  /// All closed sub-terms that have a value; computed on the first call.
  [[nodiscard]] const std::vector<ValuedTerm>& valued_terms();
  /// Positions in valued_terms() of the terms with this sort and value.
  [[nodiscard]] const std::vector<std::uint32_t>& with_value(SortId sort, const Value& value);
  /// Positions in valued_terms() of the terms of this sort.
  [[nodiscard]] const std::vector<std::uint32_t>& of_sort(SortId sort);

 private:
  void make_index();

  Fragments& seed_;
  Model model_;
  std::uint64_t interpretation_;
  Evaluator evaluator_;
  std::vector<PoolEntry> pool_;
  std::vector<std::pair<Fragment, Lack>> left_out_;
  bool indexed_ = false;
  std::vector<ValuedTerm> valued_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_value_;  ///< key: hash of sort and value
  std::unordered_map<SortId, std::vector<std::uint32_t>, IdHash> by_sort_;
};

/// The options with which a witness is evaluated when a case is made, judged or reduced. Unspecified operations have a
/// fixed result, which `interpretation` selects.
[[nodiscard]] EvalOptions witness_options(std::uint64_t interpretation);

}  // namespace assay::smt
