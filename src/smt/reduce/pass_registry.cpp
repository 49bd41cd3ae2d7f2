#include "smt_reduction.hpp"
#include "terms.hpp"

namespace assay::smt {

const std::vector<ReductionPass>& reduction_pass_table() {
  static const std::vector<ReductionPass> passes = {
      {"values", "replace many constants of a large script by their values together", fix_constants},
      {"commands", "drop assertions, checks, options and whole push levels", drop_commands, true},
      {"paths", "replace deep terms by terms of the same sort far below them", shorten_paths},
      {"assumptions", "drop assumptions of checks", drop_assumptions, true},
      {"levels", "drop push and pop, keep what they enclose", merge_levels, true},
      {"constants", "replace terms by their value or a default of their sort", replace_by_constants},
      {"subterms", "replace terms by terms of the same sort below them", replace_by_subterms},
      {"operands", "drop operands, patterns and annotations", drop_operands},
      {"definitions", "replace calls of defined functions by their bodies, or by calls of what these call",
       inline_definitions},
      {"equations", "replace constants by what an equation says they are, or by others of their sort", solve_equations},
      {"quantifiers", "put a value, or what an equation says it is, in the place of a bound variable",
       instantiate_quantifiers},
      {"variables", "replace terms by fresh constants of the same value", replace_by_variables},
      {"literals", "shorten numbers and strings", shrink_literals},
      {"indices", "lower the indices of operators", shrink_indices},
      {"sorts", "narrow bit-vector and floating-point sorts", shrink_sorts},
      {"datatypes", "drop datatypes, constructors and fields that nothing uses", drop_constructors, true},
      {"names", "give short names to all that is declared, bound or named", shorten_names},
      {"lets", "write small terms out that occur more than once", inline_lets},
  };
  return passes;
}

std::vector<std::pair<std::string_view, std::string_view>> reduction_passes() {
  std::vector<std::pair<std::string_view, std::string_view>> out;
  for (const ReductionPass& pass : reduction_pass_table()) out.emplace_back(pass.name, pass.help);
  return out;
}

}  // namespace assay::smt
