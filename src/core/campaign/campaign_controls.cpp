#include "core/campaign/campaign.hpp"
#include "core/campaign/guarded.hpp"
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
    // A skip usually says more about a busy machine than about the target, so try once more.
    const bool stalled = result.trial.verdict.outcome == Verdict::Outcome::Skip;
    if (stalled && control.expected.outcome != Verdict::Outcome::Skip && !stop.stop_requested())
      result.trial = tester.run(control.subject, control.target, mode, stop);
    result.passed = as_expected(control.expected, result.trial.verdict);
    if (!result.passed || stop.stop_requested()) break;
  }
  return result;
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

}  // namespace assay::core
