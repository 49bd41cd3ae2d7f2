#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "core/target/slow.hpp"
#include "smt/judge/judge.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using core::Verdict;
using TargetBugs = std::vector<std::pair<std::size_t, Verdict>>;

/// The seed's `:status` votes like a family, and suffices alone, because the authors of the seed knew its truth.
constexpr std::string_view kOwnStatus = "the seed's own :status";

/// The run for the comparison of times. A pass is Answered unless the answer is `unknown`.
core::TimedRun timed(const PeerRuns::Run& run) {
  using End = core::TimedRun::End;
  const core::Trial& trial = *run.trial;
  const bool answered = trial.verdict.outcome == Verdict::Outcome::Pass && !trial.answer.empty() &&
                        trial.answer.find("unknown") == std::string::npos;
  const bool timed_out = trial.answer == "timeout" && !trial.verdict.is_bug();
  return {run.target->name, family_of(*run.target),
          timed_out  ? End::TimedOut
          : answered ? End::Answered
                     : End::Other,
          trial.answer, trial.cpu_seconds};
}

// With drawn options, no target is slow: options make a solver slower on some formulas.
TargetBugs judge_time(const PeerRuns& runs) {
  if (!runs.by_default) return {};
  std::vector<core::TimedRun> times;
  for (const PeerRuns::Run& run : runs.runs) times.push_back(timed(run));
  return core::slower_than_peers(times, {runs.slow_factor, runs.slow_seconds});
}

/// The families that answer `sat`, and the families that answer `unsat`.
struct Sides {
  std::set<std::string> sat;
  std::set<std::string> unsat;
  bool has_witness = false;

  void add(const Vote& vote) {
    (vote.reply == Reply::Sat ? sat : unsat).insert(vote.family);
    has_witness = has_witness || vote.witness.has_value();
  }
};

std::string listed(const std::set<std::string>& families) {
  return join(std::vector<std::string>(families.begin(), families.end()), " and ");
}

/// The bug of a target whose family alone contradicts two families or the seed's `:status`; else nullopt.
std::optional<Verdict> alone_against(const Sides& sides, const Vote& vote) {
  const bool says_sat = vote.reply == Reply::Sat;
  std::set<std::string> own = says_sat ? sides.sat : sides.unsat;
  std::set<std::string> others = says_sat ? sides.unsat : sides.sat;
  own.erase(vote.family);
  others.erase(vote.family);
  const bool enough = others.size() >= 2 || others.contains(std::string(kOwnStatus));
  if (!own.empty() || !enough) return std::nullopt;
  const std::string answer(says_sat ? "sat" : "unsat");
  const std::string against = others.size() >= 2 ? "two families" : std::string(kOwnStatus);
  return Verdict::bug(BugKind::Disagreement, answer + " against " + against,
                      vote.name + " answers " + answer + ", " + listed(others) +
                          " the opposite; no model could be evaluated, so nothing is certain");
}

// Nothing is compared if a model is confirmed: other judges then know the truth.
TargetBugs judge_votes(const PeerRuns& runs) {
  Sides sides;
  bool has_votes = false;
  for (const PeerRuns::Run& run : runs.runs) {
    if (!run.vote) continue;
    has_votes = true;
    sides.add(*run.vote);
  }
  if (!has_votes) return {};
  if (!sides.has_witness && runs.peers)
    for (const Vote& vote : runs.peers()) sides.add(vote);
  if (sides.has_witness) return {};
  if (runs.own_status != Truth::Open) (runs.own_status == Truth::Sat ? sides.sat : sides.unsat).emplace(kOwnStatus);
  TargetBugs found;
  const std::optional<Vote> first = runs.versions_of_one ? runs.runs.front().vote : std::nullopt;
  for (std::size_t i = 1; i < runs.runs.size(); ++i)
    if (const auto& vote = runs.runs[i].vote; first && vote && vote->reply != first->reply)
      found.emplace_back(
          i, Verdict::bug(BugKind::Disagreement, std::string(name(vote->reply)) + " against another version",
                          vote->name + " answers " + std::string(name(vote->reply)) + ", " + first->name +
                              " the opposite; no model could be evaluated, so one of them is wrong"));
  for (std::size_t i = 0; i < runs.runs.size() && found.empty(); ++i)
    if (const auto& vote = runs.runs[i].vote)
      if (auto bug = alone_against(sides, *vote)) found.emplace_back(i, std::move(*bug));
  return found;
}

}  // namespace

TargetBugs compare(const PeerRuns& runs) {
  TargetBugs all = judge_time(runs);
  for (auto& found : judge_votes(runs)) all.push_back(std::move(found));
  return all;
}

std::string family_of(const SolverDefinition& definition) {
  return definition.family == "smtlib" || definition.family.empty() ? definition.name : definition.family;
}

bool rests_on_own_status(const Verdict& verdict) {
  return verdict.kind == BugKind::Disagreement && verdict.reason.ends_with(kOwnStatus);
}

std::optional<Vote> vote_of(const SolverDefinition& voter, TermStore& store, const Script& script,
                            const SolverAnswer& answer) {
  if (answer.kind != SolverAnswer::Kind::Answered || answer.replies.size() != 1) return std::nullopt;
  if (answer.replies[0] == Reply::Unknown) return std::nullopt;
  Vote made{voter.name, family_of(voter), answer.replies[0], {}};
  if (made.reply == Reply::Sat && answer.model) made.witness = witness_from(store, script, *answer.model);
  return made;
}

}  // namespace assay::smt
