#include "smt/theory/container/sets.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/tables.hpp"

// Finite sets of cvc5, after its manual, "Theory Reference: Sets and Relations", and Bansal, Barrett, Reynolds,
// Tinelli: A New Decision Procedure for Finite Sets and Cardinality Constraints in SMT (IJCAR 2016, section 2).

namespace assay::smt {

Value make_set(std::vector<Value> members) {
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return make_sequence(std::move(members));
}

bool has_canonical_values(const TermStore& store, SortId sort) {
  std::vector<SortId> pending = {sort};
  while (!pending.empty()) {
    const SortNode& node = store.node(pending.back());
    pending.pop_back();
    if (node.kind == SortKind::RegLan || node.kind == SortKind::Function || node.kind == SortKind::Opaque) {
      return false;
    }
    pending.insert(pending.end(), node.arguments.begin(), node.arguments.end());
  }
  return true;
}

namespace sets_theory {
namespace {

using Members = std::vector<Value>;

const Members& members(const Arguments& arguments, std::size_t i) { return arguments[i].as_sequence().elements; }

bool has(const Members& set, const Value& member) { return std::binary_search(set.begin(), set.end(), member); }

Outcome limited(const Arguments& arguments, Members result) {
  return result.size() > arguments.max_string ? Outcome(Lack::Budget) : Outcome(make_sequence(std::move(result)));
}

/// The common sort of arguments that are sets. Nullopt if they differ.
std::optional<SortId> set_sort(const SortQuery& query) {
  const std::optional<SortId> shared = equal_sort(query);
  return shared && fits(query.store, *shared, SortKind::Set) ? shared : std::nullopt;
}

std::optional<SortId> predicate_sort(const SortQuery& query) {
  return set_sort(query) ? std::optional(query.store.bool_sort()) : std::nullopt;
}

std::optional<SortId> card_sort(const SortQuery& query) {
  return set_sort(query) ? std::optional(query.store.int_sort()) : std::nullopt;
}

std::optional<SortId> singleton_sort(const SortQuery& query) {
  const SortId element = query.arguments[0];
  if (query.store.kind(element) == SortKind::Unknown) {
    return element;
  }
  return has_canonical_values(query.store, element)
             ? std::optional(query.store.compound_sort(SortKind::Set, query.arguments))
             : std::nullopt;
}

/// Sort rule: the last argument is a set, the other arguments are elements.
std::optional<SortId> with_elements_sort(const SortQuery& query) {
  const SortId set = query.arguments.back();
  const SortNode& node = query.store.node(set);
  if (node.kind == SortKind::Unknown) {
    return set;
  }
  if (node.kind != SortKind::Set) {
    return std::nullopt;
  }
  const SortId element = node.arguments[0];
  const auto fitting = [&](SortId sort) { return equal_sort(query.store, element, sort).has_value(); };
  return std::all_of(query.arguments.begin(), query.arguments.end() - 1, fitting) ? std::optional(set) : std::nullopt;
}

std::optional<SortId> member_sort(const SortQuery& query) {
  return with_elements_sort(query) ? std::optional(query.store.bool_sort()) : std::nullopt;
}

std::optional<SortId> choose_sort(const SortQuery& query) {
  const SortNode& node = query.store.node(query.arguments[0]);
  if (node.kind == SortKind::Unknown) {
    return query.arguments[0];
  }
  return node.kind == SortKind::Set ? std::optional(node.arguments[0]) : std::nullopt;
}

std::optional<SortId> constant_sort(const SortQuery& query) {
  return query.ascribed && query.store.kind(*query.ascribed) == SortKind::Set ? query.ascribed : std::nullopt;
}

Outcome evaluate_empty(const Arguments&) { return make_sequence({}); }
Outcome evaluate_singleton(const Arguments& arguments) { return make_sequence({arguments[0]}); }

/// Evaluates (op a b c) as (op (op a b) c). `join` is a standard algorithm on sorted ranges, such as std::set_union.
template <typename Join>
Outcome fold(const Arguments& arguments, Join join) {
  Members result = members(arguments, 0);
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    Members next;
    join(result, members(arguments, i), std::back_inserter(next));
    result = std::move(next);
  }
  return limited(arguments, std::move(result));
}

Outcome evaluate_union(const Arguments& arguments) {
  return fold(arguments, [](const Members& a, const Members& b, auto out) {
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), out);
  });
}

Outcome evaluate_inter(const Arguments& arguments) {
  return fold(arguments, [](const Members& a, const Members& b, auto out) {
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), out);
  });
}

Outcome evaluate_minus(const Arguments& arguments) {
  return fold(arguments, [](const Members& a, const Members& b, auto out) {
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), out);
  });
}

Outcome evaluate_insert(const Arguments& arguments) {
  Members result = members(arguments, arguments.size() - 1);
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    result.push_back(arguments[i]);
  }
  return result.size() > arguments.max_string ? Outcome(Lack::Budget) : Outcome(make_set(std::move(result)));
}

Outcome evaluate_member(const Arguments& arguments) { return Value(has(members(arguments, 1), arguments[0])); }

Outcome evaluate_subset(const Arguments& arguments) {
  const Members& whole = members(arguments, 1);
  const Members& part = members(arguments, 0);
  return Value(std::includes(whole.begin(), whole.end(), part.begin(), part.end()));
}

Outcome evaluate_card(const Arguments& arguments) {
  return Value(mpz_class(static_cast<unsigned long>(members(arguments, 0).size())));
}

Outcome evaluate_is_empty(const Arguments& arguments) { return Value(members(arguments, 0).empty()); }
Outcome evaluate_is_singleton(const Arguments& arguments) { return Value(members(arguments, 0).size() == 1); }

Outcome open(const Arguments& arguments) {
  return arguments.unspecified != nullptr ? arguments.unspecified->open(arguments) : Lack::Unspecified;
}

/// Some member of the set, or any value if the set is empty. Determined only for a singleton.
Outcome evaluate_choose(const Arguments& arguments) {
  const Members& set = members(arguments, 0);
  return set.size() == 1 ? Outcome(set[0]) : open(arguments);
}

/// Left open. By the manual, set.universe "is not interpreted as the set containing all elements": it may be any
/// superset of all sets in the script, so its value depends on the whole script. set.complement depends on it.
Outcome evaluate_universe(const Arguments& arguments) { return open(arguments); }

OperatorRow row(std::string_view name, std::uint8_t min, std::uint8_t max, SortRule sort, EvaluateRule evaluate) {
  return extension_row(Theory::Sets, name, min, max, sort, evaluate);
}

OperatorRow constant(std::string_view name, EvaluateRule evaluate) {
  OperatorRow result = row(name, 0, 0, constant_sort, evaluate);
  result.ascribed = true;
  return result;
}

OperatorRow chain(std::string_view name, EvaluateRule evaluate) {
  OperatorRow result = row(name, 2, kAnyArity, set_sort, evaluate);
  result.chaining = Chaining::Left;
  return result;
}

std::vector<OperatorRow> make_rows() {
  return {
      constant("set.empty", evaluate_empty),
      constant("set.universe", evaluate_universe),
      row("set.singleton", 1, 1, singleton_sort, evaluate_singleton),
      chain("set.union", evaluate_union),
      chain("set.inter", evaluate_inter),
      chain("set.minus", evaluate_minus),
      row("set.insert", 2, kAnyArity, with_elements_sort, evaluate_insert),
      row("set.complement", 1, 1, set_sort, evaluate_universe),
      row("set.member", 2, 2, member_sort, evaluate_member),
      row("set.subset", 2, 2, predicate_sort, evaluate_subset),
      row("set.is_empty", 1, 1, predicate_sort, evaluate_is_empty),
      row("set.is_singleton", 1, 1, predicate_sort, evaluate_is_singleton),
      row("set.card", 1, 1, card_sort, evaluate_card),
      row("set.choose", 1, 1, choose_sort, evaluate_choose),
  };
}

}  // namespace
}  // namespace sets_theory

std::vector<OperatorRow> sets_rows() { return sets_theory::make_rows(); }

}  // namespace assay::smt
