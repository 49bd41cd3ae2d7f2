#include "datalog_reduction.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "assay/datalog/qualifiers.hpp"
#include "compare.hpp"
#include "datalog/reduce/datalog_reduce.hpp"
#include "datalog/transform/transform.hpp"
#include "structure_text.hpp"

namespace assay::datalog {
namespace {

std::optional<RelationId> relation_named(const Program& program, const std::string& name) {
  for (RelationId id = 0; id < program.relations.size(); ++id)
    if (program.relations[id].name == name) return id;
  return std::nullopt;
}

std::vector<Step> steps_of(const Plan& plan) {
  std::vector<Step> steps;
  for (const auto& [name, key] : plan.steps)
    if (const Transformation* known = transformation(name)) steps.push_back({known->name, key});
  return steps;
}

class Reduction {
 public:
  Reduction(const Capabilities& capabilities, const EvaluationLimits& limits, const CaseFails& fails,
            const core::ReduceBudget& budget)
      : capabilities_(capabilities), limits_(limits), fails_(fails), clock_(budget) {}

  OpenCase run(OpenCase failing) {
    if (failing.plan.question != Question::Metamorphic) return reduce_alone(std::move(failing));
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
    return reduce_pair(std::move(failing));
  }

 private:
  bool still_fails(const OpenCase& candidate) { return clock_.take() && fails_(candidate); }

  /// The program with all of the steps done, or nothing.
  std::optional<OpenCase> redone(const OpenCase& failing, const Program& program, const std::vector<Step>& steps) {
    const std::optional<RelationId> output = relation_named(program, failing.plan.output);
    if (!output || steps.empty()) return std::nullopt;
    // Places are drawn with the values in sight, as when the case was made.
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

  OpenCase reduce_alone(OpenCase failing) {
    OpenCase candidate = failing;
    failing.original = reduce_program(failing.original, [&](const Program& smaller) {
      if (!smaller.seed.dialect.empty() || has_values(smaller)) {
        candidate.original = smaller;
        return still_fails(candidate);
      }
      return false;
    });
    return failing;
  }

  /// Without regard to choices, which are the engine's.
  bool has_values(const Program& program) const {
    if (!has_choices(program)) return !evaluate(program, limits_).problem;
    Program open = program;
    for (Relation& relation : open.relations) relation.choice_domains.clear();
    return !evaluate(open, limits_).problem;
  }

  /// Whether the pair's expectation follows from what the two programs mean.
  bool follows(const OpenCase& pair) const {
    const Evaluation before = evaluate(pair.original, limits_);
    const Evaluation after = evaluate(*pair.transformed, limits_);
    if (before.problem || after.problem || before.join_on_floats || after.join_on_floats) return false;
    const std::optional<Output> left = as_output(pair.original, before);
    const std::optional<Output> right = as_output(*pair.transformed, after);
    return left && right &&
           !compare_results({&pair.original, &*left}, {&*pair.transformed, &*right}, pair.plan.expectations);
  }

  /// Each side by itself. The steps do not lead from the one to the other any more: they are told as they were.
  OpenCase reduce_pair(OpenCase failing) {
    if (!failing.transformed || !follows(failing)) return failing;
    OpenCase candidate = failing;
    failing.transformed = reduce_program(*failing.transformed, [&](const Program& smaller) {
      candidate.transformed = smaller;
      return follows(candidate) && still_fails(candidate);
    });
    candidate = failing;
    failing.original = reduce_program(failing.original, [&](const Program& smaller) {
      candidate.original = smaller;
      return follows(candidate) && still_fails(candidate);
    });
    return failing;
  }

  const Capabilities& capabilities_;
  const EvaluationLimits& limits_;
  const CaseFails& fails_;
  core::ReductionClock clock_;
};

}  // namespace

OpenCase reduce_open_case(const OpenCase& failing, const Capabilities& capabilities, const EvaluationLimits& limits,
                          const CaseFails& fails, const core::ReduceBudget& budget) {
  return Reduction(capabilities, limits, fails, budget).run(failing);
}

}  // namespace assay::datalog
