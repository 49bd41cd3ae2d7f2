#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "smt/theory/text/regex_derivatives.hpp"
#include "smt/theory/text/regex_tree.hpp"
#include "unit/smt/theory/apply_operator.hpp"

namespace assay::smt {
namespace {

using Language = std::set<std::u32string>;

constexpr std::size_t kLongest = 4;

Value text(std::u32string word) { return Value(std::move(word)); }

/// All words over a and b of at most kLongest characters.
const std::vector<std::u32string>& all_words() {
  static const std::vector<std::u32string> words = [] {
    std::vector<std::u32string> result = {U""};
    for (std::size_t i = 0; i < result.size(); ++i) {
      if (result[i].size() < kLongest) {
        result.push_back(result[i] + U'a');
        result.push_back(result[i] + U'b');
      }
    }
    return result;
  }();
  return words;
}

Language concat(const Language& a, const Language& b) {
  Language result;
  for (const std::u32string& x : a) {
    for (const std::u32string& y : b) {
      if (x.size() + y.size() <= kLongest) {
        result.insert(x + y);
      }
    }
  }
  return result;
}

Language power(const Language& a, std::uint64_t times) {
  Language result = {U""};
  for (; times > 0; --times) {
    result = concat(result, a);
  }
  return result;
}

Language complement(const Language& a) {
  Language result;
  for (const std::u32string& word : all_words()) {
    if (!a.contains(word)) {
      result.insert(word);
    }
  }
  return result;
}

/// An expression as a value, and the short words of its language found from the definitions of the operators.
struct Pair {
  Value value;
  Language words;
};

Pair leaf(std::mt19937_64& random) {
  switch (random() % 6) {
    case 0: return {value_of("re.none", {}), {}};
    case 1: return {value_of("re.all", {}), complement({})};
    case 2: return {value_of("re.allchar", {}), {U"a", U"b"}};
    case 3: return {value_of("re.range", {text(U"b"), text(U"z")}), {U"b"}};
    default: break;
  }
  const std::u32string word = all_words()[random() % 15];
  return {value_of("str.to_re", {text(word)}), {word}};
}

Pair node(std::mt19937_64& random, const std::vector<Pair>& pool) {
  const Pair& a = pool[random() % pool.size()];
  const Pair& b = pool[random() % pool.size()];
  const std::uint64_t low = random() % 3;
  const std::uint64_t high = random() % 4;
  Language words = a.words;
  switch (random() % 12) {
    case 0: return {value_of("re.++", {a.value, b.value}), concat(a.words, b.words)};
    case 1: words.insert(b.words.begin(), b.words.end()); return {value_of("re.union", {a.value, b.value}), words};
    case 2:
      return {value_of("re.inter", {a.value, b.value}), complement([&] {
                Language outside = complement(a.words);
                outside.merge(complement(b.words));
                return outside;
              }())};
    case 3: words.insert(U""); return {value_of("re.*", {a.value}), power(words, kLongest)};
    case 4: words.insert(U""); return {value_of("re.+", {a.value}), concat(a.words, power(words, kLongest))};
    case 5: words.insert(U""); return {value_of("re.opt", {a.value}), words};
    case 6: return {value_of("re.comp", {a.value}), complement(a.words)};
    case 7: {
      for (const std::u32string& word : b.words) {
        words.erase(word);
      }
      return {value_of("re.diff", {a.value, b.value}), words};
    }
    case 11: {
      Language result;
      for (const std::u32string& word : a.words) {
        result.insert({word.rbegin(), word.rend()});
      }
      return {value_of("re.reverse", {a.value}), result};
    }
    case 8: return {value_of("re.^", {a.value}, {low}), power(a.words, low)};
    case 9: {
      Language result;
      for (std::uint64_t times = low; times <= high; ++times) {
        result.merge(power(a.words, times));
      }
      return {value_of("re.loop", {a.value}, {low, high}), result};
    }
    default: break;
  }
  words.insert(U"");
  return {value_of("re.loop", {a.value}, {low}), concat(power(a.words, low), power(words, kLongest))};
}

TEST(Regex, MembershipFollowsTheDefinitions) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 150; ++round) {
    std::vector<Pair> pool;
    for (int i = 0; i < 5; ++i) {
      pool.push_back(leaf(random));
    }
    for (int i = 0; i < 12; ++i) {
      pool.push_back(node(random, pool));
    }
    for (std::size_t i = 0; i < pool.size(); ++i) {
      for (const std::u32string& word : all_words()) {
        const Outcome member = apply_operator("str.in_re", {text(word), pool[i].value});
        ASSERT_TRUE(member.known());
        ASSERT_EQ(member.value.as_bool(), pool[i].words.contains(word)) << "expression " << i << " of round " << round;
      }
    }
  }
}

TEST(Regex, EquivalenceFollowsMembership) {
  std::mt19937_64 random(13);
  int equal = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<Pair> pool = {leaf(random), leaf(random), leaf(random)};
    for (int i = 0; i < 4; ++i) {
      pool.push_back(node(random, pool));
    }
    const Pair& a = pool[pool.size() - 1];
    const Pair& b = pool[pool.size() - 2];
    const auto same = same_language(a.value.as_regex(), b.value.as_regex());
    if (a.words != b.words) {
      EXPECT_EQ(same, false);
    }
    equal += same == true ? 1 : 0;
  }
  EXPECT_GT(equal, 0);
}

TEST(Regex, EquivalenceSeesLongWords) {
  const Value a = value_of("str.to_re", {text(U"a")});
  const Value star = value_of("re.*", {a});
  const Value even = value_of("re.*", {value_of("re.^", {a}, {2})});
  const Value odd = value_of("re.++", {a, even});
  EXPECT_EQ(same_language(value_of("re.union", {even, odd}).as_regex(), star.as_regex()), true);
  EXPECT_EQ(same_language(value_of("re.loop", {a}, {0, 50}).as_regex(), star.as_regex()), false);
  EXPECT_EQ(same_language(value_of("re.comp", {value_of("re.none", {})}).as_regex(), value_of("re.all", {}).as_regex()),
            true);
}

TEST(Regex, SeesCharactersOutsideTheExpression) {
  const Value not_a = value_of("re.comp", {value_of("str.to_re", {text(U"a")})});
  for (const char32_t c : {U'\0', U'`', U'b', char32_t{0x2FFFF}}) {
    EXPECT_EQ(value_of("str.in_re", {text(std::u32string(1, c)), not_a}), Value(true));
  }
  EXPECT_EQ(value_of("str.in_re", {text(U"a"), not_a}), Value(false));
}

TEST(Regex, ReplacesTheShortestLeftmostMatch) {
  const Value a_plus = value_of("re.+", {value_of("str.to_re", {text(U"a")})});
  const Value ab_or_b =
      value_of("re.union", {value_of("str.to_re", {text(U"abc")}), value_of("str.to_re", {text(U"b")})});
  EXPECT_EQ(value_of("str.replace_re", {text(U"xaab"), a_plus, text(U"-")}), text(U"x-ab"));
  EXPECT_EQ(value_of("str.replace_re_all", {text(U"xaab"), a_plus, text(U"-")}), text(U"x--b"));
  // The match further left wins over the shorter one inside of it.
  EXPECT_EQ(value_of("str.replace_re", {text(U"zabcb"), ab_or_b, text(U"-")}), text(U"z-b"));
  EXPECT_EQ(value_of("str.replace_re_all", {text(U"zabcb"), ab_or_b, text(U"-")}), text(U"z--"));
  EXPECT_EQ(value_of("str.indexof_re", {text(U"zabcb"), ab_or_b, Value(mpz_class(2))}), Value(mpz_class(2)));
}

TEST(Regex, GivesUpInsteadOfRunningOn) {
  // ((a|b)* a (a|b)^n) has 2^n derivatives over a random word.
  const Value any = value_of("re.union", {value_of("str.to_re", {text(U"a")}), value_of("str.to_re", {text(U"b")})});
  const Value a = value_of("str.to_re", {text(U"a")});
  std::mt19937_64 random(3);
  std::u32string word;
  for (int i = 0; i < 30'000; ++i) {
    word += random() % 2 == 0 ? U'a' : U'b';
  }
  const Value regex = value_of("re.++", {value_of("re.*", {any}), a, value_of("re.^", {any}, {400})});
  EXPECT_EQ(apply_operator("str.in_re", {text(word), regex}).lack, Lack::Budget);
  const Value small = value_of("re.++", {value_of("re.*", {any}), a, value_of("re.^", {any}, {4})});
  EXPECT_EQ(value_of("str.in_re", {text(word), small}), Value(word[word.size() - 5] == U'a'));
}

TEST(Regex, LimitsTheDepthOfTrees) {
  Value regex = value_of("str.to_re", {text(U"a")});
  Outcome next = regex;
  for (int i = 0; i < 100'000 && next.known(); ++i) {
    next = apply_operator("re.comp", {next.value});
  }
  EXPECT_EQ(next.lack, Lack::Budget);
  for (int i = 0; i < 500; ++i) {
    regex = value_of("re.++", {regex, value_of("str.to_re", {text(U"a")})});
  }
  EXPECT_EQ(value_of("str.in_re", {text(std::u32string(501, U'a')), regex}), Value(true));
}

TEST(Regex, LoopsWithHugeBounds) {
  const std::uint64_t huge = std::uint64_t{1} << 60;
  const Value a = value_of("str.to_re", {text(U"a")});
  EXPECT_EQ(value_of("str.in_re", {text(U"aaa"), value_of("re.loop", {a}, {2, huge})}), Value(true));
  EXPECT_EQ(value_of("str.in_re", {text(U"aaa"), value_of("re.^", {a}, {huge})}), Value(false));
  EXPECT_EQ(apply_operator("re.loop", {a, Value(mpz_class(-1)), Value(mpz_class(2))}).lack, Lack::Unspecified);
}

TEST(Regex, ComparesTrees) {
  const Value a = value_of("str.to_re", {text(U"a")});
  const Value b = value_of("str.to_re", {text(U"b")});
  EXPECT_EQ(a, value_of("str.to_re", {text(U"a")}));
  EXPECT_NE(a, b);
  EXPECT_NE(value_of("re.union", {a, b}), value_of("re.union", {b, a}));  // trees, not languages
  EXPECT_EQ(a.hash(), value_of("str.to_re", {text(U"a")}).hash());
  EXPECT_NE(value_of("re.loop", {a}, {1, 2}), value_of("re.loop", {a}, {1, 3}));
}

}  // namespace
}  // namespace assay::smt
