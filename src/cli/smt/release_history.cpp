#include "cli/smt/release_history.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "cli/findings/versions.hpp"
#include "cli/output.hpp"
#include "core/finding/finding.hpp"
#include "core/report/report.hpp"
#include "core/target/version.hpp"

namespace assay::cli {
namespace {

constexpr std::size_t kMaxTraced = 10;
constexpr std::size_t kMaxReleases = 12;  ///< of more, a binary search asks some

/// Wrong answers before lost ones, and lost ones before slow ones.
unsigned gravity(const core::Finding& finding) {
  if (finding.kind == core::BugKind::Slow) return 2;
  return finding.kind == core::BugKind::Lost ? 1 : 0;
}

/// Asks all releases, or by binary search. After an Error, the history has the earlier answers.
Status ask(const core::Finding& finding, const TargetVersions& target, core::History& history,
           const std::stop_token& stop) {
  std::vector<std::optional<core::VersionAnswer>> answers(target.versions.size());
  const core::AskVersion one = [&](std::size_t version) -> Result<core::VersionAnswer::What> {
    Result<core::VersionAnswer> answer = run_on_release(finding, target.versions[version], {}, stop);
    if (!answer) return answer.error();
    answers[version] = std::move(*answer);
    return answers[version]->what;
  };
  Status asked;
  if (answers.size() > kMaxReleases) {
    asked = core::bisect(answers.size(), answers.size() - 1, one);
  } else {
    for (std::size_t version = 0; version < answers.size() && asked; ++version)
      if (const auto what = one(version); !what) asked = what.error();
  }
  for (auto& answer : answers)
    if (answer) history.answers.push_back(std::move(*answer));
  return asked;
}

}  // namespace

Result<std::string> releases_between(const std::vector<std::string>& targets) {
  std::string program;
  std::vector<std::string> versions;
  for (const std::string& target : targets) {
    const std::size_t at = target.find('@');
    const std::string name = target.substr(0, at);
    if (at == std::string::npos || name.find('=') != std::string::npos || (!program.empty() && program != name))
      return Error{"--bisect needs releases of one program, and '" + printable(target) + "' is none of them",
                   "write --target z3@4.12.6 --target z3@4.13.4"};
    program = name;
    versions.push_back(target.substr(at + 1));
  }
  if (versions.empty()) return Error{"--bisect needs two releases", "write --target z3@4.12.6 --target z3@4.13.4"};
  const auto earlier = [](const std::string& a, const std::string& b) { return core::compare_versions(a, b) < 0; };
  const auto [first, last] = std::minmax_element(versions.begin(), versions.end(), earlier);
  return program + ":" + *first + ".." + *last;
}

void trace_worst_findings(const std::string& folder, const std::string& versions, Session& session) {
  Result<std::vector<core::Finding>> findings = chosen_findings(folder, {});
  if (!findings) return session.fail(findings.error());
  std::stable_sort(findings->begin(), findings->end(),
                   [](const auto& a, const auto& b) { return gravity(a) < gravity(b); });
  if (findings->size() > kMaxTraced) findings->resize(kMaxTraced);
  const Listening listening(session);
  VersionFlags flags;
  flags.versions = versions;
  const Result<std::vector<TargetVersions>> targets = selected_targets(flags, {}, listening.stop());
  if (!targets) return session.fail(targets.error());
  const TargetVersions& target = targets->front();
  for (core::Finding& finding : *findings) {
    core::History history{target.name, {}};
    const Status asked = ask(finding, target, history, listening.stop());
    if (const Status kept = core::keep_history(finding, history); !kept) return session.fail(kept.error());
    // The findings decide the exit code, also if an interruption ends the search.
    if (listening.stop().stop_requested()) return print_err("interrupted: earlier answers are kept\n");
    if (!asked) return session.fail(asked.error());
    print_out("since     {}  {}\n", finding.id, core::since_text(history));
  }
}

}  // namespace assay::cli
