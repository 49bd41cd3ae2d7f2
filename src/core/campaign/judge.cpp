#include "core/campaign/judge.hpp"

#include <algorithm>

#include "assay/base/check.hpp"
#include "base/text.hpp"
#include "core/campaign/changes.hpp"

namespace assay::core {

namespace {

Judgement run_all(Tester& tester, const Case& subject, std::size_t targets, RunMode mode, const std::stop_token& stop) {
  Judgement out;
  for (std::size_t target = 0; target < targets; ++target) {
    out.trials.push_back(tester.belongs_to(subject, target) ? tester.run(subject, target, mode, stop) : Trial{});
    if (stop.stop_requested()) {
      out.cancelled = true;
      return out;
    }
  }
  return out;
}

}  // namespace

Judgement judge_all(Tester& tester, const Case& subject, const Module& module, RunMode mode,
                    const std::stop_token& stop, const RunCosts* costs) {
  const std::size_t targets = module.targets().size();
  const bool only_changes = module.only_changes().has_value();
  Judgement out = only_changes
                      ? judge_different(tester, subject, targets, mode, stop, costs == nullptr ? RunCosts{} : *costs)
                      : run_all(tester, subject, targets, mode, stop);
  out.compared.resize(targets, false);
  if (out.cancelled || out.alike) return out;
  for (auto& [target, verdict] : tester.compare(subject, out.trials)) {
    ASSAY_CHECK(target < targets, "a comparison names a target that is not there");
    // A bug of the target's own trial is stronger evidence than the comparison.
    if (out.trials[target].verdict.is_bug()) continue;
    // keep_changes compares the times.
    if (only_changes && verdict.kind == BugKind::Slow) continue;
    out.trials[target].verdict = std::move(verdict);
    out.compared[target] = true;
  }
  return out;
}

Trial judge_one(Tester& tester, const Case& subject, std::size_t target, const Module& module, bool compared,
                RunMode mode, const std::stop_token& stop) {
  if (!compared) return tester.run(subject, target, mode, stop);
  Judgement all = judge_all(tester, subject, module, mode, stop);
  if (all.cancelled) return {};
  keep_changes(module, all);
  return std::move(all.trials[target]);
}

std::string as_one_line(std::string_view text) {
  std::string out = printable(trim(text));
  std::replace(out.begin(), out.end(), '\n', ' ');
  std::replace(out.begin(), out.end(), '\t', ' ');
  return out;
}

}  // namespace assay::core
