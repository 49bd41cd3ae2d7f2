#include "core/report/finding_section.hpp"

#include <fmt/format.h>

#include <utility>

#include "assay/base/text.hpp"
#include "assay/core/page.hpp"

namespace assay::core {
namespace {

constexpr std::size_t kShownBytes = 64 << 10;

std::string escaped(std::string_view text) { return escape_markup(text); }

std::string files_of(const char* heading, const Case& subject, bool open) {
  std::string out =
      fmt::format("<details class=\"inner\"{}><summary>{}</summary>\n", open ? " open" : "", escaped(heading));
  for (const File& file : subject.files) {
    out += fmt::format("<h4>{}</h4><pre>{}</pre>\n", escaped(file.name), escaped(shortened(file.content, kShownBytes)));
  }
  return out + "</details>\n";
}

/// Where the finding fails: a row a version, for each target that was asked.
std::string version_tables(const Finding& finding) {
  std::string out;
  for (const History& history : finding.histories) {
    PageTable table{since_text(history),
                    {{history.commits ? "Commit" : "Version"}, {"Answer", PageTable::Holds::Word}, {"Runs"}},
                    {}};
    for (const VersionAnswer& answer : history.answers)
      table.rows.push_back({{answer.version},
                            {std::string(name(answer.what)), answer.what == VersionAnswer::What::Wrong},
                            {answer.note}});
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

std::string with_capital(std::string noun) {
  if (!noun.empty() && noun[0] >= 'a' && noun[0] <= 'z') noun[0] = static_cast<char>(noun[0] - 'a' + 'A');
  return noun;
}

std::string finding_body(const Finding& finding, const ModuleDescription& words) {
  std::string input = finding.folder + (finding.reduced ? "/reduced/" : "/original/");
  if (!finding.smallest().files.empty()) input += finding.input_name();
  std::string out = "<div class=\"body\">\n";
  out += fmt::format("<h4>Expected and actual</h4><pre>{}</pre>\n", escaped(finding.detail));
  if (finding.reduced) out += files_of("Reduced input", *finding.reduced, true);
  out += files_of("Original input", finding.original, !finding.reduced);
  out += fmt::format("<h4>Command</h4><pre>{}</pre>\n", escaped(command_line(finding.command, input)));
  out += fmt::format("<h4>Output</h4><pre>{}</pre>\n", escaped(shortened(finding.output, kShownBytes)));
  out += version_tables(finding);
  return out + "<h4>Facts</h4>" + finding_facts(finding, words) + "</div>\n";
}

}  // namespace assay::core
