#include "smt/judge/compared_answer.hpp"

#include <algorithm>
#include <limits>

#include "base/text.hpp"
#include "smt/solver/objectives.hpp"
#include "smt/solver/script_shape.hpp"

namespace assay::smt {
namespace {

using Kind = SolverAnswer::Kind;

std::size_t answered(const SolverAnswer& answer) {
  return static_cast<std::size_t>(
      std::count_if(answer.replies.begin(), answer.replies.end(), [](Reply reply) { return reply != Reply::Unknown; }));
}

/// Whether the run says nothing of the solver: it does not take the script, or the machine or Assay's own limits on
/// output and files ended it. Only the limits of time and memory are part of the comparison.
bool says_nothing(Kind kind) {
  return kind == Kind::Unsupported || kind == Kind::Error || kind == Kind::Missing || kind == Kind::Garbage ||
         kind == Kind::Killed || kind == Kind::Cancelled || kind == Kind::OutputLimit || kind == Kind::FileLimit;
}

/// The value without the differences that mean nothing: oo absorbs numbers, and an infimum that is not reached has any
/// positive multiple of epsilon.
ObjectiveValue canonical(ObjectiveValue value) {
  if (value.infinite != 0) return {sgn(value.infinite), 0, 0};
  value.infinitesimal = sgn(value.infinitesimal);
  return value;
}

class DespiteErrors final : public SolverPort {
 public:
  explicit DespiteErrors(std::unique_ptr<SolverPort> solver) : solver_(std::move(solver)) {}
  SolverAnswer run(std::string_view script, const Query& query, RunStyle style, const std::stop_token& stop) override {
    SolverAnswer answer = solver_->run(script, query, style, stop);
    if (answer.kind == Kind::Error && !answer.replies_despite_errors.empty() &&
        answer.replies_despite_errors.size() == scan_script(script).checks) {
      answer.kind = Kind::Answered;
      answer.replies = answer.replies_despite_errors;
    }
    return answer;
  }

 private:
  std::unique_ptr<SolverPort> solver_;
};

}  // namespace

SolverFactory despite_errors(SolverFactory make_solver) {
  return [make = std::move(make_solver)](const SolverDefinition& definition, const core::Limits& limits) {
    return std::make_unique<DespiteErrors>(make(definition, limits));
  };
}

Query question_of(std::string_view script) {
  const std::size_t check = script.find("(check-sat");
  const bool one_check =
      check != std::string_view::npos && script.find("(check-sat", check + 1) == std::string_view::npos;
  // Each check of a Pareto front has another right answer.
  return {.objectives = one_check && has_objectives(script) && script.find("pareto") == std::string_view::npos};
}

std::vector<std::string> optimum_of(const SolverAnswer& answer) {
  std::vector<std::string> texts;
  const bool is_sat = answer.kind == Kind::Answered && !answer.replies.empty() && answer.replies.back() == Reply::Sat;
  if (!is_sat || !answer.objectives) return texts;
  const auto values = reported_objectives(*answer.objectives);
  if (values)
    for (const ObjectiveValue& value : *values) texts.push_back(canonical(value).text());
  return texts;
}

std::string answer_text(const SolverAnswer& answer) {
  const std::vector<std::string> optimum = optimum_of(answer);
  return summary(answer) + (optimum.empty() ? "" : ", optimum " + join(optimum, " "));
}

core::ComparedRun compared(const SolverAnswer& answer, double start_seconds) {
  core::ComparedRun run;
  run.start_seconds = start_seconds;
  run.cpu_seconds = answer.usage.cpu_seconds();
  for (const Reply reply : answer.replies) run.answers.emplace_back(reply == Reply::Unknown ? "" : name(reply));
  run.values = optimum_of(answer);
  run.rejected = answer.rejected;
  if (answer.kind == Kind::Answered) {
    if (std::count(answer.replies.begin(), answer.replies.end(), Reply::Unknown) > 0) run.ending = "unknown";
    if (answer.replies.empty()) run.refusal = "the script has no check";
  } else if (says_nothing(answer.kind)) {
    run.refusal = answer.message.empty() ? summary(answer) : answer.message;
  } else {
    run.ending = summary(answer);
  }
  return run;
}

double seconds_to_start(SolverPort& solver, const std::stop_token& stop) {
  constexpr int kRuns = 3;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kRuns; ++i) {
    const SolverAnswer answer = solver.run("(check-sat)\n", {}, RunStyle::Process, stop);
    if (answer.kind != Kind::Answered) return 0;
    least = std::min(least, answer.usage.cpu_seconds());
  }
  return least;
}

const SolverAnswer& better_run(const SolverAnswer& one, const SolverAnswer& other) {
  if (answered(one) != answered(other)) return answered(one) > answered(other) ? one : other;
  return one.usage.cpu_seconds() <= other.usage.cpu_seconds() ? one : other;
}

std::string reason_of(core::Change change, const core::ComparedRun& now) {
  return std::string(name(change)) + (change == core::Change::Lost ? ": " + now.ending : "");
}

}  // namespace assay::smt
