#include "core/report/finding_section.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "core/finding/cause_history.hpp"
#include "core/report/page.hpp"

namespace assay::core {
namespace {

constexpr std::size_t kShownBytes = 64 << 10;

std::string escaped(std::string_view text) { return escape_markup(text); }

/// A text as a block. A text that is shown in full and unchanged can be copied, under the name `what`; empty: no
/// copying. `file`: the file's name, which tells its language; empty: the text is no file.
std::string block(const std::string& text, const std::string& what, const std::string& file = {}) {
  const std::string shown = shortened(text, kShownBytes);
  std::string attributes;
  if (!file.empty()) attributes += " data-file=\"" + escaped(file) + "\"";
  if (!what.empty() && printable(shown) == text) attributes += " data-copy=\"" + escaped(what) + "\"";
  // A browser drops the first newline. The tabindex makes the block reachable from the keyboard for scrolling.
  return "<pre tabindex=\"0\"" + attributes + ">\n" + escaped(shown) + "</pre>\n";
}

std::string files_of(const char* style, const char* heading, const Case& subject, bool open) {
  std::string out = fmt::format("<details class=\"inner {}\"{}><summary>{}</summary>\n", style, open ? " open" : "",
                                escaped(heading));
  for (const File& file : subject.files)
    out += "<h4>" + escaped(file.name) + "</h4>" + block(file.content, file.name, file.name);
  return out + "</details>\n";
}

/// The reproduction, as in report.md: commands, and the files that they read, except the finding's input.
std::string commands_of(const Finding& finding) {
  const Reproduction reproduction = reproduction_of(finding);
  std::string out;
  for (const File& file : reproduction.files) {
    const File* const same = finding.smallest().file(file.name);
    if (same == nullptr || same->content != file.content)
      out += "<h4>The command reads " + escaped(file.name) + "</h4>" + block(file.content, file.name, file.name);
  }
  for (const ReproductionCommand& command : reproduction.commands) {
    const bool first = &command == &reproduction.commands.front();
    out += "<h4>" + escaped(first ? "Command" : command.title) + "</h4>" +
           block(std::string(trim(command.shell)), first ? "the command" : command.title);
  }
  return out;
}

/// A person's judgement, and the link to the page where it can be changed.
std::string triage_line(const Finding& finding, const std::string& address) {
  const Triage& triage = finding.triage;
  std::string out;
  if (!triage_text(triage).empty()) out += state_mark(triage) + " ";
  if (!triage.link.empty()) out += fmt::format("<a href=\"{0}\" rel=\"noreferrer\">{0}</a> ", escaped(triage.link));
  if (!address.empty()) out += fmt::format("<a href=\"{}\">This finding's page</a>", escaped(address));
  if (!triage.note.empty()) out += "<span class=\"note\">" + escaped(triage.note) + "</span>";
  return out.empty() ? out : "<p class=\"triage\">" + out + "</p>\n";
}

/// A table per target with the answers of its versions, and for releases the commands that repeat the runs.
std::string version_tables(const Finding& finding) {
  std::string out;
  for (const History& history : finding.histories) {
    PageTable table{since_text(history),
                    {{history.commits ? "Commit" : "Version"}, {"Answer", PageTable::Holds::Word}, {"Runs"}},
                    {}};
    if (!history.commits) table.columns.push_back({"Command"});
    for (const VersionAnswer& answer : history.answers) {
      table.rows.push_back(
          {{answer.version}, {std::string(answer.state()), answer.what == VersionAnswer::What::Wrong}, {answer.note}});
      if (!history.commits) table.rows.back().push_back({replay_command(finding, history.target, answer.version)});
    }
    out += folding_table(table);
  }
  return out.empty() ? out : "<h4>Versions</h4>\n" + out;
}

std::string finding_facts(const Finding& finding, const ModuleDescription& words) {
  return term_list({{"Id", finding.id},
                    {with_capital(words.target), finding.target + ", " + finding.target_version},
                    {with_capital(words.strategy), finding.original.strategy},
                    {with_capital(words.group), words.group.empty() ? "" : finding.original.group},
                    {"Case", std::to_string(finding.original.index)},
                    {"Cause as seen", finding.reason},
                    {"Confirmed", fmt::format("{} of {} fresh runs", finding.confirmed, finding.confirmations)},
                    {"First seen", readable_seconds(finding.first_seen_seconds)},
                    {"Found again", fmt::format("{}; {} more with the same target, kind and cause were not reduced",
                                                counted(finding.duplicates, "time", "times"), finding.alike)},
                    {"Status", std::string(name(finding.status))},
                    {"Signature", finding.signature}});
}

}  // namespace

std::string state_mark(const Triage& triage) {
  return fmt::format("<span class=\"state {0}\">{0}</span>", name(triage.state));
}

std::string finding_body(const Finding& finding, const ModuleDescription& words, const std::string& address) {
  std::string out = "<div class=\"body\">\n" + triage_line(finding, address);
  out += "<h4>Expected and actual</h4>" + block(finding.detail, "");
  out += "<div class=\"input\">\n";
  if (finding.reduced) out += files_of("reduced", "Reduced input", *finding.reduced, true);
  out += files_of("original", "Original input", finding.original, !finding.reduced) + "</div>\n";
  out += commands_of(finding);
  out += "<h4>Output</h4>" + block(finding.output, "");
  out += version_tables(finding);
  return out + "<h4>Facts</h4>" + finding_facts(finding, words) + "</div>\n";
}

}  // namespace assay::core
