#include <array>
#include <map>
#include <utility>

#include "assay/base/hash.hpp"
#include "smt/solver/drawn_options.hpp"
#include "smt/solver/model_counts.hpp"
#include "smt/synth/synth.hpp"
#include "smt/synth/synth_config.hpp"
#include "smt/synth/synth_generator.hpp"

namespace assay::smt {
namespace {

class SynthModule final : public core::Module {
 public:
  explicit SynthModule(std::shared_ptr<const SynthConfig> config) : config_(std::move(config)) {}

  std::string name() const override { return "smt-synth"; }
  const std::vector<core::TargetInfo>& targets() const override { return infos_; }

  std::vector<core::Control> controls() const override {
    std::vector<core::Control> all;
    for (std::size_t i = 0; i < config_->targets.size(); ++i)
      for (core::Control& control : solver_controls(config_->targets[i].definition, i))
        all.push_back(std::move(control));
    return all;
  }

  std::string configuration() const override { return synth_option_table().to_toml(config_->options); }

  // The plan depends on rules, bounds and filters. Its counts also detect changes of Assay's tables.
  std::uint64_t fingerprint() const override {
    std::uint64_t hash = hash_bytes("smt-synth 2", synth_option_table().fingerprint(config_->options));
    for (const RuleText& rule : config_->rules) hash = hash_bytes(rule.script, hash_bytes(rule.name, hash));
    for (const PlannedFamily& family : config_->plan.families()) {
      hash = hash_bytes(family.theory, hash_bytes(family.category, hash));
      hash = combine(hash_bytes(family.subject, hash), family.count);
    }
    for (const std::string& pattern : config_->options.focus) hash = hash_bytes(pattern, hash);
    if (config_->options.options_percent > 0)
      for (const Target& target : config_->targets) hash = combine(hash, options_fingerprint(target.definition));
    return hash;
  }

  std::optional<core::SlowRule> only_changes() const override {
    if (!config_->options.only_changes) return std::nullopt;
    return core::SlowRule{config_->options.slow_factor, config_->options.slow_seconds};
  }
  core::ModuleDescription description() const override {
    return {.title = "Synthesising formulas for SMT solvers",
            .target = "solver",
            .strategy = "category",
            .group = "theory",
            .label = "operation or class of constants"};
  }
  std::vector<std::string> advice(const core::CampaignRecord& record) const override {
    std::vector<std::string> lines = model_advice(record);
    for (std::string& line : proof_advice(record)) lines.push_back(std::move(line));
    return lines;
  }
  Result<std::unique_ptr<core::Tester>> make_tester() const override { return make_synth_tester(config_); }

  std::optional<std::uint64_t> case_count() const override {
    if (config_->options.sample) return std::nullopt;
    return config_->plan.count();
  }

 private:
  std::shared_ptr<const SynthConfig> config_;
  const std::vector<core::TargetInfo> infos_ = infos_of(config_->targets);
};

}  // namespace

Result<std::unique_ptr<core::Module>> make_synth_module(const SynthOptions& options, bool only_replay) {
  if (options.targets.empty()) return Error{"no target is given", "add --target z3, for example"};
  auto config = only_replay ? config_without_plan(options) : make_synth_config(options);
  if (!config) return config.error();
  return std::unique_ptr<core::Module>(std::make_unique<SynthModule>(std::move(*config)));
}

Result<std::vector<SynthCount>> count_formulas(const SynthOptions& options) {
  const auto config = make_synth_config(options);
  if (!config) return config.error();
  // Families of one operation with different argument sorts or depths are added up.
  std::vector<SynthCount> counts;
  std::map<std::array<std::string, 3>, std::size_t> rows;
  for (const PlannedFamily& family : (*config)->plan.families()) {
    if (family.count == 0) continue;
    const auto [row, is_new] = rows.try_emplace({family.category, family.theory, family.subject}, counts.size());
    if (is_new) counts.push_back({family.category, family.theory, family.subject, 0});
    counts[row->second].count += family.count;
  }
  return counts;
}

}  // namespace assay::smt
