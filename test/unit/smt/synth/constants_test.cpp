#include "smt/synth/constants.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "support.hpp"

namespace assay::smt {
namespace {

constexpr const char* kNoRules = "";

std::vector<std::string> texts(testing::Shop& shop, const std::string& sort) {
  std::vector<std::string> all;
  for (const Constant& constant : shop->constants.of(shop.sort(sort))) all.push_back(shop.text(constant.term));
  return all;
}

bool has(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

TEST(Constants, AreDifferentValuesOfTheirSortAndTheirTermsSayThem) {
  testing::Shop shop(testing::Builtin{{"strings"}});
  for (const char* sort :
       {"Bool", "Int", "Real", "String", "RegLan", "RoundingMode", "(_ BitVec 1)", "(_ BitVec 2)", "(_ BitVec 8)",
        "(_ BitVec 64)", "(_ FloatingPoint 2 3)", "(_ FloatingPoint 8 24)", "(Array Int Bool)", "(Array Bool Bool)",
        "(Array (_ BitVec 1) (_ BitVec 1))", "(Array Int (Array Bool Bool))", "(Seq Int)", "(Seq (Seq Bool))"}) {
    std::set<Value> seen;
    const SortId id = shop.sort(sort);
    const Model empty;
    Evaluator evaluator(shop->store, empty);
    const auto list = shop->constants.of(id);
    EXPECT_GE(list.size(), 2U) << sort;
    for (const Constant& constant : list) {
      EXPECT_TRUE(seen.insert(constant.value).second) << sort << " twice: " << shop.text(constant.term);
      EXPECT_EQ(shop->store.sort_of(constant.term), id) << sort;
      const Outcome& outcome = evaluator.evaluate(constant.term);
      ASSERT_TRUE(outcome.known()) << shop.text(constant.term);
      EXPECT_EQ(outcome.value, constant.value) << shop.text(constant.term);
    }
  }
}

TEST(Constants, HaveTheBoundariesOfBitVectors) {
  testing::Shop shop(kNoRules);
  EXPECT_EQ(texts(shop, "(_ BitVec 1)"), (std::vector<std::string>{"#b0", "#b1"}));
  const auto bytes = texts(shop, "(_ BitVec 8)");
  for (const char* text : {"#x00", "#xff", "#x80", "#x7f", "#x01", "#x02", "#x08"})
    EXPECT_TRUE(has(bytes, text)) << text;
  EXPECT_EQ(bytes.front(), "#x00");
  EXPECT_EQ(texts(shop, "(_ BitVec 2)").size(), 4U);
}

TEST(Constants, HaveTheBoundariesOfFloats) {
  testing::Shop shop(kNoRules);
  const SortId sort = shop.sort("(_ FloatingPoint 5 11)");
  std::set<std::string> traits;
  for (const Constant& constant : shop->constants.of(sort)) traits.insert(trait(shop->store, constant.value, sort));
  for (const char* what : {"NaN", "zero", "negative zero", "infinity", "negative infinity", "subnormal",
                           "negative subnormal", "negative", ""})
    EXPECT_TRUE(traits.contains(what)) << what;
  // In the tiniest format too, where boundaries fall together.
  EXPECT_GE(shop->constants.of(shop.sort("(_ FloatingPoint 2 2)")).size(), 7U);
}

TEST(Constants, OfRuleFilesComeFirst) {
  testing::Shop shop("(constants Int 41 -7 0 41 (+ 40 2))(constants String \"x\")(constants (_ BitVec 4) #b0110)");
  EXPECT_EQ(texts(shop, "Int"), (std::vector<std::string>{"41", "(- 7)", "0", "42", "1", "(- 1)"}));
  EXPECT_EQ(texts(shop, "String"), (std::vector<std::string>{"\"x\"", "\"\"", "\"a\""}));
  EXPECT_EQ(texts(shop, "(_ BitVec 4)").front(), "#x6");
  const auto arrays = texts(shop, "(Array Int Int)");
  EXPECT_TRUE(
      std::any_of(arrays.begin(), arrays.end(), [](const auto& text) { return testing::has_part(text, "41"); }));
}

TEST(Constants, OfDatatypesHaveEveryConstructorAndNestBounded) {
  testing::Shop shop(
      "(prelude (declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L))))))"
      "(operation cons :theory datatypes :vars ((x Int) (l L)) :term (cons x l))",
      {"datatypes"});
  const SortId sort = shop->operations.at(0).result;
  std::set<std::string> traits;
  for (const Constant& constant : shop->constants.of(sort)) traits.insert(trait(shop->store, constant.value, sort));
  EXPECT_EQ(traits, (std::set<std::string>{"nil", "cons"}));
  EXPECT_LE(shop->constants.of(sort).size(), 8U);
}

TEST(Constants, ThereAreNoneForSortsWithoutValues) {
  testing::Shop shop(kNoRules);
  EXPECT_TRUE(shop->constants.of(shop.sort("RegLan")).empty()) << "only rule files give them";
  const auto script = parse_script(shop->store, "(declare-sort U 0)(declare-fun u () U)", "sort");
  ASSERT_TRUE(script.ok());
  EXPECT_TRUE(shop->constants.of(shop->store.node(script->commands[1].functions[0]).result).empty());
}

TEST(Constants, ATermIsFoundOrMadeForAnyValue) {
  testing::Shop shop(kNoRules);
  TermStore& store = shop->store;
  EXPECT_EQ(shop.text(shop->constants.term_of(Value(mpz_class(1)), store.int_sort()).value()), "1");
  EXPECT_EQ(shop.text(shop->constants.term_of(Value(mpz_class(-12345)), store.int_sort()).value()), "(- 12345)");
  const Value word(std::u32string(U"far away"));
  EXPECT_EQ(shop.text(shop->constants.term_of(word, store.string_sort()).value()), "\"far away\"");
}

TEST(Traits, SayWhatIsSpecial) {
  testing::Shop shop(kNoRules);
  TermStore& store = shop->store;
  const auto number = [&](const char* text) { return trait(store, Value(mpz_class(text)), store.int_sort()); };
  EXPECT_EQ(number("0"), "zero");
  EXPECT_EQ(number("1"), "one");
  EXPECT_EQ(number("-3"), "negative");
  EXPECT_EQ(number("2147483648"), "large");
  EXPECT_EQ(number("2147483647"), "");
  const auto real = [&](const mpq_class& value) { return trait(store, Value(value), store.real_sort()); };
  EXPECT_EQ(real(mpq_class(1, 2)), "fraction");
  EXPECT_EQ(real(mpq_class(-2)), "negative");
  const auto text = [&](std::u32string value) { return trait(store, Value(std::move(value)), store.string_sort()); };
  EXPECT_EQ(text(U""), "empty");
  EXPECT_EQ(text(U"a"), "one character");
  EXPECT_EQ(text(U"10"), "digits");
  EXPECT_EQ(text(U"-1"), "");
  EXPECT_EQ(text(U"a\u0007"), "not printable ASCII");
  EXPECT_EQ(trait(store, Value(true), store.bool_sort()), "true");
  EXPECT_EQ(trait(store, Value(RoundingMode::TowardZero), store.rounding_mode_sort()), "RTZ");
}

TEST(Traits, SayWhatIsSpecialAboutBitsAndComposites) {
  testing::Shop shop(kNoRules);
  TermStore& store = shop->store;
  const auto bits = [&](unsigned value) { return trait(store, make_bits(4, value), store.bit_vector_sort(4)); };
  const std::array<std::string, 16> wanted{"zero",
                                           "one",
                                           "",
                                           "",
                                           "",
                                           "",
                                           "",
                                           "signed maximum",
                                           "signed minimum",
                                           "sign bit set",
                                           "sign bit set",
                                           "sign bit set",
                                           "sign bit set",
                                           "sign bit set",
                                           "sign bit set",
                                           "all ones"};
  for (unsigned value = 0; value < 16; ++value) EXPECT_EQ(bits(value), wanted[value]) << value;
  const SortId ints = store.sequence_sort(store.int_sort());
  EXPECT_EQ(trait(store, make_sequence({}), ints), "empty");
  EXPECT_EQ(trait(store, make_sequence({Value(mpz_class(1))}), ints), "");
  const Value zero{mpz_class(0)};
  const Value one{mpz_class(1)};
  const SortId array = store.array_sort(store.int_sort(), store.int_sort());
  EXPECT_EQ(trait(store, make_array(zero, {}, 0), array), "constant array");
  EXPECT_EQ(trait(store, make_array(zero, {{one, one}}, 0), array), "");
}

}  // namespace
}  // namespace assay::smt
