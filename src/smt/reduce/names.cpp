#include <map>
#include <set>
#include <string>

#include "smt_reduction.hpp"
#include "terms.hpp"

namespace assay::smt {
namespace {

/// x, y, z, a, b, ..., then x1, y1, ...
std::string short_name(std::size_t i) {
  static constexpr std::string_view kLetters = "xyzabcdefghijklmnopqrstuvw";
  std::string out(1, kLetters[i % kLetters.size()]);
  if (i >= kLetters.size()) out += std::to_string(i / kLetters.size());
  return out;
}

/// Spellings that a new name must not take: bound variables and the symbols that keep theirs.
std::set<std::string> reserved_names(const TermStore& store, const Script& script) {
  std::set<std::string> out;
  for (const auto& level : levels_of(store, roots_of(script))) {
    for (const TermId term : level) {
      if (store.node(term).kind == TermKind::Variable) out.emplace(store.spelling(store.variable_name(term)));
      if (store.node(term).kind == TermKind::Call) {
        const Function& function = store.node(store.function_of(term));
        if (function.kind != FunctionKind::Declared) out.emplace(store.spelling(function.name));
      }
    }
  }
  return out;
}

}  // namespace

bool shorten_names(Reduction& reduction) {
  TermStore& store = reduction.store();
  const Script& script = reduction.script();
  std::set<std::string> reserved = reserved_names(store, script);
  std::map<FunctionId, FunctionId> renamed;
  std::size_t next = 0;
  for (const Command& command : script.commands) {
    if (command.kind != CommandKind::DeclareFunction) continue;
    for (const FunctionId id : command.functions) {
      Function declaration = store.node(id);
      std::string name = short_name(next++);
      while (reserved.contains(name)) name = short_name(next++);
      declaration.name = store.symbol(name);
      renamed.emplace(id, store.function(std::move(declaration)));
    }
  }
  const Rebuild rename = [&](TermId term, const std::vector<TermId>& children) -> std::optional<TermId> {
    if (store.node(term).kind == TermKind::Call) {
      const auto to = renamed.find(store.function_of(term));
      const SortId sort = store.sort_of(term);
      if (to != renamed.end()) return store.call_as(to->second, children, sort);
    }
    return children.empty() ? std::optional<TermId>(term) : store.rebuild(term, children);
  };
  TermMap known;
  std::optional<Script> candidate = rewritten(store, script, known, rename);
  if (!candidate) return false;
  Model witness = reduction.witness();
  Model renamed_witness = witness;
  for (const auto& [from, to] : renamed) renamed_witness.functions.erase(from);
  for (const auto& [from, to] : renamed) {
    const auto at = witness.functions.find(from);
    if (at != witness.functions.end()) renamed_witness.functions.insert_or_assign(to, at->second);
  }
  return reduction.attempt(std::move(*candidate), std::move(renamed_witness));
}

bool inline_lets(Reduction& reduction) { return reduction.attempt_without_lets(); }

}  // namespace assay::smt
