#include <algorithm>

#include "smt_reduction.hpp"
#include "terms.hpp"

namespace assay::smt {
namespace {

std::vector<Value> smaller_numbers(const mpz_class& number) {
  std::vector<Value> out;
  const mpz_class half = number / 2;
  const mpz_class tenth = number / 10;
  const mpz_class last_digit = number % 10;
  for (const mpz_class& candidate : {mpz_class(0), mpz_class(1), tenth, last_digit, half}) {
    if (abs(candidate) < abs(number)) out.emplace_back(candidate);
  }
  return out;
}

std::vector<Value> smaller_reals(const mpq_class& number) {
  std::vector<Value> out;
  for (const mpq_class& candidate :
       {mpq_class(0), mpq_class(1), mpq_class(mpz_class(number.get_num() / number.get_den()))}) {
    if (candidate != number) out.emplace_back(candidate);
  }
  return out;
}

std::vector<Value> smaller_bits(const BitVector& bits) {
  std::vector<Value> out;
  const mpz_class half = bits.bits / 2;
  for (const mpz_class& candidate : {mpz_class(0), mpz_class(1), half}) {
    if (candidate < bits.bits) out.push_back(make_bits(bits.width, candidate));
  }
  return out;
}

std::vector<Value> shorter_strings(const std::u32string& text) {
  std::vector<Value> out;
  if (text.empty()) return out;
  const std::size_t half = text.size() / 2;
  for (const std::u32string& candidate : {std::u32string(), text.substr(0, half), text.substr(half)}) {
    if (candidate.size() < text.size()) out.emplace_back(candidate);
  }
  for (std::size_t i = 0; i < text.size() && i < 8; ++i) {
    std::u32string fewer = text;
    fewer.erase(i, 1);
    out.emplace_back(fewer);
  }
  // Letters are easier to read than escapes.
  const std::u32string letters(text.size(), U'a');
  if (text != letters) out.emplace_back(letters);
  return out;
}

std::vector<Value> smaller(const Value& value) {
  if (value.is<mpz_class>()) return smaller_numbers(value.as_int());
  if (value.is<mpq_class>()) return smaller_reals(value.as_real());
  if (value.is<BitVector>()) return smaller_bits(value.as_bits());
  if (value.is<std::u32string>()) return shorter_strings(value.as_string());
  return {};
}

std::vector<TermId> with_lower_indices(TermStore& store, TermId term) {
  std::vector<TermId> out;
  if (store.node(term).kind != TermKind::Apply || store.indices(term).empty()) return out;
  const std::vector<Index> indices(store.indices(term).begin(), store.indices(term).end());
  const std::vector<TermId> children(store.children(term).begin(), store.children(term).end());
  for (std::size_t i = 0; i < indices.size(); ++i) {
    for (const std::uint64_t lower : {std::uint64_t{0}, std::uint64_t{1}, indices[i].number / 2}) {
      if (indices[i].symbol || lower >= indices[i].number) continue;
      std::vector<Index> changed = indices;
      changed[i].number = lower;
      const std::optional<TermId> made = store.apply(store.op(term), children, changed);
      if (made && store.sort_of(*made) == store.sort_of(term)) out.push_back(*made);
    }
  }
  return out;
}

}  // namespace

bool shrink_literals(Reduction& reduction) {
  return offer(reduction, [&](TermId term) {
    TermStore& store = reduction.store();
    std::vector<TermId> out;
    if (store.node(term).kind != TermKind::Constant) return out;
    for (const Value& value : smaller(store.value(term))) out.push_back(store.constant(value, store.sort_of(term)));
    return out;
  });
}

bool shrink_indices(Reduction& reduction) {
  return offer(reduction, [&](TermId term) { return with_lower_indices(reduction.store(), term); });
}

}  // namespace assay::smt
