#include <algorithm>
#include <utility>

#include "assay/base/hash.hpp"
#include "smt/fuzz/config/fuzz_config.hpp"
#include "smt/fuzz/fuzz_tester.hpp"
#include "smt/fuzz/seed/fragments.hpp"
#include "smt/fuzz/seed/fuzz.hpp"
#include "smt/fuzz/seed/ladder.hpp"
#include "smt/solver/drawn_options.hpp"
#include "smt/solver/limits.hpp"
#include "smt/solver/model_counts.hpp"

namespace assay::smt {
namespace {

class FuzzModule final : public core::Module {
 public:
  explicit FuzzModule(std::shared_ptr<const FuzzConfig> config) : config_(std::move(config)) {
    for (std::size_t i = 0; i < config_->targets.size(); ++i)
      infos_.push_back(
          {config_->targets[i].name, config_->versions[i], config_->targets[i].argv, config_->targets[i].family_note});
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

  // Targets are part of the fingerprint only as far as cases depend on them: tactics, unsupported operators, drawn
  // options and the number of judges.
  std::uint64_t fingerprint() const override {
    std::uint64_t hash = hash_bytes("smt-fuzz 2", fuzz_option_table().fingerprint(config_->options));
    if (config_->takes_tactics) hash = hash_bytes("check-sat-using", hash);
    for (const std::string& tactic : config_->tactics) hash = hash_bytes(tactic, hash);
    for (const Reference& reference : config_->references)
      hash = hash_bytes(reference.version, hash_bytes(reference.definition.name, hash));
    hash = combine(hash, config_->judges.size());
    for (const UnsupportedOperators& set : config_->unsupported)
      hash = combine(hash_bytes(std::string(set.operators.begin(), set.operators.end()), hash), set.theories);
    for (const Seed& seed : config_->corpus.seeds)
      hash = hash_bytes(seed.text, seed.preferred ? combine(hash, seed.keeps_options ? 2 : 1) : hash);
    for (const std::string& name : config_->options.focus) hash = hash_bytes(name, hash);
    if (config_->options.options_percent > 0)
      for (const SolverDefinition& target : config_->targets) hash = combine(hash, options_fingerprint(target));
    return hash;
  }

  std::optional<core::SlowRule> only_changes() const override {
    if (!config_->options.only_changes) return std::nullopt;
    return core::SlowRule{config_->options.slow_factor, config_->options.slow_seconds};
  }
  core::ModuleDescription description() const override {
    return {.title = "Fuzzing SMT solvers", .target = "solver", .group = "logic"};
  }
  std::vector<std::string> advice(const core::CampaignRecord& record) const override {
    std::vector<std::string> lines = model_advice(record);
    for (std::string& line : proof_advice(record)) lines.push_back(std::move(line));
    return lines;
  }
  Result<std::unique_ptr<core::Tester>> make_tester() const override { return make_fuzz_tester(config_); }
  // At least two blocks per seed.
  std::uint64_t idle_limit() const override {
    return std::max<std::uint64_t>(core::Module::idle_limit(), 2 * kBlockSize * config_->corpus.seeds.size());
  }

 private:
  std::shared_ptr<const FuzzConfig> config_;
  std::vector<core::TargetInfo> infos_;
};

/// Fails if a reference does not answer a small script. In the campaign, its errors would count as missing answers
/// only.
Status check_references(const FuzzConfig& config) {
  const std::string script = "(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n";
  for (const Reference& reference : config.references) {
    const SolverAnswer answer = config.make_solver(reference.definition)->run(script, {}, RunStyle::Process, {});
    const bool works = answer.kind == SolverAnswer::Kind::Answered || answer.kind == SolverAnswer::Kind::Timeout;
    if (!works)
      return Error{"the reference " + reference.definition.name + " does not answer: " + answer.message,
                   "try its command by hand on a small script"};
  }
  return {};
}

void add_unsupported(const Capabilities& target, UnsupportedOperators& unsupported) {
  for (unsigned i = 0; i < kTheoryCount; ++i)
    if (!target.has(static_cast<Theory>(i))) unsupported.add(static_cast<Theory>(i));
  if (target.lacks(Feature::Datatypes)) unsupported.add(Theory::Datatypes);
  for (std::uint32_t op = 0; op < unsupported.operators.size(); ++op)
    if (target.lacks(OperatorId{op}) || !target.has(Operators::get().row(OperatorId{op}).theory))
      unsupported.operators[op] = true;
}

/// Sets FuzzConfig::never_supported, and removes seeds whose assertions all use operators that no target supports.
void drop_unsupported_seeds(FuzzConfig& config) {
  config.never_supported.assign(Operators::get().size(), true);
  for (std::size_t i = 1; i < config.unsupported.size(); ++i)
    for (std::size_t op = 0; op < config.never_supported.size(); ++op)
      config.never_supported[op] = config.never_supported[op] && config.unsupported[i].operators[op];
  std::vector<Seed> kept;
  for (const Seed& seed : config.corpus.seeds) {
    auto parsed = take_apart(seed.text, seed.name);
    auto* fragments = std::get_if<std::unique_ptr<Fragments>>(&parsed);
    if (fragments != nullptr && drop_assertions_with(**fragments, config.never_supported)) kept.push_back(seed);
  }
  if (!kept.empty()) config.corpus.seeds = std::move(kept);
}

/// Checks references and probes the targets' limits and options. Only for campaigns: a replay does not need that.
Status get_ready(FuzzConfig& config) {
  if (config.corpus.seeds.empty()) return {};
  if (auto status = check_references(config); !status) return status;
  if (config.options.make_solver) return {};
  config.unsupported.assign(config.targets.size() + 1, {std::vector<bool>(Operators::get().size(), false), 0});
  for (std::size_t i = 0; i < config.targets.size(); ++i) {
    const SolverDefinition& definition = config.targets[i];
    const auto solver = config.make_solver(definition);
    const LimitsKept kept = LimitsKept::in(config.options.folder);
    learn_limits(definition, config.versions[i], config.capabilities[i], *solver, kept);
    if (config.options.options_percent > 0) learn_options(config.targets[i], config.versions[i], *solver, kept);
    add_unsupported(config.capabilities[i], config.unsupported[0]);
    add_unsupported(config.capabilities[i], config.unsupported[i + 1]);
  }
  drop_unsupported_seeds(config);
  return {};
}

}  // namespace

Result<std::unique_ptr<core::Module>> make_fuzz_module(const FuzzOptions& options, SeedCorpus corpus) {
  auto config = make_config(options);
  if (!config) return config.error();
  (*config)->corpus = std::move(corpus);
  if (auto status = get_ready(**config); !status) return status.error();
  return std::unique_ptr<core::Module>(std::make_unique<FuzzModule>(std::move(*config)));
}

}  // namespace assay::smt
