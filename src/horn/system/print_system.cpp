#include <algorithm>
#include <cctype>

#include "base/text.hpp"
#include "horn/system/system_text.hpp"
#include "smt/parse/check_script.hpp"

namespace assay::horn {
namespace {

using smt::BinderKind;
using smt::Command;
using smt::CommandKind;

TermId clause_term(const Terms& terms, const Clause& clause, Spelling::Form form) {
  const TermId body = body_of(terms, clause);
  const TermId head = clause.head ? atom_term(terms, *clause.head) : terms.truth(false);
  std::vector<TermId> refuted;  // the conjuncts that cannot hold together
  for (const Atom& atom : clause.body) refuted.push_back(atom_term(terms, atom));
  for (const TermId part : conjuncts_of(terms.store(), clause.constraint)) refuted.push_back(part);
  if (clause.head) refuted.push_back(terms.negation(head));
  switch (form) {
    case Spelling::Form::Implication:
      return terms.quantified(BinderKind::Forall, clause.variables, terms.implies(body, head));
    case Spelling::Form::Clause: {
      for (TermId& part : refuted) part = terms.negation(part);
      return terms.quantified(BinderKind::Forall, clause.variables, terms.any(refuted));
    }
    case Spelling::Form::Existence:
      return terms.negation(terms.quantified(BinderKind::Exists, clause.variables, terms.all(refuted)));
    case Spelling::Form::Conjunction: break;
  }
  return terms.quantified(BinderKind::Forall, clause.variables, terms.negation(terms.all(refuted)));
}

smt::Dialect dialect_of(const Spelling& spelling) {
  smt::Dialect dialect;
  dialect.unshared_nodes = spelling.lets ? 0 : 1'000'000;
  return dialect;
}

/// The declarations of the system's sorts and datatypes.
std::vector<Command> declarations(TermStore& store, const System& system, std::vector<TermId> all) {
  for (const FunctionId predicate : system.predicates) {
    std::vector<TermId> arguments;
    for (const SortId sort : std::vector<SortId>(store.node(predicate).parameters))
      arguments.push_back(store.variable({store.symbol("argument"), sort}));
    all.push_back(store.call_as(predicate, arguments, store.bool_sort()));
  }
  std::vector<Command> commands;
  for (Command& command : smt::declarations_for(store, all))
    if (command.kind != CommandKind::DeclareFunction) commands.push_back(std::move(command));
  return commands;
}

std::string printed_term(const TermStore& store, TermId term) {
  std::string out;
  smt::print_term(store, term, dialect_of({}), out);
  return out;
}

/// The text with names that a script may have: a substitution calls its variables "k|h3", which is printed as |k|h3|.
std::string with_plain_names(std::string text) {
  for (std::size_t begin = text.find('|'); begin != std::string::npos;) {
    std::size_t end = text.find('|', begin + 1);
    while (end + 1 < text.size() && std::isalnum(static_cast<unsigned char>(text[end + 1])) != 0) {
      text[end] = '!';
      end = text.find('|', end + 1);
    }
    begin = end == std::string::npos ? end : text.find('|', end + 1);
  }
  return text;
}

}  // namespace

std::vector<Command> predicate_declarations(const System& system) {
  std::vector<Command> commands;
  for (const FunctionId predicate : system.predicates) {
    commands.push_back(smt::make_command(CommandKind::DeclareFunction));
    commands.back().text = "declare-fun";
    commands.back().functions = {predicate};
  }
  return commands;
}

std::string print_horn(TermStore& store, const System& system, const Spelling& spelling) {
  const Terms terms(store);
  std::vector<TermId> asserted;
  for (const Clause& clause : system.clauses) asserted.push_back(clause_term(terms, clause, spelling.form));
  smt::Script script{"HORN", {smt::make_command(CommandKind::SetLogic)}};
  script.commands[0].text = script.logic;
  for (Command& command : declarations(store, system, asserted)) script.commands.push_back(std::move(command));
  for (Command& command : predicate_declarations(system)) script.commands.push_back(std::move(command));
  for (const TermId term : asserted) script.commands.push_back(smt::make_command(CommandKind::Assert, {term}));
  script.commands.push_back(smt::make_command(CommandKind::CheckSat));
  return with_plain_names(smt::print_script(store, script, dialect_of(spelling)));
}

std::string print_muz(TermStore& store, const System& system, std::string_view query_flags) {
  const Terms terms(store);
  std::string text;
  std::vector<TermId> all = terms_of(system);
  for (const Clause& clause : system.clauses)
    for (const BoundVariable& variable : clause.variables) all.push_back(store.variable(variable));
  for (const Command& command : declarations(store, system, std::move(all)))
    smt::print_command(store, command, {}, text);
  for (const FunctionId predicate : system.predicates) {
    const smt::Function& function = store.node(predicate);
    std::vector<std::string> sorts;
    for (const SortId sort : function.parameters) sorts.push_back(smt::to_string(store, sort));
    text += "(declare-rel " + smt::quoted_symbol(store.spelling(function.name)) + " (" + join(sorts, " ") + "))\n";
  }
  text += "(declare-rel query! ())\n";
  std::string rules;
  for (std::size_t i = 0; i < system.clauses.size(); ++i) {
    const std::string prefix = "v" + std::to_string(i) + "!";
    const Clause clause =
        renamed(store, system.clauses[i], [&](std::size_t number) { return prefix + std::to_string(number); });
    for (const BoundVariable& variable : clause.variables)
      text += "(declare-var " + std::string(store.spelling(variable.name)) + " " +
              smt::to_string(store, variable.sort) + ")\n";
    const std::string head = clause.head ? printed_term(store, atom_term(terms, *clause.head)) : "query!";
    const std::string body = printed_term(store, body_of(terms, clause));
    rules += "(rule (=> " + body + " " + head + ") r" + std::to_string(i) + ")\n";
  }
  return with_plain_names(text + rules) + "(query query!" + (query_flags.empty() ? "" : " ") +
         std::string(query_flags) + ")\n";
}

std::string print_interpretation(TermStore& store, const Interpretation& meaning) {
  smt::Model model;
  for (const auto& [predicate, definition] : meaning) {
    smt::Interpretation& one = model.functions[predicate];
    one.variables = definition.parameters;
    one.body = definition.body;
  }
  return with_plain_names(smt::print_model(store, model));
}

std::string print_derivation(TermStore& store, const System& system, const Derivation& derivation) {
  std::string declared, steps;
  std::set<std::size_t> used;
  std::vector<TermId> values;
  for (const Step& step : derivation) {
    const Clause& clause = system.clauses[step.clause];
    const std::string name = "|clause " + std::to_string(step.clause) + "|";
    std::vector<std::string> words = {name}, sorts;
    for (std::size_t i = 0; i < step.values.size(); ++i) {
      const auto term = smt::make_term(store, step.values[i], clause.variables[i].sort);
      words.push_back(term ? printed_term(store, *term) : "?");
      if (term) values.push_back(*term);
      sorts.push_back(smt::to_string(store, clause.variables[i].sort));
    }
    if (used.insert(step.clause).second) declared += "(declare-fun " + name + " (" + join(sorts, " ") + ") Bool)\n";
    steps += "(assert " + (step.values.empty() ? name : "(" + join(words, " ") + ")") + ")\n";
  }
  std::string text;
  for (const Command& command : declarations(store, system, values)) smt::print_command(store, command, {}, text);
  return text + declared + steps;
}

}  // namespace assay::horn
