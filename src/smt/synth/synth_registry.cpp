#include <string>

#include "smt/rules/theories.hpp"
#include "smt/synth/formula.hpp"
#include "smt/synth/synth.hpp"

namespace assay::smt {

std::vector<std::pair<std::string_view, std::string_view>> synth_categories() {
  std::vector<std::pair<std::string_view, std::string_view>> rows;
  for (const CategoryRow& row : category_rows()) rows.emplace_back(row.name, row.help);
  return rows;
}

std::vector<std::pair<std::string_view, std::string_view>> synth_theories() {
  std::vector<std::pair<std::string_view, std::string_view>> rows;
  for (const TheoryRow& row : theory_rows()) rows.emplace_back(row.name, row.help);
  return rows;
}

}  // namespace assay::smt
