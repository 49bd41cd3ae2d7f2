#include <algorithm>
#include <set>
#include <utility>

#include "analyzer/adapters/adapters.hpp"
#include "analyzer/test/pass_rows.hpp"
#include "analyzer_config.hpp"
#include "analyzer_controls.hpp"
#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/proc/proc.hpp"
#include "core/target/definition.hpp"

namespace assay::analyzer {
namespace {

/// The missing isolation on this machine: "here a checked program can change your files (...)".
std::string gaps_here() {
  std::string gaps;
  for (const std::string& gap : core::isolation_gaps())
    gaps += (gaps.empty() ? "here a checked program can " : ", and ") + gap;
  return gaps;
}

/// A note about a target at the start of a campaign: its family, and the missing isolation.
std::string note_of(const Definition& definition) {
  const std::string gaps = gaps_here();
  return definition.family_note + (definition.family_note.empty() || gaps.empty() ? "" : "; ") + gaps;
}

class TestModule final : public core::Module {
 public:
  explicit TestModule(std::shared_ptr<const TestConfig> config) : config_(std::move(config)) {
    for (const TestTarget& target : config_->targets)
      infos_.push_back({target.definition.name, target.version, target.definition.argv, note_of(target.definition)});
  }

  std::string name() const override { return "analyzer-test"; }
  const std::vector<core::TargetInfo>& targets() const override { return infos_; }
  std::vector<core::Control> controls() const override { return controls_of(*config_); }
  std::string configuration() const override { return test_option_table().to_toml(config_->options); }

  // Cases depend on the options that are marked so, on the chosen generators, and on the contents of the programs.
  std::uint64_t fingerprint() const override {
    std::uint64_t hash = hash_bytes(case_count() ? "analyzer-test 3" : "analyzer-test 2",
                                    test_option_table().fingerprint(config_->options));
    for (const ProgramGenerator* generator : config_->generators) hash = hash_bytes(generator->name, hash);
    for (const UserProgram& user : config_->programs) {
      for (const core::File& file : user.program.files) hash = hash_bytes(file.content, hash);
      hash = hash_bytes(user.program.input, hash);
    }
    return hash;
  }

  std::optional<core::SlowRule> only_changes() const override {
    if (!config_->options.only_changes) return std::nullopt;
    return core::SlowRule{config_->options.slow_factor, config_->options.slow_seconds};
  }
  core::ModuleDescription description() const override {
    return {.title = "Testing static analyzers",
            .target = "analyzer",
            .group = "language",
            .label = "feature",
            .gaps = gaps_here()};
  }
  bool reduces_later() const override { return config_->programs.empty(); }
  std::optional<std::uint64_t> case_count() const override {
    if (config_->programs.empty()) return std::nullopt;
    return config_->programs.size() * std::max<std::size_t>(1, config_->options.classes.size());
  }
  Result<std::unique_ptr<core::Tester>> make_tester() const override { return analyzer::make_tester(config_); }

 private:
  std::shared_ptr<const TestConfig> config_;
  std::vector<core::TargetInfo> infos_;
};

Result<std::vector<TestTarget>> resolve_all(const TestOptions& options) {
  std::vector<TestTarget> targets;
  if (options.open) {
    for (const Definition& definition : options.definitions) targets.push_back({definition, "unknown"});
    return targets;
  }
  std::set<std::string> names;
  for (const std::string& text : options.targets) {
    Result<Definition> definition = resolve_analyzer(text);
    if (!definition) return definition.error();
    if (!names.insert(definition->name).second)
      return Error{"two targets are called \"" + definition->name + "\"", "name one of them: 'other=program flags'"};
    Result<std::string> version = version_of(*definition);
    if (!version) return version.error();
    core::keep_bugs_of_version(definition->known_bugs, *version);
    if (Result<std::unique_ptr<Analyzer>> opened = open_analyzer(*definition); !opened) return opened.error();
    targets.push_back({std::move(*definition), std::move(*version)});
  }
  if (targets.empty()) return Error{"no target is given", "add --target cppcheck, for example"};
  return targets;
}

/// The requested generators, or those for the targets' languages.
Result<std::vector<const ProgramGenerator*>> chosen_generators(const TestConfig& config) {
  std::vector<const ProgramGenerator*> chosen;
  for (const ProgramGenerator& generator : program_generators()) {
    const std::vector<std::string>& names = config.options.strategies;
    const bool spoken = std::any_of(config.targets.begin(), config.targets.end(), [&](const TestTarget& target) {
      return target.definition.supports(generator.language) &&
             (target.definition.special_floats || !generator.special_floats);
    });
    const bool wanted = names.empty() || std::find(names.begin(), names.end(), generator.name) != names.end();
    if (spoken && wanted) chosen.push_back(&generator);
  }
  if (chosen.empty() && config.programs.empty())
    return Error{"no strategy makes programs for these targets",
                 "`assay analyzer targets` lists strategies and languages"};
  return chosen;
}

}  // namespace

Result<std::vector<core::KnownBug>> known_causes(const std::string& path) {
  std::vector<core::KnownBug> rows;
  if (path.empty()) return rows;
  const Result<std::string> text = core::read_text_file(path);
  if (!text) return text.error();
  const Status status = core::read_toml(*text, path, {"known-bugs", "docs/user/analyzer-test.md"},
                                        [&](core::TomlRow& root) { core::read_known_bugs(root, rows); });
  if (!status) return status.error();
  return rows;
}

Result<std::unique_ptr<core::Module>> make_test_module(const TestOptions& options, UserPrograms programs) {
  auto config = std::make_shared<TestConfig>();
  config->options = options;
  config->programs = std::move(programs.programs);
  Result<std::vector<TestTarget>> targets = resolve_all(options);
  if (!targets) return targets.error();
  config->targets = std::move(*targets);
  Result<std::vector<const ProgramGenerator*>> generators = chosen_generators(*config);
  if (!generators) return generators.error();
  config->generators = std::move(*generators);
  Result<std::vector<core::KnownBug>> known = known_causes(options.known);
  if (!known) return known.error();
  config->known = std::move(*known);
  return std::unique_ptr<core::Module>(std::make_unique<TestModule>(std::move(config)));
}

std::span<const core::PassRow* const> pass_rows() { return passes::kAll; }

}  // namespace assay::analyzer
