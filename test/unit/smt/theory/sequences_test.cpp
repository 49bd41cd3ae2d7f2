#include <gtest/gtest.h>

#include <random>
#include <string>

#include "unit/smt/theory/apply_operator.hpp"

namespace assay::smt {
namespace {

Value integer(long number) { return Value(mpz_class(number)); }

Value sequence(std::vector<long> numbers) {
  std::vector<Value> elements;
  for (const long number : numbers) {
    elements.push_back(integer(number));
  }
  return make_sequence(std::move(elements));
}

Value spelled(const std::u32string& word) {
  std::vector<long> numbers(word.begin(), word.end());
  return sequence(std::move(numbers));
}

/// Answers for calls of Unspecified::function by a constant.
class Fixed : public Unspecified {
 public:
  Outcome function(const Arguments& /*arguments*/) override { return integer(42); }
  Outcome open(const Arguments& /*arguments*/) override { return Lack::Unspecified; }
};

TEST(Sequences, NthOutOfRangeIsAFunction) {
  const Value one = sequence({7});
  EXPECT_EQ(value_of("seq.nth", {one, integer(0)}), integer(7));
  EXPECT_EQ(apply_operator("seq.nth", {one, integer(1)}).lack, Lack::Unspecified);
  EXPECT_EQ(apply_operator("seq.nth", {one, integer(-1)}).lack, Lack::Unspecified);
  const Outcome word = one;
  const Outcome position = integer(1);
  const Outcome* const values[] = {&word, &position};
  const TermStore store;
  Fixed fixed;
  const OperatorId op = Operators::get().at("seq.nth");
  const Outcome result = Operators::get().row(op).evaluate({store, op, SortId{}, {}, values, {}, &fixed});
  EXPECT_EQ(result.value, integer(42));
}

TEST(Sequences, AgreeWithStrings) {
  // A string and the sequence of its characters behave alike under every operator that has both.
  std::mt19937_64 random(5);
  const auto draw = [&] {
    std::u32string word;
    for (std::uint64_t left = random() % 5; left > 0; --left) {
      word += static_cast<char32_t>(U'a' + random() % 2);
    }
    return word;
  };
  const auto same = [](const Value& of_strings, const Value& of_sequences) {
    return of_strings.is<std::u32string>() ? spelled(of_strings.as_string()) == of_sequences
                                           : of_strings == of_sequences;
  };
  for (int round = 0; round < 3000; ++round) {
    const std::u32string a = draw();
    const std::u32string b = draw();
    const std::u32string c = draw();
    const Value i = integer(static_cast<long>(random() % 7) - 1);
    const Value n = integer(static_cast<long>(random() % 7) - 1);
    for (const auto& [str, seq, words, numbers] : {std::tuple{"str.++", "seq.++", 3, 0},
                                                   {"str.len", "seq.len", 1, 0},
                                                   {"str.at", "seq.at", 1, 1},
                                                   {"str.substr", "seq.extract", 1, 2},
                                                   {"str.prefixof", "seq.prefixof", 2, 0},
                                                   {"str.suffixof", "seq.suffixof", 2, 0},
                                                   {"str.contains", "seq.contains", 2, 0},
                                                   {"str.indexof", "seq.indexof", 2, 1},
                                                   {"str.replace", "seq.replace", 3, 0},
                                                   {"str.replace_all", "seq.replace_all", 3, 0},
                                                   {"str.rev", "seq.rev", 1, 0}}) {
      std::vector<Value> strings;
      std::vector<Value> sequences;
      for (const std::u32string* word : {&a, &b, &c}) {
        if (strings.size() < static_cast<std::size_t>(words)) {
          strings.emplace_back(*word);
          sequences.push_back(spelled(*word));
        }
      }
      for (const Value* number : {&i, &n}) {
        if (strings.size() < static_cast<std::size_t>(words + numbers)) {
          strings.push_back(*number);
          sequences.push_back(*number);
        }
      }
      EXPECT_TRUE(same(value_of(str, strings), value_of(seq, sequences))) << str << " in round " << round;
      EXPECT_EQ(value_of(str, strings), value_of(seq, strings)) << seq << " on strings in round " << round;
    }
  }
}

TEST(Sequences, FindsTheLastPlace) {
  EXPECT_EQ(value_of("seq.last_indexof", {sequence({1, 2, 1, 2}), sequence({1, 2})}), integer(2));
  EXPECT_EQ(value_of("seq.last_indexof", {sequence({1, 2}), sequence({3})}), integer(-1));
  EXPECT_EQ(value_of("seq.last_indexof", {sequence({1, 2}), sequence({})}), integer(2));
  EXPECT_EQ(value_of("seq.last_indexof", {sequence({}), sequence({})}), integer(0));
  EXPECT_EQ(value_of("seq.last_indexof", {sequence({}), sequence({1})}), integer(-1));
}

TEST(Sequences, Updates) {
  EXPECT_EQ(value_of("seq.update", {sequence({1, 2, 3}), integer(1), sequence({8, 9, 10})}), sequence({1, 8, 9}));
  EXPECT_EQ(value_of("seq.update", {sequence({1, 2, 3}), integer(3), sequence({8})}), sequence({1, 2, 3}));
  EXPECT_EQ(value_of("seq.update", {sequence({1, 2, 3}), integer(-1), sequence({8})}), sequence({1, 2, 3}));
}

TEST(Sequences, ChecksSorts) {
  TermStore store;
  const SortId ints = store.sequence_sort(store.int_sort());
  const SortId bools = store.sequence_sort(store.bool_sort());
  const auto sort = [&](std::string_view name, std::vector<SortId> arguments, std::optional<SortId> ascribed = {}) {
    return Operators::get().row(*Operators::get().find(name, 0)).sort({store, arguments, {}, ascribed});
  };
  EXPECT_EQ(sort("seq.empty", {}, ints), ints);
  EXPECT_EQ(sort("seq.empty", {}, store.string_sort()), store.string_sort());
  EXPECT_EQ(sort("seq.empty", {}, store.int_sort()), std::nullopt);
  EXPECT_EQ(sort("seq.empty", {}), std::nullopt);
  EXPECT_EQ(sort("seq.unit", {store.int_sort()}), ints);
  EXPECT_EQ(sort("seq.++", {ints, ints, ints}), ints);
  EXPECT_EQ(sort("seq.++", {ints, bools}), std::nullopt);
  EXPECT_EQ(sort("seq.++", {store.string_sort(), store.string_sort()}), store.string_sort());
  EXPECT_EQ(sort("seq.++", {store.string_sort(), ints}), std::nullopt);
  EXPECT_EQ(sort("seq.nth", {bools, store.int_sort()}), store.bool_sort());
  EXPECT_EQ(sort("seq.nth", {store.string_sort(), store.int_sort()}), std::nullopt);
  EXPECT_EQ(sort("seq.len", {store.string_sort()}), store.int_sort());
  EXPECT_EQ(sort("seq.len", {store.int_sort()}), std::nullopt);
  EXPECT_EQ(sort("seq.at", {ints, store.int_sort()}), ints);
  EXPECT_EQ(sort("seq.at", {ints, ints}), std::nullopt);
}

}  // namespace
}  // namespace assay::smt
