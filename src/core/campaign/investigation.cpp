#include <algorithm>

#include "base/text.hpp"
#include "core/campaign/judge.hpp"
#include "core/campaign/replay.hpp"
#include "core/campaign/worker.hpp"
#include "core/finding/folder.hpp"

namespace assay::core {
namespace {

constexpr std::size_t kMaxOutputBytes = 64 << 10;
/// Number of confirming runs of a difference between targets, whose runs all give an answer: a target that errs at
/// random must not look like a difference.
constexpr unsigned kChangeConfirmations = 12;
constexpr const char* kNotReproduced = "not reproduced in a fresh process";
constexpr const char* kNotJudged = "not judged in a fresh process";

void take_evidence(Finding& finding, const Trial& trial) {
  finding.detail = printable(trial.verdict.detail);
  finding.answer = as_one_line(trial.answer);
  finding.output = shortened(printable(trial.output), kMaxOutputBytes);
  finding.command = trial.command;
  finding.input = trial.input;
}

bool same_files(const Case& a, const Case& b) {
  return std::equal(a.files.begin(), a.files.end(), b.files.begin(), b.files.end(),
                    [](const File& x, const File& y) { return x.name == y.name && x.content == y.content; });
}

/// The bytes of all of the case's files.
std::size_t size_of(const Case& subject) {
  std::size_t size = 0;
  for (const File& file : subject.files) size += file.content.size();
  return size;
}

}  // namespace

Finding Worker::make_finding(const Case& subject, std::size_t target, const Trial& trial, bool compared,
                             unsigned number) const {
  const TargetInfo& info = session_.module.targets()[target];
  const CampaignIdentity& campaign = session_.store.identity();
  Finding finding;
  finding.id = finding_id(info.name, subject.index);
  if (number > 0) finding.id += static_cast<char>('a' + number);
  finding.kind = trial.verdict.kind;
  finding.reason = as_one_line(trial.verdict.reason);
  finding.compared = compared;
  finding.target = info.name;
  finding.target_version = info.version;
  finding.target_command = info.command;
  take_evidence(finding, trial);
  finding.original = tester_ ? tester_->as_read_by(subject, target) : subject;
  finding.confirmations = std::max(1U, session_.options.confirmations);
  finding.first_seen_seconds = session_.total_seconds();
  finding.module = campaign.module;
  finding.configuration = campaign.configuration;
  finding.seed = campaign.seed;
  finding.fingerprint = campaign.fingerprint;
  return finding;
}

// 1. Confirm
Confirmation Worker::confirm(const Case& subject, std::size_t target, const Trial& seen, bool compared) {
  Confirmation out;
  if (!tester_) return out;
  unsigned times = std::max(1U, session_.options.confirmations);
  const bool is_quick = seen.verdict.kind != BugKind::Lost && seen.verdict.kind != BugKind::Slow;
  if (session_.module.only_changes() && is_quick) times = std::max(times, kChangeConfirmations);
  std::vector<Trial> trials;
  for (unsigned i = 0; i < times; ++i) {
    trials.push_back(
        judge_one(*tester_, subject, target, session_.module, compared, RunMode::Fresh, session_.abort_token()));
    target_cpu_ += trials.back().cpu_seconds;
    if (session_.abort_token().stop_requested()) return out;
    if (i + 1 < times && session_.module.only_changes() && !trials.back().verdict.is_bug()) break;
  }
  // If no fresh run fails with the kind seen, a failure of another kind counts: a crash of the persistent process may
  // be a wrong answer in a fresh one.
  const auto fails = [](const Trial& trial) { return trial.verdict.is_bug(); };
  const auto like_seen = [&](const Trial& trial) { return fails(trial) && trial.verdict.kind == seen.verdict.kind; };
  auto failure = std::find_if(trials.begin(), trials.end(), like_seen);
  if (failure == trials.end()) failure = std::find_if(trials.begin(), trials.end(), fails);
  const Verdict& wanted = failure == trials.end() ? seen.verdict : failure->verdict;
  const ReplayOutcome outcome = judge_replay(wanted, trials, times);
  out.failed = static_cast<unsigned>(outcome.failed);
  out.judged = static_cast<unsigned>(outcome.judged());
  out.unjudged = outcome.reasons();
  if (failure == trials.end()) {
    out.what = out.judged > 0 ? Confirmation::What::Never : Confirmation::What::Unjudged;
    return out;
  }
  out.what = out.failed == out.judged ? Confirmation::What::Always : Confirmation::What::Sometimes;
  out.trial = std::move(*failure);
  return out;
}

// 1. Confirm
Confirmation Worker::confirm_as_kept(Finding& finding, std::size_t target, const Trial& seen, Confirmation alone) {
  if (!tester_) return alone;
  for (Case& longer : tester_->as_in_kept_process(finding.original, target)) {
    Confirmation confirmation = confirm(longer, target, seen, false);
    if (confirmation.what == Confirmation::What::Cancelled) return confirmation;
    if (confirmation.what != Confirmation::What::Always && confirmation.what != Confirmation::What::Sometimes) continue;
    finding.original = tester_->as_read_by(longer, target);
    return confirmation;
  }
  return alone;
}

Result<Store::BugPlan> Worker::plan(const Finding& finding) {
  const bool one_is_enough = tester_ && tester_->reason_identifies(finding.kind, finding.reason);
  return session_.store.plan(finding.id, finding.target, finding.kind, finding.reason,
                             one_is_enough ? 0 : session_.options.reductions_alike);
}

// Steps 1 to 8
Worker::Step Worker::handle_bug(const Case& subject, std::size_t target, Trial& trial, bool compared, unsigned number) {
  Finding finding = make_finding(subject, target, trial, compared, number);
  const Result<Store::BugPlan> planned = plan(finding);
  if (!planned) {
    report_not_stored(planned.error(), std::move(finding));
    return Step::Cancelled;
  }
  if (planned->what == Store::Plan::Known) {
    trial.verdict.kind = planned->kind;
    return Step::Done;
  }
  if (planned->what == Store::Plan::Count) {
    case_repeats_.push_back({finding.target, finding.kind, finding.reason, 1});
    return Step::Done;
  }
  if (session_.reduces_later()) return suspect(std::move(finding));
  return investigate(subject, target, std::move(finding), trial);
}

Worker::Step Worker::handle_further(std::size_t target, const Trial& trial) {
  constexpr unsigned kLetters = 'z' - 'a';
  unsigned number = 0;
  for (const Failure& failure : trial.also) {
    if (++number > kLetters) break;
    Trial other = trial;
    other.also.clear();
    other.verdict = failure.verdict;
    if (handle_bug(failure.subject, target, other, false, number) == Step::Cancelled) return Step::Cancelled;
  }
  return Step::Done;
}

Worker::Step Worker::suspect(Finding finding) {
  const std::string id = finding.id;
  const WorkerProgress::Repeat repeat{finding.target, finding.kind, finding.reason, 1};
  const std::string dropped = session_.suspects.add(finding);
  if (!dropped.empty()) case_repeats_.push_back(repeat);
  if (dropped == id) return Step::Done;
  if (Status kept = session_.store.keep_suspected(finding); !kept) {
    report_not_stored(kept.error(), std::move(finding));
    return Step::Cancelled;
  }
  if (!dropped.empty()) session_.store.drop_suspected(dropped);
  return Step::Done;
}

bool Worker::investigate_suspects(const std::function<bool()>& due) {
  while (alive_ && !session_.drain_token().stop_requested() && due()) {
    std::optional<Finding> bug = session_.suspects.take();
    if (!bug) return true;
    const std::optional<std::size_t> target = position_of(bug->target);
    const std::string id = bug->id;
    const double before = session_.session_seconds();
    Step step = Step::Done;
    case_repeats_.clear();
    const bool fine = guarded("the suspected bug " + id, [&] {
      Trial trial;
      trial.verdict = Verdict::bug(bug->kind, bug->reason, bug->detail);
      const Case subject = bug->original;
      const Result<Store::BugPlan> planned = plan(*bug);
      if (planned && planned->what == Store::Plan::Count)
        case_repeats_.push_back({bug->target, bug->kind, bug->reason, 1});
      if (target && planned && planned->what == Store::Plan::Reduce)
        step = investigate(subject, *target, std::move(*bug), trial);
    });
    repeats_.insert(repeats_.end(), case_repeats_.begin(), case_repeats_.end());
    session_.count_suspect_seconds(session_.session_seconds() - before);
    count_cpu();
    if (step == Step::Cancelled) return false;
    if (fine) session_.store.drop_suspected(id);
  }
  return alive_ && !session_.drain_token().stop_requested();
}

Worker::Step Worker::investigate(const Case& subject, std::size_t target, Finding finding, Trial& trial) {
  const bool compared = finding.compared;
  Confirmation confirmation = confirm(subject, target, trial, compared);
  if (confirmation.what == Confirmation::What::Never && !compared)
    confirmation = confirm_as_kept(finding, target, trial, std::move(confirmation));
  if (confirmation.what == Confirmation::What::Cancelled) return Step::Cancelled;
  const bool unjudged = confirmation.what == Confirmation::What::Unjudged;
  // On a busy machine, a target may be slower than its peers in some runs only: that is no bug. Nor does a target that
  // errs at random differ from another one.
  const bool is_chance =
      confirmation.what == Confirmation::What::Sometimes &&
      (confirmation.trial.verdict.kind == BugKind::Slow || session_.module.only_changes().has_value());
  if (unjudged || is_chance || confirmation.what == Confirmation::What::Never) {
    keep_unconfirmed(std::move(finding), confirmation);
    trial.verdict = Verdict::skip(unjudged ? kNotJudged : kNotReproduced);
    return Step::Done;
  }
  return settle(std::move(finding), trial, confirmation);
}

// 1. Confirm
void Worker::keep_unconfirmed(Finding finding, const Confirmation& confirmation) {
  finding.status = FindingStatus::Unconfirmed;
  finding.confirmations = confirmation.judged;
  finding.detail += "\nSeen in the campaign's way to run, but in " +
                    (confirmation.failed == 0 ? "none" : std::to_string(confirmation.failed)) + " of " +
                    std::to_string(confirmation.judged) + " runs in a fresh process.";
  if (!confirmation.unjudged.empty()) finding.detail += "\nFurther runs could not be judged: " + confirmation.unjudged;
  const Status kept = session_.store.keep_unconfirmed(std::move(finding));
  if (!kept) session_.say_rarely("the evidence of an unconfirmed bug could not be kept: " + kept.error().text());
}

// 2. Settle
Worker::Step Worker::settle(Finding finding, Trial& trial, const Confirmation& confirmation) {
  const Verdict& verdict = confirmation.trial.verdict;
  // The fresh run's verdict replaces the campaign's: the persistent process may have worded the same failure otherwise.
  const bool another = verdict.kind != finding.kind || as_one_line(verdict.reason) != finding.reason;
  finding.reason = as_one_line(verdict.reason);
  finding.kind = verdict.kind;
  finding.confirmed = confirmation.failed;
  finding.confirmations = confirmation.judged;
  take_evidence(finding, confirmation.trial);
  if (confirmation.what == Confirmation::What::Sometimes) {
    finding.reason = std::string(name(finding.kind)) + (finding.reason.empty() ? "" : ": " + finding.reason);
    finding.kind = BugKind::Nondeterministic;
    finding.detail += "\nFailed in " + std::to_string(confirmation.failed) + " of " +
                      std::to_string(finding.confirmations) + " runs in a fresh process.";
  }
  trial.verdict.kind = finding.kind;
  if (another || confirmation.what == Confirmation::What::Sometimes) {
    const Result<Store::BugPlan> planned = plan(finding);
    if (planned && planned->what == Store::Plan::Count) {
      case_repeats_.push_back({finding.target, finding.kind, finding.reason, 1});
      return Step::Done;
    }
  }
  return store_and_reduce(std::move(finding));
}

// 3. Store
Worker::Step Worker::store_and_reduce(Finding finding) {
  if (const std::optional<std::size_t> target = position_of(finding.target); target && tester_->translates_cases())
    reproduce(finding, *target);
  Result<Store::Admission> admission = session_.store.admit(finding);
  if (!admission) {
    report_not_stored(admission.error(), std::move(finding));
    return Step::Cancelled;
  }
  if (*admission == Store::Admission::Known) return Step::Done;
  const bool announced = *admission == Store::Admission::New;
  if (announced) session_.emit(FindingEvent{FindingEvent::What::New, finding, {}});
  reduce(std::move(finding), announced);
  // Cancelled: a resume does the case again, and then finds this finding in the store.
  return alive_ ? Step::Done : Step::Cancelled;
}

std::optional<std::size_t> Worker::position_of(const std::string& target) const {
  const std::vector<TargetInfo>& targets = session_.module.targets();
  for (std::size_t i = 0; i < targets.size(); ++i)
    if (targets[i].name == target) return i;
  return std::nullopt;
}

// Steps 4 to 8
void Worker::reduce(Finding finding, bool announced) {
  const std::optional<std::size_t> target = position_of(finding.target);
  if (!target || finding.original.files.empty()) return announce_unresolved(finding, announced);
  const std::size_t position = *target;
  Verdict verdict = Verdict::bug(finding.kind, finding.reason, finding.detail);
  if (finding.confirmed < finding.confirmations) {
    // A reducer cannot tell a smaller case that passes from a case that fails only sometimes.
    finding.status = FindingStatus::Unreduced;
    finding.reduction_is_cut = true;
  } else {
    verdict = reduce_case(finding, position);
  }
  sign(finding, position, verdict);
  if (!session_.store.is_beaten(finding)) reproduce(finding, position);
  if (!alive_) return announce_unresolved(finding, announced);
  resolve(std::move(finding), announced);
}

// 8. Report
void Worker::announce_unresolved(const Finding& finding, bool announced) {
  if (!announced) session_.emit(FindingEvent{FindingEvent::What::New, finding, {}});
}

// 4. Reduce
Verdict Worker::reduce_case(Finding& finding, std::size_t target) {
  const Verdict wanted = Verdict::bug(finding.kind, finding.reason, finding.detail);
  bool ran_out = false;
  ReduceBudget budget{session_.options.reduce_runs, session_.reduce_seconds(), session_.abort_token(), &ran_out};
  if (finding.compared && session_.module.only_changes()) ask_for_difference(budget, finding, target);
  check_partial(finding, target);
  Case reduced;
  const bool fine = guarded("the reduction of " + finding.id, [&] {
    reduced = tester_->as_read_by(tester_->reduce(finding.smallest(), target, wanted, budget), target);
  });
  if (!fine || reduced.files.empty()) {
    finding.status = FindingStatus::Unreduced;
    finding.reduction_is_cut = true;
    return wanted;
  }
  // A reducer that finds nothing may still print the case in a longer form.
  if (size_of(reduced) > size_of(finding.smallest())) reduced = finding.smallest();
  reduced.index = finding.original.index;
  reduced.strategy = finding.original.strategy;
  reduced.group = finding.original.group;
  Verdict verdict = verify_reduction(finding, target, std::move(reduced));
  finding.reduction_is_cut = ran_out || finding.status != FindingStatus::Reduced;
  return verdict;
}

void Worker::ask_for_difference(ReduceBudget& budget, const Finding& finding, std::size_t target) {
  budget.only_differs = finding.kind == BugKind::Lost || finding.kind == BugKind::Slow;
  budget.differs = [this, target, kind = finding.kind, reason = finding.reason](const Case& smaller) {
    const Trial trial =
        judge_one(*tester_, smaller, target, session_.module, true, RunMode::Fresh, session_.abort_token());
    target_cpu_ += trial.cpu_seconds;
    return trial.verdict.is_bug() && trial.verdict.kind == kind &&
           (kind != BugKind::Lost || trial.verdict.reason == reason);
  };
}

bool Worker::run_again(const Finding& finding, std::size_t target, const Case& subject, Trial& trial) {
  // A run without a verdict (a time-out on a busy machine) proves nothing, so run again.
  return guarded("the reduced case of " + finding.id, [&] {
    for (unsigned i = 0; i < std::max(1U, session_.options.confirmations); ++i) {
      trial = judge_one(*tester_, subject, target, session_.module, finding.compared, RunMode::Fresh,
                        session_.abort_token());
      target_cpu_ += trial.cpu_seconds;
      if (trial.verdict.outcome != Verdict::Outcome::Skip || session_.abort_token().stop_requested()) return;
    }
  });
}

// 4. Reduce
void Worker::check_partial(Finding& finding, std::size_t target) {
  if (!finding.reduced) return;
  Trial trial;
  const bool ran = run_again(finding, target, *finding.reduced, trial);
  if (session_.abort_token().stop_requested()) return;
  // Without a verdict the case is kept: verify_reduction runs the reducer's own result later anyway.
  if (ran && trial.verdict.outcome == Verdict::Outcome::Skip) return;
  if (!ran || !trial.verdict.is_bug() || trial.verdict.kind != finding.kind) finding.reduced.reset();
}

// 5. Verify
Verdict Worker::verify_reduction(Finding& finding, std::size_t target, Case reduced) {
  const Verdict wanted = Verdict::bug(finding.kind, finding.reason, finding.detail);
  Trial trial;
  const bool fine = run_again(finding, target, reduced, trial);
  if (session_.abort_token().stop_requested()) {
    finding.status = FindingStatus::Partial;
    if (!same_files(reduced, finding.original)) finding.reduced = std::move(reduced);
    return wanted;
  }
  if (!fine || !trial.verdict.is_bug() || trial.verdict.kind != finding.kind) {
    finding.status = FindingStatus::Unreduced;
    finding.reduced.reset();
    const bool unjudged = fine && trial.verdict.outcome == Verdict::Outcome::Skip;
    finding.detail += unjudged ? "\nThe reducer's case could not be judged (" + trial.verdict.reason + ")"
                               : std::string("\nThe reducer's case did not fail in the same way");
    finding.detail += ", so this is the original one.";
    return wanted;
  }
  finding.status = FindingStatus::Reduced;
  finding.reduced = std::move(reduced);
  take_evidence(finding, trial);
  return trial.verdict;
}

// 6. Sign
void Worker::sign(Finding& finding, std::size_t target, const Verdict& verdict) {
  const bool fine = guarded("the signature of " + finding.id, [&] {
    finding.signature = as_one_line(tester_->signature(finding.smallest(), target, verdict));
    finding.causes = tester_->causes(finding.smallest(), target, verdict);
  });
  if (!fine || finding.signature.empty()) finding.signature = std::string(name(finding.kind)) + ": " + finding.reason;
}

// 6. Sign
void Worker::reproduce(Finding& finding, std::size_t target) {
  if (!alive_) return;
  (void)guarded("the reproduction of " + finding.id, [&] {
    Reproduction made = tester_->reproduction(finding, target, session_.leave_token());
    if (!made.empty()) finding.reproduction = std::move(made);
  });
}

// 7. Deduplicate, 8. Report
void Worker::resolve(Finding finding, bool announced) {
  Result<Store::Resolution> resolution = session_.store.resolve(finding);
  if (!resolution) return report_not_stored(resolution.error(), std::move(finding));
  if (resolution->duplicate) {
    const std::string known_as = resolution->id;
    session_.emit(FindingEvent{FindingEvent::What::Duplicate, std::move(finding), known_as});
  } else {
    if (!announced) session_.emit(FindingEvent{FindingEvent::What::New, finding, {}});
    session_.emit(FindingEvent{FindingEvent::What::Reduced, std::move(finding), {}});
  }
  session_.check_findings_limit();
}

// 8. Report
void Worker::report_not_stored(const Error& error, Finding finding) {
  session_.store_failed(error);
  session_.emit(FindingEvent{FindingEvent::What::NotStored, std::move(finding), {}});
}

}  // namespace assay::core
