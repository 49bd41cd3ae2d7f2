#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "smt/theory/container/sets.hpp"
#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/tables.hpp"

// Relations, which are sets of tuples, after cvc5's manual, "Theory Reference: Sets and Relations", section on finite
// relations, and Meng, Reynolds, Tinelli, Barrett: Relational Constraint Solving in SMT (CADE 2017, section 2).

namespace assay::smt {
namespace relations_theory {
namespace {

using Tuples = std::vector<Value>;

constexpr std::size_t kMaxSteps = std::size_t{1} << 20;  ///< of one transitive closure

/// The column sorts of an argument. Nullopt if the argument is not a relation.
std::optional<std::vector<SortId>> columns(const SortQuery& query, std::size_t i) {
  const SortNode& set = query.store.node(query.arguments[i]);
  if (set.kind != SortKind::Set) {
    return std::nullopt;
  }
  const SortNode& tuple = query.store.node(set.arguments[0]);
  return tuple.kind == SortKind::Tuple ? std::optional(tuple.arguments) : std::nullopt;
}

SortId relation(const SortQuery& query, const std::vector<SortId>& sorts) {
  const std::vector<SortId> tuple = {query.store.compound_sort(SortKind::Tuple, sorts)};
  return query.store.compound_sort(SortKind::Set, tuple);
}

std::optional<SortId> transpose_sort(const SortQuery& query) {
  auto sorts = columns(query, 0);
  if (!sorts) {
    return std::nullopt;
  }
  std::reverse(sorts->begin(), sorts->end());
  return relation(query, *sorts);
}

std::optional<SortId> product_sort(const SortQuery& query) {
  auto left = columns(query, 0);
  const auto right = columns(query, 1);
  if (!left || !right) {
    return std::nullopt;
  }
  left->insert(left->end(), right->begin(), right->end());
  return relation(query, *left);
}

/// Sort rule of a join: the last column of the left relation has the sort of the right relation's first column. At
/// least one column must remain.
std::optional<SortId> join_sort(const SortQuery& query) {
  auto left = columns(query, 0);
  const auto right = columns(query, 1);
  if (!left || !right || left->empty() || right->empty() || left->size() + right->size() == 2 ||
      left->back() != right->front()) {
    return std::nullopt;
  }
  left->pop_back();
  left->insert(left->end(), right->begin() + 1, right->end());
  return relation(query, *left);
}

bool is_endorelation(const std::optional<std::vector<SortId>>& sorts) {
  return sorts && sorts->size() == 2 && (*sorts)[0] == (*sorts)[1];
}

std::optional<SortId> closure_sort(const SortQuery& query) {
  return is_endorelation(columns(query, 0)) ? std::optional(query.arguments[0]) : std::nullopt;
}

std::optional<SortId> identity_sort(const SortQuery& query) {
  const auto sorts = columns(query, 0);
  const bool unary = sorts && sorts->size() == 1;
  return unary ? std::optional(relation(query, {(*sorts)[0], (*sorts)[0]})) : std::nullopt;
}

std::optional<SortId> image_sort(const SortQuery& query) {
  const auto sorts = columns(query, 0);
  if (!is_endorelation(sorts) || !fits(query.store, query.arguments[1], SortKind::Int)) {
    return std::nullopt;
  }
  return relation(query, {(*sorts)[0]});
}

const Tuples& tuples(const Arguments& arguments, std::size_t i) { return arguments[i].as_sequence().elements; }
const std::vector<Value>& parts(const Value& tuple) { return tuple.as_sequence().elements; }

/// {(bn..b1) | (b1..bn) in R}
Outcome evaluate_transpose(const Arguments& arguments) {
  Tuples result;
  for (const Value& tuple : tuples(arguments, 0)) {
    std::vector<Value> turned = parts(tuple);
    std::reverse(turned.begin(), turned.end());
    result.push_back(make_sequence(std::move(turned)));
  }
  return make_set(std::move(result));
}

/// The tuples joined(a, b) of all pairs of a left and a right tuple, without pairs for which `joined` returns nullopt.
template <typename Joined>
Outcome combined(const Arguments& arguments, Joined joined) {
  const Tuples& left = tuples(arguments, 0);
  const Tuples& right = tuples(arguments, 1);
  if (!right.empty() && left.size() > arguments.max_string / right.size()) {
    return Lack::Budget;
  }
  Tuples result;
  for (const Value& a : left) {
    for (const Value& b : right) {
      if (std::optional<std::vector<Value>> tuple = joined(parts(a), parts(b))) {
        result.push_back(make_sequence(std::move(*tuple)));
      }
    }
  }
  return make_set(std::move(result));
}

/// {(a1..am b1..bn) | (a1..am) in R, (b1..bn) in S}
Outcome evaluate_product(const Arguments& arguments) {
  return combined(arguments, [](const std::vector<Value>& a, const std::vector<Value>& b) {
    std::vector<Value> tuple = a;
    tuple.insert(tuple.end(), b.begin(), b.end());
    return std::optional(std::move(tuple));
  });
}

/// {(a1..am-1 b2..bn) | (a1..am) in R, (b1..bn) in S, am = b1}
Outcome evaluate_join(const Arguments& arguments) {
  return combined(arguments, [](const std::vector<Value>& a, const std::vector<Value>& b) {
    std::optional<std::vector<Value>> tuple;
    if (a.back() == b.front()) {
      tuple.emplace(a.begin(), a.end() - 1);
      tuple->insert(tuple->end(), b.begin() + 1, b.end());
    }
    return tuple;
  });
}

/// The least transitive relation that contains R, by a depth-first search from each first component.
Outcome evaluate_closure(const Arguments& arguments) {
  std::map<Value, std::vector<Value>> next;
  for (const Value& tuple : tuples(arguments, 0)) {
    next[parts(tuple)[0]].push_back(parts(tuple)[1]);
  }
  Tuples result;
  std::size_t steps = 0;
  for (const auto& [from, direct] : next) {
    std::set<Value> reached;
    std::vector<Value> pending = direct;
    while (!pending.empty()) {
      const Value to = std::move(pending.back());
      pending.pop_back();
      if (++steps > kMaxSteps) {
        return Lack::Budget;
      }
      const auto further = reached.insert(to).second ? next.find(to) : next.end();
      if (further != next.end()) {
        pending.insert(pending.end(), further->second.begin(), further->second.end());
      }
    }
    for (const Value& to : reached) {
      result.push_back(make_sequence({from, to}));
    }
    if (result.size() > arguments.max_string) {
      return Lack::Budget;
    }
  }
  return make_set(std::move(result));
}

/// {(a a) | (a) in R}
Outcome evaluate_identity(const Arguments& arguments) {
  Tuples result;
  for (const Value& tuple : tuples(arguments, 0)) {
    result.push_back(make_sequence({parts(tuple)[0], parts(tuple)[0]}));
  }
  return make_set(std::move(result));
}

OperatorRow row(std::string_view name, std::uint8_t arity, SortRule sort, EvaluateRule evaluate) {
  return extension_row(Theory::Sets, name, arity, arity, sort, evaluate);
}

std::vector<OperatorRow> make_rows() {
  return {
      row("rel.transpose", 1, transpose_sort, evaluate_transpose),
      row("rel.product", 2, product_sort, evaluate_product),
      row("rel.join", 2, join_sort, evaluate_join),
      row("rel.tclosure", 1, closure_sort, evaluate_closure),
      row("rel.iden", 1, identity_sort, evaluate_identity),
      // No evaluator: the manual has only the name, and the number must be a literal, which sort rules cannot check.
      row("rel.join_image", 2, image_sort, nullptr),
  };
}

}  // namespace
}  // namespace relations_theory

std::vector<OperatorRow> relations_rows() { return relations_theory::make_rows(); }

}  // namespace assay::smt
