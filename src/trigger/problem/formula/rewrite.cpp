#include "trigger/problem/formula/rewrite.hpp"

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assay/smt/eval.hpp"
#include "smt/term/rebuild.hpp"
#include "trigger/problem/formula/scopes.hpp"

namespace assay::trigger {
namespace {

using smt::rebuilt;
using smt::TermId;
using smt::TermKind;
using smt::TermStore;
using smt::with_children;

TermId call_body(TermStore& store, TermId call, std::span<const TermId> arguments, Names& names) {
  const smt::Function function = store.node(store.function_of(call));
  Bindings bindings;
  for (std::size_t i = 0; i < arguments.size(); ++i) bindings.emplace(function.variables[i].name.index, arguments[i]);
  if (!store.has(*function.body, smt::kHasBinder)) return substitute(store, *function.body, bindings);
  // The body's binders get new names, so that they cannot capture a variable of an argument.
  visit_terms(store, *function.body, [&](TermId node) {
    if (store.node(node).kind == TermKind::Binder)
      for (const smt::BoundVariable& variable : store.binder_info(node).variables)
        names.reserve(store.spelling(variable.name));
    return store.has(node, smt::kHasBinder);
  });
  return substitute(store, with_unique_binders(store, *function.body, names), bindings);
}

bool is_defined_call(const TermStore& store, TermId term) {
  if (store.node(term).kind != TermKind::Call) return false;
  const smt::Function& function = store.node(store.function_of(term));
  return function.kind == smt::FunctionKind::Defined && function.body &&
         function.variables.size() == store.children(term).size();
}

}  // namespace

bool same_root(const TermStore& store, TermId a, TermId b) {
  const smt::TermNode& left = store.node(a);
  const smt::TermNode& right = store.node(b);
  return left.kind == right.kind && left.data == right.data && left.extra == right.extra && left.count == right.count;
}

TermId substitute(TermStore& store, TermId term, const Bindings& bindings) {
  if (bindings.empty()) return term;
  const auto stop = [&](TermId node) -> std::optional<TermId> {
    if (!store.has(node, smt::kHasVariable) && !store.has(node, smt::kHasBinder)) return node;
    if (store.node(node).kind != TermKind::Variable) return std::nullopt;
    const auto it = bindings.find(store.variable_name(node).index);
    return it == bindings.end() ? node : it->second;
  };
  return rebuilt(store, term, stop,
                 [&](TermId node, std::span<const TermId> children) { return with_children(store, node, children); });
}

TermId with_unique_binders(TermStore& store, TermId term, Names& names, const std::stop_token& stop) {
  const auto open = [&](TermId binder, bool) {
    Opening opening;
    opening.info = store.binder_info(binder);
    for (smt::BoundVariable& variable : opening.info->variables) {
      const smt::SymbolId old = variable.name;
      variable.name = names.fresh(store.spelling(old));
      // Also a variable that keeps its name: terms that contain it are valid only in this binder's scope.
      opening.replaced.emplace_back(old, store.variable(variable));
    }
    return std::optional(std::move(opening));
  };
  return ScopedRewriting(
             store, open, [](TermId) { return true; }, stop)
      .run(term);
}

TermId replace_nodes(TermStore& store, TermId term, const Replacements& replacements) {
  if (replacements.empty()) return term;
  const auto stop = [&](TermId node) -> std::optional<TermId> {
    const auto it = replacements.find(node.index);
    if (it == replacements.end()) return std::nullopt;
    return it->second;
  };
  return rebuilt(store, term, stop,
                 [&](TermId node, std::span<const TermId> children) { return with_children(store, node, children); });
}

std::optional<TermId> expand_definitions(TermStore& store, TermId root, Names& names, const std::stop_token& stop) {
  constexpr std::size_t kStopPeriod = 1024;
  std::unordered_map<TermId, TermId, smt::IdHash> done;    // the result of each term
  std::unordered_map<TermId, TermId, smt::IdHash> bodies;  // the function's body of each call, with its arguments
  std::vector<TermId> stack = {root};
  std::vector<TermId> children;
  for (std::size_t steps = 0; !stack.empty(); ++steps) {
    if (steps % kStopPeriod == 0 && stop.stop_requested()) return std::nullopt;
    const TermId top = stack.back();
    if (done.contains(top)) {
      stack.pop_back();
      continue;
    }
    if (const auto body = bodies.find(top); body != bodies.end()) {
      done.emplace(top, done.at(body->second));
      continue;
    }
    const std::size_t before = stack.size();
    for (const TermId child : store.children(top))
      if (!done.contains(child)) stack.push_back(child);
    if (stack.size() > before) continue;
    children.clear();
    for (const TermId child : store.children(top)) children.push_back(done.at(child));
    if (is_defined_call(store, top)) {
      // The calls in the body are expanded next; the arguments are results already.
      const TermId body = call_body(store, top, children, names);
      bodies.emplace(top, body);
      stack.push_back(body);
    } else {
      const TermId made = with_children(store, top, children);
      done.emplace(made, made);
      done.emplace(top, made);
    }
  }
  return done.at(root);
}

TermId fold_constants(TermStore& store, TermId term) {
  const smt::Model nothing;
  smt::Evaluator evaluator(store, nothing);
  const auto keep_literals = [&](TermId node) -> std::optional<TermId> {
    if (store.node(node).kind == TermKind::Binder || store.node(node).kind == TermKind::Constant) return node;
    return std::nullopt;
  };
  return rebuilt(store, term, keep_literals, [&](TermId node, std::span<const TermId> children) {
    const TermId made = with_children(store, node, children);
    if (store.node(made).kind != TermKind::Apply || store.has(made, smt::kHasVariable)) return made;
    const smt::Outcome& outcome = evaluator.evaluate(made);
    if (outcome.lack != smt::Lack::None) return made;
    return smt::make_term(store, smt::Value(outcome.value), store.sort_of(made)).value_or(made);
  });
}

TermId with_sort(TermStore& store, TermId value, smt::SortId sort) {
  const bool is_constant = store.node(value).kind == TermKind::Call && store.children(value).empty();
  if (!is_constant || store.kind(store.sort_of(value)) != smt::SortKind::Unknown) return value;
  smt::Function typed = store.node(store.function_of(value));
  typed.result = sort;
  return store.call_as(store.function(std::move(typed)), {}, sort);
}

}  // namespace assay::trigger
