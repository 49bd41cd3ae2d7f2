#include "smt/fuzz/reduction/one_rule.hpp"

#include <utility>

#include "assay/smt/script.hpp"
#include "smt/parse/check_script.hpp"
#include "smt/rules/rule_index.hpp"

namespace assay::smt {
namespace {

core::Case case_of(const core::Case& failing, SmtFacts facts, const RuleText& row, TermStore& store, const Rule& rule) {
  const std::vector<TermId> pieces = contradiction_of(store, rule);
  const Script script = check_script(store, logic_of(store, pieces), pieces);
  facts.truths = {Truth::Unsat};
  facts.core.clear();
  facts.operations = {row.name};
  core::Case made = failing;
  made.group = script.logic;
  made.files = {{std::string(kScriptFile), print_script(store, script)}};
  made.metadata = facts.json();
  return made;
}

}  // namespace

std::vector<core::Case> cases_of_one_rule(const core::Case& failing, const SmtFacts& facts) {
  std::vector<core::Case> made;
  for (const std::string& name : facts.operations) {
    const RuleText* row = find_builtin_rule(name);
    if (row == nullptr) continue;
    TermStore store;
    if (const auto rule = make_rule(store, *row)) made.push_back(case_of(failing, facts, *row, store, *rule));
  }
  return made;
}

}  // namespace assay::smt
