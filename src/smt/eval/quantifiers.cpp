#include <algorithm>
#include <optional>
#include <utility>

#include "assay/smt/values.hpp"
#include "smt/eval/guards.hpp"
#include "smt/eval/machine.hpp"

namespace assay::smt {
namespace {

/// How many instances to try of a quantifier that cannot be enumerated. One that decides it (a false instance of a
/// universal one) is proof; otherwise it has no value.
constexpr std::size_t kSamples = 27;

std::vector<Outcome> samples(const TermStore& store, SortId sort) {
  std::vector<Outcome> result = {Lack::Quantified};  // any value: what holds for it holds for all
  const auto numbers = {0, 1, -1};
  for (const int number : numbers) {
    switch (store.kind(sort)) {
      case SortKind::Int: result.emplace_back(Value(mpz_class(number))); break;
      case SortKind::Real: result.emplace_back(Value(mpq_class(number))); break;
      case SortKind::BitVector:
        result.emplace_back(make_bits(static_cast<std::uint32_t>(store.node(sort).indices[0]), mpz_class(number)));
        break;
      default: break;
    }
  }
  return result;
}

std::vector<TermId> terms_of(const Guard& guard) {
  std::vector<TermId> all = guard.equal;
  for (const auto& [term, strict] : guard.lower) all.push_back(term);
  for (const auto& [term, strict] : guard.upper) all.push_back(term);
  return all;
}

/// The greatest lower or the least upper bound that has a value.
template <typename ValueOf>
std::optional<mpz_class> bound(const std::vector<std::pair<TermId, bool>>& terms, const ValueOf& value, int direction) {
  std::optional<mpz_class> best;
  for (const auto& [term, strict] : terms) {
    const Outcome* outcome = value(term);
    if (outcome == nullptr || !outcome->known() || !outcome->value.template is<mpz_class>()) continue;
    const mpz_class here = outcome->value.as_int() + (strict ? direction : 0);
    if (!best || (direction > 0 ? here > *best : here < *best)) best = here;
  }
  return best;
}

/// The values that a guard leaves, if it leaves at most so many. All others make the guard false.
template <typename ValueOf>
std::optional<std::vector<Outcome>> values_left(const Guard& guard, const ValueOf& value, bool is_int,
                                                std::uint64_t most) {
  for (const TermId term : guard.equal)
    if (const Outcome* outcome = value(term); outcome != nullptr && outcome->known()) return std::vector{*outcome};
  if (!is_int) return std::nullopt;
  const auto low = bound(guard.lower, value, 1);
  const auto high = bound(guard.upper, value, -1);
  if (!low || !high || *high - *low >= mpz_class(static_cast<unsigned long>(most))) return std::nullopt;
  std::vector<Outcome> values;
  for (mpz_class number = *low; number <= *high; ++number) values.emplace_back(Value(mpz_class(number)));
  return values;
}

}  // namespace

std::vector<Outcome> Evaluator::State::domain(SortId sort, bool& exhaustive) const {
  const auto all = enumerate(sizes, sort, options.max_instances);
  if (!all || all->empty()) {
    exhaustive = false;
    return samples(store, sort);
  }
  return {all->begin(), all->end()};
}

void Evaluator::State::visit_binder(Frame& frame) {
  const TermId term = frame.work.back().term;
  const BinderKind kind = store.binder_info(term).kind;
  if (kind == BinderKind::Forall || kind == BinderKind::Exists) {
    auto limited = limited_domains(frame, term);
    if (limited) start_instances(frame, std::move(*limited));
    return;
  }
  frame.work.pop_back();
  set(frame, term, kind == BinderKind::Choice ? Lack::Quantified : Lack::Opaque);
}

std::optional<std::vector<std::optional<std::vector<Outcome>>>> Evaluator::State::limited_domains(Frame& frame,
                                                                                                  TermId binder) {
  const BinderInfo& info = store.binder_info(binder);
  std::vector<std::optional<std::vector<Outcome>>> limited(info.variables.size());
  std::vector<Guard> guards;
  for (std::size_t i = 0; i < info.variables.size(); ++i) {
    const SortId sort = info.variables[i].sort;
    const auto all = enumerate(sizes, sort, options.max_instances);
    if (all && !all->empty()) continue;
    if (guards.empty()) guards = guards_of(store, binder);
    for (const TermId term : terms_of(guards[i])) {
      if (find(frame, term) != nullptr) continue;
      frame.work.push_back({term, 0});
      return std::nullopt;
    }
    const auto value = [&](TermId term) { return find(frame, term); };
    limited[i] = values_left(guards[i], value, store.kind(sort) == SortKind::Int, options.max_instances);
  }
  return limited;
}

void Evaluator::State::start_instances(Frame& frame, std::vector<std::optional<std::vector<Outcome>>> limited) {
  const TermId term = frame.work.back().term;
  const BinderInfo& info = store.binder_info(term);
  const bool is_empty = std::any_of(limited.begin(), limited.end(), [](const auto& d) { return d && d->empty(); });
  if (is_empty) {
    set(frame, term, Value(info.kind == BinderKind::Forall));
    frame.work.pop_back();
    return;
  }
  auto next = std::make_unique<Frame>();
  next->kind = Frame::Kind::Instances;
  next->goal = store.children(term)[0];
  Instances& instances = next->instances;
  instances.universal = info.kind == BinderKind::Forall;
  std::uint64_t product = 1;
  for (std::size_t i = 0; i < info.variables.size(); ++i) {
    instances.domains.push_back(limited[i] ? std::move(*limited[i])
                                           : domain(info.variables[i].sort, instances.exhaustive));
    const std::uint64_t size = instances.domains.back().size();
    product = product > options.max_instances ? product : product * size;
  }
  if (product > options.max_instances) {
    instances.exhaustive = false;
  }
  if (!instances.exhaustive) {
    for (std::size_t i = 0; i < info.variables.size(); ++i) {
      instances.domains[i] = samples(store, info.variables[i].sort);
    }
  }
  instances.digits.assign(info.variables.size(), 0);
  next->bindings = frame.bindings;
  for (const BoundVariable& variable : info.variables) {
    next->bindings.push_back({variable.name, Lack::Quantified});
  }
  bind_instance(*next);
  next->work.push_back({next->goal, 0});
  frames.push_back(std::move(next));
}

void Evaluator::State::bind_instance(Frame& frame) const {
  const Instances& instances = frame.instances;
  const std::size_t first = frame.bindings.size() - instances.digits.size();
  for (std::size_t i = 0; i < instances.digits.size(); ++i) {
    frame.bindings[first + i].value = instances.domains[i][instances.digits[i]];
  }
}

bool Evaluator::State::next_instance(Frame& frame, Outcome& result) {
  Instances& instances = frame.instances;
  const bool any_value = !instances.exhaustive && instances.tried == 0;
  if (result.known() && (any_value || result.value.as_bool() != instances.universal)) {
    return true;
  }
  if (!result.known() && instances.lack == Lack::None) {
    instances.lack = result.lack;
  }
  ++instances.tried;
  std::size_t i = instances.digits.size();
  bool more = instances.exhaustive || instances.tried < kSamples;
  while (more && i-- > 0) {
    if (++instances.digits[i] < instances.domains[i].size()) {
      bind_instance(frame);
      frame.local.clear();
      frame.work.push_back({frame.goal, 0});
      return false;
    }
    instances.digits[i] = 0;
    more = i > 0;
  }
  if (!instances.exhaustive) {
    result = Lack::Quantified;
  } else {
    result = instances.lack == Lack::None ? Outcome(Value(instances.universal)) : Outcome(instances.lack);
  }
  return true;
}

}  // namespace assay::smt
