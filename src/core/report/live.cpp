#include "core/report/live.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "core/case/severity.hpp"
#include "core/report/curves.hpp"
#include "core/report/finding_section.hpp"
#include "core/report/page.hpp"
#include "core/report/report.hpp"
#include "core/report/totals.hpp"

namespace assay::core {
namespace {

using Holds = PageTable::Holds;

struct ShownFinding {
  const LiveCampaign* campaign;
  const Finding* finding;
  bool known;  ///< true: the baseline covers the finding
};

/// The finding's value of a property that findings can be filtered by.
std::string value_of(const ShownFinding& shown, std::string LiveFilter::*question) {
  if (question == &LiveFilter::kind) return std::string(name(shown.finding->kind));
  if (question == &LiveFilter::target) return shown.finding->target;
  if (question == &LiveFilter::strategy) return shown.finding->original.strategy;
  if (question == &LiveFilter::baseline) return shown.known ? "known" : "new";
  if (question == &LiveFilter::state) return std::string(name(shown.finding->triage.state));
  return shown.campaign->key;
}

struct Question {
  const char* key;
  const char* title;
  std::string LiveFilter::*field;
};
constexpr Question kQuestions[] = {
    {"campaign", "Campaign", &LiveFilter::campaign}, {"kind", "Kind", &LiveFilter::kind},
    {"target", "Target", &LiveFilter::target},       {"strategy", "Strategy", &LiveFilter::strategy},
    {"baseline", "Baseline", &LiveFilter::baseline}, {"state", "State", &LiveFilter::state}};

/// The overview's address for the filter with one property changed.
std::string filter_address(const LiveFilter& filter, std::string LiveFilter::*question, const std::string& value) {
  std::string query;
  for (const Question& one : kQuestions)
    if (const std::string& answer = one.field == question ? value : filter.*one.field; !answer.empty())
      query += fmt::format("{}{}={}", query.empty() ? "?" : "&", one.key, percent_encoded(answer));
  return "/" + query;
}

bool passes(const ShownFinding& shown, const LiveFilter& filter) {
  return std::all_of(std::begin(kQuestions), std::end(kQuestions), [&](const Question& one) {
    const std::string& wanted = filter.*one.field;
    return wanted.empty() || wanted == value_of(shown, one.field);
  });
}

/// The text that is shown for a value: for a campaign the name of its folder.
std::string shown_answer(std::string LiveFilter::*question, const std::string& answer,
                         const std::vector<LiveCampaign>& campaigns) {
  if (question != &LiveFilter::campaign) return answer;
  const auto found =
      std::find_if(campaigns.begin(), campaigns.end(), [&](const LiveCampaign& one) { return one.key == answer; });
  return found == campaigns.end() ? answer : found->name;
}

/// A line of links for each property with more than one value.
std::string filter_bar(const std::vector<ShownFinding>& all, const LiveFilter& filter,
                       const std::vector<LiveCampaign>& campaigns) {
  std::string out;
  for (const Question& one : kQuestions) {
    std::map<std::string, std::size_t> answers;
    for (const ShownFinding& shown : all) ++answers[value_of(shown, one.field)];
    if (answers.size() < 2 && (filter.*one.field).empty()) continue;
    const auto link = [&](const std::string& value, const std::string& text) {
      return fmt::format("<a href=\"{}\"{}>{}</a>\n", escape_markup(filter_address(filter, one.field, value)),
                         filter.*one.field == value ? " class=\"on\"" : "", escape_markup(text));
    };
    out += fmt::format("<p class=\"filters\">{}{}", one.title, link("", "all"));
    for (const auto& [answer, count] : answers) {
      out += link(answer, fmt::format("{} ({})", shown_answer(one.field, answer, campaigns), count));
    }
    out += "</p>\n";
  }
  return out;
}

std::string finding_table(const std::vector<ShownFinding>& all, const LiveFilter& filter) {
  PageTable table{"Findings",
                  {{"Finding"},
                   {"Severity", Holds::Word},
                   {"Kind", Holds::Word},
                   {"State", Holds::Word},
                   {"Target"},
                   {"Strategy"},
                   {"Campaign"},
                   {"Bytes", Holds::Number},
                   {"Cause as seen", Holds::Text},
                   {"Versions"}},
                  {}};
  table.open = true;
  for (const ShownFinding& shown : all) {
    if (!passes(shown, filter)) continue;
    const Finding& finding = *shown.finding;
    std::string versions;
    for (const History& history : finding.histories) versions += (versions.empty() ? "" : "; ") + since_text(history);
    const Severity grave = severity(finding.kind);
    table.rows.push_back({{finding.id, false, live_address(*shown.campaign, finding.id)},
                          {std::string(name(grave)), false, "", std::to_string(static_cast<int>(grave))},
                          {std::string(name(finding.kind)) + (shown.known ? " (known)" : ""), !shown.known},
                          {std::string(name(finding.triage.state))},
                          {finding.target},
                          {finding.original.strategy},
                          {shown.campaign->name, false, live_address(*shown.campaign)},
                          {grouped(finding.smallest_bytes())},
                          {shortened(finding.reason, 200)},
                          {versions}});
  }
  return folding_table(table);
}

/// Tests per second of the last minute, or of the whole campaign if it is shorter.
double rate_now(const CampaignRecord& record) {
  if (record.samples.empty()) return 0;
  const Sample& last = record.samples.back();
  Sample before;
  for (const Sample& sample : record.samples)
    if (sample.seconds <= last.seconds - 60) before = sample;
  const double seconds = last.seconds - before.seconds;
  return seconds > 0 ? static_cast<double>(last.tests - before.tests) / seconds : 0;
}

std::string campaign_table(const std::vector<LiveCampaign>& campaigns) {
  PageTable table{"Campaigns",
                  {{"Folder"},
                   {"State", Holds::Word},
                   {"Module", Holds::Word},
                   {"Targets"},
                   {"Shard", Holds::Word},
                   {"Tests", Holds::Number},
                   {"A second", Holds::Number},
                   {"Findings", Holds::Number},
                   {"Time", Holds::Number}},
                  {}};
  table.open = true;
  for (const LiveCampaign& campaign : campaigns) {
    if (!campaign.record) {
      table.rows.push_back({{campaign.name}, {"cannot be read", true}, {}, {campaign.problem}, {}, {}, {}, {}, {}});
      continue;
    }
    const CampaignRecord& record = *campaign.record;
    const Shard& shard = record.identity.shard;
    std::string targets;
    for (const TargetInfo& target : record.identity.targets) targets += (targets.empty() ? "" : ", ") + target.name;
    table.rows.push_back({{campaign.name, false, live_address(campaign)},
                          {campaign.running ? "running" : "not running"},
                          {record.identity.module},
                          {targets},
                          {shard.count > 1 ? fmt::format("{}/{}", shard.index, shard.count) : ""},
                          {grouped(record.tests)},
                          {campaign.running ? fmt::format("{:.1f}", rate_now(record)) : ""},
                          {grouped(record.findings.size()), !record.findings.empty()},
                          {readable_seconds(campaign_seconds(record))}});
  }
  return folding_table(table);
}

/// Verdicts of all campaigns by target, skips and reservations by reason.
std::string total_tables(const std::vector<LiveCampaign>& campaigns) {
  std::map<std::string, TotalRow> targets;
  std::vector<Tally> tallies;
  for (const LiveCampaign& campaign : campaigns) {
    if (!campaign.record) continue;
    for (const TotalRow& row : totals(*campaign.record, GroupBy::Target)) {
      TotalRow& sum = targets[row.name];
      sum.passes += row.passes;
      sum.skips += row.skips;
      sum.bugs += row.bugs;
      sum.findings += row.findings;
    }
    tallies.insert(tallies.end(), campaign.record->tallies.begin(), campaign.record->tallies.end());
  }
  PageTable by_target{"By target",
                      {{"Name"},
                       {"Pass", Holds::Number},
                       {"Skip", Holds::Number},
                       {"Fail", Holds::Number},
                       {"Findings", Holds::Number}},
                      {}};
  for (const auto& [name, row] : targets)
    by_target.rows.push_back({{name},
                              {grouped(row.passes)},
                              {grouped(row.skips)},
                              {grouped(row.bugs)},
                              {grouped(row.findings), row.findings > 0}});
  return "<div class=\"columns wide\">\n" + folding_table(by_target) + reason_tables(tallies) + "</div>\n";
}

PageChart rate_chart(const std::vector<LiveCampaign>& campaigns) {
  constexpr const char* kColors[] = {"accent", "pass", "skip", "bug", "soft"};
  constexpr std::size_t kPoints = 120;
  PageChart chart{"rate", "Tests per second", "Tests per second over each campaign's time"};
  for (const LiveCampaign& campaign : campaigns) {
    if (!campaign.record || chart.series.size() == std::size(kColors)) continue;
    PageChart::Series series{campaign.name, PageChart::Series::Drawn::Line, kColors[chart.series.size()]};
    for (const auto& [seconds, rate] : rate_curve(campaign.record->samples, kPoints))
      series.points.push_back({seconds, rate});
    chart.series.push_back(std::move(series));
  }
  return chart;
}

std::string cards(const std::vector<LiveCampaign>& campaigns, std::size_t findings, std::size_t known) {
  std::size_t running = 0;
  std::uint64_t tests = 0;
  double rate = 0;
  for (const LiveCampaign& campaign : campaigns) {
    if (!campaign.record) continue;
    running += campaign.running ? 1 : 0;
    tests += campaign.record->tests;
    if (campaign.running) rate += rate_now(*campaign.record);
  }
  std::string out = "<div class=\"cards\">\n";
  out += card(grouped(findings), findings == 1 ? "finding" : "findings", findings == 0 ? "pass" : "bug");
  if (known > 0) out += card(grouped(findings - known), "not in the baseline");
  out += card(fmt::format("{} of {}", running, campaigns.size()), "campaigns run");
  out += card(grouped(tests), "tests") + card(fmt::format("{:.1f}", rate), "tests a second now");
  return out + "</div>\n";
}

const Finding* finding_of(const LiveCampaign& campaign, const std::string& id) {
  if (!campaign.record) return nullptr;
  const auto& all = campaign.record->findings;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Finding& one) { return one.id == id; });
  return found == all.end() ? nullptr : &*found;
}

/// The files of a finding that can be downloaded, by their names in addresses.
std::vector<std::pair<std::string, std::string>> files_of_finding(const Finding& finding) {
  std::vector<std::pair<std::string, std::string>> files = {{"report.md", issue_text(finding)}};
  const auto add = [&files](const std::string& folder, const std::vector<File>& some) {
    for (const File& file : some) files.emplace_back(folder + "/" + file.name, file.content);
  };
  if (finding.reduced) add("reduced", finding.reduced->files);
  add("original", finding.original.files);
  add("reproduce", reproduction_files(finding));
  return files;
}

/// The form for a person's judgement of the finding. The browser checks the fields before the server does.
std::string triage_form(const LiveCampaign& campaign, const Finding& finding, const std::string& token) {
  if (token.empty()) return "";
  std::string out = "<form id=\"triage\" class=\"triage\" method=\"post\" action=\"/mark\">\n";
  const std::pair<const char*, std::string> hidden[] = {
      {"token", token}, {"campaign", campaign.key}, {"finding", finding.id}};
  for (const auto& [key, value] : hidden)
    out += fmt::format("<input type=\"hidden\" name=\"{}\" value=\"{}\">\n", key, escape_markup(value));
  out += "<label>State <select name=\"state\">\n";
  for (const TriageState state : all_triage_states())
    out += fmt::format("<option{}>{}</option>\n", state == finding.triage.state ? " selected" : "", name(state));
  return out + fmt::format(
                   "</select></label>\n<label>Link of the report <input type=\"url\" name=\"link\" "
                   "pattern=\"https?://.*\" maxlength=\"{}\" value=\"{}\"></label>\n"
                   "<label>Note <textarea name=\"note\" rows=\"3\" maxlength=\"{}\">\n{}</textarea></label>\n"
                   "<button type=\"submit\">Save</button>{}</form>\n",
                   kMaxLinkBytes, escape_markup(finding.triage.link), kMaxNoteBytes, escape_markup(finding.triage.note),
                   finding.triage.changed.empty()
                       ? ""
                       : "<span class=\"none\">changed " + escape_markup(finding.triage.changed) + "</span>");
}

}  // namespace

std::string live_address(const LiveCampaign& campaign) { return "/c/" + percent_encoded(campaign.key) + "/"; }
std::string live_address(const LiveCampaign& campaign, const std::string& id) {
  return live_address(campaign) + "f/" + percent_encoded(id);
}

std::string live_bar() { return "<nav><a href=\"/\">All campaigns</a><span id=\"state\">connecting</span></nav>\n"; }

std::string live_overview(const std::vector<LiveCampaign>& campaigns, const LiveFilter& filter,
                          const Baseline& baseline) {
  std::vector<ShownFinding> all;
  std::size_t known = 0;
  for (const LiveCampaign& campaign : campaigns) {
    if (!campaign.record) continue;
    for (const Finding& finding : campaign.record->findings) {
      all.push_back({&campaign, &finding, baseline.covers(finding)});
      known += all.back().known ? 1 : 0;
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const ShownFinding& a, const ShownFinding& b) {
    return is_graver(a.finding->kind, b.finding->kind);
  });
  PageFrame frame;
  frame.title = fmt::format("Assay: {} findings", all.size());
  frame.live = true;
  frame.charts = {rate_chart(campaigns)};
  frame.body = live_bar() + "<header><h1>Assay</h1></header>\n" + cards(campaigns, all.size(), known);
  frame.body += "<h2>Findings</h2>\n<section>" + filter_bar(all, filter, campaigns) +
                "<div class=\"tools\" data-rows=\"findings\"></div>\n" + finding_table(all, filter) + "</section>\n";
  frame.body += "<h2>Campaigns</h2>\n" + campaign_table(campaigns);
  frame.body += "<h2>Verdicts</h2>\n" + total_tables(campaigns);
  frame.body += "<h2>Over time</h2>\n" + chart_notice() + chart_panel(frame.charts.front());
  return html_page(frame);
}

std::optional<std::string> live_finding(const LiveCampaign& campaign, const std::string& id, const std::string& token) {
  const Finding* const finding = finding_of(campaign, id);
  if (finding == nullptr) return std::nullopt;
  PageFrame frame;
  frame.title = "Assay: " + finding->id;
  frame.live = true;
  frame.body = live_bar();
  frame.body +=
      fmt::format("<header><h1><span class=\"kind {}\">{}</span>{}</h1><p>{} in <a href=\"{}\">{}</a></p></header>\n",
                  name(severity(finding->kind)), escape_markup(name(finding->kind)), escape_markup(title(*finding)),
                  escape_markup(finding->id), escape_markup(live_address(campaign)), escape_markup(campaign.name));
  frame.body += triage_form(campaign, *finding, token) + "<div class=\"panel\">" +
                finding_body(*finding, campaign.record->identity.description) +
                "<div class=\"body\"><h4>Download</h4><ul>\n";
  for (const auto& [file, content] : files_of_finding(*finding)) {
    std::string address = live_address(campaign, finding->id) + "/file";
    for (const std::string_view part : split(file, '/')) address += "/" + percent_encoded(part);
    frame.body += fmt::format("<li><a href=\"{}\">{}</a> ({} bytes)</li>\n", escape_markup(address),
                              escape_markup(file), grouped(content.size()));
  }
  frame.body += "</ul></div></div>\n";
  return html_page(frame);
}

std::string live_report(const LiveCampaign& campaign, const Baseline& baseline) {
  if (campaign.record)
    return html_report(*campaign.record, {baseline.size() == 0 ? nullptr : &baseline, live_address(campaign)});
  PageFrame frame;
  frame.title = "Assay: " + campaign.name;
  frame.live = true;
  frame.body = live_bar() + fmt::format("<header><h1>{}</h1><p>{}</p></header>\n", escape_markup(campaign.name),
                                        escape_markup(campaign.problem));
  return html_page(frame);
}

std::optional<std::string> live_file(const LiveCampaign& campaign, const std::string& id, const std::string& file) {
  const Finding* const finding = finding_of(campaign, id);
  if (finding == nullptr) return std::nullopt;
  for (auto& [path, content] : files_of_finding(*finding))
    if (path == file) return std::move(content);
  return std::nullopt;
}

}  // namespace assay::core
