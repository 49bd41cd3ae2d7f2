#include "support.hpp"

#include "assay/smt/eval.hpp"
#include "smt/fuzz/valuation.hpp"

namespace assay::smt::testing {
namespace {

struct Active {
  std::vector<TermId> formulas;
  std::vector<std::size_t> levels;

  /// False: a pop of what was never pushed.
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

}  // namespace

std::string what_is_wrong(const core::Case& subject) {
  const auto facts = SmtFacts::from_json(subject.metadata);
  if (!facts) return "facts: " + facts.error().text();
  TermStore store;
  const auto script = parse_script(store, subject.file(kScriptFile)->content, "script");
  if (!script) return "script: " + script.error().text();
  const auto model = parse_model(store, *script, subject.file(kWitnessFile)->content);
  if (!model) return "witness: " + model.error().text();
  Evaluator evaluator(store, *model, witness_options(facts->interpretation));
  Active active;
  std::size_t checks = 0;
  for (const Command& command : script->commands) {
    if (!active.apply(command)) return "a pop without a push";
    if (command.kind != CommandKind::CheckSat && command.kind != CommandKind::CheckSatUsing) continue;
    if (checks >= facts->truths.size()) return "more checks than truths";
    if (facts->truths[checks++] == Truth::Unsat) {
      if (!propositionally_unsat(store, active.formulas)) return "a check is not contradictory";
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
