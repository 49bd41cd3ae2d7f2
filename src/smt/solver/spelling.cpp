#include <algorithm>
#include <utility>

#include "core/target/known_bug.hpp"
#include "smt/solver/features.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {
namespace {

/// A term with at most this many nodes is printed without `let` if the original text has no `let`.
constexpr std::uint64_t kUnshared = 100'000;

bool spells(const Dialect& dialect, std::string_view op) {
  return std::any_of(dialect.spellings.begin(), dialect.spellings.end(),
                     [&](const auto& spelling) { return spelling.first == op; });
}

}  // namespace

void speak_as_of(SolverDefinition& definition, std::string_view version) {
  for (const VersionedSpelling& row : definition.spellings)
    if (core::version_is_between(version, row.since, row.fixed) && !spells(definition.dialect, row.op))
      definition.dialect.spellings.emplace_back(row.op, row.as);
}

bool speaks_otherwise(const SolverDefinition& definition, const Features& features) {
  const Dialect& dialect = definition.dialect;
  if (!dialect.unicode_escapes && features.has(Theory::Strings)) return true;
  return std::any_of(features.operators.begin(), features.operators.end(),
                     [&](OperatorId op) { return spells(dialect, Operators::get().row(op).name); });
}

std::string respelled(const SolverDefinition& definition, const TermStore& store, const Script& script,
                      std::string_view text) {
  Dialect dialect = definition.dialect;
  if (text.find("(let (") == std::string_view::npos) dialect.unshared_nodes = kUnshared;
  return print_script(store, script, dialect);
}

std::string respelled(const SolverDefinition& definition, std::string_view text) {
  const Dialect& dialect = definition.dialect;
  if (dialect.spellings.empty() && dialect.unicode_escapes) return std::string(text);
  TermStore store;
  const Result<Script> script = parse_script(store, text, kScriptFile);
  if (!script || !speaks_otherwise(definition, features_of(store, *script))) return std::string(text);
  return respelled(definition, store, *script, text);
}

}  // namespace assay::smt
