#include "core/campaign/session.hpp"

#include <algorithm>

namespace assay::core {
namespace {

constexpr unsigned kMaxRareMessages = 10;

CpuShares sum(const CpuShares& a, const CpuShares& b) {
  return {a.own + b.own, a.generate + b.generate, a.target + b.target};
}

void count(TargetProgress& row, const Tally& tally) {
  row.tests += tally.count;
  row.cpu_seconds += tally.cpu_seconds;
  switch (tally.outcome) {
    case Verdict::Outcome::Pass: row.passes += tally.count; break;
    case Verdict::Outcome::Skip: row.skips += tally.count; break;
    case Verdict::Outcome::Bug: row.bugs += tally.count; break;
  }
}

/// Adds the verdict counts, the rows by target, and the skips and reservations by reason.
void add_tallies(const std::vector<Tally>& tallies, Progress& progress) {
  TargetProgress all;
  for (const Tally& tally : tallies) {
    count(all, tally);
    for (TargetProgress& row : progress.targets) {
      if (row.name == tally.target) count(row, tally);
    }
  }
  progress.passes = all.passes;
  progress.skips = all.skips;
  progress.bugs = all.bugs;
  progress.skip_reasons = reason_totals(tallies, Verdict::Outcome::Skip);
  progress.reservations = reason_totals(tallies, Verdict::Outcome::Pass);
}

}  // namespace

Session::Session(const Module& module_, const CampaignOptions& options_, Store& store_, Observer& observer,
                 const Sample& before, const std::vector<ChunkState>& done)
    : module(module_),
      options(options_),
      store(store_),
      chunks(store_.identity().shard, done, options_.tests, module_.case_count()),
      observer_(observer),
      before_(before) {}

void Session::set_reason(StopReason reason) {
  bool expected = false;
  const bool stronger = reason == StopReason::StoreFailed || reason == StopReason::WorkersFailed;
  if (has_reason_.compare_exchange_strong(expected, true) || stronger) reason_ = reason;
}

void Session::drain(StopReason reason) {
  set_reason(reason);
  drain_.request_stop();
  wake();
}

void Session::abort(StopReason reason) {
  set_reason(reason);
  drain_.request_stop();
  abort_.request_stop();
  if (reason != StopReason::Time) leave();
  wake();
}

void Session::store_failed(const Error& error) {
  {
    const std::lock_guard guard(mutex_);
    if (!error_) error_ = error;
  }
  abort(StopReason::StoreFailed);
}

void Session::worker_failed(const Error& error) {
  {
    const std::lock_guard guard(mutex_);
    if (!error_) error_ = error;
  }
  say(Message::Level::Error, "a worker ended: " + error.text());
}

std::optional<Error> Session::error() {
  const std::lock_guard guard(mutex_);
  return error_;
}

void Session::emit(const Event& event) {
  const std::lock_guard guard(observer_mutex_);
  observer_.on_event(event);
}

void Session::say_rarely(std::string text) {
  {
    const std::lock_guard guard(mutex_);
    if (rare_messages_ >= kMaxRareMessages) return;
    if (++rare_messages_ == kMaxRareMessages) text += " (further messages of this kind are not shown)";
  }
  say(Message::Level::Warning, std::move(text));
}

void Session::note_case(bool some_target_ran) {
  if (some_target_ran) {
    idle_ = 0;
  } else if (++idle_ >= module.idle_limit() && !module.case_count()) {
    drain(StopReason::NothingToTest);
  }
}

void Session::count_cpu(const CpuShares& cpu) {
  const std::lock_guard guard(mutex_);
  cpu_ = sum(cpu_, cpu);
}

CpuShares Session::session_cpu() {
  const std::lock_guard guard(mutex_);
  return cpu_;
}

void Session::check_findings_limit() {
  if (!options.findings) return;
  Result<Store::FindingCounts> counts = store.finding_counts();
  if (!counts) return store_failed(counts.error());
  if (counts->findings >= *options.findings) drain(StopReason::Findings);
}

Status Session::load_unfinished() {
  Result<std::vector<Finding>> findings = store.unfinished();
  if (!findings) return findings.error();
  const std::lock_guard guard(mutex_);
  unfinished_ = std::move(*findings);
  std::reverse(unfinished_.begin(), unfinished_.end());
  return {};
}

std::optional<Finding> Session::take_unfinished() {
  const std::lock_guard guard(mutex_);
  if (unfinished_.empty()) return std::nullopt;
  Finding finding = std::move(unfinished_.back());
  unfinished_.pop_back();
  return finding;
}

bool Session::reduces_later() const { return module.reduces_later() && !options.findings && options.reduce_share < 1; }

bool Session::suspects_are_due() const {
  if (!reduces_later()) return false;
  if (options.seconds) return total_seconds() >= *options.seconds * (1 - options.reduce_share);
  if (options.tests || module.case_count()) return false;
  return suspect_seconds_ < options.reduce_share * session_seconds() * std::max(1U, options.jobs);
}

double Session::reduce_seconds() const {
  constexpr double kMinSeconds = 2;
  if (!reduces_later() || !options.seconds) return options.reduce_seconds;
  const double left = (*options.seconds - total_seconds()) * std::max(1U, options.jobs);
  const double each = left / static_cast<double>(suspects.groups() + 1);
  return std::min(options.reduce_seconds, std::max(kMinSeconds, each));
}

void Session::load_suspects() {
  if (!reduces_later()) return;
  for (Finding& bug : store.suspected()) static_cast<void>(suspects.add(std::move(bug)));
}

void Session::leave_cases() {
  const std::lock_guard guard(mutex_);
  --with_cases_;
  no_cases_.notify_all();
}

void Session::wait_for_cases() {
  std::unique_lock guard(mutex_);
  no_cases_.wait(guard, drain_token(), [this] { return with_cases_ == 0; });
}

void Session::report_suspects() {
  const std::size_t waiting = suspects.waiting();
  if (waiting == 0) return;
  say(Message::Level::Warning, std::to_string(waiting) + " bugs of " + std::to_string(suspects.groups()) +
                                   " groups are not confirmed yet: resume the campaign with more time");
}

double Session::session_seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

double Session::total_seconds() const { return before_.seconds + session_seconds(); }

void Session::refresh_counts() {
  Result<std::vector<Tally>> tallies = store.tallies();
  Result<Store::FindingCounts> counts = store.finding_counts();
  const std::lock_guard guard(mutex_);
  // A failed read keeps the last good numbers; a broken store is reported when something is written.
  if (tallies) tallies_ = std::move(*tallies);
  if (counts) counts_ = std::move(*counts);
}

Progress Session::progress() {
  refresh_counts();
  Progress out;
  const double session = session_seconds();
  out.elapsed_seconds = total_seconds();
  if (options.seconds) out.seconds_left = std::max(0.0, *options.seconds - out.elapsed_seconds);
  const std::uint64_t done = chunks.done_before() + tests_.load();
  std::optional<std::uint64_t> planned = options.tests;
  if (const auto cases = module.case_count()) {
    const std::uint64_t own = tests_of_shard(*cases, store.identity().shard, chunk_size(cases));
    planned = std::min(planned.value_or(own), own);
  }
  if (planned) out.tests_left = *planned > done ? *planned - done : 0;
  out.tests_per_second = session > 0 ? static_cast<double>(session_tests()) / session : 0;
  for (const TargetInfo& target : module.targets()) {
    TargetProgress row;
    row.name = target.name;
    out.targets.push_back(row);
  }
  const std::lock_guard guard(mutex_);
  add_tallies(tallies_, out);
  out.voids = std::min(done, void_cases(tallies_));
  out.tests = done - out.voids;
  out.findings = counts_.findings;
  out.duplicates = counts_.duplicates;
  out.findings_by_kind = counts_.by_kind;
  for (TargetProgress& row : out.targets) {
    for (const auto& [target, findings] : counts_.by_target) {
      if (target == row.name) row.findings = findings;
    }
  }
  out.cpu = sum(before_.cpu, cpu_);
  return out;
}

Sample Session::sample() {
  Sample out;
  out.seconds = total_seconds();
  out.tests = chunks.done_before() + tests_.load();
  const std::lock_guard guard(mutex_);
  out.tests -= std::min(out.tests, void_cases(tallies_));
  out.findings = counts_.findings;
  out.cpu = sum(before_.cpu, cpu_);
  return out;
}

void Session::worker_ended() {
  --running_;
  wake();
}

void Session::wait_until(std::chrono::steady_clock::time_point when) {
  std::unique_lock guard(mutex_);
  changed_.wait_until(guard, when, [this] { return woken_; });
  woken_ = false;
}

void Session::wake() {
  const std::lock_guard guard(mutex_);
  woken_ = true;
  changed_.notify_all();
}

std::string_view description(StopReason reason) {
  switch (reason) {
    case StopReason::Time: return "the time is up";
    case StopReason::Tests: return "all tests are done";
    case StopReason::Findings: return "enough findings";
    case StopReason::NothingToTest: return "nothing can be tested";
    case StopReason::Interrupted: return "interrupted";
    case StopReason::StoreFailed: return "the campaign's folder cannot be written";
    case StopReason::WorkersFailed: break;
  }
  return "no worker is left";
}

}  // namespace assay::core
