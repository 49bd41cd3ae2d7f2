#include "trigger/problem/formula/normal_form.hpp"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "assay/base/check.hpp"

namespace assay::trigger {
namespace {

using smt::OperatorId;
using smt::TermId;
using smt::TermKind;
using smt::TermStore;

/// A request for the normal form of a term (`positive`) or of its negation.
struct Goal {
  TermId term;
  bool positive = true;
  [[nodiscard]] std::uint64_t key() const { return (std::uint64_t{term.index} << 1U) | (positive ? 1U : 0U); }
};

/// The kinds of nodes, by how the normal form takes them apart.
enum class Shape : std::uint8_t { Literal, Annotated, Not, Junction, Implies, Ite, Iff, Quantifier };

class NormalForm {
 public:
  NormalForm(TermStore& store, Expanded expanded) : store_(store), expanded_(expanded) {}

  TermId run(TermId root, const std::stop_token& stop) {
    std::vector<Goal> stack = {{root, true}};
    while (!stack.empty()) {
      if (stop.stop_requested()) return root;
      const Goal goal = stack.back();
      if (done_.contains(goal.key())) {
        stack.pop_back();
        continue;
      }
      const std::vector<Goal> needs = parts(goal);
      const std::size_t before = stack.size();
      for (const Goal& need : needs)
        if (!done_.contains(need.key())) stack.push_back(need);
      if (stack.size() > before) continue;
      std::vector<TermId> results;
      for (const Goal& need : needs) results.push_back(done_.at(need.key()));
      done_.emplace(goal.key(), assemble(goal, results));
    }
    return done_.at(Goal{root, true}.key());
  }

 private:
  [[nodiscard]] Shape shape(TermId term) const {
    const smt::TermNode& node = store_.node(term);
    if (node.kind == TermKind::Annotated) return Shape::Annotated;
    if (node.kind == TermKind::Binder) {
      const smt::BinderKind kind = store_.binder_info(term).kind;
      return kind == smt::BinderKind::Forall || kind == smt::BinderKind::Exists ? Shape::Quantifier : Shape::Literal;
    }
    if (node.kind != TermKind::Apply) return Shape::Literal;
    const OperatorId op = store_.op(term);
    if (op == ops_.negation) return Shape::Not;
    if (op == ops_.conjunction || op == ops_.disjunction) return Shape::Junction;
    if (op == ops_.implication) return Shape::Implies;
    if (op == ops_.choice) return Shape::Ite;
    const bool opened = (op == ops_.equality || op == ops_.exclusive_or) && node.count == 2 &&
                        (expanded_ == Expanded::All || store_.has(term, smt::kHasQuantifier)) &&
                        store_.sort_of(store_.children(term)[0]) == store_.bool_sort();
    return opened ? Shape::Iff : Shape::Literal;
  }

  [[nodiscard]] std::vector<Goal> parts(const Goal& goal) const {
    const std::span<const TermId> children = store_.children(goal.term);
    const bool sign = goal.positive;
    std::vector<Goal> goals;
    switch (shape(goal.term)) {
      case Shape::Literal: break;
      case Shape::Annotated:
      case Shape::Quantifier: goals = {{children[0], sign}}; break;
      case Shape::Not: goals = {{children[0], !sign}}; break;
      case Shape::Junction:
      case Shape::Implies: goals = junction(goal); break;
      case Shape::Ite:
        goals = {{children[0], true}, {children[0], false}, {children[1], sign}, {children[2], sign}};
        break;
      case Shape::Iff:
        goals = {{children[0], true}, {children[0], false}, {children[1], true}, {children[1], false}};
        break;
    }
    return goals;
  }

  /// True if the normal form of a junction or an implication is a conjunction.
  [[nodiscard]] bool is_conjunction(const Goal& goal) const {
    const bool is_and = shape(goal.term) == Shape::Junction && store_.op(goal.term) == ops_.conjunction;
    return is_and == goal.positive;
  }

  /// The parts of a junction, with nested junctions of the same resulting connective flattened. Flattening a deep chain
  /// in one pass takes linear time; flattening level by level would copy each part once per level.
  [[nodiscard]] std::vector<Goal> junction(const Goal& whole) const {
    const bool conjunction = is_conjunction(whole);
    std::vector<Goal> goals;
    std::vector<Goal> pending = {whole};
    std::unordered_set<std::uint64_t> seen;
    while (!pending.empty()) {
      const Goal goal = pending.back();
      pending.pop_back();
      if (!seen.insert(goal.key()).second) continue;
      const std::span<const TermId> children = store_.children(goal.term);
      const Shape kind = shape(goal.term);
      if (kind == Shape::Annotated || kind == Shape::Not) {
        pending.push_back({children[0], goal.positive == (kind == Shape::Annotated)});
      } else if ((kind == Shape::Junction || kind == Shape::Implies) && is_conjunction(goal) == conjunction) {
        const bool other = goal.positive == (kind == Shape::Junction);  // an implication negates all but its last part
        pending.push_back({children.back(), goal.positive});
        for (std::size_t i = children.size() - 1; i > 0; --i) pending.push_back({children[i - 1], other});
      } else {
        goals.push_back(goal);
      }
    }
    return goals;
  }

  TermId both(TermId a, TermId b) { return joined(store_, ops_.conjunction, {a, b}); }
  TermId either(TermId a, TermId b) { return joined(store_, ops_.disjunction, {a, b}); }

  TermId assemble(const Goal& goal, const std::vector<TermId>& results) {
    const Shape kind = shape(goal.term);
    switch (kind) {
      case Shape::Literal: return goal.positive ? goal.term : negated(store_, goal.term);
      case Shape::Annotated:
      case Shape::Not: return results[0];
      case Shape::Junction:
      case Shape::Implies: return joined(store_, is_conjunction(goal) ? ops_.conjunction : ops_.disjunction, results);
      case Shape::Ite: return both(either(results[1], results[2]), either(results[0], results[3]));
      case Shape::Iff: {
        const bool equal = (store_.op(goal.term) == ops_.equality) == goal.positive;
        return equal ? both(either(results[1], results[2]), either(results[0], results[3]))
                     : both(either(results[0], results[2]), either(results[1], results[3]));
      }
      case Shape::Quantifier: return quantifier(goal, results[0]);
    }
    ASSAY_CHECK(false, "a shape without a normal form");
  }

  TermId quantifier(const Goal& goal, TermId body) {
    smt::BinderInfo info = store_.binder_info(goal.term);
    const bool universal = (info.kind == smt::BinderKind::Forall) == goal.positive;
    info.kind = universal ? smt::BinderKind::Forall : smt::BinderKind::Exists;
    info.keyword = universal ? "forall" : "exists";
    const std::span<const TermId> old = store_.children(goal.term);
    std::vector<TermId> children(old.begin(), old.end());
    children[0] = body;
    if (!universal) {
      children.resize(1);
      info.attributes.clear();
    }
    return store_.binder(info, children);
  }

  TermStore& store_;
  Expanded expanded_;
  Connectives ops_;
  std::unordered_map<std::uint64_t, TermId> done_;
};

}  // namespace

Connectives::Connectives()
    : negation(smt::Operators::get().at("not")),
      conjunction(smt::Operators::get().at("and")),
      disjunction(smt::Operators::get().at("or")),
      implication(smt::Operators::get().at("=>")),
      equality(smt::Operators::get().at("=")),
      exclusive_or(smt::Operators::get().at("xor")),
      choice(smt::Operators::get().at("ite")) {}

std::vector<TermId> parts_of(const TermStore& store, OperatorId op, TermId term) {
  std::vector<TermId> parts;
  std::vector<TermId> pending = {term};
  std::unordered_set<std::uint32_t> seen;
  while (!pending.empty()) {
    const TermId top = pending.back();
    pending.pop_back();
    if (!seen.insert(top.index).second) continue;
    if (!store.is(top, op)) {
      parts.push_back(top);
      continue;
    }
    const std::span<const TermId> children = store.children(top);
    pending.insert(pending.end(), children.rbegin(), children.rend());
  }
  return parts;
}

TermId joined(TermStore& store, OperatorId op, const std::vector<TermId>& parts) {
  const bool is_and = op == Connectives().conjunction;
  const TermId unit = store.bool_constant(is_and);
  const TermId zero = store.bool_constant(!is_and);
  std::vector<TermId> flat;
  std::unordered_set<std::uint32_t> seen;
  for (const TermId part : parts) {
    for (const TermId inner : store.is(part, op) ? parts_of(store, op, part) : std::vector<TermId>{part}) {
      if (inner == zero) return zero;
      if (inner != unit && seen.insert(inner.index).second) flat.push_back(inner);
    }
  }
  if (flat.empty()) return unit;
  return flat.size() == 1 ? flat[0] : store.apply_as(op, flat, {}, store.bool_sort());
}

TermId negated(TermStore& store, TermId term) {
  static const OperatorId negation = Connectives().negation;
  if (store.is(term, negation)) return store.children(term)[0];
  if (term == store.bool_constant(true)) return store.bool_constant(false);
  if (term == store.bool_constant(false)) return store.bool_constant(true);
  return store.apply_as(negation, std::vector<TermId>{term}, {}, store.bool_sort());
}

TermId negation_normal_form(TermStore& store, TermId term, const std::stop_token& stop, Expanded expanded) {
  return NormalForm(store, expanded).run(term, stop);
}

}  // namespace assay::trigger
