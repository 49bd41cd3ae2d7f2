#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <tuple>

#include "analyzer/tune/job/tuner.hpp"
#include "analyzer/tune/report/tuned_json.hpp"
#include "unit/analyzer/tune/spaces.hpp"
#include "unit/analyzer/tune/tunings.hpp"

namespace assay::analyzer::tune::made_up {
namespace {

Tuned there_and_back(const Tuned& tuned) {
  const Result<Tuned> back = tuned_from_json(tuned_to_json(tuned));
  EXPECT_TRUE(back.ok()) << (back.ok() ? "" : back.error().text());
  return back.ok() ? *back : Tuned{};
}

void expect_same(const std::optional<ChosenRecipe>& a, const std::optional<ChosenRecipe>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  EXPECT_EQ(a->ingredients, b->ingredients);
  EXPECT_EQ(a->cpu_seconds, b->cpu_seconds);
  EXPECT_EQ(a->memory_bytes, b->memory_bytes);
  EXPECT_EQ(a->alarms, b->alarms);
}

void expect_same_rows(const Tuned& a, const Tuned& b) {
  ASSERT_EQ(a.history.size(), b.history.size());
  for (std::size_t i = 0; i < a.history.size(); ++i) {
    const auto values = [](const TuneStep& s) {
      return std::tuple(s.runs, s.cpu_seconds, s.recipe, s.reason, s.cost_seconds, s.alarms, s.cost, s.best);
    };
    EXPECT_EQ(values(a.history[i]), values(b.history[i])) << i;
  }
  ASSERT_EQ(a.ingredients.size(), b.ingredients.size());
  for (std::size_t i = 0; i < a.ingredients.size(); ++i) {
    const auto values = [](const IngredientRow& r) {
      return std::tuple(r.ingredient, r.status, r.reason, r.cpu_seconds, r.memory_bytes, r.alarms, r.proved, r.alone,
                        r.left);
    };
    EXPECT_EQ(values(a.ingredients[i]), values(b.ingredients[i])) << i;
  }
  ASSERT_EQ(a.suspects.size(), b.suspects.size());
  for (std::size_t i = 0; i < a.suspects.size(); ++i) {
    const auto values = [](const Suspect& s) { return std::tuple(s.ingredient, s.checks, s.verdict, s.broken); };
    EXPECT_EQ(values(a.suspects[i]), values(b.suspects[i])) << i;
  }
}

void expect_same(const Tuned& a, const Tuned& b) {
  const auto values = [](const Tuned& t) {
    return std::tuple(t.code.name, t.code.files, t.code.flags, t.code.folder, t.code.function, t.problem, t.again,
                      t.ended, t.universe, t.proved, t.dead, t.notes, t.cpu_seconds, t.runs);
  };
  EXPECT_EQ(values(a), values(b));
  expect_same(a.standard, b.standard);
  expect_same(a.alone, b.alone);
  expect_same(a.best, b.best);
  expect_same_rows(a, b);
}

TEST(TunedJson, ComesBackAsItWas) {
  for (const Tuned& one : {Tuned{}, tuned(), nasty(), failed("it does not parse")})
    expect_same(there_and_back(one), one);
}

TEST(TunedJson, KeepsEveryStatusOfAnIngredient) {
  using enum Outcome::Status;
  Tuned made;
  for (const Outcome::Status status : {Done, Limited, Failed, Rejected, Stopped})
    made.ingredients.push_back({"default", status, "", 0, 0, 0, 0, 0, {}});
  expect_same(there_and_back(made), made);
}

TEST(TunedJson, KeepsNumbersExactly) {
  Tuned made = tuned();
  made.cpu_seconds = 0.1 + 0.2;
  made.best->memory_bytes = std::numeric_limits<std::uint64_t>::max();
  made.universe.front().line = std::numeric_limits<unsigned>::max();
  made.history.front().cost = std::numeric_limits<double>::infinity();
  expect_same(there_and_back(made), made);
}

TEST(TunedJson, MakesTextOfBytes) {
  Tuned made = tuned("caf\xE9.c");
  EXPECT_EQ(there_and_back(made).code.name, "caf\xEF\xBF\xBD.c");
}

TEST(TunedJson, SaysWhatIsWrong) {
  struct Row {
    const char* pointer;  ///< the replaced value's place
    nlohmann::json value;
    const char* complaint;
  };
  const std::vector<Row> rows = {
      {"/runs", nullptr, "'runs' is no count"},
      {"/runs", -1, "'runs' is no count"},
      {"/runs", 1.5, "'runs' is no count"},
      {"/cpu_seconds", "x", "'cpu_seconds' is no number"},
      {"/code", 1, "'code' is no object"},
      {"/code/name", 1, "in 'code': 'name' is no text"},
      {"/notes", "x", "'notes' is no list"},
      {"/notes/0", 1, "in 'notes', row 1 is no text"},
      {"/universe/1/line", 4294967296, "in 'universe', row 2: 'line' is no count"},
      {"/best/alarms/0/kind", nullptr, "in 'best': in 'alarms', row 1: 'kind' is no text"},
      {"/history/2/best", 1, "in 'history', row 3: 'best' is neither true nor false"},
      {"/ingredients/0/status", "fine",
       "in 'ingredients', row 1: 'status' is none of: done, limited, failed, rejected, stopped"},
  };
  for (const Row& row : rows) {
    nlohmann::json json = nlohmann::json::parse(tuned_to_json(tuned()));
    json[nlohmann::json::json_pointer(row.pointer)] = row.value;
    const Result<Tuned> back = tuned_from_json(json.dump());
    ASSERT_FALSE(back.ok()) << row.pointer;
    EXPECT_EQ(back.error().message, std::string("what is stored of a tuning cannot be read: ") + row.complaint);
  }
  nlohmann::json json = nlohmann::json::parse(tuned_to_json(tuned()));
  json["history"][1].erase("runs");
  EXPECT_EQ(tuned_from_json(json.dump()).error().message,
            "what is stored of a tuning cannot be read: in 'history', row 2: 'runs' is missing");
  Tuned dangling = tuned();
  dangling.ingredients[0].left = {39, 40};
  EXPECT_EQ(tuned_from_json(tuned_to_json(dangling)).error().message,
            "what is stored of a tuning cannot be read: 'left' of 'default' has 40, and there are 40 checks");
  for (const char* text : {"", "{", "[]", "{}", "null", "\xFF"}) EXPECT_FALSE(tuned_from_json(text).ok()) << text;
}

TEST(TuningJson, HoldsEveryPieceOfCode) {
  TuneRecord made = record({tuned(), nasty(), failed("it does not parse")});
  made.wanted = 5;
  made.options.budget.resource = Budget::Resource::Memory;
  const auto json = nlohmann::json::parse(to_json(made));
  EXPECT_EQ(json.at("target"), "eva");
  EXPECT_EQ(json.at("wanted"), 5);
  EXPECT_EQ(json.at("budget").at("resource"), "memory");
  ASSERT_EQ(json.at("codes").size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const Result<Tuned> back = tuned_from_json(json.at("codes").at(i).dump());
    ASSERT_TRUE(back.ok()) << back.error().text();
    expect_same(*back, made.codes[i]);
  }
  const Result<TuneOptions> options = tune_option_table().from_toml(json.at("configuration").get<std::string>());
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->budget.resource, Budget::Resource::Memory);
  EXPECT_TRUE(nlohmann::json::parse(to_json({})).at("codes").is_array());
}

TEST(LearnedFile, KeepsPiecesOfOneNameApart) {
  const auto piece = [](const char* helpful) {
    Tuned one;
    one.code.name = "project";
    one.universe = checks(2);
    one.ingredients = {{"default", Outcome::Status::Done, "", 1, 0, 2, 0, 0, {0, 1}},
                       {helpful, Outcome::Status::Done, "", 1, 0, 0, 2, 2, {}}};
    return one;
  };
  const Result<std::string> learned = learned_schedule_file(record({piece("slevel=100"), piece("precision=3")}));
  ASSERT_TRUE(learned.ok()) << learned.error().text();
  EXPECT_NE(learned->find("slevel=100"), std::string::npos) << *learned;
  EXPECT_NE(learned->find("precision=3"), std::string::npos) << *learned;
}

TEST(LearnedFile, HasNoSettingsOfFunctions) {
  Tuned one;
  one.code.name = "project";
  one.universe = checks(2);
  one.ingredients = {{"default", Outcome::Status::Done, "", 1, 0, 2, 0, 0, {0, 1}},
                     {"slevel@main=100", Outcome::Status::Done, "", 1, 0, 0, 2, 2, {}},
                     {"slevel=100", Outcome::Status::Done, "", 2, 0, 1, 1, 0, {0}}};
  const Result<std::string> learned = learned_schedule_file(record({one}));
  ASSERT_TRUE(learned.ok()) << learned.error().text();
  EXPECT_NE(learned->find("slevel=100"), std::string::npos) << *learned;
  EXPECT_EQ(learned->find('@'), std::string::npos) << *learned;
}

TEST(RecipeFiles, KeepSettingsOfFunctions) {
  RecipeFile file{"eva", "1", {}, {}};
  file.rows.push_back({"a.c", {"a.c"}, "", {"slevel=10 slevel@f=100", "split@g=auto"}, 1, 2, 1});
  const Result<RecipeFile> back = recipes_from_toml(to_toml(file), "recipe.toml");
  ASSERT_TRUE(back.ok()) << back.error().text();
  ASSERT_EQ(back->rows.size(), 1U);
  EXPECT_EQ(back->rows[0].ingredients, file.rows[0].ingredients);
  const Space space = space_of(eva_by_functions());
  const Result<Recipe> recipe = recipe_from(space, back->rows[0].ingredients);
  ASSERT_TRUE(recipe.ok()) << recipe.error().text();
  EXPECT_EQ(texts_of(space, *recipe), file.rows[0].ingredients);
}

}  // namespace
}  // namespace assay::analyzer::tune::made_up
