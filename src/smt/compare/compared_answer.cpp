#include "smt/compare/compared_answer.hpp"

#include <algorithm>

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

}  // namespace

core::ComparedRun compared(const SolverAnswer& answer) {
  core::ComparedRun run;
  run.cpu_seconds = answer.usage.cpu_seconds();
  for (const Reply reply : answer.replies) run.answers.emplace_back(reply == Reply::Unknown ? "" : name(reply));
  if (answer.kind == Kind::Answered) {
    if (std::count(answer.replies.begin(), answer.replies.end(), Reply::Unknown) > 0) run.ending = "unknown";
  } else if (says_nothing(answer.kind)) {
    run.refusal = answer.message.empty() ? summary(answer) : answer.message;
  } else {
    run.ending = summary(answer);
  }
  return run;
}

const SolverAnswer& better_run(const SolverAnswer& one, const SolverAnswer& other) {
  if (answered(one) != answered(other)) return answered(one) > answered(other) ? one : other;
  return one.usage.cpu_seconds() <= other.usage.cpu_seconds() ? one : other;
}

std::string reason_of(core::Change change, const core::ComparedRun& now) {
  return std::string(name(change)) + (change == core::Change::Lost ? ": " + now.ending : "");
}

}  // namespace assay::smt
