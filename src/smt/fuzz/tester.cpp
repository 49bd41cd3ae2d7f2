#include "smt/fuzz/tester.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "assay/base/text.hpp"
#include "assay/smt/reduce.hpp"
#include "smt/fuzz/bound_minimization.hpp"
#include "smt/fuzz/generator.hpp"

namespace assay::smt {
namespace {

/// A case as the judge wants it.
struct Opened {
  std::string text;  ///< of the script: what the rest was made from
  std::string metadata;
  std::unique_ptr<TermStore> own_store;  ///< empty when the generator's is used
  TermStore* store = nullptr;
  const Script* script = nullptr;
  Script own_script;
  SmtFacts facts;
  Features features;
  std::string problem;  ///< why it cannot be judged
};

/// Knows which targets ran out of time or memory again and again on the cases of one block: the rest of the block, from
/// the same seed, would only cost as much again.
class Patience {
 public:
  explicit Patience(std::size_t targets) : failures_(targets, 0) {}

  [[nodiscard]] bool has_ended(std::uint64_t index, std::size_t target) {
    if (index / kBlockSize != block_) {
      block_ = index / kBlockSize;
      failures_.assign(failures_.size(), 0);
    }
    return failures_[target] >= kMost;
  }
  void note(std::size_t target, const SolverAnswer& answer) {
    const bool ran_out = answer.kind == SolverAnswer::Kind::Timeout || answer.kind == SolverAnswer::Kind::OutOfMemory;
    failures_[target] += ran_out ? 1 : 0;
  }

 private:
  static constexpr unsigned kMost = 3;
  std::uint64_t block_ = 0;
  std::vector<unsigned> failures_;
};

class FuzzTester final : public core::Tester {
 public:
  explicit FuzzTester(std::shared_ptr<const FuzzConfig> config)
      : config_(std::move(config)),
        generator_(*config_),
        solvers_(config_->targets.size()),
        patience_(config_->targets.size()) {}

  std::variant<core::Case, core::Skip> generate(std::uint64_t index) override {
    opened_.reset();
    auto made = generator_.generate(index);
    if (const auto* subject = std::get_if<core::Case>(&made)) open_generated(*subject);
    return made;
  }

  core::Trial run(const core::Case& subject, std::size_t target, core::RunMode mode,
                  const std::stop_token& stop) override {
    core::Trial trial;
    const SolverDefinition& definition = config_->targets[target];
    trial.command = definition.argv;
    Opened& opened = open(subject, mode);
    if (!opened.problem.empty()) {
      trial.verdict = core::Verdict::skip(opened.problem);
      return trial;
    }
    if (const auto lacking = config_->capabilities[target].unsupported(opened.features)) {
      trial.verdict = core::Verdict::skip(lacking->reason);
      trial.answer = "unsupported";
      return trial;
    }
    const bool in_campaign = mode == core::RunMode::Campaign;
    if (in_campaign && patience_.has_ended(subject.index, target)) {
      trial.verdict = core::Verdict::skip("too hard, like three others from its seed");
      return trial;
    }
    const RunStyle style = mode == core::RunMode::Fresh ? RunStyle::Process : config_->options.style;
    const SolverAnswer answer =
        solver(target).run(input_text(definition, subject), {.model = wants_model(opened.facts, subject)}, style, stop);
    if (in_campaign) patience_.note(target, answer);
    trial.answer = summary(answer);
    trial.output = answer.output;
    trial.cpu_seconds = answer.usage.cpu_seconds();
    trial.wall_seconds = answer.usage.wall_seconds;
    trial.verdict = judge(definition, *opened.store, *opened.script, subject, opened.facts, answer);
    if (in_campaign && trial.verdict.kind == core::BugKind::RejectsValid && trial.verdict.is_bug() &&
        seed_message(target, opened.facts.seed, stop) == answer.message)
      trial.verdict = core::Verdict::skip("the target rejects the seed, too");
    return trial;
  }

  std::vector<std::pair<std::size_t, core::Verdict>> compare(const core::Case&,
                                                             const std::vector<core::Trial>& trials) override {
    std::vector<std::string> names;
    for (const SolverDefinition& target : config_->targets) names.push_back(target.name);
    return slower_than_peers(names, trials, config_->options.slow_factor, config_->options.slow_seconds);
  }

  core::Case reduce(const core::Case& failing, std::size_t target, const core::Verdict& wanted,
                    const core::ReduceBudget& budget) override {
    std::size_t runs = 0;
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    const StillFails still_fails = [&](const core::Case& subject) {
      if (runs >= budget.max_runs || seconds() >= budget.max_seconds || budget.stop.stop_requested()) return false;
      ++runs;
      return fails_alike(subject, target, wanted, budget.stop);
    };
    BoundMinimization bounds;
    bounds.seed = combine(config_->options.seed, failing.index);
    bounds.max_runs = std::min<std::size_t>(bounds.max_runs, budget.max_runs / 4);
    const core::Case bounded = minimize_bounds(failing, still_fails, bounds, budget.stop);
    core::ReduceBudget rest = budget;
    rest.max_runs = budget.max_runs - std::min(runs, budget.max_runs);
    rest.max_seconds = std::max(0.0, budget.max_seconds - seconds());
    return reduce_case(bounded, still_fails, rest, truth_matters(wanted.kind));
  }

  std::string signature(const core::Case& reduced, std::size_t target, const core::Verdict& verdict) override {
    return smt::signature(config_->targets[target], reduced, verdict);
  }

  bool told_by_reason(core::BugKind kind) const override { return told_by_message(kind); }

  double reduction_cpu_seconds() const override { return reduction_cpu_seconds_; }

 private:
  SolverPort& solver(std::size_t target) {
    if (!solvers_[target]) solvers_[target] = config_->make_solver(config_->targets[target]);
    return *solvers_[target];
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

  // The same cases whoever runs them: by the index, not by a stream.
  [[nodiscard]] bool wants_model(const SmtFacts& facts, const core::Case& subject) const {
    return facts.has_witness && !facts.truths.empty() && facts.truths.back() == Truth::Sat &&
           mix(subject.index) % 100 < config_->options.model_percent;
  }

  void open_generated(const core::Case& subject) {
    opened_.emplace();
    opened_->text = subject.files[0].content;
    opened_->metadata = subject.metadata;
    opened_->store = &generator_.store();
    opened_->script = &generator_.last()->assembled.script;
    opened_->facts = generator_.last()->facts;
    opened_->features = scanner_.scan(*opened_->store, *opened_->script);
  }

  // A fresh run reads the case's text, as the target does; the campaign's own runs may judge by the terms that the
  // text was printed from.
  Opened& open(const core::Case& subject, core::RunMode mode) {
    const bool known = opened_ && !subject.files.empty() && opened_->text == subject.files[0].content &&
                       opened_->metadata == subject.metadata;
    if (known && (mode == core::RunMode::Campaign || opened_->own_store)) return *opened_;
    opened_.emplace();
    opened_->metadata = subject.metadata;
    const core::File* file = subject.file(kScriptFile);
    if (file == nullptr) {
      opened_->problem = "the case has no script";
      return *opened_;
    }
    opened_->text = file->content;
    auto facts = SmtFacts::from_json(subject.metadata);
    if (!facts) {
      opened_->problem = "the case's metadata cannot be read";
      return *opened_;
    }
    opened_->facts = std::move(*facts);
    opened_->own_store = std::make_unique<TermStore>();
    opened_->store = opened_->own_store.get();
    auto script = parse_script(*opened_->store, file->content, file->name);
    if (!script) {
      opened_->problem = "the case's script cannot be read";
      return *opened_;
    }
    opened_->own_script = std::move(*script);
    opened_->script = &opened_->own_script;
    opened_->facts.decidable = opened_->facts.decidable && stays_decidable(*opened_, subject);
    opened_->features = FeatureScanner().scan(*opened_->store, *opened_->script);
    return *opened_;
  }

  // A reduction may leave the logic that was decidable: a divisor that becomes zero, say.
  static bool stays_decidable(const Opened& opened, const core::Case& subject) {
    std::vector<Assertion> assertions;
    std::vector<TermId> terms;
    for (const Command& command : opened.script->commands) {
      for (const TermId term : command.terms) {
        assertions.push_back({term, false});
        terms.push_back(term);
      }
    }
    const std::string& logic = opened.script->logic.empty() ? subject.group : opened.script->logic;
    return is_decidable(*opened.store, assertions) && logic_covers(*opened.store, logic, terms);
  }

  bool fails_alike(const core::Case& subject, std::size_t target, const core::Verdict& wanted,
                   const std::stop_token& stop) {
    if (wanted.kind != core::BugKind::Slow) {
      const core::Trial trial = run(subject, target, core::RunMode::Fresh, stop);
      reduction_cpu_seconds_ += trial.cpu_seconds;
      return same_failure(trial.verdict, wanted);
    }
    std::vector<core::Trial> trials;
    for (std::size_t i = 0; i < config_->targets.size(); ++i) {
      trials.push_back(run(subject, i, core::RunMode::Fresh, stop));
      reduction_cpu_seconds_ += trials.back().cpu_seconds;
    }
    if (same_failure(trials[target].verdict, wanted)) return true;
    const auto verdicts = compare(subject, trials);
    return std::any_of(verdicts.begin(), verdicts.end(),
                       [&](const auto& found) { return found.first == target && same_failure(found.second, wanted); });
  }

  std::shared_ptr<const FuzzConfig> config_;
  Generator generator_;
  std::vector<std::unique_ptr<SolverPort>> solvers_;  ///< one a target, made when first used
  FeatureScanner scanner_;
  Patience patience_;
  std::map<std::pair<std::size_t, std::string>, std::string> seed_messages_;  ///< by target and seed
  std::optional<Opened> opened_;
  double reduction_cpu_seconds_ = 0;
};

}  // namespace

std::unique_ptr<core::Tester> make_fuzz_tester(std::shared_ptr<const FuzzConfig> config) {
  return std::make_unique<FuzzTester>(std::move(config));
}

}  // namespace assay::smt
