#include <algorithm>
#include <utility>

#include "assay/base/hash.hpp"
#include "assay/smt/fuzz.hpp"
#include "smt/fuzz/config.hpp"
#include "smt/fuzz/ladder.hpp"
#include "smt/fuzz/tester.hpp"

namespace assay::smt {
namespace {

class FuzzModule final : public core::Module {
 public:
  explicit FuzzModule(std::shared_ptr<const FuzzConfig> config) : config_(std::move(config)) {
    for (std::size_t i = 0; i < config_->targets.size(); ++i)
      infos_.push_back({config_->targets[i].name, config_->versions[i], config_->targets[i].argv});
  }

  std::string name() const override { return "smt-fuzz"; }
  const std::vector<core::TargetInfo>& targets() const override { return infos_; }

  std::vector<core::Control> controls() const override {
    std::vector<core::Control> all;
    for (std::size_t i = 0; i < config_->targets.size(); ++i)
      for (core::Control& control : solver_controls(config_->targets[i], i)) all.push_back(std::move(control));
    return all;
  }

  std::string configuration() const override { return fuzz_option_table().to_toml(config_->options); }

  // Targets count only as far as they decide about cases: through tactics, and through references that may value.
  std::uint64_t fingerprint() const override {
    std::uint64_t hash = hash_bytes("smt-fuzz 2", fuzz_option_table().fingerprint(config_->options));
    for (const std::string& tactic : config_->tactics) hash = hash_bytes(tactic, hash);
    for (const Reference& reference : config_->references)
      hash = hash_bytes(reference.version, hash_bytes(reference.definition.name, hash));
    hash = combine(hash, config_->judges.size());
    for (const Seed& seed : config_->corpus.seeds) hash = hash_bytes(seed.text, hash);
    return hash;
  }

  core::ModuleDescription description() const override {
    return {.title = "Fuzzing SMT solvers", .target = "solver", .group = "logic"};
  }
  Result<std::unique_ptr<core::Tester>> make_tester() const override { return make_fuzz_tester(config_); }
  // Each seed gets two visits.
  std::uint64_t idle_limit() const override {
    return std::max<std::uint64_t>(core::Module::idle_limit(), 2 * kBlockSize * config_->corpus.seeds.size());
  }

 private:
  std::shared_ptr<const FuzzConfig> config_;
  std::vector<core::TargetInfo> infos_;
};

}  // namespace

Result<std::unique_ptr<core::Module>> make_fuzz_module(const FuzzOptions& options, SeedCorpus corpus) {
  auto config = make_config(options);
  if (!config) return config.error();
  (*config)->corpus = std::move(corpus);
  return std::unique_ptr<core::Module>(std::make_unique<FuzzModule>(std::move(*config)));
}

}  // namespace assay::smt
