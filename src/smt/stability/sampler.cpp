#include "smt/stability/sampler.hpp"

#include <algorithm>
#include <future>
#include <utility>

#include "smt/judge/compared_answer.hpp"

namespace assay::smt {
namespace {

using Kind = SolverAnswer::Kind;
using core::Stability;

constexpr std::uint64_t kMaxLeftOut = 10;
/// The share of the limit of CPU time that a run uses, at least, if this limit ended it.
constexpr double kFullTime = 0.9;

/// Why the solver does not take the script; empty: it takes it.
std::string refusal_of(const SolverAnswer& original) {
  if (original.kind == Kind::Answered && original.replies.empty()) return "the script has no check-sat";
  const bool is_refused = original.kind == Kind::Unsupported || original.kind == Kind::Error ||
                          original.kind == Kind::Missing || original.kind == Kind::Garbage;
  return is_refused ? compared(original).refusal : std::string();
}

bool is_complete(const core::ComparedRun& run) {
  return run.ending.empty() && run.refusal.empty() && !run.answers.empty();
}

bool contradict(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
    if (!one[i].empty() && !other[i].empty() && one[i] != other[i]) return true;
  return false;
}

template <typename Number>
Number median(std::vector<Number> numbers) {
  if (numbers.empty()) return 0;
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

std::string counts_text(const std::map<std::string, std::uint64_t>& counts) {
  std::string text;
  for (const auto& [what, count] : counts) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + what;
  return text;
}

/// One script's runs on one solver.
class SampleRuns {
 public:
  SampleRuns(const SamplerSetup& setup, const SolverDefinition& definition, const std::string& script)
      : setup_(setup),
        definition_(with_statistics(definition)),
        query_(question_of(script)),
        maker_(script, setup.mutations, setup.seed),
        test_(setup.confidence, setup.max_runs) {
    out_.original.kind = Kind::Cancelled;
  }

  SampledScript run(const std::string& script, const std::stop_token& stop) {
    out_.original = ask({script, 0}, stop);
    add_usage(out_.original);
    if (std::string refusal = refusal_of(out_.original); !refusal.empty()) {
      out_.note = std::move(refusal);
      return std::move(out_);
    }
    if (const core::ComparedRun run = compared(out_.original); is_complete(run)) out_.answers = run.answers;
    for (std::uint64_t number = 1; !is_over() && !stop.stop_requested(); number += setup_.at_once)
      run_batch(number, stop);
    finish();
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool is_over() const {
    return test_.is_over() || (setup_.only_stable && test_.is_not_stable()) || out_.contradicting ||
           out_.sampling.left_out >= kMaxLeftOut;
  }

  /// Runs mutants at the same time, and counts them in their order. The class is that of runs one after the other: runs
  /// after its last one do not count.
  void run_batch(std::uint64_t first, const std::stop_token& stop) {
    std::vector<Mutant> mutants;
    for (std::uint64_t i = 0; i < setup_.at_once; ++i) mutants.push_back(maker_.make(first + i));
    std::vector<std::future<SolverAnswer>> others;
    for (std::size_t i = 1; i < mutants.size(); ++i)
      others.push_back(std::async(std::launch::async, [this, &mutants, i, &stop] { return ask(mutants[i], stop); }));
    std::vector<SolverAnswer> answers = {ask(mutants.front(), stop)};
    for (std::future<SolverAnswer>& other : others) answers.push_back(other.get());
    for (std::size_t i = 0; i < mutants.size(); ++i) {
      add_usage(answers[i]);
      if (!is_over() && !stop.stop_requested()) add(std::move(mutants[i]), answers[i]);
    }
  }

  SolverAnswer ask(const Mutant& mutant, const std::stop_token& stop) const {
    const SolverDefinition& solver = mutant.solver_seed == 0 ? definition_ : with_seed(definition_, mutant.solver_seed);
    return setup_.make_solver(solver, setup_.limits)->run(mutant.script, query_, RunStyle::Process, stop);
  }

  void add_usage(const SolverAnswer& answer) {
    out_.usage.user_seconds += answer.usage.user_seconds;
    out_.usage.system_seconds += answer.usage.system_seconds;
    out_.usage.wall_seconds += answer.usage.wall_seconds;
    out_.usage.peak_memory_bytes = std::max(out_.usage.peak_memory_bytes, answer.usage.peak_memory_bytes);
  }

  /// True if the run says something about the solver and the script: the solver rejects no more commands than those
  /// of the script that it always rejects, such as unknown options. A run that only the limit of wall-clock time ended
  /// has waited for something else.
  [[nodiscard]] bool counts(const SolverAnswer& answer) const {
    if (answer.rejected.size() != out_.original.rejected.size()) return false;
    const bool has_waited = answer.usage.wall_seconds >= setup_.limits.wall_seconds &&
                            answer.usage.cpu_seconds() < kFullTime * setup_.limits.cpu_seconds;
    if (answer.kind == Kind::Timeout) return !has_waited;
    return answer.kind == Kind::Answered || answer.kind == Kind::Crash;
  }

  void add(Mutant mutant, const SolverAnswer& answer) {
    if (!counts(answer)) {
      ++out_.sampling.left_out;
      ++left_out_[answer.kind == Kind::Error ? "error: " + answer.message : summary(answer)];
      return;
    }
    const core::ComparedRun run = compared(answer);
    if (contradict(out_.answers, run.answers)) {
      out_.contradicting = std::move(mutant);
      return;
    }
    const bool success = is_complete(run) && (out_.answers.empty() || out_.answers.size() == run.answers.size());
    test_.add(success);
    if (success) {
      if (out_.answers.empty()) out_.answers = run.answers;
      seconds_.push_back(answer.usage.cpu_seconds());
      work_.push_back(answer.work);
    } else {
      ++endings_[run.ending.empty() ? "incomplete" : run.ending];
    }
    std::optional<Mutant>& first = success ? out_.answered : out_.failed;
    if (!first) first = std::move(mutant);
  }

  void finish() {
    out_.stability = test_.result();
    out_.sampling.runs = test_.runs();
    out_.sampling.answered = test_.successes();
    out_.sampling.median_seconds = median(std::move(seconds_));
    out_.sampling.median_work = median(std::move(work_));
    out_.note = counts_text(endings_);
    if (!left_out_.empty()) out_.note += (out_.note.empty() ? "" : "; ") + ("left out: " + counts_text(left_out_));
  }

  const SamplerSetup& setup_;
  SolverDefinition definition_;
  Query query_;
  MutantMaker maker_;
  core::StabilityTest test_;
  SampledScript out_;
  std::vector<double> seconds_;
  std::vector<std::uint64_t> work_;
  std::map<std::string, std::uint64_t> endings_, left_out_;
};

}  // namespace

SampledScript sample_script(const SamplerSetup& setup, const SolverDefinition& definition, const std::string& script,
                            const std::stop_token& stop) {
  return SampleRuns(setup, definition, script).run(script, stop);
}

}  // namespace assay::smt
