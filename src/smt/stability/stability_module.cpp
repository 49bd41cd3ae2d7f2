#include <algorithm>
#include <utility>

#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "smt/compare/user_scripts.hpp"
#include "smt/judge/compared_answer.hpp"
#include "smt/reduce/kept_change.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/solver/target.hpp"
#include "smt/stability/stability.hpp"

namespace assay::smt {
namespace {

using core::Stability;
using core::Verdict;

constexpr core::PassRow kClassified{"`smt stability` classified a script", "no mutant contradicts another mutant",
                                    "the answer, where all mutants give the same"};

std::string fraction(const core::Sampling& sampling) {
  return std::to_string(sampling.answered) + " of " + std::to_string(sampling.runs) + " mutants answer";
}

std::string answer_of(const SampledScript& sampled) {
  if (!sampled.answers.empty()) return join(sampled.answers, " ");
  const std::string answer = summary(sampled.original);
  return answer.empty() ? "no check" : answer;
}

/// The note with the place of the first error, which messages leave open because signatures are made from them.
std::string placed_note(const SampledScript& sampled) {
  constexpr std::string_view kSomewhere = "line N column N";
  const std::vector<std::string>& places = sampled.original.rejected;
  if (places.empty() || !sampled.note.starts_with(kSomewhere)) return sampled.note;
  return places.front() + sampled.note.substr(kSomewhere.size());
}

/// A campaign that is ready to run.
struct StabilityConfig {
  StabilityOptions options;
  SamplerSetup sampler;
  std::vector<std::string> scripts;  ///< paths
  std::vector<std::string> names;    ///< of the scripts: their file names, or their paths where two have the same name
  std::vector<Target> targets;

  [[nodiscard]] bool fails_on(std::string_view what) const {
    return std::find(options.fail_on.begin(), options.fail_on.end(), what) != options.fail_on.end();
  }
};

/// Classifies each script for each target by its mutants. An unstable script is a bug only if the options ask for it; a
/// mutant that contradicts the others always is. A fresh run repeats the same mutants.
class StabilityTester final : public core::Tester {
 public:
  explicit StabilityTester(std::shared_ptr<const StabilityConfig> config) : config_(std::move(config)) {}

  std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token&) override {
    return case_of_script(config_->scripts[index], config_->names[index], index);
  }

  core::Trial run(const core::Case& subject, std::size_t target, core::RunMode, const std::stop_token& stop) override {
    const SolverDefinition& definition = config_->targets[target].definition;
    const std::string& script = subject.files.front().content;
    const SampledScript sampled = sample_script(config_->sampler, definition, script, stop);
    core::Trial trial;
    trial.verdict = stop.stop_requested() ? Verdict::skip("cancelled") : verdict_on(sampled);
    trial.answer = answer_of(sampled);
    trial.output = sampled.original.output;
    trial.command = solver_input(definition, script, {}).argv;
    trial.cpu_seconds = sampled.usage.cpu_seconds();
    trial.wall_seconds = sampled.usage.wall_seconds;
    const std::string path =
        subject.index < config_->scripts.size() ? config_->scripts[subject.index] : name_of_script(subject);
    trial.measurement = core::Measurement{path,
                                          std::string(name(sampled.stability)),
                                          placed_note(sampled),
                                          sampled.usage.cpu_seconds(),
                                          sampled.usage.wall_seconds,
                                          sampled.usage.peak_memory_bytes,
                                          sampled.original.work,
                                          sampled.sampling};
    return trial;
  }

  std::vector<std::pair<std::size_t, Verdict>> compare(const core::Case&,
                                                       const std::vector<core::Trial>& trials) override {
    std::vector<std::pair<std::size_t, Verdict>> bugs;
    const auto is = [](const core::Trial& trial, Stability stability) {
      return trial.measurement && trial.measurement->change == name(stability);
    };
    if (!config_->fails_on("worse") || trials.empty() || !is(trials.front(), Stability::Stable)) return bugs;
    for (std::size_t target = 1; target < trials.size(); ++target)
      if (is(trials[target], Stability::Unstable) || is(trials[target], Stability::Unsolvable))
        bugs.emplace_back(target, Verdict::bug(core::BugKind::Unstable, "worse: " + trials[target].measurement->change,
                                               "stable with " + config_->targets.front().definition.name + "; " +
                                                   fraction(*trials[target].measurement->sampling) + " with " +
                                                   config_->targets[target].definition.name));
    return bugs;
  }

  core::Case reduce(const core::Case& failing, std::size_t target, const Verdict& wanted,
                    const core::ReduceBudget& budget) override {
    const bool is_worse = wanted.reason.starts_with("worse");
    const StillFails still_fails = [&](const core::Case& candidate) {
      const auto sampled_by = [&](std::size_t solver) {
        SampledScript sampled = sample_script(config_->sampler, config_->targets[solver].definition,
                                              candidate.files.front().content, budget.stop);
        reduction_cpu_seconds_ += sampled.usage.cpu_seconds();
        return sampled;
      };
      const SampledScript sampled = sampled_by(target);
      if (wanted.kind == core::BugKind::Inconsistent) return sampled.contradicting.has_value();
      if (is_worse)
        return wanted.reason.ends_with(name(sampled.stability)) && sampled_by(0).stability == Stability::Stable;
      return sampled.stability == Stability::Unstable;
    };
    return reduce_case(failing, still_fails, budget, false);
  }

  std::string signature(const core::Case& reduced, std::size_t target, const Verdict& verdict) override {
    // Nothing tells whether two scripts are unstable for the same reason, and a baseline is about scripts.
    const std::string script = name_of_script(reduced);
    if (!script.empty()) return std::string(name(verdict.kind)) + " " + script;
    return smt::signature(config_->targets[target].definition, reduced, verdict);
  }

  core::Reproduction reproduction(const core::Finding& finding, std::size_t target,
                                  const std::stop_token& stop) override {
    core::Reproduction out = core::reproduction_of_run(finding);
    const SolverDefinition& definition = config_->targets[target].definition;
    const std::string& script = finding.smallest().files.front().content;
    const SampledScript sampled = sample_script(config_->sampler, definition, script, stop);
    const std::optional<Mutant>& other = sampled.contradicting ? sampled.contradicting : sampled.failed;
    if (!sampled.answered || !other) return out;
    const auto seconds = static_cast<unsigned>(config_->sampler.limits.cpu_seconds) + 1;
    out.files.clear();
    out.commands.clear();
    const auto add = [&](const Mutant& mutant, const std::string& file, const std::string& title) {
      const SolverInput input = solver_input(with_seed(definition, mutant.solver_seed), mutant.script, {});
      out.files.push_back({file, input.text});
      out.commands.push_back({title, core::command_line(core::portable_command(input.argv), file), seconds});
    };
    add(*other, "fails.smt2", "The mutant without the answer");
    add(*sampled.answered, "answers.smt2", "The mutant with the answer");
    out.expected = "the answers of the second command: both scripts mean the same. " + finding.detail;
    out.shows = "[ \"$(grep -xE 'sat|unsat' output_1)\" != \"$(grep -xE 'sat|unsat' output_2)\" ]";
    return out;
  }

  [[nodiscard]] double reduction_cpu_seconds() const override { return reduction_cpu_seconds_; }

 private:
  Verdict verdict_on(const SampledScript& sampled) const {
    if (sampled.contradicting)
      return Verdict::bug(core::BugKind::Inconsistent, "mutants contradict each other",
                          "the script and its mutants mean the same; the first answer is " +
                              join(sampled.answers, " ") + ", and a mutant has another one");
    if (sampled.stability == Stability::NotTested) return Verdict::refusal("not tested: " + sampled.note);
    if (sampled.stability == Stability::Unstable && config_->fails_on("unstable"))
      return Verdict::bug(core::BugKind::Unstable, "unstable",
                          fraction(sampled.sampling) + " " + answer_of(sampled) + "; " + sampled.note);
    const bool is_stable = sampled.stability == Stability::Stable;
    return Verdict::pass(kClassified, is_stable ? std::string() : std::string(name(sampled.stability)));
  }

  std::shared_ptr<const StabilityConfig> config_;
  double reduction_cpu_seconds_ = 0;
};

class StabilityModule final : public core::Module {
 public:
  explicit StabilityModule(std::shared_ptr<const StabilityConfig> config) : config_(std::move(config)) {}

  std::string name() const override { return "smt-stability"; }
  const std::vector<core::TargetInfo>& targets() const override { return infos_; }
  std::vector<core::Control> controls() const override { return answer_controls(infos_); }
  std::string configuration() const override { return stability_option_table().to_toml(config_->options); }

  std::uint64_t fingerprint() const override {
    std::uint64_t hash = hash_bytes("smt-stability", stability_option_table().fingerprint(config_->options));
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
