#include "smt/term/variable_sets.hpp"

#include <gtest/gtest.h>

#include <set>

namespace assay::smt {
namespace {

VariableSets::Set make(VariableSets& sets, const std::set<std::uint32_t>& elements) {
  VariableSets::Set result = VariableSets::kEmpty;
  for (const std::uint32_t element : elements) {
    result = sets.unite(result, sets.single(element));
  }
  return result;
}

TEST(VariableSets, AgreesWithSetsOfTheStandardLibrary) {
  VariableSets sets;
  std::uint32_t state = 1;
  const auto draw = [&] { return (state = state * 1664525U + 1013904223U) >> 8; };
  for (int round = 0; round < 200; ++round) {
    std::set<std::uint32_t> a;
    std::set<std::uint32_t> b;
    for (int i = 0; i < round % 20; ++i) {
      a.insert(draw() % 64);
      b.insert(draw());
      b.insert(draw() % 64);
    }
    std::set<std::uint32_t> both = a;
    both.insert(b.begin(), b.end());
    const VariableSets::Set set_a = make(sets, a);
    const VariableSets::Set united = sets.unite(set_a, make(sets, b));
    EXPECT_EQ(sets.elements(united), std::vector<std::uint32_t>(both.begin(), both.end()));
    EXPECT_EQ(united, make(sets, both));
    for (const std::uint32_t element : both) {
      EXPECT_TRUE(sets.contains(united, element));
      std::set<std::uint32_t> rest = both;
      rest.erase(element);
      EXPECT_EQ(sets.without(united, element), make(sets, rest));
    }
    EXPECT_EQ(sets.without(set_a, 0xffffffffU), set_a);
  }
}

TEST(VariableSets, EmptySetHasNothing) {
  VariableSets sets;
  EXPECT_FALSE(sets.contains(VariableSets::kEmpty, 0));
  EXPECT_EQ(sets.without(sets.single(0), 0), VariableSets::kEmpty);
  EXPECT_TRUE(sets.elements(VariableSets::kEmpty).empty());
}

}  // namespace
}  // namespace assay::smt
