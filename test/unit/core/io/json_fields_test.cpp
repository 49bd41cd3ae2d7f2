#include "assay/core/json_fields.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>
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
  bool operator==(const Whole&) const = default;
};
constexpr auto json_fields(const Whole*) {
  return std::tuple{json_field("colour", &Whole::colour),   json_field("parts", &Whole::parts),
                    json_field("weights", &Whole::weights), json_field("tags", &Whole::tags),
                    json_field("balance", &Whole::balance), sparse_field("note", &Whole::note)};
}

std::optional<std::string> problem_of(const char* text) {
  Whole whole;
  return read_json(Json::parse(text), whole);
}

TEST(JsonFields, WriteAndReadTheSame) {
  const Whole whole{Colour::Green, {{"a", 1}, {"b", 255}}, {{"x", 0.5}}, {"p", "q"}, -3, "n"};
  const auto json = json_from<Json>(whole);
  EXPECT_EQ(json.dump(),
            R"({"colour":"green","parts":[{"name":"a","size":1},{"name":"b","size":255}],"weights":{"x":0.5},)"
            R"("tags":["p","q"],"balance":-3,"note":"n"})");
  Whole read;
  EXPECT_EQ(read_json(json, read), std::nullopt);
  EXPECT_EQ(read, whole);
}

TEST(JsonFields, AreLeftOutWhereTheyMayBe) {
  EXPECT_FALSE(json_from<Json>(Whole()).contains("note"));
  EXPECT_TRUE(json_from<Json>(Whole()).contains("balance"));
  EXPECT_EQ(problem_of("{}"), std::nullopt);
}

TEST(JsonFields, NameTheFirstOneThatIsWrong) {
  EXPECT_EQ(problem_of("[]"), "");
  EXPECT_EQ(problem_of(R"({"colour":"blue"})"), "colour");
  EXPECT_EQ(problem_of(R"({"parts":[{"size":1}]})"), "parts") << "a required field is missing";
  EXPECT_EQ(problem_of(R"({"parts":[{"name":"a","size":256}]})"), "parts") << "it does not fit in the member";
  EXPECT_EQ(problem_of(R"({"balance":1.5})"), "balance");
  EXPECT_EQ(problem_of(R"({"balance":9999999999})"), "balance");
  EXPECT_EQ(problem_of(R"({"tags":[1]})"), "tags");
  EXPECT_EQ(problem_of(R"({"weights":{"x":true}})"), "weights");
  Part part;
  EXPECT_EQ(read_json(Json::parse(R"({"size":1})"), part), "name");
}

}  // namespace
}  // namespace assay::core
