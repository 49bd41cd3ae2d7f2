#include "core/campaign/replay.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "base/text.hpp"
#include "core/campaign/changes.hpp"
#include "core/campaign/guarded.hpp"
#include "core/campaign/judge.hpp"
#include "core/target/ending.hpp"

namespace assay::core {
namespace {

constexpr const char* kInterrupted = "interrupted";

/// The verdict that a failing run must have. A nondeterministic finding's reason begins with its failing runs' kind.
Verdict verdict_of_runs(const Verdict& wanted) {
  if (wanted.kind != BugKind::Nondeterministic) return wanted;
  const std::size_t colon = wanted.reason.find(':');
  const std::optional<BugKind> kind = bug_kind(wanted.reason.substr(0, colon));
  if (!kind) return wanted;
  return Verdict::bug(*kind, colon == std::string::npos ? "" : as_one_line(wanted.reason.substr(colon + 1)), "");
}

bool fails_like(const Verdict& wanted, const Verdict& verdict, const SameBug& same) {
  if (verdict.kind == BugKind::Nondeterministic && wanted.kind == verdict.kind) return true;
  const Verdict of_runs = verdict_of_runs(wanted);
  return verdict.kind == of_runs.kind && (!same || same(of_runs, verdict));
}

/// The name of a bug that is not the expected one.
std::string name_of_other(const Verdict& wanted, const Verdict& verdict) {
  constexpr std::size_t kShown = 80;
  const std::string kind(name(verdict.kind));
  const bool alike = verdict.kind == verdict_of_runs(wanted).kind && !verdict.reason.empty();
  return alike ? kind + ": " + shortened(as_one_line(verdict.reason), kShown) : kind;
}

/// Compares bugs by their signatures on the case, so that differences between runs, versions and machines matter as
/// little as when findings are deduplicated.
SameBug by_signature(Tester& tester, const Case& subject, std::size_t target) {
  return [&tester, &subject, target](const Verdict& wanted, const Verdict& got) {
    Verdict stored = got;
    stored.reason = as_one_line(got.reason);
    return stored.reason == wanted.reason ||
           tester.signature(subject, target, stored) == tester.signature(subject, target, wanted);
  };
}

/// False for skips, and for a pass with a reservation if the finding is about models: the model was perhaps not
/// checked.
bool is_judged(const std::optional<Verdict>& wanted, const Verdict& verdict) {
  if (verdict.outcome == Verdict::Outcome::Skip) return false;
  return verdict.reason.empty() || !wanted || wanted->kind != BugKind::InvalidModel;
}

Obstacle obstacle_of(const Verdict& verdict) {
  if (verdict.is_bug()) {
    if (verdict.kind == BugKind::Crash) return Obstacle::Crash;
    if (verdict.kind == BugKind::Slow) return Obstacle::Slow;
    return verdict.kind == BugKind::RejectsValid ? Obstacle::NotComparable : Obstacle::NotJudged;
  }
  if (verdict.reason == kTimeout) return Obstacle::Slow;
  if (verdict.reason == kCannotStart) return Obstacle::NotAvailable;
  return verdict.is_refusal ? Obstacle::NotComparable : Obstacle::NotJudged;
}

template <typename Key>
void count_one(std::vector<std::pair<Key, std::size_t>>& counts, const Key& key, std::size_t more = 1) {
  const auto row = std::find_if(counts.begin(), counts.end(), [&](const auto& entry) { return entry.first == key; });
  if (row == counts.end()) {
    counts.emplace_back(key, more);
  } else {
    row->second += more;
  }
}

template <typename Key>
void most_frequent_first(std::vector<std::pair<Key, std::size_t>>& counts) {
  std::stable_sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
}

}  // namespace

std::size_t ReplayOutcome::judged() const {
  std::size_t count = failed + passed;
  for (const auto& [bug, runs_of_bug] : others) count += runs_of_bug;
  return count;
}

std::string ReplayOutcome::reasons() const {
  std::string out;
  for (const auto& [reason, count] : unjudged)
    out += (out.empty() ? "" : ", ") + reason + " (" + std::to_string(count) + ")";
  return out;
}

std::string ReplayOutcome::text() const {
  std::string out = std::to_string(failed) + " of " + std::to_string(runs) + " runs";
  std::string_view separator = "; another bug: ";
  for (const auto& [bug, count] : others) {
    out += std::string(separator) + bug + " (" + std::to_string(count) + ")";
    separator = ", ";
  }
  return out + (unjudged.empty() ? "" : "; not judged: " + reasons());
}

ReplayOutcome judge_replay(const std::optional<Verdict>& wanted, const std::vector<Trial>& trials, std::size_t runs,
                           const SameBug& same) {
  ReplayOutcome out;
  out.runs = std::max(runs, trials.size());
  for (const Trial& trial : trials) {
    const Verdict& verdict = trial.verdict;
    if (verdict.is_bug() && (!wanted || fails_like(*wanted, verdict, same))) {
      ++out.failed;
      continue;
    }
    if (!verdict.is_bug() && is_judged(wanted, verdict)) {
      ++out.passed;
      continue;
    }
    if (out.obstacle == Obstacle::None) out.obstacle = obstacle_of(verdict);
    if (verdict.is_bug()) {
      count_one(out.others, name_of_other(*wanted, verdict));
    } else {
      count_one(out.unjudged, verdict.reason);
    }
  }
  if (out.runs > trials.size()) count_one(out.unjudged, std::string(kInterrupted), out.runs - trials.size());
  most_frequent_first(out.others);
  most_frequent_first(out.unjudged);
  if (out.failed > 0) {
    out.what = ReplayOutcome::What::StillFails;
  } else if (out.passed == out.runs && out.runs > 0) {
    out.what = ReplayOutcome::What::DoesNotFail;
  }
  return out;
}

Result<ReplayedTarget> replay(const Module& module, const Case& subject, std::size_t target,
                              const ReplayQuestion& question, const std::stop_token& stop) {
  return guarded<ReplayedTarget>("replaying", [&]() -> Result<ReplayedTarget> {
    if (target >= module.targets().size()) return Error{"there is no such target to replay against", ""};
    Result<std::unique_ptr<Tester>> tester = module.make_tester();
    if (!tester) return tester.error();
    ReplayedTarget out{target, {}, {}};
    while (out.trials.size() < question.times && !stop.stop_requested()) {
      Trial trial = judge_one(**tester, subject, target, module, question.compared, RunMode::Fresh, stop);
      if (!stop.stop_requested()) out.trials.push_back(std::move(trial));
    }
    out.outcome = judge_replay(question.wanted, out.trials, question.times, by_signature(**tester, subject, target));
    return out;
  });
}

Result<std::vector<ReplayedTarget>> replay_all(const Module& module, const Case& subject, unsigned times,
                                               const std::stop_token& stop) {
  return guarded<std::vector<ReplayedTarget>>("replaying", [&]() -> Result<std::vector<ReplayedTarget>> {
    Result<std::unique_ptr<Tester>> tester = module.make_tester();
    if (!tester) return tester.error();
    std::vector<ReplayedTarget> replayed;
    for (std::size_t target = 0; target < module.targets().size(); ++target)
      if ((*tester)->belongs_to(subject, target)) replayed.push_back({target, {}, {}});
    for (unsigned i = 0; i < times && !stop.stop_requested(); ++i) {
      Judgement judgement = judge_all(**tester, subject, module, RunMode::Fresh, stop);
      if (judgement.cancelled) break;
      keep_changes(module, judgement);
      for (ReplayedTarget& one : replayed) one.trials.push_back(std::move(judgement.trials[one.target]));
    }
    for (ReplayedTarget& one : replayed) one.outcome = judge_replay(std::nullopt, one.trials, times);
    return replayed;
  });
}

}  // namespace assay::core
