#include "datalog_tester.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "assay/base/hash.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "core/target/ending.hpp"
#include "core/target/slow.hpp"
#include "datalog/fuzz/case/datalog_cases.hpp"
#include "datalog/fuzz/case/labels.hpp"
#include "datalog/fuzz/judge/case_judge.hpp"
#include "datalog/fuzz/judge/datalog_reduction.hpp"
#include "datalog/fuzz/judge/datalog_reproduction.hpp"
#include "datalog/fuzz/result/compare.hpp"
#include "datalog/fuzz/result/sweeps.hpp"
#include "datalog/program/meaning.hpp"
#include "datalog_controls.hpp"

namespace assay::datalog {
namespace {

constexpr unsigned kMaxAttempts = 20;  ///< runs to reproduce a nondeterministic finding

class FuzzTester final : public core::Tester {
 public:
  explicit FuzzTester(std::shared_ptr<const FuzzConfig> config)
      : config_(std::move(config)), generator_(*config_), judge_(*config_), start_seconds_(config_->targets.size()) {}

  std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token&) override {
    return generator_.generate(index);
  }

  bool belongs_to(const core::Case& subject, std::size_t target) const override {
    // A comparison of versions needs the runs of all targets.
    return config_->options.only_changes || generator_.belongs_to(subject.index, target);
  }

  core::Trial run(const core::Case& subject, std::size_t target, core::RunMode mode,
                  const std::stop_token& stop) override {
    core::Trial trial;
    if (opens(subject, target, trial)) judge_open(target, mode, mode == core::RunMode::Fresh, stop, trial);
    return trial;
  }

  /// Leaves the comparison with the reference to the judge: it evaluates the program.
  core::PendingTrial ask(const core::Case& subject, std::size_t target, core::RunMode mode,
                         const std::stop_token& stop) override {
    core::PendingTrial pending;
    if (!opens(subject, target, pending.trial)) return pending;
    if (open_.plan.question != Question::Reference) return {run(subject, target, mode, stop), {}};
    pending.outcome =
        judge_.printed(open_, {target, runs_alone(mode), mode == core::RunMode::Fresh, stop}, pending.trial);
    pending.judge = [this, target, mode, stop](core::Trial& trial) { judge_open(target, mode, false, stop, trial); };
    return pending;
  }

  std::vector<std::pair<std::size_t, core::Verdict>> compare(const core::Case&,
                                                             const std::vector<core::Trial>& trials) override {
    const auto may_be_slow = [&](const core::Trial& trial) { return trial.cpu_seconds >= slow_rule().seconds / 2; };
    if (std::none_of(trials.begin(), trials.end(), may_be_slow)) return {};
    std::vector<core::TimedRun> runs;
    for (std::size_t i = 0; i < trials.size(); ++i) runs.push_back(timed(i, trials[i]));
    return core::slower_than_peers(runs, slow_rule());
  }

  /// If the reference contradicts the result of one program of a pair, this program alone becomes a reference case, so
  /// that all strategies that find it report the same case. Nullopt if a target fails in another way, because the new
  /// case would lose that failure.
  std::optional<core::Case> settle(const core::Case& subject, const std::vector<core::Trial>& trials,
                                   const std::stop_token& stop) override {
    const auto fails = [](const core::Trial& trial) { return trial.verdict.is_bug(); };
    if (std::none_of(trials.begin(), trials.end(), fails)) return std::nullopt;
    const Result<OpenCase> open = open_case(subject);
    if (!open || open->plan.question == Question::Reference) return std::nullopt;
    const Program* wrong = nullptr;
    for (std::size_t target = 0; target < trials.size(); ++target) {
      if (!fails(trials[target])) continue;
      if (trials[target].verdict.kind != core::BugKind::WrongResult) return std::nullopt;
      const Blame blame = blamed(*open, target, stop);
      if (blame.reason.empty() || (wrong != nullptr && wrong != blame.program)) return std::nullopt;
      wrong = blame.program;
    }
    OpenCase alone;
    alone.plan.output = open->plan.output;
    alone.original = *wrong;
    core::Case settled = to_case(alone);
    settled.index = subject.index;
    settled.strategy = subject.strategy;
    settled.group = subject.group;
    settled.labels = subject.labels;
    return settled;
  }

  core::Case reduce(const core::Case& failing, std::size_t target, const core::Verdict& wanted,
                    const core::ReduceBudget& budget) override {
    const EngineTarget& tested = config_->targets[target];
    const EvaluationLimits limits = judge_.limits_of(target);
    const auto fails_alone = [&](const OpenCase& candidate) {
      if (wanted.kind == core::BugKind::Slow) return is_slow(candidate, target, wanted, budget.stop);
      const core::Verdict verdict = judged_alone(candidate, target, budget.stop).verdict;
      return verdict.is_bug() && verdict.kind == wanted.kind && verdict.reason == wanted.reason;
    };
    const CaseFails fails = [&](const OpenCase& candidate) {
      if (!budget.differs) return fails_alone(candidate);
      return budget.accepts(to_case(candidate), [&] { return fails_alone(candidate); });
    };
    core::Case reduced = reduce_case(failing, tested.capabilities, limits, fails, budget);
    reduced.index = failing.index;
    reduced.strategy = failing.strategy;
    reduced.group = failing.group;
    reduced.labels = failing.labels;
    return reduced;
  }

  std::string signature(const core::Case& reduced, std::size_t target, const core::Verdict& verdict) override {
    const std::string kind(core::name(verdict.kind));
    if (reason_identifies(verdict.kind, verdict.reason)) return kind + " " + normalised(verdict.reason);
    const bool slow = verdict.kind == core::BugKind::Slow;
    const EngineTarget& tested = config_->targets[target];
    const Result<OpenCase> open = open_case(reduced);
    std::vector<std::string> parts = {tested.definition.dialect, verdict.reason};
    const Blame blame = open && !slow ? blamed(*open, target) : Blame{open ? &open->original : nullptr, {}};
    // A wrong result without the options is no bug of the options: reference cases find the same cause.
    if (open && open->plan.question == Question::Options && blame.reason.empty()) {
      if (const auto sweep = option_variation(tested.definition, open->original, open->plan.sweep))
        parts[1] = sweep->name;
    } else if (open) {
      parts[1] = blame.reason.empty() ? verdict.reason : blame.reason;
      for (std::string& feature : telling_features(*blame.program)) parts.push_back(std::move(feature));
    }
    std::uint64_t hash = 0;
    for (const std::string& part : parts) hash = hash_bytes(part, hash);
    return kind + " " + parts[1] + " " + to_hex(hash).substr(0, 8);
  }

  std::vector<std::string> causes(const core::Case& reduced, std::size_t target,
                                  const core::Verdict& verdict) override {
    if (reason_identifies(verdict.kind, verdict.reason)) return {};
    const Result<OpenCase> open = open_case(reduced);
    if (!open) return {};
    return features_of(verdict.kind == core::BugKind::Slow ? open->original : *blamed(*open, target).program);
  }

  bool reason_identifies(core::BugKind kind, std::string_view /*reason*/) const override {
    return kind == core::BugKind::Crash || kind == core::BugKind::RejectsValid;
  }

  /// Ignores stop requests: it needs only a few runs, each with the engine's time limit.
  core::Reproduction reproduction(const core::Finding& finding, std::size_t target, const std::stop_token&) override {
    const Result<OpenCase> open = open_case(finding.smallest());
    if (!open) return core::reproduction_of_run(finding);
    const unsigned attempts = finding.kind == core::BugKind::Nondeterministic ? kMaxAttempts : 1;
    std::vector<ObservedRun> runs;
    const std::stop_token never;
    bool fails = false;
    for (unsigned i = 0; i < attempts && !fails; ++i) {
      runs.clear();
      core::Trial trial;
      fails = judge_.judge(*open, {target, true, true, never}, trial, &runs).is_bug();
    }
    return reproduction_of_runs(finding, config_->targets[target], open->plan, runs, judge_.limits_of(target));
  }
  bool translates_cases() const override { return true; }
  double reduction_cpu_seconds() const override { return reduction_cpu_seconds_; }

 private:
  /// Opens the case in `open_`, whose text is parsed, because a replay has only the text. False, with a skip in
  /// `trial`, if it cannot be read.
  bool opens(const core::Case& subject, std::size_t target, core::Trial& trial) {
    trial.command = config_->targets[target].definition.command();
    if (open_text_ == text_of(subject)) return true;
    Result<OpenCase> open = open_case(subject);
    if (!open) {
      trial.verdict = core::Verdict::skip("the case cannot be read");
      trial.output = open.error().text();
      return false;
    }
    open_ = std::move(*open);
    open_text_ = text_of(subject);
    return true;
  }
  [[nodiscard]] bool runs_alone(core::RunMode mode) const {
    return mode == core::RunMode::Fresh || config_->options.style == EngineStyle::Process;
  }
  void judge_open(std::size_t target, core::RunMode mode, bool forgetful, const std::stop_token& stop,
                  core::Trial& trial) {
    trial.verdict = judge_.judge(open_, {target, runs_alone(mode), forgetful, stop}, trial);
    if (trial.answer.empty()) trial.answer = trial.verdict.is_bug() ? trial.verdict.reason : "skipped";
  }

  /// The first program of a pair whose result contradicts the reference, and how. Without a contradiction, the original
  /// with an empty reason.
  struct Blame {
    const Program* program = nullptr;
    std::string reason;
  };
  Blame blamed(const OpenCase& open, std::size_t target, const std::stop_token& stop = {}) {
    const EvaluationLimits limits = judge_.limits_of(target);
    for (const Program* program : {&open.original, open.transformed ? &*open.transformed : nullptr}) {
      if (program == nullptr) continue;
      const Program judged = unrolled(*program);
      const Evaluation evaluation = evaluate(judged, limits);
      if (evaluation.problem || evaluation.join_on_floats) continue;
      const EngineAnswer answer = judge_.engine(target).run(*program, {}, true, stop);
      if (answer.kind != EngineAnswer::Kind::Computed) continue;
      if (const auto wrong = compare_with_reference(judged, answer.output, evaluation)) return {program, wrong->reason};
    }
    return {&open.original, {}};
  }

  [[nodiscard]] core::SlowRule slow_rule() const {
    return {config_->options.slow_factor, config_->options.slow_seconds};
  }

  /// CPU seconds that the target takes to start, measured on a tiny program. They are no work on a case: the pip
  /// releases of clingo start Python, for example.
  double start_seconds(std::size_t target) {
    std::optional<double>& known = start_seconds_[target];
    if (!known) known = judge_.engine(target).run(copies(1), {}, true, {}).usage.cpu_seconds();
    return *known;
  }

  /// A trial as the rule for slow runs sees it. Only engines of one dialect are compared: they are releases and
  /// configurations of the same engine.
  core::TimedRun timed(std::size_t target, const core::Trial& trial) {
    constexpr double kRuns = 2;  // maximum number of engine runs of one trial
    using End = core::TimedRun::End;
    const bool timed_out =
        trial.verdict.outcome == core::Verdict::Outcome::Skip && trial.verdict.reason == core::kTimeout;
    const bool passed = trial.verdict.outcome == core::Verdict::Outcome::Pass && !trial.answer.empty();
    return {config_->targets[target].definition.name, config_->targets[target].definition.dialect,
            timed_out ? End::TimedOut
            : passed  ? End::Answered
                      : End::Other,
            trial.answer + " (" + config_->targets[target].definition.dialect + ")",
            std::max(0.0, trial.cpu_seconds - kRuns * start_seconds(target))};
  }

  /// Judges a candidate of a reduction in a process of its own.
  core::Trial judged_alone(const OpenCase& candidate, std::size_t target, const std::stop_token& stop) {
    core::Trial trial;
    trial.verdict = judge_.judge(candidate, {target, true, true, stop}, trial);
    reduction_cpu_seconds_ += trial.cpu_seconds;
    return trial;
  }

  bool is_slow(const OpenCase& candidate, std::size_t target, const core::Verdict& wanted,
               const std::stop_token& stop) {
    std::vector<std::size_t> peers;
    for (std::size_t i = 0; i < config_->targets.size(); ++i)
      if (i != target) peers.push_back(i);
    const auto run = [&](std::size_t which) { return timed(which, judged_alone(candidate, which, stop)); };
    const std::optional<core::Verdict> slow = core::slow_beside_peers(target, peers, run, slow_rule());
    return slow && slow->reason == wanted.reason;
  }

  static std::string text_of(const core::Case& subject) {
    std::string text = subject.metadata;
    for (const core::File& file : subject.files) text += "\n" + file.name + "\n" + file.content;
    return text;
  }

  std::shared_ptr<const FuzzConfig> config_;
  CaseGenerator generator_;
  CaseJudge judge_;
  OpenCase open_;
  std::string open_text_;
  std::vector<std::optional<double>> start_seconds_;
  double reduction_cpu_seconds_ = 0;
};

}  // namespace

std::unique_ptr<core::Tester> make_fuzz_tester(std::shared_ptr<const FuzzConfig> config) {
  return std::make_unique<FuzzTester>(std::move(config));
}

}  // namespace assay::datalog
