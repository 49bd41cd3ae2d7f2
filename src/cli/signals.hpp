#pragma once

#include <thread>

#include "session.hpp"

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

}  // namespace assay::cli
