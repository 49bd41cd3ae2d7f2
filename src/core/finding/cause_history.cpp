#include "core/finding/cause_history.hpp"

#include <algorithm>

#include "core/case/severity.hpp"
#include "core/target/known_bug.hpp"

namespace assay::core {
namespace {

using What = VersionAnswer::What;

bool have_one_cause(const Finding& a, const Finding& b) {
  return a.kind == b.kind && !a.signature.empty() && a.signature == b.signature;
}

/// 0 for the answer that counts for the whole cause if findings differ.
int rank_of(What what) { return what == What::Wrong ? 0 : what == What::CannotSay ? 1 : 2; }

void add_answer(CauseHistory& cause, const std::string& version) {
  VersionAnswer chosen;
  const Finding* shown = nullptr;
  for (const Finding* finding : cause.findings) {
    const VersionAnswer* const known = answer_on(*finding, cause.history.target, version);
    VersionAnswer answer = known ? *known : VersionAnswer{{}, What::CannotSay, "not run", Obstacle::NotJudged};
    if (shown != nullptr && rank_of(answer.what) >= rank_of(chosen.what)) continue;
    chosen = std::move(answer);
    shown = finding;
  }
  chosen.version = version;
  cause.history.answers.push_back(std::move(chosen));
  cause.shown.push_back(shown);
}

bool comes_before(const CauseHistory& a, const CauseHistory& b) {
  const Finding& one = *a.findings.front();
  const Finding& other = *b.findings.front();
  if (one.kind != other.kind) return is_graver(one.kind, other.kind);
  if (one.reason != other.reason) return one.reason < other.reason;
  const auto first_bad = [](const CauseHistory& cause) {
    return failure_span(cause.history).first_bad.value_or(cause.history.answers.size());
  };
  return first_bad(a) < first_bad(b);
}

}  // namespace

TargetHistory target_history(const std::string& target, const std::vector<std::string>& versions,
                             const std::vector<const Finding*>& findings) {
  TargetHistory all{target, versions, {}};
  for (const Finding* finding : findings) {
    const auto same = std::find_if(all.causes.begin(), all.causes.end(), [&](const CauseHistory& cause) {
      return have_one_cause(*cause.findings.front(), *finding);
    });
    CauseHistory& cause =
        same == all.causes.end() ? all.causes.emplace_back(CauseHistory{{}, {target, {}}, {}}) : *same;
    cause.findings.push_back(finding);
  }
  for (CauseHistory& cause : all.causes)
    for (const std::string& version : versions) add_answer(cause, version);
  std::stable_sort(all.causes.begin(), all.causes.end(), comes_before);
  return all;
}

std::vector<AliveCauses> alive_causes(const TargetHistory& history) {
  std::vector<AliveCauses> alive(history.versions.size());
  for (const CauseHistory& cause : history.causes)
    for (std::size_t i = 0; i < alive.size(); ++i) {
      const What what = cause.history.answers[i].what;
      alive[i].wrong += what == What::Wrong ? 1 : 0;
      alive[i].unknown += what == What::CannotSay ? 1 : 0;
    }
  return alive;
}

const VersionAnswer* answer_on(const Finding& finding, const std::string& target, const std::string& version) {
  for (const History& history : finding.histories)
    for (const VersionAnswer& answer : history.answers)
      if (history.target == target && !history.commits && compare_versions(answer.version, version) == 0)
        return &answer;
  return nullptr;
}

std::string replay_command(const Finding& finding, const std::string& target, const std::string& version) {
  return shell_quoted({"assay", "replay", finding.folder, "--target", target + "@" + version});
}

}  // namespace assay::core
