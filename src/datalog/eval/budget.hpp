#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "assay/datalog/evaluate.hpp"

namespace assay::datalog {

/// The tuples and steps that an evaluation may still use, and its first problem. The evaluation stops at a problem.
class Budget {
 public:
  explicit Budget(const EvaluationLimits& limits)
      : tuples_(std::min<std::uint64_t>(limits.tuples, kMaxTuples)), steps_(limits.steps) {}

  /// Takes tuples or steps. Returns false and sets the problem TooLarge if too few are left.
  bool take_tuple() { return take(tuples_, 1); }
  bool take_steps(std::uint64_t count) { return take(steps_, count); }

  void fail(EvaluationProblem problem) {
    if (!problem_) problem_ = problem;
  }
  [[nodiscard]] bool failed() const { return problem_.has_value(); }
  [[nodiscard]] const std::optional<EvaluationProblem>& problem() const { return problem_; }

 private:
  /// Row numbers have 32 bits.
  static constexpr std::uint64_t kMaxTuples = 1U << 31U;

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
