#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "smt_reduction.hpp"
#include "terms.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxOtherConstants = 4;  // that are proposed for one constant

bool is_constant(const TermStore& store, TermId term) {
  return store.node(term).kind == TermKind::Call && store.children(term).empty() &&
         store.node(store.function_of(term)).kind == FunctionKind::Declared;
}

bool occurs(const TermStore& store, TermId part, TermId term) {
  for (const auto& level : levels_of(store, {term}))
    if (std::find(level.begin(), level.end(), part) != level.end()) return true;
  return false;
}

/// For each asserted equation of a constant and a term: the edits that replace the constant, and the equation by true.
std::vector<std::vector<Replacement>> solutions(TermStore& store, const Script& script) {
  const OperatorId conjunction = Operators::get().at("and");
  const OperatorId equal = Operators::get().at("=");
  std::vector<std::vector<Replacement>> found;
  std::vector<TermId> work;
  for (const Command& command : script.commands)
    if (command.kind == CommandKind::Assert) work.push_back(command.terms[0]);
  while (!work.empty()) {
    const TermId term = work.back();
    work.pop_back();
    const auto children = store.children(term);
    if (store.is(term, conjunction)) work.insert(work.end(), children.begin(), children.end());
    if (!store.is(term, equal) || children.size() != 2) continue;
    for (const auto& [constant, other] : {std::pair{children[0], children[1]}, std::pair{children[1], children[0]}})
      if (is_constant(store, constant) && !occurs(store, constant, other))
        found.push_back({{term, store.bool_constant(true)}, {constant, other}});
  }
  return found;
}

std::vector<TermId> constants_of(const TermStore& store, const Script& script) {
  std::vector<TermId> constants;
  for (const auto& level : levels_of(store, roots_of(script)))
    for (const TermId term : level)
      if (is_constant(store, term)) constants.push_back(term);
  return constants;
}

/// Up to kMaxOtherConstants constants of the same sort that precede this one in the list.
std::vector<TermId> others_for(const TermStore& store, const std::vector<TermId>& constants, TermId term) {
  std::vector<TermId> others;
  if (!is_constant(store, term)) return others;
  for (const TermId other : constants) {
    if (other == term || others.size() == kMaxOtherConstants) break;
    if (store.sort_of(other) == store.sort_of(term)) others.push_back(other);
  }
  return others;
}

bool solve_one(Reduction& reduction) {
  for (const std::vector<Replacement>& edits : solutions(reduction.store(), reduction.script())) {
    if (reduction.exhausted()) return false;
    std::optional<Script> candidate = replaced(reduction.store(), reduction.script(), edits);
    if (candidate && reduction.attempt(std::move(*candidate))) return true;
  }
  return false;
}

}  // namespace

bool solve_equations(Reduction& reduction) {
  bool changed = false;
  while (solve_one(reduction)) changed = true;
  const std::vector<TermId> constants = constants_of(reduction.store(), reduction.script());
  return offer(reduction, [&](TermId term) { return others_for(reduction.store(), constants, term); }) || changed;
}

}  // namespace assay::smt
