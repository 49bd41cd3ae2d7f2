#include "smt/synth/operation_table.hpp"

#include <algorithm>

namespace assay::smt {

void OperationTable::execute() {
  is_executed_ = true;
  for (const SortId sort : operation_.arguments) {
    lists_.push_back(&workshop_.constants.of(sort));
    sizes_.push_back(std::min(lists_.back()->size(), workshop_.bounds.constants));
  }
  sizes_ = cut_to_product(std::move(sizes_), workshop_.bounds.combinations);
  const Combinations combinations(sizes_);
  std::unordered_map<Value, std::uint32_t, ValueHash> numbers;
  std::vector<std::size_t> positions;
  std::vector<const Value*> values(arity());
  for (std::uint32_t c = 0; c < combinations.count(); ++c) {
    combinations.get(c, positions);
    for (std::size_t i = 0; i < positions.size(); ++i) values[i] = &(*lists_[i])[positions[i]].value;
    const auto execution = workshop_.executor.run(operation_, values);
    if (!execution) continue;
    const auto [number, is_new] = numbers.try_emplace(execution->value, static_cast<std::uint32_t>(results_.size()));
    if (is_new) results_.push_back(execution->value);
    runs_.push_back({c, number->second, execution->specified});
  }
}

const std::vector<Run>& OperationTable::runs() {
  if (!is_executed_) execute();
  return runs_;
}

std::uint32_t OperationTable::all_free() const {
  std::uint32_t free = 0;
  for (std::size_t i = 0; i < arity(); ++i)
    if (operation_.places[i] == Place::Any) free |= 1U << i;
  return free | 1U << arity();
}

std::uint64_t OperationTable::fixed_part(const Run& run, std::uint32_t free) {
  std::uint64_t rest = run.combination;
  std::uint64_t part = 0;
  std::uint64_t weight = 1;
  for (std::size_t i = 0; i < arity(); ++i) {
    if ((free >> i & 1U) == 0) part += weight * (rest % sizes_[i] + 1);
    weight *= sizes_[i] + 1;
    rest /= sizes_[i];
  }
  return part;
}

const std::vector<const Constant*>& OperationTable::arguments(const Run& run) {
  arguments_.clear();
  std::uint64_t rest = run.combination;
  for (std::size_t i = 0; i < arity(); ++i) {
    arguments_.push_back(&(*lists_[i])[static_cast<std::size_t>(rest % sizes_[i])]);
    rest /= sizes_[i];
  }
  return arguments_;
}

TermId OperationTable::variable(std::size_t position) {
  if (position == arity()) return workshop_.variable("res", operation_.result);
  const SortId sort = operation_.arguments[position];
  return workshop_.variable(std::string(workshop_.letter(sort)) + std::to_string(position + 1), sort);
}

Formula OperationTable::formula_without_terms(const Run& run, const CategoryRow& category) {
  Formula formula;
  formula.category = &category;
  formula.operations = {operation_.name};
  std::vector<const Value*> values;
  for (const Constant* constant : arguments(run)) values.push_back(&constant->value);
  formula.traits = workshop_.traits_of(operation_, values);
  return formula;
}

Formula OperationTable::formula(const Run& run, std::uint32_t free, const CategoryRow& category) {
  Formula formula = formula_without_terms(run, category);
  std::vector<TermId> terms;
  const std::uint32_t allowed = free & all_free();
  for (std::size_t i = 0; i < arity(); ++i) {
    const Constant& constant = *arguments_[i];
    const bool is_free = (allowed >> i & 1U) != 0;
    terms.push_back(is_free ? variable(i) : constant.term);
    if (is_free) workshop_.fix(formula.witness, terms.back(), constant.value);
  }
  const TermId left = apply_operation(workshop_.store, operation_, terms);
  const auto fixed =
      (allowed >> arity() & 1U) == 0 ? workshop_.constants.term_of(result(run), operation_.result) : std::nullopt;
  const TermId right = fixed ? *fixed : variable(arity());
  if (!fixed) workshop_.fix(formula.witness, right, result(run));
  formula.assertions = {workshop_.equation(left, right)};
  return formula;
}

Formula OperationTable::equated_formula(const Run& run, TermId right, const CategoryRow& category) {
  Formula formula = formula_without_terms(run, category);
  std::vector<TermId> terms;
  for (const Constant* constant : arguments_) terms.push_back(constant->term);
  formula.assertions = {workshop_.equation(apply_operation(workshop_.store, operation_, terms), right)};
  return formula;
}

}  // namespace assay::smt
