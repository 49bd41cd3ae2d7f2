#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <future>
#include <stop_token>
#include <utility>

#include "trigger/prover/prover.hpp"

namespace assay::trigger {

/// Runs a solver `count` times, up to `jobs` runs at a time, and handles the replies in order of their index. `start(i,
/// stop)` returns the future of run i, or an invalid future to skip run i. `look(i, reply)` returns false to end. Runs
/// that are active at the end are stopped.
template <typename Start, typename Look>
void run_in_order(std::size_t count, std::size_t jobs, const std::stop_token& stop, const Start& start,
                  const Look& look) {
  std::stop_source others;
  const std::stop_callback on_stop(stop, [&] { (void)others.request_stop(); });
  std::deque<std::pair<std::size_t, std::future<Reply>>> running;
  for (std::size_t next = 0; next < count || !running.empty();) {
    for (; next < count && running.size() < std::max<std::size_t>(1, jobs); ++next)
      if (std::future<Reply> reply = start(next, others.get_token()); reply.valid())
        running.emplace_back(next, std::move(reply));
    if (running.empty()) break;
    const std::size_t first = running.front().first;
    const Reply reply = running.front().second.get();
    running.pop_front();
    if (!look(first, reply)) break;
  }
  (void)others.request_stop();
}

}  // namespace assay::trigger
