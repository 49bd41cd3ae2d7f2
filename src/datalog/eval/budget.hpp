#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "assay/datalog/evaluate.hpp"

namespace assay::datalog {

/// What an evaluation may still do, and the first problem that it met. Everything stops at a problem.
class Budget {
 public:
  explicit Budget(const EvaluationLimits& limits)
      : tuples_(std::min<std::uint64_t>(limits.tuples, kMostTuples)), steps_(limits.steps) {}

  /// Takes some tuples or steps; false, and a problem, when there are too few.
  bool take_tuple() { return take(tuples_, 1); }
  bool take_steps(std::uint64_t count) { return take(steps_, count); }

  void fail(EvaluationProblem problem) {
    if (!problem_) problem_ = problem;
  }
  [[nodiscard]] bool failed() const { return problem_.has_value(); }
  [[nodiscard]] const std::optional<EvaluationProblem>& problem() const { return problem_; }

 private:
  /// Rows are numbered with 32 bits.
  static constexpr std::uint64_t kMostTuples = 1U << 31U;

  bool take(std::uint64_t& left, std::uint64_t count) {
    if (left < count) [[unlikely]] {
      fail(EvaluationProblem::TooLarge);
      return false;
    }
    left -= count;
    return true;
  }

  std::uint64_t tuples_;
  std::uint64_t steps_;
  std::optional<EvaluationProblem> problem_;
};

}  // namespace assay::datalog
