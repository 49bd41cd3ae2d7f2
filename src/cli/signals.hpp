#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>

#include "assay/core/timed_stop.hpp"
#include "cli_session.hpp"

namespace assay::cli {

/// What Ctrl-C, SIGTERM and SIGHUP do: while a phase listens (Listening), they become a stop request, and it has a
/// minute to end; otherwise, and at the second signal, the process ends at once with 128 + the signal's number (its
/// children die with it). Make it before any other thread, so that all of them leave the signals to it.
class StopOnSignal {
 public:
  explicit StopOnSignal(Session& session);
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

 private:
  std::thread waiter_;
};

/// While a campaign is prepared: Assay reads inputs and asks targets for their versions. At `end` the process ends as
/// at a signal, with a message. Nothing is lost: there is no campaign yet, or nothing was added to it.
class EndOnTime {
 public:
  explicit EndOnTime(std::chrono::steady_clock::time_point end);

 private:
  core::TimedStop time_;
  std::stop_callback<std::function<void()>> ending_;
};

}  // namespace assay::cli
