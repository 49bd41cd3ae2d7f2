#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/base/text.hpp"
#include "assay/core/report.hpp"
#include "core/report/curves.hpp"
#include "core/report/embedded.hpp"
#include "core/report/page_table.hpp"
#include "core/report/totals.hpp"

namespace assay::core {
namespace {

constexpr std::size_t kShownBytes = 64 << 10;
constexpr std::size_t kReasonBytes = 300;  ///< in a finding's summary line
constexpr std::size_t kCurvePoints = 200;
constexpr std::size_t kOpenFindings = 20;  ///< of more than twice as many, the rest is folded
constexpr std::size_t kOpenTargets = 4;    ///< in the header

std::string e(std::string_view text) { return escape_markup(text); }

std::string with_capital(std::string noun) {
  if (!noun.empty() && noun[0] >= 'a' && noun[0] <= 'z') noun[0] = static_cast<char>(noun[0] - 'a' + 'A');
  return noun;
}

/// A Content-Security-Policy source for exactly this script or style.
std::string csp_hash(const EmbeddedFile& file) {
  static constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto nibble = [](char c) { return static_cast<unsigned>(c >= 'a' ? c - 'a' + 10 : c - '0'); };
  // Three hexadecimal digits are two base-64 digits.
  std::string hex(file.sha256);
  while (hex.size() % 6 != 0) hex += '0';
  std::string out;
  for (std::size_t i = 0; i < hex.size(); i += 3) {
    const unsigned bits = nibble(hex[i]) << 8 | nibble(hex[i + 1]) << 4 | nibble(hex[i + 2]);
    out += {kAlphabet[bits >> 6], kAlphabet[bits & 63U]};
  }
  // 32 bytes end in one padding character.
  out.back() = '=';
  return "'sha256-" + out + "'";
}

std::string duration(double seconds) {
  if (seconds < 120) return fmt::format("{:.1f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.1f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string card(const std::string& value, const std::string& label, const char* style = "") {
  return fmt::format("<div class=\"card {}\"><b>{}</b><span>{}</span></div>\n", style, e(value), e(label));
}

/// " (12.3 %)", or nothing where there is nothing to have a share of.
std::string share_of(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? "" : fmt::format(" ({:.1f} %)", 100 * static_cast<double>(part) / static_cast<double>(all));
}

std::string cards(const CampaignRecord& record) {
  const TotalRow all = totals(record, GroupBy::Everything).front();
  const double seconds = campaign_seconds(record);
  const CpuShares cpu = record.samples.empty() ? CpuShares{} : record.samples.back().cpu;
  std::string out = "<div class=\"cards\">\n";
  out += card(grouped(record.findings.size()), record.findings.size() == 1 ? "finding" : "findings",
              record.findings.empty() ? "pass" : "bug");
  out += card(grouped(record.tests), "tests");
  out += card(duration(seconds), "campaign time");
  if (seconds > 0) out += card(fmt::format("{:.1f}", static_cast<double>(record.tests) / seconds), "tests per second");
  out += card(grouped(all.passes), "passes" + share_of(all.passes, all.verdicts()));
  out += card(grouped(all.skips), "skips" + share_of(all.skips, all.verdicts()));
  out += card(grouped(all.bugs), "failing verdicts" + share_of(all.bugs, all.verdicts()));
  if (cpu.own + cpu.target > 0) {
    out += card(fmt::format("{:.1f} %", 100 * cpu.own / (cpu.own + cpu.target)), "of the CPU time is Assay's own");
  }
  return out + "</div>\n";
}

using Holds = PageTable::Holds;

std::string verdict_table(const std::string& heading, const std::vector<TotalRow>& rows) {
  PageTable table;
  table.heading = heading;
  table.if_empty = "nothing yet";
  table.columns = {{"Name"},
                   {"Pass", Holds::Number},
                   {"Skip", Holds::Number},
                   {"Fail", Holds::Number},
                   {"Findings", Holds::Number},
                   {"CPU", Holds::Number}};
  for (const TotalRow& row : rows) {
    table.rows.push_back({{row.name},
                          {grouped(row.passes)},
                          {grouped(row.skips)},
                          {grouped(row.bugs)},
                          {grouped(row.findings), row.findings > 0},
                          {duration(row.cpu_seconds)}});
  }
  return folding_table(table);
}

std::string skip_table(const CampaignRecord& record) {
  PageTable table{"Skips by reason", {{"Reason"}, {"Count", Holds::Number}}, {}};
  for (const auto& [reason, count] : skip_totals(record)) table.rows.push_back({{reason}, {grouped(count)}});
  return folding_table(table);
}

std::string term(const std::string& label, const std::string& value) {
  return value.empty() ? "" : fmt::format("<dt>{}</dt><dd>{}</dd>\n", e(label), e(value));
}

std::string files(const char* heading, const Case& subject, bool open) {
  std::string out = fmt::format("<details class=\"inner\"{}><summary>{}</summary>\n", open ? " open" : "", e(heading));
  for (const File& file : subject.files) {
    out += fmt::format("<h4>{}</h4><pre>{}</pre>\n", e(file.name), e(shortened(file.content, kShownBytes)));
  }
  return out + "</details>\n";
}

std::string finding_facts(const Finding& finding, const ModuleDescription& words) {
  std::string out = "<dl>\n";
  out += term("Id", finding.id);
  out += term(with_capital(words.target), finding.target + ", " + finding.target_version);
  out += term(with_capital(words.strategy), finding.original.strategy);
  if (!words.group.empty()) out += term(with_capital(words.group), finding.original.group);
  out += term("Case", std::to_string(finding.original.index));
  out += term("Cause as seen", finding.reason);
  out += term("Confirmed", fmt::format("{} of {} fresh runs", finding.confirmed, finding.confirmations));
  out += term("First seen", duration(finding.first_seen_seconds));
  out += term("Found again", fmt::format("{}; {} more with the same target, kind and cause were not reduced",
                                         counted(finding.duplicates, "time", "times"), finding.alike));
  out += term("Status", std::string(name(finding.status)));
  out += term("Signature", finding.signature);
  return out + "</dl>\n";
}

/// What came and what should have come, the input that shows it, how to run it; then what else is known.
std::string finding_body(const Finding& finding, const ModuleDescription& words) {
  std::string input = finding.folder + (finding.reduced ? "/reduced/" : "/original/");
  if (!finding.smallest().files.empty()) input += finding.smallest().files.front().name;
  std::string out = "<div class=\"body\">\n";
  out += fmt::format("<h4>Expected and actual</h4><pre>{}</pre>\n", e(finding.detail));
  if (finding.reduced) out += files("Reduced input", *finding.reduced, true);
  out += files("Original input", finding.original, !finding.reduced);
  out += fmt::format("<h4>Command</h4><pre>{}</pre>\n", e(command_line(finding.command, input)));
  out += fmt::format("<h4>Output</h4><pre>{}</pre>\n", e(shortened(finding.output, kShownBytes)));
  return out + "<h4>Facts</h4>" + finding_facts(finding, words) + "</div>\n";
}

/// "3 crash, 1 slow", each kind as a mark; the gravest first.
std::string kinds(const CampaignRecord& record) {
  std::map<BugKind, std::size_t> counts;
  for (const Finding& finding : record.findings) ++counts[finding.kind];
  std::string out;
  for (const auto& [kind, count] : counts) {
    out += fmt::format("<li><span class=\"kind\">{}</span>{}</li>\n", e(name(kind)), grouped(count));
  }
  return out.empty() ? out : "<ul class=\"kinds\">\n" + out + "</ul>\n";
}

std::string finding_entry(const Finding& finding, const ModuleDescription& words, bool open) {
  const std::string sizes = finding.reduced ? fmt::format("{} → {} bytes", grouped(finding.original_bytes()),
                                                          grouped(finding.smallest_bytes()))
                                            : fmt::format("{} bytes", grouped(finding.original_bytes()));
  return fmt::format(
      "<details class=\"finding\" id=\"finding-{}\"{}><summary><span class=\"kind\">{}</span>{}\n"
      "<span class=\"about\">{} · {} · {}</span></summary>\n{}</details>\n",
      e(finding.id), open ? " open" : "", e(name(finding.kind)), e(title(finding)), e(finding.id),
      e(shortened(finding.reason, kReasonBytes)), e(sizes), finding_body(finding, words));
}

/// The gravest kinds first, then in the order in which they were seen. Of many, the later ones are folded as a whole.
std::string findings(const CampaignRecord& record) {
  std::string out = "<h2>Findings</h2>\n";
  if (record.findings.empty()) {
    return out + fmt::format("<p class=\"none\">None in {}.</p>\n", counted(record.tests, "test", "tests"));
  }
  std::vector<const Finding*> sorted;
  for (const Finding& finding : record.findings) sorted.push_back(&finding);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->kind < b->kind; });
  const std::size_t shown = sorted.size() <= 2 * kOpenFindings ? sorted.size() : kOpenFindings;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i == shown) {
      out += fmt::format("<details class=\"more\"><summary>{} more findings</summary>\n", grouped(sorted.size() - i));
    }
    out += finding_entry(*sorted[i], record.identity.description, sorted.size() == 1);
  }
  return shown < sorted.size() ? out + "</details>\n" : out;
}

std::string cause_table(const std::vector<Cause>& causes, const std::string& label) {
  const Cause& first = causes.front();
  PageTable table{fmt::format("{}: {} ({:.2f} % of all)", first.target, first.kind, 100 * first.share_of_all),
                  {{with_capital(label)}, {"Failed", Holds::Number}, {"Of", Holds::Number}},
                  {}};
  for (const Cause& cause : causes) {
    table.rows.push_back({{cause.label}, {grouped(cause.failed)}, {grouped(cause.judged)}});
  }
  return folding_table(table);
}

/// What failing cases have in common: a table for each target and kind.
std::string causes(const CampaignRecord& record) {
  constexpr std::size_t kMost = 8;
  const std::string& label = record.identity.description.label;
  std::string tables;
  std::vector<Cause> alike;
  for (const Cause& cause : likely_causes(record, kMost)) {
    if (!alike.empty() && (alike.front().target != cause.target || alike.front().kind != cause.kind)) {
      tables += cause_table(std::exchange(alike, {}), label);
    }
    alike.push_back(cause);
  }
  if (!alike.empty()) tables += cause_table(alike, label);
  return tables.empty() ? tables : "<h2>Likely causes</h2>\n<div class=\"columns wide\">\n" + tables + "</div>\n";
}

/// Whether the cases could show anything: shares of the answers to each question that their labels answer.
std::string shares(const CampaignRecord& record) {
  PageTable table{"Answers of the judged cases",
                  {{"Cases whose"}, {"is", Holds::Word}, {"Judged", Holds::Number}, {"Share", Holds::Number}},
                  {}};
  for (const Share& share : label_shares(record)) {
    const double part = share.all == 0 ? 0 : static_cast<double>(share.count) / static_cast<double>(share.all);
    table.rows.push_back({{share.question},
                          {share.answer},
                          {grouped(share.count)},
                          {share.all == 0 ? "never" : fmt::format("{:.1f} %", 100 * part)}});
  }
  if (table.rows.empty()) return "";
  return "<h2>What the cases can show</h2>\n" + folding_table(table);
}

std::string targets(const CampaignRecord& record) {
  const auto& all = record.identity.targets;
  std::string list;
  for (const TargetInfo& target : all) list += (list.empty() ? "" : " · ") + target.name + " " + target.version;
  if (all.size() <= kOpenTargets) return fmt::format("<p>{}</p>", e(list));
  return fmt::format("<details><summary>{} targets</summary><p>{}</p></details>", grouped(all.size()), e(list));
}

std::string head(const CampaignRecord& record) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; form-action 'none'; "
      "script-src {} {}; style-src {}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Assay: {} findings, {}</title>\n<style>{}</style></head>\n<body><main>\n",
      csp_hash(chart_script()), csp_hash(page_script()), csp_hash(page_style()), record.findings.size(),
      e(record.identity.module), page_style().content);
}

std::string header(const CampaignRecord& record) {
  const CampaignIdentity& identity = record.identity;
  const std::string& title = identity.description.title;
  std::string about = identity.module + " · seed " + std::to_string(identity.seed) + " · started " + identity.created;
  if (identity.shard.count > 1) about += fmt::format(" · shard {}/{}", identity.shard.index, identity.shard.count);
  return fmt::format("<header><h1>{}</h1>{}<p>{}</p></header>\n", e(title.empty() ? identity.module : title),
                     targets(record), e(about));
}

std::string charts() {
  return "<h2>Over time</h2>\n<noscript><p class=\"none\">A script draws these curves; the rest of the page needs "
         "none.</p></noscript>\n<div class=\"columns\">\n"
         "<div class=\"panel\"><h3>Tests per second</h3><div class=\"chart\"><canvas id=\"rate\" role=\"img\" "
         "aria-label=\"Tests per second over campaign time\"></canvas></div></div>\n"
         "<div class=\"panel\"><h3>Findings</h3><div class=\"chart\"><canvas id=\"findings-over-time\" role=\"img\" "
         "aria-label=\"Findings over campaign time\"></canvas></div></div>\n</div>\n";
}

std::string scripts(const CampaignRecord& record) {
  const nlohmann::json data = {{"rate", rate_curve(record.samples, kCurvePoints)},
                               {"findings", findings_curve(record)}};
  const std::string text = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return fmt::format(
      "<script type=\"application/json\" id=\"data\">{}</script>\n<script>{}</script>\n<script>{}</script>\n",
      script_safe(text), chart_script().content, page_script().content);
}

}  // namespace

std::string html_report(const CampaignRecord& record) {
  const ModuleDescription& words = record.identity.description;
  std::string out = head(record) + header(record) + cards(record) + kinds(record);
  out += findings(record) + causes(record);
  out += "<h2>Where</h2>\n<div class=\"columns wide\">\n";
  out += verdict_table("By " + words.target, totals(record, GroupBy::Target));
  out += verdict_table("By " + words.strategy, totals(record, GroupBy::Strategy));
  if (!words.group.empty()) out += verdict_table("By " + words.group, totals(record, GroupBy::Group));
  out += skip_table(record) + "</div>\n" + shares(record) + charts();
  out += fmt::format(
      "<h2>Configuration</h2>\n<details class=\"plain\"><summary>Show</summary><div class=\"body\"><pre>{}</pre></div>"
      "</details>\n<footer>Made by Assay {}.</footer>\n</main>\n{}</body></html>\n",
      e(record.identity.configuration), e(record.identity.assay_version), scripts(record));
  return out;
}

}  // namespace assay::core
