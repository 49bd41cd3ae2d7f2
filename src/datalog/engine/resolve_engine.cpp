#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "core/target/definition.hpp"
#include "core/target/patterns.hpp"
#include "core/target/version.hpp"
#include "datalog/engine/engine.hpp"
#include "engine_definition_toml.hpp"
#include "remove_capabilities.hpp"

namespace assay::core {
[[nodiscard]] std::span<const BuiltinText> builtin_engine_texts();  // the files in data/engines
}  // namespace assay::core

namespace assay::datalog {
namespace {

/// A built-in engine with the user's program and flags. Engines with a driver of Assay run no other program.
Result<EngineDefinition> from_command(const core::NamedTarget& named) {
  const std::vector<std::string>& words = named.words;
  std::vector<core::TargetFamily> families;
  std::vector<const EngineDefinition*> engines;
  std::vector<std::string> names;
  for (const EngineDefinition& one : builtin_engines()) {
    if (!one.driver.empty()) continue;
    families.push_back({one.name, one.version, one.recognize});
    engines.push_back(&one);
    names.push_back(one.name);
  }
  const Result<core::ChosenFamily> chosen = core::choose_family(named, families);
  if (!chosen) return chosen.error();
  if (!chosen->index) {
    const std::string reason = chosen->note.empty() ? "there is no program '" + words[0] + "'" : chosen->note;
    return Error{"target '" + named.name + "': which Datalog dialect it reads is not known: " + reason,
                 "say which engine it is (" + join(names, ", ") + "), as in " + core::with_family(named, "souffle") +
                     "; or write a TOML file with name, dialect and argv: docs/user/datalog-engines.md"};
  }
  EngineDefinition definition = *engines[*chosen->index];
  definition.name = named.name;
  definition.note = chosen->note;
  // A persistent driver cannot pass on the user's flags.
  if (!definition.persistent_driver.empty() && words.size() > 1) definition.persistent.clear();
  for (std::vector<std::string>* argv : {&definition.argv, &definition.persistent, &definition.version})
    if (!argv->empty()) (*argv)[0] = words[0];
  for (std::vector<std::string>* argv : {&definition.argv, &definition.persistent})
    if (!argv->empty()) argv->insert(argv->begin() + 1, words.begin() + 1, words.end());
  definition.library.clear();
  definition.install = "the program is '" + words[0] + "'";
  return definition;
}

Result<std::string> version_of(const EngineDefinition& definition) {
  Result<std::string> version = core::version_of(
      {definition.name, definition.argv[0], definition.version, definition.install, definition.version_label});
  if (!version || core::version_number(*version).empty()) return version;
  for (const core::KnownBug& row : definition.unusable)
    if (row.may_be_in(*version))
      return Error{"the target '" + definition.name + "' cannot be tested with " + printable(*version),
                   printable(*version) + ": " + row.cause};
  return version;
}

const core::Definitions<EngineDefinition>& definitions() {
  static const core::Definitions<EngineDefinition> all({
      .toml = {"engine", "docs/user/datalog-engines.md"},
      .example = "mine=/path/to/souffle -j4",
      .files = core::builtin_engine_texts,
      .read = read_engine,
      .check = check_engine,
      .commands =
          [](EngineDefinition& one) {
            return std::vector{&one.argv, &one.persistent, &one.version};
          },
      .of_command = from_command,
      .needs_argv = true,
  });
  return all;
}

/// The command that runs many programs in one process; empty: this build of the engine cannot run many.
std::vector<std::string> persistent_words(const EngineDefinition& definition) {
  if (definition.persistent.empty() || definition.persistent_builds.empty()) return definition.persistent;
  const core::ProcessResult said = core::ask_target(definition.version);
  for (const PersistentBuild& build : definition.persistent_builds)
    if (core::matches_lines(build.output, said.out + "\n" + said.err))
      return with_flags(definition.persistent, build.flags);
  return {};
}

}  // namespace

std::vector<std::string> with_flags(std::vector<std::string> words, const std::vector<std::string>& flags) {
  const auto driver = std::find(words.begin(), words.end(), "{driver}");
  words.insert((driver == words.end() ? words.begin() : driver) + 1, flags.begin(), flags.end());
  return words;
}

const std::vector<EngineDefinition>& builtin_engines() { return definitions().all(); }

Result<EngineDefinition> parse_engine(std::string_view toml, const std::string& path) {
  return definitions().parse(toml, path);
}

Result<EngineDefinition> resolve_engine(std::string_view text) { return definitions().resolve(text); }

std::string_view name(EngineStyle style) {
  constexpr std::string_view kNames[] = {"process", "persistent", "library"};
  return kNames[static_cast<std::size_t>(style)];
}

std::optional<EngineStyle> engine_style(std::string_view text) {
  for (const EngineStyle style : {EngineStyle::Process, EngineStyle::Persistent, EngineStyle::Library})
    if (name(style) == text) return style;
  return std::nullopt;
}

Result<EngineDefinition> in_style(EngineDefinition definition, EngineStyle style) {
  if (style == EngineStyle::Process) definition.persistent.clear();
  if (style == EngineStyle::Persistent && !definition.persistent.empty()) {
    definition.persistent = persistent_words(definition);
    if (!definition.persistent.empty()) {
      definition.cost = 1;  // many programs share the cost of one process
      return definition;
    }
    definition.note += (definition.note.empty() ? "" : "; ") +
                       std::string("each program has a process of its own: this build cannot run several in one");
  }
  if (style != EngineStyle::Library) return definition;
  if (definition.library.empty())
    return Error{"target '" + definition.name + "' is not available as a library",
                 "use --style persistent or --style process; `assay datalog targets` lists the styles of each target"};
  std::string& program = definition.library[0];
  std::string path = program.find('/') == std::string::npos ? core::find_hidden_program("assay-" + program + "-worker")
                                                            : core::find_program(program);
  if (path.empty())
    return Error{"target '" + definition.name + "': the program assay-" + program + "-worker is not beside assay",
                 "it is built where the library is found (apt install libz3-dev, for z3)"};
  program = std::move(path);
  definition.persistent = definition.library;
  definition.persistent_driver.clear();
  definition.persistent_before.clear();
  definition.persistent_after = "(reset)\n(echo \"" + std::string(kEndOfAnswer) + "\")\n";
  return definition;
}

Result<std::vector<EngineTarget>> resolve_engines(const std::vector<std::string>& texts, bool must_run) {
  std::vector<EngineTarget> targets;
  for (const std::string& text : texts) {
    Result<EngineDefinition> definition = resolve_engine(text);
    if (!definition) return definition.error();
    const bool taken = std::any_of(targets.begin(), targets.end(), [&](const EngineTarget& other) {
      return other.definition.name == definition->name;
    });
    if (taken)
      return Error{"two targets are called \"" + definition->name + "\"", "name one of them: 'other=program flags'"};
    Result<std::string> version = version_of(*definition);
    if (must_run && !version) return version.error();
    EngineTarget target;
    target.dialect = dialect(definition->dialect);
    target.capabilities = target.dialect->capabilities;
    if (Status status = remove_capabilities(target.capabilities, definition->lacks); !status) return status.error();
    target.version = version ? *version : "unknown";
    target.definition = std::move(*definition);
    core::keep_bugs_of_version(target.definition.known_bugs, target.version);
    targets.push_back(std::move(target));
  }
  return targets;
}

}  // namespace assay::datalog
