#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

#include "assay/core/proc.hpp"
#include "core/proc/output_buffer.hpp"
#include "core/proc/process_tree.hpp"
#include "core/proc/spawn.hpp"

namespace assay::core {

/// What goes to a child and comes back at one go.
struct Exchange {
  std::string_view input;
  bool close_input = false;  ///< end of file after the input
  OutputBuffer out;          ///< its marker, if any, ends the exchange
  OutputBuffer err;
};

/// How an exchange stopped.
struct Halt {
  enum class Reason : std::uint8_t { Answered, ChildEnded, Limit };
  Reason reason = Reason::ChildEnded;
  Ending ending = Ending::Exited;  ///< of Limit: which
};

/// The child is gone, with all its tree.
struct ChildEnd {
  Ending ending = Ending::Exited;
  int exit_code = 0;
  int signal = 0;
};

/// A running child under limits: moves data without blocking, watches the limits, ends the tree. The destructor kills
/// what is left. Used by one thread at a time.
class SupervisedChild {
 public:
  [[nodiscard]] static Result<std::unique_ptr<SupervisedChild>> start(const Command& command, const Limits& limits,
                                                                      BoundTo bound_to);
  ~SupervisedChild();
  SupervisedChild(const SupervisedChild&) = delete;
  SupervisedChild& operator=(const SupervisedChild&) = delete;

  void limit_time(double wall_seconds, double cpu_seconds) {
    limits_.wall_seconds = wall_seconds;
    limits_.cpu_seconds = cpu_seconds;
  }
  /// Runs one exchange. Wall and CPU limits count from `since` and from the last call of usage().
  [[nodiscard]] Halt run(Exchange& exchange, const std::stop_token& stop, std::chrono::steady_clock::time_point since);

  /// Collects what is on standard error by now.
  void drain_errors(Exchange& exchange);

  /// Kills the tree and collects what was still in the pipes.
  [[nodiscard]] ChildEnd finish(Exchange& exchange, const Halt& halt);

  /// What was used since the last call (or the start), and starts the count again.
  [[nodiscard]] Usage usage(std::chrono::steady_clock::time_point since);

  /// Whether the child runs.
  [[nodiscard]] bool running() const { return !finished_ && !tree_.root_ended(); }
  [[nodiscard]] std::chrono::steady_clock::time_point started() const { return child_.started; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Wakeup;

  SupervisedChild(SpawnedChild child, const Limits& limits);
  void wait(Wakeup& wakeup, const Exchange& exchange, Clock::time_point until) const;
  void feed(Exchange& exchange);
  /// Moves what is in a pipe to a buffer, at most `most` bytes; closes the pipe at its end.
  void collect(UniqueFd& pipe, OutputBuffer& buffer, std::size_t most);
  /// Moves the deadline later by the time that does not count (Limits::counts_waiting).
  [[nodiscard]] std::optional<Ending> check_limits(const Exchange& exchange, Clock::time_point now,
                                                   Clock::time_point& deadline);
  [[nodiscard]] std::optional<Ending> check_sample();
  /// Between the last two samples: the time in which the tree waited for a processor.
  [[nodiscard]] Clock::duration waited(Clock::time_point now);
  void note(const ProcessTree::Sample& sample);
  [[nodiscard]] ChildEnd classify(const Halt& halt, const TreeEnd& end) const;

  SpawnedChild child_;
  Limits limits_;
  ProcessTree tree_;
  std::string pending_;  ///< read past the marker: belongs to the next exchange
  Clock::time_point next_sample_;
  Clock::time_point waited_until_;  ///< what waited() has counted
  double cpu_until_ = 0;            ///< CPU seconds of the tree at that time
  std::uint64_t own_peak_bytes_;
  std::uint64_t peak_bytes_ = 0;  ///< since the last call of usage()
  CpuTime cpu_;                   ///< at the last look
  CpuTime counted_cpu_;           ///< at the last call of usage()
  std::chrono::steady_clock::time_point ended_;
  bool finished_ = false;
};

}  // namespace assay::core
