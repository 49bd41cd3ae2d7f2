#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {
namespace {

class SortRules : public testing::Test {
 protected:
  std::optional<SortId> sort(std::string_view name, std::vector<SortId> arguments,
                             std::vector<std::uint64_t> numbers = {}, std::optional<SortId> ascribed = {}) {
    std::vector<Index> indices;
    for (const std::uint64_t number : numbers) {
      indices.push_back({number, {}});
    }
    const std::optional<OperatorId> op = Operators::get().find(name, indices.size());
    EXPECT_TRUE(op.has_value()) << name;
    return Operators::get().row(*op).sort({store_, arguments, indices, ascribed});
  }
  SortId bits(std::uint32_t width) { return store_.bit_vector_sort(width); }

  TermStore store_;
  const SortId bool_ = store_.bool_sort();
  const SortId int_ = store_.int_sort();
  const SortId real_ = store_.real_sort();
  const SortId unknown_ = store_.unknown_sort();
  const SortId array_ = store_.array_sort(store_.int_sort(), store_.real_sort());
};

TEST_F(SortRules, ArithmeticIsOfItsArguments) {
  EXPECT_EQ(sort("+", {int_, int_}), int_);
  EXPECT_EQ(sort("+", {real_, real_, real_}), real_);
  EXPECT_EQ(sort("+", {int_, real_}), real_);
  EXPECT_EQ(sort("+", {int_, bool_}), std::nullopt);
  EXPECT_EQ(sort("/", {int_, int_}), real_);
  EXPECT_EQ(sort("div", {int_, real_}), std::nullopt);
  EXPECT_EQ(sort("<", {int_, real_}), bool_);
  EXPECT_EQ(sort("divisible", {int_}, {3}), bool_);
  EXPECT_EQ(sort("divisible", {int_}, {0}), std::nullopt);
}

TEST_F(SortRules, UnknownSortsFitEverywhere) {
  EXPECT_EQ(sort("+", {int_, unknown_}), int_);
  EXPECT_EQ(sort("and", {unknown_, bool_}), bool_);
  EXPECT_EQ(sort("=", {unknown_, array_}), bool_);
  EXPECT_EQ(sort("ite", {unknown_, unknown_, array_}), array_);
  EXPECT_EQ(sort("select", {unknown_, int_}), unknown_);
  EXPECT_EQ(sort("concat", {unknown_, bits(3)}), unknown_);
  EXPECT_EQ(sort("bvadd", {unknown_, bits(3)}), bits(3));
}

TEST_F(SortRules, EqualityNeedsOneSort) {
  EXPECT_EQ(sort("=", {int_, bool_}), std::nullopt);
  EXPECT_EQ(sort("=", {bits(3), bits(4)}), std::nullopt);
  EXPECT_EQ(sort("distinct", {int_, real_}), bool_);
  EXPECT_EQ(sort("ite", {bool_, int_, real_}), real_);
  EXPECT_EQ(sort("ite", {int_, int_, int_}), std::nullopt);
}

TEST_F(SortRules, Widths) {
  EXPECT_EQ(sort("concat", {bits(3), bits(4), bits(1)}), bits(8));
  EXPECT_EQ(sort("extract", {bits(8)}, {7, 4}), bits(4));
  EXPECT_EQ(sort("extract", {bits(8)}, {8, 4}), std::nullopt);
  EXPECT_EQ(sort("extract", {bits(8)}, {3, 4}), std::nullopt);
  EXPECT_EQ(sort("repeat", {bits(8)}, {3}), bits(24));
  EXPECT_EQ(sort("repeat", {bits(8)}, {0}), std::nullopt);
  EXPECT_EQ(sort("zero_extend", {bits(8)}, {0}), bits(8));
  EXPECT_EQ(sort("zero_extend", {bits(8)}, {4294967295}), std::nullopt) << "no sort is that wide";
  EXPECT_EQ(sort("bvadd", {bits(8), bits(7)}), std::nullopt);
  EXPECT_EQ(sort("bvcomp", {bits(8), bits(8)}), bits(1));
  EXPECT_EQ(sort("bvult", {bits(8), bits(8)}), bool_);
  EXPECT_EQ(sort("int_to_bv", {int_}, {0}), std::nullopt);
  EXPECT_EQ(sort("int2bv", {int_}, {5}), bits(5));
  EXPECT_EQ(sort("bv2nat", {bits(5)}), int_);
  EXPECT_EQ(sort("bv2nat", {int_}), std::nullopt);
}

TEST_F(SortRules, Arrays) {
  EXPECT_EQ(sort("select", {array_, int_}), real_);
  EXPECT_EQ(sort("select", {array_, bool_}), std::nullopt);
  EXPECT_EQ(sort("select", {int_, int_}), std::nullopt);
  EXPECT_EQ(sort("select", {array_, int_, int_}), std::nullopt);
  EXPECT_EQ(sort("store", {array_, int_, real_}), array_);
  EXPECT_EQ(sort("store", {array_, int_, int_}), array_);
  EXPECT_EQ(sort("store", {array_, int_, bool_}), std::nullopt);
  EXPECT_EQ(sort("store", {array_, int_}), std::nullopt);
  EXPECT_EQ(sort("const", {real_}, {}, array_), array_);
  EXPECT_EQ(sort("const", {bool_}, {}, array_), std::nullopt);
  EXPECT_EQ(sort("const", {real_}), std::nullopt);
  EXPECT_EQ(sort("const", {real_}, {}, int_), std::nullopt);
}

}  // namespace
}  // namespace assay::smt
