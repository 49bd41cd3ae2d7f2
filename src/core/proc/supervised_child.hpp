#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

#include "core/proc/output_buffer.hpp"
#include "core/proc/proc.hpp"
#include "core/proc/process_tree.hpp"
#include "core/proc/spawn.hpp"

namespace assay::core {

/// The data of one request: input for the child, and its output.
struct Exchange {
  std::string_view input;
  bool close_input = false;  ///< end of file after the input
  OutputBuffer out;          ///< its marker, if any, ends the exchange
  OutputBuffer err;
};

/// The cause that ended an exchange.
struct Halt {
  enum class Reason : std::uint8_t { Answered, ChildEnded, Limit };
  Reason reason = Reason::ChildEnded;
  Ending ending = Ending::Exited;  ///< of Reason::Limit: the limit
};

/// The end of the child; its whole tree is gone.
struct ChildEnd {
  Ending ending = Ending::Exited;
  int exit_code = 0;
  int signal = 0;
};

/// A running child under limits: moves data without blocking, checks the limits, kills the tree. The destructor kills
/// the tree if it still runs. Used by one thread at a time.
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
  /// Runs one exchange. The wall limit counts from `since`, the CPU limit from the last call of usage().
  [[nodiscard]] Halt run(Exchange& exchange, const std::stop_token& stop, std::chrono::steady_clock::time_point since);

  /// Collects the present content of standard error.
  void drain_errors(Exchange& exchange);

  /// Kills the tree and collects the rest of the pipes' content.
  [[nodiscard]] ChildEnd finish(Exchange& exchange, const Halt& halt);

  /// The resources used since the last call (or the start).
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
  /// Moves at most `max_bytes` from a pipe to a buffer; closes the pipe at its end.
  void collect(UniqueFd& pipe, OutputBuffer& buffer, std::size_t max_bytes);
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
  std::string pending_;  ///< output after the marker, which belongs to the next exchange
  Clock::time_point next_sample_;
  Clock::time_point waited_until_;  ///< what waited() has counted
  double cpu_until_ = 0;            ///< CPU seconds of the tree at that time
  std::uint64_t own_peak_bytes_;
  std::uint64_t peak_bytes_ = 0;  ///< since the last call of usage()
  CpuTime cpu_;                   ///< at the last sample
  CpuTime counted_cpu_;           ///< at the last call of usage()
  std::chrono::steady_clock::time_point ended_;
  bool finished_ = false;
};

}  // namespace assay::core
