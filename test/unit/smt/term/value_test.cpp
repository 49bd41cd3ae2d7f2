#include "assay/smt/value.hpp"

#include <gtest/gtest.h>

namespace assay::smt {
namespace {

Value integer(long number) { return Value(mpz_class(number)); }

TEST(Value, BitsWrapAround) {
  EXPECT_EQ(make_bits(4, -1).as_bits().bits, 15);
  EXPECT_EQ(make_bits(4, 17).as_bits().bits, 1);
  EXPECT_NE(make_bits(4, 1), make_bits(5, 1));
}

TEST(Value, KindsAreNeverEqual) {
  EXPECT_NE(Value(mpz_class(1)), Value(mpq_class(1)));
  EXPECT_NE(Value(true), Value(mpz_class(1)));
  EXPECT_NE(Value(), Value(false));
}

TEST(Value, ArraysThatAgreeEverywhereAreEqual) {
  const Value a = make_array(integer(0), {{integer(1), integer(5)}, {integer(2), integer(0)}}, 0);
  const Value b = make_array(integer(0), {{integer(1), integer(4)}, {integer(1), integer(5)}}, 0);
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.hash(), b.hash());
  EXPECT_NE(a, make_array(integer(0), {{integer(1), integer(4)}}, 0));
  EXPECT_NE(a, make_array(integer(5), {{integer(1), integer(5)}}, 0));
}

TEST(Value, ArraysOverFiniteSortsAreEqualWhateverTheirFallbackWas) {
  const Value no(false);
  const Value yes(true);
  EXPECT_EQ(make_array(integer(0), {{no, integer(1)}, {yes, integer(1)}}, 2), make_array(integer(1), {}, 2));
  EXPECT_EQ(make_array(integer(0), {{yes, integer(1)}}, 2), make_array(integer(1), {{no, integer(0)}}, 2));
  EXPECT_NE(make_array(integer(0), {{yes, integer(1)}}, 2), make_array(integer(0), {{no, integer(1)}}, 2));
  // With infinitely many indices, there is always an index that distinguishes the fallbacks.
  EXPECT_NE(make_array(integer(0), {{yes, integer(1)}}, 0), make_array(integer(1), {{no, integer(0)}}, 0));
}

TEST(Value, EveryWayToWriteASmallArrayIsTheSameValue) {
  // All arrays from 2-bit vectors to {0, 1, 2}, each written with every fallback.
  for (int code = 0; code < 81; ++code) {
    const int digits[4] = {code % 3, code / 3 % 3, code / 9 % 3, code / 27};
    std::vector<Value> written;
    for (int fallback = 0; fallback < 3; ++fallback) {
      std::vector<std::pair<Value, Value>> entries;
      for (int i = 0; i < 4; ++i) {
        if (digits[i] != fallback) {
          entries.emplace_back(make_bits(2, i), integer(digits[i]));
        }
      }
      written.push_back(make_array(integer(fallback), entries, 4));
    }
    EXPECT_EQ(written[0], written[1]) << code;
    EXPECT_EQ(written[0], written[2]) << code;
    EXPECT_EQ(written[0].hash(), written[2].hash()) << code;
  }
}

TEST(Value, FloatIndicesCountOneNan) {
  // (_ FloatingPoint 2 2): 16 patterns, two NaNs among them.
  std::vector<std::pair<Value, Value>> entries;
  for (unsigned bits = 0; bits < 16; ++bits) {
    if (bits != 7 && bits != 15) {
      entries.emplace_back(Value(Float{2, 2, mpz_class(bits)}), integer(1));
    }
  }
  const Value nan(Float{2, 2, mpz_class(7)});
  EXPECT_EQ(make_array(integer(0), entries, 15), make_array(integer(1), {{nan, integer(0)}}, 15));
}

TEST(Value, OrderIsTotalAndStable) {
  const std::vector<Value> ascending = {Value(false), Value(true),     integer(-3),
                                        integer(7),   make_bits(3, 7), make_bits(4, 0)};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      EXPECT_EQ(ascending[i] < ascending[j], i < j);
    }
  }
}

TEST(Value, DeepValuesCompareAndDieWithoutRecursion) {
  const auto nested = [](int depth) {
    Value value = make_datatype(FunctionId{1}, 0, {});
    for (int i = 0; i < depth; ++i) {
      value = make_datatype(FunctionId{2}, 1, {integer(i), value});
    }
    return value;
  };
  const Value a = nested(100'000);
  EXPECT_EQ(a, nested(100'000));
  EXPECT_NE(a, nested(99'999));
  Value wrapped = make_sequence({});
  for (int i = 0; i < 100'000; ++i) {
    wrapped = make_sequence({wrapped});
  }
  Value arrays = make_array(integer(0), {}, 0);
  for (int i = 0; i < 100'000; ++i) {
    arrays = make_array(arrays, {}, 0);
  }
  EXPECT_NE(wrapped, arrays);
}

}  // namespace
}  // namespace assay::smt
