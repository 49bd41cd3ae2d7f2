#include <algorithm>
#include <span>

#include "base/text.hpp"
#include "core/target/builtin.hpp"
#include "horn/horn_config.hpp"

namespace assay::core {
[[nodiscard]] std::span<const BuiltinText> builtin_horn_texts();  // the files in data/horn
}  // namespace assay::core

namespace assay::horn {
namespace {

const smt::SolverDefinition* find_built_in(std::string_view name) {
  const auto& all = horn_solvers();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

/// The definition for Horn clauses with the program of `solver`.
smt::SolverDefinition with_program(smt::SolverDefinition definition, const smt::SolverDefinition& solver) {
  definition.name = solver.name;
  definition.argv = solver.argv;
  definition.persistent = solver.persistent;
  definition.version = solver.version;
  definition.family_note = solver.family_note;
  definition.install = solver.install;
  definition.library.clear();
  return definition;
}

}  // namespace

const std::vector<smt::SolverDefinition>& horn_solvers() {
  static const std::vector<smt::SolverDefinition> all = [] {
    std::vector<smt::SolverDefinition> made;
    for (const core::BuiltinText& file : core::builtin_horn_texts()) {
      auto definition = smt::parse_solver(file.text, std::string(file.path));
      ASSAY_CHECK(definition.ok(), "a built-in definition is broken: " + definition.error().text());
      definition->family = definition->name;
      made.push_back(std::move(*definition));
    }
    return made;
  }();
  return all;
}

bool reads_muz(const smt::SolverDefinition& definition) {
  return std::find(definition.logics.begin(), definition.logics.end(), "MUZ") != definition.logics.end();
}

Result<smt::SolverDefinition> resolve_horn_solver(const std::string& text) {
  if (const auto* found = find_built_in(text)) return *found;
  // "mine:golem=..." of a family that only this area knows is run as plain SMT-LIB, with the family's own flags.
  const std::size_t equals = text.find('=');
  const std::size_t colon = text.find(':');
  const auto* family = equals != std::string::npos && colon < equals
                           ? find_built_in(text.substr(colon + 1, equals - colon - 1))
                           : nullptr;
  if (family != nullptr && family->dialect.name != "z3") {
    const auto plain = smt::resolve_solver(text.substr(0, colon) + ":smtlib" + text.substr(equals));
    if (!plain) return plain.error();
    smt::SolverDefinition made = with_program(*family, *plain);
    for (std::size_t i = 1; i < family->argv.size(); ++i) made.argv.push_back(family->argv[i]);
    return made;
  }
  auto solver = smt::resolve_solver(text);
  if (!solver && text.find_first_of("=./") == std::string::npos) {
    std::vector<std::string> names;
    for (const smt::SolverDefinition& one : horn_solvers()) names.push_back(one.name);
    return Error{"unknown target '" + text + "'",
                 "built in: " + join(names, ", ") + "; or name:family=/path/to/solver -flags, or a TOML file"};
  }
  if (!solver) return solver.error();
  if (const auto* known = find_built_in(solver->family)) return with_program(*known, *solver);
  if (text.find(".toml") == std::string::npos) solver->options.clear();  // they are options for other logics
  return solver;
}

}  // namespace assay::horn
