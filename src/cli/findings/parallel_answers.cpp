#include "cli/findings/parallel_answers.hpp"

#include <algorithm>
#include <utility>

namespace assay::cli {

ParallelAnswers::ParallelAnswers(std::size_t count, unsigned jobs, Ask ask) : ask_(std::move(ask)), answers_(count) {
  for (std::size_t i = 0; i < std::min<std::size_t>(jobs, count); ++i) threads_.emplace_back([this] { work(); });
}

ParallelAnswers::~ParallelAnswers() {
  const std::lock_guard lock(mutex_);
  next_ = answers_.size();
}

Result<core::VersionAnswer> ParallelAnswers::wait_for(std::size_t question) {
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return answers_[question].has_value(); });
  return *answers_[question];
}

void ParallelAnswers::work() {
  while (true) {
    std::size_t question = 0;
    {
      const std::lock_guard lock(mutex_);
      if (next_ == answers_.size()) return;
      question = next_++;
    }
    Result<core::VersionAnswer> answer = ask_(question);
    const std::lock_guard lock(mutex_);
    answers_[question] = std::move(answer);
    done_.notify_all();
  }
}

}  // namespace assay::cli
