#include "horn/system/terms.hpp"

#include <algorithm>
#include <set>

#include "assay/base/check.hpp"
#include "assay/smt/eval.hpp"
#include "smt/term/subterms.hpp"

namespace assay::horn {
namespace {

smt::OperatorId operator_at(std::string_view name) { return smt::Operators::get().at(name); }

}  // namespace

TermId Terms::op(std::string_view name, const std::vector<TermId>& children) const {
  const auto made = store_.apply(operator_at(name), children);
  ASSAY_CHECK(made.has_value(), "sorts that do not fit the operator");
  return *made;
}

bool Terms::is(TermId term, std::string_view name) const { return store_.is(term, operator_at(name)); }

TermId Terms::all(const std::vector<TermId>& parts) const {
  std::vector<TermId> flat;
  for (const TermId part : parts)
    for (const TermId conjunct : conjuncts_of(store_, part))
      if (std::find(flat.begin(), flat.end(), conjunct) == flat.end()) flat.push_back(conjunct);
  if (flat.empty()) return truth(true);
  return flat.size() == 1 ? flat.front() : op("and", flat);
}

TermId Terms::any(const std::vector<TermId>& parts) const {
  std::vector<TermId> flat;
  for (const TermId part : parts)
    if (part != truth(false)) flat.push_back(part);
  if (flat.empty()) return truth(false);
  return flat.size() == 1 ? flat.front() : op("or", flat);
}

TermId Terms::negation(TermId term) const {
  if (is(term, "not")) return store_.children(term)[0];
  if (term == truth(true)) return truth(false);
  if (term == truth(false)) return truth(true);
  return op("not", {term});
}

TermId Terms::equal(const std::vector<TermId>& a, const std::vector<TermId>& b) const {
  std::vector<TermId> equations;
  for (std::size_t i = 0; i < a.size(); ++i) equations.push_back(equal(a[i], b[i]));
  return all(equations);
}

TermId Terms::implies(TermId a, TermId b) const {
  if (a == truth(true)) return b;
  return op("=>", {a, b});
}

TermId Terms::number(long value, SortId sort) const {
  return store_.constant(number_value(store_.node(sort), value), sort);
}

std::optional<std::vector<TermId>> Terms::literals(std::span<const Value> values,
                                                   const std::vector<SortId>& sorts) const {
  std::vector<TermId> made;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto term = smt::make_term(store_, values[i], sorts[i]);
    if (!term) return std::nullopt;
    made.push_back(*term);
  }
  return made;
}

std::vector<TermId> Terms::variables(const std::vector<BoundVariable>& variables) const {
  std::vector<TermId> made;
  for (const BoundVariable& variable : variables) made.push_back(store_.variable(variable));
  return made;
}

TermId Terms::quantified(smt::BinderKind kind, std::span<const BoundVariable> variables, TermId body) const {
  if (variables.empty()) return body;
  smt::BinderInfo info;
  info.kind = kind;
  info.keyword = kind == smt::BinderKind::Forall ? "forall" : "exists";
  info.variables.assign(variables.begin(), variables.end());
  return store_.binder(info, std::vector{body});
}

std::vector<TermId> conjuncts_of(const TermStore& store, TermId term) {
  static const smt::OperatorId and_operator = operator_at("and");
  static const smt::OperatorId true_operator = operator_at("true");
  std::vector<TermId> found;
  std::vector<TermId> pending = {term};
  while (!pending.empty()) {
    const TermId top = pending.back();
    pending.pop_back();
    if (store.is(top, true_operator)) continue;
    if (store.is(top, and_operator)) {
      const auto children = store.children(top);
      pending.insert(pending.end(), children.rbegin(), children.rend());
    } else {
      found.push_back(top);
    }
  }
  return found;
}

bool is_number(SortKind kind) { return kind == SortKind::Int || kind == SortKind::Real || kind == SortKind::BitVector; }

Value number_value(const smt::SortNode& sort, const mpq_class& number) {
  ASSAY_CHECK(is_number(sort.kind), "a number of a sort without numbers");
  if (sort.kind == SortKind::Real) return Value(number);
  const mpz_class whole(number);
  return sort.kind == SortKind::Int ? Value(whole)
                                    : smt::make_bits(static_cast<std::uint32_t>(sort.indices.at(0)), whole);
}

mpq_class number_of(const Value& value, SortKind kind) {
  if (kind == SortKind::Real) return value.as_real();
  return mpq_class(kind == SortKind::Int ? value.as_int() : value.as_bits().bits);
}

std::vector<Value> literals_in(const TermStore& store, std::span<const TermId> terms, SortId sort) {
  std::set<Value> found;
  for (smt::Subterms below(store, terms); const auto top = below.next();)
    if (store.node(*top).kind == smt::TermKind::Constant && store.sort_of(*top) == sort)
      found.insert(store.value(*top));
  return {found.begin(), found.end()};
}

}  // namespace assay::horn
