#include <algorithm>
#include <optional>
#include <utility>

#include "assay/smt/values.hpp"
#include "smt/eval/machine.hpp"
#include "smt/theory/numbers.hpp"

namespace assay::smt {
namespace {

/// Orders a table's key against a call's arguments, without copying them.
bool before(const std::vector<Value>& key, const std::vector<const Outcome*>& arguments) {
  for (std::size_t i = 0; i < key.size() && i < arguments.size(); ++i) {
    const std::strong_ordering order = key[i] <=> arguments[i]->value;
    if (order != std::strong_ordering::equal) {
      return order == std::strong_ordering::less;
    }
  }
  return false;
}

bool matches(const std::vector<Value>& key, const std::vector<const Outcome*>& arguments) {
  if (key.size() != arguments.size()) {
    return false;
  }
  for (std::size_t i = 0; i < key.size(); ++i) {
    if (!(key[i] == arguments[i]->value)) {
      return false;
    }
  }
  return true;
}

}  // namespace

void Evaluator::State::visit_call(Frame& frame) {
  const TermId term = frame.work.back().term;
  if (!scan(frame, false)) {
    return;
  }
  const Function& function = store.node(store.function_of(term));
  gather(frame, term);
  const auto lacking = std::find_if(values.begin(), values.end(), [](const Outcome* o) { return !o->known(); });
  const auto finish = [&](Outcome outcome) {
    frame.work.pop_back();
    set(frame, term, std::move(outcome));
  };
  if (function.kind == FunctionKind::Opaque) {
    return finish(Lack::Opaque);
  }
  if (lacking != values.end()) {
    return finish((*lacking)->lack);
  }
  switch (function.kind) {
    case FunctionKind::Constructor: return finish(construct(function));
    case FunctionKind::Selector:
    case FunctionKind::Tester:
    case FunctionKind::Updater: return finish(access(term, function));
    case FunctionKind::Defined:
    case FunctionKind::Recursive:
      return function.body ? call_body(frame, function.variables, *function.body) : finish(Lack::Opaque);
    case FunctionKind::Declared: {
      const auto it = model.functions.find(store.function_of(term));
      return it == model.functions.end() ? finish(Lack::Missing) : call_interpretation(frame, it->second);
    }
    case FunctionKind::Opaque: break;
  }
  finish(Lack::Opaque);
}

Outcome Evaluator::State::construct(const Function& function) {
  std::vector<Value> fields;
  fields.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    fields.push_back(coerced(store, *values[i], function.parameters[i]).value);
  }
  const FunctionId constructor = store.node(function.datatype).constructors[function.constructor].function;
  return make_datatype(constructor, function.constructor, std::move(fields));
}

Outcome Evaluator::State::access(TermId term, const Function& function) {
  const Value& subject = values[0]->value;
  const DatatypeValue& value = subject.as_datatype();
  const bool right = value.position == function.constructor;
  if (function.kind == FunctionKind::Tester) {
    return Value(right);
  }
  if (function.kind == FunctionKind::Selector) {
    return right ? Outcome(value.fields[function.field])
                 : open_results.selector(store.function_of(term), subject, store.sort_of(term));
  }
  if (!right) {
    return subject;
  }
  std::vector<Value> fields = value.fields;
  const SortId declared = store.node(function.datatype).constructors[function.constructor].fields[function.field].sort;
  fields[function.field] = coerced(store, *values[1], declared).value;
  return make_datatype(value.constructor, value.position, std::move(fields));
}

void Evaluator::State::call_interpretation(Frame& frame, const Interpretation& interpretation) {
  const TermId term = frame.work.back().term;
  if (interpretation.body && interpretation.variables.size() == values.size()) {
    return call_body(frame, interpretation.variables, *interpretation.body);
  }
  if (interpretation.body) {
    return array_by_function(frame, interpretation);
  }
  Outcome outcome = look_up(interpretation, term);
  frame.work.pop_back();
  set(frame, term, std::move(outcome));
}

Outcome Evaluator::State::look_up(const Interpretation& interpretation, TermId call) const {
  const auto& entries = interpretation.entries;
  const auto it =
      std::lower_bound(entries.begin(), entries.end(), values,
                       [](const auto& entry, const auto& arguments) { return before(entry.first, arguments); });
  if (it != entries.end() && matches(it->first, values)) {
    return coerced(store, it->second, store.sort_of(call));
  }
  return interpretation.fallback ? coerced(store, *interpretation.fallback, store.sort_of(call))
                                 : Outcome(Lack::Missing);
}

void Evaluator::State::call_body(Frame& frame, const std::vector<BoundVariable>& variables, TermId body) {
  const TermId term = frame.work.back().term;
  if (!store.has(body, kHasVariable)) {  // constants, mostly: their value needs no frame
    if (const Outcome* outcome = find(frame, body)) {
      Outcome result = coerced(store, *outcome, store.sort_of(term));
      frame.work.pop_back();
      set(frame, term, std::move(result));
    } else {
      frame.work.push_back({body, 0});
    }
    return;
  }
  CallKey key{store.function_of(term), {}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    key.arguments.push_back(coerced(store, *values[i], variables[i].sort).value);
  }
  const auto known = calls.find(key);
  if (known != calls.end()) {
    Outcome result = coerced(store, known->second, store.sort_of(term));
    frame.work.pop_back();
    set(frame, term, std::move(result));
    return;
  }
  auto next = std::make_unique<Frame>();
  next->kind = Frame::Kind::Body;
  next->goal = body;
  for (std::size_t i = 0; i < values.size(); ++i) {
    next->bindings.push_back({variables[i].name, key.arguments[i]});
  }
  next->work.push_back({body, 0});
  calls.emplace(key, Lack::Budget);  // meeting the same call again before it is done: it never ends
  next->key = std::move(key);
  frames.push_back(std::move(next));
}

namespace {

/// `(ite (= x c) v rest)` chains over one variable, read as an array: the pairs (c, v) and the last `rest`, all closed.
struct Chain {
  std::vector<std::pair<TermId, TermId>> pairs;  ///< the first of equal indices wins
  TermId fallback;
};

/// The closed side of `(= x c)` where x is the variable.
std::optional<TermId> compared(const TermStore& store, OperatorId equal, TermId condition, SymbolId variable) {
  const std::span<const TermId> sides = store.children(condition);
  if (!store.is(condition, equal) || sides.size() != 2) {
    return std::nullopt;
  }
  for (const std::size_t i : {0U, 1U}) {
    const bool here = store.node(sides[i]).kind == TermKind::Variable && store.variable_name(sides[i]) == variable;
    if (here && !store.has(sides[1 - i], kHasVariable)) {
      return sides[1 - i];
    }
  }
  return std::nullopt;
}

std::optional<Chain> chain_of(const TermStore& store, OperatorId ite, OperatorId equal, TermId body,
                              SymbolId variable) {
  Chain chain;
  while (store.has(body, kHasVariable)) {
    if (!store.is(body, ite)) {
      return std::nullopt;
    }
    const std::span<const TermId> parts = store.children(body);
    const std::optional<TermId> index = compared(store, equal, parts[0], variable);
    if (!index || store.has(parts[1], kHasVariable)) {
      return std::nullopt;
    }
    chain.pairs.emplace_back(*index, parts[1]);
    body = parts[2];
  }
  chain.fallback = body;
  return chain;
}

}  // namespace

/// An array that the model gives as a function of its index (as-array, lambda).
void Evaluator::State::array_by_function(Frame& frame, const Interpretation& interpretation) {
  const TermId term = frame.work.back().term;
  const SortNode& sort = store.node(store.sort_of(term));
  std::optional<Chain> chain;
  if (sort.kind == SortKind::Array && sort.arguments.size() == 2 && values.empty() &&
      interpretation.variables.size() == 1) {
    chain = chain_of(store, ite_op, equal_op, *interpretation.body, interpretation.variables[0].name);
  }
  if (!chain) {
    frame.work.pop_back();
    set(frame, term, Lack::Opaque);
    return;
  }
  std::vector<TermId> parts = {chain->fallback};
  for (const auto& [index, element] : chain->pairs) {
    parts.push_back(index);
    parts.push_back(element);
  }
  std::vector<const Outcome*> found;
  for (const TermId part : parts) {
    const Outcome* outcome = find(frame, part);
    if (outcome == nullptr) {
      frame.work.push_back({part, 0});
      return;
    }
    found.push_back(outcome);
  }
  frame.work.pop_back();
  const auto lacking = std::find_if(found.begin(), found.end(), [](const Outcome* o) { return !o->known(); });
  if (lacking != found.end()) {
    set(frame, term, (*lacking)->lack);
    return;
  }
  std::vector<std::pair<Value, Value>> entries;
  for (std::size_t i = found.size() - 2; i + 1 > 1; i -= 2) {  // backwards: make_array lets the last of equals win
    entries.emplace_back(coerced(store, *found[i], sort.arguments[0]).value,
                         coerced(store, *found[i + 1], sort.arguments[1]).value);
  }
  auto value =
      array_value(store, store.sort_of(term), coerced(store, *found[0], sort.arguments[1]).value, std::move(entries));
  set(frame, term, value ? Outcome(std::move(*value)) : Outcome(Lack::Budget));
}

}  // namespace assay::smt
