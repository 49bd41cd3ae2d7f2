#include "rule_machine.hpp"

#include <optional>

#include "arithmetic.hpp"

namespace assay::datalog {

void Machine::run(const RulePlan& plan) {
  if (cursors_.size() < code_.steps.size()) cursors_.resize(code_.steps.size());
  execute(plan.first, [&] { derive(plan); });
}

/// Backtracks without a stack: each step has the position of the Scan before it.
template <typename Sink>
void Machine::execute(std::uint32_t first, Sink sink) {
  std::uint32_t at = first;
  bool holds = forward(code_.steps[at], at, sink);
  while (!budget_.failed()) {
    if (holds) {
      ++at;
      holds = forward(code_.steps[at], at, sink);
    } else {
      at = code_.steps[at].back;
      if (at == kNone) return;
      holds = advance(code_.steps[at], cursors_[at]);
    }
  }
}

template <typename Sink>
bool Machine::forward(const PlanStep& step, std::uint32_t at, Sink& sink) {
  switch (step.kind) {
    case PlanStep::Kind::Scan: open(step, cursors_[at]); return advance(step, cursors_[at]);
    case PlanStep::Kind::Exists: return exists(step);
    case PlanStep::Kind::NotExists: return !exists(step);
    case PlanStep::Kind::Find: return find(step);
    case PlanStep::Kind::NotFind: return !find(step);
    case PlanStep::Kind::Compare:
      return compare(step.comparator, step.type, code_.values[step.left], code_.values[step.right]);
    case PlanStep::Kind::Assign: code_.values[step.result] = code_.values[step.left]; return true;
    case PlanStep::Kind::Compute: return compute(step);
    case PlanStep::Kind::Call: return call(step);
    case PlanStep::Kind::Aggregate: return aggregate(step);
    case PlanStep::Kind::End: sink(); return false;
  }
  return false;
}

void Machine::open(const PlanStep& step, Cursor& cursor) {
  const Table& table = store_.tables[step.relation];
  cursor.low = step.rows == Rows::Fresh ? table.old_end : 0;
  cursor.high = step.rows == Rows::Old ? table.old_end : table.visible_end;
  cursor.at = cursor.low;
  cursor.chained = step.index != kNone;
  if (!cursor.chained) return;
  Index& index = store_.indexes[step.index];
  // Indexes all visible rows, even if this step reads fewer: the index must not change while a plan runs.
  if (index.end() < table.visible_end) index.extend(table, table.visible_end);
  std::uint64_t hash = 0;
  for (std::uint32_t i = step.keys; i < step.binds; ++i) hash = hash_step(hash, code_.values[code_.columns[i].slot]);
  cursor.at = index.first(hash);
}

bool Machine::advance(const PlanStep& step, Cursor& cursor) {
  const Table& table = store_.tables[step.relation];
  for (;;) {
    std::uint32_t row = cursor.at;
    if (cursor.chained) {
      if (row == kNone || row < cursor.low) return false;
      cursor.at = store_.indexes[step.index].next(row);
    } else {
      if (row >= cursor.high) return false;
      ++cursor.at;
    }
    if (!budget_.take_steps(1)) return false;
    if (row < cursor.high && matches(step, table.row(row))) return true;
  }
}

bool Machine::matches(const PlanStep& step, const Value* row) {
  const Column* columns = code_.columns.data();
  Value* values = code_.values.data();
  std::uint32_t i = step.keys;
  for (; i < step.binds; ++i) {
    if (row[columns[i].column] != values[columns[i].slot]) return false;
  }
  for (; i < step.repeats; ++i) values[columns[i].slot] = row[columns[i].column];
  for (; i < step.end; ++i) {
    if (row[columns[i].column] != values[columns[i].slot]) return false;
  }
  return true;
}

bool Machine::exists(const PlanStep& step) {
  Cursor cursor;
  open(step, cursor);
  return advance(step, cursor);
}

bool Machine::find(const PlanStep& step) {
  if (!budget_.take_steps(1)) return false;
  row_.clear();
  for (std::uint32_t i = step.keys; i < step.binds; ++i) row_.push_back(code_.values[code_.columns[i].slot]);
  const Table& table = store_.tables[step.relation];
  const std::uint32_t row = table.find(row_.data());
  if (row == kNone) return false;
  if (step.rows == Rows::Fresh && row < table.old_end) return false;
  return row < (step.rows == Rows::Old ? table.old_end : table.visible_end);
}

bool Machine::settle(const PlanStep& step, Value value) {
  Value& result = code_.values[step.result];
  if (step.is_test) return result == value;
  result = value;
  return true;
}

bool Machine::compute(const PlanStep& step) {
  const auto value = computed(step.op, step.type, code_.values[step.left], code_.values[step.right], integer_bits_);
  if (!value) {
    budget_.fail(EvaluationProblem::Overflow);
    return false;
  }
  return settle(step, *value);
}

bool Machine::call(const PlanStep& step) {
  if (!budget_.take_steps(1)) return false;
  const PlannedCall& planned = code_.calls[step.inner];
  if (planned.takes_apart) return take_apart(planned, code_.values[step.result]);
  arguments_.clear();
  for (const ValueIndex slot : planned.arguments) arguments_.push_back(code_.values[slot]);
  if (!planned.call->has_result()) return calls_.holds(*planned.call, arguments_);
  const std::optional<Value> value = calls_.value(*planned.call, arguments_);
  if (!value) {
    budget_.fail(calls_.is_too_long() ? EvaluationProblem::TooLarge : EvaluationProblem::Overflow);
    return false;
  }
  return settle(step, *value);
}

bool Machine::take_apart(const PlannedCall& planned, Value structure) {
  const auto parts = calls_.apart(*planned.call, structure);
  if (!parts) return false;
  for (std::size_t i = 0; i < parts->size(); ++i) {
    const ValueIndex slot = planned.arguments[i];
    if (slot == kNone) continue;
    if (planned.stored[i]) {
      code_.values[slot] = (*parts)[i];
    } else if (code_.values[slot] != (*parts)[i]) {
      return false;
    }
  }
  return true;
}

bool Machine::aggregate(const PlanStep& step) {
  Value count = 0;
  Sum sum(step.type, integer_bits_);
  Value best = 0;
  const bool least = step.aggregator == Aggregator::Minimum;
  const Comparator better = least ? Comparator::Less : Comparator::Greater;
  execute(step.inner, [&] {
    ++count;
    if (step.aggregator == Aggregator::Count) return;
    const Value value = code_.values[step.left];
    if (step.aggregator == Aggregator::Sum) {
      sum.add(value);
    } else if (count == 1 || compare(better, step.type, value, best)) {
      best = value;
    }
  });
  if (budget_.failed()) return false;
  std::optional<Value> result = best;
  if (step.aggregator == Aggregator::Count) {
    result = fits(step.type, count, integer_bits_) ? std::optional(count) : std::nullopt;
  } else if (step.aggregator == Aggregator::Sum) {
    result = sum.value();
  } else if (count == 0) {
    return false;
  }
  if (!result) {
    budget_.fail(EvaluationProblem::Overflow);
    return false;
  }
  return settle(step, *result);
}

void Machine::derive(const RulePlan& plan) {
  for (std::uint32_t i = plan.heads_begin; i < plan.heads_end; ++i) {
    const Head& head = code_.heads[i];
    row_.clear();
    for (std::uint32_t j = head.begin; j < head.end; ++j) row_.push_back(code_.values[code_.head_slots[j]]);
    if (store_.tables[head.relation].insert(row_.data()) && !budget_.take_tuple()) return;
  }
}

}  // namespace assay::datalog
