#include "smt/fuzz/pair.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "smt/reduce/terms.hpp"
#include "smt/rules/rule_index.hpp"
#include "smt/term/rebuild.hpp"

namespace assay::smt {
namespace {

std::string text_of_assertions(const TermStore& store, const std::vector<TermId>& formulas) {
  Script script;
  script.commands = declarations_for(store, formulas);
  for (const TermId formula : formulas) {
    Command command;
    command.kind = CommandKind::Assert;
    command.terms = {formula};
    script.commands.push_back(std::move(command));
  }
  return print_script(store, script);
}

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

}  // namespace

std::optional<SeedPair> pair_of(const Fragments& first, std::string_view second_text, const std::string& prefix) {
  auto parsed = take_apart(second_text, "second");
  if (std::holds_alternative<ParseError>(parsed)) return std::nullopt;
  Fragments& second = *std::get<std::unique_ptr<Fragments>>(parsed);
  if (has_definitions(second.store, second.assertions)) return std::nullopt;
  rename_functions(second, prefix);
  const std::vector<std::string> names = declared_names(first.store, first.assertions);
  const std::vector<std::string>& of_rules = builtin_prelude_names();
  for (const std::string& name : declared_names(second.store, second.assertions)) {
    if (std::binary_search(names.begin(), names.end(), name)) return std::nullopt;
    if (std::binary_search(of_rules.begin(), of_rules.end(), name)) return std::nullopt;
  }
  const std::string text =
      text_of_assertions(first.store, first.assertions) + text_of_assertions(second.store, second.assertions);
  auto both = take_apart(text, "both");
  if (std::holds_alternative<ParseError>(both)) return std::nullopt;
  SeedPair pair;
  pair.both = std::move(std::get<std::unique_ptr<Fragments>>(both));
  std::vector<TermId> firsts = pair.both->assertions;
  firsts.resize(std::min(firsts.size(), first.assertions.size()));
  for (const auto& level : levels_of(pair.both->store, firsts))
    for (const TermId term : level) pair.of_first.insert(term);
  return pair;
}

std::optional<SeedPair> pair_with_itself(const Fragments& seed, const std::string& prefix) {
  return pair_of(seed, text_of_assertions(seed.store, seed.assertions), prefix);
}

}  // namespace assay::smt
