#include <cstdlib>
#include <filesystem>
#include <utility>

#include "analyzer/target/analyzer.hpp"
#include "analyzer_definition_toml.hpp"
#include "core/target/definition.hpp"
#include "core/target/version.hpp"

namespace assay::core {
[[nodiscard]] std::span<const BuiltinText> builtin_analyzer_texts();  // the files in data/analyzers
}  // namespace assay::core

namespace assay::analyzer {
namespace {

/// A program that holds an analyzer's library belongs to Assay, and is not on the PATH.
std::string located(const std::string& program) {
  const std::string ours = program.starts_with("assay-") ? core::find_hidden_program(program) : std::string();
  return ours.empty() ? program : ours;
}

/// The folder of a definition's programs, and the setting or variable that names it.
struct Home {
  std::string folder, named_by;
};
Home home_of(const Definition& definition) {
  for (const auto& [key, value] : definition.settings)
    if (key == "home" && !value.empty()) return {value, "the setting 'home'"};
  const char* const value = definition.home.empty() ? nullptr : std::getenv(definition.home.c_str());
  return value == nullptr ? Home{} : Home{value, definition.home};
}

/// Replaces the command's program, if it is `family`, by the user's program and flags.
void use_program(std::vector<std::string>& command, const std::string& family, const std::vector<std::string>& words) {
  if (command.empty() || command.front() != family) return;
  command.front() = words[0];
  command.insert(command.begin() + 1, words.begin() + 1, words.end());
}

/// A built-in analyzer with the user's program and flags.
Result<Definition> analyzer_of_command(const core::NamedTarget& named) {
  const std::vector<std::string>& words = named.words;
  std::vector<core::TargetFamily> families;
  for (const Definition& one : builtin_analyzers())
    families.push_back({one.name, one.version, one.argv.empty() ? std::string() : one.recognize});
  const Result<core::ChosenFamily> chosen = core::choose_family(named, families);
  if (!chosen) return chosen.error();
  if (!chosen->index) {
    const std::string reason = chosen->note.empty() ? "there is no program '" + words[0] + "'" : chosen->note;
    return Error{
        "target '" + named.name + "': how its facts are read is not known: " + reason,
        "say which analyzer it is, as in " + core::with_family(named, "cppcheck") +
            "; or write a TOML file, with inherits = \"cppcheck\", say, or as docs/user/analyzers.md describes"};
  }
  const Definition& family = builtin_analyzers()[*chosen->index];
  Definition definition = family;
  definition.name = named.name;
  definition.family_note = chosen->note;
  Tuning& tuning = definition.tuning;
  for (std::vector<std::string>* command : {&definition.argv, &tuning.argv, &tuning.command})
    use_program(*command, family.argv[0], words);
  for (std::vector<std::string>* command : {&tuning.prepare, &tuning.fingerprint})
    use_program(*command, family.argv[0], {words[0]});
  for (Splitting::Step& step : definition.splitting.steps) use_program(step.argv, family.argv[0], words);
  // Steps that run another program than the user's, such as "clang-14" for "clang", would not test the user's.
  if (definition.splitting.known() && definition.splitting.steps.back().argv[0] != words[0]) definition.splitting = {};
  if (!definition.version.empty()) definition.version[0] = words[0];
  definition.install = "the program is '" + words[0] + "'";
  return definition;
}

const core::Definitions<Definition>& definitions() {
  static const core::Definitions<Definition> all({
      .toml = {"analyzer", "docs/user/analyzers.md"},
      .example = "mine=/path/to/cppcheck --enable=all",
      .files = core::builtin_analyzer_texts,
      .read = read_analyzer,
      .check = check_analyzer,
      .commands =
          [](Definition& one) {
            return std::vector{&one.argv, &one.version};
          },
      .of_command = analyzer_of_command,
  });
  return all;
}

}  // namespace

const std::vector<Definition>& builtin_analyzers() { return definitions().all(); }

Result<Definition> parse_analyzer(std::string_view toml, const std::string& path) {
  return definitions().parse(toml, path);
}

Result<Definition> resolve_analyzer(std::string_view text) { return definitions().resolve(text); }

Result<std::string> program_of(const Definition& definition, const std::string& name) {
  const Home home = home_of(definition);
  const std::string whose = "target '" + definition.name + "': there is no program '" + name + "'";
  if (home.folder.empty() || name.find('/') != std::string::npos) {
    std::string found = core::find_program(name);
    return found.empty() ? Result<std::string>(Error{whose, definition.install}) : Result<std::string>(found);
  }
  for (const char* place : {"/build/bin/", "/bin/", "/"}) {
    std::string found = core::find_program(home.folder + place + name);
    if (!found.empty()) return found;
  }
  const std::string where = "in '" + home.folder + "', which " + home.named_by + " names";
  return Error{whose + " " + where, name + " is not " + where + ": " + definition.install};
}

Result<std::string> version_of(const Definition& definition) {
  std::string program = definition.argv.empty() ? std::string() : located(definition.argv[0]);
  std::vector<std::string> question = definition.version;
  if (!question.empty()) question[0] = located(question[0]);
  if (!home_of(definition).folder.empty() && !program.empty()) {
    const Result<std::string> found = program_of(definition, program);
    if (!found) return found.error();
    program = *found;
    if (!question.empty()) question[0] = program;
  }
  return core::version_of({definition.name, program, question, definition.install, definition.version_label});
}

}  // namespace assay::analyzer
