#include "analyzer/tune/search/ask_tell.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "spaces.hpp"

namespace assay::analyzer::tune {
namespace {

using nlohmann::json;

SearchTask ask_tell_task(const Space& space) {
  SearchTask task;
  task.space = &space;
  task.budget.cpu_seconds = 5;
  task.schedule = {*space.ingredient("slevel=100")};
  return task;
}

std::vector<json> lines_of(const std::ostringstream& out) {
  std::vector<json> lines;
  std::istringstream in(out.str());
  for (std::string line; std::getline(in, line);) lines.push_back(json::parse(line));
  return lines;
}

TEST(AskTell, SaysWhatTheSpaceIs) {
  const Space space = space_of(eva());
  const json line = json::parse(describe(ask_tell_task(space)));
  EXPECT_EQ(line["protocol"], "assay-tune-1");
  ASSERT_EQ(line["knobs"].size(), 5U);
  EXPECT_EQ(line["knobs"][0],
            json::parse(R"({"name":"slevel","values":["0","10","100"],"default":"0","ordered":true})"));
  EXPECT_EQ(line["knobs"][4]["when"], json::parse(R"({"knob":"loops","values":["unroll"]})"));
  EXPECT_TRUE(line["domain"].is_null());
  EXPECT_EQ(line["budget"], json::parse(R"({"cpu_seconds":5.0,"memory_bytes":2147483648,"resource":"time"})"));
  EXPECT_EQ(line["schedule"][0]["slevel"], "100");
  EXPECT_EQ(line["longest"], 3);
  EXPECT_TRUE(line["seed"].is_number_unsigned());
  const Space domains_space = space_of(crab());
  SearchTask task;
  task.space = &domains_space;
  const json domains = json::parse(describe(task));
  EXPECT_EQ(domains["domain"], "domain");
  EXPECT_EQ(domains["less_precise"].size(), 8U);
  EXPECT_EQ(domains["less_precise"][0], json::parse(R"(["intervals","ric"])"));
}

TEST(AskTell, RoundTrip) {
  const Space space = space_of(eva());
  std::istringstream in(
      R"({"ask":[{"recipe":[{"slevel":"10"},{"loops":"unroll","unrolling":"100"}],"cap":2.5},{"recipe":[{}]}]})"
      "\n"
      R"({"done":true})"
      "\n");
  std::ostringstream out;
  std::ostringstream trouble;
  const auto search = make_ask_tell(ask_tell_task(space), in, out, trouble);
  const std::vector<Proposal> asked = search->ask();
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_EQ(asked[0].recipe, recipe_of(space, {"slevel=10", "loops=unroll unrolling=100"}));
  EXPECT_EQ(asked[0].cap_seconds, 2.5);
  EXPECT_EQ(asked[1].recipe, recipe_of(space, {"default"}));
  EXPECT_EQ(asked[1].cap_seconds, 0);
  std::vector<Evaluation> evaluations(2);
  evaluations[0].recipe = asked[0].recipe;
  evaluations[0].cost = 0.25;
  evaluations[0].within_budget = true;
  evaluations[0].cpu_seconds = 1.5;
  evaluations[0].alarms = {{"a.c", "f", 1, "overflow", "x"}};
  Outcome done;
  done.status = Outcome::Status::Done;
  done.cpu_seconds = 1.5;
  evaluations[0].runs = {std::make_shared<const Outcome>(done)};
  evaluations[1].recipe = asked[1].recipe;
  evaluations[1].cost = std::numeric_limits<double>::infinity();
  evaluations[1].reason = "over the budget (timeout)";
  search->tell(evaluations);
  EXPECT_TRUE(search->ask().empty());
  EXPECT_TRUE(search->ask().empty());
  const std::vector<json> lines = lines_of(out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[0].contains("knobs"));
  const json& told = lines[1]["tell"];
  EXPECT_EQ(told[0]["cost"], 0.25);
  EXPECT_EQ(told[0]["alarms"], 1);
  EXPECT_EQ(told[0]["runs"], json::parse(R"([{"status":"done","reason":"","cpu_seconds":1.5,"alarms":0}])"));
  EXPECT_EQ(told[0]["recipe"][0], json::parse(R"({"slevel":"10","octagon":"off","split":"none","loops":"widen"})"));
  EXPECT_TRUE(told[1]["cost"].is_null());
  EXPECT_EQ(told[1]["within_budget"], false);
  EXPECT_EQ(told[1]["reason"], "over the budget (timeout)");
  EXPECT_EQ(trouble.str(), "");
  // A recipe that was told can be asked again.
  const Result<std::vector<Proposal>> again =
      read_ask(ask_tell_task(space), json{{"ask", {{{"recipe", told[0]["recipe"]}}}}}.dump());
  EXPECT_EQ(again->at(0).recipe, asked[0].recipe);
}

TEST(AskTell, TheRowTakesTheStreamsOfItsTask) {
  const Space space = space_of(eva());
  std::istringstream in(R"({"ask":[{"recipe":[{"split":"auto"}]}]})");
  std::ostringstream out;
  std::ostringstream trouble;
  SearchTask task = ask_tell_task(space);
  for (const SearchRow& row : searches()) {
    if (row.name != "ask-tell") continue;
    EXPECT_TRUE(row.make(task)->ask().empty());
    task.driver = {&in, &out, &trouble};
    EXPECT_EQ(row.make(task)->ask().at(0).recipe, recipe_of(space, {"split=auto"}));
  }
  EXPECT_EQ(lines_of(out).size(), 1U);
}

TEST(AskTell, BadInputEndsTheSearchWithAMessage) {
  const Space space = space_of(eva());
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"", "has ended without"},
      {"nonsense", "no JSON object"},
      {"[1]", "no JSON object"},
      {R"({"ask":[]})", "neither"},
      {R"({"done":false})", "neither"},
      {R"({"ask":[{"recipe":[]}]})", "a recipe is empty"},
      {R"({"ask":[{"cap":1}]})", "no \"recipe\""},
      {R"({"ask":[7]})", "no \"recipe\""},
      {R"({"ask":[{"recipe":["slevel=10"]}]})", "no object"},
      {R"({"ask":[{"recipe":[{"level":"10"}]}]})", "no setting 'level'"},
      {R"({"ask":[{"recipe":[{"slevel":"11"}]}]})", "no value '11' (it has: 0, 10, 100)"},
      {R"({"ask":[{"recipe":[{"slevel":10}]}]})", "is no text"},
      {R"({"ask":[{"recipe":[{},{},{},{}]}]})", "longer than 3"},
      {R"({"ask":[{"recipe":[{}],"cap":-1}]})", "\"cap\""},
      {R"({"ask":[{"recipe":[{}],"cap":"1"}]})", "\"cap\""},
      {R"({"ask":[{"recipe":[{}]},{"recipe":[{"x":"y"}]}]})", "no setting 'x'"},
      {"\x1b[31m\xff", "no JSON object"},
  };
  for (const auto& [line, expected] : bad) {
    std::istringstream in(line.empty() ? "" : line + "\n" + R"({"ask":[{"recipe":[{}]}]})" + "\n");
    std::ostringstream out;
    std::ostringstream trouble;
    const auto search = make_ask_tell(ask_tell_task(space), in, out, trouble);
    EXPECT_TRUE(search->ask().empty()) << line;
    EXPECT_TRUE(search->ask().empty()) << line;
    EXPECT_NE(trouble.str().find(expected), std::string::npos) << trouble.str();
    EXPECT_EQ(trouble.str().find('\x1b'), std::string::npos);
    EXPECT_TRUE(lines_of(out).at(1).contains("error"));
    EXPECT_EQ(lines_of(out).size(), 2U);
  }
}

}  // namespace
}  // namespace assay::analyzer::tune
