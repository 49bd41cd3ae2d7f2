#include "sums/sums_tester.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "core/proc/proc.hpp"
#include "core/rng/rng.hpp"
#include "core/target/ending.hpp"
#include "core/target/scratch.hpp"

namespace assay::sums {
namespace {

using Summands = std::pair<std::uint64_t, std::uint64_t>;

Summands summands_of(const core::Case& subject) {
  const std::vector<std::string_view> words = split(subject.files.front().content, ' ');
  return {parse_unsigned(words.at(0)).value_or(0), parse_unsigned(words.at(2)).value_or(0)};
}

class SumTester final : public core::Tester {
 public:
  SumTester(const TestOptions& options, const std::vector<core::TargetInfo>& targets)
      : options_(options), targets_(targets) {}

  // The case depends only on the seed, the options and the index.
  std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token&) override {
    core::Rng rng = core::Rng(options_.seed).split("sums").split(index);
    const std::uint64_t a = rng.below(options_.most + 1);
    const std::uint64_t b = rng.below(options_.most + 1);
    core::Case made = make_case(a, b, a + b);
    made.index = index;
    return made;
  }

  core::Trial run(const core::Case& subject, std::size_t target, core::RunMode, const std::stop_token& stop) override {
    const auto [a, b] = summands_of(subject);
    core::Trial trial;
    trial.command = targets_[target].command;
    for (const std::string& word : {std::to_string(a), std::string("+"), std::to_string(b)})
      trial.command.push_back(word);
    const core::ProcessResult result = core::run_in(scratch_, {trial.command, {}, {}}, {}, options_.limits, stop);
    trial.cpu_seconds = result.usage.cpu_seconds();
    trial.wall_seconds = result.usage.wall_seconds;
    trial.output = result.out + result.err;
    trial.answer = trim(result.out);
    const std::string& truth = subject.files.at(1).content;
    // A timeout, or a failure of the machine, is never a bug of the program.
    const core::TargetEnd end = core::classify(result);
    if (!end.skip_reason().empty()) {
      trial.verdict = core::Verdict::skip(std::string(end.skip_reason()));
    } else if (end.kind == core::TargetEnd::Kind::Crashed) {
      trial.verdict = core::Verdict::bug(core::BugKind::Crash, "signal " + std::to_string(result.signal), result.err);
    } else if (trial.answer != truth) {
      trial.verdict = core::Verdict::bug(core::BugKind::WrongResult, "wrong sum",
                                         "expected " + truth + ", got " + printable(trial.answer));
    } else {
      trial.verdict = core::Verdict::pass(kSumIsRight);
    }
    return trial;
  }

  // Halves one summand after the other, as long as the sum of the rest is wrong, too.
  core::Case reduce(const core::Case& failing, std::size_t target, const core::Verdict& wanted,
                    const core::ReduceBudget& budget) override {
    core::Case smallest = failing;
    core::ReductionClock clock(budget);
    for (bool smaller = true; smaller;) {
      smaller = false;
      const auto [a, b] = summands_of(smallest);
      for (const auto& [x, y] : {Summands{a / 2, b}, Summands{a, b / 2}}) {
        if (Summands{x, y} == Summands{a, b} || !clock.take()) continue;
        core::Case candidate = make_case(x, y, x + y);
        candidate.index = failing.index;
        if (run(candidate, target, core::RunMode::Fresh, budget.stop).verdict.reason != wanted.reason) continue;
        smallest = std::move(candidate);
        smaller = true;
        break;
      }
    }
    return smallest;
  }

  core::Reproduction reproduction(const core::Finding& finding, std::size_t, const std::stop_token&) override {
    return core::reproduction_of_run(finding);
  }

  std::string signature(const core::Case& reduced, std::size_t, const core::Verdict& verdict) override {
    return std::string(core::name(verdict.kind)) + " in " + reduced.group;
  }

 private:
  const TestOptions& options_;
  const std::vector<core::TargetInfo>& targets_;
  core::ScratchFolder scratch_;
};

}  // namespace

core::Case make_case(std::uint64_t a, std::uint64_t b, std::uint64_t sum) {
  core::Case made;
  made.strategy = "random";
  made.group = std::to_string(std::to_string(std::max(a, b)).size()) + " digits";
  made.labels = {a % 2 == b % 2 ? "even sum" : "odd sum"};
  // The target reads the first file; the truth travels with the case.
  made.files = {{"sum.txt", std::to_string(a) + " + " + std::to_string(b)}, {"truth.txt", std::to_string(sum)}};
  return made;
}

std::unique_ptr<core::Tester> make_tester(const TestOptions& options, const std::vector<core::TargetInfo>& targets) {
  return std::make_unique<SumTester>(options, targets);
}

}  // namespace assay::sums
