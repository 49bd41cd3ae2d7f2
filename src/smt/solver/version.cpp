#include "core/target/version.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "core/proc/proc.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

Result<std::string> solver_version(const SolverDefinition& definition) {
  const std::string_view program = definition.argv.empty() ? std::string_view() : definition.argv[0];
  return core::version_of({definition.name, program, definition.version, definition.install});
}

std::string library_worker(const SolverDefinition& definition) {
  if (definition.library.empty()) return {};
  if (definition.library.find('/') != std::string::npos) return core::find_program(definition.library);
  return core::find_hidden_program("assay-" + definition.library + "-worker");
}

namespace {

/// The script with a (minimize group) for every `:id` of its soft constraints, before its first check.
std::string with_minimized_groups(const std::string& script) {
  constexpr std::string_view kId = ":id ";
  std::vector<std::string> groups;
  std::string commands;
  for (std::size_t at = script.find(kId); at != std::string::npos; at = script.find(kId, at + 1)) {
    const std::size_t begin = at + kId.size();
    const std::string group = script.substr(begin, script.find_first_of(" )", begin) - begin);
    if (std::find(groups.begin(), groups.end(), group) != groups.end()) continue;
    groups.push_back(group);
    commands += "(minimize " + group + ")\n";
  }
  const std::size_t check = script.find("(check-sat");
  return check == std::string::npos ? script : std::string(script).insert(check, commands);
}

std::string comment(std::string_view keyword, std::string_view text) {
  return std::string(keyword) + std::string(text) + "\n";
}

}  // namespace

std::string input_text(const SolverDefinition& definition, const core::Case& subject,
                       std::optional<std::string> script) {
  if (!script) {
    const core::File* file = subject.file(kScriptFile);
    if (file == nullptr && !subject.files.empty()) file = &subject.files.front();
    if (file == nullptr) return {};
    script = file->content;
  }
  const core::File* witness = subject.file(kWitnessFile);
  if (definition.minimize_groups) return with_minimized_groups(*script);
  if (!definition.witness_comments) return std::move(*script);
  std::string text;
  if (const Result<SmtFacts> facts = SmtFacts::from_json(subject.metadata)) {
    if (witness != nullptr) text += comment(kInterpretationComment, std::to_string(facts->interpretation));
    if (!facts->core.empty()) text += comment(kCoreComment, join(facts->core, " "));
    if (!facts->optimum.empty()) text += comment(kOptimumComment, join(facts->optimum, " "));
  }
  if (witness == nullptr) return text + *script;
  for (const std::string_view line : split(witness->content, '\n')) text += comment(kWitnessComment, line);
  return text + *script;
}

}  // namespace assay::smt
