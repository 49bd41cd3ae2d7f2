#include "trigger/explain/other_scripts.hpp"

#include "trigger/problem/axioms.hpp"
#include "trigger/prover/work.hpp"

namespace assay::trigger {
namespace {

constexpr Work kTimesMore = 4;
/// Less additional work than this is no matter: a fifth of a second.
constexpr Work kSmall = 1'000'000;

bool is_worse(const Reply& before, const Reply& after) {
  return before.answer != after.answer || after.work > kTimesMore * before.work + kSmall;
}

}  // namespace

std::optional<Reply> OtherScripts::run(const std::string& text, const Deadline& deadline) const {
  const double seconds = deadline.left(kCpuTimeMargin * seconds_);
  if (seconds <= 0) return std::nullopt;
  return prover_.run(with_work_limit(text, seconds_), seconds, deadline.stop());
}

Elsewhere OtherScripts::with(const std::string& assertion, const Deadline& deadline) {
  Elsewhere result;
  for (std::size_t i = 0; i < scripts_.size(); ++i) {
    smt::TermStore store;
    const auto script = smt::parse_script(store, scripts_[i].text, scripts_[i].name);
    const auto text = script ? pasted(scripts_[i].text, *script, assertion) : std::nullopt;
    if (text && !before_[i]) before_[i] = run(scripts_[i].text, deadline);
    if (!text || !before_[i] || was_cut(before_[i]->answer)) {
      ++result.unfit;
      continue;
    }
    const std::optional<Reply> after = run(*text, deadline);
    if (!after) break;
    if (after->answer == Answer::Failed || before_[i]->answer == Answer::Failed) {
      ++result.unfit;
      continue;
    }
    ++result.tried;
    if (is_worse(*before_[i], *after)) result.worse.push_back({scripts_[i].name, *before_[i], *after});
  }
  return result;
}

}  // namespace assay::trigger
