#include "smt/fuzz/terms/mutations.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

constexpr int kTypedOperatorAttempts = 8;

std::vector<TermId> children_of(const TermStore& store, TermId term) {
  const auto children = store.children(term);
  return {children.begin(), children.end()};
}

bool is_application(const TermStore& store, TermId term) {
  const TermKind kind = store.node(term).kind;
  return (kind == TermKind::Apply || kind == TermKind::Call) && store.node(term).count > 0;
}

/// Another operator on the same arguments (Winterer, Zhang, Su: On the Unusual Effectiveness of Type-Aware Operator
/// Mutations for Testing SMT Solvers, OOPSLA 2020).
std::optional<TermId> other_operator(Grafter& graft, const Spot& spot) {
  TermStore& store = graft.store();
  if (store.node(spot.term).kind != TermKind::Apply || store.node(spot.term).count == 0) return std::nullopt;
  const SortId sort = store.sort_of(spot.term);
  const std::vector<TermId> children = children_of(store, spot.term);
  const std::vector<Index> indices(store.indices(spot.term).begin(), store.indices(spot.term).end());
  const auto& candidates = graft.with_result(store.kind(sort));
  if (candidates.empty()) return std::nullopt;
  for (int attempt = 0; attempt < kTypedOperatorAttempts; ++attempt) {
    const OperatorPattern& pattern = *graft.rng().pick(candidates);
    const OperatorRow& row = Operators::get().row(pattern.op);
    const bool has_arity =
        pattern.arity == children.size() || (row.max_arity == kAnyArity && pattern.arity == 2 && children.size() > 2);
    if (!has_arity || pattern.index_count != indices.size() || wants_values(row)) continue;
    const auto made = store.apply(pattern.op, children, indices);
    if (made && *made != spot.term && store.sort_of(*made) == sort && !mixes_numbers(store, *made)) return made;
  }
  return std::nullopt;
}

std::optional<TermId> swapped_arguments(Grafter& graft, const Spot& spot) {
  TermStore& store = graft.store();
  if (!is_application(store, spot.term) || store.node(spot.term).count < 2) return std::nullopt;
  std::vector<TermId> children = children_of(store, spot.term);
  const auto one = static_cast<std::size_t>(graft.rng().below(children.size()));
  const auto other = static_cast<std::size_t>(graft.rng().below(children.size()));
  if (children[one] == children[other] || store.sort_of(children[one]) != store.sort_of(children[other]))
    return std::nullopt;
  std::swap(children[one], children[other]);
  return store.rebuild(spot.term, children);
}

std::optional<TermId> boundary(Grafter& graft, const Spot& spot) {
  TermStore& store = graft.store();
  const SortId sort = store.sort_of(spot.term);
  if (store.node(spot.term).kind != TermKind::Constant && graft.rng().percent(75)) return std::nullopt;
  const auto value = graft.values().degenerate(sort, graft.rng());
  return value ? graft.literal(*value, sort) : std::nullopt;
}

/// A value at which implementations of an operator are often wrong.
enum class Edge : std::uint8_t { Zero, Ones, Width, MinusOne, MinusTwo, Empty };

/// An operator whose arguments and result have one sort, applied to (t, edge), or to (t, edge, t) if it is ternary.
struct Corner {
  SortKind kind;
  std::string_view op;
  Edge edge;
};

constexpr std::array kCorners = {
    Corner{SortKind::BitVector, "bvudiv", Edge::Zero},
    Corner{SortKind::BitVector, "bvurem", Edge::Zero},
    Corner{SortKind::BitVector, "bvsdiv", Edge::Zero},
    Corner{SortKind::BitVector, "bvsrem", Edge::Zero},
    Corner{SortKind::BitVector, "bvsmod", Edge::Zero},
    Corner{SortKind::BitVector, "bvsdiv", Edge::Ones},
    Corner{SortKind::BitVector, "bvsrem", Edge::Ones},
    Corner{SortKind::BitVector, "bvsmod", Edge::Ones},
    Corner{SortKind::BitVector, "bvshl", Edge::Width},
    Corner{SortKind::BitVector, "bvlshr", Edge::Width},
    Corner{SortKind::BitVector, "bvashr", Edge::Width},
    Corner{SortKind::BitVector, "bvashr", Edge::Ones},
    Corner{SortKind::Int, "div", Edge::MinusOne},
    Corner{SortKind::Int, "div", Edge::MinusTwo},
    Corner{SortKind::Int, "mod", Edge::MinusOne},
    Corner{SortKind::Int, "mod", Edge::MinusTwo},
    Corner{SortKind::Real, "/", Edge::MinusTwo},
    Corner{SortKind::Float, "fp.rem", Edge::Zero},
    Corner{SortKind::Float, "fp.min", Edge::MinusTwo},
    Corner{SortKind::String, "str.replace", Edge::Empty},
    Corner{SortKind::String, "str.replace_all", Edge::Empty},
    Corner{SortKind::String, "str.at", Edge::MinusOne},
};

std::optional<TermId> edge_of(Grafter& graft, SortId sort, Edge edge) {
  TermStore& store = graft.store();
  const SortNode& node = store.node(sort);
  if (node.kind == SortKind::String && edge == Edge::MinusOne) sort = store.int_sort();
  const int number = edge == Edge::MinusOne ? -1 : edge == Edge::MinusTwo ? -2 : 0;
  switch (store.kind(sort)) {
    case SortKind::BitVector: {
      const auto width = static_cast<std::uint32_t>(node.indices[0]);
      const mpz_class bits = edge == Edge::Zero ? mpz_class(0) : edge == Edge::Ones ? mpz_class(-1) : mpz_class(width);
      return graft.literal(make_bits(width, bits), sort);
    }
    case SortKind::Int: return graft.literal(Value(mpz_class(number)), sort);
    case SortKind::Real: return graft.literal(Value(mpq_class(number)), sort);
    case SortKind::String: return graft.literal(Value(std::u32string()), sort);
    default: {
      const auto value = graft.values().degenerate(sort, graft.rng());
      return value ? graft.literal(*value, sort) : std::nullopt;
    }
  }
}

/// A special case of an operator, such as a division by zero or a shift by the whole width.
std::optional<TermId> corner(Grafter& graft, const Spot& spot) {
  TermStore& store = graft.store();
  const SortId sort = store.sort_of(spot.term);
  const auto& may_be_drawn = graft.with_result(store.kind(sort));
  std::vector<std::pair<const Corner*, const OperatorPattern*>> fitting;
  for (const Corner& row : kCorners) {
    if (row.kind != store.kind(sort)) continue;
    const OperatorId op = Operators::get().at(row.op);
    const auto pattern = std::find_if(may_be_drawn.begin(), may_be_drawn.end(),
                                      [&](const OperatorPattern* one) { return one->op == op; });
    if (pattern != may_be_drawn.end()) fitting.emplace_back(&row, *pattern);
  }
  if (fitting.empty()) return std::nullopt;
  const auto [row, pattern] = graft.rng().pick(fitting);
  const auto edge = edge_of(graft, sort, row->edge);
  if (!edge) return std::nullopt;
  std::vector<TermId> children{spot.term, *edge};
  if (pattern->arity == 3) children.push_back(spot.term);
  return store.apply(pattern->op, children);
}

/// A new term of random operators (Park, Winterer, Zhang, Su: Generative Type-Aware Mutation for Testing SMT Solvers,
/// OOPSLA 2021).
std::optional<TermId> generated(Grafter& graft, const Spot& spot) {
  return graft.application(graft.store().sort_of(spot.term), 2);
}
std::optional<TermId> generated_around(Grafter& graft, const Spot& spot) { return graft.application_around(spot.term); }

std::optional<TermId> from_seed(Grafter& graft, const Spot& spot) {
  return graft.from_pool(graft.store().sort_of(spot.term));
}

std::optional<TermId> other_quantifier(Grafter& graft, const Spot& spot) {
  TermStore& store = graft.store();
  if (store.node(spot.term).kind != TermKind::Binder) return std::nullopt;
  BinderInfo info = store.binder_info(spot.term);
  if (info.kind != BinderKind::Forall && info.kind != BinderKind::Exists) return std::nullopt;
  info.kind = info.kind == BinderKind::Forall ? BinderKind::Exists : BinderKind::Forall;
  info.keyword.clear();
  return store.binder(info, children_of(store, spot.term));
}

std::optional<TermId> negated(Grafter& graft, const Spot& spot) {
  TermStore& store = graft.store();
  if (store.sort_of(spot.term) != store.bool_sort()) return std::nullopt;
  if (store.is(spot.term, CoreOperators::get().negation)) return store.children(spot.term)[0];
  return make_not(store, spot.term);
}

std::optional<TermId> own_part(Grafter& graft, const Spot& spot) {
  TermStore& store = graft.store();
  if (!is_application(store, spot.term)) return std::nullopt;
  const TermId part = graft.rng().pick(children_of(store, spot.term));
  return store.sort_of(part) == store.sort_of(spot.term) ? std::optional(part) : std::nullopt;
}

std::optional<TermId> variable(Grafter& graft, const Spot& spot) {
  TermStore& store = graft.store();
  std::vector<TermId> fitting;
  for (const BoundVariable& bound : spot.bound)
    if (bound.sort == store.sort_of(spot.term)) fitting.push_back(store.variable(bound));
  return fitting.empty() ? std::nullopt : std::optional(graft.rng().pick(fitting));
}

/// Removes an operand, or repeats one.
std::optional<TermId> other_operand_count(Grafter& graft, const Spot& spot) {
  TermStore& store = graft.store();
  if (store.node(spot.term).kind != TermKind::Apply) return std::nullopt;
  const OperatorRow& row = Operators::get().row(store.op(spot.term));
  if (row.max_arity != kAnyArity || row.chaining == Chaining::None || store.node(spot.term).count < 2)
    return std::nullopt;
  std::vector<TermId> children = children_of(store, spot.term);
  const auto at = static_cast<std::size_t>(graft.rng().below(children.size()));
  if (children.size() > 2 && graft.rng().coin()) {
    children.erase(children.begin() + static_cast<std::ptrdiff_t>(at));
  } else {
    children.insert(children.begin() + static_cast<std::ptrdiff_t>(graft.rng().below(children.size() + 1)),
                    TermId(children[at]));
  }
  return store.apply(store.op(spot.term), children,
                     std::vector<Index>(store.indices(spot.term).begin(), store.indices(spot.term).end()));
}

}  // namespace

const std::vector<Mutation>& mutations() {
  static const std::vector<Mutation> rows{
      {"operator", 10, other_operator},
      {"swap", 4, swapped_arguments},
      {"boundary", 6, boundary},
      {"generated", 6, generated},
      {"generated-around", 6, generated_around},
      {"seed", 4, from_seed},
      {"quantifier", 6, other_quantifier},
      {"negation", 3, negated},
      {"part", 4, own_part},
      {"variable", 6, variable},
      {"operands", 3, other_operand_count},
      {"corner", 5, corner},
  };
  return rows;
}

}  // namespace assay::smt
