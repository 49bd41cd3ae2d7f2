#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "smt/eval/term_machine.hpp"
#include "smt/theory/row/numbers.hpp"

// Functions as values: closures, after Landin: The Mechanical Evaluation of Expressions (The Computer Journal 6(4),
// 1964). A lambda keeps the values of its free variables; a function symbol keeps the arguments that it was given.

namespace assay::smt {
namespace {

/// A variable for terms that the machine builds itself. Frames that bind such variables have no other bindings.
BoundVariable own_variable(TermStore& store, std::string_view name, std::size_t number, SortId sort) {
  return {store.symbol(std::string(name) + std::to_string(number)), sort};
}

/// A function value, and a variable bound to it.
struct NamedFunction {
  TermId name;
  const FunctionValue* value;
};

/// The application of the function to these arguments: its body or a call of its symbol if possible, because these may
/// have a value although the arguments have none; else (@ f x ...).
std::optional<TermId> applied(TermStore& store, const NamedFunction& function, const std::vector<TermId>& arguments) {
  const FunctionValue& value = *function.value;
  const bool is_plain = value.captured.empty() && value.given.empty();
  if (const auto* lambda = std::get_if<TermId>(&value.function); is_plain && lambda != nullptr) {
    const std::vector<BoundVariable> variables = store.binder_info(*lambda).variables;
    std::vector<Replacement> replacements;
    for (std::size_t i = 0; i < variables.size() && i < arguments.size(); ++i)
      if (variables[i].sort == store.sort_of(arguments[i])) replacements.emplace_back(variables[i].name, arguments[i]);
    if (replacements.size() == arguments.size() && variables.size() == arguments.size())
      return VariableSubstitution(store, "f").replaced(store.children(*lambda)[0], replacements);
  }
  const auto* symbol = std::get_if<FunctionId>(&value.function);
  if (is_plain && symbol != nullptr && store.node(*symbol).parameters.size() == arguments.size())
    return store.call(*symbol, arguments);
  std::vector<TermId> parts = {function.name};
  parts.insert(parts.end(), arguments.begin(), arguments.end());
  return store.apply(KnownOperators::get().apply_op, parts);
}

/// (forall ((x S) ...) (= (f x ...) (g x ...)))
std::optional<TermId> agreement(TermStore& store, const NamedFunction& f, const NamedFunction& g) {
  const std::vector<SortId> sorts = store.node(store.sort_of(f.name)).arguments;
  BinderInfo info;
  std::vector<TermId> arguments;
  for (std::size_t i = 0; i + 1 < sorts.size(); ++i) {
    info.variables.push_back(own_variable(store, "argument ", i, sorts[i]));
    arguments.push_back(store.variable(info.variables.back()));
  }
  const auto a = applied(store, f, arguments);
  const auto b = applied(store, g, arguments);
  const auto same = a && b ? store.apply(KnownOperators::get().equal_op, std::array{*a, *b}) : std::nullopt;
  return same ? std::optional(store.binder(info, std::array{*same})) : std::nullopt;
}

/// `=` (if `equal`) or `distinct` of the functions, as quantified statements about their results.
std::optional<TermId> by_points(TermStore& store, std::span<const NamedFunction> functions, bool equal) {
  std::vector<TermId> parts;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    for (std::size_t j = i + 1; j < (equal ? std::min(i + 2, functions.size()) : functions.size()); ++j) {
      auto part = agreement(store, functions[i], functions[j]);
      if (part && !equal) part = store.apply(Operators::get().at("not"), std::array{*part});
      if (!part) return std::nullopt;
      parts.push_back(*part);
    }
  }
  return parts.size() == 1 ? std::optional(parts[0]) : store.apply(KnownOperators::get().and_op, parts);
}

}  // namespace

void Evaluator::State::visit_lambda(Frame& frame) {
  const TermId term = frame.work.back().term;
  frame.work.pop_back();
  FunctionValue value{term, {}, {}};
  for (const SymbolId name : store.free_variables(term)) {
    const Outcome* bound = frame.binding(name);
    if (bound == nullptr || !bound->known()) {
      set(frame, term, bound == nullptr ? Lack::Missing : bound->lack);
      return;
    }
    value.captured.emplace_back(name, bound->value);
  }
  set(frame, term, make_function(value));
}

std::size_t Evaluator::State::arity(const FunctionValue& function) const {
  if (const auto* lambda = std::get_if<TermId>(&function.function)) {
    return store.binder_info(*lambda).variables.size();
  }
  const Function& symbol = store.node(std::get<FunctionId>(function.function));
  return symbol.parameters.empty() ? store.node(symbol.result).arguments.size() - 1 : symbol.parameters.size();
}

void Evaluator::State::enter(const std::vector<BoundVariable>& variables, std::vector<Value> arguments, TermId body,
                             const std::vector<std::pair<SymbolId, Value>>& captured, std::vector<Value> rest) {
  auto next = new_frame();
  next->kind = Frame::Kind::Case;
  next->goal = body;
  for (const auto& [name, value] : captured) {
    next->bindings.push_back({name, value});
  }
  for (std::size_t i = 0; i < variables.size(); ++i) {
    next->bindings.push_back({variables[i].name, coerced(store, arguments[i], variables[i].sort)});
  }
  next->rest = std::move(rest);
  next->work.push_back({body, 0});
  frames.push_back(std::move(next));
}

std::optional<Outcome> Evaluator::State::apply_symbol(FunctionId id, std::vector<Value>& arguments,
                                                      std::vector<Value>& rest) {
  const Function& function = store.node(id);
  const bool by_body = function.kind == FunctionKind::Defined || function.kind == FunctionKind::Recursive;
  if (by_body && function.body) {
    enter(function.variables, std::move(arguments), *function.body, {}, std::move(rest));
    return std::nullopt;
  }
  const auto model_entry = model.functions.find(id);
  if (function.kind != FunctionKind::Declared || model_entry == model.functions.end()) {
    return Outcome(function.kind == FunctionKind::Declared ? Lack::Missing : Lack::Opaque);
  }
  const Interpretation& interpretation = model_entry->second;
  if (interpretation.body) {
    if (interpretation.variables.size() != arguments.size()) return Outcome(Lack::Opaque);
    enter(interpretation.variables, std::move(arguments), *interpretation.body, {}, std::move(rest));
    return std::nullopt;
  }
  const std::vector<Outcome> given(arguments.begin(), arguments.end());
  values.clear();
  for (const Outcome& outcome : given) values.push_back(&outcome);
  const SortId result = function.parameters.empty() ? store.node(function.result).arguments.back() : function.result;
  return look_up(interpretation, result);
}

std::optional<Outcome> Evaluator::State::apply(const Value& applied, std::vector<Value> more) {
  Value function = applied;
  for (;;) {
    if (!function.is_function()) return Outcome(Lack::Opaque);
    const FunctionValue& value = function.as_function();
    std::vector<Value> arguments = value.given;
    arguments.insert(arguments.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    const std::size_t wanted = arity(value);
    if (arguments.size() < wanted)
      return Outcome(make_function({value.function, value.captured, std::move(arguments)}));
    const auto end = arguments.begin() + static_cast<std::ptrdiff_t>(wanted);
    std::vector<Value> rest(end, arguments.end());
    arguments.erase(end, arguments.end());
    if (const auto* lambda = std::get_if<TermId>(&value.function)) {
      enter(store.binder_info(*lambda).variables, std::move(arguments), store.children(*lambda)[0], value.captured,
            std::move(rest));
      return std::nullopt;
    }
    std::optional<Outcome> outcome = apply_symbol(std::get<FunctionId>(value.function), arguments, rest);
    if (!outcome || !outcome->known() || rest.empty()) return outcome;
    function = outcome->value;
    more = std::move(rest);
  }
}

void Evaluator::State::visit_application(Frame& frame) {
  const TermId term = frame.work.back().term;
  const auto finish = [&](Outcome outcome) {
    frame.work.pop_back();
    set(frame, term, std::move(outcome));
  };
  std::vector<Value> arguments;
  for (const Outcome* value : values) {
    if (!value->known()) return finish(value->lack);
    arguments.push_back(value->value);
  }
  const Value function = arguments.front();
  arguments.erase(arguments.begin());
  if (std::optional<Outcome> outcome = apply(function, std::move(arguments))) finish(std::move(*outcome));
}

void Evaluator::State::visit_function_equation(Frame& frame) {
  const TermId term = frame.work.back().term;
  const bool equal = store.op(term) == known_operators.equal_op;
  const auto finish = [&](Outcome outcome) {
    frame.work.pop_back();
    set(frame, term, std::move(outcome));
  };
  auto next = new_frame();
  std::vector<NamedFunction> functions;
  bool all_same = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]->known()) return finish(values[i]->lack);
    if (!values[i]->value.is_function() || sorts[i] != sorts[0]) return finish(Lack::Opaque);
    all_same = all_same && values[i]->value == values[0]->value;
    const BoundVariable variable = own_variable(store, "function ", i, sorts[i]);
    functions.push_back({store.variable(variable), &values[i]->value.as_function()});
    next->bindings.push_back({variable.name, *values[i]});
  }
  if (all_same) return finish(Value(equal));
  const std::optional<TermId> goal = by_points(store, functions, equal);
  if (!goal) return finish(Lack::Opaque);
  next->kind = Frame::Kind::Case;
  next->goal = *goal;
  next->work.push_back({*goal, 0});
  frames.push_back(std::move(next));
}

}  // namespace assay::smt
