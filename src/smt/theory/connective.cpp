#include "smt/theory/connective.hpp"

#include <array>

#include "assay/smt/operator.hpp"

namespace assay::smt {

const CoreOperators& CoreOperators::get() {
  static const CoreOperators found = [] {
    const Operators& all = Operators::get();
    return CoreOperators{all.at("true"), all.at("false"), all.at("not"), all.at("and"),      all.at("or"),
                         all.at("=>"),   all.at("xor"),   all.at("="),   all.at("distinct"), all.at("ite")};
  }();
  return found;
}

bool is_connective(const TermStore& store, TermId formula) {
  if (store.node(formula).kind != TermKind::Apply || store.sort_of(formula) != store.bool_sort()) return false;
  const CoreOperators& core = CoreOperators::get();
  const OperatorId op = store.op(formula);
  if (op == core.negation || op == core.conjunction || op == core.disjunction || op == core.implication ||
      op == core.exclusive)
    return true;
  if (op != core.equal && op != core.distinct && op != core.choice) return false;
  for (const TermId child : store.children(formula))
    if (store.sort_of(child) != store.bool_sort()) return false;
  return true;
}

TermId make_not(TermStore& store, TermId formula) {
  return store.apply_as(CoreOperators::get().negation, std::array{formula}, {}, store.bool_sort());
}

TermId make_and(TermStore& store, TermId left, TermId right) { return make_and(store, std::array{left, right}); }

TermId make_and(TermStore& store, std::span<const TermId> formulas) {
  if (formulas.empty()) return store.bool_constant(true);
  return formulas.size() == 1 ? formulas[0]
                              : store.apply_as(CoreOperators::get().conjunction, formulas, {}, store.bool_sort());
}

TermId make_equal(TermStore& store, TermId left, TermId right) {
  return store.apply_as(CoreOperators::get().equal, std::array{left, right}, {}, store.bool_sort());
}

TermId make_or(TermStore& store, std::span<const TermId> formulas) {
  if (formulas.empty()) return store.bool_constant(false);
  return formulas.size() == 1 ? formulas[0]
                              : store.apply_as(CoreOperators::get().disjunction, formulas, {}, store.bool_sort());
}

}  // namespace assay::smt
