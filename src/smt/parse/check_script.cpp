#include "smt/parse/check_script.hpp"

#include <utility>

namespace assay::smt {

Command make_command(CommandKind kind, std::vector<TermId> terms, std::uint64_t number) {
  Command command;
  command.kind = kind;
  command.terms = std::move(terms);
  command.number = number;
  return command;
}

Script asserting_script(const TermStore& store, std::span<const TermId> formulas) {
  Script script;
  script.commands = declarations_for(store, formulas);
  for (const TermId formula : formulas) script.commands.push_back(make_command(CommandKind::Assert, {formula}));
  return script;
}

Script check_script(const TermStore& store, const std::string& logic, std::span<const TermId> formulas) {
  Script script = asserting_script(store, formulas);
  script.logic = logic;
  if (!logic.empty()) {
    script.commands.insert(script.commands.begin(), make_command(CommandKind::SetLogic));
    script.commands.front().text = logic;
  }
  script.commands.push_back(make_command(CommandKind::CheckSat));
  return script;
}

TermId without_names(const TermStore& store, TermId term) {
  while (store.node(term).kind == TermKind::Annotated) term = store.children(term)[0];
  return term;
}

}  // namespace assay::smt
