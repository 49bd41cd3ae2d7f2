#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "assay/datalog/program.hpp"
#include "core/rng/rng.hpp"
#include "unit/datalog/program/building.hpp"

namespace assay::datalog {
namespace {

using testing::tuples;

using Rows = std::vector<std::vector<Value>>;

Rows rows_of(const Tuples& tuples) {
  Rows rows;
  for (std::size_t i = 0; i < tuples.count; ++i) rows.emplace_back(tuples.row(i), tuples.row(i) + tuples.arity);
  return rows;
}

// Compares with a std::vector, through all changes of size.
TEST(SmallVector, IsAVector) {
  SmallVector<int, 3> small;
  std::vector<int> usual;
  core::Rng rng(1);
  for (int i = 0; i < 2'000; ++i) {
    const std::uint64_t drawn = rng.below(20);
    if (drawn < 12) {
      small.push_back(i);
      usual.push_back(i);
    } else if (drawn < 18 && !usual.empty()) {
      const auto at = static_cast<std::ptrdiff_t>(rng.below(usual.size()));
      small.erase(small.begin() + at);
      usual.erase(usual.begin() + at);
    } else if (drawn == 18) {
      const std::size_t size = rng.below(8);
      small.resize(size, i);
      usual.resize(size, i);
    } else if (rng.percent(20)) {
      small.clear();
      usual.clear();
    }
    const SmallVector<int, 3> copy = small;
    ASSERT_TRUE(std::equal(copy.begin(), copy.end(), usual.begin(), usual.end()));
    ASSERT_EQ(copy, small);
    ASSERT_EQ(small.size(), usual.size());
    ASSERT_EQ(small.empty(), usual.empty());
  }
}

TEST(Tuples, AreASetOnceSorted) {
  Tuples some;
  some.arity = 2;
  for (const auto& row : Rows{{2, 1}, {1, 5}, {2, 1}, {-1, 9}, {1, 4}}) some.add(row);
  EXPECT_EQ(some.count, 5U);
  some.sort();
  EXPECT_EQ(rows_of(some), (Rows{{-1, 9}, {1, 4}, {1, 5}, {2, 1}}));
  EXPECT_EQ(some.values.size(), 8U);
}

TEST(Tuples, WithoutAttributesAreAtMostOne) {
  Tuples none;
  none.sort();
  EXPECT_TRUE(none.empty());
  none.add(std::vector<Value>{});
  none.add(nullptr);
  EXPECT_EQ(none.count, 2U);
  none.sort();
  EXPECT_EQ(none.count, 1U);
  EXPECT_TRUE(is_subset(Tuples{}, none));
  EXPECT_FALSE(is_subset(none, Tuples{}));
  EXPECT_EQ(difference(none, Tuples{}).count, 1U);
  EXPECT_EQ(difference(none, none).count, 0U);
  none.remove(0);
  EXPECT_TRUE(none.empty());
}

TEST(Tuples, TakeCopiesOfTheirOwnRows) {
  Tuples some;
  some.arity = 3;
  some.add({1, 2, 3});
  for (int i = 0; i < 100; ++i) some.add(some.row(0));
  EXPECT_EQ(some.count, 101U);
  some.sort();
  EXPECT_EQ(rows_of(some), (Rows{{1, 2, 3}}));
}

TEST(Tuples, AreRemovedInPlace) {
  Tuples some = tuples(1, {{1}, {2}, {3}});
  some.remove(1);
  EXPECT_EQ(rows_of(some), (Rows{{1}, {3}}));
  some.remove(1);
  some.remove(0);
  EXPECT_EQ(some, tuples(1, {}));
}

TEST(Tuples, AgreeWithStandardSets) {
  core::Rng rng(1);
  for (int round = 0; round < 600; ++round) {
    const std::size_t arity = 1 + rng.below(3);
    std::set<std::vector<Value>> expected[2];
    Tuples given[2];
    for (int side = 0; side < 2; ++side) {
      given[side].arity = arity;
      const std::uint64_t count = rng.below(rng.coin() ? 6 : 60);
      for (std::uint64_t i = 0; i < count; ++i) {
        std::vector<Value> row(arity);
        for (Value& value : row) value = rng.between(-2, 2);
        given[side].add(row);
        expected[side].insert(row);
      }
      given[side].sort();
      ASSERT_EQ(rows_of(given[side]), Rows(expected[side].begin(), expected[side].end()));
    }
    Rows rest;
    std::set_difference(expected[0].begin(), expected[0].end(), expected[1].begin(), expected[1].end(),
                        std::back_inserter(rest));
    EXPECT_EQ(rows_of(difference(given[0], given[1])), rest);
    EXPECT_EQ(is_subset(given[0], given[1]), rest.empty());
    EXPECT_TRUE(is_subset(difference(given[0], given[1]), given[0]));
  }
}

TEST(Program, InternsEachSymbolOnce) {
  Program program;
  EXPECT_EQ(program.intern("a"), 0);
  EXPECT_EQ(program.intern(""), 1);
  EXPECT_EQ(program.intern("a"), 0);
  EXPECT_EQ(program.intern("b"), 2);
  EXPECT_EQ(program.symbols, (std::vector<std::string>{"a", "", "b"}));
}

TEST(Program, ComplementsAreInverse) {
  for (const Comparator comparator : {Comparator::Equal, Comparator::NotEqual, Comparator::Less, Comparator::LessEqual,
                                      Comparator::Greater, Comparator::GreaterEqual}) {
    EXPECT_NE(complement(comparator), comparator);
    EXPECT_EQ(complement(complement(comparator)), comparator);
  }
  EXPECT_EQ(complement(Comparator::Less), Comparator::GreaterEqual);
}

}  // namespace
}  // namespace assay::datalog
