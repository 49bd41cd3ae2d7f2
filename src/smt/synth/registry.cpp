#include <string>

#include "assay/smt/synth.hpp"
#include "smt/synth/embedded_rules.hpp"
#include "smt/synth/formula.hpp"
#include "smt/synth/rules.hpp"
#include "smt/synth/theories.hpp"

namespace assay::smt {

const std::vector<std::pair<std::string, std::string>>& builtin_rule_files() {
  static const std::vector<std::pair<std::string, std::string>> files = [] {
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto& [name, text] : core::embedded_rules())
      all.emplace_back("data/rules/" + std::string(name) + ".rules", text().content);
    return all;
  }();
  return files;
}

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
