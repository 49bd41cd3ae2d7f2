#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "cli/findings/findings_commands.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "core/finding/triage.hpp"
#include "core/store/store.hpp"

namespace assay::cli {
namespace {

struct MarkFlags {
  std::string directory;
  std::vector<std::string> ids;
  std::string state;
  std::string link;
  std::string note;
};

/// The fields whose flags were given.
core::TriageChange change_of(const CLI::App& app, const MarkFlags& flags) {
  core::TriageChange change;
  change.state = core::triage_state(flags.state);
  if (app.count("--link") > 0) change.link = flags.link;
  if (app.count("--note") > 0) change.note = flags.note;
  return change;
}

void mark(const MarkFlags& flags, const core::TriageChange& change, Session& session) {
  if (!change.state && !change.link && !change.note)
    return session.fail({"there is nothing to change", "name a --state, a --link or a --note"}, kUsage);
  // A link that is no web address is a usage error, and is reported before the campaign is opened.
  if (const Result<core::Triage> valid = core::with_change({}, change); !valid)
    return session.fail(valid.error(), kUsage);
  const Result<std::unique_ptr<core::Store>> store = core::Store::open(flags.directory);
  if (!store) return session.fail(store.error());
  for (const std::string& id : flags.ids) {
    const Result<core::Store::JudgedFinding> judged = (*store)->set_triage(id, change);
    if (!judged) return session.fail(judged.error());
    const std::string text = core::triage_text(judged->triage);
    print_out("{}  {}{}\n", judged->id, one_line(text.empty() ? "new" : text, 200),
              judged->id == id ? "" : " (stands for " + printable(id) + ")");
  }
}

}  // namespace

void add_findings_mark(CLI::App& findings, Session& session) {
  CLI::App* app = findings.add_subcommand("mark", "Write down what you think of findings: state, link and note");
  const auto flags = std::make_shared<MarkFlags>();
  std::vector<std::string> states;
  for (const core::TriageState state : core::all_triage_states()) states.emplace_back(core::name(state));
  app->add_option("directory", flags->directory, "the campaign's folder")->required();
  app->add_option("ids", flags->ids, "findings' ids")->required();
  app->add_option("--state", flags->state, "new state")->check(CLI::IsMember(states));
  app->add_option("--link", flags->link, "web address of the report; '' removes it");
  app->add_option("--note", flags->note, "text; '' removes it");
  app->footer(
      "Fields without a flag stay unchanged. The campaign may be running. Findings in the states reported, fixed or "
      "not-a-bug do not count for exit codes. An exported baseline contains all findings except fixed ones: a fixed "
      "finding that fails again is new.");
  app->callback([app, flags, &session] { mark(*flags, change_of(*app, *flags), session); });
}

}  // namespace assay::cli
