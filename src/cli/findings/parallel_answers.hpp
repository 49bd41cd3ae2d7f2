#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "assay/base/result.hpp"
#include "core/finding/finding.hpp"

namespace assay::cli {

/// Asks questions 0 to `count` - 1, in this order, in up to `jobs` threads.
class ParallelAnswers {
 public:
  using Ask = std::function<Result<core::VersionAnswer>(std::size_t question)>;
  ParallelAnswers(std::size_t count, unsigned jobs, Ask ask);
  /// Waits for the questions that are being asked; the others are not asked any more.
  ~ParallelAnswers();
  ParallelAnswers(const ParallelAnswers&) = delete;
  ParallelAnswers& operator=(const ParallelAnswers&) = delete;

  /// Waits for the answer to a question.
  [[nodiscard]] Result<core::VersionAnswer> wait_for(std::size_t question);

 private:
  void work();

  Ask ask_;
  std::mutex mutex_;
  std::condition_variable done_;
  std::size_t next_ = 0;
  std::vector<std::optional<Result<core::VersionAnswer>>> answers_;
  std::vector<std::jthread> threads_;  // the last member, so that threads end before the members that they use
};

}  // namespace assay::cli
