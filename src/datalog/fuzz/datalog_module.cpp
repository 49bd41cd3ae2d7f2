#include <algorithm>
#include <utility>

#include "assay/base/hash.hpp"
#include "base/similar.hpp"
#include "base/text.hpp"
#include "datalog/fuzz/case/datalog_config.hpp"
#include "datalog/fuzz/case/fuzz.hpp"
#include "datalog/fuzz/case/strategies.hpp"
#include "datalog/fuzz/judge/pass_rows.hpp"
#include "datalog/transform/transform.hpp"
#include "datalog_controls.hpp"
#include "datalog_tester.hpp"

namespace assay::datalog {
namespace {

class FuzzModule final : public core::Module {
 public:
  explicit FuzzModule(std::shared_ptr<const FuzzConfig> config) : config_(std::move(config)) {
    for (const EngineTarget& target : config_->targets)
      infos_.push_back({target.definition.name, target.version, target.definition.command(), target.definition.note});
  }

  std::string name() const override { return "datalog-fuzz"; }
  const std::vector<core::TargetInfo>& targets() const override { return infos_; }
  std::vector<core::Control> controls() const override {
    std::vector<core::Control> all;
    for (std::size_t i = 0; i < infos_.size(); ++i)
      for (core::Control& control : engine_controls(i)) all.push_back(std::move(control));
    return all;
  }
  std::string configuration() const override { return fuzz_option_table().to_toml(config_->options); }

  // Cases depend on options that affect cases, seed texts, the targets' dialects and missing features, and Assay's
  // table of transformations. They do not depend on the paths of engines and seeds, which differ between machines.
  std::uint64_t fingerprint() const override {
    std::uint64_t hash = hash_bytes("datalog-fuzz 2", fuzz_option_table().fingerprint(config_->options));
    for (const EngineTarget& target : config_->targets) {
      hash = hash_bytes(target.dialect->name, hash_bytes(target.definition.name, hash));
      for (const std::string& lacking : target.definition.lacks) hash = hash_bytes(lacking, hash);
    }
    for (const Seed& seed : config_->seeds) hash = hash_bytes(seed.text, seed.preferred ? combine(hash, 1) : hash);
    for (const std::string& name : config_->options.focus) hash = hash_bytes(name, hash);
    for (const Transformation& row : transformations()) hash = hash_bytes(row.name, hash);
    return hash;
  }

  std::optional<core::SlowRule> only_changes() const override {
    if (!config_->options.only_changes) return std::nullopt;
    return core::SlowRule{config_->options.slow_factor, config_->options.slow_seconds};
  }
  core::ModuleDescription description() const override {
    return {.title = "Fuzzing Datalog engines", .target = "engine", .group = "dialect", .label = "feature"};
  }
  std::vector<std::string> advice(const core::CampaignRecord&) const override {
    std::vector<std::string> lines;
    for (const auto& [path, relations] : config_->incomplete)
      lines.push_back("this campaign tests less than " + path + ": some facts and rules that define " + relations +
                      " are left out (the first lines of the campaign's output say why)");
    constexpr std::size_t kMaxLines = 5;
    if (lines.size() > kMaxLines) {
      lines.resize(kMaxLines);
      lines.push_back("this campaign tests less than " + std::to_string(config_->incomplete.size() - kMaxLines) +
                      " more seeds");
    }
    return lines;
  }
  Result<std::unique_ptr<core::Tester>> make_tester() const override { return make_fuzz_tester(config_); }

 private:
  std::shared_ptr<const FuzzConfig> config_;
  std::vector<core::TargetInfo> infos_;
};

Result<std::vector<const Strategy*>> chosen_strategies(const std::vector<std::string>& names) {
  std::vector<const Strategy*> chosen;
  std::vector<std::string> known;
  for (const Strategy& strategy : strategies()) {
    known.emplace_back(strategy.name);
    if (names.empty() || std::find(names.begin(), names.end(), strategy.name) != names.end())
      chosen.push_back(&strategy);
  }
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      return Error{"there is no strategy '" + name + "'", did_you_mean(name, known) + "there are " + join(known, ", ")};
  return chosen;
}

}  // namespace

Result<std::shared_ptr<const FuzzConfig>> make_config(const FuzzOptions& options, SeedCorpus corpus) {
  auto config = std::make_shared<FuzzConfig>();
  config->options = options;
  if (!config->options.make_engine) config->options.make_engine = make_engine_port;
  config->targets = options.engines;
  if (config->targets.empty()) {
    Result<std::vector<EngineTarget>> targets = resolve_engines(options.targets, true);
    if (!targets) return targets.error();
    config->targets = std::move(*targets);
  }
  if (options.slow_options)
    for (auto& [definition, dialect, capabilities, version] : config->targets)
      definition.sweeps.insert(definition.sweeps.end(), definition.slow_sweeps.begin(), definition.slow_sweeps.end());
  for (EngineTarget& target : config->targets) {
    Result<EngineDefinition> styled = in_style(std::move(target.definition), options.style);
    if (!styled) return styled.error();
    target.definition = std::move(*styled);
  }
  if (config->targets.empty()) return Error{"no target is given", "add --target muz, for example"};
  for (const std::string& name : options.focus) {
    const std::vector<std::string> known = feature_names();
    if (std::find(known.begin(), known.end(), name) == known.end())
      return Error{"'" + name + "' of --focus is no feature of programs",
                   did_you_mean(name, known) + "known ones: " + join(known, ", ")};
  }
  Result<std::vector<const Strategy*>> chosen = chosen_strategies(options.strategies);
  if (!chosen) return chosen.error();
  config->strategies = std::move(*chosen);
  config->seeds = std::move(corpus.seeds);
  config->incomplete = std::move(corpus.incomplete);
  return std::shared_ptr<const FuzzConfig>(std::move(config));
}

Result<std::unique_ptr<core::Module>> make_fuzz_module(const FuzzOptions& options, SeedCorpus corpus) {
  auto config = make_config(options, std::move(corpus));
  if (!config) return config.error();
  return std::unique_ptr<core::Module>(std::make_unique<FuzzModule>(std::move(*config)));
}

std::vector<std::pair<std::string_view, std::string_view>> fuzz_strategies() {
  std::vector<std::pair<std::string_view, std::string_view>> all;
  for (const Strategy& strategy : strategies()) all.emplace_back(strategy.name, strategy.summary);
  return all;
}

std::span<const core::PassRow* const> pass_rows() { return passes::kAll; }

}  // namespace assay::datalog
