#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "core/target/definition.hpp"
#include "smt/solver/solver.hpp"
#include "solver_definition_toml.hpp"

namespace assay::core {
[[nodiscard]] std::span<const BuiltinText> builtin_solver_texts();  // the files in data/targets
}  // namespace assay::core

namespace assay::smt {
namespace {

const core::Definitions<SolverDefinition>& definitions();

/// The family's argument vector with the user's program and flags (`words`). A family flag that the user gives as well
/// appears once. `own_input`: the user gives "{input}", so the family's is left out.
std::vector<std::string> with_program(const std::vector<std::string>& family, const std::vector<std::string>& words,
                                      bool own_input) {
  std::vector<std::string> argv = {words[0]};
  for (std::size_t i = 1; i < family.size(); ++i) {
    const bool again = std::find(words.begin() + 1, words.end(), family[i]) != words.end();
    if (!again && !(own_input && family[i] == "{input}")) argv.push_back(family[i]);
  }
  argv.insert(argv.end(), words.begin() + 1, words.end());
  return argv;
}

Result<SolverDefinition> from_command(const core::NamedTarget& named) {
  const std::vector<std::string>& words = named.words;
  std::vector<core::TargetFamily> families;
  for (const SolverDefinition& one : builtin_solvers()) families.push_back({one.name, one.version, one.recognize});
  const Result<core::ChosenFamily> chosen = core::choose_family(named, families);
  if (!chosen) return chosen.error();
  // `smtlib` stands for any program that reads SMT-LIB.
  SolverDefinition definition = chosen->index ? builtin_solvers()[*chosen->index] : *definitions().find("smtlib");
  definition.name = named.name;
  definition.family_note = chosen->note;
  if (!chosen->index && !chosen->note.empty())
    definition.family_note = "run as plain SMT-LIB, because " + chosen->note + ". If it is one of " +
                             join(definitions().names(), ", ") + ", say so: " + core::with_family(named, "z3");
  const bool own_input = std::find(words.begin(), words.end(), "{input}") != words.end();
  definition.argv = with_program(definition.argv, words, own_input);
  if (!definition.persistent.empty()) {
    std::vector<std::string> flags = words;
    std::erase(flags, "{input}");
    definition.persistent = with_program(definition.persistent, flags, true);
  }
  if (definition.version.empty()) {
    definition.version = {words[0], "--version"};
  } else {
    definition.version[0] = words[0];
  }
  // The family's library is another solver than the given program.
  definition.library.clear();
  definition.install = "the program is '" + words[0] + "'";
  return definition;
}

const core::Definitions<SolverDefinition>& definitions() {
  static const core::Definitions<SolverDefinition> all({
      .toml = {"solver", "docs/user/targets.md"},
      .example = "mine=/path/to/solver -flag",
      .files = core::builtin_solver_texts,
      .read = read_solver,
      .check = check_solver,
      .commands =
          [](SolverDefinition& one) {
            return std::vector{&one.argv, &one.persistent, &one.version};
          },
      .of_command = from_command,
      .needs_argv = true,
      .built_in = [](SolverDefinition& one) { one.family = one.name; },
  });
  return all;
}

/// Adds the flags, with `value` in place of `variable`.
SolverDefinition with_flags(SolverDefinition definition, const std::vector<std::string>& flags,
                            const std::string& variable, const std::string& value) {
  for (const std::string& flag : flags) {
    const std::string filled = variable.empty() ? flag : replace_all(flag, variable, value);
    definition.argv.push_back(filled);
    if (!definition.persistent.empty()) definition.persistent.push_back(filled);
  }
  return definition;
}

}  // namespace

const std::vector<SolverDefinition>& builtin_solvers() { return definitions().all(); }

Result<SolverDefinition> parse_solver(std::string_view toml, const std::string& path) {
  return definitions().parse(toml, path);
}

Result<SolverDefinition> resolve_solver(std::string_view text) { return definitions().resolve(text); }

SolverDefinition with_work_limit(const SolverDefinition& definition, std::uint64_t work) {
  return with_flags(definition, definition.work_limit, "{work}", std::to_string(work));
}

SolverDefinition with_seed(const SolverDefinition& definition, std::uint64_t seed) {
  return with_flags(definition, definition.reseed, "{seed}", std::to_string(seed));
}

SolverDefinition with_statistics(const SolverDefinition& definition) {
  return with_flags(definition, definition.statistics, "", "");
}

}  // namespace assay::smt
