#include "thesis_match.hpp"

#include <algorithm>
#include <array>

#include "assay/base/hash.hpp"
#include "assay/base/text.hpp"
#include "smt/reduce/terms.hpp"

namespace assay::bench {
namespace {

using namespace assay::smt;

bool is_commutative(const TermStore& store, TermId term) {
  static const std::vector<OperatorId> all{Operators::get().at("="), Operators::get().at("and"),
                                           Operators::get().at("or"), Operators::get().at("+")};
  return std::any_of(all.begin(), all.end(), [&](OperatorId op) { return store.is(term, op); });
}

bool is_variable(const TermStore& store, TermId term) {
  const TermKind kind = store.node(term).kind;
  return kind == TermKind::Variable || (kind == TermKind::Call && store.children(term).empty() &&
                                        store.node(store.function_of(term)).kind == FunctionKind::Declared);
}

}  // namespace

RowInstances::RowInstances(Workshop& workshop) : workshop_(workshop), store_(workshop.store) {
  static const std::vector<std::pair<std::string, Growth::Kind>> kinds{{"variable", Growth::Kind::Variable},
                                                                       {"constant", Growth::Kind::Constant},
                                                                       {"own", Growth::Kind::Own},
                                                                       {"quantified", Growth::Kind::Quantified},
                                                                       {"let", Growth::Kind::Let}};
  for (const Rule& rule : workshop.rules) {
    if (rule.text->kind != RuleKind::Equivalence && rule.text->kind != RuleKind::Implication) continue;
    const Contradiction start = simple(workshop, rule, true);
    add(rule, start, "simple");
    for (const auto& [name, kind] : kinds)
      for (const Growth& growth : growths_of(workshop, rule, kind))
        if (const auto one = grown(workshop, start, growth, "_1")) add(rule, *one, name);
  }
}

void RowInstances::add(const Rule& rule, const Contradiction& contradiction, const std::string& kind) {
  RowInstance instance;
  instance.kind = kind;
  instance.steps = join(contradiction.steps, ", ");
  instance.row = rule.text->name;
  instance.assertions = {plain(contradiction.negated), plain(contradiction.right)};
  instance.needed = {true, true};
  for (std::size_t i = 0; i < contradiction.clauses.size(); ++i) {
    instance.assertions.push_back(plain(contradiction.clauses[i]));
    instance.needed.push_back(contradiction.needed[i]);
  }
  by_shape_.emplace(shapes(instance.assertions), instances_.size());
  instances_.push_back(instance);
  if (kind != "constant") return;
  if (const auto solved = at_condition(instance.assertions.back())) {
    instance.assertions.back() = *solved;
    instance.kind = "constant, condition solved";
    by_shape_.emplace(shapes(instance.assertions), instances_.size());
    instances_.push_back(std::move(instance));
  }
}

/// Of a clause "t = z and (x = c) = true" with a value c: "t = z" with c for x.
std::optional<TermId> RowInstances::at_condition(TermId clause) {
  static const OperatorId equal = Operators::get().at("=");
  const auto parts = store_.children(clause);
  if (parts.size() != 2 || !store_.is(parts[1], equal)) return std::nullopt;
  const TermId equation = parts[0];
  const auto sides = store_.children(parts[1]);
  if (sides[1] != store_.bool_constant(true) || !store_.is(sides[0], equal)) return std::nullopt;
  const auto inner = store_.children(sides[0]);
  if (!is_variable(store_, inner[0]) || store_.node(inner[1]).kind != TermKind::Constant) return std::nullopt;
  TermMap known{{inner[0], inner[1]}};
  return rewrite(store_, equation, known);
}

/// The parts of nested conjunctions or disjunctions.
std::vector<TermId> RowInstances::flat(TermId term) {
  const OperatorId op = store_.op(term);
  std::vector<TermId> parts;
  for (const TermId child : store_.children(term)) {
    if (!store_.is(child, op)) {
      parts.push_back(child);
      continue;
    }
    const auto kids = store_.children(child);
    parts.insert(parts.end(), kids.begin(), kids.end());
  }
  return parts;
}

TermId RowInstances::plain(TermId term) {
  static const OperatorId conjunction = Operators::get().at("and");
  static const OperatorId disjunction = Operators::get().at("or");
  TermMap known;
  const auto made =
      rewrite(store_, term, known, [&](TermId original, const std::vector<TermId>& children) -> std::optional<TermId> {
        const TermKind kind = store_.node(original).kind;
        if (kind == TermKind::Annotated) return children[0];
        if (kind == TermKind::Binder) {
          BinderInfo info = store_.binder_info(original);
          info.attributes.clear();
          return store_.binder(info, std::array{children[0]});
        }
        const auto same = store_.rebuild(original, children);
        if (!same || (!store_.is(*same, conjunction) && !store_.is(*same, disjunction))) return same;
        return store_.apply_as(store_.op(*same), flat(*same), {}, store_.bool_sort());
      });
  return made.value_or(term);
}

std::vector<std::uint64_t> RowInstances::shapes(const std::vector<TermId>& assertions) {
  std::vector<std::uint64_t> all;
  for (const TermId term : assertions) all.push_back(shape(term));
  std::sort(all.begin(), all.end());
  return all;
}

std::uint64_t RowInstances::leaf_or_binder(TermId term) {
  const TermNode node = store_.node(term);
  if (node.kind == TermKind::Constant) return combine(store_.value(term).hash(), 1);
  if (is_variable(store_, term)) return combine(node.sort.index, node.kind == TermKind::Variable ? 2 : 3);
  const std::uint64_t start = combine(static_cast<std::uint64_t>(node.kind), node.data);
  return node.kind == TermKind::Binder ? store_.binder_info(term).variables.size() : start;
}

/// A number that does not depend on names of variables and the order of arguments of commutative operators.
std::uint64_t RowInstances::shape(TermId term) {
  if (const auto found = shape_.find(term); found != shape_.end()) return found->second;
  std::uint64_t result = leaf_or_binder(term);
  std::vector<std::uint64_t> parts;
  const auto kids = store_.children(term);
  for (const TermId child : std::vector<TermId>(kids.begin(), kids.end())) parts.push_back(shape(child));
  if (is_commutative(store_, term)) std::sort(parts.begin(), parts.end());
  for (const std::uint64_t part : parts) result = combine(result, part);
  shape_[term] = result;
  return result;
}

bool RowInstances::match_variable(TermId a, TermId b, Pairs todo) {
  const auto bound = forward_.find(a);
  if (bound != forward_.end()) return bound->second == b && match(std::move(todo));
  if (backward_.contains(b)) return false;
  forward_[a] = b;
  backward_[b] = a;
  if (match(std::move(todo))) return true;
  forward_.erase(a);
  backward_.erase(b);
  return false;
}

/// Whether the first terms are the second ones under one renaming.
bool RowInstances::match(Pairs todo) {
  if (todo.empty()) return true;
  const auto [a, b] = todo.back();
  todo.pop_back();
  if (shape(a) != shape(b) || store_.node(a).kind != store_.node(b).kind) return false;
  if (is_variable(store_, a)) return match_variable(a, b, std::move(todo));
  const auto left = store_.children(a);
  const auto right = store_.children(b);
  if (left.size() != right.size()) return false;
  if (is_commutative(store_, a)) return match_unordered({left.begin(), left.end()}, {right.begin(), right.end()}, todo);
  for (std::size_t i = 0; i < left.size(); ++i) todo.emplace_back(left[i], right[i]);
  return match(std::move(todo));
}

/// The first argument of `a` against each of `b` that may be it, then the rest.
bool RowInstances::match_unordered(const std::vector<TermId>& a, const std::vector<TermId>& b, const Pairs& todo) {
  if (a.empty()) return match(todo);
  const std::vector<TermId> rest_of_a(a.begin() + 1, a.end());
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (shape(a[0]) != shape(b[i])) continue;
    std::vector<TermId> rest_of_b = b;
    rest_of_b.erase(rest_of_b.begin() + static_cast<std::ptrdiff_t>(i));
    Pairs more = todo;
    more.emplace_back(a[0], b[i]);
    if (match_unordered(rest_of_a, rest_of_b, more)) return true;
  }
  return false;
}

bool RowInstances::match_assertions(const RowInstance& instance, const std::vector<TermId>& assertions,
                                    std::vector<std::size_t>& order, std::vector<bool>& used, const Pairs& todo) {
  const std::size_t place = order.size();
  if (place == assertions.size()) {
    forward_.clear();
    backward_.clear();
    return match(todo);
  }
  for (std::size_t i = 0; i < assertions.size(); ++i) {
    if (used[i] || shape(instance.assertions[place]) != shape(assertions[i])) continue;
    Pairs more = todo;
    more.emplace_back(instance.assertions[place], assertions[i]);
    used[i] = true;
    order.push_back(i);
    if (match_assertions(instance, assertions, order, used, more)) return true;
    order.pop_back();
    used[i] = false;
  }
  return false;
}

const RowInstance* RowInstances::find(const std::vector<TermId>& assertions, std::vector<std::size_t>& order) {
  std::vector<TermId> wanted;
  for (const TermId term : assertions) wanted.push_back(plain(term));
  const auto [first, last] = by_shape_.equal_range(shapes(wanted));
  for (auto candidate = first; candidate != last; ++candidate) {
    order.clear();
    std::vector<bool> used(wanted.size(), false);
    const RowInstance& instance = instances_[candidate->second];
    if (match_assertions(instance, wanted, order, used, {})) return &instance;
  }
  return nullptr;
}

}  // namespace assay::bench
