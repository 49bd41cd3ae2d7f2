#include <gtest/gtest.h>

#include "analyzer/split/report/sarif_merge.hpp"
#include "folder.hpp"

namespace assay::analyzer::splitting {
namespace {

SarifResult found_at(const std::string& file, unsigned line, const std::string& message,
                     const std::string& rule = "R") {
  SarifResult found;
  found.rule = rule;
  found.file = file;
  found.line = line;
  found.message = message;
  found.json = R"({"ruleId": ")" + rule + R"("})";
  return found;
}

RunReport report_with(std::vector<SarifResult> found) {
  RunReport report;
  report.found = std::move(found);
  return report;
}

TEST(Merging, ReportsNothingTwice) {
  core::SourceLines lines("/nowhere");
  const std::vector<RunReport> reports = {report_with({found_at("a", 1, "m"), found_at("b", 2, "m")}),
                                          report_with({found_at("b", 2, "m"), found_at("b", 2, "other")}),
                                          report_with({found_at("b", 2, "m by another path")})};
  const std::vector<MergedAlert> merged = merge_runs(reports, {{"a", 0}, {"b", 1}}, lines);
  ASSERT_EQ(merged.size(), 3U);
  EXPECT_EQ(merged[1].alert.message, "m");
  EXPECT_EQ(merged[1].alert.runs, (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(merged[2].alert.message, "other");
  EXPECT_EQ(merged[2].alert.runs, std::vector<std::size_t>{1});
}

TEST(Merging, MarksWhatTheOwnerDoesNotSee) {
  core::SourceLines lines("/nowhere");
  const std::vector<RunReport> reports = {report_with({found_at("b", 2, "m"), found_at("h", 1, "m")}), report_with({})};
  const std::vector<MergedAlert> merged = merge_runs(reports, {{"a", 0}, {"b", 1}}, lines);
  ASSERT_EQ(merged.size(), 2U);
  EXPECT_FALSE(merged[0].alert.owner_agrees);
  EXPECT_TRUE(merged[1].alert.owner_agrees) << "nobody owns it";
}

TEST(Merging, KeepsTwoOfOneRunAtOnePlace) {
  core::SourceLines lines("/nowhere");
  const std::vector<RunReport> reports = {report_with({found_at("a", 1, "m"), found_at("a", 1, "m")}),
                                          report_with({found_at("a", 1, "m")})};
  EXPECT_EQ(merge_runs(reports, {}, lines).size(), 2U);
}

std::vector<std::string> fingerprints(const TestProject& files, const std::vector<unsigned>& at) {
  core::SourceLines lines(files.root());
  std::vector<SarifResult> found;
  for (const unsigned line : at) found.push_back(found_at("a.py", line, "line " + std::to_string(line)));
  std::vector<std::string> prints;
  for (const MergedAlert& one : merge_runs({report_with(found)}, {}, lines)) prints.push_back(one.alert.fingerprint);
  return prints;
}

TEST(Fingerprints, StayWhenLinesMove) {
  const TestProject before, after;
  before.write("a.py", "def f():\n  g(x)\n  g(x)\ndef h():\n  g(x)\n");
  after.write("a.py", "# new\n\ndef f():\n  g( x)\n  g(x)\ndef h():\n    g(x)\n");
  const std::vector<std::string> old = fingerprints(before, {2, 3, 5});
  const std::vector<std::string> now = fingerprints(after, {4, 5, 7});
  EXPECT_NE(old[0], now[0]) << "another text";
  EXPECT_EQ(old[0], now[1]) << "the first of this text in f";
  EXPECT_EQ(old[2], now[2]);
  EXPECT_NE(old[0], old[1]);
  EXPECT_NE(old[1], old[2]);
}

TEST(Comparing, TellsLostSpuriousAndMoved) {
  core::SourceLines lines("/nowhere");
  const std::vector<MergedAlert> whole = merge_runs(
      {report_with({found_at("a", 1, "same"), found_at("b", 1, "flows to c", "F"), found_at("c", 1, "lost", "L")})}, {},
      lines);
  const std::vector<MergedAlert> parts = merge_runs(
      {report_with({found_at("a", 1, "same"), found_at("d", 5, "flows to c", "F"), found_at("e", 1, "new", "N")})}, {},
      lines);
  const Comparison comparison = compare(whole, parts);
  EXPECT_EQ(comparison.kept, 1U);
  ASSERT_EQ(comparison.lost.size(), 1U);
  EXPECT_EQ(comparison.lost[0].rule, "L");
  ASSERT_EQ(comparison.spurious.size(), 1U);
  EXPECT_EQ(comparison.spurious[0].rule, "N");
  ASSERT_EQ(comparison.moved.size(), 1U);
  EXPECT_EQ(comparison.moved[0].second.file, "d");
}

TEST(Against, LeavesOutWhatIsOld) {
  core::SourceLines lines("/nowhere");
  std::vector<MergedAlert> merged =
      merge_runs({report_with({found_at("a", 1, "m"), found_at("b", 1, "m"), found_at("b", 9, "m")})}, {}, lines);
  const std::string foreign =
      R"({"runs": [{"results": [{"ruleId": "R", "message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "b"}}}]}]}]})";
  const std::string own =
      R"({"runs": [{"results": [{"ruleId": "R", "message": {"text": "changed"}, "partialFingerprints": {"assaySplit/v1": ")" +
      merged[0].alert.fingerprint + R"("}}]}]})";
  const ProjectFolders seen{"/nowhere", "/nowhere", "/nowhere"};
  EXPECT_EQ(remove_known_alerts(merged, *old_alerts(own, seen)), 1U);
  EXPECT_EQ(merged.size(), 2U);
  EXPECT_EQ(remove_known_alerts(merged, *old_alerts(foreign, seen)), 1U) << "as often as it is there";
  EXPECT_EQ(merged.size(), 1U);
  EXPECT_FALSE(old_alerts("{", seen).ok());
}

}  // namespace
}  // namespace assay::analyzer::splitting
