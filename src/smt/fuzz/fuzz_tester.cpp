#include "smt/fuzz/fuzz_tester.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "assay/base/text.hpp"
#include "assay/smt/eval.hpp"
#include "smt/fuzz/bound_minimization.hpp"
#include "smt/fuzz/fuzz_generator.hpp"
#include "smt/fuzz/one_rule.hpp"
#include "smt/fuzz/self_check.hpp"
#include "smt/reduce/simplified.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/reduce/solver_tester.hpp"
#include "smt/rules/rule_proof.hpp"
#include "smt/solver/core_judge.hpp"
#include "smt/solver/objectives.hpp"

namespace assay::smt {
namespace {

/// Knows which targets ran out of time or memory again and again on the cases of one block: the rest of the block, from
/// the same seed, would only cost as much again. A seed that has been too hard before is given up sooner.
class GivenUp {
 public:
  explicit GivenUp(std::size_t targets) : failures_(targets, 0) {}

  /// Not where there is no seed: controls have none.
  [[nodiscard]] bool has(std::uint64_t index, std::size_t target, const std::string& seed) {
    if (seed.empty()) return false;
    if (index / kBlockSize != block_ || seed != seed_) {
      block_ = index / kBlockSize;
      seed_ = seed;
      failures_.assign(failures_.size(), 0);
    }
    const auto before = too_hard_.find({target, seed});
    const unsigned visits = before == too_hard_.end() ? 0 : before->second;
    return failures_[target] >= (visits > 1 ? 1 : kMost - visits);
  }
  void note(std::size_t target, const SolverAnswer& answer, const std::string& seed) {
    const bool ran_out = answer.kind == SolverAnswer::Kind::Timeout || answer.kind == SolverAnswer::Kind::OutOfMemory;
    if (ran_out && ++failures_[target] == kEnough) ++too_hard_[{target, seed}];
  }

 private:
  static constexpr unsigned kMost = 3;
  static constexpr unsigned kEnough = 2;  // time-outs of a visit that are remembered
  std::uint64_t block_ = 0;
  std::string seed_;  ///< of the block, or one of those that stand in it
  std::vector<unsigned> failures_;
  std::map<std::pair<std::size_t, std::string>, unsigned> too_hard_;  ///< visits, by target and seed
};

SolverTester::Setup setup_of(const std::shared_ptr<const FuzzConfig>& config) {
  auto setup = SolverTester::Setup::from(config->options);
  for (std::size_t i = 0; i < config->targets.size(); ++i)
    setup.targets.push_back({&config->targets[i], &config->capabilities[i]});
  return setup;
}

class FuzzTester final : public SolverTester {
 public:
  explicit FuzzTester(std::shared_ptr<const FuzzConfig> config)
      : SolverTester(setup_of(config)),
        config_(std::move(config)),
        generator_(*config_),
        given_up_(config_->targets.size()) {}

  std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token& stop) override {
    forget_case();
    made_.reset();
    auto made = generator_.generate(index, stop);
    if (auto* skip = std::get_if<core::Skip>(&made)) return std::move(*skip);
    made_ = std::move(std::get<GeneratedCase>(made));
    open_generated(made_->subject, made_->place.fragments->store, made_->assembled.script, made_->facts);
    return made_->subject;
  }

  core::Case reduce(const core::Case& found, std::size_t target, const core::Verdict& wanted,
                    const core::ReduceBudget& budget) override {
    if (rests_on_own_status(wanted)) return found;
    core::ReductionClock clock(budget);
    const OtherBugs others(definition(target), found);
    const StillFails still_fails = [&](const core::Case& subject) {
      return !others.touches(subject) && clock.take() && fails_alike(subject, target, wanted, budget.stop);
    };
    const core::Case failing = reduce_options(as_asked(found), target, still_fails, budget.stop);
    core::Case small = reduce_script(failing, wanted, still_fails, clock, budget);
    if (truth_matters(wanted.kind)) small = without_what_says_nothing(small, still_fails, clock.rest());
    return reduce_options(small, target, still_fails, budget.stop);
  }

  core::Case reduce_script(const core::Case& failing, const core::Verdict& wanted, const StillFails& still_fails,
                           core::ReductionClock& clock, const core::ReduceBudget& budget) {
    const bool keep_truth = truth_matters(wanted.kind);
    KeepsTruth ask;
    if (const auto facts = SmtFacts::from_json(failing.metadata); facts && is_refuted_by_solvers(*facts))
      ask = [&](const core::Case& subject) { return is_still_refuted(subject, budget.stop); };
    if (const auto facts = SmtFacts::from_json(failing.metadata); facts && !facts->operations.empty())
      return reduce_planted(failing, *facts, wanted, still_fails, clock);
    const core::Case small = reduce_case(failing, still_fails, clock.rest(), keep_truth, ask);
    if (small.files.front().content.size() <= kSmall) return small;
    // Where the structural passes are stuck, new structure may help.
    BoundMinimization bounds;
    bounds.seed = combine(config_->options.seed, failing.index);
    bounds.budget = clock.rest();
    bounds.budget.max_runs = std::min(kBoundRuns, bounds.budget.max_runs / 2);
    bounds.budget.max_seconds /= 2;
    bounds.budget.ran_out = nullptr;  // this half may run out: the passes behind it have the rest
    const core::Case bounded = minimize_bounds(small, still_fails, bounds);
    if (bounded.files.front().content.size() >= small.files.front().content.size()) return small;
    return reduce_case(bounded, still_fails, clock.rest(), keep_truth);
  }

  // What one row says alone goes first: an instance of several rows cannot become it, for it is no part of them.
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

  // A check that is answered unsat although a model of the same solver, asked afresh, satisfies it.
  std::optional<core::Case> settle(const core::Case& subject, const std::vector<core::Trial>& trials,
                                   const std::stop_token& stop) override {
    const core::File* file = subject.file(kScriptFile);
    const auto facts = SmtFacts::from_json(subject.metadata);
    const bool known = satisfied_ && file != nullptr && facts && satisfied_->text == file->content &&
                       satisfied_->check < facts->truths.size() && facts->truths[satisfied_->check] == Truth::Open;
    if (!known) return SolverTester::settle(subject, trials, stop);
    SmtFacts settled = *facts;
    // One witness serves one assignment: what was known by another one is not any more.
    for (Truth& truth : settled.truths)
      if (truth == Truth::Sat) truth = Truth::Open;
    settled.truths[satisfied_->check] = Truth::Sat;
    settled.has_witness = true;
    settled.interpretation = 0;
    settled.note += ", satisfied by a model of a fresh process";
    core::Case result = subject;
    result.files = {*file, {std::string(kWitnessFile), satisfied_->witness}};
    result.metadata = settled.json();
    satisfied_.reset();
    return result;
  }

  std::string signature(const core::Case& reduced, std::size_t target, const core::Verdict& verdict) override {
    return smt::signature(definition(target), reduced, verdict);
  }

 private:
  // The same cases whoever runs them: by the index, not by a stream.
  [[nodiscard]] Query query(const core::Case& subject, const OpenedCase& opened) const override {
    const SmtFacts& facts = opened.facts;
    if (facts.asks_nothing) return {};
    // Where nothing is known, or only solvers say so, a model tells more.
    if (is_open(facts)) return has_names(opened) ? Query{.core = true} : Query{.model = true};
    if (is_refuted_by_solvers(facts)) return {.model = true};
    if (!facts.core.empty()) return {.core = asks_for_core(subject, opened)};
    return {.model = facts.has_witness && !facts.truths.empty() && facts.truths.back() == Truth::Sat &&
                     mix(subject.index) % 100 < config_->options.model_percent,
            .objectives = facts.has_witness && has_objectives(*opened.script)};
  }

  /// Whether nobody knows what the last check is to answer.
  static bool is_open(const SmtFacts& facts) { return !facts.truths.empty() && facts.truths.back() == Truth::Open; }
  static bool has_names(const OpenedCase& opened) {
    const auto& commands = opened.script->commands;
    return std::any_of(commands.begin(), commands.end(), [&](const Command& command) {
      return command.kind == CommandKind::Assert && !name_of_assertion(*opened.store, command.terms[0]).empty();
    });
  }

  // Every other case: asking for a core turns off much of what solvers do. Assumptions and tactics have cores of
  // their own.
  static bool asks_for_core(const core::Case& subject, const OpenedCase& opened) {
    if (opened.facts.core.empty() || opened.facts.truths.back() != Truth::Unsat) return false;
    const auto& commands = opened.script->commands;
    return mix(subject.index) % 2 == 0 && std::none_of(commands.begin(), commands.end(), [](const Command& command) {
             return command.kind == CommandKind::CheckSatAssuming || command.kind == CommandKind::CheckSatUsing;
           });
  }

  // References may be of a target's family: a model convicts whoever it comes from, and families are counted.
  [[nodiscard]] std::vector<Vote> votes_of_peers(const OpenedCase& opened, const std::stop_token& stop) override {
    std::vector<Vote> votes;
    peers_.resize(config_->references.size());
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      const SolverDefinition& definition = config_->references[i].definition;
      if (Capabilities(definition).unsupported(opened.features)) continue;
      if (!peers_[i]) peers_[i] = config_->make_solver(definition);
      const std::string text = respelled(definition, *opened.store, *opened.script, opened.text);
      const SolverAnswer answer = peers_[i]->run(text, {.model = true}, RunStyle::Process, stop);
      if (auto said = vote(definition, opened, answer)) votes.push_back(std::move(*said));
    }
    return votes;
  }

  [[nodiscard]] std::optional<core::Skip> left_out(const core::Case& subject, std::size_t target) override {
    const std::string& seed = made_ ? made_->facts.seed : std::string();
    if (!given_up_.has(subject.index, target, seed)) return std::nullopt;
    return core::Skip{"too hard, like others from its seed"};
  }

  [[nodiscard]] core::Verdict judged(const Asked& asked, const SolverAnswer& answer, core::Trial& trial) override {
    const OpenedCase& opened = asked.opened;
    const bool in_campaign = asked.mode == core::RunMode::Campaign;
    if (in_campaign && !asked.with_options) given_up_.note(asked.target, answer, opened.facts.seed);
    core::Verdict verdict =
        judge(definition(asked.target), *opened.store, *opened.script, asked.subject, opened.facts, answer);
    if (verdict.kind == core::BugKind::SolutionUnsound && verdict.is_bug() && is_refuted_by_solvers(opened.facts))
      verdict = by_its_model(asked, answer, std::move(verdict));
    if (verdict.outcome == core::Verdict::Outcome::Pass && asks_for_core(asked.subject, opened))
      verdict = by_its_core(asked, answer, trial, std::move(verdict));
    if (verdict.outcome == core::Verdict::Outcome::Pass && is_open(opened.facts) && has_names(opened))
      verdict = by_its_core(asked, answer, trial, std::move(verdict));
    if (verdict.outcome == core::Verdict::Outcome::Pass || verdict.reason == "unknown")
      verdict = by_its_own_answers(asked, answer, trial, std::move(verdict));
    if (in_campaign && verdict.kind == core::BugKind::RejectsValid && verdict.is_bug() && !asked.with_options)
      for (const std::string& seed : {opened.facts.seed, opened.facts.partner})
        if (seed_message(asked.target, seed, asked.stop) == answer.message)
          return core::Verdict::skip("the target rejects the seed, too");
    return verdict;
  }

  static bool is_refuted_by_solvers(const SmtFacts& facts) {
    return facts.partly_by_solvers && facts.truths == std::vector{Truth::Unsat};
  }

  [[nodiscard]] core::Verdict by_its_core(const Asked& asked, const SolverAnswer& answer, core::Trial& trial,
                                          core::Verdict verdict) {
    const AskAbout ask = [&](const std::string& script) {
      SolverAnswer alone = solver(asked.target).run(script, {}, RunStyle::Process, asked.stop);
      trial.cpu_seconds += alone.usage.cpu_seconds();
      return alone;
    };
    const OpenedCase& opened = asked.opened;
    SmtFacts facts = opened.facts;
    // Nobody knows which assertions are needed: those that the core has must contradict each other.
    if (is_open(facts))
      for (const JudgedAssertion& active : active_assertions(*opened.script))
        facts.core.push_back(name_of_assertion(*opened.store, active.term));
    auto core = judge_core(definition(asked.target), *opened.store, *opened.script, facts, answer, ask);
    // Over a seed's terms, some parts may contradict each other alone; the answer is right all the same.
    if (!core || core->outcome == core::Verdict::Outcome::Skip) return verdict;
    return without_known_bugs(definition(asked.target), asked.subject, answer, std::move(*core));
  }

  // Incremental scripts with checks of unknown truth: the solver's answers are compared with one another, and with
  // those that it gives to a check's formulas alone.
  [[nodiscard]] core::Verdict by_its_own_answers(const Asked& asked, const SolverAnswer& answer, core::Trial& trial,
                                                 core::Verdict verdict) {
    const OpenedCase& opened = asked.opened;
    const auto& truths = opened.facts.truths;
    const bool applies = truths.size() > 1 && std::find(truths.begin(), truths.end(), Truth::Open) != truths.end() &&
                         answer.kind == SolverAnswer::Kind::Answered && opened.facts.optimum.empty();
    if (!applies) return verdict;
    const AskAfresh ask = [&](const Script& question) {
      const std::string text = print_script(*opened.store, question);
      SolverAnswer alone = solver(asked.target)
                               .run(respelled(definition(asked.target), *opened.store, question, text), {.model = true},
                                    RunStyle::Process, asked.stop);
      trial.cpu_seconds += alone.usage.cpu_seconds();
      return alone;
    };
    auto found = contradiction_in(*opened.store, *opened.script, answer.replies, asked.with_options ? AskAfresh() : ask,
                                  kAskedAlone);
    if (!found) return verdict;
    core::Verdict bug = core::Verdict::bug(core::BugKind::Inconsistent, "contradicts itself", found->detail);
    bug = without_known_bugs(definition(asked.target), asked.subject, answer, std::move(bug));
    if (bug.is_bug() && asked.mode == core::RunMode::Campaign && found->witness && found->check)
      satisfied_ = {opened.text, *found->check, *found->witness};
    return bug;
  }

  // The last script that is asked alone is the one that contradicts the others.
  [[nodiscard]] std::vector<FurtherScript> asked_alone(const Asked& asked, const SolverAnswer& answer) override {
    const OpenedCase& opened = asked.opened;
    std::string last;
    const AskAfresh ask = [&](const Script& question) {
      const std::string text = print_script(*opened.store, question);
      last = respelled(definition(asked.target), *opened.store, question, text);
      return solver(asked.target).run(last, {.model = true}, RunStyle::Process, asked.stop);
    };
    const bool found =
        contradiction_in(*opened.store, *opened.script, answer.replies, ask, kAskedAlone).has_value() && !last.empty();
    if (!found) return {};
    return {{"The formulas of one check alone", std::move(last), {.model = true}}};
  }

  // Two families have called the seed contradictory: a model that satisfies the case refutes them, one that does not is
  // the certain half of what is wrong.
  [[nodiscard]] core::Verdict by_its_model(const Asked& asked, const SolverAnswer& answer, core::Verdict verdict) {
    if (!answer.model) return verdict;
    const ModelVerdict model = judge_printed_model(*asked.opened.store, *asked.opened.script, *answer.model);
    if (model.kind == ModelVerdict::Kind::Holds) return core::Verdict::skip("a model refutes the references");
    if (model.kind == ModelVerdict::Kind::NotJudged) return verdict;
    verdict.kind = core::BugKind::InvalidModel;
    verdict.detail += "; the model " + model.reason + ": " + model.detail;
    verdict.reason = model.reason;
    return without_known_bugs(definition(asked.target), asked.subject, answer, std::move(verdict));
  }

  /// Whether references of two families still call the case contradictory, and none calls it satisfiable.
  [[nodiscard]] bool is_still_refuted(const core::Case& subject, const std::stop_token& stop) {
    OpenedCase opened;
    opened.text = subject.files.front().content;
    opened.own_store = std::make_unique<TermStore>();
    opened.store = opened.own_store.get();
    auto script = parse_script(*opened.store, opened.text, kScriptFile);
    if (!script) return false;
    opened.own_script = std::move(*script);
    opened.script = &opened.own_script;
    opened.features = features_of(*opened.store, opened.own_script);
    std::set<std::string> families;
    for (const Vote& said : votes_of_peers(opened, stop)) {
      if (said.reply == Reply::Sat) return false;
      families.insert(said.family);
    }
    return families.size() >= 2;
  }

  // What the target says against the seed itself, if it rejects that: then rejecting what was made from it is nothing
  // new. Names that a solver keeps for itself, and limits of its own, come with seeds.
  const std::string& seed_message(std::size_t target, const std::string& name, const std::stop_token& stop) {
    const auto [entry, is_new] = seed_messages_.try_emplace({target, name});
    if (!is_new) return entry->second;
    const auto& seeds = config_->corpus.seeds;
    const auto seed = std::find_if(seeds.begin(), seeds.end(), [&](const Seed& one) { return one.name == name; });
    if (seed == seeds.end()) return entry->second;
    const SolverAnswer answer = solver(target).run(seed->text, {}, RunStyle::Process, stop);
    if (answer.kind == SolverAnswer::Kind::Error) entry->second = answer.message;
    return entry->second;
  }

  // A reduction may leave the logic that was decidable: a divisor that becomes zero, say.
  void case_was_read(const core::Case& subject, OpenedCase& opened) const override {
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

  /// Of the target, for both bounds together.
  static constexpr std::size_t kBoundRuns = 400;
  /// Bytes: what is no longer needs no further bounds.
  static constexpr std::size_t kSmall = 500;

  /// Checks of one script that are asked alone.
  static constexpr std::size_t kAskedAlone = 2;

  /// What was found out about a check of an open script.
  struct Satisfied {
    std::string text;  ///< of the script
    std::size_t check = 0;
    std::string witness;
  };

  std::shared_ptr<const FuzzConfig> config_;
  std::optional<Satisfied> satisfied_;
  Generator generator_;
  std::optional<GeneratedCase> made_;  ///< the last one: its terms are what the campaign's own runs are judged by
  GivenUp given_up_;
  std::vector<std::unique_ptr<SolverPort>> peers_;                            ///< one a reference, made when first used
  std::map<std::pair<std::size_t, std::string>, std::string> seed_messages_;  ///< by target and seed
};

}  // namespace

std::unique_ptr<core::Tester> make_fuzz_tester(std::shared_ptr<const FuzzConfig> config) {
  return std::make_unique<FuzzTester>(std::move(config));
}

}  // namespace assay::smt
