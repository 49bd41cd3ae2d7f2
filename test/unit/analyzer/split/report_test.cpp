#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "analyzer/split/report/split_report.hpp"
#include "folder.hpp"

namespace assay::analyzer::splitting {
namespace {

const ProjectFolders kSeen{"/home/me/project", "/tmp/run/project", "/tmp/run"};

std::string sarif_with(const std::string& results, const std::string& more = "") {
  return R"({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "t", "rules": [{"id": "R0"}, {"id": "R1"}]}},
             "originalUriBaseIds": {"HERE": {"uri": "file:///tmp/run/project/src/"}},
             "artifacts": [{"location": {"uri": "file:///tmp/run/project/by%20index.c"}}])" +
         more + R"(, "results": [)" + results + "]}]}";
}

std::string result_at(const std::string& location, const std::string& more = "") {
  return R"({"ruleId": "R0", "message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": )" +
         location + R"(, "region": {"startLine": 3, "startColumn": 5}}}])" + more + "}";
}

std::string file_of(const std::string& location) {
  const Result<RunReport> report = report_of_sarif(sarif_with(result_at(location)), kSeen);
  return report && report->found.size() == 1 ? report->found[0].file : "none";
}

TEST(SarifOfARun, NamesFilesFromTheProject) {
  EXPECT_EQ(file_of(R"({"uri": "file:///tmp/run/project/a.c"})"), "a.c");
  EXPECT_EQ(file_of(R"({"uri": "file:///home/me/project/sub/../a.c"})"), "a.c");
  EXPECT_EQ(file_of(R"({"uri": "/tmp/run/project/a.c"})"), "a.c");
  EXPECT_EQ(file_of(R"({"uri": "b.c", "uriBaseId": "HERE"})"), "src/b.c");
  EXPECT_EQ(file_of(R"({"index": 0})"), "by index.c");
  EXPECT_EQ(file_of(R"({"uri": "file:///usr/include/stdio.h"})"), "/usr/include/stdio.h");
  EXPECT_EQ(file_of(R"({"uri": "file:///home/me/project-2/a.c"})"), "/home/me/project-2/a.c");
}

TEST(SarifOfARun, TakesPathsFromWhereItRan) {
  const TestProject files;
  files.write("project/c.c", "");
  const ProjectFolders seen{"/home/me/project", files.path("project"), files.root()};
  const Result<RunReport> report = report_of_sarif(sarif_with(result_at(R"({"uri": "project/c.c"})")), seen);
  EXPECT_EQ(report->found.at(0).file, "c.c");
}

TEST(SarifOfARun, FindsTheSourceOfAClass) {
  const std::vector<std::string> project = {"main/a/CD.java", "main/a/D.java", "test/a/D.java"};
  const ProjectFolders seen{"/home/me/project", "/tmp/run/project", "/tmp/run", &project};
  const auto file = [&](const std::string& uri) {
    return report_of_sarif(sarif_with(result_at(R"({"uri": ")" + uri + R"("})")), seen)->found.at(0).file;
  };
  EXPECT_EQ(file("a/D.java"), "main/a/D.java");
  EXPECT_EQ(file("main/a/D.java"), "main/a/D.java");
  EXPECT_EQ(file("b/D.java"), "b/D.java");
}

TEST(SarifOfARun, KeepsCodeFlowsWithPlacesOfTheProject) {
  const std::string flow =
      R"(, "codeFlows": [{"threadFlows": [{"locations": [{"location": {"physicalLocation": {"artifactLocation": {"uri": "file:///tmp/run/project/x.c"}}}}]}]}])";
  const Result<RunReport> report =
      report_of_sarif(sarif_with(result_at(R"({"uri": "file:///tmp/run/project/a.c"})", flow)), kSeen);
  ASSERT_TRUE(report.ok());
  const nlohmann::json json = nlohmann::json::parse(report->found.at(0).json);
  EXPECT_EQ(json.at("/codeFlows/0/threadFlows/0/locations/0/location/physicalLocation/artifactLocation"_json_pointer),
            nlohmann::json({{"uri", "x.c"}, {"uriBaseId", "SRCROOT"}}));
  EXPECT_EQ(report->found[0].line, 3U);
  EXPECT_EQ(report->found[0].column, 5U);
}

TEST(SarifOfARun, LeavesOutWhatIsNoAlarm) {
  const std::string place = R"({"uri": "a.c"})";
  const std::string all = result_at(place, R"(, "kind": "pass")") + "," +
                          result_at(place, R"(, "kind": "informational")") + "," +
                          result_at(place, R"(, "baselineState": "absent")") + "," +
                          result_at(place, R"(, "suppressions": [{"kind": "inSource"}])") + "," + result_at(place);
  EXPECT_EQ(report_of_sarif(sarif_with(all), kSeen)->found.size(), 1U);
}

TEST(SarifOfARun, FindsTheRuleByIndex) {
  const std::string by_index = R"({"ruleIndex": 1, "message": {"text": "m"}})";
  EXPECT_EQ(report_of_sarif(sarif_with(by_index), kSeen)->found.at(0).rule, "R1");
  const std::string by_reference = R"({"rule": {"index": 0}, "message": {"text": "m"}})";
  EXPECT_EQ(report_of_sarif(sarif_with(by_reference), kSeen)->found.at(0).rule, "R0");
  EXPECT_FALSE(report_of_sarif(sarif_with(R"({"ruleIndex": 9, "message": {}})"), kSeen).ok());
}

TEST(SarifOfARun, IsNeverNoFindingsWhenItIsBroken) {
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[]"), std::string(R"({"runs": []})"),
        std::string(R"({"runs": [{}]})"), std::string(R"({"runs": [{"results": [3]}]})"),
        std::string(R"({"runs": [3]})"), sarif_with("", R"(, "invocations": [{"executionSuccessful": false}])")})
    EXPECT_FALSE(report_of_sarif(text, kSeen).ok()) << text;
  const std::string whole = sarif_with(result_at(R"({"uri": "a.c"})"));
  for (std::size_t length = 0; length + 1 < whole.size(); length += 7)
    EXPECT_FALSE(report_of_sarif(std::string_view(whole).substr(0, length), kSeen).ok());
}

TEST(ReadingsOfARun, BecomeSarif) {
  Readings readings;
  readings.alarms.push_back({"a b.c", "f", 7, "nullPointer", "p is  null"});
  readings.alarms.push_back({"", "", 0, "note", ""});
  const RunReport report = report_of_readings(readings, kSeen);
  ASSERT_EQ(report.found.size(), 2U);
  EXPECT_EQ(report.found[0].file, "a b.c");
  const nlohmann::json json = nlohmann::json::parse(report.found[0].json);
  EXPECT_EQ(json.at("/locations/0/physicalLocation/artifactLocation/uri"_json_pointer), "a%20b.c");
  EXPECT_EQ(json.at("/locations/0/logicalLocations/0/name"_json_pointer), "f");
}

TEST(SourceTexts, HaveLinesAndFunctions) {
  const TestProject files;
  files.write("a.py",
              "import x\nclass C:\n    def f(self):\n        return  1\n\n    y = 2\nz = 3\nasync def g(): pass\n");
  files.write("a.c", "int f(void)\n{\n  return 1;\n}\nint x;\n");
  core::SourceLines lines(files.root());
  EXPECT_EQ(lines.text("a.py", 4), "return 1");
  EXPECT_EQ(lines.text("a.py", 99), "");
  EXPECT_EQ(lines.text("gone.py", 1), "");
  EXPECT_EQ(lines.function("a.py", 1), "");
  EXPECT_EQ(lines.function("a.py", 4), "C.f");
  EXPECT_EQ(lines.function("a.py", 6), "C");
  EXPECT_EQ(lines.function("a.py", 7), "");
  EXPECT_EQ(lines.function("a.py", 8), "g");
  EXPECT_EQ(lines.function("a.c", 3), "f");
  EXPECT_EQ(lines.function("a.c", 5), "");
}

}  // namespace
}  // namespace assay::analyzer::splitting
