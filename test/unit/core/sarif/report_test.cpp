#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/sarif/alert.hpp"
#include "core/sarif/diff.hpp"
#include "core/sarif/uri.hpp"

namespace assay::core {
namespace {

std::string problem(const std::string& text) {
  const Result<SarifJson> log = parse_sarif(text);
  return log ? "none" : log.error().message;
}

TEST(SarifReports, ThatCannotBeReadSayWhy) {
  EXPECT_EQ(problem(""), "it is empty");
  EXPECT_EQ(problem(" \n"), "it is empty");
  EXPECT_EQ(problem("\xff\xfe{"), "it is UTF-16");
  EXPECT_EQ(problem(R"({"runs": [{"results": [)"), "it is cut off: it ends within a value");
  EXPECT_EQ(problem("<xml/>"), "it is no JSON: line 1 cannot be read");
  EXPECT_EQ(problem("{\n\"runs\": oops}"), "it is no JSON: line 2 cannot be read");
  EXPECT_EQ(problem("[]"), "it is no SARIF: it has no array 'runs'");
  EXPECT_EQ(problem(R"({"version": "2.1.0"})"), "it is no SARIF: it has no array 'runs'");
  EXPECT_EQ(problem(R"({"version": "2.1.0", "runs": []})"), "it has no runs");
  EXPECT_EQ(problem(R"({"version": "1.0.0", "runs": [{"results": []}]})"), "it is SARIF 1.0.0, not 2.1.0");
  EXPECT_EQ(problem(R"({"runs": [{}]})"), "a run has no results: its analysis did not end");
  EXPECT_EQ(problem(R"({"runs": [{"results": null}]})"), "a run has no results: its analysis did not end");
  EXPECT_EQ(problem(R"({"runs": [{"results": {}}]})"), "the results of a run are no array");
  EXPECT_EQ(problem(R"({"runs": [{"results": [3]}]})"), "a result is no object");
  EXPECT_EQ(problem(R"({"runs": [3]})"), "a run is no object");
  EXPECT_EQ(problem(R"({"runs": [{"externalPropertyFileReferences": {}}]})"),
            "its results are in other files (externalPropertyFileReferences)");
  EXPECT_EQ(problem(std::string(100'000, '[')), "it is nested deeper than 500 levels");
  EXPECT_EQ(problem("\xef\xbb\xbf{\"version\": \"2.1.0\", \"runs\": [{\"results\": []}]}"), "none") << "a BOM";
  EXPECT_EQ(problem(R"({"runs": [{"results": [{"message": 3, "locations": {"a": []}, "ruleId": [7]}]}]})"), "none");
}

std::string path_of(const std::string& location) {
  const SarifJson run = SarifJson::parse(
      R"({"artifacts": [{"location": {"uri": "by%20index.c"}}],
          "originalUriBaseIds": {"ROOT": {"uri": "file:///ci/7/"}, "SUB": {"uri": "sub/", "uriBaseId": "ROOT"}}})");
  return sarif_path(run, SarifJson::parse(location));
}

TEST(SarifPaths, AreNormalized) {
  EXPECT_EQ(path_of(R"({"uri": "a%20b.c"})"), "a b.c");
  EXPECT_EQ(path_of(R"({"uri": "./x/../a.c"})"), "a.c");
  EXPECT_EQ(path_of(R"({"uri": "file:///home/a.c"})"), "/home/a.c");
  EXPECT_EQ(path_of(R"({"uri": "file:///c:/x/a.c"})"), "C:/x/a.c");
  EXPECT_EQ(path_of(R"({"uri": "x\\a.c"})"), "x/a.c");
  EXPECT_EQ(path_of(R"({"uri": "a.c", "uriBaseId": "ROOT"})"), "a.c") << "wherever the base is";
  EXPECT_EQ(path_of(R"({"uri": "a.c", "uriBaseId": "SUB"})"), "sub/a.c");
  EXPECT_EQ(path_of(R"({"index": 0})"), "by index.c");
  EXPECT_EQ(path_of(R"({"index": 9})"), "");
  EXPECT_EQ(path_of(R"({})"), "");
}

SarifAlerts alerts_in(const std::string& run) { return alerts_of(SarifJson::parse(R"({"runs": [)" + run + "]}")); }

TEST(SarifAlertsOfARun, ResolveRulesMessagesAndLevels) {
  const SarifAlerts all = alerts_in(
      R"({"tool": {"driver": {"name": "t", "rules": [{"id": "A", "defaultConfiguration": {"level": "error"},
            "messageStrings": {"m": {"text": "{0} of {1}"}}}]}},
          "logicalLocations": [{"fullyQualifiedName": "ns::f"}],
          "results": [{"ruleIndex": 0, "message": {"id": "m", "arguments": ["x", "y"]},
                       "locations": [{"logicalLocations": [{"index": 0}]}]},
                      {"ruleId": "A/1", "message": {"text": "t"}}, {"message": {"markdown": "b"}, "kind": "review"}]})");
  ASSERT_EQ(all.alerts.size(), 3U);
  EXPECT_EQ(all.alerts[0].message, "b");
  EXPECT_EQ(all.alerts[0].level, "none");
  EXPECT_EQ(all.alerts[1].message, "x of y");
  EXPECT_EQ(all.alerts[1].rule, "A");
  EXPECT_EQ(all.alerts[1].level, "error");
  EXPECT_EQ(all.alerts[1].function, "ns::f");
  EXPECT_EQ(all.alerts[2].level, "error") << "of the rule that a hierarchical id begins with";
}

TEST(SarifAlertsOfARun, LeaveOutWhatIsNoAlert) {
  const SarifAlerts all = alerts_in(
      R"({"results": [{"kind": "pass"}, {"kind": "informational"}, {"baselineState": "absent"}, {"ruleId": "R"},
                      {"ruleId": "S", "suppressions": [{"kind": "inSource"}]},
                      {"ruleId": "T", "suppressions": [{"kind": "external", "status": "underReview"}]}]})");
  EXPECT_EQ(all.not_alerts, 3U);
  ASSERT_EQ(all.alerts.size(), 3U);
  EXPECT_FALSE(all.alerts[0].is_suppressed);
  EXPECT_TRUE(all.alerts[1].is_suppressed);
  EXPECT_FALSE(all.alerts[2].is_suppressed);
}

}  // namespace
}  // namespace assay::core
