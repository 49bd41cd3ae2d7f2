#include "core/campaign/worker.hpp"

#include <time.h>

#include <exception>
#include <utility>

namespace assay::core {
namespace {

constexpr auto kFlushInterval = std::chrono::milliseconds(200);

double thread_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

void Worker::run() noexcept {
  try {
    own_before_ = thread_cpu_seconds();
    if (make_tester()) work();
    flush();
  } catch (const std::exception& problem) {
    session_.worker_failed({std::string("internal error: ") + problem.what(), "please report it"});
    session_.leave_work();
  } catch (...) {
    session_.worker_failed({"internal error", "please report it"});
    session_.leave_work();
  }
  leave_cases();
  session_.worker_ended();
}

void Worker::leave_cases() {
  if (std::exchange(has_cases_, false)) session_.leave_cases();
}

void Worker::work() {
  while (alive_ && !session_.drain_token().stop_requested()) {
    std::optional<Finding> finding = session_.take_unfinished();
    if (!finding) break;
    reduce(std::move(*finding));
    count_cpu();
    if (!alive_) session_.leave_work();
  }
  while (alive_ && !session_.drain_token().stop_requested()) {
    if (!investigate_suspects([this] { return session_.suspects_are_due(); })) break;
    const std::optional<Chunk> chunk = session_.chunks.next();
    if (!chunk) break;
    if (!do_chunk(*chunk)) session_.leave_work();
  }
  leave_cases();
  session_.wait_for_cases();
  static_cast<void>(investigate_suspects([] { return true; }));
}

bool Worker::make_tester() {
  tester_.reset();
  reduction_cpu_ = 0;
  std::string problem = "no tester could be made";
  try {
    Result<std::unique_ptr<Tester>> made = session_.module.make_tester();
    if (made) {
      tester_ = std::move(*made);
      return true;
    }
    session_.worker_failed(made.error());
    alive_ = false;
    return false;
  } catch (const std::exception& error) {
    problem += std::string(": ") + error.what();
  } catch (...) {
  }
  session_.worker_failed({problem, "please report it"});
  alive_ = false;
  return false;
}

bool Worker::guarded(const std::string& what, const std::function<void()>& function) {
  if (!tester_) return false;
  std::string problem;
  try {
    function();
    return true;
  } catch (const std::exception& error) {
    problem = error.what();
  } catch (...) {
    problem = "an exception of an unknown type";
  }
  session_.say_rarely("internal error in " + what + ": " + problem);
  static_cast<void>(make_tester());
  return false;
}

bool Worker::do_chunk(const Chunk& chunk) {
  for (std::uint32_t offset = chunk.begin; offset < chunk.end; ++offset) {
    if (!alive_ || session_.drain_token().stop_requested()) return false;
    if (do_case(chunk.first + offset) == Step::Cancelled) return false;
    finish_case(chunk, offset + 1);
  }
  return true;
}

Worker::Step Worker::do_case(std::uint64_t index) {
  case_tallies_.clear();
  case_labels_.clear();
  case_repeats_.clear();
  case_measured_.clear();
  has_bug_ = false;
  some_target_ran_ = false;
  Step step = Step::Done;
  Case about;
  const bool fine = guarded("case " + std::to_string(index), [&] {
    const double before = thread_cpu_seconds();
    std::variant<Case, Skip> made = tester_->generate(index, session_.drain_token());
    generate_cpu_ += thread_cpu_seconds() - before;
    if (session_.drain_token().stop_requested()) {
      step = Step::Cancelled;
      return;
    }
    if (const Skip* skip = std::get_if<Skip>(&made)) {
      count(about, "", Verdict::skip(skip->reason), 0);
      return;
    }
    Case& subject = std::get<Case>(made);
    about.strategy = subject.strategy;
    about.group = subject.group;
    step = judge_case(subject);
  });
  if (!fine) {
    case_tallies_.clear();
    case_labels_.clear();
    case_repeats_.clear();
    case_measured_.clear();
    count(about, "", Verdict::skip(kInternalError), 0);
  }
  if (step == Step::Done) {
    session_.note_case(some_target_ran_);
    for (const MeasuredRun& run : case_measured_)
      session_.emit(InputMeasured{run, session_.module.targets()[run.target].name});
  }
  count_cpu();
  return step;
}

Worker::Step Worker::judge_case(const Case& subject) {
  const std::vector<TargetInfo>& targets = session_.module.targets();
  Judgement judgement =
      judge_all(*tester_, subject, session_.module, RunMode::Campaign, session_.drain_token(), &costs_);
  if (session_.module.only_changes()) costs_.add(judgement.trials);
  for (const Trial& trial : judgement.trials) {
    target_cpu_ += trial.cpu_seconds;
    const bool left_out =
        trial.verdict.outcome == Verdict::Outcome::Skip && trial.cpu_seconds + trial.wall_seconds == 0;
    some_target_ran_ = some_target_ran_ || !left_out;
  }
  if (judgement.cancelled) return Step::Cancelled;
  if (!judgement.alike) {
    // The settled case contains the revealed truth, so a second call of settle() has nothing to add.
    if (const auto settled = tester_->settle(subject, judgement.trials, session_.drain_token()))
      return judge_case(*settled);
  }
  keep_changes(session_.module, judgement);
  if (session_.module.only_changes()) report_once(judgement);
  if (session_.drain_token().stop_requested()) return Step::Cancelled;
  for (std::size_t target = 0; target < targets.size(); ++target) {
    if (!tester_->belongs_to(subject, target)) continue;
    Trial& trial = judgement.trials[target];
    if (trial.verdict.is_bug()) {
      has_bug_ = true;
      if (handle_bug(subject, target, trial, judgement.compared[target]) == Step::Cancelled ||
          handle_further(target, trial) == Step::Cancelled)
        return Step::Cancelled;
    }
    count(subject, targets[target].name, trial.verdict, trial.cpu_seconds);
    if (trial.measurement)
      case_measured_.push_back({subject.index, target, trial.answer, std::move(*trial.measurement)});
    for (auto& [label, number] : trial.measures) case_labels_.push_back({targets[target].name, label, "", number});
  }
  return Step::Done;
}

void Worker::count(const Case& subject, const std::string& target, const Verdict& verdict, double cpu_seconds) {
  std::string reason = verdict.reason;
  if (verdict.is_bug()) reason = name(verdict.kind);
  case_tallies_.push_back(
      {subject.strategy, subject.group, target, verdict.outcome, std::move(reason), 1, cpu_seconds});
  if (verdict.outcome == Verdict::Outcome::Skip) return;
  for (const std::string& label : subject.labels)
    case_labels_.push_back({target, label, verdict.is_bug() ? std::string(name(verdict.kind)) : "", 1});
}

void Worker::finish_case(const Chunk& chunk, std::uint32_t done) {
  chunks_[chunk.id] = done;
  ++tests_;
  voids_ += void_cases(case_tallies_);
  for (Tally& tally : case_tallies_) {
    auto key = std::make_tuple(tally.strategy, tally.group, tally.target, tally.outcome, tally.reason);
    const auto [row, is_new] = tallies_.try_emplace(std::move(key), tally);
    if (is_new) continue;
    row->second.count += tally.count;
    row->second.cpu_seconds += tally.cpu_seconds;
  }
  for (const LabelTally& tally : case_labels_) labels_[{tally.target, tally.label, tally.kind}] += tally.count;
  repeats_.insert(repeats_.end(), case_repeats_.begin(), case_repeats_.end());
  measured_.insert(measured_.end(), case_measured_.begin(), case_measured_.end());
  // Commit soon after a bug, so that a resume need not find the stored bug again.
  if (has_bug_ || std::chrono::steady_clock::now() - last_flush_ >= kFlushInterval) flush();
}

void Worker::flush() {
  last_flush_ = std::chrono::steady_clock::now();
  if (tests_ == 0 && repeats_.empty()) return;
  WorkerProgress progressed;
  for (const auto& [chunk, done] : chunks_) progressed.chunks.push_back({chunk, done});
  for (const auto& [key, tally] : tallies_) progressed.tallies.push_back(tally);
  for (const auto& [key, count] : labels_)
    progressed.labels.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), count});
  progressed.repeats = repeats_;
  progressed.measured = measured_;
  Status committed = session_.store.commit(progressed);
  if (committed) {
    session_.count_tests(tests_, voids_);
  } else {
    session_.store_failed(committed.error());
  }
  tests_ = 0;
  voids_ = 0;
  chunks_.clear();
  tallies_.clear();
  labels_.clear();
  repeats_.clear();
  measured_.clear();
}

void Worker::count_cpu() {
  if (tester_) {
    const double reductions = tester_->reduction_cpu_seconds();
    target_cpu_ += reductions - reduction_cpu_;
    reduction_cpu_ = reductions;
  }
  const double now = thread_cpu_seconds();
  session_.count_cpu({now - own_before_, generate_cpu_, target_cpu_});
  own_before_ = now;
  generate_cpu_ = 0;
  target_cpu_ = 0;
}

}  // namespace assay::core
