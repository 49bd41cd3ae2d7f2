#include "smt/rules/rule_index.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "assay/smt/script.hpp"
#include "smt/reduce/terms.hpp"

namespace assay::smt {
namespace {

std::uint32_t bit(Theory theory) { return 1U << static_cast<unsigned>(theory); }

std::vector<TermId> terms_of(const Rule& rule) {
  std::vector<TermId> terms{rule.left, rule.right};
  if (rule.condition) terms.push_back(*rule.condition);
  return terms;
}

void add_conjuncts(const TermStore& store, TermId term, std::vector<TermId>& into) {
  static const OperatorId conjunction = Operators::get().at("and");
  std::vector<TermId> work{term};
  while (!work.empty()) {
    const TermId next = work.back();
    work.pop_back();
    if (!store.is(next, conjunction)) {
      into.push_back(next);
      continue;
    }
    const auto children = store.children(next);
    work.insert(work.end(), children.rbegin(), children.rend());
  }
}

bool is_variable_of(const TermStore& store, const Rule& rule, TermId term) {
  return store.node(term).kind == TermKind::Call && store.children(term).empty() &&
         std::find(rule.variables.begin(), rule.variables.end(), store.function_of(term)) != rule.variables.end();
}

/// Adds the sort and its component sorts.
void add_sorts(const TermStore& store, SortId sort, std::set<SortId>& into) {
  if (!into.insert(sort).second) return;
  const SortNode& node = store.node(sort);
  for (const SortId argument : node.arguments) add_sorts(store, argument, into);
  if (!node.datatype) return;
  for (const Constructor& constructor : store.node(*node.datatype).constructors)
    for (const Field& field : constructor.fields) add_sorts(store, field.sort, into);
}

/// `prelude`: the declarations of the row's file, which every row of the file declares.
RuleNeeds needs_of(const TermStore& store, const RuleText& text, const Rule& rule,
                   const std::vector<Command>& prelude) {
  RuleNeeds needs;
  needs.text = &text;
  std::set<std::string> sorts;
  const auto note = [&](FunctionId variable) {
    const Function& function = store.node(variable);
    if (function.parameters.empty()) sorts.insert(to_string(store, function.result));
  };
  for (const FunctionId variable : rule.variables) note(variable);
  for (const FunctionId variable : rule.own) note(variable);
  needs.sorts.assign(sorts.begin(), sorts.end());
  std::set<OperatorId> operators;
  std::set<SortId> seen;
  for (const auto& level : levels_of(store, terms_of(rule))) {
    for (const TermId term : level) {
      if (store.node(term).kind == TermKind::Apply) operators.insert(store.op(term));
      add_sorts(store, store.sort_of(term), seen);
      needs.binds = needs.binds || store.node(term).kind == TermKind::Binder;
    }
  }
  needs.operators.assign(operators.begin(), operators.end());
  for (const SortId sort : seen)
    if (const auto theory = theory_of(store.kind(sort))) needs.theories |= bit(*theory);
  for (const OperatorId op : operators) needs.theories |= bit(Operators::get().row(op).theory);
  needs.declares = declared_names(store, prelude);
  if (text.kind == RuleKind::Equality && !rule.condition) {
    needs.of_sort = is_variable_of(store, rule, rule.right);
    needs.equals = needs.of_sort ? to_string(store, store.sort_of(rule.right)) : to_string(store, rule.right);
  }
  return needs;
}

/// The index of the list in `lists`; appends it if it is new.
std::size_t place_of(const std::vector<std::string>& list, std::vector<std::vector<std::string>>& lists) {
  const auto found = std::find(lists.begin(), lists.end(), list);
  if (found != lists.end()) return static_cast<std::size_t>(found - lists.begin());
  lists.push_back(list);
  return lists.size() - 1;
}

BuiltinRules read_needs() {
  BuiltinRules all;
  static const Result<std::vector<RuleText>> texts = load_rules({}, true);
  if (!texts) return all;
  TermStore store;
  for (const RuleText& text : *texts) {
    if (text.kind == RuleKind::Constants || text.kind == RuleKind::Operation) continue;
    std::vector<Command> prelude;
    const auto rule = make_rule(store, text, &prelude);
    if (!rule) continue;
    RuleNeeds needs = needs_of(store, text, *rule, prelude);
    needs.sorts_at = place_of(needs.sorts, all.sorts);
    needs.declares_at = place_of(needs.declares, all.declares);
    all.rows.push_back(std::move(needs));
  }
  return all;
}

}  // namespace

const BuiltinRules& builtin_rules() {
  static const BuiltinRules all = read_needs();
  return all;
}

const std::vector<RuleNeeds>& builtin_rule_needs() { return builtin_rules().rows; }

const RuleText* find_builtin_rule(std::string_view name) {
  static const std::map<std::string_view, const RuleText*> by_name = [] {
    std::map<std::string_view, const RuleText*> all;
    for (const RuleNeeds& needs : builtin_rule_needs()) all.emplace(needs.text->name, needs.text);
    return all;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

std::vector<TermId> contradiction_of(TermStore& store, const Rule& rule) {
  const OperatorId negation = Operators::get().at("not");
  std::vector<TermId> all;
  TermId denied = rule.left;
  if (rule.text->kind == RuleKind::Equality) {
    const std::array sides{rule.left, rule.right};
    denied = store.apply_as(Operators::get().at("="), sides, {}, store.bool_sort());
  }
  all.push_back(store.apply_as(negation, std::array{denied}, {}, store.bool_sort()));
  if (rule.text->kind != RuleKind::Equality) add_conjuncts(store, rule.right, all);
  if (rule.condition) add_conjuncts(store, *rule.condition, all);
  return all;
}

const std::vector<std::string>& builtin_prelude_names() {
  static const std::vector<std::string> names = [] {
    std::set<std::string> all;
    for (const RuleNeeds& needs : builtin_rule_needs()) all.insert(needs.declares.begin(), needs.declares.end());
    return std::vector<std::string>(all.begin(), all.end());
  }();
  return names;
}

std::vector<std::string> declared_names(const TermStore& store, const std::vector<TermId>& terms) {
  return declared_names(store, declarations_for(store, terms));
}

}  // namespace assay::smt
