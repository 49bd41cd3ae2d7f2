#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "smt/reduce/simplified.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/reduce/solver_tester.hpp"
#include "smt/rules/rule_proof.hpp"
#include "smt/synth/instances/evidence.hpp"
#include "smt/synth/synth_generator.hpp"

namespace assay::smt {
namespace {

/// Skips cases of operations on which a target timed out. The number of skipped cases doubles with each time-out up to
/// kMaxPause, and halves with each other answer.
class Backoff {
 public:
  [[nodiscard]] bool should_skip(const std::string& operation, std::size_t target) {
    Entry& entry = entries_[{operation, target}];
    if (entry.left == 0) return false;
    --entry.left;
    return true;
  }
  void record_run(const std::string& operation, std::size_t target, bool ran_out) {
    Entry& entry = entries_[{operation, target}];
    entry.pause = ran_out ? std::min(kMaxPause, std::max(1U, entry.pause * 2)) : entry.pause / 2;
    entry.left = ran_out ? entry.pause : 0;
  }

 private:
  static constexpr unsigned kMaxPause = 32;  // cases
  struct Entry {
    unsigned pause = 0;  ///< number of cases to skip after a time-out
    unsigned left = 0;   ///< number of cases still to skip
  };
  std::map<std::pair<std::string, std::size_t>, Entry> entries_;
};

/// The category, theory and operations of a case, as key of Backoff.
std::string kind_of(const core::Case& subject) {
  const auto facts = SmtFacts::from_json(subject.metadata);
  return subject.strategy + " " + subject.group + (facts ? " " + join(facts->operations, " ") : "");
}

SolverTester::Setup setup_of(const std::shared_ptr<const SynthConfig>& config) {
  auto setup = SolverTester::Setup::from(config->options);
  // An enumeration has every formula as it is.
  if (!config->options.sample && setup.certificates.empty()) setup.certificates = {"none"};
  for (const Target& target : config->targets)
    setup.asker.targets.push_back({&target.definition, &target.capabilities});
  return setup;
}

class SynthTester final : public SolverTester {
 public:
  explicit SynthTester(std::shared_ptr<const SynthConfig> config)
      : SolverTester(setup_of(config)), config_(std::move(config)), generator_(*config_) {}

  std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token&) override {
    forget_case();
    auto made = generator_.generate(index);
    if (auto* subject = std::get_if<core::Case>(&made))
      open_generated(*subject, generator_.store(), generator_.last().script, generator_.last().facts);
    return made;
  }

  // Satisfiable formulas are reduced under their witness. Unsatisfiable formulas are known by construction only: they
  // are reduced by their rules or by simplification.
  core::Case reduce(const core::Case& found, std::size_t target, const core::Verdict& wanted,
                    const core::ReduceBudget& budget) override {
    const auto facts = SmtFacts::from_json(found.metadata);
    const bool keep = truth_matters(wanted.kind);
    const bool by_witness = facts && facts->has_witness && facts->optimum.empty();
    if (wanted.kind == core::BugKind::Slow && !budget.differs) return found;
    core::ReductionClock clock(budget);
    const OtherBugs others(definition(target), found);
    const StillFails still_fails = [&](const core::Case& subject) {
      return !others.touches(subject) && clock.take() &&
             budget.accepts(subject, [&] { return fails_alike(subject, target, wanted, budget.stop); });
    };
    const core::Case failing = reduce_options(found, target, still_fails, budget.stop);
    const bool by_rules = wanted.kind == core::BugKind::SolutionUnsound && facts && !facts->operations.empty();
    core::Case small = failing;
    if (facts && found.file(kInstancesFile) != nullptr && (keep || facts->by_matching))
      small = reduce_to_instances(failing, still_fails, clock.rest());
    else if (by_rules)
      small = reduced_by_rules(failing, still_fails, clock);
    else if (!keep || by_witness)
      small = reduce_case(failing, still_fails, clock.rest(), keep);
    else if (facts && facts->core.empty())
      small = reduce_by_simplification(failing, still_fails, clock.rest());
    return reduce_options(small, target, still_fails, budget.stop);
  }

  // For a wrong `sat`: drops the expected core, so that the rules may prove a smaller formula.
  static core::Case reduced_by_rules(const core::Case& failing, const StillFails& still_fails,
                                     core::ReductionClock& clock) {
    SmtFacts facts = *SmtFacts::from_json(failing.metadata);
    facts.core.clear();
    core::Case without_core = failing;
    without_core.metadata = facts.json();
    if (!still_fails(without_core)) return failing;
    const Refutes refutes = refutation_by_rules(facts.operations);
    const core::Case small = reduce_case(without_core, still_fails, clock.rest(), true, {}, refutes);
    return reduce_by_simplification(small, still_fails, clock.rest());
  }

  // Cores with needless assertions share a signature for each category and theory.
  std::string signature(const core::Case& reduced, std::size_t target, const core::Verdict& verdict) override {
    if (verdict.kind == core::BugKind::Imprecise)
      return std::string(name(verdict.kind)) + " " + reduced.strategy + " " + reduced.group;
    return smt::signature(definition(target), reduced, verdict);
  }

 private:
  [[nodiscard]] Query query(const core::Case&, const OpenedCase& opened) const override {
    const SmtFacts& facts = opened.facts;
    // A reduced script of open truth fails by an invalid model, so that a model is requested.
    const bool open = facts.truths == std::vector{Truth::Open};
    return {.model = facts.has_witness || open,
            .core = !facts.core.empty(),
            .objectives = !facts.optimum.empty(),
            .matching = facts.by_matching};
  }

  // An enumeration runs every formula.
  [[nodiscard]] std::optional<core::Skip> skip_in_campaign(const core::Case& subject, std::size_t target) override {
    if (!config_->options.sample || !backoff_.should_skip(kind_of(subject), target)) return std::nullopt;
    return core::Skip{"earlier cases of its operation timed out; tried again later"};
  }

  void record_answer(const core::Case& subject, std::size_t target, const SmtFacts&,
                     const SolverAnswer& answer) override {
    if (config_->options.sample)
      backoff_.record_run(kind_of(subject), target, answer.kind == SolverAnswer::Kind::Timeout);
  }

  std::shared_ptr<const SynthConfig> config_;
  SynthGenerator generator_;
  Backoff backoff_;
};

}  // namespace

std::unique_ptr<core::Tester> make_synth_tester(std::shared_ptr<const SynthConfig> config) {
  return std::make_unique<SynthTester>(std::move(config));
}

}  // namespace assay::smt
