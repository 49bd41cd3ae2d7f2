#include "support.hpp"

#include <set>

#include "assay/smt/eval.hpp"
#include "smt/fuzz/seed/valuation.hpp"
#include "smt/rules/rule_proof.hpp"

namespace assay::smt::testing {
namespace {

struct Active {
  std::vector<TermId> formulas;
  std::vector<std::size_t> levels;

  /// False if the command pops more levels than were pushed.
  bool apply(const Command& command) {
    if (command.kind == CommandKind::Assert) formulas.push_back(command.terms[0]);
    if (command.kind == CommandKind::Push)
      for (std::uint64_t i = 0; i < command.number; ++i) levels.push_back(formulas.size());
    if (command.kind == CommandKind::Pop)
      for (std::uint64_t i = 0; i < command.number; ++i) {
        if (levels.empty()) return false;
        formulas.resize(levels.back());
        levels.pop_back();
      }
    return true;
  }
};

/// The sorts that the standard wants of the arguments, where they follow from the first one's or from the operator.
std::vector<SortId> due_sorts(TermStore& store, TermId term) {
  const auto children = store.children(term);
  std::vector<SortId> due;
  for (const TermId child : children) due.push_back(store.sort_of(child));
  if (store.node(term).kind == TermKind::Call) {
    const Function& function = store.node(store.function_of(term));
    for (std::size_t i = 0; i < due.size() && i < function.parameters.size(); ++i)
      if (store.kind(function.parameters[i]) == SortKind::Real) due[i] = function.parameters[i];
    return due;
  }
  const OperatorRow& row = Operators::get().row(store.op(term));
  if (row.theory == Theory::Arrays && row.name != "const") {
    const auto& parts = store.node(due[0]).arguments;
    for (std::size_t i = 1; i < due.size() && i <= parts.size(); ++i) due[i] = parts[i - 1];
  } else if (row.name == "@") {
    const auto& parts = store.node(due[0]).arguments;
    for (std::size_t i = 1; i < due.size() && i <= parts.size(); ++i) due[i] = parts[i - 1];
  } else if (row.name == "const") {
    due[0] = store.node(store.sort_of(term)).arguments.back();
  } else if (row.name == "/" || row.name == "to_int" || row.name == "is_int") {
    std::fill(due.begin(), due.end(), store.real_sort());
  } else if (row.theory == Theory::Core || row.theory == Theory::Ints || row.theory == Theory::Reals) {
    const std::size_t first = row.name == "ite" ? 1 : 0;
    for (std::size_t i = first + 1; i < due.size(); ++i) due[i] = due[first];
  }
  return due;
}

}  // namespace

std::string mixed_numbers(const core::Case& subject) {
  TermStore store;
  const auto script = parse_script(store, subject.file(kScriptFile)->content, "script");
  if (!script) return "script: " + script.error().text();
  std::vector<TermId> work;
  for (const Command& command : script->commands) work.insert(work.end(), command.terms.begin(), command.terms.end());
  return mixed_numbers(store, std::move(work));
}

std::string mixed_numbers(TermStore& store, std::vector<TermId> work) {
  std::set<TermId> seen;
  while (!work.empty()) {
    const TermId term = work.back();
    work.pop_back();
    if (!seen.insert(term).second) continue;
    const auto children = store.children(term);
    work.insert(work.end(), children.begin(), children.end());
    const TermKind kind = store.node(term).kind;
    if (kind != TermKind::Apply && kind != TermKind::Call) continue;
    const std::vector<SortId> due = due_sorts(store, term);
    for (std::size_t i = 0; i < children.size(); ++i) {
      const SortId sort = store.sort_of(children[i]);
      if (sort == due[i]) continue;
      if (store.kind(sort) == SortKind::Int || store.kind(due[i]) == SortKind::Int) return to_string(store, term);
    }
  }
  return {};
}

std::string what_is_wrong(const core::Case& subject) {
  const auto facts = SmtFacts::from_json(subject.metadata);
  if (!facts) return "facts: " + facts.error().text();
  TermStore store;
  const auto script = parse_script(store, subject.file(kScriptFile)->content, "script");
  if (!script) return "script: " + script.error().text();
  if (facts->truths == std::vector{Truth::Open}) return facts->has_witness ? "a witness, but no truth" : "";
  const core::File* witness = subject.file(kWitnessFile);
  if (facts->has_witness != (witness != nullptr)) return "a witness, or none, against what the facts say";
  const auto model = parse_model(store, *script, witness == nullptr ? "()" : witness->content);
  if (!model) return "witness: " + model.error().text();
  Evaluator evaluator(store, *model, witness_options(facts->interpretation));
  Active active;
  std::size_t checks = 0;
  for (const Command& command : script->commands) {
    if (!active.apply(command)) return "a pop without a push";
    const bool assumes = command.kind == CommandKind::CheckSatAssuming;
    if (command.kind != CommandKind::CheckSat && command.kind != CommandKind::CheckSatUsing && !assumes) continue;
    if (checks >= facts->truths.size()) return "more checks than truths";
    const Truth truth = facts->truths[checks++];
    if (truth == Truth::Open) continue;
    if (truth == Truth::Unsat) {
      std::vector<TermId> formulas = active.formulas;
      formulas.insert(formulas.end(), command.terms.begin(), command.terms.end());
      const bool refuted = propositionally_unsat(store, formulas) ||
                           try_all_assignments(store, formulas, 4096).kind == Enumeration::Kind::Unsatisfiable ||
                           refuted_by_rules(store, formulas, facts->operations);
      if (!refuted) return "a check is not contradictory";
      continue;
    }
    for (const TermId formula : active.formulas) {
      const Outcome& outcome = evaluator.evaluate(formula);
      if (!outcome.known()) return "no value (" + std::string(name(outcome.lack)) + "): " + to_string(store, formula);
      if (!outcome.value.as_bool()) return "false: " + to_string(store, formula);
    }
  }
  return checks == facts->truths.size() ? std::string() : "fewer checks than truths";
}

}  // namespace assay::smt::testing
