#include "datalog/fuzz/judge/datalog_reduction.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/hash.hpp"
#include "assay/datalog/qualifiers.hpp"
#include "datalog/fuzz/result/compare.hpp"
#include "datalog/fuzz/result/structure_text.hpp"
#include "datalog/reduce/datalog_reduce.hpp"
#include "datalog/transform/transform.hpp"

namespace assay::datalog {
namespace {

std::vector<Step> steps_of(const Plan& plan) {
  std::vector<Step> steps;
  for (const auto& [name, key] : plan.steps)
    if (const Transformation* known = transformation(name)) steps.push_back({known->name, key});
  return steps;
}

std::size_t size_of(const core::Case& subject) {
  std::size_t size = 0;
  for (const core::File& file : subject.files) size += file.content.size();
  return size;
}

std::uint64_t hash_of(const core::Case& subject) {
  std::uint64_t hash = hash_bytes(subject.metadata);
  for (const core::File& file : subject.files) hash = hash_bytes(file.content, hash);
  return hash;
}

/// The cases that a reduction accepted, in order. Sizes never grow. If consecutive cases have nearly the same size,
/// only the last one is kept, so that the whole trail needs little more memory than its first case.
class Trail {
 public:
  explicit Trail(std::size_t max_size) : max_size_(max_size) {}

  /// Ignores a case that is larger than the last one. A shorter sequence of transformations may give a larger program.
  void add(core::Case accepted) {
    if (size_of(accepted) > (empty() ? max_size_ : size_of(last()))) return;
    constexpr double kShrinks = 0.8;  // a smaller ratio of sizes keeps both cases
    const auto close = [&](const core::Case& before) {
      return static_cast<double>(size_of(accepted)) > kShrinks * static_cast<double>(size_of(before));
    };
    if (cases_.size() > 1 && close(cases_[cases_.size() - 2])) cases_.pop_back();
    cases_.push_back(std::move(accepted));
  }
  [[nodiscard]] bool empty() const { return cases_.empty(); }
  [[nodiscard]] const core::Case& last() const { return cases_.back(); }
  void drop_last() { cases_.pop_back(); }

 private:
  std::size_t max_size_;
  std::vector<core::Case> cases_;
};

class Reduction {
 public:
  Reduction(const core::Case& failing, const Capabilities& capabilities, const EvaluationLimits& limits,
            const CaseFails& fails, const core::ReduceBudget& budget)
      : failing_(failing),
        capabilities_(capabilities),
        limits_(limits),
        fails_(fails),
        clock_(budget),
        stop_(budget.stop),
        trail_(size_of(failing)) {}

  core::Case run() {
    constexpr int kMaxDirections = 8;
    for (int i = 0; i < kMaxDirections; ++i) {
      const core::Case& start = trail_.empty() ? failing_ : trail_.last();
      const Result<OpenCase> open = open_case(start);
      if (!open) break;
      reduce(*open);
      if (!drop_passing_cases()) break;
    }
    return trail_.empty() ? failing_ : trail_.last();
  }

 private:
  /// Whether the engine fails on the case after it was written and parsed.
  bool still_fails(const OpenCase& candidate) {
    core::Case text = to_case(candidate);
    if (refused_.count(hash_of(text)) > 0) return false;
    const Result<OpenCase> read = open_case(text);
    if (!read || !clock_.take() || !fails_(*read)) return false;
    trail_.add(std::move(text));
    return true;
  }

  /// Removes cases from the end of the trail until the last one fails again. Returns whether it removed any case.
  /// Removes none after a stop request, because a stopped run cannot fail.
  bool drop_passing_cases() {
    bool dropped = false;
    while (!trail_.empty() && !fails_again(trail_.last()) && !stop_.stop_requested()) {
      refused_.insert(hash_of(trail_.last()));
      trail_.drop_last();
      dropped = true;
    }
    return dropped;
  }

  /// Runs the case twice, even if the budget is used up.
  bool fails_again(const core::Case& accepted) {
    constexpr int kRuns = 2;
    const Result<OpenCase> read = open_case(accepted);
    for (int i = 0; i < kRuns; ++i)
      if (!read || !fails_(*read)) return false;
    return true;
  }

  void reduce(OpenCase failing) {
    if (failing.plan.question != Question::Metamorphic) return reduce_alone(failing);
    const std::vector<Step> steps = reduce_steps(steps_of(failing.plan), [&](const std::vector<Step>& candidate) {
      const std::optional<OpenCase> again = redone(failing, failing.original, candidate);
      return again && still_fails(*again);
    });
    if (auto again = redone(failing, failing.original, steps); again && still_fails(*again))
      failing = std::move(*again);
    const std::vector<Step> all = steps_of(failing.plan);
    const Program smaller = reduce_program(failing.original, [&](const Program& candidate) {
      const std::optional<OpenCase> again = redone(failing, candidate, all);
      return again && still_fails(*again);
    });
    if (auto again = redone(failing, smaller, all); again && still_fails(*again)) failing = std::move(*again);
    reduce_pair(std::move(failing));
  }

  /// The case with `program` as its original and all steps applied to it; nullopt if a step does not apply.
  std::optional<OpenCase> redone(const OpenCase& failing, const Program& program, const std::vector<Step>& steps) {
    const std::optional<RelationId> output = relation_named(program, failing.plan.output);
    if (!output || steps.empty()) return std::nullopt;
    // Sample values influence the choice of places: they were also known when the case was made.
    const Evaluation evaluation = evaluate(program, limits_);
    Program open = program;
    open.symbols = symbols_of(program, evaluation);
    Workspace workspace(std::move(open), *output, capabilities_, limits_);
    if (!evaluation.problem && !evaluation.join_on_floats) workspace.set_samples(evaluation.relations);
    const std::vector<Step> done = redo(workspace, steps, core::Rng(failing.plan.stream));
    if (done.size() != steps.size()) return std::nullopt;
    OpenCase again;
    again.plan = failing.plan;
    again.plan.steps.clear();
    for (const Step& step : done) again.plan.steps.emplace_back(step.transformation, step.key);
    again.plan.expectations = workspace.expectations();
    again.original = program;
    again.transformed = workspace.program();
    return again;
  }

  void reduce_alone(const OpenCase& failing) {
    OpenCase candidate = failing;
    static_cast<void>(reduce_program(failing.original, [&](const Program& smaller) {
      if (!smaller.seed.dialect.empty() || has_values(smaller)) {
        candidate.original = smaller;
        return still_fails(candidate);
      }
      return false;
    }));
  }

  /// Whether the reference can evaluate the program. Choice domains are ignored: the engine makes the choice.
  bool has_values(const Program& program) const {
    if (!has_choices(program)) return !evaluate(program, limits_).problem;
    Program open = program;
    for (Relation& relation : open.relations) relation.choice_domains.clear();
    return !evaluate(open, limits_).problem;
  }

  /// Whether the reference evaluations of both programs satisfy the pair's expectations.
  bool follows(const OpenCase& pair) const {
    const Evaluation before = evaluate(pair.original, limits_);
    const Evaluation after = evaluate(*pair.transformed, limits_);
    if (before.problem || after.problem || before.join_on_floats || after.join_on_floats) return false;
    const std::optional<Output> left = as_output(pair.original, before);
    const std::optional<Output> right = as_output(*pair.transformed, after);
    return left && right &&
           !compare_results({&pair.original, &*left}, {&*pair.transformed, &*right}, pair.plan.expectations);
  }

  /// Reduces each program separately. The steps stay in the plan, although they no longer lead from the original to the
  /// transformed program.
  void reduce_pair(OpenCase failing) {
    if (!failing.transformed || !follows(failing)) return;
    OpenCase candidate = failing;
    failing.transformed = reduce_program(*failing.transformed, [&](const Program& smaller) {
      candidate.transformed = smaller;
      return follows(candidate) && still_fails(candidate);
    });
    candidate = failing;
    static_cast<void>(reduce_program(failing.original, [&](const Program& smaller) {
      candidate.original = smaller;
      return follows(candidate) && still_fails(candidate);
    }));
  }

  const core::Case& failing_;
  const Capabilities& capabilities_;
  const EvaluationLimits& limits_;
  const CaseFails& fails_;
  core::ReductionClock clock_;
  std::stop_token stop_;
  Trail trail_;
  std::set<std::uint64_t> refused_;  ///< hashes of cases that failed once and then no longer
};

}  // namespace

core::Case reduce_case(const core::Case& failing, const Capabilities& capabilities, const EvaluationLimits& limits,
                       const CaseFails& fails, const core::ReduceBudget& budget) {
  return Reduction(failing, capabilities, limits, fails, budget).run();
}

}  // namespace assay::datalog
