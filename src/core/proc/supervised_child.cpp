#include "core/proc/supervised_child.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <ctime>
#include <functional>

#include "core/proc/thread_cpu.hpp"

namespace assay::core {
namespace {

using namespace std::chrono_literals;

constexpr auto kFirstSample = 10ms;
constexpr auto kSamplePeriod = 25ms;
/// Time for a session's child to end by itself after it has closed its output, since it can answer no more.
constexpr auto kGraceAfterEndOfOutput = 500ms;
/// Interval of checks for the child's end if the kernel has no pidfd.
constexpr auto kEndPollPeriod = 5ms;
constexpr std::size_t kChunkBytes = std::size_t{64} << 10;
/// Maximum read from one pipe before the limits are checked again.
constexpr std::size_t kBytesPerTurn = 4 * kChunkBytes;
/// Maximum read from one pipe after the child's end: more than a pipe can hold.
constexpr std::size_t kBytesAtEnd = std::size_t{4} << 20;

/// Blocks SIGPIPE in this thread and discards a pending one at the end. Writing to a pipe without a reader raises it.
class SigpipeBlocked {
 public:
  SigpipeBlocked() {
    ::sigemptyset(&sigpipe_);
    ::sigaddset(&sigpipe_, SIGPIPE);
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
  }
  ~SigpipeBlocked() {
    const timespec at_once{};
    if (!was_pending_) ::sigtimedwait(&sigpipe_, nullptr, &at_once);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  SigpipeBlocked(const SigpipeBlocked&) = delete;
  SigpipeBlocked& operator=(const SigpipeBlocked&) = delete;

 private:
  sigset_t sigpipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

/// A descriptor that becomes readable when a stop is requested.
class StopSignal {
 public:
  explicit StopSignal(const std::stop_token& stop)
      : event_(stop.stop_possible() ? ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : -1), callback_(stop, Raise{&event_}) {}
  [[nodiscard]] int fd() const { return event_.get(); }

 private:
  struct Raise {
    const UniqueFd* event;
    void operator()() const {
      const std::uint64_t one = 1;
      [[maybe_unused]] const ssize_t written = ::write(event->get(), &one, sizeof one);
    }
  };
  UniqueFd event_;
  std::stop_callback<Raise> callback_;
};

std::uint64_t own_peak_bytes() {
  constexpr std::uint64_t kKibibyte = 1024;
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * kKibibyte;
}

}  // namespace

/// The descriptors to wait for. The value -1 means none.
struct SupervisedChild::Wakeup {
  enum Watched : std::size_t { kInput, kOutput, kError, kEnd, kStop, kWatched };
  std::array<pollfd, kWatched> watched{};

  [[nodiscard]] bool any(Watched one) const { return watched[one].revents != 0; }
};

Result<std::unique_ptr<SupervisedChild>> SupervisedChild::start(const Command& command, const Limits& limits,
                                                                BoundTo bound_to) {
  auto child = spawn(command, limits, bound_to);
  if (!child) return child.error();
  return std::unique_ptr<SupervisedChild>(new SupervisedChild(std::move(*child), limits));
}

SupervisedChild::SupervisedChild(SpawnedChild child, const Limits& limits)
    : child_(std::move(child)),
      limits_(limits),
      tree_(child_.pid, child_.mark),
      next_sample_(child_.started + kFirstSample),
      own_peak_bytes_(own_peak_bytes()) {}

SupervisedChild::~SupervisedChild() {
  if (!finished_) static_cast<void>(tree_.terminate());
}

Halt SupervisedChild::run(Exchange& exchange, const std::stop_token& stop, Clock::time_point since) {
  const SigpipeBlocked sigpipe_blocked;
  const StopSignal stop_signal(stop);
  const auto wall = std::chrono::duration<double>(std::min(limits_.wall_seconds, 1e9));
  auto deadline = since + std::chrono::duration_cast<Clock::duration>(wall);
  waited_until_ = since;
  cpu_until_ = counted_cpu_.total();
  Wakeup wakeup;
  wakeup.watched[Wakeup::kStop] = {stop_signal.fd(), POLLIN, 0};
  if (exchange.input.empty() && exchange.close_input) child_.input.reset();
  const std::string pending = std::exchange(pending_, {});
  pending_ = pending.substr(exchange.out.take(pending));
  while (!exchange.out.marker_found() || (!exchange.input.empty() && child_.input.valid())) {
    if (exchange.out.has_marker() && !child_.output.valid()) {
      deadline = std::min(deadline, Clock::now() + kGraceAfterEndOfOutput);
    }
    wait(wakeup, exchange, std::min(deadline, next_sample_));
    if (wakeup.any(Wakeup::kOutput)) collect(child_.output, exchange.out, kBytesPerTurn);
    if (wakeup.any(Wakeup::kError)) collect(child_.error, exchange.err, kBytesPerTurn);
    if (wakeup.any(Wakeup::kInput)) feed(exchange);
    const bool ended = child_.pidfd.valid() ? wakeup.any(Wakeup::kEnd) : tree_.root_ended();
    if (ended) return {Halt::Reason::ChildEnded, Ending::Exited};
    if (stop.stop_requested()) return {Halt::Reason::Limit, Ending::Cancelled};
    if (const auto broken = check_limits(exchange, Clock::now(), deadline)) return {Halt::Reason::Limit, *broken};
  }
  return {Halt::Reason::Answered, Ending::Exited};
}

void SupervisedChild::wait(Wakeup& wakeup, const Exchange& exchange, Clock::time_point until) const {
  const bool more_input = !exchange.input.empty() && child_.input.valid();
  wakeup.watched[Wakeup::kInput] = {more_input ? child_.input.get() : -1, POLLOUT, 0};
  wakeup.watched[Wakeup::kOutput] = {child_.output.get(), POLLIN, 0};
  wakeup.watched[Wakeup::kError] = {child_.error.get(), POLLIN, 0};
  wakeup.watched[Wakeup::kEnd] = {child_.pidfd.get(), POLLIN, 0};
  auto left = std::max(until - Clock::now(), Clock::duration::zero());
  if (!child_.pidfd.valid()) left = std::min<Clock::duration>(left, kEndPollPeriod);
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
  const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(left - seconds);
  const timespec timeout{static_cast<time_t>(seconds.count()), static_cast<long>(rest.count())};
  if (::ppoll(wakeup.watched.data(), wakeup.watched.size(), &timeout, nullptr) < 0) {
    for (pollfd& one : wakeup.watched) one.revents = 0;
  }
}

void SupervisedChild::feed(Exchange& exchange) {
  while (!exchange.input.empty()) {
    const ssize_t sent = ::write(child_.input.get(), exchange.input.data(), exchange.input.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) return;
    if (sent < 0) {  // no reader any more: the child's answer or end gives the cause
      child_.input.reset();
      return;
    }
    exchange.input.remove_prefix(static_cast<std::size_t>(sent));
  }
  if (exchange.close_input) child_.input.reset();
}

void SupervisedChild::collect(UniqueFd& pipe, OutputBuffer& buffer, std::size_t max_bytes) {
  std::array<char, kChunkBytes> chunk;
  std::size_t total = 0;
  while (pipe.valid() && total < max_bytes) {
    const ssize_t got = ::read(pipe.get(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
      pipe.reset();
      return;
    }
    const std::string_view data(chunk.data(), static_cast<std::size_t>(got));
    total += data.size();
    pending_ += data.substr(buffer.take(data));
    // A short read means that the pipe was empty. If more data has come meanwhile, the next poll reports it.
    if (data.size() < chunk.size() && max_bytes == kBytesPerTurn) return;
  }
}

void SupervisedChild::drain_errors(Exchange& exchange) { collect(child_.error, exchange.err, kBytesPerTurn); }

std::optional<Ending> SupervisedChild::check_limits(const Exchange& exchange, Clock::time_point now,
                                                    Clock::time_point& deadline) {
  const bool unasked = limits_.output_bytes != 0 && pending_.size() > limits_.output_bytes;
  if (exchange.out.excessive() || exchange.err.excessive() || unasked) return Ending::OutputLimit;
  if (now >= next_sample_) {
    next_sample_ = now + kSamplePeriod;
    if (const auto broken = check_sample()) return broken;
    if (!limits_.counts_waiting) deadline += waited(now);
  }
  if (now >= deadline) return Ending::TimedOut;
  return std::nullopt;
}

std::optional<Ending> SupervisedChild::check_sample() {
  const ProcessTree::Sample sample = tree_.sample();
  note(sample);
  const double cpu = cpu_.total() - counted_cpu_.total();
  if (limits_.cpu_seconds > 0 && cpu > limits_.cpu_seconds) return Ending::TimedOut;
  if (limits_.memory_bytes == 0 || sample.resident_bytes <= limits_.memory_bytes) return std::nullopt;
  // The sum counts shared pages of forked processes several times, so compute the exact value.
  const bool over = sample.processes <= 1 || tree_.proportional_bytes() > limits_.memory_bytes;
  return over ? std::optional(Ending::OutOfMemory) : std::nullopt;
}

SupervisedChild::Clock::duration SupervisedChild::waited(Clock::time_point now) {
  const std::chrono::duration<double> passed = now - waited_until_;
  const std::chrono::duration<double> worked(cpu_.total() - cpu_until_);
  waited_until_ = now;
  cpu_until_ = cpu_.total();
  if (worked >= passed || !tree_.is_ready()) return {};
  return std::chrono::duration_cast<Clock::duration>(passed - worked);
}

void SupervisedChild::note(const ProcessTree::Sample& sample) {
  peak_bytes_ = std::max(peak_bytes_, sample.resident_bytes);
  // The sum drops while an ended process has not been waited for yet.
  if (sample.cpu.total() > cpu_.total()) cpu_ = sample.cpu;
}

ChildEnd SupervisedChild::finish(Exchange& exchange, const Halt& halt) {
  ended_ = Clock::now();
  const auto end = tree_.terminate();
  finished_ = true;
  child_.input.reset();
  collect(child_.output, exchange.out, kBytesAtEnd);
  collect(child_.error, exchange.err, kBytesAtEnd);
  if (!end) return {halt.reason == Halt::Reason::Limit ? halt.ending : Ending::TimedOut, 0, 0};
  cpu_ = end->cpu;
  // The kernel's peak of the child includes our own memory, which the child shared until exec.
  constexpr std::uint64_t kSlackBytes = std::uint64_t{1} << 20;
  if (end->peak_resident_bytes > own_peak_bytes_ + kSlackBytes) {
    peak_bytes_ = std::max(peak_bytes_, end->peak_resident_bytes);
  }
  return classify(halt, *end);
}

ChildEnd SupervisedChild::classify(const Halt& halt, const TreeEnd& end) const {
  if (halt.reason == Halt::Reason::Limit) return {halt.ending, 0, 0};
  ChildEnd result;
  if (WIFEXITED(end.wait_status)) result.exit_code = WEXITSTATUS(end.wait_status);
  if (WIFSIGNALED(end.wait_status)) {
    result.signal = WTERMSIG(end.wait_status);
    // The kernel's limit is one or two seconds above the wanted limit, so it fires only when samples were missed.
    const bool past_cpu_limit = limits_.cpu_seconds > 0 && end.cpu.total() > limits_.cpu_seconds;
    const bool by_kernel = result.signal == SIGXCPU || result.signal == SIGKILL;
    result.ending = past_cpu_limit && by_kernel ? Ending::TimedOut : Ending::Signalled;
  }
  return result;
}

Usage SupervisedChild::usage(Clock::time_point since) {
  if (!finished_) note(tree_.quick_sample());
  const auto until = finished_ ? ended_ : Clock::now();
  Usage usage;
  usage.wall_seconds = std::chrono::duration<double>(until - since).count();
  // The sum is exact to the microsecond. The kernel splits it in steps of 10 ms, and the split may go backwards.
  const double total = std::max(0.0, cpu_.total() - counted_cpu_.total());
  usage.system_seconds = std::clamp(cpu_.system_seconds - counted_cpu_.system_seconds, 0.0, total);
  usage.user_seconds = total - usage.system_seconds;
  usage.peak_memory_bytes = std::exchange(peak_bytes_, 0);
  counted_cpu_ = cpu_;
  count_child_cpu(total);
  return usage;
}

}  // namespace assay::core
