#include "smt/truth/sums.hpp"

#include <algorithm>
#include <array>

namespace assay::smt {
namespace {

LinearSum unknown(TermId term) { return {{{term.index, mpq_class(1)}}, mpq_class(0)}; }

}  // namespace

bool Sums::is_number(TermId term) const {
  const SortKind kind = store_.kind(store_.sort_of(term));
  return kind == SortKind::Int || kind == SortKind::Real;
}

std::optional<mpq_class> Sums::literal(TermId term) {
  const LinearSum& sum = of(term);
  return sum.factors.empty() ? std::optional(sum.constant) : std::nullopt;
}

bool Sums::is_linear(TermId term) {
  const auto is_one_of = [&](std::initializer_list<OperatorId> operators) {
    return std::any_of(operators.begin(), operators.end(), [&](OperatorId op) { return store_.is(term, op); });
  };
  return is_one_of({plus_, minus_, times_, over_, to_real_, div_, mod_});
}

const LinearSum& Sums::of(TermId root) {
  std::vector<TermId> stack = {root};
  while (!stack.empty()) {
    const TermId top = stack.back();
    if (known_.contains(top)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    if (is_linear(top))
      for (const TermId child : store_.children(top))
        if (!known_.contains(child)) stack.push_back(child);
    if (stack.size() == before) known_.emplace(top, made(top));
  }
  return known_.at(root);
}

LinearSum Sums::product(TermId term) {
  LinearSum result{{}, mpq_class(1)};
  for (const TermId child : store_.children(term)) {
    const LinearSum& next = known_.at(child);
    if (!result.factors.empty() && !next.factors.empty()) return unknown(term);
    LinearSum both;
    both.add(result.factors.empty() ? next : result, result.factors.empty() ? result.constant : next.constant);
    result = std::move(both);
  }
  return result;
}

/// The children of a linear operator have their sums.
LinearSum Sums::made(TermId term) {
  const TermNode& node = store_.node(term);
  if (node.kind == TermKind::Constant) {
    const Value& value = store_.value(term);
    if (value.is<mpz_class>()) return {{}, mpq_class(value.as_int())};
    return value.is<mpq_class>() ? LinearSum{{}, value.as_real()} : unknown(term);
  }
  if (!is_linear(term)) return unknown(term);
  const std::vector<TermId> children(store_.children(term).begin(), store_.children(term).end());
  const auto sum = [&](std::size_t i) -> const LinearSum& { return known_.at(children[i]); };
  LinearSum result;
  if (store_.is(term, times_)) return product(term);
  if (store_.is(term, plus_) || store_.is(term, minus_) || store_.is(term, to_real_)) {
    const bool subtracts = store_.is(term, minus_);
    for (std::size_t i = 0; i < children.size(); ++i)
      result.add(sum(i), subtracts && (i > 0 || children.size() == 1) ? -1 : 1);
    return result;
  }
  const LinearSum& by = sum(children.size() - 1);
  if (children.size() != 2 || !by.factors.empty() || by.constant == 0) return unknown(term);
  if (store_.is(term, over_)) {
    result.add(sum(0), mpq_class(1 / by.constant));
    return result;
  }
  if (store_.is(term, div_)) return unknown(term);
  // (mod x n) = x - n (div x n): SMT-LIB's theory Ints.
  const std::optional<TermId> quotient = store_.apply(div_, children);
  if (!quotient) return unknown(term);
  result = sum(0);
  result.add(unknown(*quotient), mpq_class(-by.constant));
  return result;
}

}  // namespace assay::smt
