#include "core/sarif/merge.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/sarif/diff.hpp"

namespace assay::core {
namespace {

SarifReport report(const std::string& runs) {
  SarifReport made;
  made.log = std::make_shared<SarifJson>(parse_sarif(R"({"version": "2.1.0", "runs": [)" + runs + "]}").value());
  return made;
}

SarifJson merged(std::vector<SarifReport> reports) { return *merge_sarif(std::move(reports)).log; }

const std::string kFirst =
    R"({"tool": {"driver": {"name": "t", "version": "1", "rules": [{"id": "A"}, {"id": "B"}]}},
        "artifacts": [{"location": {"uri": "b.c"}}, {"location": {"uri": "part.c"}, "parentIndex": 0}],
        "invocations": [{"executionSuccessful": true}],
        "results": [{"ruleIndex": 1, "message": {"text": "m"}, "locations": [{"physicalLocation":
          {"artifactLocation": {"index": 0}, "region": {"startLine": 7}}}]}]})";
const std::string kSecond =
    R"({"tool": {"driver": {"name": "t", "version": "1", "rules": [{"id": "C", "messageStrings": {"i": {"text": "n {0}"}}}, {"id": "B"}]}},
        "artifacts": [{"location": {"uri": "a.c"}}, {"location": {"uri": "b.c"}}, {"location": {"uri": "c.c"}, "parentIndex": 1}],
        "logicalLocations": [{"name": "f", "fullyQualifiedName": "N::f", "parentIndex": 0}],
        "threadFlowLocations": [{"location": {"physicalLocation": {"artifactLocation": {"index": 2}}}, "importance": "essential"}],
        "invocations": [{"executionSuccessful": true, "toolExecutionNotifications":
          [{"message": {"text": "x"}, "associatedRule": {"id": "C", "index": 0},
            "locations": [{"physicalLocation": {"artifactLocation": {"index": 2}}}]}]}],
        "results": [
          {"ruleIndex": 0, "message": {"id": "i", "arguments": ["1"]}, "provenance": {"invocationIndex": 0},
           "locations": [{"physicalLocation": {"artifactLocation": {"index": 0}, "region": {"startLine": 2}},
                          "logicalLocations": [{"index": 0}]}],
           "relatedLocations": [{"physicalLocation": {"artifactLocation": {"index": 2}}}],
           "codeFlows": [{"threadFlows": [{"locations": [{"index": 0}]}]}]},
          {"ruleIndex": 1, "message": {"text": "m"}, "codeFlows": [{"threadFlows": [{"locations": []}]}],
           "locations": [{"physicalLocation": {"artifactLocation": {"index": 1}, "region": {"startLine": 7}}}]}]})";

TEST(SarifMerge, RewritesAllReferences) {
  std::vector<SarifReport> reports;
  reports.push_back(report(kFirst));
  reports.push_back(report(kSecond));
  const MergedSarif all = merge_sarif(std::move(reports));
  EXPECT_EQ(all.copies, 1U);
  ASSERT_EQ(all.runs, 1U);
  const SarifJson run = (*all.log)["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"][2]["id"], "C");
  ASSERT_EQ(run["artifacts"].size(), 4U);
  EXPECT_EQ(run["artifacts"][3]["location"]["uri"], "c.c");
  EXPECT_EQ(run["artifacts"][3]["parentIndex"], 0) << "b.c in the joined run";
  ASSERT_EQ(run["results"].size(), 2U);
  const SarifJson& first = run["results"][0];
  EXPECT_EQ(first["ruleId"], "C");
  EXPECT_EQ(first["ruleIndex"], 2);
  EXPECT_EQ(first["message"]["text"], "n {0}");
  EXPECT_EQ(first["provenance"]["invocationIndex"], 1);
  EXPECT_EQ(first["locations"][0]["physicalLocation"]["artifactLocation"], (SarifJson{{"uri", "a.c"}, {"index", 2}}));
  EXPECT_EQ(first["locations"][0]["logicalLocations"][0], (SarifJson{{"name", "f"}, {"fullyQualifiedName", "N::f"}}));
  EXPECT_EQ(first["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["index"], 3);
  const SarifJson& step = first["codeFlows"][0]["threadFlows"][0]["locations"][0];
  EXPECT_EQ(step["importance"], "essential");
  EXPECT_EQ(step["location"]["physicalLocation"]["artifactLocation"]["uri"], "c.c");
  EXPECT_EQ(run["results"][1]["ruleIndex"], 1);
  EXPECT_EQ(run["results"][1]["codeFlows"].size(), 1U) << "the code flow of the equal result";
  const SarifJson& note = run["invocations"][1]["toolExecutionNotifications"][0];
  EXPECT_FALSE(note["associatedRule"].contains("index"));
  EXPECT_EQ(note["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "c.c");
}

std::string small_run(const std::string& more, const std::string& results) {
  return R"({"tool": {"driver": {"name": "t"}}, )" + more + R"("results": [)" + results + "]}";
}

TEST(SarifMerge, KeepsRunsApartThatAreNotAlike) {
  const auto runs = [](const std::string& one, const std::string& other) {
    std::vector<SarifReport> reports;
    reports.push_back(report(one));
    reports.push_back(report(other));
    return merged(std::move(reports))["runs"].size();
  };
  const std::string plain = small_run("", "");
  EXPECT_EQ(runs(plain, plain), 1U);
  EXPECT_EQ(runs(plain, R"({"tool": {"driver": {"name": "u"}}, "results": []})"), 2U);
  EXPECT_EQ(runs(plain, R"({"tool": {"driver": {"name": "t", "version": "2"}}, "results": []})"), 2U);
  EXPECT_EQ(runs(plain, small_run(R"("automationDetails": {"id": "java/1"}, )", "")), 2U);
  EXPECT_EQ(runs(plain, small_run(R"("taxonomies": [{"name": "CWE"}], )", "")), 2U);
  const std::string cwe = small_run(R"("taxonomies": [{"name": "CWE"}], )", "");
  EXPECT_EQ(runs(cwe, cwe), 1U);
}

TEST(SarifMerge, SaysThatFoldersDiffer) {
  std::vector<SarifReport> reports;
  reports.push_back(report(small_run(R"("originalUriBaseIds": {"R": {"uri": "file:///a/"}}, )", "")));
  reports.push_back(report(small_run(R"("originalUriBaseIds": {"R": {"uri": "file:///b/"}, "S": {}}, )", "")));
  const MergedSarif all = merge_sarif(std::move(reports));
  ASSERT_EQ(all.notes.size(), 1U);
  EXPECT_NE(all.notes[0].find("file:///a/"), std::string::npos);
  EXPECT_TRUE((*all.log)["runs"][0]["originalUriBaseIds"].contains("S"));
}

TEST(SarifMerge, HasTheSameResultsInAnyOrderOfReports) {
  const auto in_order = [](const std::string& first, const std::string& second) {
    std::vector<SarifReport> reports;
    reports.push_back(report(first));
    reports.push_back(report(second));
    std::vector<std::string> rows;
    const SarifJson log = merged(std::move(reports));
    for (const SarifJson& result : log["runs"][0]["results"])
      rows.push_back(sarif_text(result, {"ruleId"}) + sarif_text(result, {"message", "text"}));
    return rows;
  };
  const std::string one =
      small_run("", R"({"ruleId": "A", "message": {"text": "z"}}, {"ruleId": "A", "kind": "pass"})");
  const std::string other =
      small_run("", R"({"ruleId": "A", "message": {"text": "b"}}, {"ruleId": "A", "message": {"text": "z"}})");
  EXPECT_EQ(in_order(one, other), (std::vector<std::string>{"Ab", "Az", "A"}));
  EXPECT_EQ(in_order(other, one), in_order(one, other));
}

TEST(SarifMerge, KeepsAResultThatIsNotSuppressedAnywhere) {
  std::vector<SarifReport> reports;
  reports.push_back(report(small_run("", R"({"ruleId": "A", "suppressions": [{"kind": "external"}]})")));
  reports.push_back(report(small_run("", R"({"ruleId": "A"})")));
  const SarifJson log = merged(std::move(reports));
  ASSERT_EQ(log["runs"][0]["results"].size(), 1U);
  EXPECT_FALSE(log["runs"][0]["results"][0].contains("suppressions"));
}

TEST(SarifMerge, SurvivesTablesOfOtherTypes) {
  for (
      const char* const odd :
      {R"({"tool": 3, "artifacts": 4, "invocations": {}, "originalUriBaseIds": [], "results": [{"ruleIndex": "x", "message": [], "locations": 1}]})",
       R"({"tool": {"driver": {"rules": [1, {"id": 2}]}}, "artifacts": [1, {"location": 2, "parentIndex": 77}], "results": [{"codeFlows": 1, "properties": 2, "provenance": [{"invocationIndex": 1}], "message": {"id": "x"}}]})"}) {
    std::vector<SarifReport> reports;
    for (int i = 0; i < 2; ++i) reports.push_back(report(odd));
    reports.push_back(report(small_run("", "")));
    const SarifReport before = report(odd), after = report(small_run("", R"({"ruleId": "A"})"));
    EXPECT_FALSE(with_baseline(before, after, compare_sarif(before, after, {})).is_null());
    EXPECT_GT(merge_sarif(std::move(reports)).results, 0U);
  }
}

TEST(SarifBaseline, MarksEachResultAndAddsTheAbsentOnes) {
  const SarifReport before = report(kSecond);
  const SarifReport after = report(
      R"({"tool": {"driver": {"name": "t", "version": "2", "rules": [{"id": "B"}]}},
          "results": [{"ruleIndex": 0, "message": {"text": "m"}, "locations": [{"physicalLocation":
             {"artifactLocation": {"uri": "b.c"}, "region": {"startLine": 9}}}]},
             {"ruleId": "D", "message": {"text": "new"}}, {"ruleId": "E", "baselineState": "absent"},
             {"ruleId": "F", "kind": "pass"}]})");
  const SarifJson log = with_baseline(before, after, compare_sarif(before, after, {}));
  ASSERT_EQ(log["runs"].size(), 1U);
  const SarifJson& results = log["runs"][0]["results"];
  ASSERT_EQ(results.size(), 4U);
  EXPECT_EQ(results[0]["baselineState"], "unchanged");
  EXPECT_EQ(results[0]["properties"]["assay"]["movedFrom"]["line"], 7);
  EXPECT_EQ(results[1]["baselineState"], "new");
  EXPECT_FALSE(results[2].contains("baselineState")) << "it is no alert";
  EXPECT_EQ(results[3]["baselineState"], "absent");
  EXPECT_EQ(results[3]["ruleId"], "C");
  EXPECT_EQ(log["runs"][0]["tool"]["driver"]["rules"][1]["id"], "C");
  EXPECT_FALSE(log["runs"][0].contains("invocations")) << "those of the old run";
}

}  // namespace
}  // namespace assay::core
