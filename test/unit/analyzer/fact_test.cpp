#include "analyzer/fact/fact.hpp"

#include <gtest/gtest.h>

namespace assay::analyzer {
namespace {

constexpr Wide kGreatest = static_cast<Wide>(~WideBits{0} >> 1);

TEST(WideNumbers, AreWrittenAndReadBack) {
  for (const Wide value : {Wide{0}, Wide{1}, Wide{-1}, Wide{1} << 63, -(Wide{1} << 63), Wide{1} << 64, kGreatest,
                           -kGreatest, -kGreatest - 1})
    EXPECT_TRUE(wide_from(to_text(value)) == value) << to_text(value);
  EXPECT_EQ(to_text(kGreatest), "170141183460469231731687303715884105727");
  EXPECT_EQ(to_text(-kGreatest - 1), "-170141183460469231731687303715884105728");
}

TEST(WideNumbers, RefuseWhatIsNoneOrTooLarge) {
  for (const char* text : {"", "-", "1x", "0x10", " 1", "+1", "170141183460469231731687303715884105728",
                           "-170141183460469231731687303715884105729"})
    EXPECT_FALSE(wide_from(text)) << text;
}

TEST(Properties, HoldUpToTheirBounds) {
  const Interval range{-3, 5};
  EXPECT_TRUE(*holds(range, -3));
  EXPECT_TRUE(*holds(range, 5));
  EXPECT_FALSE(*holds(range, -4));
  EXPECT_FALSE(*holds(range, 6));
  EXPECT_TRUE(*holds(Interval{}, kGreatest));
  EXPECT_TRUE(*holds(Congruence{4, 3}, -1));
  EXPECT_FALSE(*holds(Congruence{4, 3}, 1));
  EXPECT_TRUE(*holds(ValueSet{{1, 7}, false}, 7));
  EXPECT_FALSE(*holds(ValueSet{{1, 7}, false}, 2));
  EXPECT_FALSE(*holds(ValueSet{{0}, true}, 0));
  EXPECT_TRUE(*holds(ValueSet{{0}, true}, -1));
  EXPECT_TRUE(*holds(Truth{true}, 2));
  EXPECT_FALSE(*holds(Truth{false}, 2));
}

TEST(Properties, KnownBitsAreThoseOfTheTwosComplement) {
  const KnownBits bits{8, 0x01, 0x80};
  EXPECT_TRUE(*holds(bits, 0x80));
  EXPECT_TRUE(*holds(bits, -128));
  EXPECT_TRUE(*holds(bits, 0xfe));
  EXPECT_FALSE(*holds(bits, 0x81));
  EXPECT_FALSE(*holds(bits, 0x7e));
  EXPECT_EQ(to_text(bits), "bits 1??????0");
}

TEST(Properties, OfMoreThanOneValueAreNotJudgedByOne) {
  for (const Property& property : {Property(Relation{"==", "y", 0}), Property(Unreachable{}),
                                   Property(Aliasing{"p", true}), Property(Named{"ground", {"X"}})})
    EXPECT_FALSE(holds(property, 1)) << to_text(property);
}

std::vector<Property> all_properties() {
  return {Interval{1, std::nullopt},
          Interval{std::nullopt, -(Wide{1} << 70)},
          Interval{-5, Wide{1} << 63},
          Congruence{8, 3},
          ValueSet{{-1, 2}, false},
          ValueSet{{0}, true},
          KnownBits{64, ~0ULL, 0},
          KnownBits{128, WideBits{1} << 127, 1},
          Truth{true},
          Relation{"<=", "y", -1},
          Unreachable{},
          Aliasing{"q", false},
          Aliasing{"q", true},
          Named{"mshare", {"[X, Y]", "[Z]"}}};
}

TEST(Facts, AreTheSameAfterJson) {
  for (const Property& property : all_properties()) {
    Fact fact;
    fact.place = {"a.c", 12, 7, Place::When::Before, "f", "main > f"};
    fact.subject = {Subject::Kind::Variable, Subject::Measure::StringLength, "x \"quoted\"\n", "+", "unsigned char"};
    fact.property = property;
    fact.mode = Fact::Mode::May;
    fact.assumptions = {std::string(kNoUndefined)};
    fact.source = "known";
    fact.origin = "<value/>";
    const Result<Fact> read = fact_from_json(to_json(fact));
    ASSERT_TRUE(read.ok()) << read.error().text();
    EXPECT_TRUE(*read == fact) << to_json(fact) << "\n" << to_json(*read);
  }
}

TEST(Facts, SayWhatIsWrongWithTheirJson) {
  const std::pair<const char*, const char*> kWrong[] = {
      {"[]", "no JSON object"},
      {"{\"property\": \"interval\"", "no JSON object"},
      {"{}", "'property'"},
      {R"({"property": "colour"})", "'property'"},
      {R"({"property": "interval", "low": 1.5})", "'low'"},
      {R"({"property": "interval", "line": -1})", "'line'"},
      {R"({"property": "congruence", "modulus": 0, "remainder": 0})", "'modulus'"},
      {R"({"property": "known-bits", "width": 200, "zeros": "0x0", "ones": "0x0"})", "'width'"},
      {R"({"property": "known-bits", "width": 8, "zeros": "9", "ones": "0x0"})", "'zeros'"},
      {R"({"property": "relation", "op": "=", "expression": "y"})", "'op'"},
      {R"({"property": "values", "values": [1, "x"]})", "'values'"},
      {R"({"property": "unreachable", "mode": "perhaps"})", "'mode'"},
  };
  for (const auto& [json, expected] : kWrong) {
    const Result<Fact> read = fact_from_json(json);
    ASSERT_FALSE(read.ok()) << json;
    EXPECT_NE(read.error().text().find(expected), std::string::npos) << read.error().text();
  }
}

TEST(Facts, AreOneLineForPeople) {
  Fact fact;
  fact.place = {"a.c", 12, 7, Place::When::At, "", ""};
  fact.subject.text = "x + 1";
  fact.subject.operation = "+";
  fact.subject.type = "int";
  fact.property = Interval{0, 255};
  fact.source = "known";
  EXPECT_EQ(to_text(fact), "a.c:12:7: x + 1 in [0, 255] (must; known)");
  EXPECT_EQ(class_of(fact), "interval of + as int by known");
}

/// A fact about a value, with the statement that defines it.
Fact defined(const char* context, const char* value, const char* origin) {
  Fact fact;
  fact.place.context = context;
  fact.subject.text = value;
  fact.origin = origin;
  return fact;
}

TEST(Facts, FirstAreThoseThatFollowFromNoOtherOfTheirMoment) {
  const std::vector<Fact> facts = {
      defined("O1", "a", "a = p + 1"), defined("O1", "b", "b = a * 2"),
      defined("O1", "ab", "ab = b"),   defined("O2", "b", "b = a * 2"),  // here, a is not among them
      defined("O3", "x", "x = y + 1"), defined("O3", "y", "y = x + 1")};
  EXPECT_EQ(first_of(facts, {0, 1, 2, 3}), (std::vector<std::size_t>{0, 3}));
  EXPECT_EQ(first_of(facts, {1, 2}), (std::vector<std::size_t>{1}));
  // A cycle of facts at one moment, and a fact of another moment.
  EXPECT_EQ(first_of(facts, {3, 4, 5}), (std::vector<std::size_t>{3, 4, 5}));
  EXPECT_TRUE(first_of(facts, {}).empty());
}

/// A fact about an expression of a source file.
Fact written(unsigned line, unsigned column, const char* text, const char* operation, Property property) {
  Fact fact;
  fact.place = {"a.c", line, column, Place::When::At, "", ""};
  fact.subject.text = text;
  fact.subject.operation = operation;
  fact.property = std::move(property);
  return fact;
}

TEST(Facts, InASourceAFactFollowsFromThatOfItsPartOrOfAnEarlierValue) {
  const Property five = ValueSet{{5}, false};
  const std::vector<Fact> facts = {
      written(1, 26, "a || 5", "||", five),
      written(1, 36, "x", "variable", five),
      written(1, 38, "x == 5", "==", Truth{true}),
      written(1, 38, "", "condition", Truth{true}),
      written(2, 9, "y", "variable", Truth{false}),
      written(2, 12, "xy + 1", "+", five),
      written(2, 20, "x + 1", "+", ValueSet{{6}, false}),
      written(1, 10, "x", "variable", five),
      written(3, 4, "", "condition", Truth{true}),
      written(4, 5, "a | b", "|", Interval{1, std::nullopt}),
      written(4, 20, "z", "variable", Truth{true}),
      written(4, 20, "", "condition", Truth{true}),
      written(5, 3, "w", "variable", Truth{false}),
  };
  EXPECT_EQ(first_of(facts, {0, 1, 2, 3}), (std::vector<std::size_t>{0}));
  EXPECT_EQ(first_of(facts, {1, 2, 3}), (std::vector<std::size_t>{1})) << "the part is a variable";
  EXPECT_EQ(first_of(facts, {2, 3}), (std::vector<std::size_t>{2}));
  EXPECT_EQ(first_of(facts, {0, 4, 8}), (std::vector<std::size_t>{0, 4, 8})) << "other values and places";
  EXPECT_EQ(first_of(facts, {4, 5}), (std::vector<std::size_t>{4, 5})) << "y is no part of xy + 1";
  EXPECT_EQ(first_of(facts, {1, 6}), (std::vector<std::size_t>{1, 6})) << "of another line";
  EXPECT_EQ(first_of(facts, {0, 7}), (std::vector<std::size_t>{0, 7})) << "before the value";
  EXPECT_EQ(first_of(facts, {9, 10, 11}), (std::vector<std::size_t>{9})) << "a value above 0 is true";
  EXPECT_EQ(first_of(facts, {0, 10}), (std::vector<std::size_t>{0})) << "5 is true";
  EXPECT_EQ(first_of(facts, {9, 12}), (std::vector<std::size_t>{9, 12})) << "but not false";
}

}  // namespace
}  // namespace assay::analyzer
