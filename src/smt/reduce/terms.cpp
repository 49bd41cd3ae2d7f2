#include "terms.hpp"

#include <algorithm>

namespace assay::smt {
namespace {

/// An entry of the traversal's stack.
struct Visit {
  TermId term;
  bool expanded = false;
};

}  // namespace

std::vector<TermId> roots_of(const Script& script) {
  std::vector<TermId> roots;
  for (const Command& command : script.commands) roots.insert(roots.end(), command.terms.begin(), command.terms.end());
  return roots;
}

std::vector<std::vector<TermId>> levels_of(const TermStore& store, const std::vector<TermId>& roots) {
  std::vector<std::vector<TermId>> levels;
  TermSet seen;
  std::vector<TermId> level;
  for (const TermId root : roots) {
    if (seen.insert(root)) level.push_back(root);
  }
  while (!level.empty()) {
    std::vector<TermId> next;
    for (const TermId term : level) {
      for (const TermId child : store.children(term)) {
        if (seen.insert(child)) next.push_back(child);
      }
    }
    levels.push_back(std::move(level));
    level = std::move(next);
  }
  return levels;
}

std::size_t count_nodes(const TermStore& store, const Script& script) {
  std::vector<TermId> roots = roots_of(script);
  for (const Command& command : script.commands) {
    for (const FunctionId id : command.functions) {
      if (store.node(id).body) roots.push_back(*store.node(id).body);
    }
  }
  std::size_t nodes = 0;
  for (const auto& level : levels_of(store, roots)) nodes += level.size();
  return nodes;
}

std::optional<TermId> rewrite(TermStore& store, TermId root, TermMap& known, const Rebuild& rebuild) {
  std::vector<Visit> stack{{root}};
  std::vector<TermId> children;
  while (!stack.empty()) {
    const Visit visit = stack.back();
    if (known.contains(visit.term)) {
      stack.pop_back();
      continue;
    }
    if (!visit.expanded) {
      stack.back().expanded = true;
      for (const TermId child : store.children(visit.term)) {
        if (!known.contains(child)) stack.push_back({child});
      }
      continue;
    }
    stack.pop_back();
    children.clear();
    bool same = true;
    for (const TermId child : store.children(visit.term)) {
      children.push_back(known.at(child));
      same = same && children.back() == child;
    }
    std::optional<TermId> made = visit.term;
    if (rebuild) {
      made = rebuild(visit.term, children);
    } else if (!same) {
      made = store.rebuild(visit.term, children);
    }
    if (!made) return std::nullopt;
    known.emplace(visit.term, *made);
  }
  return known.at(root);
}

std::optional<Script> rewritten(TermStore& store, const Script& script, TermMap& known, const Rebuild& rebuild) {
  Script out = script;
  for (Command& command : out.commands) {
    for (TermId& term : command.terms) {
      const std::optional<TermId> made = rewrite(store, term, known, rebuild);
      if (!made || store.has(*made, kHasVariable)) return std::nullopt;
      term = *made;
    }
  }
  return out;
}

std::optional<Script> replaced(TermStore& store, const Script& script, const std::vector<Replacement>& edits) {
  TermMap known;
  for (const Replacement& edit : edits) known.emplace(edit.from, edit.to);
  std::optional<Script> out = rewritten(store, script, known, {});
  if (!out) return out;
  const std::vector<TermId> before = roots_of(script);
  const std::vector<TermId> after = roots_of(*out);
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (store.sort_of(before[i]) != store.sort_of(after[i])) return std::nullopt;
  }
  return out;
}

namespace {

/// True for a match case, which is no term and cannot be replaced.
bool is_case(const TermStore& store, TermId term) {
  return store.node(term).kind == TermKind::Binder && store.binder_info(term).kind == BinderKind::MatchCase;
}

}  // namespace

bool offer(Reduction& reduction, const Proposals& proposals) {
  bool changed = false;
  for (std::size_t depth = 0; !reduction.exhausted(); ++depth) {
    bool more = true;
    for (std::size_t choice = 0; more && !reduction.exhausted(); ++choice) {
      // The script may have changed since the last attempt.
      const auto levels = levels_of(reduction.store(), roots_of(reduction.script()));
      if (depth >= levels.size()) return changed;
      std::vector<Replacement> edits;
      more = false;
      for (const TermId term : levels[depth]) {
        if (is_case(reduction.store(), term)) continue;
        const std::vector<TermId> offers = proposals(term);
        const bool usable = choice < offers.size() && offers[choice] != term;
        if (usable && !is_case(reduction.store(), offers[choice])) edits.push_back({term, offers[choice]});
        more = more || choice + 1 < offers.size();
      }
      changed = reduction.attempt_replacements(edits) || changed;
    }
  }
  return changed;
}

}  // namespace assay::smt
