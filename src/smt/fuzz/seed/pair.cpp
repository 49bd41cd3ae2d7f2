#include "smt/fuzz/seed/pair.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "smt/parse/check_script.hpp"
#include "smt/reduce/terms.hpp"
#include "smt/rules/rule_index.hpp"
#include "smt/term/rebuild.hpp"

namespace assay::smt {
namespace {

bool has_definitions(const TermStore& store, const std::vector<TermId>& formulas) {
  for (const auto& level : levels_of(store, formulas))
    for (const TermId term : level)
      if (store.node(term).kind == TermKind::Call && store.node(store.function_of(term)).body) return true;
  return false;
}

void rename_functions(Fragments& fragments, const std::string& prefix) {
  TermStore& store = fragments.store;
  const auto renamed = [&](TermId term, std::span<const TermId> children) {
    if (store.node(term).kind != TermKind::Call) return with_children(store, term, children);
    Function function = store.node(store.function_of(term));
    if (function.kind != FunctionKind::Declared) return with_children(store, term, children);
    function.name = store.symbol(prefix + std::string(store.spelling(function.name)));
    return store.call_as(store.function(std::move(function)), children, store.sort_of(term));
  };
  for (TermId& assertion : fragments.assertions)
    assertion = rebuilt(
        store, assertion, [](TermId) { return std::optional<TermId>(); }, renamed);
}

PairSide side_of(const Fragments& seed) {
  PairSide side;
  side.text = print_script(seed.store, asserting_script(seed.store, seed.assertions));
  side.assertions = seed.assertions.size();
  side.names = declared_names(seed.store, seed.assertions);
  return side;
}

bool contains_any(const std::vector<std::string>& sorted, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return std::binary_search(sorted.begin(), sorted.end(), name); });
}

}  // namespace

PairSide first_side(const Fragments& seed) {
  const TermStore& store = seed.store;
  PairSide side = side_of(seed);
  std::set<FunctionId> in_terms;
  for (const auto& level : levels_of(store, seed.assertions))
    for (const TermId term : level)
      if (store.node(term).kind == TermKind::Call) in_terms.insert(store.function_of(term));
  for (const FunctionId id : seed.functions)
    if (store.node(id).parameters.empty())
      (in_terms.contains(id) ? side.sorts : side.body_sorts).push_back(to_string(store, store.node(id).result));
  return side;
}

std::optional<PairSide> second_side(std::string_view text, const std::string& prefix) {
  auto parsed = take_apart(text, "second");
  if (std::holds_alternative<ParseError>(parsed)) return std::nullopt;
  Fragments& seed = *std::get<std::unique_ptr<Fragments>>(parsed);
  if (has_definitions(seed.store, seed.assertions)) return std::nullopt;
  rename_functions(seed, prefix);
  PairSide side = side_of(seed);
  for (const FunctionId id : seed.functions)
    if (seed.store.node(id).parameters.empty()) side.sorts.push_back(to_string(seed.store, seed.store.node(id).result));
  return side;
}

bool collide(const PairSide& first, const PairSide& second) {
  return contains_any(first.names, second.names) || contains_any(builtin_prelude_names(), second.names);
}

bool share_sort(const PairSide& first, const PairSide& second) {
  return std::any_of(first.sorts.begin(), first.sorts.end(), [&](const std::string& sort) {
    const auto is_among = [&](const auto& list) { return std::find(list.begin(), list.end(), sort) != list.end(); };
    return is_among(second.sorts) || is_among(first.body_sorts);
  });
}

std::optional<SeedPair> joined(const PairSide& first, const PairSide& second) {
  auto both = take_apart(first.text + second.text, "both");
  if (std::holds_alternative<ParseError>(both)) return std::nullopt;
  SeedPair pair;
  pair.both = std::move(std::get<std::unique_ptr<Fragments>>(both));
  std::vector<TermId> firsts = pair.both->assertions;
  firsts.resize(std::min(firsts.size(), first.assertions));
  for (const auto& level : levels_of(pair.both->store, firsts))
    for (const TermId term : level) pair.of_first.insert(term);
  return pair;
}

}  // namespace assay::smt
