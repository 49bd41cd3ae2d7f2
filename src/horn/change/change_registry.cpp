#include "horn/change/change.hpp"

namespace assay::horn {

const std::vector<ChangeRow>& change_rows() {
  static const std::vector<ChangeRow> rows = {
      {"flatten", "a variable and an equation for an argument of an atom", flatten_argument},
      {"split", "two clauses for one, by a case distinction", split_by_case},
      {"merge", "one clause with a disjunction for two clauses", merge_clauses},
      {"shuffle", "clauses, atoms and constraints in another order", shuffle_system},
      {"strengthen", "a further constraint or atom in a body (satisfiable systems)", strengthen_body},
      {"weaken", "one constraint or atom less in a body (unsatisfiable systems)", weaken_body},
      {"guard", "the meaning of an atom as a constraint beside the atom (satisfiable systems)", guard_with_meaning},
      {"ite", "an argument as an ite whose branches are equal", needless_ite},
      {"respell", "a relation of numbers in other words", respell_relation},
      {"rename", "another name for a predicate", rename_predicate},
      {"reorder", "the arguments of a predicate in another order", reorder_arguments},
      {"argument", "a further argument of a predicate, which nothing reads", add_argument},
      {"shift", "a number argument of a predicate plus a constant", shift_argument},
      {"copy", "a copy of a predicate, which takes the predicate's place in one body", copy_predicate},
      {"unfold", "the clauses of an atom's predicate in place of the atom", unfold_atom},
      {"fold", "a new predicate for atoms and constraints of a body", fold_atoms},
      {"specialise", "a new predicate for a predicate with a fixed argument (partial evaluation)",
       specialise_predicate},
      {"linearise", "the product of two predicates in place of two atoms", linearise_body},
      {"magic", "predicates that say which facts the queries need (magic sets)", add_magic_sets},
      {"reverse", "facts and queries exchanged (linear systems)", reverse_system},
  };
  return rows;
}

std::vector<std::string> change(TermStore& store, KnownSystem& known, unsigned max, core::Rng& rng) {
  std::vector<std::string> names;
  const std::uint64_t count = rng.below(max + 1);
  for (std::uint64_t i = 0; i < count; ++i) {
    const ChangeRow& row = rng.pick(change_rows());
    KnownSystem before = known;
    bool keeps = row.apply(store, known, rng);
    keeps = keeps && (known.truth() == smt::Truth::Open || known.is_confirmed(store));
    if (keeps)
      names.emplace_back(row.name);
    else
      known = std::move(before);
  }
  return names;
}

}  // namespace assay::horn
