#include "trigger/rewrite.hpp"

#include <optional>
#include <vector>

#include "assay/smt/eval.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermKind;
using smt::TermStore;

TermId with_children(TermStore& store, TermId term, std::span<const TermId> children) {
  const smt::TermNode& node = store.node(term);
  switch (node.kind) {
    case TermKind::Apply: return store.apply_as(store.op(term), children, store.indices(term), node.sort);
    case TermKind::Call: return store.call_as(store.function_of(term), children, node.sort);
    default: return store.rebuild(term, children).value_or(term);
  }
}

/// Rebuilds a DAG bottom-up. `stop` gives the result of a node without a look at its children; `build` makes a node
/// over its new children.
template <typename Stop, typename Build>
TermId rebuilt(TermStore& store, TermId root, const Stop& stop, const Build& build) {
  std::unordered_map<std::uint32_t, TermId> done;
  std::vector<TermId> stack = {root};
  std::vector<TermId> children;
  while (!stack.empty()) {
    const TermId top = stack.back();
    if (done.contains(top.index)) {
      stack.pop_back();
      continue;
    }
    if (const std::optional<TermId> result = stop(top)) {
      done.emplace(top.index, *result);
      continue;
    }
    const std::size_t before = stack.size();
    for (const TermId child : store.children(top))
      if (!done.contains(child.index)) stack.push_back(child);
    if (stack.size() > before) continue;
    children.clear();
    for (const TermId child : store.children(top)) children.push_back(done.at(child.index));
    done.emplace(top.index, build(top, children));
  }
  return done.at(root.index);
}

TermId call_body(TermStore& store, TermId call, std::span<const TermId> arguments, Names& names) {
  const smt::Function function = store.node(store.function_of(call));
  Bindings bindings;
  for (std::size_t i = 0; i < arguments.size(); ++i) bindings.emplace(function.variables[i].name.index, arguments[i]);
  // A variable in an argument must not fall into the scope of one of the body's binders: they get names that no script
  // has.
  visit(store, *function.body, [&](TermId node) {
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

TermId with_unique_binders(TermStore& store, TermId term, Names& names) {
  const auto stop = [&](TermId node) -> std::optional<TermId> {
    if (!store.has(node, smt::kHasBinder)) return node;
    if (store.node(node).kind != TermKind::Binder) return std::nullopt;
    smt::BinderInfo info = store.binder_info(node);
    Bindings bindings;
    for (smt::BoundVariable& variable : info.variables) {
      const smt::SymbolId old = variable.name;
      variable.name = names.fresh(store.spelling(old));
      if (variable.name != old) bindings.emplace(old.index, store.variable(variable));
    }
    const std::span<const TermId> old = store.children(node);
    std::vector<TermId> children(old.begin(), old.end());
    for (TermId& child : children) child = with_unique_binders(store, substitute(store, child, bindings), names);
    return store.binder(info, children);
  };
  return rebuilt(store, term, stop,
                 [&](TermId node, std::span<const TermId> children) { return with_children(store, node, children); });
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

TermId expand_definitions(TermStore& store, TermId term, Names& names) {
  for (bool again = true; again;) {
    again = false;
    visit(store, term, [&](TermId node) {
      again = again || is_defined_call(store, node);
      return !again;
    });
    if (!again) break;
    const auto never = [](TermId) { return std::optional<TermId>(); };
    term = rebuilt(store, term, never, [&](TermId node, std::span<const TermId> children) {
      return is_defined_call(store, node) ? call_body(store, node, children, names)
                                          : with_children(store, node, children);
    });
  }
  return term;
}

TermId folded(TermStore& store, TermId term) {
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

}  // namespace assay::trigger
