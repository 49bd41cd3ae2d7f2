#include "trigger/problem/formula/scopes.hpp"

#include <algorithm>
#include <span>

#include "smt/term/rebuild.hpp"

namespace assay::trigger {

using smt::TermId;
using smt::TermKind;

TermId ScopedRewriting::run(TermId root) {
  const Item whole{root};
  std::vector<Item> stack = {whole};
  while (!stack.empty()) {
    if (stop_.stop_requested()) return root;
    if (stack.back().entered) {
      const Item item = stack.back();
      stack.pop_back();
      leave(item);
    } else if (find(stack.back())) {
      stack.pop_back();
    } else {
      enter(stack);
    }
  }
  return find(whole)->term;
}

std::optional<ScopedRewriting::Made> ScopedRewriting::find(const Item& item) const {
  if (!store_.has(item.term, smt::kHasVariable) && !store_.has(item.term, smt::kHasBinder)) return Made{item.term};
  if (store_.node(item.term).kind == TermKind::Variable) {
    const auto it = variables_.find(store_.variable_name(item.term).index);
    return it == variables_.end() ? Made{item.term} : it->second;
  }
  const auto it = done_.find(item.key());
  return it == done_.end() ? std::nullopt : std::optional(it->second);
}

void ScopedRewriting::enter(std::vector<Item>& stack) {
  Item& item = stack.back();
  item.entered = true;
  const TermId term = item.term;
  const std::span<const TermId> children = store_.children(term);
  std::size_t count = children.size();
  bool top = item.top && passes_(term);
  if (store_.node(term).kind == TermKind::Binder) {
    if (std::optional<Opening> opening = open_(term, item.top)) {
      item.opened = true;
      if (!opening->info) {
        count = 1;
        top = item.top;
      }
      open_scope(*std::move(opening));
    }
    // Pushed in reverse order: the body is rewritten before the patterns.
    for (std::size_t i = count; i > 0; --i) stack.push_back({children[i - 1], top});
    return;
  }
  for (const TermId child : children) stack.push_back({child, top});
}

void ScopedRewriting::open_scope(Opening opening) {
  Scope scope{std::move(opening.info), {}, {}};
  for (const auto& [symbol, term] : opening.replaced) {
    const auto it = variables_.find(symbol.index);
    scope.shadowed.emplace_back(symbol.index, it == variables_.end() ? std::nullopt : std::optional(it->second));
    variables_.insert_or_assign(symbol.index, Made{term, scopes_.size() + 1});
  }
  scopes_.push_back(std::move(scope));
}

void ScopedRewriting::leave(const Item& item) {
  const bool top = item.top && passes_(item.term);
  const bool body_only = item.opened && !scopes_.back().info;
  std::vector<TermId> children;
  std::size_t scope = 0;
  for (const TermId child : store_.children(item.term)) {
    const Made made = *find({child, body_only ? item.top : top});
    children.push_back(made.term);
    scope = std::max(scope, made.scope);
    if (body_only) break;
  }
  TermId made;
  if (item.opened) {
    made = body_only ? children[0] : store_.binder(*scopes_.back().info, children);
    close_scope();
    scope = scope_of_free_variables(item.term);
  } else {
    made = smt::with_children(store_, item.term, children);
  }
  done_.emplace(item.key(), Made{made, scope});
  if (scope > 0) scopes_[scope - 1].remembered.push_back(item.key());
}

void ScopedRewriting::close_scope() {
  const Scope& scope = scopes_.back();
  for (const std::uint64_t key : scope.remembered) done_.erase(key);
  for (const auto& [symbol, before] : scope.shadowed) {
    if (before)
      variables_.insert_or_assign(symbol, *before);
    else
      variables_.erase(symbol);
  }
  scopes_.pop_back();
}

std::size_t ScopedRewriting::scope_of_free_variables(TermId term) const {
  std::size_t scope = 0;
  for (const smt::SymbolId symbol : store_.free_variables(term)) {
    const auto it = variables_.find(symbol.index);
    if (it != variables_.end()) scope = std::max(scope, it->second.scope);
  }
  return scope;
}

}  // namespace assay::trigger
