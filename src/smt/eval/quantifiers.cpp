#include <utility>

#include "assay/smt/values.hpp"
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
    return start_instances(frame);
  }
  frame.work.pop_back();
  set(frame, term, kind == BinderKind::Choice ? Lack::Quantified : Lack::Opaque);
}

void Evaluator::State::start_instances(Frame& frame) {
  const TermId term = frame.work.back().term;
  const BinderInfo& info = store.binder_info(term);
  auto next = std::make_unique<Frame>();
  next->kind = Frame::Kind::Instances;
  next->goal = store.children(term)[0];
  Instances& instances = next->instances;
  instances.universal = info.kind == BinderKind::Forall;
  std::uint64_t product = 1;
  for (const BoundVariable& variable : info.variables) {
    instances.domains.push_back(domain(variable.sort, instances.exhaustive));
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
