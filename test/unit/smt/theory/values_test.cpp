#include "assay/smt/values.hpp"

#include <gtest/gtest.h>

#include <set>

#include "assay/smt/script.hpp"

namespace assay::smt {
namespace {

Value bits(std::uint32_t width, int number) { return make_bits(width, mpz_class(number)); }
Value integer(int number) { return Value(mpz_class(number)); }

TEST(Enumerate, GivesEveryValueOnce) {
  TermStore store;
  const auto distinct = [&](SortId sort) {
    const auto values = enumerate(store, sort, 10'000);
    EXPECT_TRUE(values.has_value());
    return values ? std::set<Value>(values->begin(), values->end()).size() : 0;
  };
  EXPECT_EQ(distinct(store.bool_sort()), 2U);
  EXPECT_EQ(distinct(store.rounding_mode_sort()), 5U);
  EXPECT_EQ(distinct(store.bit_vector_sort(6)), 64U);
  EXPECT_EQ(distinct(store.array_sort(store.bit_vector_sort(2), store.bool_sort())), 16U);
  EXPECT_EQ(distinct(store.float_sort(3, 4)), 2U * 7 * 8 + 3) << "one NaN";
}

TEST(Enumerate, RefusesWhatIsTooManyOrUnknown) {
  TermStore store;
  EXPECT_EQ(enumerate(store, store.int_sort(), 10'000), std::nullopt);
  EXPECT_EQ(enumerate(store, store.bit_vector_sort(6), 63), std::nullopt);
  EXPECT_TRUE(enumerate(store, store.bit_vector_sort(6), 64).has_value());
  EXPECT_EQ(enumerate(store, store.unknown_sort(), 10'000), std::nullopt);
  EXPECT_EQ(enumerate(store, store.array_sort(store.int_sort(), store.bool_sort()), 10'000), std::nullopt);
}

TEST(ArrayValue, EqualFunctionsAreEqualValues) {
  TermStore store;
  const SortId sort = store.array_sort(store.bit_vector_sort(1), store.int_sort());
  const auto a = array_value(store, sort, integer(0), {{bits(1, 0), integer(1)}});
  const auto b = array_value(store, sort, integer(1), {{bits(1, 1), integer(0)}});
  const auto c = array_value(store, sort, integer(9), {{bits(1, 0), integer(1)}, {bits(1, 1), integer(0)}});
  const auto d = array_value(store, sort, integer(0), {{bits(1, 1), integer(1)}});
  ASSERT_TRUE(a && b && c && d);
  EXPECT_TRUE(*a == *b);
  EXPECT_TRUE(*a == *c);
  EXPECT_FALSE(*a == *d);
  EXPECT_EQ(a->hash(), b->hash());
}

TEST(ArrayValue, LargeIndexSortsNeedNoListing) {
  TermStore store;
  const SortId sort = store.array_sort(store.bit_vector_sort(64), store.int_sort());
  const auto a = array_value(store, sort, integer(0), {{bits(64, 5), integer(1)}, {bits(64, 5), integer(0)}});
  ASSERT_TRUE(a.has_value());
  EXPECT_TRUE(*a == make_array(integer(0), {}, 0));
}

TEST(DefaultValue, ExistsForEverySortWithFiniteValues) {
  TermStore store;
  const Result<Script> script = parse_script(
      store,
      "(declare-datatypes ((T 0) (F 0) (P 1)) (((node (kids F)) (leaf)) ((none) (more (first T) (rest F))) "
      "(par (X) ((mk (x X))))))"
      "(declare-fun t () T) (declare-fun p () (P (Array Int Bool))) (declare-sort U 0) (declare-fun u () U)",
      "test");
  ASSERT_TRUE(script.ok()) << script.error().text();
  std::size_t checked = 0;
  for (const Command& command : script->commands) {
    for (const FunctionId id : command.functions) {
      EXPECT_TRUE(default_value(store, store.node(id).result).has_value()) << store.spelling(store.node(id).name);
      ++checked;
    }
  }
  EXPECT_EQ(checked, 3U);
  EXPECT_EQ(default_value(store, store.unknown_sort()), std::nullopt);
  EXPECT_EQ(default_value(store, store.int_sort())->as_int(), 0);
}

TEST(DefaultValue, EndlessDatatypesHaveNone) {
  TermStore store;
  const Result<Script> script =
      parse_script(store, "(declare-codatatypes ((S 0)) (((more (rest S))))) (declare-fun s () S)", "test");
  ASSERT_TRUE(script.ok()) << script.error().text();
  const SortId sort = store.node(script->commands.back().functions.at(0)).result;
  EXPECT_EQ(default_value(store, sort), std::nullopt);
}

}  // namespace
}  // namespace assay::smt
