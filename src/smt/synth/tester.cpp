#include "smt/synth/tester.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "assay/base/text.hpp"
#include "assay/smt/reduce.hpp"
#include "smt/synth/generator.hpp"
#include "smt/synth/judges.hpp"

namespace assay::smt {
namespace {

/// A case as the judges want it: the generator's own terms, or the text read again.
struct Opened {
  std::string text;  ///< of the script
  std::string metadata;
  std::unique_ptr<TermStore> own_store;  ///< empty when the generator's is used
  TermStore* store = nullptr;
  Script script;
  SmtFacts facts;
  Features features;
  std::string problem;  ///< why it cannot be judged
};

class SynthTester final : public core::Tester {
 public:
  explicit SynthTester(std::shared_ptr<const SynthConfig> config)
      : config_(std::move(config)), generator_(*config_), solvers_(config_->targets.size()) {}

  std::variant<core::Case, core::Skip> generate(std::uint64_t index) override {
    opened_.reset();
    auto made = generator_.generate(index);
    if (const auto* subject = std::get_if<core::Case>(&made)) {
      opened_.emplace();
      opened_->text = subject->files[0].content;
      opened_->metadata = subject->metadata;
      opened_->store = &generator_.store();
      opened_->script = generator_.last().script;
      opened_->facts = generator_.last().facts;
      opened_->features = scanner_.scan(*opened_->store, opened_->script);
    }
    return made;
  }

  core::Trial run(const core::Case& subject, std::size_t target, core::RunMode mode,
                  const std::stop_token& stop) override {
    const Target& tested = config_->targets[target];
    core::Trial trial;
    trial.command = tested.definition.argv;
    Opened& opened = open(subject, mode);
    if (!opened.problem.empty()) {
      trial.verdict = core::Verdict::skip(opened.problem);
      return trial;
    }
    if (const auto lacking = tested.capabilities.unsupported(opened.features)) {
      trial.verdict = core::Verdict::skip(lacking->reason);
      trial.answer = "unsupported";
      return trial;
    }
    const RunStyle style = mode == core::RunMode::Fresh ? RunStyle::Process : config_->options.style;
    const SolverAnswer answer =
        solver(target).run(input_text(tested.definition, subject), query(opened.facts), style, stop);
    trial.answer = summary(answer);
    trial.output = answer.output;
    trial.cpu_seconds = answer.usage.cpu_seconds();
    trial.wall_seconds = answer.usage.wall_seconds;
    trial.verdict = judged(subject, target, opened, answer, trial, stop);
    return trial;
  }

  std::vector<std::pair<std::size_t, core::Verdict>> compare(const core::Case&,
                                                             const std::vector<core::Trial>& trials) override {
    std::vector<std::string> names;
    for (const Target& target : config_->targets) names.push_back(target.definition.name);
    return slower_than_peers(names, trials, config_->options.slow_factor, config_->options.slow_seconds);
  }

  // Formulas are small already. What makes an unsatisfiable one so is known by construction only, so that no part of it
  // can be taken away; what a witness satisfies, the reducer can make smaller.
  core::Case reduce(const core::Case& failing, std::size_t target, const core::Verdict& wanted,
                    const core::ReduceBudget& budget) override {
    const auto facts = SmtFacts::from_json(failing.metadata);
    const bool keep = truth_matters(wanted.kind);
    const bool by_witness = facts && facts->has_witness && facts->optimum.empty();
    if (wanted.kind == core::BugKind::Slow || (keep && !by_witness)) return failing;
    std::size_t runs = 0;
    const auto start = std::chrono::steady_clock::now();
    const StillFails still_fails = [&](const core::Case& subject) {
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
      if (runs >= budget.max_runs || elapsed.count() >= budget.max_seconds || budget.stop.stop_requested())
        return false;
      ++runs;
      const core::Trial trial = run(subject, target, core::RunMode::Fresh, budget.stop);
      reduction_cpu_seconds_ += trial.cpu_seconds;
      return same_failure(trial.verdict, wanted);
    };
    return reduce_case(failing, still_fails, budget, keep);
  }

  // Cores with a needless assertion are counted by the way in which the formula was made: they are no unsoundness.
  std::string signature(const core::Case& reduced, std::size_t target, const core::Verdict& verdict) override {
    if (verdict.kind == core::BugKind::Imprecise)
      return std::string(name(verdict.kind)) + " " + reduced.strategy + " " + reduced.group;
    return smt::signature(config_->targets[target].definition, reduced, verdict);
  }

  bool told_by_reason(core::BugKind kind) const override { return told_by_message(kind); }

  double reduction_cpu_seconds() const override { return reduction_cpu_seconds_; }

 private:
  SolverPort& solver(std::size_t target) {
    if (!solvers_[target]) solvers_[target] = config_->make_solver(config_->targets[target].definition);
    return *solvers_[target];
  }

  static Query query(const SmtFacts& facts) {
    const bool is_sat = facts.has_witness;
    return {.model = is_sat, .core = !facts.core.empty(), .objectives = !facts.optimum.empty()};
  }

  core::Verdict judged(const core::Case& subject, std::size_t target, Opened& opened, const SolverAnswer& answer,
                       core::Trial& trial, const std::stop_token& stop) {
    const SolverDefinition& definition = config_->targets[target].definition;
    core::Verdict verdict = judge(definition, *opened.store, opened.script, subject, opened.facts, answer);
    if (verdict.outcome != core::Verdict::Outcome::Pass) return verdict;
    const AskAbout ask = [&](const std::string& script) {
      SolverAnswer alone = solver(target).run(script, {}, RunStyle::Process, stop);
      trial.cpu_seconds += alone.usage.cpu_seconds();
      return alone;
    };
    if (auto core = judge_core(definition, *opened.store, opened.script, opened.facts, answer, ask))
      return without_known_bugs(definition, subject, answer, std::move(*core));
    if (auto optimum = judge_objectives(*opened.store, opened.script, opened.facts, answer))
      return without_known_bugs(definition, subject, answer, std::move(*optimum));
    return verdict;
  }

  // A fresh run reads the case's text, as the target does; the campaign's own runs may judge by the terms that the
  // text was printed from.
  Opened& open(const core::Case& subject, core::RunMode mode) {
    const bool known = opened_ && !subject.files.empty() && opened_->text == subject.files[0].content &&
                       opened_->metadata == subject.metadata;
    if (known && (mode == core::RunMode::Campaign || opened_->own_store)) return *opened_;
    opened_.emplace();
    opened_->metadata = subject.metadata;
    opened_->problem = read(subject, *opened_);
    return *opened_;
  }

  static std::string read(const core::Case& subject, Opened& into) {
    const core::File* file = subject.file(kScriptFile);
    if (file == nullptr) return "the case has no script";
    into.text = file->content;
    auto facts = SmtFacts::from_json(subject.metadata);
    if (!facts) return "the case's metadata cannot be read";
    into.facts = std::move(*facts);
    into.own_store = std::make_unique<TermStore>();
    into.store = into.own_store.get();
    auto script = parse_script(*into.store, file->content, file->name);
    if (!script) return "the case's script cannot be read";
    into.script = std::move(*script);
    into.features = FeatureScanner().scan(*into.store, into.script);
    return {};
  }

  std::shared_ptr<const SynthConfig> config_;
  SynthGenerator generator_;
  std::vector<std::unique_ptr<SolverPort>> solvers_;  ///< one a target, made when first used
  FeatureScanner scanner_;
  std::optional<Opened> opened_;
  double reduction_cpu_seconds_ = 0;
};

}  // namespace

std::unique_ptr<core::Tester> make_synth_tester(std::shared_ptr<const SynthConfig> config) {
  return std::make_unique<SynthTester>(std::move(config));
}

}  // namespace assay::smt
