#include "smt/fuzz/seed/valuation.hpp"

#include <array>

namespace assay::smt {
namespace {

constexpr std::uint64_t kMaxInstances = 512;    // of one quantifier; formulas that need more have no value
constexpr std::uint64_t kMaxSteps = 50'000;     // suffices for every node of the longest seeds
constexpr std::uint32_t kMaxString = 1U << 14;  // characters
constexpr std::uint32_t kMaxBits = 1U << 14;    // bits of a number

}  // namespace

EvalOptions witness_options(std::uint64_t interpretation) {
  EvalOptions options;
  options.unspecified = UnspecifiedMode::Fix;
  options.interpretation = interpretation;
  options.max_instances = kMaxInstances;
  options.max_steps = kMaxSteps;
  options.max_string = kMaxString;
  options.max_bits = kMaxBits;
  return options;
}

Valuation::Valuation(Fragments& seed, Model model, std::uint64_t interpretation)
    : seed_(seed),
      model_(std::move(model)),
      interpretation_(interpretation),
      evaluator_(seed.store, model_, witness_options(interpretation)) {
  for (const Fragment& formula : seed.formulas) {
    const Outcome& outcome = evaluator_.evaluate(formula.term);
    if (outcome.known()) {
      pool_.push_back({formula.term, formula.depth, outcome.value.as_bool(), false});
    } else {
      left_out_.emplace_back(formula, outcome.lack);
    }
  }
}

std::string Valuation::left_out_summary() const {
  std::array<std::size_t, 8> counts{};
  for (const auto& [formula, lack] : left_out_) ++counts[static_cast<std::size_t>(lack)];
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    if (!text.empty()) text += ", ";
    text += std::to_string(counts[i]) + " " + std::string(name(static_cast<Lack>(i)));
  }
  return text;
}

void Valuation::make_index() {
  if (indexed_) return;
  indexed_ = true;
  for (const TermId term : seed_.terms) {
    const Outcome& outcome = evaluator_.evaluate(term);
    if (!outcome.known()) continue;
    const auto position = static_cast<std::uint32_t>(valued_.size());
    const SortId sort = seed_.store.sort_of(term);
    by_value_[combine(outcome.value.hash(), sort.index)].push_back(position);
    by_sort_[sort].push_back(position);
    valued_.push_back({term, outcome.value});
  }
}

const std::vector<ValuedTerm>& Valuation::valued_terms() {
  make_index();
  return valued_;
}

const std::vector<std::uint32_t>& Valuation::with_value(SortId sort, const Value& value) {
  static const std::vector<std::uint32_t> none;
  make_index();
  const auto found = by_value_.find(combine(value.hash(), sort.index));
  return found == by_value_.end() ? none : found->second;
}

const std::vector<std::uint32_t>& Valuation::of_sort(SortId sort) {
  static const std::vector<std::uint32_t> none;
  make_index();
  const auto found = by_sort_.find(sort);
  return found == by_sort_.end() ? none : found->second;
}

}  // namespace assay::smt
