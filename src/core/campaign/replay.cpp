#include "assay/core/replay.hpp"

#include <algorithm>
#include <memory>

#include "core/campaign/guarded.hpp"
#include "core/campaign/judge.hpp"

namespace assay::core {
namespace {

constexpr const char* kInterrupted = "interrupted";

/// The kind that a run has to have. A nondeterministic finding's reason begins with the kind of its failing runs.
std::optional<BugKind> kind_of_runs(const Verdict& wanted) {
  if (wanted.kind != BugKind::Nondeterministic) return wanted.kind;
  return bug_kind(wanted.reason.substr(0, wanted.reason.find(':')));
}

bool fails_like(const std::optional<Verdict>& wanted, const Verdict& verdict) {
  return !wanted || verdict.kind == wanted->kind || verdict.kind == kind_of_runs(*wanted);
}

/// A pass with a reason is one whose model nobody could judge: of a finding about models, it says nothing.
bool is_judged(const std::optional<Verdict>& wanted, const Verdict& verdict) {
  if (verdict.outcome == Verdict::Outcome::Skip) return false;
  return verdict.reason.empty() || !wanted || wanted->kind != BugKind::InvalidModel;
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
  for (const auto& [kind, runs_of_kind] : others) count += runs_of_kind;
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
  for (const auto& [kind, count] : others) {
    out += std::string(separator) + std::string(name(kind)) + " (" + std::to_string(count) + ")";
    separator = ", ";
  }
  return out + (unjudged.empty() ? "" : "; not judged: " + reasons());
}

ReplayOutcome judge_replay(const std::optional<Verdict>& wanted, const std::vector<Trial>& trials, std::size_t runs) {
  ReplayOutcome out;
  out.runs = std::max(runs, trials.size());
  for (const Trial& trial : trials) {
    const Verdict& verdict = trial.verdict;
    if (verdict.is_bug() && fails_like(wanted, verdict)) {
      ++out.failed;
    } else if (verdict.is_bug()) {
      count_one(out.others, verdict.kind);
    } else if (is_judged(wanted, verdict)) {
      ++out.passed;
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

Result<std::vector<Trial>> replay(const Module& module, const Case& subject, std::size_t target, bool compared,
                                  unsigned times, const std::stop_token& stop) {
  return guarded<std::vector<Trial>>("replaying", [&]() -> Result<std::vector<Trial>> {
    if (target >= module.targets().size()) return Error{"there is no such target to replay against", ""};
    Result<std::unique_ptr<Tester>> tester = module.make_tester();
    if (!tester) return tester.error();
    std::vector<Trial> trials;
    while (trials.size() < times && !stop.stop_requested()) {
      Trial trial = judge_one(**tester, subject, target, module.targets().size(), compared, RunMode::Fresh, stop);
      if (!stop.stop_requested()) trials.push_back(std::move(trial));
    }
    return trials;
  });
}

Result<std::vector<ReplayedTarget>> replay_all(const Module& module, const Case& subject, unsigned times,
                                               const std::stop_token& stop) {
  return guarded<std::vector<ReplayedTarget>>("replaying", [&]() -> Result<std::vector<ReplayedTarget>> {
    Result<std::unique_ptr<Tester>> tester = module.make_tester();
    if (!tester) return tester.error();
    std::vector<ReplayedTarget> replayed;
    for (std::size_t target = 0; target < module.targets().size(); ++target)
      if ((*tester)->takes(subject, target)) replayed.push_back({target, {}});
    for (unsigned i = 0; i < times && !stop.stop_requested(); ++i) {
      Judgement judgement = judge_all(**tester, subject, module.targets().size(), RunMode::Fresh, stop);
      if (judgement.cancelled) break;
      for (ReplayedTarget& one : replayed) one.trials.push_back(std::move(judgement.trials[one.target]));
    }
    return replayed;
  });
}

}  // namespace assay::core
