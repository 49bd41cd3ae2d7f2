#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "analyzer/command/readers/reader.hpp"
#include "analyzer/tune/report/tune_job.hpp"

namespace assay::analyzer::tune {
namespace {

const CheckKey kOverflow{"src/a b.c", "parse", 12, "signed_overflow", "x + 1 ≤ 2147483647"};
const CheckKey kBounds{"src/a b.c", "parse", 13, "index_bound", "i < 10"};
const CheckKey kDead{"src/a b.c", "never", 20, "mem_access", "\\valid(p)"};
const CheckKey kElsewhere{"/usr/include/x.h", "", 0, "mem_access", ""};

RecipeRunResult two_runs() {
  Outcome first;
  first.status = Outcome::Status::Done;
  first.alarms = {kElsewhere, kOverflow, kBounds};
  first.cpu_seconds = 1;
  Outcome second = first;
  second.alarms = {kElsewhere, kOverflow};
  second.proved = {kBounds};
  second.dead = {kDead};
  RecipeRunResult result;
  result.code.name = "a b.c";
  result.code.folder = "/home/me";
  result.ingredients = {"default", "depth=2"};
  result.evaluation.within_budget = true;
  result.evaluation.alarms = {kElsewhere, kOverflow};
  result.evaluation.cpu_seconds = 2;
  result.evaluation.runs = {std::make_shared<const Outcome>(first), std::make_shared<const Outcome>(second)};
  return result;
}

TEST(AlarmsAsSarif, HaveRulesPlacesAndNumbers) {
  Definition definition;
  definition.name = "mine";
  definition.title = "My analyzer";
  const std::string text = to_sarif(definition, "1.0", {two_runs()});
  const nlohmann::json run = nlohmann::json::parse(text)["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["name"], "My analyzer");
  EXPECT_EQ(run["tool"]["driver"]["version"], "1.0");
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 2U);
  ASSERT_EQ(run["results"].size(), 2U);
  const nlohmann::json& place = run["results"][1]["locations"][0];
  EXPECT_EQ(place["physicalLocation"]["artifactLocation"]["uri"], "src/a%20b.c");
  EXPECT_EQ(place["physicalLocation"]["artifactLocation"]["uriBaseId"], "CODE1");
  EXPECT_EQ(run["originalUriBaseIds"]["CODE1"]["uri"], "file:///home/me/");
  EXPECT_EQ(place["logicalLocations"][0]["name"], "parse");
  EXPECT_FALSE(run["results"][0]["locations"][0]["physicalLocation"].contains("region"));
  const nlohmann::json& invocation = run["invocations"][0];
  EXPECT_EQ(invocation["executionSuccessful"], true);
  const nlohmann::json& numbers = invocation["properties"]["assay"];
  EXPECT_EQ(numbers["recipe"], (std::vector<std::string>{"default", "depth=2"}));
  EXPECT_EQ(numbers["proved"], 1);
  EXPECT_EQ(numbers["unreachable"], 1);
  ASSERT_EQ(numbers["runs"].size(), 2U);
  EXPECT_EQ(numbers["runs"][1]["ingredient"], "depth=2");
}

TEST(AlarmsAsSarif, AreReadAgain) {
  const std::string text = to_sarif({}, "", {two_runs()});
  const Result<Readings> readings = find_reader("sarif")->read({text, true, {}, {}, {}, "/home/me"});
  ASSERT_TRUE(readings.ok()) << readings.error().text();
  ASSERT_EQ(readings->alarms.size(), 2U);
  EXPECT_EQ(readings->alarms[1].file, kOverflow.file);
  EXPECT_EQ(readings->alarms[1].line, kOverflow.line);
  EXPECT_EQ(readings->alarms[0].file, kElsewhere.file);
}

TEST(AlarmsAsSarif, WithoutAlarmsAreStillARun) {
  const nlohmann::json document = nlohmann::json::parse(to_sarif({}, "", {}));
  EXPECT_TRUE(document["runs"][0]["results"].is_array());
  EXPECT_EQ(document["version"], "2.1.0");
}

TEST(AlarmsAsSarif, KeepBytesThatAreNoText) {
  RecipeRunResult result = two_runs();
  result.evaluation.alarms = {{"a\xff.c", "f\x01", 1, "k\xfe", "\xff"}};
  EXPECT_FALSE(nlohmann::json::parse(to_sarif({}, "", {result}), nullptr, false).is_discarded());
}

}  // namespace
}  // namespace assay::analyzer::tune
