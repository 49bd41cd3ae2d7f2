#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "assay/smt/eval.hpp"
#include "base/text.hpp"
#include "smt/ask/opened_case.hpp"
#include "smt/eval/assertion_stack.hpp"
#include "smt/fuzz/fuzz_generator.hpp"
#include "smt/fuzz/reduction/bound_minimization.hpp"
#include "smt/fuzz/reduction/one_rule.hpp"
#include "smt/reduce/simplified.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/reduce/solver_tester.hpp"
#include "smt/rules/rule_proof.hpp"
#include "smt/solver/objectives.hpp"

namespace assay::smt {
namespace {

/// Counts, per target, the time-outs and runs out of memory on the cases of the current block, which share a seed.
/// After two failures the target skips the rest of the block; after one, if two earlier blocks of the seed were hard.
class HardSeeds {
 public:
  explicit HardSeeds(std::size_t targets) : failures_(targets, 0) {}

  /// True if the target should skip the case. `seed`: name of the case's seed; empty (a control): never skipped.
  [[nodiscard]] bool should_skip(std::uint64_t index, std::size_t target, const std::string& seed) {
    if (seed.empty()) return false;
    if (index / kBlockSize != block_ || seed != seed_) {
      block_ = index / kBlockSize;
      seed_ = seed;
      failures_.assign(failures_.size(), 0);
    }
    const auto before = hard_visits_.find({target, seed});
    const unsigned visits = before == hard_visits_.end() ? 0 : before->second;
    return failures_[target] >= (visits > 1 ? 1 : kMaxFailures - visits);
  }
  void record_answer(std::size_t target, const SolverAnswer& answer, const std::string& seed) {
    const bool ran_out = answer.kind == SolverAnswer::Kind::Timeout || answer.kind == SolverAnswer::Kind::OutOfMemory;
    if (ran_out && ++failures_[target] == kFailuresOfHardVisit) ++hard_visits_[{target, seed}];
  }

 private:
  static constexpr unsigned kMaxFailures = 3;          // minus one for each earlier hard block
  static constexpr unsigned kFailuresOfHardVisit = 2;  // failures that make a block hard
  std::uint64_t block_ = 0;
  std::string seed_;  ///< of the last case
  std::vector<unsigned> failures_;
  std::map<std::pair<std::size_t, std::string>, unsigned> hard_visits_;  ///< number of hard blocks, by target and seed
};

SolverTester::Setup setup_of(const std::shared_ptr<const FuzzConfig>& config) {
  auto setup = SolverTester::Setup::from(config->options);
  for (std::size_t i = 0; i < config->targets.size(); ++i)
    setup.asker.targets.push_back({&config->targets[i], &config->capabilities[i]});
  return setup;
}

class FuzzTester final : public SolverTester {
 public:
  explicit FuzzTester(std::shared_ptr<const FuzzConfig> config)
      : SolverTester(setup_of(config)),
        config_(std::move(config)),
        generator_(*config_),
        hard_seeds_(config_->targets.size()) {}

  std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token& stop) override {
    forget_case();
    last_generated_.reset();
    auto made = generator_.generate(index, stop);
    if (auto* skip = std::get_if<core::Skip>(&made)) return std::move(*skip);
    last_generated_ = std::move(std::get<GeneratedCase>(made));
    open_generated(last_generated_->subject, last_generated_->place.fragments->store, last_generated_->assembled.script,
                   last_generated_->facts);
    return last_generated_->subject;
  }

  core::Case reduce(const core::Case& found, std::size_t target, const core::Verdict& wanted,
                    const core::ReduceBudget& budget) override {
    if (rests_on_own_status(wanted)) return found;
    core::ReductionClock clock(budget);
    const OtherBugs others(definition(target), found);
    const StillFails still_fails = [&](const core::Case& subject) {
      return !others.touches(subject) && clock.take() &&
             budget.accepts(subject, [&] { return fails_alike(subject, target, wanted, budget.stop); });
    };
    const core::Case failing = reduce_options(with_fixed_queries(found), target, still_fails, budget.stop);
    core::Case small = reduce_script(failing, wanted, still_fails, clock, budget);
    if (truth_matters(wanted.kind)) small = reduce_by_simplification(small, still_fails, clock.rest());
    return reduce_options(small, target, still_fails, budget.stop);
  }

  core::Case reduce_script(const core::Case& failing, const core::Verdict& wanted, const StillFails& still_fails,
                           core::ReductionClock& clock, const core::ReduceBudget& budget) {
    const bool keep_truth = truth_matters(wanted.kind);
    References references;
    if (const auto facts = SmtFacts::from_json(failing.metadata); facts && is_refuted_by_solvers(*facts))
      references.keep_truth = [&](const core::Case& subject) { return is_still_refuted(subject, budget.stop); };
    if (const auto facts = SmtFacts::from_json(failing.metadata); facts && !facts->operations.empty())
      return reduce_planted(failing, *facts, wanted, still_fails, clock);
    const core::Case small = reduce_case(failing, still_fails, clock.rest(), keep_truth, references);
    if (small.files.front().content.size() <= kSmallScriptBytes) return small;
    // Bound minimization makes scripts with a new structure, which the structural passes may then reduce further.
    BoundMinimization bounds;
    bounds.seed = combine(config_->options.seed, failing.index);
    bounds.budget = clock.rest();
    bounds.budget.max_runs = std::min(kMaxBoundRuns, bounds.budget.max_runs / 2);
    bounds.budget.max_seconds /= 2;
    bounds.budget.ran_out = nullptr;  // this share may run out; the later passes have the rest
    const core::Case bounded = minimize_bounds(small, still_fails, bounds);
    if (bounded.files.front().content.size() >= small.files.front().content.size()) return small;
    return reduce_case(bounded, still_fails, clock.rest(), keep_truth);
  }

  // First tries the contradiction of each single rule: passes cannot derive it from an instance of several rules.
  static core::Case reduce_planted(const core::Case& failing, const SmtFacts& facts, const core::Verdict& wanted,
                                   const StillFails& still_fails, core::ReductionClock& clock) {
    const bool keep_truth = truth_matters(wanted.kind);
    const auto passes = [&](const core::Case& from, std::vector<std::string> rules) {
      return reduce_case(from, still_fails, clock.rest(), keep_truth, {}, refutation_by_rules(std::move(rules)));
    };
    const auto& drawn = facts.drawn;
    const bool by_default =
        std::all_of(drawn.begin(), drawn.end(), [](const auto& one) { return one.options.empty(); });
    if (wanted.kind == core::BugKind::SolutionUnsound && by_default)
      for (const core::Case& alone : cases_of_one_rule(failing, facts))
        if (still_fails(alone)) return passes(alone, SmtFacts::from_json(alone.metadata)->operations);
    return passes(failing, facts.operations);
  }

  std::string signature(const core::Case& reduced, std::size_t target, const core::Verdict& verdict) override {
    return smt::signature(definition(target), reduced, verdict);
  }

 private:
  // The queries depend on the case's index only, so that every run of the case has the same queries.
  [[nodiscard]] Query query(const core::Case& subject, const OpenedCase& opened) const override {
    const SmtFacts& facts = opened.facts;
    if (facts.asks_nothing) return {};
    // If the truth is open, or only solvers confirm it, a model is evidence.
    if (is_open(facts)) return has_names(opened) ? Query{.core = true} : Query{.model = true};
    if (is_refuted_by_solvers(facts)) return {.model = true};
    if (!facts.core.empty()) return {.core = asks_for_core(subject, opened)};
    return {.model = facts.has_witness && !facts.truths.empty() && facts.truths.back() == Truth::Sat &&
                     mix(subject.index) % 100 < config_->options.model_percent,
            .objectives = facts.has_witness && has_objectives(*opened.script)};
  }

  static bool has_names(const OpenedCase& opened) {
    const auto& commands = opened.script->commands;
    return std::any_of(commands.begin(), commands.end(), [&](const Command& command) {
      return command.kind == CommandKind::Assert && !name_of_assertion(*opened.store, command.terms[0]).empty();
    });
  }

  // Only every other case, because producing cores disables many simplifications of solvers. Not with assumptions or
  // tactics, whose cores have another meaning.
  static bool asks_for_core(const core::Case& subject, const OpenedCase& opened) {
    if (opened.facts.core.empty() || opened.facts.truths.back() != Truth::Unsat) return false;
    const auto& commands = opened.script->commands;
    return mix(subject.index) % 2 == 0 && std::none_of(commands.begin(), commands.end(), [](const Command& command) {
             return command.kind == CommandKind::CheckSatAssuming || command.kind == CommandKind::CheckSatUsing;
           });
  }

  // References of a target's family are allowed: models are evaluated, and answers are counted by family.
  [[nodiscard]] std::vector<Vote> votes_of_peers(const OpenedCase& opened, const std::stop_token& stop) override {
    std::vector<Vote> votes;
    peers_.resize(config_->references.size());
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      const SolverDefinition& definition = config_->references[i].definition;
      if (Capabilities(definition).unsupported(opened.features)) continue;
      if (!peers_[i]) peers_[i] = config_->make_solver(definition);
      const std::string text = respelled(definition, *opened.store, *opened.script, opened.text);
      const SolverAnswer answer = peers_[i]->run(text, {.model = true}, RunStyle::Process, stop);
      if (auto said = vote_of(definition, *opened.store, *opened.script, answer)) votes.push_back(std::move(*said));
    }
    return votes;
  }

  [[nodiscard]] std::optional<core::Skip> skip_in_campaign(const core::Case& subject, std::size_t target) override {
    const std::string& seed = last_generated_ ? last_generated_->facts.seed : std::string();
    if (!hard_seeds_.should_skip(subject.index, target, seed)) return std::nullopt;
    return core::Skip{"earlier cases from this seed ran out of time or memory"};
  }

  void record_answer(const core::Case&, std::size_t target, const SmtFacts& facts,
                     const SolverAnswer& answer) override {
    hard_seeds_.record_answer(target, answer, facts.seed);
  }

  [[nodiscard]] std::vector<std::string_view> sources(const SmtFacts& facts) const override {
    std::vector<std::string_view> texts;
    for (const Seed& seed : config_->corpus.seeds)
      if (seed.name == facts.seed || (!facts.partner.empty() && seed.name == facts.partner)) texts.push_back(seed.text);
    return texts;
  }

  /// True if references of two families still answer `unsat` for the case, and none answers `sat`.
  [[nodiscard]] bool is_still_refuted(const core::Case& subject, const std::stop_token& stop) {
    const OpenedCase opened = read_case(subject);
    if (!opened.problem.empty()) return false;
    std::set<std::string> families;
    for (const Vote& said : votes_of_peers(opened, stop)) {
      if (said.reply == Reply::Sat) return false;
      families.insert(said.family);
    }
    return families.size() >= 2;
  }

  // A reduction may leave the decidable logic, for example when a divisor becomes zero.
  void adjust_read_case(const core::Case& subject, OpenedCase& opened) const override {
    if (!opened.facts.decidable) return;
    std::vector<Assertion> assertions;
    std::vector<TermId> terms;
    for (const Command& command : opened.script->commands) {
      for (const TermId term : command.terms) {
        assertions.push_back({term, false});
        terms.push_back(term);
      }
    }
    const std::string& logic = opened.script->logic.empty() ? subject.group : opened.script->logic;
    opened.facts.decidable = is_decidable(*opened.store, assertions) && logic_covers(*opened.store, logic, terms);
  }

  /// Maximum number of target runs of bound minimization, for both bounds together.
  static constexpr std::size_t kMaxBoundRuns = 400;
  /// Bound minimization is skipped for scripts of at most this size in bytes.
  static constexpr std::size_t kSmallScriptBytes = 500;

  std::shared_ptr<const FuzzConfig> config_;
  Generator generator_;
  std::optional<GeneratedCase> last_generated_;  ///< owns the terms with which runs in the campaign are judged
  HardSeeds hard_seeds_;
  std::vector<std::unique_ptr<SolverPort>> peers_;  ///< by reference; made on first use
};

}  // namespace

std::unique_ptr<core::Tester> make_fuzz_tester(std::shared_ptr<const FuzzConfig> config) {
  return std::make_unique<FuzzTester>(std::move(config));
}

}  // namespace assay::smt
