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

/// A formula of the initial pool and its truth under the witness.
struct PoolEntry {
  TermId term;
  std::uint32_t depth = 0;
  bool value = false;
  bool by_solvers = false;
};

/// A closed term and its value.
struct Valued {
  TermId term;
  Value value;
};

/// One assignment for a seed, and what everything in the seed is worth under it.
class Valuation {
 public:
  /// `seed` must outlive this.
  Valuation(Fragments& seed, Model model, std::uint64_t interpretation);

  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] std::uint64_t interpretation() const { return interpretation_; }
  /// Value of any closed term of the seed's store.
  [[nodiscard]] const Outcome& evaluate(TermId term) { return evaluator_.evaluate(term); }
  /// The initial pool of Algorithm 1: formulas with a value.
  [[nodiscard]] const std::vector<PoolEntry>& pool() const { return pool_; }
  /// Formulas without a value, in the seed's order, and why.
  [[nodiscard]] const std::vector<std::pair<Fragment, Lack>>& left_out() const { return left_out_; }
  /// "3 quantified, 1 opaque", or empty.
  [[nodiscard]] std::string left_out_summary() const;
  /// Adds a formula that reference solvers have valued.
  void add(const Fragment& formula, bool value) { pool_.push_back({formula.term, formula.depth, value, true}); }

  /// Every closed sub-term that has a value. Made when first asked for.
  [[nodiscard]] const std::vector<Valued>& valued();
  /// Positions in valued() of the terms of this sort and value.
  [[nodiscard]] const std::vector<std::uint32_t>& alike(SortId sort, const Value& value);
  /// Positions in valued() of the terms of this sort.
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
  std::vector<Valued> valued_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_value_;  ///< key: hash of sort and value
  std::unordered_map<SortId, std::vector<std::uint32_t>, IdHash> by_sort_;
};

/// How a witness is evaluated, here and wherever a case is judged or reduced: what is open gets a fixed interpretation.
[[nodiscard]] EvalOptions witness_options(std::uint64_t interpretation);

}  // namespace assay::smt
