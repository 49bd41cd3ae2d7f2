#include <gtest/gtest.h>

#include <string>

#include "unit/smt/theory/apply_operator.hpp"

namespace assay::smt::strings_test {
namespace {

Value text(std::u32string word) { return Value(std::move(word)); }
Value integer(long number) { return Value(mpz_class(number)); }

/// Tests of strings that the examples of the conformance suite cannot express.
TEST(Strings, OrdersByCodePoints) {
  // UTF-16 would put U+10000 before U+E000.
  EXPECT_EQ(value_of("str.<", {text(U"\uE000"), text(U"\U00010000")}), Value(true));
  EXPECT_EQ(value_of("str.<", {text(U"a"), text(U"b"), text(U"b")}), Value(false));
  EXPECT_EQ(value_of("str.<=", {text(U"a"), text(U"b"), text(U"b")}), Value(true));
  EXPECT_EQ(value_of("str.<=", {text(U"a"), text(U"c"), text(U"b")}), Value(false));
}

TEST(Strings, TakesIntegersOfAnySize) {
  const Value huge(mpz_class("123456789012345678901234567890"));
  const Value minus_huge(mpz_class("-123456789012345678901234567890"));
  // Positions that a 64-bit wrap-around would bring back into the string.
  const Value wrapped(mpz_class("18446744073709551616"));
  EXPECT_EQ(value_of("str.at", {text(U"abc"), wrapped}), text(U""));
  EXPECT_EQ(value_of("str.at", {text(U"abc"), huge}), text(U""));
  EXPECT_EQ(value_of("str.substr", {text(U"abc"), integer(1), huge}), text(U"bc"));
  EXPECT_EQ(value_of("str.substr", {text(U"abc"), integer(1), minus_huge}), text(U""));
  EXPECT_EQ(value_of("str.substr", {text(U"abc"), wrapped, huge}), text(U""));
  EXPECT_EQ(value_of("str.indexof", {text(U"abc"), text(U""), wrapped}), integer(-1));
  EXPECT_EQ(value_of("str.from_code", {Value(mpz_class(wrapped.as_int() + 97))}), text(U""));
  EXPECT_EQ(value_of("str.from_int", {huge}), text(U"123456789012345678901234567890"));
  EXPECT_EQ(value_of("str.to_int", {text(U"123456789012345678901234567890")}), huge);
  EXPECT_EQ(value_of("str.from_int", {minus_huge}), text(U""));
  EXPECT_EQ(value_of("str.update", {text(U"abc"), wrapped, text(U"x")}), text(U"abc"));
}

TEST(Strings, TellsDigitsFromTheirLookalikes) {
  EXPECT_EQ(value_of("str.to_int", {text(U"\u0661")}), integer(-1));  // an Arabic one
  EXPECT_EQ(value_of("str.is_digit", {text(U"\u0661")}), Value(false));
  EXPECT_EQ(value_of("str.to_int", {text(U" 1")}), integer(-1));
  EXPECT_EQ(value_of("str.to_int", {text(U"+1")}), integer(-1));
}

TEST(Strings, GivesUpOnLongResults) {
  const Value long_word = text(std::u32string(600'000, U'a'));
  EXPECT_EQ(apply_operator("str.++", {long_word, long_word}).lack, Lack::Budget);
  EXPECT_EQ(apply_operator("str.replace", {long_word, text(U"a"), long_word}).lack, Lack::Budget);
  EXPECT_EQ(apply_operator("str.replace_all", {long_word, text(U"a"), text(U"bb")}).lack, Lack::Budget);
  EXPECT_EQ(apply_operator("str.contains", {long_word, long_word}).lack, Lack::Budget);
  EXPECT_TRUE(apply_operator("str.replace_all", {long_word, text(U"a"), text(U"b")}).known());
}

TEST(Strings, LetsTheOffsetAway) { EXPECT_EQ(value_of("str.indexof", {text(U"abc"), text(U"c")}), integer(2)); }

TEST(Strings, KnowsOldSpellings) {
  const Operators& operators = Operators::get();
  EXPECT_EQ(operators.find("int.to.str", 0), operators.find("str.from_int", 0));
  EXPECT_EQ(operators.find("str.to.int", 0), operators.find("str.to_int", 0));
  EXPECT_EQ(operators.find("str.in.re", 0), operators.find("str.in_re", 0));
  EXPECT_EQ(operators.find("re.nostr", 0), operators.find("re.none", 0));
  EXPECT_EQ(operators.find("re.complement", 0), operators.find("re.comp", 0));
  EXPECT_EQ(operators.find("str.tolower", 0), operators.find("str.to_lower", 0));
  EXPECT_NE(operators.find("re.loop", 0), operators.find("re.loop", 2));
  EXPECT_EQ(operators.find("re.loop", 3), std::nullopt);
}

TEST(Strings, ChecksSorts) {
  TermStore store;
  const auto sort = [&](std::string_view name, std::vector<SortId> arguments) {
    return Operators::get().row(*Operators::get().find(name, 0)).sort({store, arguments, {}, std::nullopt});
  };
  EXPECT_EQ(sort("str.len", {store.string_sort()}), store.int_sort());
  EXPECT_EQ(sort("str.len", {store.sequence_sort(store.int_sort())}), std::nullopt);
  EXPECT_EQ(sort("str.++", {store.string_sort(), store.unknown_sort(), store.string_sort()}), store.string_sort());
  EXPECT_EQ(sort("str.++", {store.string_sort(), store.int_sort()}), std::nullopt);
  EXPECT_EQ(sort("str.in_re", {store.string_sort(), store.string_sort()}), std::nullopt);
  EXPECT_EQ(sort("re.union", {store.reglan_sort(), store.reglan_sort()}), store.reglan_sort());
}

}  // namespace
}  // namespace assay::smt::strings_test
