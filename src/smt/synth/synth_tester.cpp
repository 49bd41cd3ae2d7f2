#include "smt/synth/synth_tester.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "assay/base/text.hpp"
#include "smt/reduce/simplified.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/reduce/solver_tester.hpp"
#include "smt/rules/rule_proof.hpp"
#include "smt/synth/synth_generator.hpp"

namespace assay::smt {
namespace {

/// Knows which operations are too hard for which target: they are left out for a while, twice as long after each
/// time-out, and come back. So most of the time goes into what a target can do, and nothing is given up.
class Backoff {
 public:
  [[nodiscard]] bool wants_to_wait(const std::string& operation, std::size_t target) {
    Entry& entry = entries_[{operation, target}];
    if (entry.left == 0) return false;
    --entry.left;
    return true;
  }
  void note(const std::string& operation, std::size_t target, bool ran_out) {
    Entry& entry = entries_[{operation, target}];
    entry.pause = ran_out ? std::min(kLongest, std::max(1U, entry.pause * 2)) : entry.pause / 2;
    entry.left = ran_out ? entry.pause : 0;
  }

 private:
  static constexpr unsigned kLongest = 32;
  struct Entry {
    unsigned pause = 0;  ///< cases that are left out after a time-out
    unsigned left = 0;   ///< of them, still to come
  };
  std::map<std::pair<std::string, std::size_t>, Entry> entries_;
};

/// The category, the theory and the operations: what is equally hard, more or less.
std::string kind_of(const core::Case& subject) {
  const auto facts = SmtFacts::from_json(subject.metadata);
  return subject.strategy + " " + subject.group + (facts ? " " + join(facts->operations, " ") : "");
}

SolverTester::Setup setup_of(const std::shared_ptr<const SynthConfig>& config) {
  auto setup = SolverTester::Setup::from(config->options);
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

  // Formulas are small already. What makes an unsatisfiable one so is known by construction only, so that no part of it
  // can be taken away but what says nothing; what a witness satisfies, the reducer can make smaller.
  core::Case reduce(const core::Case& found, std::size_t target, const core::Verdict& wanted,
                    const core::ReduceBudget& budget) override {
    const auto facts = SmtFacts::from_json(found.metadata);
    const bool keep = truth_matters(wanted.kind);
    const bool by_witness = facts && facts->has_witness && facts->optimum.empty();
    if (wanted.kind == core::BugKind::Slow) return found;
    core::ReductionClock clock(budget);
    const OtherBugs others(definition(target), found);
    const StillFails still_fails = [&](const core::Case& subject) {
      return !others.touches(subject) && clock.take() && fails_alike(subject, target, wanted, budget.stop);
    };
    const core::Case failing = reduce_options(found, target, still_fails, budget.stop);
    const bool by_rules = wanted.kind == core::BugKind::SolutionUnsound && facts && !facts->operations.empty();
    core::Case small = failing;
    if (by_rules)
      small = reduced_by_rules(failing, still_fails, clock);
    else if (!keep || by_witness)
      small = reduce_case(failing, still_fails, clock.rest(), keep);
    else if (facts && facts->core.empty())
      small = without_what_says_nothing(failing, still_fails, clock.rest());
    return reduce_options(small, target, still_fails, budget.stop);
  }

  // For a wrong sat, no core is needed, and what its rules prove of a smaller formula is enough.
  static core::Case reduced_by_rules(const core::Case& failing, const StillFails& still_fails,
                                     core::ReductionClock& clock) {
    SmtFacts facts = *SmtFacts::from_json(failing.metadata);
    facts.core.clear();
    core::Case without_core = failing;
    without_core.metadata = facts.json();
    if (!still_fails(without_core)) return failing;
    const Refutes refutes = refutation_by_rules(facts.operations);
    const core::Case small = reduce_case(without_core, still_fails, clock.rest(), true, {}, refutes);
    return without_what_says_nothing(small, still_fails, clock.rest());
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
    // A reduction may have left a script of which nothing is known; what is wrong is the model.
    const bool open = facts.truths == std::vector{Truth::Open};
    return {.model = facts.has_witness || open, .core = !facts.core.empty(), .objectives = !facts.optimum.empty()};
  }

  // An enumeration promises each formula.
  [[nodiscard]] std::optional<core::Skip> left_out(const core::Case& subject, std::size_t target) override {
    if (!config_->options.sample || !backoff_.wants_to_wait(kind_of(subject), target)) return std::nullopt;
    return core::Skip{"too hard, like others of its operation: later again"};
  }

  void note(const core::Case& subject, std::size_t target, const SmtFacts&, const SolverAnswer& answer) override {
    if (config_->options.sample) backoff_.note(kind_of(subject), target, answer.kind == SolverAnswer::Kind::Timeout);
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
