#include <algorithm>

#include "assay/base/check.hpp"
#include "smt/synth/family.hpp"

namespace assay::smt {

const std::vector<CategoryRow>& category_rows() {
  static const std::vector<CategoryRow> rows{
      {"operation", Truth::Sat, 0, "one operation, all arguments and the result free (thesis, 3.2.1)"},
      {"equivalence", Truth::Unsat, 0, "not A and B, from an equivalence of A and B (3.2.2)"},
      {"constant", Truth::Sat, 1, "constant assignment: arguments and result fixed in every subset (Alg. 3.2)"},
      {"unsat-constant", Truth::Unsat, 1, "an operation on constants equated to a wrong constant (3.5.1)"},
      {"quantified", Truth::Sat, 2, "a quantifier over a finite sort, true by enumeration (3.6)"},
      {"unsat-quantified", Truth::Unsat, 2, "the negation of such a formula, all of it closed"},
      {"function", Truth::Sat, 2, "an uninterpreted function that the witness fixes to an operation (3.6)"},
      {"variable", Truth::Unsat, 2, "variable replacement: a larger unsat core (Alg. 3.5)"},
      {"core-constant", Truth::Unsat, 2, "constant replacement: a larger unsat core (Alg. 3.5)"},
      {"redundancy", Truth::Unsat, 2, "a needless clause about a free variable (Alg. 3.6)"},
      {"quantified-redundancy", Truth::Unsat, 2, "a needless condition under a quantifier (Alg. 3.6)"},
      {"let", Truth::Unsat, 2, "a needless clause about a sub-term, as if a let had named it (3.4.1)"},
      {"soft", Truth::Sat, 2, "MAX-SMT: soft constraints that all hold together (3.5.3)", true},
      {"soft-conflict", Truth::Sat, 2, "MAX-SMT: contradictory soft constraints, the optimum known by construction",
       true},
      {"unsat-soft", Truth::Unsat, 2, "MAX-SMT: a contradiction as hard constraints, with soft ones beside (3.5.3)",
       true},
      {"optimum", Truth::Sat, 2, "maximize or minimize an operation over a finite range, by enumeration", true},
      {"term", Truth::Sat, 3, "term synthesis: two terms with the same result, all constants free (Alg. 3.3, 3.4)"},
      {"term-constant", Truth::Sat, 3, "term synthesis with only some of the constants free"},
      {"unsat-hybrid", Truth::Unsat, 3, "an operation on constants equated to a term with another value (3.5.1)"},
      {"unsat-term", Truth::Unsat, 3, "the generalized hybrid: closed terms with different values equated (3.5.2)"},
      {"chain", Truth::Unsat, 3, "two replacements in one equivalence"},
      {"instances", Truth::Unsat, 4, "axioms with patterns that known instances contradict, some terms missing (5.2)",
       false, true},
  };
  return rows;
}

const CategoryRow* find_category(std::string_view name) {
  const auto& rows = category_rows();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const CategoryRow& one) { return one.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

const CategoryRow& category(std::string_view name) {
  const CategoryRow* row = find_category(name);
  ASSAY_CHECK(row != nullptr, "no category is called " + std::string(name));
  return *row;
}

void add_all_families(Workshop& workshop, Families& families) {
  add_operation_families(workshop, families);
  add_equivalence_families(workshop, families);
  add_quantified_families(workshop, families);
  add_function_families(workshop, families);
  add_max_families(workshop, families);
  add_term_families(workshop, families);
  add_instance_families(workshop, families);
}

}  // namespace assay::smt
