#include "core/io/json_fields.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay::core {
namespace {

using Json = nlohmann::ordered_json;

enum class Colour { Red, Green };
constexpr auto json_names(Colour) {
  return std::array{std::pair{Colour::Red, "red"}, std::pair{Colour::Green, "green"}};
}

struct Part {
  std::string name;
  unsigned char size = 0;
  bool operator==(const Part&) const = default;
};
constexpr auto json_fields(const Part*) {
  return std::tuple{required_field("name", &Part::name), json_field("size", &Part::size)};
}

struct Whole {
  Colour colour = Colour::Red;
  std::vector<Part> parts;
  std::map<std::string, double> weights;
  std::set<std::string> tags;
  int balance = 0;
  std::string note = {};
  std::vector<Part> sides = {};
  bool good = false;
  std::optional<Part> twin = {};
  bool operator==(const Whole&) const = default;
};
constexpr auto json_fields(const Whole*) {
  return std::tuple{json_field("colour", &Whole::colour),
                    json_field("parts", &Whole::parts),
                    json_field("weights", &Whole::weights),
                    json_field("tags", &Whole::tags),
                    json_field("balance", &Whole::balance),
                    sparse_field("note", &Whole::note),
                    sparse_field("sides", &Whole::sides, ListForm<RowForm>()),
                    json_group("inner", json_field("mood", &Whole::good, WordForm{"good", "bad"}),
                               json_field(
                                   "twin", [](auto& whole) -> auto& { return whole.twin; }))};
}

std::optional<std::string> problem_of(const char* text) {
  Whole whole;
  return read_json(Json::parse(text), whole);
}

TEST(JsonFields, WriteAndReadTheSame) {
  const Whole whole{Colour::Green, {{"a", 1}, {"b", 255}}, {{"x", 0.5}}, {"p", "q"}, -3, "n", {{"s", 7}}, true,
                    Part{"t", 2}};
  const auto json = json_from<Json>(whole);
  EXPECT_EQ(json.dump(),
            R"({"colour":"green","parts":[{"name":"a","size":1},{"name":"b","size":255}],"weights":{"x":0.5},)"
            R"("tags":["p","q"],"balance":-3,"note":"n","sides":[["s",7]],)"
            R"("inner":{"mood":"good","twin":{"name":"t","size":2}}})");
  Whole read;
  EXPECT_EQ(read_json(json, read), std::nullopt);
  EXPECT_EQ(read, whole);
}

TEST(JsonFields, AreLeftOutWhereTheyMayBe) {
  EXPECT_FALSE(json_from<Json>(Whole()).contains("note"));
  EXPECT_TRUE(json_from<Json>(Whole()).contains("balance"));
  EXPECT_FALSE(json_from<Json>(Whole()).contains("sides"));
  EXPECT_EQ(problem_of("{}"), std::nullopt);
}

TEST(JsonFields, WriteNullForWhatIsAbsentOrInfinite) {
  Whole whole;
  whole.weights["x"] = std::numeric_limits<double>::infinity();
  const auto json = Json::parse(json_text(json_from<Json>(whole)));
  EXPECT_TRUE(json.at("weights").at("x").is_null());
  EXPECT_TRUE(json.at("inner").at("twin").is_null());
  Whole read;
  EXPECT_EQ(read_json(json, read), std::nullopt);
  EXPECT_EQ(read, whole);
}

TEST(JsonFields, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(problem_of("[]"), "it is no object");
  EXPECT_EQ(problem_of(R"({"colour":"blue"})"), "'colour' is none of: red, green");
  EXPECT_EQ(problem_of(R"({"parts":[{"name":"a"},{"size":1}]})"), "in 'parts', row 2: 'name' is missing");
  EXPECT_EQ(problem_of(R"({"parts":[{"name":"a","size":256}]})"), "in 'parts', row 1: 'size' is no count");
  EXPECT_EQ(problem_of(R"({"balance":1.5})"), "'balance' is no whole number");
  EXPECT_EQ(problem_of(R"({"balance":9999999999})"), "'balance' is no whole number");
  EXPECT_EQ(problem_of(R"({"tags":[1]})"), "in 'tags', row 1 is no text");
  EXPECT_EQ(problem_of(R"({"weights":{"x":true}})"), "in 'weights': 'x' is no number");
  EXPECT_EQ(problem_of(R"({"sides":[["a",1,2]]})"), "in 'sides', row 1 is no list of 2 values");
  EXPECT_EQ(problem_of(R"({"sides":[["a",-1]]})"), "in 'sides', row 1 is no count");
  EXPECT_EQ(problem_of(R"({"inner":{"mood":"sad"}})"), "in 'inner': 'mood' is none of: good, bad");
  EXPECT_EQ(problem_of(R"({"inner":[]})"), "'inner' is no object");
  std::vector<Part> parts;
  EXPECT_EQ(read_json(Json::parse(R"([{"name":1}])"), parts), "row 1: 'name' is no text");
}

}  // namespace
}  // namespace assay::core
