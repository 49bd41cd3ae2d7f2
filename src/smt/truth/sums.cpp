#include "smt/truth/sums.hpp"

#include <algorithm>
#include <array>

namespace assay::smt {
namespace {

constexpr std::size_t kMaxProducts = 64;  ///< of unknowns, of one multiplication
constexpr std::size_t kMaxDegree = 6;     ///< of one product of unknowns

}  // namespace

bool Sums::is_number(TermId term) const {
  const SortKind kind = store_.kind(store_.sort_of(term));
  return kind == SortKind::Int || kind == SortKind::Real || width(term) > 0;
}

bool Sums::is_integer(std::uint32_t unknown) const {
  return store_.kind(store_.sort_of(TermId{unknown})) != SortKind::Real;
}

std::vector<TermId> Sums::factors_of(std::uint32_t unknown) const {
  const auto known = monomials_.find(unknown);
  return known == monomials_.end() ? std::vector<TermId>() : known->second;
}

TermId Sums::as_number(TermId unknown) {
  return width(unknown) == 0 ? unknown : store_.apply(bits_to_int_, std::array{unknown}).value_or(unknown);
}

std::optional<mpq_class> Sums::literal(TermId term) {
  const LinearSum& sum = of(term);
  return sum.factors.empty() ? std::optional(sum.constant) : std::nullopt;
}

bool Sums::is_linear(TermId term) {
  const auto is_one_of = [&](std::initializer_list<OperatorId> operators) {
    return std::any_of(operators.begin(), operators.end(), [&](OperatorId op) { return store_.is(term, op); });
  };
  return is_one_of({plus_, minus_, times_, over_, to_real_, div_, mod_, bits_to_int_, signed_to_int_});
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
    if (is_linear(top) || is_bit_operation(top))
      for (const TermId child : store_.children(top))
        if (is_number(child) && !known_.contains(child)) stack.push_back(child);
    if (stack.size() == before) known_.emplace(top, made(top));
  }
  return known_.at(root);
}

LinearSum Sums::product(TermId term) {
  const std::vector<TermId> children(store_.children(term).begin(), store_.children(term).end());
  LinearSum result{{}, mpq_class(1)};
  for (const TermId child : children) {
    std::optional<LinearSum> next = times(result, of(child));
    if (!next) return LinearSum::of_unknown(term.index);
    result = std::move(*next);
  }
  return result;
}

std::optional<LinearSum> Sums::times(const LinearSum& a, const LinearSum& b) {
  if (a.factors.size() * b.factors.size() > kMaxProducts) return std::nullopt;
  LinearSum result;
  result.add(a, b.constant);
  result.add({b.factors, mpq_class(0)}, a.constant);
  for (const auto& [left, factor] : a.factors) {
    for (const auto& [right, other] : b.factors) {
      const auto both = monomial(TermId{left}, TermId{right});
      if (!both) return std::nullopt;
      result.add(LinearSum::of_unknown(both->index), mpq_class(factor * other));
    }
  }
  return result;
}

/// Equal products are the same term: the factors are sorted.
std::optional<TermId> Sums::monomial(TermId a, TermId b) {
  std::vector<TermId> factors;
  for (const TermId part : {a, b}) {
    const std::vector<TermId> inside = factors_of(part.index);
    factors.insert(factors.end(), inside.begin(), inside.end());
    if (inside.empty()) factors.push_back(part);
  }
  if (factors.size() > kMaxDegree) return std::nullopt;
  std::sort(factors.begin(), factors.end());
  const bool all_integer =
      std::all_of(factors.begin(), factors.end(), [&](TermId factor) { return is_integer(factor.index); });
  std::vector<TermId> terms;
  for (const TermId factor : factors) {
    const TermId term = as_number(factor);
    const bool converts = !all_integer && is_integer(factor.index);
    const auto real = converts ? store_.apply(to_real_, std::array{term}) : std::optional(term);
    if (!real) return std::nullopt;
    terms.push_back(*real);
  }
  const auto result = store_.apply(times_, terms);
  if (!result || !monomials_.emplace(result->index, factors).second) return result;
  IntegerRange all{1, 1};
  for (const TermId factor : factors) {
    const auto own = range(factor.index);
    if (!own || own->low < 0) return result;
    all = {mpz_class(all.low * own->low), mpz_class(all.high * own->high)};
  }
  ranges_.emplace(result->index, all);
  return result;
}

/// The children of a linear operator have their sums.
LinearSum Sums::made(TermId term) {
  const TermNode& node = store_.node(term);
  if (node.kind == TermKind::Constant) {
    const Value& value = store_.value(term);
    if (value.is<mpz_class>()) return {{}, mpq_class(value.as_int())};
    if (value.is<BitVector>() && width(term) > 0) return {{}, mpq_class(value.as_bits().bits)};
    return value.is<mpq_class>() ? LinearSum{{}, value.as_real()} : LinearSum::of_unknown(term.index);
  }
  if (is_bit_operation(term)) return made_of_bits(term);
  if (!is_linear(term)) return LinearSum::of_unknown(term.index);
  if (store_.is(term, times_)) return product(term);
  const std::vector<TermId> children(store_.children(term).begin(), store_.children(term).end());
  if (store_.is(term, plus_) || store_.is(term, minus_) || store_.is(term, to_real_)) {
    const bool subtracts = store_.is(term, minus_);
    LinearSum result;
    for (std::size_t i = 0; i < children.size(); ++i)
      result.add(known_.at(children[i]), subtracts && (i > 0 || children.size() == 1) ? -1 : 1);
    return result;
  }
  if (store_.is(term, bits_to_int_) || store_.is(term, signed_to_int_)) {
    if (width(children[0]) == 0) return LinearSum::of_unknown(term.index);
    if (store_.is(term, bits_to_int_)) return known_.at(children[0]);
    return signed_of(children[0]).value_or(LinearSum::of_unknown(term.index));
  }
  return quotient(term);
}

LinearSum Sums::quotient(TermId term) {
  const std::vector<TermId> children(store_.children(term).begin(), store_.children(term).end());
  const LinearSum& by = known_.at(children.back());
  if (children.size() != 2 || !by.factors.empty() || by.constant == 0) return LinearSum::of_unknown(term.index);
  LinearSum result;
  if (store_.is(term, over_)) {
    result.add(known_.at(children[0]), mpq_class(1 / by.constant));
    return result;
  }
  if (store_.is(term, div_)) return LinearSum::of_unknown(term.index);
  // (mod x n) = x - n (div x n): SMT-LIB's theory Ints.
  const std::optional<TermId> whole = store_.apply(div_, children);
  if (!whole) return LinearSum::of_unknown(term.index);
  result = known_.at(children[0]);
  result.add(LinearSum::of_unknown(whole->index), mpq_class(-by.constant));
  return result;
}

}  // namespace assay::smt
