#include "smt/synth/tester.hpp"

#include <utility>

#include "assay/base/text.hpp"
#include "assay/smt/reduce.hpp"
#include "smt/reduce/solver_tester.hpp"
#include "smt/synth/generator.hpp"
#include "smt/synth/judges.hpp"

namespace assay::smt {
namespace {

SolverTester::Setup setup_of(const std::shared_ptr<const SynthConfig>& config) {
  SolverTester::Setup setup;
  for (const Target& target : config->targets) setup.targets.push_back({&target.definition, &target.capabilities});
  setup.make_solver = [config](const SolverDefinition& definition) { return config->make_solver(definition); };
  setup.style = config->options.style;
  setup.slow_factor = config->options.slow_factor;
  setup.slow_seconds = config->options.slow_seconds;
  return setup;
}

class SynthTester final : public SolverTester {
 public:
  explicit SynthTester(std::shared_ptr<const SynthConfig> config)
      : SolverTester(setup_of(config)), config_(std::move(config)), generator_(*config_) {}

  std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token&) override {
    forget_case();
    auto made = generator_.generate(index);
    if (const auto* subject = std::get_if<core::Case>(&made))
      open_generated(*subject, generator_.store(), generator_.last().script, generator_.last().facts);
    return made;
  }

  // Formulas are small already. What makes an unsatisfiable one so is known by construction only, so that no part of it
  // can be taken away; what a witness satisfies, the reducer can make smaller.
  core::Case reduce(const core::Case& failing, std::size_t target, const core::Verdict& wanted,
                    const core::ReduceBudget& budget) override {
    const auto facts = SmtFacts::from_json(failing.metadata);
    const bool keep = truth_matters(wanted.kind);
    const bool by_witness = facts && facts->has_witness && facts->optimum.empty();
    if (wanted.kind == core::BugKind::Slow || (keep && !by_witness)) return failing;
    const OtherBugs others(definition(target), failing);
    const StillFails still_fails = [&](const core::Case& subject) {
      return !others.touches(subject) && fails_alike(subject, target, wanted, budget.stop);
    };
    return reduce_case(failing, still_fails, budget, keep);
  }

  // Cores with a needless assertion are counted by the way in which the formula was made: they are no unsoundness.
  std::string signature(const core::Case& reduced, std::size_t target, const core::Verdict& verdict) override {
    if (verdict.kind == core::BugKind::Imprecise)
      return std::string(name(verdict.kind)) + " " + reduced.strategy + " " + reduced.group;
    return smt::signature(definition(target), reduced, verdict);
  }

 private:
  [[nodiscard]] Query query(const core::Case&, const OpenedCase& opened) const override {
    const SmtFacts& facts = opened.facts;
    return {.model = facts.has_witness, .core = !facts.core.empty(), .objectives = !facts.optimum.empty()};
  }

  [[nodiscard]] core::Verdict judged(const Asked& asked, const SolverAnswer& answer, core::Trial& trial) override {
    const SolverDefinition& tested = definition(asked.target);
    const core::Case& subject = asked.subject;
    const OpenedCase& opened = asked.opened;
    core::Verdict verdict = judge(tested, *opened.store, *opened.script, subject, opened.facts, answer);
    if (verdict.outcome != core::Verdict::Outcome::Pass) return verdict;
    const AskAbout ask = [&](const std::string& script) {
      SolverAnswer alone = solver(asked.target).run(script, {}, RunStyle::Process, asked.stop);
      trial.cpu_seconds += alone.usage.cpu_seconds();
      return alone;
    };
    if (auto core = judge_core(tested, *opened.store, *opened.script, opened.facts, answer, ask))
      return without_known_bugs(tested, subject, answer, std::move(*core));
    if (auto optimum = judge_objectives(*opened.store, *opened.script, opened.facts, answer))
      return without_known_bugs(tested, subject, answer, std::move(*optimum));
    return verdict;
  }

  std::shared_ptr<const SynthConfig> config_;
  SynthGenerator generator_;
};

}  // namespace

std::unique_ptr<core::Tester> make_synth_tester(std::shared_ptr<const SynthConfig> config) {
  return std::make_unique<SynthTester>(std::move(config));
}

}  // namespace assay::smt
