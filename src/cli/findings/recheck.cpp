#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "cli/findings/findings_commands.hpp"
#include "cli/findings/parallel_answers.hpp"
#include "cli/findings/versions.hpp"
#include "cli/modules.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "core/finding/baseline.hpp"
#include "core/report/report.hpp"

namespace assay::cli {
namespace {

using What = core::VersionAnswer::What;

struct RecheckFlags {
  std::string path;
  std::vector<std::string> targets;
  unsigned times = 3;
  unsigned jobs = 1;
  bool json = false;
  std::string junit;
};

/// A finding, and the target for its case in the syntax of --target; empty: the finding's own target.
struct Recheck {
  core::Finding finding;
  std::string target;
};

/// The findings of a campaign's folder, or of a baseline that contains their cases.
Result<std::vector<core::Finding>> findings_at(const std::string& path) {
  if (std::filesystem::is_directory(path)) return chosen_findings(path, {});
  const Result<std::string> text = core::read_text_file(path);
  if (!text) return text.error();
  if (core::is_baseline(*text)) return core::findings_of_baseline(*text, path);
  return Error{path + " is no campaign's folder and no baseline with the findings' inputs",
               "write one with 'assay findings export --format baseline'"};
}

/// The name of each --target, in their order.
Result<std::vector<std::string>> names_of(const std::vector<std::string>& targets, const core::Finding& any) {
  std::vector<std::string> names;
  for (const std::string& target : targets) {
    const auto module = open_module_on(any.module, any.configuration, target, ReplayPeers::None);
    if (!module) return module.error();
    names.push_back(base_name((*module)->targets().front().name));
  }
  return names;
}

/// Each finding with the --target that has the name of the finding's target (`names`, in the order of `targets`). If
/// all findings are about one target, a single --target may have any name. Findings of other targets are left out: they
/// would pass on an unrelated program.
Result<std::vector<Recheck>> with_targets(std::vector<core::Finding> findings, const std::vector<std::string>& targets,
                                          const std::vector<std::string>& names) {
  std::set<std::string> known;
  for (const core::Finding& finding : findings) known.insert(base_name(finding.target));
  const bool is_only_one = targets.size() == 1 && known.size() == 1;
  for (const std::string& name : names)
    if (!is_only_one && known.count(name) == 0)
      return Error{"no finding is about a target named '" + printable(name) + "'",
                   "name the new target like the old one, as in " + *known.begin() +
                       "=/new/program; there are: " + join({known.begin(), known.end()}, ", ")};
  std::vector<Recheck> all;
  for (core::Finding& finding : findings) {
    const auto name = std::find(names.begin(), names.end(), base_name(finding.target));
    if (targets.empty() || is_only_one || name != names.end()) {
      const std::size_t at = is_only_one ? 0 : static_cast<std::size_t>(name - names.begin());
      all.push_back({std::move(finding), targets.empty() ? "" : targets[at]});
    }
  }
  return all;
}

/// The release that fixed the finding in its own target, if `findings history` or `bisect` found it; else empty.
std::string fixed_in(const core::Finding& finding) {
  for (const core::History& history : finding.histories) {
    const core::FailureSpan range = core::failure_span(history);
    if (history.target == base_name(finding.target) && range.gone_in) return history.answers[*range.gone_in].version;
  }
  return {};
}

Result<core::VersionAnswer> answer_of(const Recheck& one, unsigned times, const std::stop_token& stop) {
  if (one.finding.smallest().files.empty() || one.finding.module.empty())
    return core::VersionAnswer{"", What::CannotSay, "its input is not there"};
  return run_on_version(one.finding, {"", one.target}, times, stop);
}

std::string_view word_of(What what) {
  switch (what) {
    case What::Wrong: return "still-fails";
    case What::Right: return "fixed";
    case What::CannotSay: break;
  }
  return "cannot-say";
}

std::string colored(const Style& style, What what) {
  const std::string text = fmt::format("{:<12}", replace_all(std::string(word_of(what)), "-", " "));
  return what == What::Wrong ? style.red(text) : what == What::Right ? style.green(text) : style.yellow(text);
}

void print_answer_line(const core::RecheckedFinding& one, const std::string& target, bool json) {
  const core::Finding& finding = *one.finding;
  if (!json) {
    const std::string since = one.fixed_in.empty() ? "" : "  since " + one.fixed_in;
    print_out("{} {:<24} {:<18} {}{}\n", colored(Style::of(stdout), one.answer.what), printable(finding.id),
              core::name(finding.kind), one_line(one.answer.note, 100), printable(since));
  } else {
    nlohmann::ordered_json line = {{"format", core::kJsonFormat},
                                   {"finding", printable(finding.id)},
                                   {"kind", core::name(finding.kind)},
                                   {"signature", printable(finding.signature)},
                                   {"target", printable(target.empty() ? finding.target : target)},
                                   {"version", printable(one.answer.version)},
                                   {"answer", word_of(one.answer.what)},
                                   {"note", printable(one.answer.note)}};
    if (!one.fixed_in.empty()) line["fixed-in"] = one.fixed_in;
    print_out("{}\n", line.dump());
  }
  std::fflush(stdout);
}

int exit_code_of(const std::vector<core::RecheckedFinding>& all, bool interrupted) {
  const auto count = [&](What what) {
    return std::count_if(all.begin(), all.end(),
                         [&](const core::RecheckedFinding& one) { return one.answer.what == what; });
  };
  if (count(What::Wrong) > 0) return kFindings;
  return interrupted || (count(What::Right) == 0 && !all.empty()) ? kEnvironment : kNothingFound;
}

void print_summary(const std::vector<core::RecheckedFinding>& all, std::size_t left_out) {
  std::size_t counts[3] = {};
  for (const core::RecheckedFinding& one : all) ++counts[static_cast<std::size_t>(one.answer.what)];
  print_out("{} still fail, {} fixed, {} could not be judged\n", counts[static_cast<std::size_t>(What::Wrong)],
            counts[static_cast<std::size_t>(What::Right)], counts[static_cast<std::size_t>(What::CannotSay)]);
  if (left_out > 0) print_out("{} findings are about other targets, and were not run\n", left_out);
}

void recheck(const RecheckFlags& flags, Session& session) {
  Result<std::vector<core::Finding>> findings = findings_at(flags.path);
  if (!findings) return session.fail(findings.error(), kUsage);
  std::vector<core::RecheckedFinding> rechecked;
  std::vector<Recheck> all;
  const std::size_t count = findings->size();
  const Listening listening(session);
  if (count > 0) {
    const Result<std::vector<std::string>> names = names_of(flags.targets, findings->front());
    if (!names) return session.fail(names.error());
    Result<std::vector<Recheck>> chosen = with_targets(std::move(*findings), flags.targets, *names);
    if (!chosen) return session.fail(chosen.error(), kUsage);
    all = std::move(*chosen);
  }
  ParallelAnswers answers(all.size(), flags.jobs,
                          [&](std::size_t i) { return answer_of(all[i], flags.times, listening.stop()); });
  for (std::size_t i = 0; i < all.size(); ++i) {
    Result<core::VersionAnswer> given = answers.wait_for(i);
    core::VersionAnswer answer =
        given ? std::move(*given) : core::VersionAnswer{"", What::CannotSay, given.error().message};
    const bool is_fixed = answer.what == What::Right;
    rechecked.push_back({&all[i].finding, std::move(answer), is_fixed ? fixed_in(all[i].finding) : ""});
    print_answer_line(rechecked.back(), all[i].target, flags.json);
  }
  if (!flags.json) print_summary(rechecked, count - all.size());
  session.exit_code = exit_code_of(rechecked, listening.stop().stop_requested());
  if (flags.junit.empty()) return;
  const Status written = core::write_text_file(flags.junit, core::junit_of(rechecked));
  if (!written) session.fail(written.error());
}

}  // namespace

void add_findings_recheck(CLI::App& findings, Session& session) {
  CLI::App* app = findings.add_subcommand(
      "recheck", "Run all findings again, on a newer target: which still fail, which are fixed");
  const auto flags = std::make_shared<RecheckFlags>();
  app->add_option("path", flags->path, "a campaign's folder, or a baseline")->required();
  app->add_option(
      "-t,--target", flags->targets,
      "the newer target, with the old one's name: z3@latest, 'mine=build/solver' (default: as it was found)");
  app->add_option("-n,--times", flags->times, "runs of each finding")
      ->check(CLI::Range(1U, 1000U))
      ->capture_default_str();
  app->add_option("-j,--jobs", flags->jobs, "findings at a time")->check(CLI::Range(1U, 1024U))->capture_default_str();
  app->add_flag("--json", flags->json, "one JSON object for each finding");
  app->add_option("--junit", flags->junit, "write JUnit XML to this file");
  app->footer(
      "A finding is fixed when all runs passed. Runs that time out, or fail in another way, cannot be judged: they "
      "are never called fixed.\n"
      "Exit code: 0 no finding still fails, 1 some do, 2 usage, 3 nothing could be judged, or interrupted.");
  app->callback([flags, &session] { recheck(*flags, session); });
}

}  // namespace assay::cli
