#include <algorithm>
#include <array>

#include "assay/base/text.hpp"
#include "assay/core/proc.hpp"
#include "assay/core/target/scratch.hpp"
#include "assay/smt/solver.hpp"

namespace assay::smt {
namespace {

bool has_digit(std::string_view line) { return line.find_first_of("0123456789") != std::string_view::npos; }

/// The first line that has a number in it: some programs greet before they say their version.
std::string version_line(std::string_view text) {
  for (const std::string_view line : split(text, '\n')) {
    if (has_digit(line)) return shortened(printable(trim(line)), 120);
  }
  return {};
}

}  // namespace

Result<std::string> solver_version(const SolverDefinition& definition) {
  const std::string program = definition.argv.empty() ? std::string() : definition.argv[0];
  if (program.empty()) return Error{"target '" + definition.name + "' has no program", definition.install};
  if (core::find_program(program).empty()) {
    return Error{"target '" + definition.name + "': there is no program '" + program + "'", definition.install};
  }
  if (definition.version.empty()) return std::string("unknown");
  core::Limits limits;
  limits.wall_seconds = 20;
  limits.output_bytes = 1U << 16;
  core::ScratchFolder scratch;
  const core::ProcessResult result = core::run_in(scratch, {definition.version, {}, {}}, "", limits);
  if (result.ending == core::Ending::FailedToStart) {
    return Error{"target '" + definition.name + "': " + result.message, definition.install};
  }
  std::string line = version_line(result.out);
  if (line.empty()) line = version_line(result.err);
  return line.empty() ? std::string("unknown") : line;
}

std::string library_worker(const SolverDefinition& definition) {
  if (definition.library.empty()) return {};
  if (definition.library.find('/') != std::string::npos) return core::find_program(definition.library);
  return core::find_hidden_program("assay-" + definition.library + "-worker");
}

namespace {

/// The script with a (minimize group) before its first check for every `:id` of its soft constraints.
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

std::string input_text(const SolverDefinition& definition, const core::Case& subject) {
  const core::File* script = subject.file(kScriptFile);
  if (script == nullptr && !subject.files.empty()) script = &subject.files.front();
  if (script == nullptr) return {};
  const core::File* witness = subject.file(kWitnessFile);
  if (definition.minimize_groups) return with_minimized_groups(script->content);
  if (!definition.witness_comments) return script->content;
  std::string text;
  if (const Result<SmtFacts> facts = SmtFacts::from_json(subject.metadata)) {
    if (witness != nullptr) text += comment(kInterpretationComment, std::to_string(facts->interpretation));
    if (!facts->core.empty()) text += comment(kCoreComment, join(facts->core, " "));
    if (!facts->optimum.empty()) text += comment(kOptimumComment, join(facts->optimum, " "));
  }
  if (witness == nullptr) return text + script->content;
  for (const std::string_view line : split(witness->content, '\n')) text += comment(kWitnessComment, line);
  return text + script->content;
}

}  // namespace assay::smt
