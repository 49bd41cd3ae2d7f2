#include <exception>

#include "assay/core/campaign.hpp"
#include "core/campaign/judge.hpp"

namespace assay::core {
namespace {

bool as_expected(const Verdict& expected, const Verdict& got) {
  if (expected.outcome != got.outcome) return false;
  return !expected.is_bug() || expected.kind == got.kind;
}

ControlResult run_control(Tester& tester, const Control& control, const Module& module, const std::stop_token& stop) {
  ControlResult result;
  result.target = module.targets().at(control.target).name;
  result.control = control.name;
  result.expected = control.expected;
  for (const RunMode mode : {RunMode::Campaign, RunMode::Fresh}) {
    result.mode = mode;
    result.trial = tester.run(control.subject, control.target, mode, stop);
    result.passed = as_expected(control.expected, result.trial.verdict);
    if (!result.passed || stop.stop_requested()) break;
  }
  return result;
}

/// A module's code behind a boundary that no exception passes.
template <typename Value, typename Function>
Result<Value> guarded(const char* action, Function&& function) {
  try {
    return function();
  } catch (const std::exception& problem) {
    return Error{std::string("internal error while ") + action + ": " + problem.what(), "please report it"};
  } catch (...) {
    return Error{std::string("internal error while ") + action, "please report it"};
  }
}

}  // namespace

std::string ControlResult::text(const Verdict& verdict) {
  switch (verdict.outcome) {
    case Verdict::Outcome::Pass: return "pass";
    case Verdict::Outcome::Skip: return "skip (" + verdict.reason + ")";
    case Verdict::Outcome::Bug: break;
  }
  return "bug: " + std::string(name(verdict.kind));
}

Result<std::vector<ControlResult>> check_controls(const Module& module, const std::stop_token& stop) {
  return guarded<std::vector<ControlResult>>("running the controls", [&]() -> Result<std::vector<ControlResult>> {
    Result<std::unique_ptr<Tester>> tester = module.make_tester();
    if (!tester) return tester.error();
    std::vector<ControlResult> results;
    for (const Control& control : module.controls()) {
      results.push_back(run_control(**tester, control, module, stop));
      if (stop.stop_requested()) return Error{"stopped while the controls ran", ""};
    }
    return results;
  });
}

Result<std::vector<Trial>> replay(const Module& module, const Case& subject, std::size_t target, bool compared,
                                  unsigned times, const std::stop_token& stop) {
  return guarded<std::vector<Trial>>("replaying", [&]() -> Result<std::vector<Trial>> {
    if (target >= module.targets().size()) return Error{"there is no such target to replay against", ""};
    Result<std::unique_ptr<Tester>> tester = module.make_tester();
    if (!tester) return tester.error();
    std::vector<Trial> trials;
    while (trials.size() < times && !stop.stop_requested()) {
      Trial trial = judge_one(**tester, subject, target, module.targets().size(), compared, RunMode::Fresh, stop);
      if (!stop.stop_requested()) trials.push_back(std::move(trial));
    }
    return trials;
  });
}

}  // namespace assay::core
