#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/base/text.hpp"
#include "assay/core/report.hpp"
#include "core/report/curves.hpp"
#include "core/report/embedded.hpp"
#include "core/report/totals.hpp"

namespace assay::core {
namespace {

constexpr std::size_t kShownBytes = 64 << 10;
constexpr std::size_t kCurvePoints = 200;

std::string e(std::string_view text) { return escape_markup(text); }

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

std::string grouped(std::uint64_t number) {
  std::string out = std::to_string(number);
  for (std::size_t at = out.size(); at > 3;) {
    at -= 3;
    out.insert(at, ",");
  }
  return out;
}

std::string card(const std::string& value, const std::string& label, const char* style = "") {
  return fmt::format("<div class=\"card {}\"><b>{}</b><span>{}</span></div>\n", style, e(value), e(label));
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
  out += card(grouped(all.passes), "passes");
  out += card(grouped(all.skips), "skips");
  out += card(grouped(all.bugs), "failing verdicts");
  if (cpu.own + cpu.target > 0) {
    out += card(fmt::format("{:.1f} %", 100 * cpu.own / (cpu.own + cpu.target)), "of the CPU time is Assay's own");
  }
  return out + "</div>\n";
}

std::string table(const char* heading, const std::vector<TotalRow>& rows) {
  std::string out = fmt::format(
      "<div class=\"panel\"><h3>{}</h3><div class=\"scroll\"><table><thead><tr><th>Name</th><th class=\"n\">Pass</th>"
      "<th class=\"n\">Skip</th><th class=\"n\">Fail</th><th class=\"n\">Findings</th><th class=\"n\">CPU</th></tr>"
      "</thead><tbody>\n",
      e(heading));
  for (const TotalRow& row : rows) {
    out += fmt::format(
        "<tr><td class=\"name\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
        "<td class=\"n {}\">{}</td><td class=\"n\">{}</td></tr>\n",
        e(row.name), grouped(row.passes), grouped(row.skips), grouped(row.bugs), row.findings > 0 ? "bugs" : "",
        grouped(row.findings), e(duration(row.cpu_seconds)));
  }
  if (rows.empty()) out += "<tr><td class=\"none\" colspan=\"6\">nothing yet</td></tr>\n";
  return out + "</tbody></table></div></div>\n";
}

std::string skips(const CampaignRecord& record) {
  std::string out =
      "<div class=\"panel\"><h3>Skips by reason</h3><div class=\"scroll\"><table><thead><tr><th>Reason</th>"
      "<th class=\"n\">Count</th></tr></thead><tbody>\n";
  const auto reasons = skip_totals(record);
  for (const auto& [reason, count] : reasons) {
    out += fmt::format("<tr><td class=\"name\">{}</td><td class=\"n\">{}</td></tr>\n", e(reason), grouped(count));
  }
  if (reasons.empty()) out += "<tr><td class=\"none\" colspan=\"2\">none</td></tr>\n";
  return out + "</tbody></table></div></div>\n";
}

std::string term(const char* label, const std::string& value) {
  return value.empty() ? "" : fmt::format("<dt>{}</dt><dd>{}</dd>\n", e(label), e(value));
}

std::string files(const char* heading, const Case& subject, bool open) {
  std::string out = fmt::format("<details class=\"inner\"{}><summary>{}</summary>\n", open ? " open" : "", e(heading));
  for (const File& file : subject.files) {
    out += fmt::format("<h4>{}</h4><pre>{}</pre>\n", e(file.name), e(shortened(file.content, kShownBytes)));
  }
  return out + "</details>\n";
}

std::string finding_body(const Finding& finding) {
  std::string input = finding.folder + (finding.reduced ? "/reduced/" : "/original/");
  if (!finding.smallest().files.empty()) input += finding.smallest().files.front().name;
  std::string out = "<div class=\"body\"><dl>\n";
  out += term("Id", finding.id);
  out += term("Target", finding.target + ", " + finding.target_version);
  out += term("Strategy", finding.original.strategy);
  out += term("Group", finding.original.group);
  out += term("Case", std::to_string(finding.original.index));
  out += term("Cause as seen", finding.reason);
  out += term("Confirmed", fmt::format("{} of {} fresh runs", finding.confirmed, finding.confirmations));
  out += term("First seen", duration(finding.first_seen_seconds));
  out += term("Found again", fmt::format("{} times; {} more with the same target, kind and cause were not reduced",
                                         finding.duplicates, finding.alike));
  out += term("Status", std::string(name(finding.status)));
  out += term("Signature", finding.signature);
  out += "</dl>\n";
  if (finding.reduced) out += files("Reduced input", *finding.reduced, true);
  out += files("Original input", finding.original, !finding.reduced);
  out += fmt::format("<h4>Command</h4><pre>{}</pre>\n", e(command_line(finding.command, input)));
  out += fmt::format("<h4>Expected and actual</h4><pre>{}</pre>\n", e(finding.detail));
  out += fmt::format("<h4>Output</h4><pre>{}</pre></div>\n", e(shortened(finding.output, kShownBytes)));
  return out;
}

std::string findings(const CampaignRecord& record) {
  std::string out = "<h2>Findings</h2>\n";
  if (record.findings.empty()) return out + "<p class=\"none\">None.</p>\n";
  for (const Finding& finding : record.findings) {
    const std::string sizes = finding.reduced ? fmt::format("{} → {} bytes", grouped(finding.original_bytes()),
                                                            grouped(finding.smallest_bytes()))
                                              : fmt::format("{} bytes", grouped(finding.original_bytes()));
    out += fmt::format(
        "<details class=\"finding\" id=\"finding-{}\"><summary><span class=\"kind\">{}</span>{} "
        "<span class=\"sizes\">{}</span></summary>\n{}</details>\n",
        e(finding.id), e(name(finding.kind)), e(title(finding)), e(sizes), finding_body(finding));
  }
  return out;
}

/// What failing cases have in common: a table for each target and kind.
std::string causes(const CampaignRecord& record) {
  constexpr std::size_t kMost = 8;
  std::string out;
  std::string heading;
  for (const Cause& cause : likely_causes(record, kMost)) {
    const std::string here = cause.target + ": " + cause.kind;
    if (here != heading) {
      out += heading.empty() ? "" : "</tbody></table></div></div>\n";
      out += fmt::format(
          "<div class=\"panel\"><h3>{} ({:.2f} % of all)</h3><div class=\"scroll\"><table><thead><tr><th>Cases "
          "with</th>"
          "<th class=\"n\">Failed</th><th class=\"n\">Of</th></tr></thead><tbody>\n",
          e(here), 100 * cause.share_of_all);
      heading = here;
    }
    out += fmt::format("<tr><td class=\"name\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
                       e(cause.label), grouped(cause.failed), grouped(cause.judged));
  }
  if (out.empty()) return out;
  return "<h2>Likely causes</h2>\n<div class=\"columns wide\">\n" + out + "</tbody></table></div></div>\n</div>\n";
}

/// Whether the cases could show anything: shares of the answers to each question that their labels answer.
std::string shares(const CampaignRecord& record) {
  std::string rows;
  for (const Share& share : label_shares(record)) {
    const std::string part =
        share.all == 0
            ? "never"
            : fmt::format("{:.1f} %", 100 * static_cast<double>(share.count) / static_cast<double>(share.all));
    rows +=
        fmt::format("<tr><td class=\"name\">{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
                    e(share.question), e(share.answer), grouped(share.count), part);
  }
  if (rows.empty()) return rows;
  return "<h2>What the cases can show</h2>\n<div class=\"columns wide\">\n<div class=\"panel\"><div "
         "class=\"scroll\"><table>"
         "<thead><tr><th>Cases whose</th><th>is</th><th class=\"n\">Judged</th><th "
         "class=\"n\">Share</th></tr></thead><tbody>\n" +
         rows + "</tbody></table></div></div>\n</div>\n";
}

std::string targets(const CampaignRecord& record) {
  std::string out;
  for (const TargetInfo& target : record.identity.targets) {
    out += (out.empty() ? "" : " · ") + target.name + " " + target.version;
  }
  return out;
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
  std::string about = "Seed " + std::to_string(identity.seed) + " · started " + identity.created;
  if (identity.shard.count > 1) about += fmt::format(" · shard {}/{}", identity.shard.index, identity.shard.count);
  return fmt::format("<header><h1>Campaign: {}</h1><p>{}</p><p>{}</p></header>\n", e(identity.module),
                     e(targets(record)), e(about));
}

std::string charts() {
  return "<h2>Over time</h2>\n<div class=\"columns\">\n"
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
  std::string out = head(record) + header(record) + cards(record) + charts();
  out += "<h2>Where</h2>\n<div class=\"columns wide\">\n";
  out += table("By target", totals(record, GroupBy::Target));
  out += table("By strategy", totals(record, GroupBy::Strategy));
  out += table("By group", totals(record, GroupBy::Group));
  out += skips(record) + "</div>\n" + findings(record) + causes(record) + shares(record);
  out += fmt::format(
      "<h2>Configuration</h2>\n<details class=\"plain\"><summary>Show</summary><div class=\"body\"><pre>{}</pre></div>"
      "</details>\n<footer>Made by Assay {}.</footer>\n</main>\n{}</body></html>\n",
      e(record.identity.configuration), e(record.identity.assay_version), scripts(record));
  return out;
}

}  // namespace assay::core
