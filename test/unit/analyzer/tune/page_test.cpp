#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "core/report/embedded.hpp"
#include "unit/analyzer/tune/tunings.hpp"

namespace assay::analyzer::tune::made_up {
namespace {

using nlohmann::json;

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

/// The page without the scripts and the style that are compiled in.
std::string page_of(const TuneRecord& record) {
  std::string page = html_report(record);
  page = replace_all(std::move(page), core::page_style().content, "");
  for (const core::EmbeddedFile* script : core::page_scripts(false))
    page = replace_all(std::move(page), script->content, "");
  return page;
}

/// The data that the page's script draws.
json charts_of(const std::string& page) {
  const std::string start = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = page.find(start) + start.size();
  return json::parse(page.substr(from, page.find("</script>", from) - from));
}

/// The points of a series; null: the chart has none of that name.
json points_of(const json& chart, const std::string& label) {
  for (const json& series : chart.at("series"))
    if (series.at("label") == label) return series.at("points");
  return nullptr;
}

TEST(TunePage, EscapesEverything) {
  TuneRecord made = record({nasty(), failed(kNasty)});
  made.target = made.version = kNasty;
  made.options.files = made.options.flags = {kNasty};
  made.options.target = kNasty;
  const std::string page = page_of(made);
  EXPECT_EQ(occurrences(page, "<script"), 6U) << "the data, the chart library, the page's own four";
  EXPECT_EQ(occurrences(page, "</script>"), 6U);
  for (const char* part : {"<img", "<!--", "\x01"}) {
    EXPECT_EQ(page.find(part), std::string::npos) << part;
  }
  EXPECT_NE(page.find("&lt;/script&gt;&lt;script&gt;alert(1)"), std::string::npos);
  EXPECT_NE(charts_of(page).dump().find("<script>alert(1)"), std::string::npos) << "a tool tip is plain text";
}

TEST(TunePage, AllowsOnlyItsOwnScripts) {
  const std::string page = page_of(record({tuned()}));
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(occurrences(page, "sha256-"), 6U);
  for (const char* part : {" src=", " href=", " style=", " onclick=", "unsafe-inline"})
    EXPECT_EQ(page.find(part), std::string::npos) << part;
}

TEST(TunePage, SumsUpWhatCanBeCompared) {
  Tuned undefaulted = tuned("b.c");
  undefaulted.standard.reset();
  TuneRecord made = record({tuned(), tuned("c.c"), undefaulted, failed("it does not parse")});
  made.wanted = 6;
  const std::string page = page_of(made);
  for (const char* part :
       {"<b>3 of 6</b><span>pieces of code tuned</span>", "<b>120</b><span>checks</span>",
        "<b>60 → 30</b><span>alarms: default → chosen</span>", "<b>+150.0 %</b><span>proved more than by the default",
        "<b>43.5 s</b>", "<b>12</b><span>runs of the analyzer</span>", "<b>10.0 s</b>", "<b>2,048 MiB</b>",
        "2 pieces of code were not reached", "1 piece of code has no recipe",
        "For 1 piece of code the default is not usable within the budget: recipes are compared with it on the other 2.",
        "<td class=\"name alarming\">it does not parse</td>"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

TEST(TunePage, OfABugFinderFindingsAreKeptOrLost) {
  Tuned one = tuned();
  one.dead.clear();
  one.suspects.clear();
  TuneRecord made = record({one});
  made.goal = Tuning::Goal::Findings;
  const std::string page = page_of(made);
  for (const char* part :
       {"<b>40</b><span>findings</span>", "<b>30 → 15</b><span>lost findings: default → chosen</span>",
        "<b>1.00 s → 3.50 s</b><span>CPU time of one use: default → chosen</span>", "30 → 15 lost findings",
        "Lost findings", "Ingredients: what each keeps and costs"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  for (const char* part : {" alarms", "Alarm", "prove", "Prove"}) {
    const std::size_t at = page.find(part);
    EXPECT_EQ(at, std::string::npos) << page.substr(at, 60);
  }
}

TEST(TunePage, WorksForNothingAndForProblemsOnly) {
  for (const TuneRecord& made : {TuneRecord{}, record({}), record({failed("a"), failed("b")})}) {
    const std::string page = page_of(made);
    for (const char* part : {"nan", "inf ", "<canvas"}) EXPECT_EQ(page.find(part), std::string::npos) << part;
    EXPECT_TRUE(charts_of(page).empty());
    EXPECT_NE(page.find("<b>–</b><span>proved more than by the default</span>"), std::string::npos);
  }
  EXPECT_NE(page_of(record({})).find("no piece of code was tuned"), std::string::npos);
  EXPECT_NE(page_of(record({failed("no <results>")})).find("no recipe: no &lt;results&gt;"), std::string::npos);
}

TEST(TunePage, SaysZeroProofsInNumbers) {
  Tuned made = tuned();
  made.standard->alarms = made.universe;
  EXPECT_NE(page_of(record({made})).find("<b>0 → 25</b><span>proved more"), std::string::npos);
}

TEST(TunePage, TellsTheIngredientsApart) {
  const std::string page = page_of(record({tuned()}));
  const std::size_t table = page.find("<h3>Ingredients: what each proves and costs</h3>");
  ASSERT_NE(table, std::string::npos);
  std::size_t last = table;
  for (const char* row :
       {"<td class=\"name\">slevel=100</td><td class=\"word\">yes</td><td class=\"name\">done</td><td class=\"n\">2.00 "
        "s</td><td class=\"n\">96 MiB</td><td class=\"n\">20</td><td class=\"n\">20</td><td class=\"n\">11</td>",
        "<td class=\"name\">domain=octagon</td><td class=\"word\">yes</td>",
        "<td class=\"name\">default</td><td class=\"word\"></td>",
        "<td class=\"name alarming\">failed: crashed (signal 11)</td>",
        "<td class=\"name\">limited: over the budget</td><td class=\"n\">≥ 10.00 s</td><td class=\"n\">128 "
        "MiB</td><td class=\"n\">–</td>"}) {
    const std::size_t at = page.find(row, last);
    EXPECT_NE(at, std::string::npos) << row;
    last = std::min(at, page.size());
  }
}

TEST(TunePage, TellsDeadCodeFromProofs) {
  const std::string page = page_of(record({tuned()}));
  EXPECT_NE(page.find("<dd>25, 2 of them in code that a run of the recipe calls unreachable</dd>"), std::string::npos);
  EXPECT_NE(page.find("<h3>Proved: in code that a run calls unreachable</h3>"), std::string::npos);
  Tuned alive = tuned();
  alive.dead.clear();
  EXPECT_EQ(page_of(record({alive})).find("unreachable"), std::string::npos);
}

TEST(TunePage, ShowsWhatTheGuardBarred) {
  Tuned made = tuned();
  EXPECT_EQ(page_of(record({made})).find("contradicts"), std::string::npos);
  made.suspects.push_back({"trick=on", {check(17)}, "broken: p is null", true});
  const std::string page = page_of(record({made}));
  EXPECT_NE(page.find("The guard barred 1 setting: a run of the program contradicts"), std::string::npos);
  EXPECT_NE(page.find("<td class=\"name alarming\">broken: p is null</td>"), std::string::npos);
  EXPECT_NE(page.find("<td class=\"name\">holds</td>"), std::string::npos);
}

TEST(TunePage, DrawsTheFrontier) {
  const json charts = charts_of(page_of(record({tuned()})));
  ASSERT_EQ(charts.size(), 2U);
  const json& chart = charts.at(0);
  EXPECT_EQ(chart.at("id"), "frontier-0");
  EXPECT_EQ(points_of(chart, "chosen"), json::parse(R"([[3.5, 15, "slevel=100 ; domain=octagon"]])"));
  EXPECT_EQ(points_of(chart, "default"), json::parse(R"([[1, 30, "default"]])"));
  EXPECT_EQ(points_of(chart, "recipes"), json::parse(R"([[3.5, 15, "slevel=100 ; domain=octagon"]])"));
  EXPECT_EQ(points_of(chart, "ingredients"),
            json::parse(R"([[2, 20, "slevel=100"], [1.5, 26, "domain=octagon"], [1, 30, "default"]])"))
      << "nothing that was stopped or crashed";
  EXPECT_EQ(points_of(chart, "frontier"),
            json::parse(R"([[1, 30, "default"], [1.5, 26, "domain=octagon"], [2, 20, "slevel=100"],
                            [3.5, 15, "slevel=100 ; domain=octagon"]])"));
  EXPECT_EQ(points_of(chart, "budget"), json::parse("[[10, 15], [10, 30]]"));
  TuneRecord generous = record({tuned()});
  generous.options.budget.cpu_seconds = 600;
  EXPECT_EQ(points_of(charts_of(page_of(generous)).at(0), "budget"), nullptr);
}

TEST(TunePage, DrawsTheSearch) {
  Tuned made = tuned();
  made.cpu_seconds = 60;
  made.history.insert(made.history.begin() + 2, {3, 5, "ilevel=4", "", 2, 25, 0.6, false});
  const json chart = charts_of(page_of(record({made}))).at(1);
  EXPECT_EQ(chart.at("id"), "history-0");
  EXPECT_EQ(points_of(chart, "best so far"),
            json::parse(R"([[1, 30, "default"], [3, 20, "slevel=100"], [14.5, 15, "slevel=100 ; domain=octagon"],
                            [60, 15, "slevel=100 ; domain=octagon"]])"));
  EXPECT_EQ(points_of(chart, "default"), json::parse("[[0, 30], [60, 30]]"));
}

TEST(TunePage, StaysSmall) {
  Tuned large = tuned();
  large.universe = checks(5000);
  large.best->alarms = checks(4000);
  for (std::size_t i = 0; i < 1000; ++i)
    large.history.push_back({i, 60, "x=" + std::to_string(i) + " ; y", "", 5, 20, 0.5, false});
  const std::string one = page_of(record({large}));
  EXPECT_NE(one.find("<h3>Remaining alarms: the first 200 of 4,000</h3>"), std::string::npos);
  EXPECT_EQ(points_of(charts_of(one).at(0), "recipes (the 200 best of 1,001)").size(), 200U);

  const std::string many = page_of(record(std::vector<Tuned>(25, large)));
  EXPECT_EQ(occurrences(many, "<canvas"), 40U);
  EXPECT_EQ(charts_of(many).size(), 40U);
  EXPECT_EQ(occurrences(many, "Remaining alarms: the first 20 of 4,000"), 5U);
  EXPECT_NE(many.find("<details class=\"more\"><summary>5 more</summary>"), std::string::npos);
  EXPECT_NE(many.find("charts are drawn for the first 20 pieces of code only"), std::string::npos);
  EXPECT_EQ(one.find("charts are drawn for the first"), std::string::npos);
}

TEST(TunePage, OpensTheOnlyPieceOfCode) {
  EXPECT_EQ(occurrences(page_of(record({tuned()})), "id=\"code-0\" open>"), 1U);
  EXPECT_EQ(occurrences(page_of(record({tuned(), tuned("b.c")})), "id=\"code-0\" open>"), 0U);
}

}  // namespace
}  // namespace assay::analyzer::tune::made_up
