#include <algorithm>
#include <array>

#include "smt/fuzz/terms/grafter.hpp"
#include "smt/term/rebuild.hpp"
#include "smt/term/subterms.hpp"

// Grafter: lambdas, and applications of operators that take functions.

namespace assay::smt {
namespace {

constexpr std::size_t kMaxPlaces = 200;    // for a variable in one body
constexpr unsigned kOperatorAttempts = 4;  // random operators that are tried

bool is_collection(SortKind kind) {
  return kind == SortKind::Sequence || kind == SortKind::Set || kind == SortKind::Bag;
}

bool has_values(SortKind kind) {
  return kind != SortKind::RegLan && kind != SortKind::Function && kind != SortKind::Opaque &&
         kind != SortKind::Unknown;
}

/// True if no sub-term may become a variable: solvers require values there, or the term has binders.
bool is_fixed(const TermStore& store, TermId term) {
  if (store.has(term, kHasBinder)) return true;
  return store.node(term).kind == TermKind::Apply && wants_values(Operators::get().row(store.op(term)));
}

/// The sub-terms of this sort that a variable may replace.
std::vector<TermId> places(const TermStore& store, TermId root, SortId sort) {
  std::vector<TermId> found;
  for (Subterms below(store, root); found.size() < kMaxPlaces;) {
    const auto term = below.next();
    if (!term) break;
    if (is_fixed(store, *term))
      below.skip_below();
    else if (store.sort_of(*term) == sort && !store.has(*term, kHasVariable))
      found.push_back(*term);
  }
  return found;
}

TermId with_variable(TermStore& store, TermId root, TermId place, TermId variable) {
  return rebuilt(
      store, root,
      [&](TermId term) -> std::optional<TermId> {
        if (term == place) return variable;
        return is_fixed(store, term) ? std::optional(term) : std::nullopt;
      },
      [&](TermId term, std::span<const TermId> children) { return with_children(store, term, children); });
}

}  // namespace

void Grafter::find_functions(const UnsupportedOperators* unsupported) {
  const auto takes_functions = [&](TermId term) {
    return seed_.store.has(term, kHasLambda) || seed_.store.kind(seed_.store.sort_of(term)) == SortKind::Function;
  };
  for (const SortId sort : seed_.sorts)
    if (is_collection(seed_.store.kind(sort))) collections_.push_back(sort);
  if (collections_.empty() && std::none_of(seed_.terms.begin(), seed_.terms.end(), takes_functions)) return;
  for (std::uint32_t i = 0; i < Operators::get().size(); ++i) {
    const OperatorRow& row = Operators::get().row(OperatorId{i});
    const bool is_unsupported = unsupported != nullptr && unsupported->has(OperatorId{i});
    if (applies_functions(row) && !is_unsupported && has_theory(row.theory)) functions_.push_back(OperatorId{i});
  }
}

BoundVariable Grafter::parameter(SortId sort, std::size_t number) {
  if (prefix_.empty()) prefix_ = unused_prefix(seed_);
  return {store().symbol(prefix_ + "x" + std::to_string(number)), sort};
}

TermId Grafter::lambda(std::span<const BoundVariable> variables, TermId body) {
  BinderInfo info;
  info.kind = BinderKind::Lambda;
  info.variables.assign(variables.begin(), variables.end());
  return store().binder(info, std::array{body});
}

std::optional<TermId> Grafter::function(const std::vector<SortId>& parameters, SortId result) {
  std::vector<BoundVariable> variables;
  for (const SortId sort : parameters) variables.push_back(parameter(sort, next_parameter_++));
  // The last parameter may be the accumulator of a fold: half of the bodies then use it as an operand of their root.
  const bool accumulates = parameters.size() > 1 && parameters.back() == result && rng().coin();
  auto body = application(result, 0);
  if (!body) body = argument(result, 0);
  if (!body) return std::nullopt;
  if (accumulates) {
    const TermId inner = store().variable(variables.back());
    body = with_some_variables(*body, std::span(variables).first(variables.size() - 1));
    body = joined(*body, inner).value_or(*body);
  } else {
    body = with_some_variables(*body, variables);
  }
  return lambda(variables, *body);
}

TermId Grafter::with_some_variables(TermId body, std::span<const BoundVariable> variables) {
  TermId made = body;
  for (const BoundVariable& variable : variables) {
    const std::vector<TermId> found = places(store(), made, variable.sort);
    const TermId name = store().variable(variable);
    if (!found.empty() && rng().percent(85)) {
      made = with_variable(store(), made, rng().pick(found), name);
      continue;
    }
    const auto value = argument(variable.sort, 0);
    const auto other = argument(store().sort_of(body), 0);
    const auto is_value = value ? apply("=", {name, *value}) : std::nullopt;
    if (is_value && other) made = apply("ite", {*is_value, *other, made}).value_or(made);
  }
  return made;
}

/// Applies a random binary operator on the sort of both terms to them.
std::optional<TermId> Grafter::joined(TermId left, TermId right) {
  const SortId sort = store().sort_of(left);
  std::vector<const OperatorPattern*> fitting;
  for (const OperatorPattern* pattern : around_[static_cast<std::size_t>(store().kind(sort))])
    if (pattern->arity == 2 && pattern->index_count == 0 && pattern->arguments[0] == pattern->result &&
        pattern->arguments[1] == pattern->result)
      fitting.push_back(pattern);
  if (fitting.empty()) return std::nullopt;
  const auto made = store().apply(rng().pick(fitting)->op, std::array{left, right});
  return made && store().sort_of(*made) == sort ? made : std::nullopt;
}

std::optional<TermId> Grafter::applied_function(SortId wanted) {
  std::vector<SortId> parameters;
  std::vector<TermId> arguments;
  for (std::uint64_t left = rng().below(2) + 1; left > 0; --left) {
    parameters.push_back(rng().pick(seed_.sorts));
    const auto given = has_values(store().kind(parameters.back())) ? argument(parameters.back(), 0) : std::nullopt;
    if (!given) return std::nullopt;
    arguments.push_back(*given);
  }
  const auto made = function(parameters, wanted);
  if (!made) return std::nullopt;
  arguments.insert(arguments.begin(), *made);
  return store().apply(Operators::get().at("@"), arguments);
}

std::optional<TermId> Grafter::iterated(OperatorId op, SortId collection, SortId wanted) {
  const Iteration iteration = Operators::get().row(op).iteration;
  const bool indexed = iteration == Iteration::EachIndexed || iteration == Iteration::FoldIndexed;
  const bool folds = iteration != Iteration::Each && iteration != Iteration::EachIndexed;
  const SortId element = store().node(collection).arguments[0];
  std::vector<SortId> parameters = {element};
  if (folds) parameters.insert(iteration == Iteration::Reduce ? parameters.end() : parameters.begin(), wanted);
  if (indexed) parameters.insert(parameters.begin(), store().int_sort());
  const bool maps = is_collection(store().kind(wanted)) && rng().percent(70);
  const SortId each = maps ? store().node(wanted).arguments[0] : store().bool_sort();
  const auto made = function(parameters, folds ? wanted : each);
  std::vector<SortId> others;
  if (indexed) others.push_back(store().int_sort());
  if (folds) others.push_back(wanted);
  others.push_back(collection);
  std::vector<TermId> children;
  if (made) children.push_back(*made);
  for (const SortId sort : others)
    if (const auto given = argument(sort, 0)) children.push_back(*given);
  if (children.size() != others.size() + 1) return std::nullopt;
  const auto term = store().apply(op, children);
  return term && store().sort_of(*term) == wanted ? term : std::nullopt;
}

std::optional<TermId> Grafter::function_application(SortId wanted) {
  const SortKind kind = store().kind(wanted);
  if (functions_.empty() || !has_values(kind)) return std::nullopt;
  std::vector<std::pair<OperatorId, SortId>> fitting;  // operator and collection sort; for "@": the wanted sort
  for (const OperatorId op : functions_) {
    const OperatorRow& row = Operators::get().row(op);
    if (row.iteration == Iteration::None) fitting.emplace_back(op, wanted);
    const bool takes_each = row.iteration == Iteration::Each || row.iteration == Iteration::EachIndexed;
    for (const SortId collection : collections_) {
      const SortKind of = store().kind(collection);
      if (row.iteration == Iteration::None || theory_of(of) != row.theory) continue;
      if (!takes_each || kind == SortKind::Bool || kind == of) fitting.emplace_back(op, collection);
    }
  }
  for (unsigned attempt = 0; attempt < kOperatorAttempts && !fitting.empty(); ++attempt) {
    const auto& [op, collection] = rng().pick(fitting);
    const bool is_plain = Operators::get().row(op).iteration == Iteration::None;
    if (auto made = is_plain ? applied_function(wanted) : iterated(op, collection, wanted)) return made;
  }
  return std::nullopt;
}

std::optional<TermId> Grafter::redex(TermId inner) {
  const OperatorId op = Operators::get().at("@");
  if (std::find(functions_.begin(), functions_.end(), op) == functions_.end() || store().has(inner, kHasVariable))
    return std::nullopt;
  const SortId sort = rng().coin() ? store().sort_of(inner) : rng().pick(seed_.sorts);
  const std::vector<TermId> found =
      has_values(store().kind(sort)) ? places(store(), inner, sort) : std::vector<TermId>();
  if (found.empty()) return std::nullopt;
  const TermId place = rng().pick(found);
  const BoundVariable variable = parameter(store().sort_of(place), next_parameter_++);
  const TermId body = with_variable(store(), inner, place, store().variable(variable));
  return store().apply(op, std::array{lambda(std::array{variable}, body), place});
}

}  // namespace assay::smt
