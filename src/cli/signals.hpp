#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>

#include "cli_session.hpp"
#include "core/case/timed_stop.hpp"

namespace assay::cli {

/// Handles Ctrl-C, SIGTERM and SIGHUP. While a phase listens (Listening), the first signal requests a stop, and the
/// phase has 60 seconds to end. Otherwise, at the second signal, and after the 60 seconds, the process and its children
/// end at once with exit code 128 + the signal's number. Must be constructed before any other thread, so that all
/// threads block these signals.
class StopOnSignal {
 public:
  explicit StopOnSignal(Session& session);
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

 private:
  std::thread waiter_;
};

/// Limits the time for the preparation of a campaign, which reads inputs and asks targets for their versions. At `end`
/// the process prints a message and ends with exit code 3. No results are lost, as no case has run yet.
class EndOnTime {
 public:
  explicit EndOnTime(std::chrono::steady_clock::time_point end);

 private:
  core::TimedStop time_;
  std::stop_callback<std::function<void()>> ending_;
};

}  // namespace assay::cli
