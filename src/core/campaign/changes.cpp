#include "core/campaign/changes.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/campaign/campaign.hpp"
#include "core/target/change.hpp"
#include "core/target/ending.hpp"

namespace assay::core {
namespace {

using Outcome = Verdict::Outcome;

constexpr const char* kSameOutcomes = "both alike, not judged";
constexpr const char* kNotCompared = "not compared: another version has no verdict";

/// True if the run ended without an answer although the target takes the case.
bool gives_no_answer(const Verdict& verdict) {
  constexpr std::array<std::string_view, 3> kReasons{kTimeout, kOutOfMemory, kUnknownAnswer};
  return verdict.outcome == Outcome::Skip &&
         std::find(kReasons.begin(), kReasons.end(), verdict.reason) != kReasons.end();
}

ComparedRun compared(const Trial& trial) {
  const Verdict& verdict = trial.verdict;
  ComparedRun run;
  run.cpu_seconds = trial.cpu_seconds;
  if (verdict.outcome != Outcome::Pass) {
    (gives_no_answer(verdict) ? run.ending : run.refusal) = verdict.is_bug() ? "a bug" : verdict.reason;
  } else if (trial.answer.find(kUnknownAnswer) != std::string::npos) {
    run.ending = kUnknownAnswer;
  } else {
    run.answers = {"right"};
  }
  return run;
}

std::string seconds_text(double seconds) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f s of CPU time", seconds);
  return text.data();
}

std::string title(const TargetInfo& info) { return info.name + " (" + info.version + ")"; }

/// "z3@4.12.6 (4.12.6) answers sat after 0.02 s of CPU time"
std::string sentence(const TargetInfo& info, const Trial& trial) {
  const std::string& answer = trial.answer.empty() ? trial.verdict.reason : trial.answer;
  return title(info) + ": " + answer + " after " + seconds_text(trial.cpu_seconds);
}

/// The targets of a judgement as keep_changes sees them: the verdicts before any of them is replaced.
struct Sides {
  const std::vector<TargetInfo>& infos;
  const std::vector<Trial> trials;
  const SlowRule rule;

  [[nodiscard]] bool has(std::size_t target, BugKind kind) const {
    return trials[target].verdict.is_bug() && trials[target].verdict.kind == kind;
  }

  /// The target without the bug of `target`: a target that passes; for a further version also a target with another
  /// bug.
  [[nodiscard]] std::optional<std::size_t> opposite_of(std::size_t target) const {
    std::optional<std::size_t> other;
    for (std::size_t i = 0; i < trials.size(); ++i) {
      const Verdict& verdict = trials[i].verdict;
      if (verdict.outcome == Outcome::Pass) return i;
      if (!other && target > 0 && verdict.is_bug() && verdict.kind != trials[target].verdict.kind) other = i;
    }
    return other;
  }

  [[nodiscard]] Verdict bug_of(std::size_t target) const {
    const Verdict& own = trials[target].verdict;
    bool shared = false;
    for (std::size_t i = 0; i < trials.size(); ++i) shared = shared || (i != target && has(i, own.kind));
    const std::optional<std::size_t> other = opposite_of(target);
    // A case that only a further version can read is new there, and not wrong in the first version.
    if (other && target == 0 && own.kind == BugKind::RejectsValid) return Verdict::skip(kNotCompared);
    if (!other)
      return shared ? Verdict::pass(kAlike, "both alike: " + std::string(name(own.kind))) : Verdict::skip(kNotCompared);
    // No change to the worse, but it is worth a line in the summary.
    if (target == 0) return Verdict::pass(kAlike, "gone in the new version: " + std::string(name(own.kind)));
    Verdict kept = own;
    kept.detail += "\nNot in all versions. " + sentence(infos[*other], trials[*other]) + ", which " +
                   (trials[*other].verdict.is_bug() ? "is another failure" : "passes") + "; " +
                   sentence(infos[target], trials[target]) + ".";
    return kept;
  }

  /// The verdict on a target without a bug of its own.
  [[nodiscard]] Verdict change_of(std::size_t target) const {
    const ComparedRun before = compared(trials[0]), now = compared(trials[target]);
    const Change change = change_between(before, now, rule);
    // A limit of Assay's is a loss only if the first version was far from it.
    const bool by_limit = now.ending == kTimeout && !rule.holds(now.cpu_seconds, before.cpu_seconds);
    if ((change != Change::Lost || by_limit) && change != Change::Slower) return trials[target].verdict;
    const bool lost = change == Change::Lost;
    return Verdict::bug(lost ? BugKind::Lost : BugKind::Slow,
                        std::string(name(change)) + (lost ? ": " + now.ending : ""),
                        sentence(infos[0], trials[0]) + "; " + sentence(infos[target], trials[target]) + ".");
  }
};

}  // namespace

void RunCosts::add(const std::vector<Trial>& trials) {
  seconds_.resize(trials.size(), 0);
  for (std::size_t i = 0; i < trials.size(); ++i) seconds_[i] += trials[i].cpu_seconds;
}

std::vector<std::size_t> RunCosts::cheapest_first(std::size_t targets) const {
  std::vector<std::size_t> order(targets);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (seconds_.size() != targets) return order;
  for (std::size_t i = 1; i < targets; ++i)
    for (std::size_t at = i; at > 0 && 2 * seconds_[order[at]] < seconds_[order[at - 1]]; --at)
      std::swap(order[at], order[at - 1]);
  return order;
}

Judgement judge_different(Tester& tester, const Case& subject, std::size_t targets, RunMode mode,
                          const std::stop_token& stop, const RunCosts& costs) {
  Judgement out;
  out.trials.resize(targets);
  std::vector<PendingTrial> pending(targets);
  bool is_first = true;
  for (const std::size_t target : costs.cheapest_first(targets)) {
    if (!tester.belongs_to(subject, target)) {
      out.trials[target].verdict = Verdict::skip(kNotCompared);
      continue;
    }
    pending[target] = tester.ask(subject, target, mode, stop);
    out.trials[target] = pending[target].trial;
    if (stop.stop_requested()) {
      out.cancelled = true;
      return out;
    }
    const Verdict& verdict = pending[target].trial.verdict;
    const bool has_none = !pending[target].judge && verdict.outcome == Outcome::Skip;
    if (targets == 2 && is_first && has_none && (target == 0 || !gives_no_answer(verdict))) {
      out.trials[1 - target].verdict = Verdict::skip(kNotCompared);
      out.alike = true;
      return out;
    }
    is_first = false;
  }
  out.alike = targets > 1 && std::all_of(pending.begin(), pending.end(), [&](const PendingTrial& one) {
                return one.judge && !one.outcome.empty() && one.outcome == pending.front().outcome;
              });
  for (std::size_t target = 0; target < targets; ++target) {
    if (out.alike)
      out.trials[target].verdict = Verdict::pass(kAlike, kSameOutcomes);
    else if (pending[target].judge)
      pending[target].judge(out.trials[target]);
  }
  out.cancelled = stop.stop_requested();
  return out;
}

void keep_changes(const Module& module, Judgement& judgement) {
  const std::optional<SlowRule> rule = module.only_changes();
  if (!rule || judgement.cancelled || judgement.alike || judgement.trials.size() < 2) return;
  const Sides sides{module.targets(), judgement.trials, *rule};
  for (std::size_t target = 0; target < judgement.trials.size(); ++target) {
    const Verdict& own = sides.trials[target].verdict;
    Verdict& verdict = judgement.trials[target].verdict;
    if (own.is_bug())
      verdict = sides.bug_of(target);
    else if (target > 0)
      verdict = sides.change_of(target);
    judgement.compared[target] = true;
  }
}

void report_once(Judgement& judgement) {
  std::set<BugKind> seen;
  for (Trial& trial : judgement.trials)
    if (trial.verdict.is_bug() && !seen.insert(trial.verdict.kind).second)
      trial.verdict = Verdict::pass(kAlike, "like another version: " + std::string(name(trial.verdict.kind)));
}

}  // namespace assay::core
