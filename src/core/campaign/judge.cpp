#include "core/campaign/judge.hpp"

#include <algorithm>

#include "assay/base/check.hpp"
#include "base/text.hpp"

namespace assay::core {

Judgement judge_all(Tester& tester, const Case& subject, std::size_t targets, RunMode mode,
                    const std::stop_token& stop) {
  Judgement out;
  for (std::size_t target = 0; target < targets; ++target) {
    out.trials.push_back(tester.belongs_to(subject, target) ? tester.run(subject, target, mode, stop) : Trial{});
    if (stop.stop_requested()) {
      out.cancelled = true;
      return out;
    }
  }
  out.compared.resize(targets, false);
  for (auto& [target, verdict] : tester.compare(subject, out.trials)) {
    ASSAY_CHECK(target < targets, "a comparison names a target that is not there");
    // A bug of the target's own trial is stronger evidence than the comparison.
    if (out.trials[target].verdict.is_bug()) continue;
    out.trials[target].verdict = std::move(verdict);
    out.compared[target] = true;
  }
  return out;
}

Trial judge_one(Tester& tester, const Case& subject, std::size_t target, std::size_t targets, bool compared,
                RunMode mode, const std::stop_token& stop) {
  if (!compared) return tester.run(subject, target, mode, stop);
  Judgement all = judge_all(tester, subject, targets, mode, stop);
  if (all.cancelled) return {};
  return std::move(all.trials[target]);
}

std::string as_one_line(std::string_view text) {
  std::string out = printable(trim(text));
  std::replace(out.begin(), out.end(), '\n', ' ');
  std::replace(out.begin(), out.end(), '\t', ' ');
  return out;
}

}  // namespace assay::core
