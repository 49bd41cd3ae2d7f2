#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "smt/eval/term_machine.hpp"

// Operators that apply a function to each part of a collection. One frame binds f and its arguments and evaluates
// `(@ f x ...)` once for each part.

namespace assay::smt {
namespace {

/// Maximum number of sub-collections in a fold over an unordered collection. Such a fold is evaluated in all orders:
/// the value accumulated over each sub-collection must not depend on the order.
constexpr std::uint64_t kMaxStates = 128;

/// The name of the goal's i-th variable: 0 is the function, then come its arguments.
SymbolId variable_name(TermStore& store, std::size_t i) { return store.symbol("step " + std::to_string(i)); }

/// The distinct parts of a collection. `counts` gets the number of occurrences of each.
std::vector<Value> parts_of(const Value& collection, std::vector<mpz_class>& counts) {
  if (!collection.is<std::shared_ptr<const ArrayValue>>()) {
    counts.assign(collection.as_sequence().elements.size(), 1);
    return collection.as_sequence().elements;
  }
  std::vector<Value> parts;
  for (const auto& [element, count] : collection.as_array().entries) {
    parts.push_back(element);
    counts.push_back(count.as_int());
  }
  return parts;
}

/// Numbers the sub-collections: the digits of a number are the occurrences of the parts. False if there are too many.
bool number_states(const std::vector<mpz_class>& counts, Walk& walk) {
  mpz_class states = 1;
  for (const mpz_class& count : counts) {
    walk.weights.push_back(states.get_ui());
    states *= count + 1;
    if (states > kMaxStates) return false;
    walk.counts.push_back(count.get_ui());
  }
  walk.reached.resize(states.get_ui());
  return true;
}

bool is_fold(Iteration kind) { return kind == Iteration::Fold || kind == Iteration::FoldIndexed; }

/// Goes to the next pair of a sub-collection and a part that can be added to it. False if there is none.
bool next_taken(Walk& walk) {
  for (; walk.state < walk.reached.size(); ++walk.state, walk.position = 0) {
    for (; walk.position < walk.parts.size(); ++walk.position) {
      const std::uint64_t taken = walk.state / walk.weights[walk.position] % (walk.counts[walk.position] + 1);
      if (taken < walk.counts[walk.position]) return true;
    }
  }
  return false;
}

}  // namespace

/// The arguments of the next application.
std::vector<Value> Evaluator::State::arguments_of(const Walk& walk) const {
  std::vector<Value> arguments;
  if (walk.kind == Iteration::EachIndexed || walk.kind == Iteration::FoldIndexed) {
    arguments.emplace_back(mpz_class(walk.first_index + static_cast<unsigned long>(walk.position)));
  }
  if (is_fold(walk.kind)) arguments.push_back(walk.accumulated);
  arguments.push_back(walk.parts[walk.position]);
  if (walk.kind == Iteration::Reduce) arguments.push_back(*walk.reached[walk.state]);
  return arguments;
}

void Evaluator::State::bind_step(Frame& frame) {
  const std::vector<Value> arguments = arguments_of(frame.walk);
  for (std::size_t i = 0; i < arguments.size(); ++i) frame.bindings[i + 1].value = arguments[i];
  frame.local.clear();
  frame.work.push_back({frame.goal, 0});
}

/// Precondition: the values of the function, the start value and the collection are known.
void Evaluator::State::visit_iteration(Frame& frame) {
  const TermId term = frame.work.back().term;
  const auto finish = [&](Outcome outcome) {
    frame.work.pop_back();
    set(frame, term, std::move(outcome));
  };
  auto next = new_frame();
  next->kind = Frame::Kind::Walk;
  Walk& walk = next->walk;
  walk.term = term;
  walk.kind = Operators::get().row(store.op(term)).iteration;
  std::vector<mpz_class> counts;
  walk.parts = parts_of(values.back()->value, counts);
  const bool indexed = walk.kind == Iteration::EachIndexed || walk.kind == Iteration::FoldIndexed;
  if (indexed) walk.first_index = values[1]->value.as_int();
  if (is_fold(walk.kind)) walk.accumulated = values[indexed ? 2 : 1]->value;
  if (walk.kind == Iteration::Reduce) {
    if (!number_states(counts, walk)) return finish(Lack::Budget);
    walk.reached[0] = values[1]->value;
  }
  if (walk.parts.empty()) return finish(iterated(walk));
  const std::vector<SortId> function = store.node(sorts[0]).arguments;
  std::vector<TermId> applied;
  for (std::size_t i = 0; i < function.size(); ++i) {
    const BoundVariable variable{variable_name(store, i), i == 0 ? sorts[0] : function[i - 1]};
    applied.push_back(store.variable(variable));
    next->bindings.push_back({variable.name, i == 0 ? *values[0] : Outcome(Lack::Missing)});
  }
  const bool is_array = store.kind(sorts[0]) == SortKind::Array;
  const auto goal = store.apply(is_array ? known_operators.select_op : known_operators.apply_op, applied);
  if (!goal || applied.size() != arguments_of(walk).size() + 1) return finish(Lack::Opaque);
  next->goal = *goal;
  bind_step(*next);
  frames.push_back(std::move(next));
}

/// The operator's value after all applications. `values` holds the values of the operator's arguments.
Outcome Evaluator::State::iterated(Walk& walk) {
  Outcome done = Lack::Missing;
  switch (walk.kind) {
    case Iteration::Fold:
    case Iteration::FoldIndexed: done = walk.accumulated; break;
    case Iteration::Reduce: done = *walk.reached.back(); break;
    default: done = make_sequence(std::move(walk.results));
  }
  values[0] = &done;
  return evaluate_row(walk.term);
}

bool Evaluator::State::next_step(Frame& frame, Outcome& result) {
  Walk& walk = frame.walk;
  if (!result.known()) return true;
  switch (walk.kind) {
    case Iteration::Fold:
    case Iteration::FoldIndexed: walk.accumulated = result.value; break;
    case Iteration::Reduce: {
      std::optional<Value>& there = walk.reached[walk.state + walk.weights[walk.position]];
      if (there && *there != result.value) {
        result = Lack::Unspecified;
        return true;
      }
      there = result.value;
      break;
    }
    default: walk.results.push_back(result.value);
  }
  ++walk.position;
  const bool more = walk.kind == Iteration::Reduce ? next_taken(walk) : walk.position < walk.parts.size();
  if (more) {
    bind_step(frame);
    return false;
  }
  const Frame& asker = *frames[frames.size() - 2];
  gather(asker, walk.term);
  result = iterated(walk);
  return true;
}

}  // namespace assay::smt
