#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "smt/theory/container/sets.hpp"
#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/tables.hpp"

// Finite bags (multisets) of cvc5, after its manual, "Theory Reference: Bags", whose table defines each operator by the
// multiplicities m(e) of elements. A value is an array from elements to multiplicities. The fallback is 0, and all
// entries are positive.

namespace assay::smt {
namespace bags_theory {
namespace {

using Counts = std::vector<std::pair<Value, Value>>;  ///< sorted by element, all positive

const Counts& counts(const Arguments& arguments, std::size_t i) { return arguments[i].as_array().entries; }

Value bag(Counts entries) { return make_array(Value(mpz_class(0)), std::move(entries), 0); }

/// The bag with multiplicity merge(m1, m2) for each element of either bag; m1 and m2 are its multiplicities in the two.
template <typename Merge>
Counts merged(const Counts& left, const Counts& right, Merge merge) {
  std::map<Value, std::pair<mpz_class, mpz_class>> both;
  for (const auto& [element, count] : left) {
    both[element].first = count.as_int();
  }
  for (const auto& [element, count] : right) {
    both[element].second = count.as_int();
  }
  Counts result;
  for (const auto& [element, pair] : both) {
    mpz_class count = merge(pair.first, pair.second);
    if (count > 0) {
      result.emplace_back(element, Value(std::move(count)));
    }
  }
  return result;
}

/// Evaluates (op a b c) as (op (op a b) c).
template <typename Merge>
Outcome fold(const Arguments& arguments, Merge merge) {
  Counts result = counts(arguments, 0);
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    result = merged(result, counts(arguments, i), merge);
    if (result.size() > arguments.max_string) {
      return Lack::Budget;
    }
  }
  return bag(std::move(result));
}

using Number = const mpz_class&;

Outcome evaluate_union_max(const Arguments& arguments) {
  return fold(arguments, [](Number a, Number b) { return mpz_class(a < b ? b : a); });
}
Outcome evaluate_union_disjoint(const Arguments& arguments) {
  return fold(arguments, [](Number a, Number b) { return mpz_class(a + b); });
}
Outcome evaluate_inter_min(const Arguments& arguments) {
  return fold(arguments, [](Number a, Number b) { return mpz_class(a < b ? a : b); });
}
Outcome evaluate_subtract(const Arguments& arguments) {
  return fold(arguments, [](Number a, Number b) { return a < b ? mpz_class(0) : mpz_class(a - b); });
}
Outcome evaluate_remove(const Arguments& arguments) {
  return fold(arguments, [](Number a, Number b) { return b == 0 ? mpz_class(a) : mpz_class(0); });
}

mpz_class count_of(const Counts& entries, const Value& element) {
  const auto it = std::lower_bound(entries.begin(), entries.end(), element,
                                   [](const auto& entry, const Value& wanted) { return entry.first < wanted; });
  return it != entries.end() && it->first == element ? it->second.as_int() : mpz_class(0);
}

Outcome evaluate_empty(const Arguments&) { return bag({}); }

/// A multiplicity of zero or less makes the empty bag.
Outcome evaluate_make(const Arguments& arguments) {
  return arguments[1].as_int() > 0 ? bag({{arguments[0], arguments[1]}}) : bag({});
}

Outcome evaluate_count(const Arguments& arguments) { return Value(count_of(counts(arguments, 1), arguments[0])); }
Outcome evaluate_member(const Arguments& arguments) { return Value(count_of(counts(arguments, 1), arguments[0]) > 0); }

Outcome evaluate_subbag(const Arguments& arguments) {
  const Counts& whole = counts(arguments, 1);
  const Counts& part = counts(arguments, 0);
  return Value(std::all_of(part.begin(), part.end(),
                           [&](const auto& entry) { return entry.second.as_int() <= count_of(whole, entry.first); }));
}

mpz_class size_of(const Counts& entries) {
  mpz_class total = 0;
  for (const auto& [element, count] : entries) {
    total += count.as_int();
  }
  return total;
}

Outcome evaluate_card(const Arguments& arguments) { return Value(size_of(counts(arguments, 0))); }

Outcome evaluate_setof(const Arguments& arguments) {
  Counts result = counts(arguments, 0);
  for (auto& [element, count] : result) {
    count = Value(mpz_class(1));
  }
  return bag(std::move(result));
}

Outcome evaluate_from_set(const Arguments& arguments) {
  Counts result;
  for (const Value& member : arguments[0].as_sequence().elements) {
    result.emplace_back(member, Value(mpz_class(1)));
  }
  return bag(std::move(result));
}

Outcome evaluate_to_set(const Arguments& arguments) {
  std::vector<Value> members;
  for (const auto& [element, count] : counts(arguments, 0)) {
    members.push_back(element);
  }
  return make_set(std::move(members));
}

/// Some element of a bag, or any value if the bag is empty. Determined only for bags with one distinct element.
Outcome evaluate_choose(const Arguments& arguments) {
  const Counts& entries = counts(arguments, 0);
  if (entries.size() == 1) {
    return entries[0].first;
  }
  return arguments.unspecified != nullptr ? arguments.unspecified->open(arguments) : Lack::Unspecified;
}

/// The concatenations of tuples of both tables, with the product of their multiplicities.
Outcome evaluate_product(const Arguments& arguments) {
  const Counts& left = counts(arguments, 0);
  const Counts& right = counts(arguments, 1);
  if (!right.empty() && left.size() > arguments.max_string / right.size()) {
    return Lack::Budget;
  }
  Counts result;
  for (const auto& [a, many] : left) {
    for (const auto& [b, times] : right) {
      std::vector<Value> tuple = a.as_sequence().elements;
      const std::vector<Value>& rest = b.as_sequence().elements;
      tuple.insert(tuple.end(), rest.begin(), rest.end());
      result.emplace_back(make_sequence(std::move(tuple)), Value(mpz_class(many.as_int() * times.as_int())));
    }
  }
  return bag(std::move(result));
}

std::optional<SortId> bag_sort(const SortQuery& query) {
  const std::optional<SortId> shared = equal_sort(query);
  return shared && fits(query.store, *shared, SortKind::Bag) ? shared : std::nullopt;
}

std::optional<SortId> subbag_sort(const SortQuery& query) {
  return bag_sort(query) ? std::optional(query.store.bool_sort()) : std::nullopt;
}

std::optional<SortId> card_sort(const SortQuery& query) {
  return bag_sort(query) ? std::optional(query.store.int_sort()) : std::nullopt;
}

std::optional<SortId> make_sort(const SortQuery& query) {
  const SortId element = query.arguments[0];
  if (!fits(query.store, query.arguments[1], SortKind::Int) || !has_canonical_values(query.store, element)) {
    return std::nullopt;
  }
  return query.store.kind(element) == SortKind::Unknown ? element
                                                        : query.store.compound_sort(SortKind::Bag, std::array{element});
}

bool is_element(const SortQuery& query) {
  const SortNode& node = query.store.node(query.arguments[1]);
  return node.kind == SortKind::Unknown ||
         (node.kind == SortKind::Bag && equal_sort(query.store, query.arguments[0], node.arguments[0]));
}

std::optional<SortId> count_sort(const SortQuery& query) {
  return is_element(query) ? std::optional(query.store.int_sort()) : std::nullopt;
}

std::optional<SortId> member_sort(const SortQuery& query) {
  return is_element(query) ? std::optional(query.store.bool_sort()) : std::nullopt;
}

/// The sort rule of a conversion from a collection of kind `From` to kind `To` with the same elements.
template <SortKind From, SortKind To>
std::optional<SortId> converted(const SortQuery& query) {
  const SortNode& node = query.store.node(query.arguments[0]);
  if (node.kind == SortKind::Unknown) {
    return query.arguments[0];
  }
  const std::vector<SortId> elements = node.arguments;
  return node.kind == From ? std::optional(query.store.compound_sort(To, elements)) : std::nullopt;
}

std::optional<SortId> choose_sort(const SortQuery& query) {
  const SortNode& node = query.store.node(query.arguments[0]);
  return node.kind == SortKind::Bag ? std::optional(node.arguments[0]) : std::nullopt;
}

std::optional<SortId> product_sort(const SortQuery& query) {
  std::vector<SortId> columns;
  for (const SortId argument : query.arguments) {
    const SortNode& node = query.store.node(argument);
    if (node.kind != SortKind::Bag || query.store.kind(node.arguments[0]) != SortKind::Tuple) {
      return std::nullopt;
    }
    const std::vector<SortId>& own = query.store.node(node.arguments[0]).arguments;
    columns.insert(columns.end(), own.begin(), own.end());
  }
  return query.store.compound_sort(SortKind::Bag, std::array{query.store.compound_sort(SortKind::Tuple, columns)});
}

std::optional<SortId> constant_sort(const SortQuery& query) {
  return query.ascribed && query.store.kind(*query.ascribed) == SortKind::Bag ? query.ascribed : std::nullopt;
}

OperatorRow row(std::string_view name, std::uint8_t arity, SortRule sort, EvaluateRule evaluate) {
  return extension_row(Theory::Bags, name, arity, arity, sort, evaluate);
}

OperatorRow chain(std::string_view name, EvaluateRule evaluate) {
  OperatorRow result = extension_row(Theory::Bags, name, 2, kAnyArity, bag_sort, evaluate);
  result.chaining = Chaining::Left;
  return result;
}

std::vector<OperatorRow> make_rows() {
  std::vector<OperatorRow> rows = {
      row("bag.empty", 0, constant_sort, evaluate_empty),
      row("bag.setof", 1, bag_sort, evaluate_setof),
      row("bag", 2, make_sort, evaluate_make),
      chain("bag.union_max", evaluate_union_max),
      chain("bag.union_disjoint", evaluate_union_disjoint),
      chain("bag.inter_min", evaluate_inter_min),
      chain("bag.difference_subtract", evaluate_subtract),
      chain("bag.difference_remove", evaluate_remove),
      row("bag.count", 2, count_sort, evaluate_count),
      row("bag.member", 2, member_sort, evaluate_member),
      row("bag.subbag", 2, subbag_sort, evaluate_subbag),
      row("bag.card", 1, card_sort, evaluate_card),
      row("bag.choose", 1, choose_sort, evaluate_choose),
      row("bag.from_set", 1, converted<SortKind::Set, SortKind::Bag>, evaluate_from_set),
      row("bag.to_set", 1, converted<SortKind::Bag, SortKind::Set>, evaluate_to_set),
      row("table.product", 2, product_sort, evaluate_product),
  };
  rows[0].ascribed = true;
  rows[1].aliases = {"bag.duplicate_removal"};  // before cvc5 1.1
  return rows;
}

}  // namespace
}  // namespace bags_theory

std::vector<OperatorRow> bags_rows() { return bags_theory::make_rows(); }

}  // namespace assay::smt
