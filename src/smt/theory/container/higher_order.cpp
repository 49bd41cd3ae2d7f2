#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "smt/theory/container/sets.hpp"
#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/tables.hpp"

// Operators that apply functions. Application is from SMT-LIB 2.7's theory HO-Core, spelled as in cvc5. The operators
// of sets and bags are cvc5's (the texts of SET_MAP to BAG_FOLD in its enumeration of kinds). The operators of
// sequences are z3's (its guide, "Sequences"). The Evaluator applies the function (Iteration); the code here collects
// the results.

namespace assay::smt {
namespace higher_order_theory {
namespace {

/// The sort of the function applied to these arguments. `arrays`: arrays count as functions, as in z3.
std::optional<SortId> result_sort(TermStore& store, SortId function, std::span<const SortId> arguments, bool arrays) {
  const SortNode& node = store.node(function);
  if (node.kind == SortKind::Unknown) {
    return function;
  }
  const bool is_function = node.kind == SortKind::Function || (arrays && node.kind == SortKind::Array);
  if (!is_function || node.arguments.size() != arguments.size() + 1) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!equal_sort(store, node.arguments[i], arguments[i])) {
      return std::nullopt;
    }
  }
  return node.arguments.back();
}

/// The sort of the elements of the last argument. Nullopt if the argument is not of this kind.
template <SortKind Container>
std::optional<SortId> element_sort(const SortQuery& query) {
  const SortNode& node = query.store.node(query.arguments.back());
  if (node.kind == SortKind::Unknown) {
    return query.arguments.back();
  }
  return node.kind == Container ? std::optional(node.arguments[0]) : std::nullopt;
}

/// The function's result sort for an element, with an index before the element if there are three arguments.
template <SortKind Container>
std::optional<SortId> each_sort(const SortQuery& query) {
  const std::optional<SortId> element = element_sort<Container>(query);
  if (!element || (query.arguments.size() == 3 && !fits(query.store, query.arguments[1], SortKind::Int))) {
    return std::nullopt;
  }
  const std::array both = {query.store.int_sort(), *element};
  const std::span<const SortId> arguments = std::span(both).subspan(query.arguments.size() == 3 ? 0 : 1);
  return result_sort(query.store, query.arguments[0], arguments, Container == SortKind::Sequence);
}

template <SortKind Container>
std::optional<SortId> map_sort(const SortQuery& query) {
  const std::optional<SortId> result = each_sort<Container>(query);
  if (!result || query.store.kind(*result) == SortKind::Unknown) {
    return result;
  }
  return has_canonical_values(query.store, *result)
             ? std::optional(query.store.compound_sort(Container, std::array{*result}))
             : std::nullopt;
}

template <SortKind Container>
std::optional<SortId> predicate_sort(const SortQuery& query) {
  const std::optional<SortId> result = each_sort<Container>(query);
  return result && fits(query.store, *result, SortKind::Bool) ? std::optional(query.store.bool_sort()) : std::nullopt;
}

template <SortKind Container>
std::optional<SortId> filter_sort(const SortQuery& query) {
  return predicate_sort<Container>(query) ? std::optional(query.arguments.back()) : std::nullopt;
}

/// Sort rule of folds. The initial value is the last argument but one. `First`: the function takes it first.
template <SortKind Container, bool First>
std::optional<SortId> fold_sort(const SortQuery& query) {
  const std::optional<SortId> element = element_sort<Container>(query);
  const SortId accumulated = query.arguments[query.arguments.size() - 2];
  const bool indexed = query.arguments.size() == 4;
  if (!element || (indexed && !fits(query.store, query.arguments[1], SortKind::Int)) ||
      !has_canonical_values(query.store, accumulated)) {
    return std::nullopt;
  }
  const std::array all = {query.store.int_sort(), First ? accumulated : *element, First ? *element : accumulated};
  const auto result = result_sort(query.store, query.arguments[0], std::span(all).subspan(indexed ? 0 : 1), First);
  return result ? equal_sort(query.store, accumulated, *result) : std::nullopt;
}

/// Sort rule of `@`, which allows partial application.
std::optional<SortId> application_sort(const SortQuery& query) {
  const SortNode node = query.store.node(query.arguments[0]);
  const std::span<const SortId> given = query.arguments.subspan(1);
  if (node.kind == SortKind::Unknown) {
    return query.arguments[0];
  }
  if (node.kind != SortKind::Function || given.size() >= node.arguments.size()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!equal_sort(query.store, node.arguments[i], given[i])) {
      return std::nullopt;
    }
  }
  const std::span<const SortId> rest = std::span(node.arguments).subspan(given.size());
  return rest.size() == 1 ? rest[0] : query.store.function_sort(rest.first(rest.size() - 1), rest.back());
}

const std::vector<Value>& elements(const Arguments& arguments, std::size_t i) {
  return arguments[i].as_sequence().elements;
}

/// The value that the Evaluator has computed and stored as argument 0.
Outcome evaluate_done(const Arguments& arguments) { return arguments[0]; }

Outcome evaluate_set_map(const Arguments& arguments) { return make_set(elements(arguments, 0)); }

Outcome evaluate_set_filter(const Arguments& arguments) {
  std::vector<Value> kept;
  for (std::size_t i = 0; i < elements(arguments, 0).size(); ++i) {
    if (elements(arguments, 0)[i].as_bool()) {
      kept.push_back(elements(arguments, 1)[i]);
    }
  }
  return make_sequence(std::move(kept));
}

bool is_true(const Value& value) { return value.as_bool(); }

Outcome evaluate_all(const Arguments& arguments) {
  return Value(std::all_of(elements(arguments, 0).begin(), elements(arguments, 0).end(), is_true));
}

Outcome evaluate_some(const Arguments& arguments) {
  return Value(std::any_of(elements(arguments, 0).begin(), elements(arguments, 0).end(), is_true));
}

/// The multiplicities of elements with equal results add up.
Outcome evaluate_bag_map(const Arguments& arguments) {
  std::map<Value, mpz_class> counts;
  const auto& entries = arguments[1].as_array().entries;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    counts[elements(arguments, 0)[i]] += entries[i].second.as_int();
  }
  std::vector<std::pair<Value, Value>> result;
  for (const auto& [element, count] : counts) {
    result.emplace_back(element, Value(count));
  }
  return make_array(Value(mpz_class(0)), std::move(result), 0);
}

Outcome evaluate_bag_filter(const Arguments& arguments) {
  std::vector<std::pair<Value, Value>> kept;
  const auto& entries = arguments[1].as_array().entries;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (elements(arguments, 0)[i].as_bool()) {
      kept.push_back(entries[i]);
    }
  }
  return make_array(Value(mpz_class(0)), std::move(kept), 0);
}

OperatorRow row(Theory theory, std::string_view name, std::uint8_t arity, Iteration iteration, SortRule sort,
                EvaluateRule evaluate) {
  OperatorRow result = extension_row(theory, name, arity, arity, sort, evaluate);
  result.iteration = iteration;
  return result;
}

OperatorRow fold(Theory theory, std::string_view name, std::string_view alias, std::uint8_t arity, Iteration iteration,
                 SortRule sort) {
  OperatorRow result = row(theory, name, arity, iteration, sort, evaluate_done);
  if (!alias.empty()) {
    result.aliases = {alias};
  }
  return result;
}

std::vector<OperatorRow> make_rows() {
  using enum Iteration;
  constexpr SortKind kSeq = SortKind::Sequence;
  constexpr SortKind kSet = SortKind::Set;
  constexpr SortKind kBag = SortKind::Bag;
  return {
      extension_row(Theory::Core, "@", 2, kAnyArity, application_sort, evaluate_done),
      row(Theory::Sequences, "seq.map", 2, Each, map_sort<kSeq>, evaluate_done),
      row(Theory::Sequences, "seq.mapi", 3, EachIndexed, map_sort<kSeq>, evaluate_done),
      fold(Theory::Sequences, "seq.foldl", "seq.fold_left", 3, Fold, fold_sort<kSeq, true>),
      fold(Theory::Sequences, "seq.foldli", "seq.fold_lefti", 4, FoldIndexed, fold_sort<kSeq, true>),
      row(Theory::Sets, "set.map", 2, Each, map_sort<kSet>, evaluate_set_map),
      row(Theory::Sets, "set.filter", 2, Each, filter_sort<kSet>, evaluate_set_filter),
      row(Theory::Sets, "set.all", 2, Each, predicate_sort<kSet>, evaluate_all),
      row(Theory::Sets, "set.some", 2, Each, predicate_sort<kSet>, evaluate_some),
      fold(Theory::Sets, "set.fold", "", 3, Reduce, fold_sort<kSet, false>),
      row(Theory::Bags, "bag.map", 2, Each, map_sort<kBag>, evaluate_bag_map),
      row(Theory::Bags, "bag.filter", 2, Each, filter_sort<kBag>, evaluate_bag_filter),
      row(Theory::Bags, "bag.all", 2, Each, predicate_sort<kBag>, evaluate_all),
      row(Theory::Bags, "bag.some", 2, Each, predicate_sort<kBag>, evaluate_some),
      fold(Theory::Bags, "bag.fold", "", 3, Reduce, fold_sort<kBag, false>),
  };
}

}  // namespace
}  // namespace higher_order_theory

std::vector<OperatorRow> higher_order_rows() { return higher_order_theory::make_rows(); }

}  // namespace assay::smt
