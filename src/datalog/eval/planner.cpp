#include "planner.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "assay/base/check.hpp"

namespace assay::datalog {
namespace {

/// Minimum number of rows for an index. Smaller tables are scanned.
constexpr std::uint32_t kMinIndexedRows = 16;

/// The readiness() of a goal that must wait.
constexpr int kNotReady = 100;

template <typename Visit>
void for_each_inner_term(const Aggregate& aggregate, Visit visit) {
  visit(aggregate.target);
  for (const Atom& atom : aggregate.atoms) {
    for (const Term& term : atom.arguments) visit(term);
  }
  for (const Comparison& comparison : aggregate.comparisons) {
    visit(comparison.left);
    visit(comparison.right);
  }
}

}  // namespace

RulePlan Planner::plan(const Rule& rule, std::uint32_t fresh) {
  base_ = static_cast<ValueIndex>(code_.values.size());
  code_.values.resize(code_.values.size() + rule.variables.size(), 0);
  bound_.assign(rule.variables.size(), 0);
  pending_.clear();
  count_occurrences(rule);
  list_goals(rule, fresh);

  RulePlan plan;
  plan.first = static_cast<std::uint32_t>(code_.steps.size());
  if (fresh != kNone) plan.fresh = std::get<Atom>(rule.body[fresh]).relation;
  place_goals(false);
  place_heads(rule, plan);
  // The instructions of aggregates follow the rule's own instructions, which must be contiguous.
  for (const Pending& pending : pending_) place_inner(pending);
  return plan;
}

void Planner::count_occurrences(const Rule& rule) {
  all_.assign(rule.variables.size(), 0);
  for_each_term(rule, [&](const Term& term) {
    if (term.is_variable()) ++all_[static_cast<std::size_t>(term.value)];
  });
  outside_ = all_;
  for (const Literal& literal : rule.body) {
    const auto* aggregate = std::get_if<Aggregate>(&literal);
    if (aggregate == nullptr) continue;
    for_each_inner_term(*aggregate, [&](const Term& term) {
      if (term.is_variable()) --outside_[static_cast<std::size_t>(term.value)];
    });
  }
}

void Planner::list_goals(const Rule& rule, std::uint32_t fresh) {
  goals_.clear();
  for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
    Goal goal;
    goal.atom = std::get_if<Atom>(&rule.body[i]);
    goal.comparison = std::get_if<Comparison>(&rule.body[i]);
    goal.computation = std::get_if<Computation>(&rule.body[i]);
    goal.aggregate = std::get_if<Aggregate>(&rule.body[i]);
    goal.call = std::get_if<Call>(&rule.body[i]);
    if (fresh != kNone && goal.atom != nullptr && computing_[goal.atom->relation]) {
      // Finds each new combination of rows once: by the plan for its first atom with a fresh row.
      if (i == fresh) goal.rows = Rows::Fresh;
      if (i < fresh) goal.rows = Rows::Old;
    }
    goals_.push_back(goal);
  }
}

void Planner::place_goals(bool aggregated) {
  back_ = kNone;
  for (std::size_t left = goals_.size(); left > 0; --left) {
    Goal* goal = next_goal();
    ASSAY_CHECK(goal != nullptr, "an unsafe rule to evaluate: check() was not asked");
    goal->done = true;
    place(*goal, aggregated);
  }
  PlanStep end;
  end.back = back_;
  code_.steps.push_back(end);
}

/// The rank among ready goals; smaller ranks come first: cheap goals that may fail. kNotReady: variables are unknown.
int Planner::readiness(const Goal& goal) const {
  if (goal.comparison != nullptr) {
    const bool left = known(goal.comparison->left);
    const bool right = known(goal.comparison->right);
    if (left && right) return 0;
    return goal.comparison->comparator == Comparator::Equal && (left || right) ? 1 : kNotReady;
  }
  if (goal.computation != nullptr)
    return known(goal.computation->left) && known(goal.computation->right) ? 3 : kNotReady;
  bool ready = true;
  if (goal.call != nullptr) {
    if (goal.call->takes_apart() && known(goal.call->result)) return 1;
    for (const Term& term : goal.call->arguments) ready = ready && known(term);
    return ready ? 3 : kNotReady;
  }
  if (goal.aggregate != nullptr) {
    for_each_inner_term(*goal.aggregate, [&](const Term& term) {
      if (term.is_variable() && outside_[static_cast<std::size_t>(term.value)] > 0 && !known(term)) ready = false;
    });
    return ready ? 4 : kNotReady;
  }
  if (!goal.atom->negated) return kNotReady;
  for (const Term& term : goal.atom->arguments) ready = ready && (term.is_wildcard() || known(term));
  return ready ? 2 : kNotReady;
}

/// The ready goal with the smallest rank, or else the best positive atom.
Planner::Goal* Planner::next_goal() {
  Goal* best = nullptr;
  int best_readiness = kNotReady;
  Goal* best_atom = nullptr;
  for (Goal& goal : goals_) {
    if (goal.done) continue;
    if (goal.atom != nullptr && !goal.atom->negated) {
      if (best_atom != nullptr && best_atom->rows == Rows::Fresh) continue;
      if (best_atom == nullptr || goal.rows == Rows::Fresh || is_better(*goal.atom, *best_atom->atom))
        best_atom = &goal;
      continue;
    }
    const int ready = readiness(goal);
    if (ready < best_readiness) {
      best_readiness = ready;
      best = &goal;
    }
  }
  return best != nullptr ? best : best_atom;
}

std::size_t Planner::known_columns(const Atom& atom) const {
  return static_cast<std::size_t>(
      std::count_if(atom.arguments.begin(), atom.arguments.end(), [&](const Term& term) { return known(term); }));
}

bool Planner::is_better(const Atom& atom, const Atom& than) const {
  const std::size_t here = known_columns(atom);
  const std::size_t there = known_columns(than);
  const bool all_here = here == atom.arguments.size();
  const bool all_there = there == than.arguments.size();
  if (all_here != all_there) return all_here;
  if (here != there) return here > there;
  return store_.tables[atom.relation].count() < store_.tables[than.relation].count();
}

void Planner::place(const Goal& goal, bool aggregated) {
  if (goal.atom != nullptr) return place(*goal.atom, goal.rows, aggregated);
  if (goal.comparison != nullptr) return place(*goal.comparison);
  if (goal.computation != nullptr) return place(*goal.computation);
  if (goal.call != nullptr) return place(*goal.call);
  place(*goal.aggregate);
}

void Planner::place(const Atom& atom, Rows rows, bool aggregated) {
  PlanStep step;
  step.relation = atom.relation;
  step.rows = rows;
  step.back = back_;
  place_columns(atom, aggregated, step);
  ASSAY_CHECK(!atom.negated || step.binds == step.end, "a negated atom with a variable that nothing binds");
  if (step.binds - step.keys == atom.arguments.size()) {
    step.kind = atom.negated ? PlanStep::Kind::NotFind : PlanStep::Kind::Find;
  } else {
    step.kind = atom.negated             ? PlanStep::Kind::NotExists
                : step.binds == step.end ? PlanStep::Kind::Exists
                                         : PlanStep::Kind::Scan;
    // An index pays off only if it is used more than once.
    if (back_ != kNone || aggregated) step.index = index_for(step);
  }
  code_.steps.push_back(step);
  if (step.kind == PlanStep::Kind::Scan) back_ = static_cast<std::uint32_t>(code_.steps.size() - 1);
}

void Planner::place_columns(const Atom& atom, bool aggregated, PlanStep& step) {
  const auto each = [&](auto visit) {
    for (std::uint32_t i = 0; i < atom.arguments.size(); ++i) visit(atom.arguments[i], i);
  };
  const auto here = [&] { return static_cast<std::uint32_t>(code_.columns.size()); };
  step.keys = here();
  each([&](const Term& term, std::uint32_t i) {
    // Without wildcards each assignment of the local variables occurs once, so that nothing is aggregated twice.
    ASSAY_CHECK(!aggregated || !term.is_wildcard(), "a wildcard in an aggregate: check() was not asked");
    if (known(term)) code_.columns.push_back({i, slot(term)});
  });
  step.binds = here();
  std::uint64_t repeated = 0;
  each([&](const Term& term, std::uint32_t i) {
    if (known(term) || term.is_wildcard() || (!aggregated && is_free(term))) return;
    const bool before = std::find(atom.arguments.begin(), atom.arguments.begin() + i, term) !=
                        atom.arguments.begin() + static_cast<std::ptrdiff_t>(i);
    if (before) {
      ++repeated;
    } else {
      code_.columns.push_back({i, slot(term)});
    }
  });
  step.repeats = here();
  if (repeated > 0) {
    each([&](const Term& term, std::uint32_t i) {
      if (known(term) || term.is_wildcard()) return;
      const auto first = std::find(atom.arguments.begin(), atom.arguments.end(), term);
      if (first != atom.arguments.begin() + static_cast<std::ptrdiff_t>(i)) code_.columns.push_back({i, slot(term)});
    });
  }
  step.end = here();
  for (const Term& term : atom.arguments) bind(term);
}

std::uint32_t Planner::index_for(const PlanStep& step) {
  if (step.keys == step.binds || step.rows == Rows::Fresh) return kNone;
  if (!computing_[step.relation] && store_.tables[step.relation].count() < kMinIndexedRows) return kNone;
  key_columns_.clear();
  for (std::uint32_t i = step.keys; i < step.binds; ++i) key_columns_.push_back(code_.columns[i].column);
  for (std::uint32_t i = 0; i < store_.indexes.size(); ++i) {
    if (store_.indexes[i].is(step.relation, key_columns_)) return i;
  }
  store_.indexes.emplace_back(step.relation, key_columns_);
  return static_cast<std::uint32_t>(store_.indexes.size() - 1);
}

void Planner::place(const Comparison& comparison) {
  PlanStep step;
  step.back = back_;
  step.type = comparison.left.type;
  step.comparator = comparison.comparator;
  if (known(comparison.left) && known(comparison.right)) {
    step.kind = PlanStep::Kind::Compare;
    step.left = slot(comparison.left);
    step.right = slot(comparison.right);
  } else {
    const bool to_left = known(comparison.right);
    const Term& target = to_left ? comparison.left : comparison.right;
    step.kind = PlanStep::Kind::Assign;
    step.left = slot(to_left ? comparison.right : comparison.left);
    step.result = slot(target);
    bind(target);
  }
  code_.steps.push_back(step);
}

void Planner::place(const Computation& computation) {
  PlanStep step;
  step.kind = PlanStep::Kind::Compute;
  step.back = back_;
  step.type = computation.result.type;
  step.op = computation.op;
  step.is_test = known(computation.result);
  step.left = slot(computation.left);
  step.right = slot(computation.right);
  step.result = slot(computation.result);
  bind(computation.result);
  code_.steps.push_back(step);
}

void Planner::place(const Call& call) {
  PlanStep step;
  step.kind = PlanStep::Kind::Call;
  step.back = back_;
  step.type = call.result.type;
  step.is_test = known(call.result);
  step.inner = static_cast<std::uint32_t>(code_.calls.size());
  PlannedCall planned{&call, call.takes_apart() && step.is_test, {}, {}};
  for (const Term& term : call.arguments) {
    planned.arguments.push_back(term.is_wildcard() ? kNone : slot(term));
    planned.stored.push_back(!known(term));
    bind(term);
  }
  if (call.has_result()) {
    step.result = slot(call.result);
    bind(call.result);
  }
  code_.calls.push_back(std::move(planned));
  code_.steps.push_back(step);
}

void Planner::place(const Aggregate& aggregate) {
  PlanStep step;
  step.kind = PlanStep::Kind::Aggregate;
  step.back = back_;
  step.aggregator = aggregate.aggregator;
  step.type = aggregate.result.type;
  step.is_test = known(aggregate.result);
  step.result = slot(aggregate.result);
  if (aggregate.aggregator != Aggregator::Count) step.left = slot(aggregate.target);
  bind(aggregate.result);
  pending_.push_back({&aggregate, static_cast<std::uint32_t>(code_.steps.size())});
  code_.steps.push_back(step);
}

void Planner::place_inner(const Pending& pending) {
  // Inside of the aggregate, only the grouping variables are known.
  for (std::size_t i = 0; i < bound_.size(); ++i) bound_[i] = outside_[i] > 0 ? 1 : 0;
  goals_.clear();
  for (const Atom& atom : pending.aggregate->atoms) {
    Goal goal;
    goal.atom = &atom;
    goals_.push_back(goal);
  }
  for (const Comparison& comparison : pending.aggregate->comparisons) {
    Goal goal;
    goal.comparison = &comparison;
    goals_.push_back(goal);
  }
  code_.steps[pending.step].inner = static_cast<std::uint32_t>(code_.steps.size());
  place_goals(true);
}

void Planner::place_heads(const Rule& rule, RulePlan& plan) {
  plan.heads_begin = static_cast<std::uint32_t>(code_.heads.size());
  for (const Atom& head : rule.heads) {
    if (!computing_[head.relation]) continue;
    const auto begin = static_cast<std::uint32_t>(code_.head_slots.size());
    for (const Term& term : head.arguments) {
      ASSAY_CHECK(known(term), "a head with a variable that nothing binds: check() was not asked");
      code_.head_slots.push_back(slot(term));
    }
    code_.heads.push_back({head.relation, begin, static_cast<std::uint32_t>(code_.head_slots.size())});
  }
  plan.heads_end = static_cast<std::uint32_t>(code_.heads.size());
}

ValueIndex Planner::slot(const Term& term) {
  if (term.is_variable()) return base_ + static_cast<ValueIndex>(term.value);
  code_.values.push_back(term.value);
  return static_cast<ValueIndex>(code_.values.size() - 1);
}

}  // namespace assay::datalog
