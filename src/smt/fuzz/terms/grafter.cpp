#include "smt/fuzz/terms/grafter.hpp"

#include <algorithm>
#include <array>

namespace assay::smt {
namespace {

constexpr unsigned kFillAttempts = 4;      // random operators, and random indices of an operator, that are tried
constexpr unsigned kFunctionPercent = 12;  // of the applications, if operators that take functions are usable

std::uint32_t bit(Theory theory) { return 1U << static_cast<unsigned>(theory); }
std::uint32_t bit(SortKind kind) { return 1U << static_cast<unsigned>(kind); }

/// The theories whose operators may be drawn if a seed has a sort of this kind, as bits.
std::uint32_t theories_of_sort(SortKind kind) {
  const std::optional<Theory> theory = theory_of(kind);
  const std::uint32_t own = theory ? bit(*theory) : 0;
  return kind == SortKind::String ? own | bit(Theory::RegLan) : own;
}

/// Repeats the patterns in focus until they are at least half of the list.
void repeat_focus(std::vector<const OperatorPattern*>& patterns, const std::vector<bool>& focus) {
  std::vector<const OperatorPattern*> chosen;
  for (const OperatorPattern* pattern : patterns)
    if (focus[pattern->op.index]) chosen.push_back(pattern);
  if (chosen.empty()) return;
  const std::size_t others = patterns.size() - chosen.size();
  for (std::size_t count = chosen.size(); count < others; count += chosen.size())
    patterns.insert(patterns.end(), chosen.begin(), chosen.end());
}

}  // namespace

Grafter::Grafter(Fragments& seed, Valuation& valuation, const UnsupportedOperators* unsupported,
                 const std::vector<bool>* focus)
    : seed_(seed), valuation_(valuation), values_(seed.store, seed.literals) {
  std::uint32_t kinds = bit(SortKind::Bool);
  theories_ = bit(Theory::Core);
  for (const SortId sort : seed.sorts) {
    const SortKind kind = seed.store.kind(sort);
    kinds |= bit(kind);
    theories_ |= theories_of_sort(kind);
    if (kind == SortKind::Float) kinds |= bit(SortKind::RoundingMode);
    if (kind == SortKind::String) kinds |= bit(SortKind::Int) | bit(SortKind::RegLan);
    if (kind == SortKind::Sequence || kind == SortKind::Set || kind == SortKind::Bag) kinds |= bit(SortKind::Int);
  }
  std::vector<bool> used(Operators::get().size(), false);
  for (const TermId term : seed.terms)
    if (seed.store.node(term).kind == TermKind::Apply) {
      used[seed.store.op(term).index] = true;
      // A theory without its own sorts is recognised by its operators.
      if (Operators::get().row(seed.store.op(term)).theory == Theory::PseudoBoolean)
        theories_ |= bit(Theory::PseudoBoolean);
    }
  for (const OperatorPattern& pattern : operator_patterns()) {
    const bool in_focus = focus != nullptr && (*focus)[pattern.op.index];
    if (!pattern.standard && !used[pattern.op.index] && !in_focus && !is_extension(pattern.theory)) continue;
    if (unsupported != nullptr && unsupported->has(pattern.op)) continue;
    bool fits = (theories_ & bit(pattern.theory)) != 0 && (kinds & bit(pattern.result)) != 0;
    for (std::size_t i = 0; i < pattern.arity && fits; ++i) fits = (kinds & bit(pattern.arguments[i])) != 0;
    if (!fits) continue;
    const auto result = static_cast<std::size_t>(pattern.result);
    by_result_[result].push_back(&pattern);
    const auto end = pattern.arguments.begin() + pattern.arity;
    if (std::find(pattern.arguments.begin(), end, pattern.result) != end) around_[result].push_back(&pattern);
  }
  if (focus != nullptr)
    for (auto* lists : {&by_result_, &around_})
      for (std::vector<const OperatorPattern*>& patterns : *lists) repeat_focus(patterns, *focus);
  find_functions(unsupported);
}

bool Grafter::has_theory(Theory theory) const { return (theories_ & bit(theory)) != 0; }

std::optional<Value> Grafter::value_of(TermId term) {
  const Outcome& outcome = valuation_.evaluate(term);
  if (!outcome.known()) return std::nullopt;
  return outcome.value;
}

std::optional<TermId> Grafter::from_pool(SortId sort) {
  const std::vector<std::uint32_t>& positions = valuation_.of_sort(sort);
  if (positions.empty()) return std::nullopt;
  const TermId a = valuation_.valued_terms()[rng().pick(positions)].term;
  const TermId b = valuation_.valued_terms()[rng().pick(positions)].term;
  return store().node(b).depth < store().node(a).depth ? b : a;
}

std::optional<TermId> Grafter::argument(SortId sort, unsigned nesting) {
  const std::uint64_t dice = rng().below(100);
  if (nesting > 0 && dice < 15)
    if (auto made = application(sort, nesting - 1)) return made;
  if (dice < 60)
    if (auto pooled = from_pool(sort)) return pooled;
  auto value = dice < 90 ? values_.degenerate(sort, rng()) : values_.draw(sort, rng());
  if (value)
    if (auto term = literal(*value, sort)) return term;
  if (auto pooled = from_pool(sort)) return pooled;
  if (nesting > 0) return application(sort, nesting - 1);
  return std::nullopt;
}

std::optional<TermId> Grafter::boundary(SortId sort) {
  const auto value = rng().coin() ? values_.degenerate(sort, rng()) : values_.draw(sort, rng());
  return value ? literal(*value, sort) : std::nullopt;
}

std::optional<SortId> Grafter::argument_sort(const OperatorPattern& pattern, std::size_t position, SortId wanted,
                                             const std::vector<TermId>& before) {
  const SortKind kind = pattern.arguments[position];
  switch (kind) {
    case SortKind::Bool: return store().bool_sort();
    case SortKind::Int: return store().int_sort();
    case SortKind::Real: return store().real_sort();
    case SortKind::String: return store().string_sort();
    case SortKind::RegLan: return store().reglan_sort();
    case SortKind::RoundingMode: return store().rounding_mode_sort();
    default: break;
  }
  if (kind == pattern.result && rng().percent(80)) return wanted;
  for (const TermId earlier : before)
    if (store().kind(store().sort_of(earlier)) == kind) return store().sort_of(earlier);
  std::vector<SortId> candidates;
  for (const SortId sort : seed_.sorts)
    if (store().kind(sort) == kind) candidates.push_back(sort);
  if (candidates.empty()) return std::nullopt;
  return rng().pick(candidates);
}

std::vector<Index> Grafter::draw_indices(std::size_t count, const std::vector<TermId>& children, SortId wanted) {
  std::vector<std::uint64_t> numbers{0, 1, 2, 3};
  const auto add_from = [&](SortId sort) {
    for (const std::uint64_t index : store().node(sort).indices) {
      numbers.push_back(index);
      if (index > 0) numbers.push_back(index - 1);
    }
  };
  add_from(wanted);
  for (const TermId child : children) add_from(store().sort_of(child));
  // The number of bits that an extension must add to give the wanted width.
  if (!children.empty() && store().kind(wanted) == SortKind::BitVector) {
    const SortNode& inner = store().node(store().sort_of(children[0]));
    const std::uint64_t width = store().node(wanted).indices[0];
    if (inner.kind == SortKind::BitVector && inner.indices[0] < width) numbers.push_back(width - inner.indices[0]);
  }
  if (count == 2 && store().kind(wanted) == SortKind::Float) {
    const auto& formats = store().node(wanted).indices;
    return {Index{formats[0], {}}, Index{formats[1], {}}};
  }
  std::vector<Index> indices;
  for (std::size_t i = 0; i < count; ++i) indices.push_back(Index{rng().pick(numbers), {}});
  return indices;
}

std::optional<TermId> Grafter::fill(const OperatorPattern& pattern, SortId wanted, unsigned nesting,
                                    std::optional<TermId> inner) {
  std::vector<std::size_t> places;
  if (inner)
    for (std::size_t i = 0; i < pattern.arity; ++i)
      if (pattern.arguments[i] == store().kind(wanted)) places.push_back(i);
  if (inner && places.empty()) return std::nullopt;
  const std::size_t place = inner ? rng().pick(places) : pattern.arity;
  const bool values_only = wants_values(Operators::get().row(pattern.op));
  std::vector<TermId> children;
  for (std::size_t i = 0; i < pattern.arity; ++i) {
    if (i == place) {
      children.push_back(*inner);
      continue;
    }
    std::optional<SortId> sort = argument_sort(pattern, i, wanted, children);
    // select and store: the array's sort determines the sorts of index and element.
    if (i > 0 && store().kind(store().sort_of(children[0])) == SortKind::Array && pattern.theory == Theory::Arrays)
      sort = store().node(store().sort_of(children[0])).arguments[i - 1];
    if (!sort) return std::nullopt;
    const auto child = values_only ? boundary(*sort) : argument(*sort, nesting);
    if (!child) return std::nullopt;
    children.push_back(*child);
  }
  for (unsigned attempt = 0; attempt < kFillAttempts; ++attempt) {
    const std::vector<Index> indices = draw_indices(pattern.index_count, children, wanted);
    const auto made = store().apply(pattern.op, children, indices);
    if (made && store().sort_of(*made) == wanted && !mixes_numbers(store(), *made)) return made;
    if (pattern.index_count == 0) break;
  }
  return std::nullopt;
}

std::optional<TermId> Grafter::application(SortId sort, unsigned nesting) {
  if (!functions_.empty() && rng().percent(kFunctionPercent))
    if (auto made = function_application(sort)) return made;
  const auto& candidates = by_result_[static_cast<std::size_t>(store().kind(sort))];
  if (candidates.empty()) return std::nullopt;
  for (unsigned attempt = 0; attempt < kFillAttempts; ++attempt)
    if (auto made = fill(*rng().pick(candidates), sort, nesting, std::nullopt)) return made;
  return std::nullopt;
}

std::optional<TermId> Grafter::application_around(TermId inner) {
  if (!functions_.empty() && rng().percent(kFunctionPercent))
    if (auto made = redex(inner)) return made;
  const SortId sort = store().sort_of(inner);
  const auto& candidates = around_[static_cast<std::size_t>(store().kind(sort))];
  if (candidates.empty()) return std::nullopt;
  return fill(*rng().pick(candidates), sort, 0, inner);
}

std::optional<TermId> Grafter::apply(std::string_view op, const std::vector<TermId>& children,
                                     const std::vector<Index>& indices) {
  return store().apply(Operators::get().at(op), children, indices);
}

}  // namespace assay::smt
