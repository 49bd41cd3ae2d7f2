#include "core/report/report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "core/finding/baseline.hpp"
#include "core/proc/proc.hpp"
#include "core/report/curves.hpp"
#include "core/report/embedded.hpp"
#include "core/report/history_page.hpp"
#include "core/report/live.hpp"
#include "core/report/page.hpp"
#include "unit/core/fake_module.hpp"

namespace assay::core::fake {
namespace {

constexpr const char* kNasty =
    "</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> \"'&]]>\x01\xEF\xBF\xBF";

Finding nasty_finding(std::uint64_t index) {
  Finding finding;
  finding.id = "nasty-" + std::to_string(index);
  finding.status = FindingStatus::Reduced;
  finding.kind = index % 2 == 0 ? BugKind::Crash : BugKind::Slow;
  for (std::string* text : {&finding.reason, &finding.detail, &finding.signature, &finding.target,
                            &finding.target_version, &finding.answer, &finding.output, &finding.folder}) {
    *text = kNasty;
  }
  finding.command = {kNasty, "{input}"};
  finding.original = make_case(index, kNasty);
  finding.original.strategy = kNasty;
  finding.original.group = kNasty;
  finding.reduced = finding.original;
  finding.first_seen_seconds = 3;
  return finding;
}

CampaignRecord nasty_record() {
  CampaignRecord record;
  record.identity.module = kNasty;
  record.identity.configuration = kNasty;
  record.identity.assay_version = kNasty;
  record.identity.targets = {{kNasty, kNasty, {kNasty}}};
  record.tests = 1234567;
  record.tallies = {{kNasty, kNasty, kNasty, Verdict::Outcome::Skip, kNasty, 5, 1.5},
                    {kNasty, kNasty, kNasty, Verdict::Outcome::Bug, "crash", 2, 1.5}};
  record.samples = {{1, 10, 0, {}}, {2, 30, 1, {0.5, 0.25, 9.5}}};
  record.findings = {nasty_finding(0), nasty_finding(1)};
  return record;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

constexpr std::size_t kScripts = 6;  ///< of a page: the data, Chart.js, and four of its own

/// The page without the scripts and the style that are compiled in.
std::string markup_only(std::string page) {
  page = replace_all(std::move(page), page_style().content, "");
  for (const EmbeddedFile* script : page_scripts(true)) page = replace_all(std::move(page), script->content, "");
  return page;
}

TEST(HtmlReport, EscapesEverything) {
  const std::string page = markup_only(html_report(nasty_record()));
  EXPECT_EQ(occurrences(page, "<script"), kScripts);
  EXPECT_EQ(occurrences(page, "</script>"), kScripts);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("<!--"), std::string::npos);
  EXPECT_EQ(page.find('\x01'), std::string::npos);
  EXPECT_NE(page.find("&lt;/script&gt;&lt;script&gt;alert(1)"), std::string::npos);
}

TEST(HistoryPage, EscapesEverythingAndNamesEachRun) {
  Finding finding = nasty_finding(1), crash = nasty_finding(2);
  finding.histories = {{"z3", {{"4.8.5", VersionAnswer::What::Wrong, kNasty}}}};
  const TargetHistory z3 = target_history("z3", {"4.8.5", kNasty}, {&finding, &crash});
  const std::string page = history_page({z3});
  const std::string markup = markup_only(page);
  EXPECT_EQ(occurrences(markup, "<script"), kScripts);
  EXPECT_EQ(occurrences(markup, "</script>"), kScripts);
  for (const char* part : {"<img", "<!--", "\x01"}) EXPECT_EQ(markup.find(part), std::string::npos) << part;
  EXPECT_EQ(occurrences(markup, " title=\"z3 4.8.5: wrong ("), 1U);
  EXPECT_NE(markup.find("--target z3@4.8.5"), std::string::npos);
  EXPECT_NE(markup.find("4.8.5 or earlier"), std::string::npos);
  EXPECT_NE(markup.find("\"names\":[\"4.8.5\""), std::string::npos);
}

TEST(HtmlReport, NeedsNoNetworkAndAllowsOnlyItsOwnScripts) {
  const std::string page = html_report(nasty_record());
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(occurrences(markup_only(page), "sha256-"), kScripts) << "the scripts and the style";
  EXPECT_EQ(page.find("unsafe-inline"), std::string::npos);
  const std::string markup = markup_only(page);
  for (const char* attribute : {" src=", " style=", " onload=", " onclick=", "<form", "<input"}) {
    EXPECT_EQ(replace_all(markup, "&lt;img src=x", "").find(attribute), std::string::npos) << attribute;
  }
  EXPECT_EQ(occurrences(markup, " href="), occurrences(markup, " href=\"#finding-")) << "links lead into the page";
  EXPECT_GT(chart_script().content.size(), 100000U);
  EXPECT_NE(chart_script().content.find("Chart.js"), std::string_view::npos);
}

TEST(HtmlReport, ShowsTheNumbers) {
  const std::string page = markup_only(html_report(nasty_record()));
  for (const char* part : {"<b>1,234,567</b><span>tests</span>", "<b>2</b><span>findings</span>",
                           "<b>5.0 %</b><span>of the CPU time is Assay&#39;s own</span>", "id=\"finding-nasty-1\""}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

TEST(HtmlReport, SpeaksInTheWordsOfTheModule) {
  CampaignRecord record = nasty_record();
  record.tallies.push_back({kNasty, kNasty, kNasty, Verdict::Outcome::Pass, "", 95, 1});
  record.labels = {{kNasty, "all", "", 9}, {kNasty, "some", "", 1}, {kNasty, "some", "crash", 2}};
  record.identity.description = {"Testing <lamps>", "lamp", "way", "room", "switch", "here a lamp can <leave>"};
  std::string page = markup_only(html_report(record));
  for (const char* part :
       {"<h1>Testing &lt;lamps&gt;</h1>", "<p>Here a lamp can &lt;leave&gt;.</p>", "By lamp", "By way", "By room",
        "<dt>Lamp</dt>", "<dt>Way</dt>", "<dt>Room</dt>", ">Switch<", "<th class=\"name\">Lamp</th>"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  for (const char* part : {"By target", "By strategy", "By group", "<dt>Target</dt>", "<dt>Group</dt>"}) {
    EXPECT_EQ(page.find(part), std::string::npos) << part;
  }
  record.identity.description.group.clear();
  page = markup_only(html_report(record));
  EXPECT_NE(page.find("By way"), std::string::npos);
  EXPECT_EQ(occurrences(page, "<h3>By "), 2U);
}

TEST(HtmlReport, WorksForAnEmptyCampaign) {
  const std::string page = markup_only(html_report({}));
  EXPECT_NE(page.find("<p class=\"none\">None in 0 tests.</p>"), std::string::npos);
  EXPECT_EQ(page.find("nan"), std::string::npos);
}

TEST(HtmlReport, ShowsFindingsBeforeEverythingButTheSummary) {
  CampaignRecord record = nasty_record();
  record.tallies.push_back({kNasty, kNasty, kNasty, Verdict::Outcome::Pass, "", 95, 1});
  record.labels = {{kNasty, "all = yes", "", 9}, {kNasty, "some = yes", "", 1}, {kNasty, "some = yes", "crash", 2}};
  const std::string page = markup_only(html_report(record));
  std::size_t last = 0;
  for (const char* part :
       {"<div class=\"cards\">", "<ul class=\"kinds\">", "<h2>Findings</h2>", "id=\"finding-nasty-0\"",
        "<h2>Likely causes</h2>", "<h2>Where</h2>", "<h3>Skips by reason</h3>", "<h2>What the cases can show</h2>",
        "<h2>Over time</h2>", "<h2>Configuration</h2>"}) {
    const std::size_t at = page.find(part);
    ASSERT_NE(at, std::string::npos) << part;
    EXPECT_GT(at, last) << part;
    last = at;
  }
}

TEST(HtmlReport, ShowsTheGravestKindFirst) {
  CampaignRecord record = nasty_record();
  record.findings = {nasty_finding(0), nasty_finding(1), nasty_finding(2), nasty_finding(3)};
  record.findings[1].kind = BugKind::RefutationUnsound;
  const std::string page = markup_only(html_report(record));
  std::size_t last = 0;
  for (const char* id : {"finding-nasty-1", "finding-nasty-0", "finding-nasty-2", "finding-nasty-3"}) {
    const std::size_t at = page.find(std::string("id=\"") + id + "\"");
    ASSERT_NE(at, std::string::npos) << id;
    EXPECT_GT(at, last) << id;
    last = at;
  }
  EXPECT_NE(page.find("<li><span class=\"kind failure\">crash</span>2</li>"), std::string::npos);
  EXPECT_EQ(occurrences(page, " open><summary><span class=\"kind"), 0U);
  EXPECT_EQ(occurrences(page, "<h3>All findings</h3>"), 1U);
  record.findings.resize(1);
  const std::string one = html_report(record);
  EXPECT_EQ(occurrences(one, " open><summary><span class=\"kind"), 1U) << "a single finding needs no click";
  EXPECT_EQ(occurrences(one, "<h3>All findings</h3>"), 0U) << "nor a table";
}

TEST(HtmlReport, PutsCrashesBeforeWeakAnswers) {
  CampaignRecord record = nasty_record();
  record.findings[1].kind = BugKind::Imprecise;  // before Crash in the list of kinds
  const std::string page = markup_only(html_report(record));
  EXPECT_LT(page.find("id=\"finding-nasty-0\""), page.find("id=\"finding-nasty-1\""));
  EXPECT_NE(page.find("<td class=\"word\" data-sort=\"2\">failure</td>"), std::string::npos);
  EXPECT_NE(page.find("data-severity=\"weak-answer\" data-kind=\"imprecise\""), std::string::npos);
}

TEST(HtmlReport, TellsKnownFindingsFromNewOnes) {
  CampaignRecord record = nasty_record();
  record.findings[1].signature = "another";
  EXPECT_EQ(occurrences(markup_only(html_report(record)), " data-known="), 0U) << "without a baseline";
  const Result<Baseline> baseline = Baseline::parse("another\n", "b");
  const std::string page = markup_only(html_report(record, {&*baseline, ""}));
  EXPECT_EQ(occurrences(page, " data-known=\"new\""), 1U);
  EXPECT_EQ(occurrences(page, " data-known=\"known\""), 1U);
  EXPECT_EQ(occurrences(page, "<span class=\"state\">known</span>"), 1U);
}

TEST(HtmlReport, ShowsWhatAPersonHasSaid) {
  CampaignRecord record = nasty_record();
  record.findings[0].triage = {TriageState::Reported, "https://example.org/?a=1&b", kNasty, "2026-01-01T00:00:00Z"};
  const std::string page = markup_only(html_report(record));
  EXPECT_NE(page.find("<a href=\"https://example.org/?a=1&amp;b\" rel=\"noreferrer\">"), std::string::npos);
  EXPECT_EQ(occurrences(page, "<span class=\"state reported\">reported</span>"), 2U) << "in the summary and inside";
  EXPECT_EQ(occurrences(page, "<p class=\"triage\">"), 1U);
  EXPECT_EQ(page.find("<img"), std::string::npos);
}

TEST(HtmlReport, LetsOnlyWholeTextsBeCopied) {
  CampaignRecord record = nasty_record();
  record.findings.resize(1);
  record.findings[0].command = {"z3", "{input}"};
  record.findings[0].folder = "f";
  record.findings[0].reduced->files = {{"a.smt2", "\n(check-sat)\n"}, {"b.smt2", "\x01"}};
  record.findings[0].original.files = {{"a.smt2", std::string(100000, 'x')}};
  const std::string page = markup_only(html_report(record));
  EXPECT_NE(page.find("data-file=\"a.smt2\" data-copy=\"a.smt2\">\n\n(check-sat)\n</pre>"), std::string::npos)
      << "a browser drops the first newline";
  EXPECT_NE(page.find("<pre tabindex=\"0\" data-file=\"b.smt2\">"), std::string::npos);
  EXPECT_EQ(occurrences(page, " data-copy="), 2U) << "the reduced file and the command";
}

LiveCampaign live_campaign() {
  LiveCampaign campaign{"c-12345678", kNasty, false, nasty_record(), ""};
  campaign.record->findings[0].triage = {TriageState::Reported, "https://example.org/1", kNasty,
                                         "2026-01-01T00:00:00Z"};
  return campaign;
}

TEST(LivePages, HaveAFormWhereAFindingCanBeChanged) {
  const LiveCampaign campaign = live_campaign();
  EXPECT_FALSE(live_finding(campaign, "nobody", "secret").has_value());
  const std::string page = markup_only(live_finding(campaign, "nasty-0", "secret").value_or(""));
  for (const char* part : {"name=\"token\" value=\"secret\"", "name=\"campaign\" value=\"c-12345678\"",
                           "name=\"finding\" value=\"nasty-0\"", "<option selected>reported</option>",
                           "value=\"https://example.org/1\"", "form-action 'self'"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(markup_only(live_finding(campaign, "nasty-0", "").value_or("")).find("<form"), std::string::npos);
}

TEST(LivePages, LinkEachOtherByKeys) {
  const LiveCampaign campaign = live_campaign();
  LiveFilter filter;
  filter.state = "reported";
  const std::string overview = markup_only(live_overview({campaign}, filter, {}));
  EXPECT_NE(overview.find("href=\"/c/c-12345678/f/nasty-0\""), std::string::npos);
  EXPECT_EQ(overview.find("href=\"/c/c-12345678/f/nasty-1\""), std::string::npos) << "it is new";
  EXPECT_NE(overview.find("?state=new"), std::string::npos);
  const std::string report = markup_only(live_report(campaign, {}));
  EXPECT_NE(report.find("<a href=\"/c/c-12345678/f/nasty-1\">This finding"), std::string::npos);
}

TEST(HtmlReport, ShowsAFindingsEvidenceBeforeItsFacts) {
  const std::string page = markup_only(html_report(nasty_record()));
  std::size_t last = page.find("id=\"finding-nasty-0\"");
  for (const char* part :
       {"<h4>Expected and actual</h4>", "<summary>Reduced input</summary>", "<summary>Original input</summary>",
        "<h4>Command</h4>", "<h4>Output</h4>", "<dt>Confirmed</dt>"}) {
    const std::size_t at = page.find(part, last);
    ASSERT_NE(at, std::string::npos) << part;
    last = at;
  }
}

TEST(HtmlReport, FoldsTheLaterOnesOfManyFindings) {
  CampaignRecord record = nasty_record();
  record.findings.clear();
  for (std::uint64_t i = 0; i < 40; ++i) record.findings.push_back(nasty_finding(2 * i));
  EXPECT_EQ(occurrences(markup_only(html_report(record)), "<details class=\"more\">"), 0U);
  record.findings.push_back(nasty_finding(80));
  const std::string page = markup_only(html_report(record));
  const std::size_t fold = page.find("<details class=\"more\"><summary>21 more findings</summary>");
  ASSERT_NE(fold, std::string::npos);
  EXPECT_EQ(occurrences(page.substr(0, fold), "<details class=\"finding\""), 20U);
  EXPECT_EQ(occurrences(page.substr(fold), "<details class=\"finding\""), 21U);
}

/// The page's part that shows a table: from its <details> on.
std::string table_of(const std::string& page, const std::string& heading) {
  const std::size_t at = page.find("<summary><h3>" + heading + "</h3>");
  if (at == std::string::npos) return "";
  const std::size_t from = page.rfind("<details", at);
  return page.substr(from, page.find("</details>", at) - from);
}

TEST(HtmlReport, FoldsLongTablesAndSaysHowLong) {
  CampaignRecord record;
  for (std::size_t i = 0; i < kOpenRows; ++i) {
    record.tallies.push_back({"s", "group " + std::to_string(i), "z3", Verdict::Outcome::Skip, "timeout", 1, 0});
  }
  EXPECT_EQ(table_of(html_report(record), "By group").find("<details class=\"panel\" open>"), 0U);
  for (std::size_t i = kOpenRows; i < 1234; ++i) {
    record.tallies.push_back({"s", "<group " + std::to_string(i), "z3", Verdict::Outcome::Skip, "timeout", 1, 0});
  }
  const std::string table = table_of(html_report(record), "By group");
  EXPECT_EQ(table.find("<details class=\"panel\"><summary><h3>By group</h3> <span class=\"count\">1,234 rows</span>"),
            0U);
  EXPECT_EQ(occurrences(table, "<td class=\"name\">"), 1234U) << "all of it is on the page";
  EXPECT_EQ(occurrences(table, "&lt;group"), 1222U);
  EXPECT_EQ(table_of(html_report(record), "Skips by reason").find("<details class=\"panel\" open>"), 0U);
}

TEST(HtmlReport, FoldsManyTargets) {
  CampaignRecord record;
  for (int i = 0; i < 5; ++i) record.identity.targets.push_back({"<t" + std::to_string(i), "v", {}});
  const std::string page = markup_only(html_report(record));
  EXPECT_NE(page.find("<details><summary>5 targets</summary><p>&lt;t0 v · &lt;t1 v"), std::string::npos);
  record.identity.targets.resize(2);
  EXPECT_NE(html_report(record).find("<p>&lt;t0 v · &lt;t1 v</p>"), std::string::npos);
}

/// The data that the page's script draws.
nlohmann::json chart_data(const std::string& page) {
  const std::string start = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = page.find(start) + start.size();
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

TEST(HtmlReport, DescribesItsCurvesAsData) {
  const std::string page = markup_only(html_report(nasty_record()));
  const nlohmann::json charts = chart_data(page);
  ASSERT_EQ(charts.size(), 2U);
  EXPECT_EQ(charts[0].at("id"), "rate");
  EXPECT_EQ(charts[0].at("series").at(0).at("drawn"), "line");
  EXPECT_EQ(charts[1].at("id"), "findings-over-time");
  EXPECT_EQ(charts[1].at("series").at(0).at("drawn"), "stepped");
  EXPECT_EQ(charts[1].at("series").at(0).at("points"), nlohmann::json::parse("[[0, 0], [3, 1], [3, 2]]"));
  for (const nlohmann::json& chart : charts)
    EXPECT_EQ(occurrences(page, "<canvas id=\"" + chart.at("id").get<std::string>() + "\""), 1U);
}

TEST(HtmlPage, KeepsTheTextsOfChartsApartFromItsMarkup) {
  using Drawn = PageChart::Series::Drawn;
  PageFrame frame;
  frame.title = kNasty;
  frame.charts = {
      {kNasty, kNasty, kNasty, kNasty, kNasty, false, {{kNasty, Drawn::Dots, "bug", {{1, 2, kNasty}, {3, 4}}}}}};
  frame.body = chart_panel(frame.charts[0]) + term_list({{kNasty, kNasty}, {"left out", ""}}) + card(kNasty, kNasty);
  const std::string page = markup_only(html_page(frame));
  EXPECT_EQ(occurrences(page, "<script"), kScripts);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("left out"), std::string::npos);
  const nlohmann::json chart = chart_data(page).at(0);
  EXPECT_EQ(chart.at("zero"), false);
  const nlohmann::json& series = chart.at("series").at(0);
  EXPECT_EQ(series.at("drawn"), "dots");
  EXPECT_EQ(series.at("points").at(0).at(2), kNasty) << "the script is told the text itself";
  EXPECT_EQ(series.at("points").at(1), nlohmann::json::parse("[3, 4]"));
}

TEST(Curves, AreSafeInsideAScript) {
  EXPECT_EQ(script_safe("\"</script><!--\xE2\x80\xA8&\""), "\"\\u003c/script\\u003e\\u003c!--\\u2028\\u0026\"");
}

TEST(Curves, AverageOverStretches) {
  std::vector<Sample> samples;
  for (int i = 1; i <= 100; ++i) samples.push_back({i * 1.0, static_cast<std::uint64_t>(i * 7), 0, {}});
  const Curve curve = rate_curve(samples, 10);
  ASSERT_EQ(curve.size(), 11U);
  for (const auto& [seconds, rate] : curve) EXPECT_DOUBLE_EQ(rate, 7.0) << seconds;
  EXPECT_TRUE(rate_curve({}, 10).empty());
  EXPECT_TRUE(rate_curve({{0, 0, 0, {}}}, 10).empty());
  CampaignRecord record = nasty_record();
  EXPECT_EQ(findings_curve(record), (Curve{{0, 0}, {3, 1}, {3, 2}}));
}

/// The error message of Python's XML parser for the text; empty if the text is well-formed.
std::string xml_complaint(const std::string& text) {
  const ProcessResult result = run_process(
      {{"python3", "-c", "import sys, xml.dom.minidom as m; m.parseString(sys.stdin.buffer.read())"}, {}, {}}, text,
      {});
  return result.ending == Ending::Exited && result.exit_code == 0 ? "" : result.err + result.message;
}

TEST(Exports, JUnitIsXml) {
  if (find_program("python3").empty()) GTEST_SKIP() << "python3, which checks the XML, is not installed";
  ASSERT_NE(xml_complaint("<a></b>"), "");
  const std::string text = export_format("junit")->write(nasty_record());
  EXPECT_EQ(xml_complaint(text), "") << text;
  EXPECT_EQ(occurrences(text, "<testcase "), 3U);
  EXPECT_EQ(occurrences(text, "<failure "), 2U);
  EXPECT_NE(text.find("tests=\"3\" failures=\"2\""), std::string::npos);
  EXPECT_EQ(xml_complaint(export_format("junit")->write({})), "");
}

TEST(Exports, SarifFollowsItsStandard) {
  const auto json = nlohmann::json::parse(export_format("sarif")->write(nasty_record()));
  EXPECT_EQ(json.at("version"), "2.1.0");
  const auto& run = json.at("runs").at(0);
  EXPECT_EQ(run.at("tool").at("driver").at("name"), "Assay");
  const auto& rules = run.at("tool").at("driver").at("rules");
  ASSERT_EQ(run.at("results").size(), 2U);
  for (const auto& result : run.at("results")) {
    EXPECT_EQ(rules.at(result.at("ruleIndex").get<std::size_t>()).at("id"), result.at("ruleId"));
    EXPECT_EQ(result.at("level"), "error");
    EXPECT_FALSE(result.at("message").at("text").get<std::string>().empty());
    const std::string uri = result.at("locations").at(0).at("physicalLocation").at("artifactLocation").at("uri");
    EXPECT_EQ(uri.find_first_of(" <>\"\\"), std::string::npos) << uri;
  }
  const auto empty = nlohmann::json::parse(export_format("sarif")->write({}));
  EXPECT_TRUE(empty.at("runs").at(0).at("results").is_array());
}

TEST(Exports, JsonHoldsEverything) {
  const auto json = nlohmann::json::parse(export_format("json")->write(nasty_record()));
  EXPECT_EQ(json.at("campaign").at("tests"), 1234567);
  EXPECT_EQ(json.at("findings").size(), 2U);
  EXPECT_EQ(json.at("findings").at(0).at("original").at("files").at(1).at("content"), "w");
  EXPECT_FALSE(json.at("findings").at(0).contains("campaign"));
}

TEST(Exports, BaselineCoversWhatWasExported) {
  CampaignRecord record = nasty_record();
  const Result<Baseline> baseline = Baseline::parse(export_format("baseline")->write(record), "b");
  ASSERT_TRUE(baseline.ok());
  EXPECT_TRUE(uncovered(record.findings, *baseline).empty());
  record.findings[1].signature = "another";
  EXPECT_EQ(uncovered(record.findings, *baseline).size(), 1U);
}

TEST(Exports, AreAllInTheRegistry) {
  for (const ExportFormat& format : export_formats()) {
    EXPECT_EQ(export_format(format.name), &format);
    EXPECT_FALSE(format.description.empty());
    EXPECT_EQ(format.extension.front(), '.');
    EXPECT_FALSE(format.write(nasty_record()).empty()) << format.name;
    EXPECT_FALSE(format.write({}).empty()) << format.name;
  }
  EXPECT_EQ(export_format("nothing"), nullptr);
  const std::string markdown = export_format("markdown")->write(nasty_record());
  EXPECT_EQ(occurrences(markdown, "\n## Command\n"), 2U);
}

TEST(LikelyCauses, AreTheLabelsThatFailingCasesShare) {
  CampaignRecord record;
  record.tallies = {{"s", "g", "z3", Verdict::Outcome::Pass, "", 95, 0},
                    {"s", "g", "z3", Verdict::Outcome::Bug, "crash", 5, 0},
                    {"s", "g", "z3", Verdict::Outcome::Skip, "timeout", 1000, 0}};
  record.labels = {{"z3", "everything", "", 95},     {"z3", "everything", "crash", 5},
                   {"z3", "negative offset", "", 1}, {"z3", "negative offset", "crash", 4},
                   {"z3", "seldom guilty", "", 50},  {"z3", "seldom guilty", "crash", 1},
                   {"z3", "never guilty", "", 40}};
  const std::vector<Cause> causes = likely_causes(record, 10);
  ASSERT_EQ(causes.size(), 1U) << "what fails no more often than all cases do explains nothing";
  EXPECT_EQ(causes[0].label, "negative offset");
  EXPECT_EQ(causes[0].kind, "crash");
  EXPECT_EQ(causes[0].failed, 4U);
  EXPECT_EQ(causes[0].judged, 5U);
  EXPECT_DOUBLE_EQ(causes[0].share_of_all, 0.05);
  EXPECT_TRUE(likely_causes({}, 10).empty());
}

/// A finding whose input a reduction made small.
Finding reduced_finding(const std::string& id, const std::string& original, const std::string& reduced,
                        BugKind kind = BugKind::Crash) {
  Finding finding;
  finding.id = id;
  finding.target = "z3";
  finding.kind = kind;
  finding.status = FindingStatus::Reduced;
  finding.original.files = {{"input.smt2", original}};
  finding.reduced = finding.original;
  finding.reduced->files[0].content = reduced;
  return finding;
}

TEST(FindingClusters, HaveSomethingRareInCommon) {
  CampaignRecord record;
  const std::string all = "(assert (and (= x1 (str.len s)) (> x1 5) (= (bvadd a b) c) (< y (- 7))))";
  record.findings = {
      reduced_finding("z3-1", all + "(str.indexof)", "(assert (= (- 1) (str.indexof s t (- 5))))"),
      reduced_finding("z3-2", all, "(assert (= (bvadd a b) (bvmul a c)))"),
      reduced_finding("z3-3", all + "(str.indexof)", "(assert (> (str.indexof s t (- 2)) x1))"),
      reduced_finding("z3-4", all, "(assert (distinct (bvmul v12 v13) b))"),
      reduced_finding("z3-5", all, "(assert \"str.indexof\")"),
      reduced_finding("z3-6", all, "(assert (str.indexof s (- 2)))", BugKind::InvalidModel),
  };
  record.findings.push_back(reduced_finding("z3-7", all, "(assert (str.indexof s (- 2)))"));
  record.findings.back().status = FindingStatus::Duplicate;
  const auto text = [](const FindingCluster& cluster) {
    std::string ids = cluster.kind + ":";
    for (const Finding* finding : cluster.findings) ids += " " + finding->id;
    for (const std::string& trait : cluster.common) ids += " [" + trait + "]";
    return ids;
  };
  std::vector<std::string> texts;
  for (const FindingCluster& cluster : finding_clusters(record)) texts.push_back(text(cluster));
  EXPECT_EQ(texts, (std::vector<std::string>{"crash: z3-2 z3-4 [bvmul]", "crash: z3-1 z3-3 [str.indexof]",
                                             "crash: z3-5", "invalid-model: z3-6 [str.indexof]"}))
      << "what all inputs have before their reduction, quoted texts and numbered names are no condition";
  // The labels of all judged cases know better how rare a word is.
  record.tallies = {{"s", "g", "z3", Verdict::Outcome::Pass, "", 1000, 0}};
  record.labels = {{"z3", "bvmul", "", 1000}, {"z3", "a negative number", "", 10}};
  texts.clear();
  for (const FindingCluster& cluster : finding_clusters(record)) texts.push_back(text(cluster));
  EXPECT_EQ(texts[0], "crash: z3-1 z3-3 [a negative number] [str.indexof]");
  EXPECT_EQ(finding_clusters(record)[0].others, 0U);
  EXPECT_TRUE(finding_clusters({}).empty());
}

TEST(LabelShares, AreOfTheCasesThatAnswerTheQuestion) {
  CampaignRecord record;
  record.labels = {{"a", "result = empty", "", 1},
                   {"a", "result = not empty", "", 2},
                   {"b", "result = not empty", "crash", 5},
                   {"b", "a plain label", "", 100}};
  const std::vector<Share> shares = label_shares(record);
  ASSERT_EQ(shares.size(), 2U);
  EXPECT_EQ(shares[0].question, "result");
  EXPECT_EQ(shares[0].answer, "empty");
  EXPECT_EQ(shares[0].count, 1U);
  EXPECT_EQ(shares[0].all, 8U);
  EXPECT_EQ(shares[1].answer, "not empty");
  EXPECT_EQ(shares[1].count, 7U);
  EXPECT_NE(html_report(record).find("87.5 %"), std::string::npos);
  EXPECT_TRUE(label_shares({}).empty());
}

}  // namespace
}  // namespace assay::core::fake
