#include "smt/solver/target.hpp"

#include <utility>

namespace assay::smt {
namespace {

class RunnerPort final : public SolverPort {
 public:
  RunnerPort(const SolverDefinition& definition, const core::Limits& limits) : runner_(definition, limits) {}
  SolverAnswer run(std::string_view script, const Query& query, RunStyle style, const std::stop_token& stop) override {
    return runner_.run(script, query, style, stop);
  }

 private:
  SolverRunner runner_;
};

}  // namespace

std::unique_ptr<SolverPort> make_runner_port(const SolverDefinition& definition, const core::Limits& limits) {
  return std::make_unique<RunnerPort>(definition, limits);
}

Result<std::vector<Target>> resolve_targets(
    const std::vector<std::string>& texts, bool must_run,
    const std::function<Result<SolverDefinition>(const std::string&)>& resolve) {
  if (texts.empty()) return Error{"no target is given", "add --target z3, for example"};
  std::vector<Target> targets;
  for (const std::string& text : texts) {
    auto definition = resolve(text);
    if (!definition) return definition.error();
    for (const Target& other : targets)
      if (other.definition.name == definition->name)
        return Error{"two targets are called \"" + definition->name + "\"", "name one of them: 'other=program flags'"};
    auto version = solver_version(*definition);
    // A solver without a `version` command is accepted. If it cannot be run, its controls fail.
    if (must_run && !version && !definition->version.empty()) return version.error();
    core::keep_bugs_of_version(definition->known_bugs, version ? *version : "unknown");
    speak_as_of(*definition, version ? *version : "unknown");
    std::erase_if(definition->options, [&](const SolverOption& option) {
      return !core::version_is_between(version ? *version : "unknown", option.since, option.fixed);
    });
    Capabilities capabilities(*definition);
    targets.push_back({std::move(*definition), std::move(capabilities), version ? *version : "unknown"});
  }
  return targets;
}

std::vector<core::TargetInfo> infos_of(const std::vector<Target>& targets) {
  std::vector<core::TargetInfo> infos;
  for (const auto& [definition, capabilities, version] : targets)
    infos.push_back({definition.name, version, definition.argv, definition.family_note});
  return infos;
}

}  // namespace assay::smt
