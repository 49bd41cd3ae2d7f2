#pragma once

#include <stop_token>
#include <thread>

namespace assay::cli {

/// Turns Ctrl-C, SIGTERM and SIGHUP into a stop request; a second one ends the process at once (its children die with
/// it). Make it before any other thread, so that all of them leave the signals to it.
class StopOnSignal {
 public:
  explicit StopOnSignal(const std::stop_source& source);
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

 private:
  std::thread waiter_;
};

}  // namespace assay::cli
