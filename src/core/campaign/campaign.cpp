#include "core/campaign/campaign.hpp"

#include <algorithm>
#include <system_error>
#include <thread>

#include "base/text.hpp"
#include "core/campaign/session.hpp"
#include "core/campaign/worker.hpp"
#include "core/case/timed_stop.hpp"
#include "core/target/scratch.hpp"

namespace assay::core {
namespace {

using Clock = std::chrono::steady_clock;

Status check_identity(const Module& module, const CampaignIdentity& stored, const std::string& directory) {
  const std::string advice = "start a new campaign in another folder, or resume this one with its own configuration";
  if (module.name() != stored.module) {
    return Error{directory + " holds a campaign of " + stored.module + ", not of " + module.name(), advice};
  }
  if (fingerprint_of(module) != stored.fingerprint) {
    return Error{directory + " holds a campaign with another seed, configuration or seed inputs", advice};
  }
  const std::vector<TargetInfo>& targets = module.targets();
  const bool same = std::equal(targets.begin(), targets.end(), stored.targets.begin(), stored.targets.end(),
                               [](const TargetInfo& a, const TargetInfo& b) { return a.name == b.name; });
  if (!same) return Error{directory + " holds a campaign against other targets", advice};
  return {};
}

void warn_of_new_versions(Session& session) {
  const std::vector<TargetInfo>& stored = session.store.identity().targets;
  const std::vector<TargetInfo>& now = session.module.targets();
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i].version == stored[i].version) continue;
    session.say(Message::Level::Warning, now[i].name + " was " + stored[i].version +
                                             " when the campaign began and is " + now[i].version + " now");
  }
}

std::string first_lines(const std::string& output, std::size_t max_lines) {
  std::string out;
  const std::string text = printable(output);
  for (const std::string_view line : split(text, '\n')) {
    if (max_lines-- == 0) break;
    out += "\n  " + shortened(line, 200);
  }
  return out;
}

Status run_controls(const Module& module, Observer& observer, const TimedStop& stop) {
  Result<std::vector<ControlResult>> results = check_controls(module, stop.token());
  if (!results && stop.time_is_up()) {
    return Error{"--prepare-time was up before the controls ended: nothing was tested",
                 "raise it, or give fewer inputs: it limits inputs, targets and controls"};
  }
  if (!results) return results.error();
  for (const ControlResult& result : *results) observer.on_event(result);
  const auto note_of = [&module](const std::string& name) {
    for (const TargetInfo& target : module.targets())
      if (target.name == name && !target.note.empty()) return "\n  " + name + ": " + target.note;
    return std::string();
  };
  for (const ControlResult& result : *results) {
    if (result.passed) continue;
    return Error{"the control '" + result.control + "' of " + result.target + " failed: expected " +
                     ControlResult::text(result.expected) + ", got " + ControlResult::text(result.trial.verdict) +
                     "; it printed:" + first_lines(result.trial.output, 5),
                 "run 'assay doctor --target' with it, and check that it works" + note_of(result.target)};
  }
  return {};
}

/// The calling thread's work while the workers run: limits, progress events, samples.
class Coordinator {
 public:
  Coordinator(Session& session, std::optional<Clock::time_point> deadline) : session_(session), deadline_(deadline) {}

  void run() {
    const Clock::time_point start = Clock::now();
    Clock::time_point limit = deadline_.value_or(Clock::time_point::max());
    bool is_over = false;
    const double interval = std::max(0.01, session_.options.progress_seconds);
    Clock::time_point next = later(start, interval);
    while (session_.is_running()) {
      session_.wait_until(std::min(next, limit));
      const Clock::time_point now = Clock::now();
      if (now >= limit && !is_over) {
        is_over = true;
        session_.abort(StopReason::Time);
        limit = later(now, session_.options.reproduction_seconds);
      } else if (now >= limit) {
        session_.leave();
        limit = Clock::time_point::max();
      }
      if (now < next) continue;
      next = later(now, interval);
      report();
    }
  }

  void report() {
    session_.emit(session_.progress());
    // The interval between stored samples grows to 0.1 % of the campaign's time.
    const double now = session_.total_seconds();
    if (now - sampled_ < now / 1000) return;
    sampled_ = now;
    store_sample();
  }

  void store_sample() {
    if (Status stored = session_.store.add_sample(session_.sample()); !stored) session_.store_failed(stored.error());
  }

 private:
  Session& session_;
  std::optional<Clock::time_point> deadline_;
  double sampled_ = 0;
};

/// The error of a campaign that ran no target: its three most frequent reasons for skips.
Error why_nothing(const Progress& progress) {
  constexpr std::size_t kMaxReasons = 3;
  std::string reasons;
  for (std::size_t i = 0; i < progress.skip_reasons.size() && i < kMaxReasons; ++i) {
    const auto& [reason, count] = progress.skip_reasons[i];
    reasons += (i == 0 ? ": " : ", ") + reason + " (" + std::to_string(count) + ")";
  }
  return {"no target was run on any of the last cases" + reasons,
          "give inputs or options that fit the targets; the reasons are counted above"};
}

Summary finish(Session& session, Coordinator& coordinator) {
  Summary summary;
  summary.progress = session.progress();
  coordinator.store_sample();
  summary.reason = session.reason();
  if (summary.reason == StopReason::NothingToTest) summary.error = why_nothing(summary.progress);
  if (summary.reason == StopReason::StoreFailed || summary.reason == StopReason::WorkersFailed) {
    summary.error = session.error();
  }
  if (summary.error) {
    session.say(Message::Level::Error, "the campaign stops: " + summary.error->text());
  }
  summary.session_tests = session.session_tests();
  summary.session_seconds = session.session_seconds();
  summary.session_cpu = session.session_cpu();
  summary.unconfirmed_bugs = session.suspects.waiting();
  session.emit(CampaignFinished{summary.reason, summary.progress});
  return summary;
}

std::vector<std::jthread> start_workers(Session& session, unsigned jobs) {
  std::vector<std::jthread> threads;
  threads.reserve(jobs);
  for (unsigned i = 0; i < jobs; ++i) {
    session.worker_started();
    try {
      threads.emplace_back([&session] { Worker(session).run(); });
    } catch (const std::system_error& problem) {
      session.worker_failed({std::string("no thread could be started: ") + problem.what(), "use fewer jobs"});
      session.leave_cases();
      session.worker_ended();
      break;
    }
  }
  return threads;
}

/// Corrects the reason if workers failed before all work was done: then the campaign ends as WorkersFailed, not as
/// Tests.
void explain_end(Session& session) {
  if (session.reason() != StopReason::Tests || !session.error()) return;
  if (session.left_work() || session.chunks.next() || session.take_unfinished()) {
    session.abort(StopReason::WorkersFailed);
  }
}

Status prepare(Session& session, bool resumed, unsigned jobs) {
  if (Status loaded = session.load_unfinished(); !loaded) return loaded;
  session.load_suspects();
  CampaignStarted started;
  started.identity = session.store.identity();
  started.identity.targets = session.module.targets();
  started.directory = session.store.directory();
  started.jobs = jobs;
  started.resumed = resumed;
  started.tests_before = session.chunks.done_before();
  started.seconds_before = session.total_seconds();
  started.preparation_seconds = std::chrono::duration<double>(Clock::now() - session.options.began).count();
  session.emit(started);
  warn_of_new_versions(session);
  return {};
}

}  // namespace

Clock::time_point end_of_preparation(const CampaignOptions& options) {
  return later(options.began, options.preparation_seconds);
}

Result<Summary> run_campaign(const Module& module, const CampaignOptions& options, Store& store, Observer& observer,
                             const std::stop_token& stop) {
  if (module.only_changes() && module.targets().size() < 2)
    return Error{
        "--only-changes compares at least two targets, and there is " + std::to_string(module.targets().size()),
        "name the old version first, as in --target z3@4.12.6 --target z3@4.13.4"};
  if (Status fits = check_identity(module, store.identity(), store.directory()); !fits) return fits.error();
  if (Status held = store.begin_session(); !held) return held.error();
  const ScratchList list(store.directory() + "/scratch");
  Result<Sample> before = store.last_sample();
  if (!before) return before.error();
  // A campaign whose time was used up before only reports that.
  const bool used_up = options.seconds && before->seconds >= *options.seconds;
  if (options.controls && !used_up) {
    if (Status seen = run_controls(module, observer, {stop, end_of_preparation(options)}); !seen) return seen.error();
  }
  Result<std::vector<ChunkState>> done = store.chunks();
  if (!done) return done.error();

  Session session(module, options, store, observer, *before, *done);
  const unsigned jobs = std::max(1U, options.jobs);
  if (Status ready = prepare(session, before->seconds > 0 || !done->empty(), jobs); !ready) return ready.error();
  session.check_findings_limit();
  std::optional<Clock::time_point> deadline;
  if (options.seconds) deadline = later(Clock::now(), *options.seconds - before->seconds);
  if (used_up) session.drain(StopReason::Time);
  const std::stop_callback interrupt(stop, [&session] { session.abort(StopReason::Interrupted); });
  Coordinator coordinator(session, deadline);
  {
    const std::vector<std::jthread> threads = start_workers(session, jobs);
    coordinator.run();
  }
  explain_end(session);
  session.report_suspects();
  Summary summary = finish(session, coordinator);
  const bool never_began =
      summary.reason == StopReason::WorkersFailed && summary.session_tests == 0 && !session.left_work();
  if (never_began && summary.error) return *summary.error;
  return summary;
}

}  // namespace assay::core
