#include "trigger/proof/solver_patterns.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "trigger/problem/formula/rewrite.hpp"
#include "trigger/proof/trace_reader.hpp"

namespace assay::trigger {
namespace {

using smt::SymbolId;
using smt::TermId;
using smt::TermKind;
using smt::TermStore;

/// The symbol indices of a quantifier's variables.
std::set<std::uint32_t> variable_set(const TermStore& store, TermId binder) {
  std::set<std::uint32_t> variables;
  for (const smt::BoundVariable& variable : store.binder_info(binder).variables) variables.insert(variable.name.index);
  return variables;
}

using PatternsByVariables = std::map<std::set<std::uint32_t>, Patterns>;

/// The patterns in TraceReader::patterns(), without patterns that have opaque terms.
PatternsByVariables patterns_in(TermStore& store, const std::string& declarations, const std::string& text) {
  PatternsByVariables result;
  smt::ParseOptions options;
  options.allow_undeclared = true;
  const Result<smt::Script> script = smt::parse_script(store, declarations + text, "patterns", options);
  if (!script) return result;
  for (const smt::Command& command : script->commands) {
    if (command.kind != smt::CommandKind::Assert || store.node(command.terms[0]).kind != TermKind::Binder) continue;
    Patterns patterns = written_patterns(store, command.terms[0]);
    std::erase_if(patterns, [&](const std::vector<TermId>& pattern) {
      return std::any_of(pattern.begin(), pattern.end(), [&](TermId term) { return store.has(term, smt::kHasOpaque); });
    });
    if (!patterns.empty()) result.emplace(variable_set(store, command.terms[0]), std::move(patterns));
  }
  return result;
}

}  // namespace

SolverPatterns add_solver_patterns(TermStore& store, Problem& problem, Prover& prover, double seconds,
                                   const std::stop_token& stop) {
  SolverPatterns counts;
  std::map<std::string, std::string> sorts;
  for (const Conjunct& conjunct : problem.conjuncts) {
    visit_terms(store, conjunct.formula, [&](TermId node) {
      const bool forall =
          store.node(node).kind == TermKind::Binder && store.binder_info(node).kind == smt::BinderKind::Forall;
      if (!forall || !written_patterns(store, node).empty()) return store.has(node, smt::kHasBinder);
      ++counts.missing;
      for (const smt::BoundVariable& variable : store.binder_info(node).variables)
        sorts.emplace(store.spelling(variable.name), smt::to_string(store, variable.sort));
      return true;
    });
  }
  if (counts.missing == 0) return counts;
  TraceReader reader(std::move(sorts));
  const std::string text = script_text(store, formulas(problem));
  (void)prover.run_logged(
      "(set-option :trace true)\n(set-option :trace_file_name \"/dev/stdout\")\n" + option_commands(problem) +
          std::string(kMatchingOnly) + logic_command(problem) + text,
      seconds, [&](std::string_view line) { reader.line(line); }, stop);
  const PatternsByVariables known = patterns_in(store, text.substr(0, text.find("(assert")), reader.patterns());
  for (Conjunct& conjunct : problem.conjuncts) {
    conjunct.formula = with_patterns(store, conjunct.formula, [&](TermId binder) {
      const auto it = known.find(variable_set(store, binder));
      if (it == known.end()) return Patterns();
      ++counts.made;
      return it->second;
    });
  }
  return counts;
}

}  // namespace assay::trigger
