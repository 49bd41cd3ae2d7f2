#include "horn/system/instances.hpp"

#include <algorithm>

#include "assay/smt/values.hpp"

namespace assay::horn {

ValuePool pool_of(TermStore& store, const System& system) {
  std::set<SortId> sorts;
  for (const FunctionId predicate : system.predicates)
    for (const SortId sort : store.node(predicate).parameters) sorts.insert(sort);
  for (const Clause& clause : system.clauses)
    for (const BoundVariable& variable : clause.variables) sorts.insert(variable.sort);
  const std::vector<TermId> all = terms_of(system);
  ValuePool pool;
  for (const SortId sort : sorts) {
    std::vector<Value> values = literals_in(store, all, sort);
    const smt::SortNode& node = store.node(sort);
    if (is_number(node.kind)) {
      const mpq_class below = node.kind == SortKind::Real ? mpq_class(-1, 2) : mpq_class(-1);
      for (const Value& literal : std::vector<Value>(values))
        for (const mpq_class& step : {mpq_class(1), below})
          values.push_back(number_value(node, number_of(literal, node.kind) + step));
      for (const int small : {-1, 0, 1}) values.push_back(number_value(node, small));
      if (node.kind != SortKind::Real) values.push_back(number_value(node, 2));
      if (node.kind == SortKind::BitVector) values.push_back(number_value(node, 3));
    } else if (auto few = smt::enumerate(smt::SortSizes(store), sort, 8); few && !few->empty()) {
      values = *std::move(few);
    } else if (const auto value = smt::default_value(store, sort)) {
      values.push_back(*value);
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    pool.emplace(sort, std::move(values));
  }
  return pool;
}

bool InstanceSearch::find(const Clause& clause, const Fact* head, const Facts& facts, std::uint64_t max_tries,
                          const std::function<bool(const Step& step, const Values& values)>& found) {
  clause_ = &clause;
  head_ = head;
  facts_ = &facts;
  tries_left_ = max_tries;
  found_ = &found;
  Values values;
  std::vector<Pending> pending;
  if (head != nullptr) {
    if (!clause.head || clause.head->predicate != head->predicate) return false;
    for (std::size_t i = 0; i < head->arguments.size(); ++i)
      if (!match(clause.head->arguments[i], head->arguments[i], values, pending)) return false;
  }
  return match_body(0, std::move(values), pending);
}

/// Binds variables so that the term may have the value. False if it cannot have it.
bool InstanceSearch::match(TermId term, const Value& value, Values& values, std::vector<Pending>& pending) {
  TermStore& store = evaluation_.store();
  const smt::TermNode node = store.node(term);
  if (node.kind == smt::TermKind::Variable)
    return values.try_emplace(store.variable_name(term), value).first->second == value;
  if (!store.has(term, smt::kHasVariable)) return evaluation_.value(term) == std::optional(value);
  if (node.kind == smt::TermKind::Call && value.is<std::shared_ptr<const smt::DatatypeValue>>() &&
      store.node(store.function_of(term)).kind == smt::FunctionKind::Constructor) {
    const smt::DatatypeValue& made = value.as_datatype();
    if (made.constructor != store.function_of(term)) return false;
    const auto children = store.children(term);
    for (std::size_t i = 0; i < children.size(); ++i)
      if (!match(children[i], made.fields[i], values, pending)) return false;
    return true;
  }
  pending.push_back({term, value});
  return true;
}

bool InstanceSearch::match_body(std::size_t at, Values values, const std::vector<Pending>& pending) {
  if (tries_left_ == 0) return false;
  if (at == clause_->body.size()) return complete(std::move(values), pending);
  const Atom& atom = clause_->body[at];
  for (const Fact& fact : facts_of(*facts_, atom.predicate)) {
    if (tries_left_ == 0) break;
    Values more = values;
    std::vector<Pending> open = pending;
    bool fits = true;
    for (std::size_t i = 0; fits && i < atom.arguments.size(); ++i)
      fits = match(atom.arguments[i], fact.arguments[i], more, open);
    if (fits && match_body(at + 1, std::move(more), open)) return true;
    if (!fits) --tries_left_;
  }
  return false;
}

/// Binds the only unknown of the term, if there is one: the term is the unknown plus or minus a number, in the simple
/// cases. A wrong guess is found by check().
bool InstanceSearch::solve(TermId term, const Value& value, Values& values) {
  TermStore& store = evaluation_.store();
  std::optional<BoundVariable> unknown;
  for (const SymbolId name : store.free_variables(term)) {
    if (values.contains(name)) continue;
    const auto at = std::find_if(clause_->variables.begin(), clause_->variables.end(),
                                 [&](const BoundVariable& variable) { return variable.name == name; });
    if (unknown || at == clause_->variables.end()) return false;
    unknown = *at;
  }
  if (!unknown || store.sort_of(term) != unknown->sort) return false;
  if (store.node(term).kind == smt::TermKind::Variable) return values.emplace(unknown->name, value).second;
  const SortKind kind = store.kind(unknown->sort);
  if (kind != SortKind::Int && kind != SortKind::Real) return false;
  const smt::SortNode& sort = store.node(unknown->sort);
  const auto at = [&](int number) -> std::optional<mpq_class> {
    Values with = values;
    with.emplace(unknown->name, number_value(sort, number));
    const auto result = evaluation_.value(term, with);
    return result ? std::optional(number_of(*result, kind)) : std::nullopt;
  };
  const auto zero = at(0), one = at(1);
  if (!zero || !one || *one == *zero) return false;
  const mpq_class guess = (number_of(value, kind) - *zero) / (*one - *zero);
  if (kind == SortKind::Int && guess.get_den() != 1) return false;
  return values.emplace(unknown->name, number_value(sort, guess)).second;
}

bool InstanceSearch::bind_by_equation(Values& values, const std::vector<Pending>& pending) {
  TermStore& store = evaluation_.store();
  for (const Pending& one : pending)
    if (solve(one.term, one.value, values)) return true;
  const smt::OperatorId equal = smt::Operators::get().at("=");
  for (const TermId part : conjuncts_of(store, clause_->constraint)) {
    if (!store.is(part, equal) || store.children(part).size() != 2) continue;
    const TermId sides[] = {store.children(part)[0], store.children(part)[1]};
    for (const bool swapped : {false, true}) {
      const auto value = evaluation_.value(sides[swapped ? 0 : 1], values);
      if (value && solve(sides[swapped ? 1 : 0], *value, values)) return true;
    }
  }
  return false;
}

bool InstanceSearch::complete(Values values, const std::vector<Pending>& pending) {
  while (bind_by_equation(values, pending)) {
  }
  for (const BoundVariable& variable : clause_->variables) {
    if (values.contains(variable.name)) continue;
    const auto choices = pool_.find(variable.sort);
    if (choices == pool_.end()) return false;
    for (const Value& choice : choices->second) {
      if (tries_left_ == 0) return false;
      Values more = values;
      more.emplace(variable.name, choice);
      if (complete(std::move(more), pending)) return true;
    }
    return false;
  }
  return check(values);
}

bool InstanceSearch::check(const Values& values) {
  if (tries_left_ == 0) return false;
  --tries_left_;
  if (!evaluation_.fires(*clause_, values, *facts_)) return false;
  if (head_ != nullptr) {
    const auto fact = evaluation_.fact(*clause_->head, values);
    if (!fact || *fact != *head_) return false;
  }
  return (*found_)(step_of(0, *clause_, values), values);
}

}  // namespace assay::horn
