#include "trigger/proof/universe.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "trigger/problem/formula/rewrite.hpp"

namespace assay::trigger {
namespace {

using smt::SortId;
using smt::TermId;
using smt::TermKind;
using smt::TermStore;

/// Maximum number of initial terms of one sort, and of applications of one function among them.
constexpr std::size_t kMaxSeeds = 12;
constexpr std::size_t kMaxSeedsPerFunction = 4;

const std::vector<smt::BoundVariable>& variables_of(const TermStore& store, TermId quantifier) {
  return store.binder_info(quantifier).variables;
}

}  // namespace

Universe::Universe(const Workplace& work) : work_(work), store_(work.store) {
  collect();
  add_built_seeds();
  const std::vector<Conjunct>& all = work_.problem.conjuncts;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const TermId formula = all[i].formula;
    if (store_.node(formula).kind != TermKind::Binder) continue;
    const std::vector<smt::BoundVariable>& variables = variables_of(store_, formula);
    const auto has_terms = [&](const smt::BoundVariable& variable) {
      if (seeds_.contains(variable.sort)) return true;
      if (store_.kind(variable.sort) != smt::SortKind::Uninterpreted) return false;
      add_seed(work_.validator.fresh_constant(variable.sort));
      return true;
    };
    if (std::all_of(variables.begin(), variables.end(), has_terms)) conjuncts_.push_back({i, variables.size()});
  }
}

/// Collects the conjuncts' functions. The conjuncts' constants and literals, 0, 1, true and false are the first seeds.
void Universe::collect() {
  std::set<TermId> seen;
  std::set<smt::FunctionId> functions;
  for (const Conjunct& conjunct : work_.problem.conjuncts) {
    visit_terms(store_, conjunct.formula, [&](TermId node) {
      if (!seen.insert(node).second) return false;
      const SortId sort = store_.sort_of(node);
      only_numbers_ = only_numbers_ && store_.kind(sort) != smt::SortKind::Uninterpreted;
      const TermKind kind = store_.node(node).kind;
      if (kind == TermKind::Constant && sort != store_.bool_sort()) add_seed(node);
      if (kind != TermKind::Call || store_.node(store_.function_of(node)).kind != smt::FunctionKind::Declared)
        return true;
      if (store_.children(node).empty() && sort != store_.bool_sort()) add_seed(node);
      if (!store_.children(node).empty() && functions.insert(store_.function_of(node)).second)
        functions_.push_back(store_.function_of(node));
      return true;
    });
  }
  for (const int number : {0, 1}) {
    add_seed(store_.constant(smt::Value(mpz_class(number)), store_.int_sort()));
    add_seed(store_.constant(smt::Value(mpq_class(number)), store_.real_sort()));
    add_seed(store_.bool_constant(number != 0));
  }
}

void Universe::add_seed(TermId term) {
  std::vector<TermId>& seeds = seeds_[store_.sort_of(term)];
  if (seeds.size() < kMaxSeeds && std::find(seeds.begin(), seeds.end(), term) == seeds.end()) seeds.push_back(term);
}

/// Adds applications to seeds of other sorts: `nil(t)`, `box(0)`. The second round uses seeds of the first round.
void Universe::add_built_seeds() {
  std::set<smt::FunctionId> done;
  for (std::size_t round = 0; round < 2; ++round) {
    for (const smt::FunctionId id : functions_) {
      const smt::Function& function = store_.node(id);
      const auto is_other = [&](SortId sort) { return sort != function.result && seeds_.contains(sort); };
      const bool fits = std::all_of(function.parameters.begin(), function.parameters.end(), is_other);
      if (!fits || !grows(function.result) || !done.insert(id).second) continue;
      const SortId result = function.result;
      const std::vector<SortId> parameters = function.parameters;
      for (std::size_t number = 0; number < kMaxSeedsPerFunction; ++number) {
        std::vector<TermId> arguments;
        std::size_t rest = number;
        for (const SortId sort : parameters) {
          const std::size_t most = std::min<std::size_t>(2, seeds_.at(sort).size());
          arguments.push_back(seeds_.at(sort)[rest % most]);
          rest /= most;
        }
        if (rest == 0) add_seed(store_.call_as(id, arguments, result));
      }
    }
  }
}

/// True if applications of this sort become elements. Numbers do so only if there is no uninterpreted sort, as scripts
/// mostly count and compare them.
bool Universe::grows(SortId sort) const {
  return store_.kind(sort) == smt::SortKind::Uninterpreted || (only_numbers_ && sort != store_.bool_sort());
}

TermId Universe::is_there(TermId term) {
  const SortId sort = store_.sort_of(term);
  auto it = predicates_.find(sort);
  if (it == predicates_.end()) {
    smt::Function function;
    function.name = work_.validator.names().fresh("universe");
    function.parameters = {sort};
    function.result = store_.bool_sort();
    it = predicates_.emplace(sort, store_.function(std::move(function))).first;
  }
  const std::vector<TermId> arguments = {term};
  return store_.call_as(it->second, arguments, store_.bool_sort());
}

TermId Universe::let_loose(TermId quantifier) {
  const std::span<const TermId> old = store_.children(quantifier);
  const std::vector<TermId> children(old.begin(), old.end());
  std::vector<TermId> pattern;
  const std::vector<smt::BoundVariable> variables = store_.binder_info(quantifier).variables;
  for (const smt::BoundVariable& variable : variables) pattern.push_back(is_there(store_.variable(variable)));
  return add_patterns(store_, quantifier, children, {pattern});
}

/// The axiom that every application of the function is an element.
TermId Universe::growth_by(smt::FunctionId function) {
  smt::BinderInfo info;
  info.keyword = "forall";
  std::vector<TermId> arguments;
  const std::vector<SortId> parameters = store_.node(function).parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i == variables_.size()) variables_.push_back(work_.validator.names().fresh("y"));
    info.variables.push_back({variables_[i], parameters[i]});
    arguments.push_back(store_.variable(info.variables.back()));
  }
  info.attributes.push_back({":pattern", "", 1});
  const TermId application = store_.call_as(function, arguments, store_.node(function).result);
  const std::vector<TermId> children = {is_there(application), application};
  return store_.binder(info, children);
}

std::vector<TermId> Universe::seeds() const {
  std::vector<TermId> all;
  for (const auto& [sort, seeds] : seeds_) all.insert(all.end(), seeds.begin(), seeds.end());
  return all;
}

bool Universe::is_own(TermId quantifier) const {
  const smt::SymbolId first = variables_of(store_, quantifier).at(0).name;
  return std::find(variables_.begin(), variables_.end(), first) != variables_.end();
}

std::vector<TermId> Universe::assertions(const std::vector<std::size_t>& loose) {
  std::vector<TermId> assertions = formulas(work_.problem);
  std::set<SortId> sorts;
  for (const std::size_t conjunct : loose) {
    TermId& formula = assertions.at(conjunct);
    for (const smt::BoundVariable& variable : variables_of(store_, formula)) sorts.insert(variable.sort);
    formula = let_loose(formula);
  }
  for (const SortId sort : sorts)
    for (const TermId seed : seeds_.at(sort)) assertions.push_back(is_there(seed));
  for (const smt::FunctionId function : functions_) {
    const SortId result = store_.node(function).result;
    if (sorts.contains(result) && grows(result)) assertions.push_back(growth_by(function));
  }
  return assertions;
}

}  // namespace assay::trigger
