#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "assay/base/similar.hpp"
#include "assay/base/text.hpp"
#include "assay/core/io.hpp"
#include "assay/core/target/named.hpp"
#include "assay/core/target/scratch.hpp"
#include "assay/smt/solver.hpp"
#include "solver_definition_toml.hpp"

namespace assay::smt {
namespace {

namespace fs = std::filesystem;

std::optional<SolverDefinition> builtin(std::string_view name) {
  for (const SolverDefinition& one : builtin_solvers()) {
    if (one.name == name) return one;
  }
  return std::nullopt;
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  for (const SolverDefinition& one : builtin_solvers()) {
    if (!one.argv.empty()) names.push_back(one.name);
  }
  return names;
}

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
  // The first built-in solver, `smtlib`, stands for any program that reads SMT-LIB.
  SolverDefinition definition = builtin_solvers()[chosen->index.value_or(0)];
  definition.name = named.name;
  definition.family_note = chosen->note;
  if (!chosen->index && !chosen->note.empty())
    definition.family_note = "run as plain SMT-LIB, because " + chosen->note + ". If it is one of " +
                             join(builtin_names(), ", ") + ", say so: " + core::with_family(named, "z3");
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

Result<SolverDefinition> from_file(const std::string& path) {
  const Result<std::string> text = core::read_text_file(path);
  if (!text) return Error{text.error().message, "give a target's TOML file as docs/user/targets.md shows"};
  return parse_solver(*text, path);
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

Result<SolverDefinition> parse_solver(std::string_view toml, const std::string& path) {
  Result<SolverDefinition> read = read_definition(toml, path, builtin);
  if (!read) return read;
  SolverDefinition definition = std::move(*read);
  if (definition.argv.empty()) {
    return Error{path + ": target '" + definition.name + "' has no 'argv'", "the program and its flags, as an array"};
  }
  if (definition.family.empty()) definition.family = "smtlib";
  const fs::path folder = fs::path(path).parent_path();
  for (std::vector<std::string>* argv : {&definition.argv, &definition.persistent, &definition.version}) {
    if (argv->empty()) continue;
    // A relative path is relative to the folder of the definition, if the program exists there.
    std::string& program = (*argv)[0];
    std::error_code error;
    const bool relative = program.find('/') != std::string::npos && program[0] != '/';
    if (relative && fs::exists(folder / program, error)) program = (folder / program).string();
    for (std::string& word : *argv) word = core::anchored(word);
  }
  return definition;
}

Result<SolverDefinition> resolve_solver(std::string_view text) {
  const Result<core::NamedTarget> named = core::read_named_target(text, "mine=/path/to/solver -flag");
  if (!named) return named.error();
  if (!named->words.empty()) return from_command(*named);
  if (!named->file.empty()) return from_file(named->file);
  if (std::optional<SolverDefinition> found = builtin(named->name); found && !found->argv.empty())
    return std::move(*found);
  return Error{"unknown target '" + named->name + "'", did_you_mean(named->name, builtin_names()) +
                                                           "built in: " + join(builtin_names(), ", ") +
                                                           "; or name=/path/to/solver -flags, or a TOML file"};
}

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
