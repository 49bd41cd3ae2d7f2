#include <utility>

#include "assay/base/hash.hpp"
#include "core/io/io.hpp"
#include "smt/compare/compare_config.hpp"
#include "smt/compare/compare_tester.hpp"
#include "smt/compare/user_scripts.hpp"
#include "smt/reduce/kept_change.hpp"

namespace assay::smt {
namespace {

class CompareModule final : public core::Module {
 public:
  explicit CompareModule(std::shared_ptr<const CompareConfig> config) : config_(std::move(config)) {}

  std::string name() const override { return "smt-compare"; }
  const std::vector<core::TargetInfo>& targets() const override { return infos_; }

  std::vector<core::Control> controls() const override { return answer_controls(infos_); }
  std::string configuration() const override { return compare_option_table().to_toml(config_->options); }

  std::uint64_t fingerprint() const override {
    std::uint64_t hash = hash_bytes("smt-compare", compare_option_table().fingerprint(config_->options));
    for (const std::string& script : config_->scripts) hash = hash_bytes(script, hash);
    return hash;
  }

  core::ModuleDescription description() const override {
    return {.title = "Comparing versions of SMT solvers", .target = "version", .group = "logic"};
  }
  Result<std::unique_ptr<core::Tester>> make_tester() const override {
    return std::unique_ptr<core::Tester>(std::make_unique<CompareTester>(config_));
  }
  std::optional<std::uint64_t> case_count() const override { return config_->scripts.size(); }

 private:
  std::shared_ptr<const CompareConfig> config_;
  const std::vector<core::TargetInfo> infos_ = infos_of(config_->targets);
};

}  // namespace

Result<std::vector<std::string>> find_scripts(const CompareOptions& options) {
  return find_user_scripts(options.scripts);
}

Result<std::unique_ptr<core::Module>> make_compare_module(const CompareOptions& options,
                                                          std::vector<std::string> scripts) {
  auto config = std::make_shared<CompareConfig>();
  config->options = options;
  // The options stay as they are, because a resume reads them again.
  config->limits = limited_by_cpu(options.limits);
  config->scripts = std::move(scripts);
  config->names = names_of(config->scripts);
  Result<std::vector<Target>> targets = resolve_targets(options.targets, !options.make_solver);
  if (!targets) return targets.error();
  // A replay first opens the other version alone.
  if (targets->size() < 2 && !config->scripts.empty())
    return Error{"a comparison needs two versions",
                 "give --target twice, such as --target z3@4.8.12 --target z3@4.13.4"};
  config->targets = std::move(*targets);
  if (!options.learned.empty()) {
    std::string problem;
    Result<LearnedRuns> learned = LearnedRuns::read(options.learned, problem);
    if (!learned) return learned.error();
    config->learned = std::move(*learned);
    for (const Target& target : config->targets) config->programs.push_back(LearnedRuns::program_hash(target));
  }
  for (const std::string& text : options.references) {
    Result<SolverDefinition> reference = resolve_solver(text);
    if (!reference) return reference.error();
    config->references.push_back(std::move(*reference));
  }
  return std::unique_ptr<core::Module>(std::make_unique<CompareModule>(std::move(config)));
}

Result<std::string> learned_problem(const CompareOptions& options) {
  std::string problem;
  const Result<LearnedRuns> learned = LearnedRuns::read(options.learned, problem);
  if (!learned) return learned.error();
  return problem;
}

Status learn_runs(const CompareOptions& options, const core::CampaignRecord& record) {
  std::string problem;
  Result<LearnedRuns> learned = LearnedRuns::read(options.learned, problem);
  if (!learned) return learned.error();
  const Result<std::vector<Target>> targets = resolve_targets(options.targets, !options.make_solver);
  if (!targets) return targets.error();
  std::vector<std::uint64_t> programs;
  for (const Target& target : *targets) programs.push_back(LearnedRuns::program_hash(target));
  for (const core::MeasuredRun& run : record.measured) {
    const Result<std::string> script = core::read_text_file(run.measured.name);
    if (script && run.target < programs.size())
      learned->learn(LearnedRuns::key(programs[run.target], *script), run.answer, run.measured,
                     limited_by_cpu(options.limits));
  }
  return learned->write(options.learned);
}

}  // namespace assay::smt
