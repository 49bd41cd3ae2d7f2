#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/sarif/diff.hpp"
#include "core/sarif/order_pairs.hpp"
#include "core/target/scratch.hpp"

namespace assay::core {
namespace {

struct Row {
  std::string rule, file;
  unsigned line = 0;
  std::string message = "m";
  SarifJson more = SarifJson::object();
};

SarifReport report_of(const std::vector<Row>& rows, const std::string& tool = "t") {
  SarifJson results = SarifJson::array();
  for (const Row& row : rows) {
    SarifJson result = {{"ruleId", row.rule}, {"message", {{"text", row.message}}}};
    SarifJson place = {{"artifactLocation", {{"uri", row.file}}}};
    if (row.line > 0) place["region"] = {{"startLine", row.line}};
    SarifJson location = {{"physicalLocation", place}};
    if (row.more.contains("function")) location["logicalLocations"] = {{{"name", row.more["function"]}}};
    if (row.more.contains("snippet"))
      location["physicalLocation"]["region"]["snippet"] = {{"text", row.more["snippet"]}};
    result["locations"] = {location};
    for (const auto& [key, value] : row.more.items())
      if (key != "function" && key != "snippet") result[key] = value;
    results.push_back(std::move(result));
  }
  SarifReport report;
  report.log = std::make_shared<SarifJson>(SarifJson{
      {"version", "2.1.0"},
      {"runs", SarifJson::array({{{"tool", {{"driver", {{"name", tool}}}}}, {"results", std::move(results)}}})}});
  return report;
}

/// "new absent unchanged updated"
std::string counts(const SarifDiff& diff) {
  std::string text;
  for (const AlertState state : {AlertState::New, AlertState::Absent, AlertState::Unchanged, AlertState::Updated})
    text += (text.empty() ? "" : " ") + std::to_string(diff.count(state));
  return text;
}

std::string counts(const std::vector<Row>& before, const std::vector<Row>& after) {
  return counts(compare_sarif(report_of(before), report_of(after), {}));
}

class Sources : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = std::filesystem::path(root_) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  [[nodiscard]] SarifDiff diff(const std::vector<Row>& before, const std::vector<Row>& after) const {
    return compare_sarif(report_of(before), report_of(after), {root_ + "/o", root_ + "/n"});
  }

 private:
  ScratchFolder scratch_;
  std::string root_ = scratch_.path().value();
};

TEST(SarifMatching, FollowsShiftedLinesWithoutSources) {
  EXPECT_EQ(counts({{"R", "a.c", 3}, {"R", "a.c", 9}}, {{"R", "a.c", 5}, {"R", "a.c", 11}}), "0 0 2 0");
  EXPECT_EQ(counts({{"R", "a.c", 3}}, {{"R", "a.c", 3}, {"R", "a.c", 30}}), "1 0 1 0");
  EXPECT_EQ(counts({{"R", "a.c", 3}}, {{"S", "a.c", 3}}), "1 1 0 0") << "another rule";
  EXPECT_EQ(counts({{"R", "a.c", 3, "p is null"}}, {{"R", "a.c", 3, "another thing altogether"}}), "1 1 0 0");
  EXPECT_EQ(counts({{"R", "a.c", 3, "index 8 of 4"}}, {{"R", "a.c", 4, "index 9 of 4"}}), "0 0 0 1");
}

TEST(SarifMatching, OnlyOneOfTwoCandidatesIsOldAndItIsTheNearest) {
  const SarifDiff diff = compare_sarif(report_of({{"A", "a.c", 10}, {"R", "a.c", 20}}),
                                       report_of({{"A", "a.c", 15}, {"R", "a.c", 2}, {"R", "a.c", 25}}), {});
  ASSERT_EQ(counts(diff), "1 0 2 0");
  for (const AlertChange& change : diff.changes)
    if (change.state == AlertState::New) {
      EXPECT_EQ(diff.alert(change).line, 2U) << "the other one moved as the alert above it";
    }
}

TEST(SarifMatching, FollowsRenamedFilesWithoutSources) {
  EXPECT_EQ(counts({{"R", "src/a.c", 3}}, {{"R", "lib/a.c", 8}}), "0 0 1 0") << "the same name elsewhere";
  EXPECT_EQ(counts({{"R", "/ci/17/src/a.c", 3}}, {{"R", "/ci/18/src/a.c", 3}}), "0 0 1 0");
  EXPECT_EQ(counts({{"R", "a.c", 3, "x"}, {"S", "a.c", 7, "y"}}, {{"R", "b.c", 9, "x"}, {"S", "b.c", 2, "y"}}),
            "0 0 2 0");
  EXPECT_EQ(counts({{"R", "a.c", 3}}, {{"R", "b.c", 8}}), "0 0 1 0") << "the only alert of a file that moved";
  EXPECT_EQ(counts({{"R", "a.c", 3}, {"S", "b.c", 1}}, {{"R", "b.c", 3}, {"S", "b.c", 1}}), "1 1 1 0")
      << "b.c was there before";
}

TEST(SarifMatching, TheOnlyAlertOfAnAppearedFileIsNewUnlessOneVanishedFileHadIt) {
  const auto in = [](const char* function, const char* snippet) {
    return SarifJson{{"function", function}, {"snippet", snippet}};
  };
  EXPECT_EQ(counts({{"R", "a.c", 3}}, {{"S", "b.c", 8}}), "1 1 0 0") << "another rule";
  EXPECT_EQ(counts({{"R", "a.c", 3, "x"}}, {{"R", "b.c", 8, "y"}}), "1 1 0 0") << "another message";
  EXPECT_EQ(counts({{"R", "a.c", 3}, {"S", "b.c", 1}}, {{"R", "b.c", 8}, {"S", "b.c", 1}}), "1 1 1 0")
      << "b.c was there before";
  EXPECT_EQ(counts({{"R", "a.c", 3}, {"S", "a.c", 1}}, {{"R", "b.c", 8}, {"S", "a.c", 1}}), "1 1 1 0")
      << "a.c is still there";
  EXPECT_EQ(counts({{"R", "a.c", 3}}, {{"R", "b.c", 8}, {"R", "c.c", 9}}), "2 1 0 0") << "two files may be it";
  EXPECT_EQ(counts({{"R", "a.c", 3}, {"R", "b.c", 4}}, {{"R", "c.c", 8}}), "1 2 0 0") << "it may be of two files";
  EXPECT_EQ(counts({{"R", "a.c", 3}}, {{"R", "b.c", 8}, {"S", "b.c", 9}}), "2 1 0 0") << "it is not alone there";
  EXPECT_EQ(counts({{"R", "a.c", 3, "m", in("f", "*p")}}, {{"R", "b.c", 8, "m", in("f", "*p")}}), "0 0 1 0");
  EXPECT_EQ(counts({{"R", "a.c", 3, "m", in("f", "*p")}}, {{"R", "b.c", 8, "m", in("f", "*q[2]")}}), "1 1 0 0");
}

TEST(SarifMatching, TakesTheToolsOwnIdentities) {
  const SarifJson guid = {{"correlationGuid", "11111111-1111-1111-8888-111111111111"}};
  EXPECT_EQ(counts({{"R", "a.c", 3, "x", guid}}, {{"S", "b.c", 9, "y", guid}}), "0 0 0 1");
  const auto print = [](const char* name, const char* value) { return SarifJson{{"fingerprints", {{name, value}}}}; };
  EXPECT_EQ(counts({{"R", "a.c", 3, "x", print("f/v1", "1")}}, {{"R", "b.c", 9, "y", print("f/v1", "1")}}), "0 0 0 1");
  EXPECT_EQ(counts({{"R", "a.c", 3, "x", print("f/v1", "1")}}, {{"R", "b.c", 9, "y", print("f/v2", "1")}}), "1 1 0 0");
  const auto partial = [](const char* value) { return SarifJson{{"partialFingerprints", {{"h", value}}}}; };
  EXPECT_EQ(counts({{"R", "a.c", 3, "x", partial("1")}, {"R", "a.c", 5, "x", partial("2")}},
                   {{"R", "a.c", 3, "x", partial("2")}, {"R", "b.c", 9, "x", partial("1")}}),
            "0 0 2 0");
}

TEST(SarifMatching, UsesFunctionsAndSnippetsOfTheReport) {
  const auto in = [](const char* function, const char* snippet) {
    return SarifJson{{"function", function}, {"snippet", snippet}};
  };
  // Two functions change places.
  EXPECT_EQ(counts({{"R", "a.c", 3, "m", in("f", "*p")}, {"R", "a.c", 9, "m", in("g", "*q")}},
                   {{"R", "a.c", 2, "m", in("g", "*q")}, {"R", "a.c", 8, "m", in("f", "* p")}}),
            "0 0 2 0");
  // An alert is fixed in one function, and another one appears elsewhere.
  EXPECT_EQ(counts({{"R", "a.c", 3, "m", in("f", "*p = 1")}}, {{"R", "a.c", 9, "m", in("g", "q[i + 1]")}}), "1 1 0 0");
  EXPECT_EQ(counts({{"R", "a.c", 3, "m", in("f", "*p")}, {"S", "a.c", 1, "m", in("g", "x")}},
                   {{"R", "a.c", 9, "m", in("g", "*p")}, {"S", "a.c", 1, "m", in("f", "x")}}),
            "2 2 0 0")
      << "both functions were there before";
  // The function moved to another file.
  EXPECT_EQ(counts({{"R", "a.c", 3, "m", in("f", "*p")}, {"S", "a.c", 1}},
                   {{"R", "b.c", 9, "m", in("f", "*p")}, {"S", "a.c", 1}}),
            "0 0 2 0");
  EXPECT_EQ(counts({{"R", "a.c", 3, "m", in("f", "a = *p")}}, {{"R", "a.c", 3, "m", in("f", "b = *p")}}), "0 0 0 1");
}

TEST(SarifMatching, FollowsRenamedRulesAndTools) {
  SarifReport after = report_of({{"NEW1", "a.c", 3}});
  (*after.log)["runs"][0]["tool"]["driver"]["rules"] = {{{"id", "NEW1"}, {"deprecatedIds", {"OLD1"}}}};
  EXPECT_EQ(counts(compare_sarif(report_of({{"OLD1", "a.c", 3}}), after, {})), "0 0 1 0");
  const SarifDiff other = compare_sarif(report_of({{"R", "a.c", 3}}, "t 1"), report_of({{"R", "a.c", 3}}, "t 2"), {});
  EXPECT_EQ(counts(other), "0 0 1 0");
  EXPECT_EQ(other.notes.size(), 1U);
}

TEST(SarifMatching, CountsEqualResultsOnce) {
  const SarifDiff diff =
      compare_sarif(report_of({{"R", "a.c", 3}}), report_of({{"R", "a.c", 3}, {"R", "a.c", 3}, {"R", "a.c", 4}}), {});
  EXPECT_EQ(counts(diff), "1 0 1 0");
  EXPECT_EQ(diff.after.copies, 1U);
}

const char* const kOld =
    "int f(int *p) {\n  int x;\n  return x + *p;\n}\nint g(int n) {\n  int *q = 0;\n  *q = n;\n  return n / 0;\n}\n";

TEST_F(Sources, FollowReorderedReformattedAndRenamedCode) {
  write("o/a.c", kOld);
  write("n/sub/b.c",
        "/* a comment */\nint g(int n)\n{\n    int *q = 0; // why\n    *q = n;\n    return n\n        / 0;\n}\n\n"
        "int f(int *p)\n{\n  int x;\n  return x +\n    *p;\n}\nint h(int *p) {\n  int x;\n  return x + *p;\n}\n");
  const std::vector<Row> before = {{"U", "a.c", 3}, {"N", "a.c", 7}, {"Z", "a.c", 8}};
  const std::vector<Row> after = {{"N", "sub/b.c", 5}, {"Z", "sub/b.c", 6}, {"U", "sub/b.c", 13}, {"U", "sub/b.c", 18}};
  const SarifDiff found = diff(before, after);
  ASSERT_EQ(counts(found), "1 0 3 0");
  for (const AlertChange& change : found.changes)
    if (change.state == AlertState::New) {
      EXPECT_EQ(found.alert(change).line, 18U);
    }
}

TEST_F(Sources, TellNewAlertsFromFixedOnes) {
  write("o/a.c", "void f(int *p) {\n  *p = 1;\n}\nvoid g(int *q) {\n}\n");
  write("n/a.c", "void f(int *p) {\n}\nvoid g(int *q) {\n  *q = 1;\n}\n");
  EXPECT_EQ(counts(diff({{"N", "a.c", 2}}, {{"N", "a.c", 4}})), "1 1 0 0");
  // The same place in the file, but other code.
  write("n/a.c", "void f(int *p) {\n  call(p[17], other, things);\n}\nvoid g(int *q) {\n}\n");
  EXPECT_EQ(counts(diff({{"N", "a.c", 2}}, {{"N", "a.c", 2}})), "1 1 0 0");
  // Changed code of the same statement.
  write("n/a.c", "void f(int *p) {\n  *p = 2;\n}\nvoid g(int *q) {\n}\n");
  EXPECT_EQ(counts(diff({{"N", "a.c", 2}}, {{"N", "a.c", 2}})), "0 0 0 1");
}

TEST_F(Sources, FollowARenamedFunctionAndOneThatMovedToAnotherFile) {
  write("o/a.c", kOld);
  write("n/a.c", "int renamed(int *p) {\n  int x;\n  return x + *p;\n}\n");
  write("n/b.c", "int g(int n) {\n  int *q = 0;\n  *q = n;\n  return n / 0;\n}\n");
  EXPECT_EQ(counts(diff({{"U", "a.c", 3}, {"N", "a.c", 7}, {"Z", "a.c", 8}},
                        {{"U", "a.c", 3}, {"N", "b.c", 3}, {"Z", "b.c", 4}})),
            "0 0 3 0");
}

TEST_F(Sources, AreFoundFromAnotherFolderAndMayBeMissing) {
  write("o/src/a.c", kOld);
  write("n/src/a.c", std::string("\n\n") + kOld);
  const std::vector<Row> before = {{"U", "/ci/1/src/a.c", 3}, {"N", "/ci/1/src/gone.c", 7}};
  const std::vector<Row> after = {{"U", "file:///ci/2/src/a.c", 5}, {"N", "file:///ci/2/src/gone.c", 7}};
  const SarifDiff found = diff(before, after);
  EXPECT_EQ(counts(found), "0 0 2 0");
  EXPECT_EQ(found.changes[0].evidence, "code around it");
}

TEST_F(Sources, OfPythonIgnoreComments) {
  write("o/a.py", "def f(x):\n    return x.y\n");
  write("n/a.py", "# more\ndef f(x):\n    # why '\n    return x.y  # here\n");
  EXPECT_EQ(counts(diff({{"N", "a.py", 2}}, {{"N", "a.py", 4}})), "0 0 1 0");
}

TEST(PairsInOrder, AreAsManyAsPossibleThenTheCheapest) {
  using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;
  const auto near = [](std::size_t left, std::size_t right) -> std::optional<std::uint64_t> {
    return left > right ? left - right : right - left;
  };
  EXPECT_EQ(pairs_in_order(2, 4, near), (Pairs{{0, 0}, {1, 1}}));
  EXPECT_EQ(pairs_in_order(3, 1, [&](std::size_t left, std::size_t) { return near(left, 2); }), (Pairs{{2, 0}}));
  const auto only_equal = [](std::size_t left, std::size_t right) -> std::optional<std::uint64_t> {
    return left % 3 == right % 3 ? std::optional<std::uint64_t>(0) : std::nullopt;
  };
  EXPECT_EQ(pairs_in_order(2, 6, only_equal).size(), 2U);
  EXPECT_TRUE(pairs_in_order(0, 5, near).empty());
  EXPECT_EQ(pairs_in_order(2000, 2000, near).size(), 2000U) << "too long for the best pairs";
}

/// Every alert has at most one partner.
TEST(SarifMatching, IsOneToOneAndFindsAllOfAnEqualReport) {
  std::vector<Row> rows;
  std::uint64_t state = 7;
  for (int i = 0; i < 300; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    rows.push_back({"R" + std::to_string(state >> 62U), "f" + std::to_string((state >> 58U) % 5), unsigned(i / 2 + 1),
                    "m" + std::to_string((state >> 50U) % 3)});
  }
  const SarifDiff same = compare_sarif(report_of(rows), report_of(rows), {});
  EXPECT_EQ(same.count(AlertState::Unchanged), same.after.alerts.size());
  for (const AlertChange& change : same.changes) EXPECT_FALSE(change.has_moved);
  std::vector<Row> fewer(rows.begin() + 40, rows.end());
  const SarifDiff diff = compare_sarif(report_of(rows), report_of(fewer), {});
  EXPECT_EQ(diff.count(AlertState::New), 0U);
  std::set<std::size_t> partners;
  for (const AlertChange& change : diff.changes)
    if (change.before && change.after) {
      EXPECT_TRUE(partners.insert(*change.before).second);
    }
}

}  // namespace
}  // namespace assay::core
