#include <algorithm>
#include <optional>
#include <utility>

#include "assay/smt/values.hpp"
#include "smt/eval/function_table.hpp"
#include "smt/eval/term_machine.hpp"
#include "smt/theory/row/numbers.hpp"

namespace assay::smt {
namespace {

/// Whether a table's key is less than a call's arguments, without copying the arguments.
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
  const bool may_ignore = (function.kind == FunctionKind::Declared || function.kind == FunctionKind::Defined) &&
                          values.size() == function.parameters.size();
  if (lacking != values.end() && !may_ignore) {
    return finish((*lacking)->lack);
  }
  if (values.size() < function.parameters.size()) {
    return finish(partial(store.function_of(term)));
  }
  const bool keeps_functions = function.kind != FunctionKind::Constructor && function.kind != FunctionKind::Updater;
  if (!keeps_functions &&
      std::any_of(values.begin(), values.end(), [](const Outcome* o) { return o->value.is_function(); })) {
    return finish(Lack::Opaque);  // function values cannot be compared, so datatype values with them could not either
  }
  switch (function.kind) {
    case FunctionKind::Constructor: return finish(construct(function));
    case FunctionKind::Selector:
    case FunctionKind::Tester:
    case FunctionKind::Updater: return finish(access(term, function));
    case FunctionKind::Defined:
    case FunctionKind::Recursive:
      return function.body ? call_body(frame, store.function_of(term), function.variables, *function.body)
                           : finish(Lack::Opaque);
    case FunctionKind::Declared: {
      const auto it = model.functions.find(store.function_of(term));
      return it == model.functions.end() ? finish(Lack::Missing) : call_interpretation(frame, it->second);
    }
    case FunctionKind::Opaque: break;
  }
  finish(Lack::Opaque);
}

Outcome Evaluator::State::partial(FunctionId function) const {
  FunctionValue value{function, {}, {}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    value.given.push_back(coerced(store, *values[i], store.node(function).parameters[i]).value);
  }
  return make_function(value);
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
    return call_body(frame, store.function_of(term), interpretation.variables, *interpretation.body);
  }
  const bool is_function = values.empty() && store.kind(store.sort_of(term)) == SortKind::Function;
  if (interpretation.body && !is_function) {
    return array_by_function(frame, interpretation);
  }
  Outcome outcome = is_function ? partial(store.function_of(term)) : look_up(interpretation, store.sort_of(term));
  frame.work.pop_back();
  set(frame, term, std::move(outcome));
}

/// The table's result if it is the same for all values of the unknown arguments; else `lack`.
Outcome Evaluator::State::look_up_for_all(const Interpretation& interpretation, SortId sort, Lack lack) const {
  if (!interpretation.fallback) return lack;
  for (const auto& [key, result] : interpretation.entries) {
    bool may_match = key.size() == values.size();
    for (std::size_t i = 0; may_match && i < key.size(); ++i)
      may_match = !values[i]->known() || key[i] == values[i]->value;
    if (may_match && !(result == *interpretation.fallback)) return lack;
  }
  return coerced(store, *interpretation.fallback, sort);
}

Outcome Evaluator::State::look_up(const Interpretation& interpretation, SortId sort) const {
  const auto& entries = interpretation.entries;
  const auto is_function = [](const Outcome* o) { return o->value.is_function(); };
  if (!entries.empty() && std::any_of(values.begin(), values.end(), is_function)) {
    return Lack::Opaque;  // a table compares its keys, and function values cannot be compared
  }
  const auto lacking = std::find_if(values.begin(), values.end(), [](const Outcome* o) { return !o->known(); });
  if (lacking != values.end()) return look_up_for_all(interpretation, sort, (*lacking)->lack);
  const auto it =
      std::lower_bound(entries.begin(), entries.end(), values,
                       [](const auto& entry, const auto& arguments) { return before(entry.first, arguments); });
  if (it != entries.end() && matches(it->first, values)) {
    return coerced(store, it->second, sort);
  }
  return interpretation.fallback ? coerced(store, *interpretation.fallback, sort) : Outcome(Lack::Missing);
}

void Evaluator::State::call_body(Frame& frame, FunctionId function, const std::vector<BoundVariable>& variables,
                                 TermId body) {
  const TermId term = frame.work.back().term;
  if (!store.has(body, kHasVariable)) {  // mostly constants; a closed body needs no frame
    if (const Outcome* outcome = find(frame, body)) {
      Outcome result = coerced(store, *outcome, store.sort_of(term));
      frame.work.pop_back();
      set(frame, term, std::move(result));
    } else {
      frame.work.push_back({body, 0});
    }
    return;
  }
  CallKey key{function, {}};
  bool all_known = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    key.arguments.push_back(coerced(store, *values[i], variables[i].sort).value);
    all_known = all_known && values[i]->known();
  }
  if (!all_known && store.has(body, kHasRecursion)) {  // without known arguments the recursion might not end
    const auto lacking = std::find_if(values.begin(), values.end(), [](const Outcome* o) { return !o->known(); });
    Outcome lack = (*lacking)->lack;
    frame.work.pop_back();
    set(frame, term, std::move(lack));
    return;
  }
  for (std::size_t i = 0; !all_known && i < values.size(); ++i) key.lacks.push_back(values[i]->lack);
  const auto known = calls.find(key);
  if (known != calls.end()) {
    Outcome result = coerced(store, known->second, store.sort_of(term));
    frame.work.pop_back();
    set(frame, term, std::move(result));
    return;
  }
  auto next = new_frame();
  next->kind = Frame::Kind::Body;
  next->goal = body;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool has_value = all_known || key.lacks[i] == Lack::None;
    next->bindings.push_back({variables[i].name, has_value ? Outcome(key.arguments[i]) : Outcome(key.lacks[i])});
  }
  next->work.push_back({body, 0});
  calls.emplace(key, Lack::Budget);  // the result if the body makes the same call again: infinite recursion
  next->key = std::move(key);
  frames.push_back(std::move(next));
}

/// An array that the model gives as a function of its index (as-array, lambda).
void Evaluator::State::array_by_function(Frame& frame, const Interpretation& interpretation) {
  const TermId term = frame.work.back().term;
  const SortNode& sort = store.node(store.sort_of(term));
  std::optional<FunctionTable> table;
  if (sort.kind == SortKind::Array && sort.arguments.size() == 2 && values.empty() &&
      interpretation.variables.size() == 1) {
    table = table_of(store, interpretation.variables, *interpretation.body);
  }
  if (!table) {
    frame.work.pop_back();
    set(frame, term, Lack::Opaque);
    return;
  }
  std::vector<TermId> parts;
  for (const auto& [arguments, result] : table->rows) {
    parts.push_back(arguments[0]);
    parts.push_back(result);
  }
  parts.push_back(table->fallback);
  std::vector<Value> found;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Outcome* outcome = find(frame, parts[i]);
    if (outcome == nullptr) {
      frame.work.push_back({parts[i], 0});
      return;
    }
    if (!outcome->known()) {
      const Lack lack = outcome->lack;
      frame.work.pop_back();
      set(frame, term, lack);
      return;
    }
    const bool is_index = i % 2 == 0 && i + 1 < parts.size();
    found.push_back(coerced(store, *outcome, sort.arguments[is_index ? 0 : 1]).value);
  }
  frame.work.pop_back();
  std::vector<std::pair<Value, Value>> entries;
  for (std::size_t row = table->rows.size(); row-- > 0;) {  // backwards: the last of equal entries wins
    entries.emplace_back(found[2 * row], found[2 * row + 1]);
  }
  std::optional<Value> value = array_value(sizes, store.sort_of(term), found.back(), std::move(entries));
  set(frame, term, value ? Outcome(std::move(*value)) : Outcome(Lack::Budget));
}

/// (select a i) if the model gives `a` as a function that is no table: pushes the call of the function at i.
bool Evaluator::State::select_by_function(Frame& frame) {
  const TermId term = frame.work.back().term;
  const TermId array = store.children(term)[0];
  if (store.node(array).kind != TermKind::Call || values.size() != 2 || !values[1]->known()) {
    return false;
  }
  const auto it = model.functions.find(store.function_of(array));
  if (it == model.functions.end() || !it->second.body || it->second.variables.size() != 1 ||
      store.node(array).count != 0) {
    return false;
  }
  values.erase(values.begin());
  call_body(frame, store.function_of(array), it->second.variables, *it->second.body);
  return true;
}

}  // namespace assay::smt
