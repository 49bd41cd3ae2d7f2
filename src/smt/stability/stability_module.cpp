#include <utility>

#include "assay/base/hash.hpp"
#include "smt/compare/user_scripts.hpp"
#include "smt/judge/compared_answer.hpp"
#include "smt/reduce/kept_change.hpp"
#include "smt/stability/stability_config.hpp"
#include "smt/stability/stability_tester.hpp"

namespace assay::smt {
namespace {

class StabilityModule final : public core::Module {
 public:
  explicit StabilityModule(std::shared_ptr<const StabilityConfig> config) : config_(std::move(config)) {}

  std::string name() const override { return "smt-stability"; }
  const std::vector<core::TargetInfo>& targets() const override { return infos_; }
  std::vector<core::Control> controls() const override { return answer_controls(infos_); }
  std::string configuration() const override { return stability_option_table().to_toml(config_->options); }

  std::uint64_t fingerprint() const override {
    std::uint64_t hash = hash_bytes("smt-stability 2", stability_option_table().fingerprint(config_->options));
    for (const std::string& script : config_->scripts) hash = hash_bytes(script, hash);
    return hash;
  }

  core::ModuleDescription description() const override {
    return {.title = "Stability of SMT scripts", .target = "solver", .group = "logic"};
  }
  Result<std::unique_ptr<core::Tester>> make_tester() const override {
    return std::unique_ptr<core::Tester>(std::make_unique<StabilityTester>(config_));
  }
  std::optional<std::uint64_t> case_count() const override { return config_->scripts.size(); }

 private:
  std::shared_ptr<const StabilityConfig> config_;
  const std::vector<core::TargetInfo> infos_ = infos_of(config_->targets);
};

}  // namespace

Result<std::vector<std::string>> find_stability_scripts(const StabilityOptions& options) {
  return find_user_scripts(options.scripts);
}

Result<SamplerSetup> sampler_setup(const StabilityOptions& options) {
  Result<Mutations> mutations = mutations_of(options.mutate);
  if (!mutations) return mutations.error();
  // The options stay as they are, because a resume reads them again.
  return SamplerSetup{despite_errors(options.make_solver ? options.make_solver : SolverFactory(make_runner_port)),
                      limited_by_cpu(options.limits),
                      *mutations,
                      options.mutants,
                      options.confidence,
                      options.seed,
                      false,
                      options.at_once};
}

Result<std::unique_ptr<core::Module>> make_stability_module(const StabilityOptions& options,
                                                            std::vector<std::string> scripts) {
  auto config = std::make_shared<StabilityConfig>();
  config->options = options;
  Result<SamplerSetup> sampler = sampler_setup(options);
  if (!sampler) return sampler.error();
  config->sampler = std::move(*sampler);
  config->scripts = std::move(scripts);
  config->names = names_of(config->scripts);
  Result<std::vector<Target>> targets = resolve_targets(options.targets, !options.make_solver);
  if (!targets) return targets.error();
  config->targets = std::move(*targets);
  return std::unique_ptr<core::Module>(std::make_unique<StabilityModule>(std::move(config)));
}

}  // namespace assay::smt
