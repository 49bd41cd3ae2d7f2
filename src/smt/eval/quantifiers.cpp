#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "assay/smt/values.hpp"
#include "smt/eval/term_machine.hpp"
#include "smt/theory/container/sets.hpp"
#include "smt/truth/guards.hpp"

namespace assay::smt {
namespace {

/// Number of instances to try for a quantifier that cannot be enumerated. A false instance of a `forall` (a true
/// instance of an `exists`) decides it. Otherwise the quantifier needs a proof.
constexpr std::size_t kSamples = 64;
/// Number of values of each variable in these instances, for quantifiers of one, two, and three or more variables.
constexpr std::array<std::size_t, 3> kValues = {20, 7, 4};
constexpr std::size_t kModelValues = 8;  // maximum number of values of one sort taken from the model

/// Adds the value and, for a number, the numbers before and after it.
void add_with_neighbours(const TermStore& store, SortId sort, const Value& value, std::vector<Value>& to) {
  to.push_back(value);
  for (const int step : {1, -1}) {
    switch (store.kind(sort)) {
      case SortKind::Int: to.emplace_back(mpz_class(value.as_int() + step)); break;
      case SortKind::Real: to.emplace_back(mpq_class(value.as_real() + step)); break;
      case SortKind::BitVector: to.push_back(make_bits(value.as_bits().width, value.as_bits().bits + step)); break;
      default: return;
    }
  }
}

std::vector<Value> simple_values(const TermStore& store, SortId sort) {
  std::vector<Value> result;
  for (const int number : {0, 1, -1}) {
    switch (store.kind(sort)) {
      case SortKind::Int: result.emplace_back(mpz_class(number)); break;
      case SortKind::Real: result.emplace_back(mpq_class(number)); break;
      case SortKind::BitVector:
        result.push_back(make_bits(static_cast<std::uint32_t>(store.node(sort).indices[0]), mpz_class(number)));
        break;
      default: break;
    }
  }
  if (store.kind(sort) == SortKind::String) result.emplace_back(std::u32string());
  return result;
}

std::vector<TermId> terms_of(const Guard& guard) {
  std::vector<TermId> all = guard.equal;
  for (const auto& [term, strict] : guard.lower) all.push_back(term);
  for (const auto& [term, strict] : guard.upper) all.push_back(term);
  all.insert(all.end(), guard.hints.begin(), guard.hints.end());
  return all;
}

/// The greatest lower (`direction` 1) or least upper bound (-1) among the terms with a value, made inclusive.
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

/// The values that a guard allows, if there are at most `max_values`. All other values make the guard false.
template <typename ValueOf>
std::optional<std::vector<Outcome>> values_left(const Guard& guard, const ValueOf& value, bool is_int,
                                                std::uint64_t max_values) {
  for (const TermId term : guard.equal)
    if (const Outcome* outcome = value(term); outcome != nullptr && outcome->known()) return std::vector{*outcome};
  if (!is_int) return std::nullopt;
  const auto low = bound(guard.lower, value, 1);
  const auto high = bound(guard.upper, value, -1);
  if (!low || !high || *high - *low >= mpz_class(static_cast<unsigned long>(max_values))) return std::nullopt;
  std::vector<Outcome> values;
  for (mpz_class number = *low; number <= *high; ++number) values.emplace_back(Value(mpz_class(number)));
  return values;
}

}  // namespace

const std::vector<Guard>& Evaluator::State::guards(TermId binder) {
  const auto known = known_guards.find(binder);
  if (known != known_guards.end()) return known->second;
  const TermId body = unfolded_body(binder);
  return known_guards.emplace(binder, guards_of(store, store.binder_info(binder), body)).first->second;
}

const std::vector<Value>& Evaluator::State::values_in_model(SortId sort) {
  const auto [entry, is_new] = known_model_values.try_emplace(sort);
  std::vector<Value>& known = entry->second;
  if (!is_new) return known;
  // Sorted, because the order of the model's functions depends on earlier contents of the store.
  std::set<Value> found;
  const auto add = [&](SortId of, const Value& value) {
    if (of == sort) found.insert(value);
  };
  const Model nothing;
  Evaluator bodies(store, nothing);
  for (const auto& [id, interpretation] : model.functions) {
    const Function function = store.node(id);
    const bool is_constant = interpretation.body && function.parameters.empty() && function.result == sort;
    if (is_constant && !store.has(*interpretation.body, kHasBinder))
      if (const Outcome& outcome = bodies.evaluate(*interpretation.body); outcome.known()) found.insert(outcome.value);
    for (const auto& [arguments, result] : interpretation.entries) {
      for (std::size_t i = 0; i < arguments.size() && i < function.parameters.size(); ++i)
        add(function.parameters[i], arguments[i]);
      add(function.result, result);
    }
    if (interpretation.fallback) add(function.result, *interpretation.fallback);
  }
  for (const Value& value : found)
    if (known.size() < kModelValues) known.push_back(value);
  return known;
}

std::vector<Outcome> Evaluator::State::samples(SortId sort, const std::vector<Value>& hints, std::size_t max_values) {
  std::vector<Value> candidates;
  const std::vector<Value> simple = simple_values(store, sort);
  std::vector<Value> near;
  for (const auto* list : {&hints, &values_in_model(sort)})
    for (const Value& value : *list) add_with_neighbours(store, sort, value, near);
  if (!simple.empty()) candidates.push_back(simple[0]);
  candidates.insert(candidates.end(), near.begin(), near.end());
  candidates.insert(candidates.end(), simple.begin(), simple.end());
  std::vector<Outcome> result = {Lack::Quantified};  // an unknown value: a result for it holds for all values
  std::vector<Value> seen;
  for (const Value& value : candidates) {
    if (seen.size() >= max_values) break;
    if (std::find(seen.begin(), seen.end(), value) != seen.end()) continue;
    seen.push_back(value);
    result.emplace_back(value);
  }
  return result;
}

void Evaluator::State::visit_binder(Frame& frame) {
  const TermId term = frame.work.back().term;
  const BinderKind kind = store.binder_info(term).kind;
  if (kind == BinderKind::Lambda) return visit_lambda(frame);
  if (kind == BinderKind::Forall || kind == BinderKind::Exists || kind == BinderKind::Comprehension) {
    auto ranges = ranges_of(frame, term);
    if (ranges) start_instances(frame, std::move(*ranges));
    return;
  }
  frame.work.pop_back();
  set(frame, term, kind == BinderKind::Choice ? Lack::Quantified : Lack::Opaque);
}

std::optional<std::vector<Range>> Evaluator::State::ranges_of(Frame& frame, TermId binder) {
  const BinderInfo& info = store.binder_info(binder);
  std::vector<Range> ranges(info.variables.size());
  for (std::size_t i = 0; i < info.variables.size(); ++i) {
    const SortId sort = info.variables[i].sort;
    const Guard& guard = guards(binder)[i];
    const std::uint64_t cardinality = sizes.of(sort);
    const bool is_small = cardinality > 0 && cardinality <= options.max_instances;
    for (const TermId term : is_small ? guard.equal : terms_of(guard)) {
      const Outcome* outcome = find(frame, term);
      if (outcome == nullptr) {
        frame.work.push_back({term, 0});
        return std::nullopt;
      }
      if (outcome->known()) ranges[i].hints.push_back(outcome->value);
    }
    const auto value = [&](TermId term) { return find(frame, term); };
    ranges[i].all = values_left(guard, value, store.kind(sort) == SortKind::Int, options.max_instances);
    if (ranges[i].all) continue;
    if (const auto all = enumerate(sizes, sort, options.max_instances); all && !all->empty())
      ranges[i].all = {all->begin(), all->end()};
  }
  return ranges;
}

void Evaluator::State::start_instances(Frame& frame, std::vector<Range> ranges) {
  const TermId term = frame.work.back().term;
  const BinderInfo& info = store.binder_info(term);
  const bool is_empty =
      std::any_of(ranges.begin(), ranges.end(), [](const auto& r) { return r.all && r.all->empty(); });
  const bool collects = info.kind == BinderKind::Comprehension;
  if (is_empty) {
    set(frame, term, collects ? make_sequence({}) : Value(info.kind == BinderKind::Forall));
    frame.work.pop_back();
    return;
  }
  auto next = new_frame();
  next->kind = Frame::Kind::Instances;
  next->goal = store.children(term)[0];
  Instances& instances = next->instances;
  instances.universal = info.kind == BinderKind::Forall;
  std::uint64_t product = 1;
  for (Range& range : ranges) {
    instances.exhaustive = instances.exhaustive && range.all.has_value();
    const std::uint64_t size = range.all ? range.all->size() : 1;
    product = product > options.max_instances ? product : product * size;
  }
  instances.exhaustive = instances.exhaustive && product <= options.max_instances;
  instances.collects = collects;
  if (collects) {
    instances.predicate = next->goal;
    instances.member = store.children(term).back();
  }
  if (collects && !instances.exhaustive) {
    set(frame, term, Lack::Quantified);
    frame.work.pop_back();
    return;
  }
  const std::size_t max_values = kValues[std::min(ranges.size(), kValues.size()) - 1];
  for (std::size_t i = 0; i < ranges.size(); ++i)
    instances.domains.push_back(instances.exhaustive ? std::move(*ranges[i].all)
                                                     : samples(info.variables[i].sort, ranges[i].hints, max_values));
  instances.digits.assign(info.variables.size(), 0);
  next->enclosing = &frame;
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

namespace {

/// Goes to the next instance. False after the last instance.
bool advance(Instances& instances) {
  for (std::size_t i = instances.digits.size(); i-- > 0;) {
    if (++instances.digits[i] < instances.domains[i].size()) return true;
    instances.digits[i] = 0;
  }
  return false;
}

}  // namespace

bool Evaluator::State::next_member(Frame& frame, Outcome& result) {
  Instances& instances = frame.instances;
  if (!result.known()) return true;
  const bool holds = !instances.at_member && result.value.as_bool();
  if (instances.at_member) instances.members.push_back(result.value);
  instances.at_member = holds;
  frame.goal = holds ? instances.member : instances.predicate;
  if (!holds) {
    if (!advance(instances)) {
      result = make_set(std::move(instances.members));
      return true;
    }
    bind_instance(frame);
    frame.local.clear();
  }
  frame.work.push_back({frame.goal, 0});
  return false;
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
  if ((instances.exhaustive || instances.tried < kSamples) && advance(instances)) {
    bind_instance(frame);
    frame.local.clear();
    frame.work.push_back({frame.goal, 0});
    return false;
  }
  if (!instances.exhaustive) {
    const std::optional<bool> truth = proved(frame);
    if (!truth && (!frame.work.empty() || enumerate_late(frame))) return false;
    result = truth ? Outcome(Value(*truth)) : Outcome(Lack::Quantified);
  } else {
    result = instances.lack == Lack::None ? Outcome(Value(instances.universal)) : Outcome(instances.lack);
  }
  return true;
}

}  // namespace assay::smt
