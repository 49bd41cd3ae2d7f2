// Intervals of floating-point numbers with NaN: an honest domain is clean on every element and value, and a domain that
// forgets NaN, infinities or the sign of zero is found.

#include "assay/domain/small_floats.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "assay/domain/check.hpp"
#include "domain/kernel/exhaustive/exhaustive.hpp"

namespace assay::domain::testing {
namespace {

constexpr unsigned kWidth = 4;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

enum class FloatLie : std::uint8_t {
  None,
  SubForgetsNan,   ///< infinity - infinity
  MulForgetsNan,   ///< 0 * infinity
  DivForgetsPole,  ///< the divisor may be zero, between its ends
  JoinForgetsNan,
  LeqForgetsNan,
  NegKeepsZero,   ///< -0 of +0
  AddForgetsSum,  ///< the largest sum is rounded to the largest number, not to infinity
};

/// Numbers from low to high, where -0 is below +0, and NaN if `nan`. Numbers have positions: 0 is minus infinity.
struct FloatInterval final : Element {
  FloatInterval(int low_, int high_, bool nan_) : low(low_), high(high_), nan(nan_) {}
  int low, high;
  bool nan;
  [[nodiscard]] bool has_numbers() const { return low <= high; }
};

class FloatIntervals final : public Domain {
 public:
  explicit FloatIntervals(FloatLie lie) : lie_(lie) {
    using enum Operation;
    contract_.name = "test:FloatIntervals@4";
    contract_.shape = Shape::Value;
    contract_.width = kWidth;
    contract_.convex = false;
    contract_.operations = {Top, Bottom, Leq, IsBottom, IsTop, Join, Meet, Copy, Contains, Abstract, Print, Transform};
    contract_.best = {Top, Bottom, Leq, IsBottom, IsTop, Join, Meet, Copy, Contains, Abstract, Print};
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << kWidth; ++bits)
      if (!std::isnan(small_float(kWidth, bits))) numbers_.push_back(bits);
    std::sort(numbers_.begin(), numbers_.end(), [](std::uint64_t a, std::uint64_t b) {
      const double x = small_float(kWidth, a), y = small_float(kWidth, b);
      return x < y || (x == y && std::signbit(x) && !std::signbit(y));
    });
  }

  [[nodiscard]] const Contract& contract() const override { return contract_; }
  [[nodiscard]] unsigned dimensions() const override { return 1; }
  [[nodiscard]] std::span<const OperationRow> rows() const override {
    static constexpr OperationRow kRows[] = {operation_row<&FloatIntervals::abstract>(Operation::Abstract)};
    return kRows;
  }
  ElementPtr top() override { return make(0, last(), true); }
  ElementPtr bottom() override { return make(1, 0, false); }
  ElementPtr copy(const Element& element) override {
    const auto& x = static_cast<const FloatInterval&>(element);
    return make(x.low, x.high, x.nan);
  }
  bool leq(Element& left, Element& right) override {
    const FloatInterval &x = of(left), &y = of(right);
    if (x.nan && !y.nan && lie_ != FloatLie::LeqForgetsNan) return false;
    return !x.has_numbers() || (y.low <= x.low && x.high <= y.high);
  }
  bool is_bottom(Element& element) override { return !of(element).has_numbers() && !of(element).nan; }
  bool is_top(Element& element) override {
    const FloatInterval& x = of(element);
    return x.low == 0 && x.high == last() && x.nan;
  }
  ElementPtr join(Element& left, Element& right) override {
    const FloatInterval &x = of(left), &y = of(right);
    const bool nan = lie_ == FloatLie::JoinForgetsNan ? x.nan : x.nan || y.nan;
    if (!x.has_numbers()) return make(y.low, y.high, nan);
    if (!y.has_numbers()) return make(x.low, x.high, nan);
    return make(std::min(x.low, y.low), std::max(x.high, y.high), nan);
  }
  ElementPtr meet(Element& left, Element& right) override {
    const FloatInterval &x = of(left), &y = of(right);
    return make(std::max(x.low, y.low), std::min(x.high, y.high), x.nan && y.nan);
  }
  bool contains(Element& element, const Point& point) override {
    const FloatInterval& x = of(element);
    const auto bits = static_cast<std::uint64_t>(point[0].get_d());
    if (std::isnan(small_float(kWidth, bits))) return x.nan;
    return x.low <= position(bits) && position(bits) <= x.high;
  }
  ElementPtr abstract(const Point& point) {
    const auto bits = static_cast<std::uint64_t>(point[0].get_d());
    if (std::isnan(small_float(kWidth, bits))) return make(1, 0, true);
    return make(position(bits), position(bits), false);
  }
  std::string print(Element& element) override {
    const FloatInterval& x = of(element);
    const std::string numbers =
        x.has_numbers() ? "[" + std::to_string(x.low) + "," + std::to_string(x.high) + "]" : "none";
    return numbers + (x.nan ? " or NaN" : "");
  }

  [[nodiscard]] const std::vector<ValueTransformer>& transformers() const override {
    return small_float_transformers();
  }
  ElementPtr transform(std::size_t transformer, const std::vector<Element*>& arguments) override {
    const FloatInterval& x = of(*arguments[0]);
    const std::string_view name = transformers()[transformer].name;
    if (name == "fneg") return negated(x);
    if (name == "fabs") return image(x, FloatInterval(last(), last(), false), "fabs");
    return image(x, of(*arguments[1]), name);
  }
  std::vector<ElementPtr> all_elements() override {
    std::vector<ElementPtr> all;
    for (const bool nan : {false, true}) {
      all.push_back(make(1, 0, nan));
      for (int low = 0; low <= last(); ++low)
        for (int high = low; high <= last(); ++high) all.push_back(make(low, high, nan));
    }
    return all;
  }

 private:
  static FloatInterval& of(Element& element) { return static_cast<FloatInterval&>(element); }
  static ElementPtr make(int low, int high, bool nan) {
    return low > high ? std::make_unique<FloatInterval>(1, 0, nan) : std::make_unique<FloatInterval>(low, high, nan);
  }
  [[nodiscard]] int last() const { return static_cast<int>(numbers_.size()) - 1; }
  [[nodiscard]] double number(int position) const {
    return small_float(kWidth, numbers_[static_cast<std::size_t>(position)]);
  }
  [[nodiscard]] int position(std::uint64_t bits) const {
    return static_cast<int>(std::find(numbers_.begin(), numbers_.end(), bits) - numbers_.begin());
  }
  [[nodiscard]] ElementPtr negated(const FloatInterval& x) const {
    int low = last() - x.high, high = last() - x.low;
    if (lie_ == FloatLie::NegKeepsZero && x.low == x.high && number(x.low) == 0) low = high = x.low;
    return x.has_numbers() ? make(low, high, x.nan) : make(1, 0, x.nan);
  }

  /// The smallest interval with the results for all numbers of the arguments.
  [[nodiscard]] ElementPtr image(const FloatInterval& x, const FloatInterval& y, std::string_view name) const {
    if ((!x.has_numbers() && !x.nan) || (!y.has_numbers() && !y.nan)) return make(1, 0, false);
    int low = last() + 1, high = -1;
    bool nan = x.nan || y.nan;
    for (const int a : positions(x, name)) {
      for (const int b : positions(y, name)) {
        const double result = name == "fadd"   ? number(a) + number(b)
                              : name == "fsub" ? number(a) - number(b)
                              : name == "fmul" ? number(a) * number(b)
                              : name == "fdiv" ? number(a) / number(b)
                                               : std::fabs(number(a));
        if (std::isnan(result)) {
          const bool forgotten = (lie_ == FloatLie::SubForgetsNan && name == "fsub") ||
                                 (lie_ == FloatLie::MulForgetsNan && name == "fmul");
          nan = nan || !forgotten;
          continue;
        }
        int at = position(small_float_bits(kWidth, result));
        if (lie_ == FloatLie::AddForgetsSum && name == "fadd" && at == last() && !std::isinf(result)) --at;
        low = std::min(low, at);
        high = std::max(high, at);
      }
    }
    return make(low, high, nan);
  }
  /// The positions of the interval. The lie leaves out zeros between its ends.
  [[nodiscard]] std::vector<int> positions(const FloatInterval& x, std::string_view name) const {
    std::vector<int> list;
    for (int i = x.low; i <= x.high; ++i) {
      const bool forgotten = lie_ == FloatLie::DivForgetsPole && name == "fdiv" && number(i) == 0;
      if (!forgotten || i == x.low || i == x.high) list.push_back(i);
    }
    return list;
  }

  FloatLie lie_;
  Contract contract_;
  std::vector<std::uint64_t> numbers_;  ///< all values but NaN, ascending
};

TEST(SmallFloats, AreIeeeNumbers) {
  const std::array<double, 8> kFirst = {0, 0.5, 1, 1.5, 2, 3, kInfinity, 0};
  for (std::uint64_t bits = 0; bits < 7; ++bits) {
    EXPECT_EQ(small_float(4, bits), kFirst.at(bits));
    EXPECT_EQ(small_float(4, bits | 8), -kFirst.at(bits));
  }
  EXPECT_TRUE(std::signbit(small_float(4, 8)));
  EXPECT_TRUE(std::isnan(small_float(4, 7)));
  for (const unsigned width : {4U, 5U, 6U}) {
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << width; ++bits) {
      const double value = small_float(width, bits);
      if (std::isnan(value)) continue;
      EXPECT_EQ(small_float_bits(width, value), bits) << width;
    }
  }
}

TEST(SmallFloats, RoundToNearestEven) {
  const std::pair<double, double> kRounded[] = {
      {0.25, 0}, {0.3, 0.5},       {0.75, 1},         {1.25, 1},  {1.75, 2}, {2.5, 2},        {2.6, 3},
      {3.4, 3},  {3.5, kInfinity}, {1000, kInfinity}, {-2.6, -3}, {-0.1, 0}, {-4, -kInfinity}};
  for (const auto& [number, nearest] : kRounded)
    EXPECT_EQ(small_float(4, small_float_bits(4, number)), nearest) << number;
  EXPECT_TRUE(std::signbit(small_float(4, small_float_bits(4, -0.1))));
  EXPECT_TRUE(std::isnan(small_float(4, small_float_bits(4, std::nan("")))));
}

std::set<std::string> unsound_rows(FloatLie lie, const std::vector<std::string>& only) {
  FloatIntervals domain(lie);
  const Result<ExhaustiveReport> report = test_exhaustively(domain, {only, {}});
  std::set<std::string> names;
  if (!report) return {report.error().text()};
  for (const ExhaustiveRow& row : report->rows) {
    if (row.unsound != 0) names.insert(row.name);
    EXPECT_EQ(row.imprecise, 0U) << row.name;
  }
  return names;
}

TEST(SmallFloats, AnHonestDomainIsClean) { EXPECT_EQ(unsound_rows(FloatLie::None, {}), std::set<std::string>()); }

TEST(SmallFloats, WhatADomainForgetsIsFound) {
  const std::pair<FloatLie, const char*> kLies[] = {
      {FloatLie::SubForgetsNan, "fsub"},  {FloatLie::MulForgetsNan, "fmul"}, {FloatLie::DivForgetsPole, "fdiv"},
      {FloatLie::JoinForgetsNan, "join"}, {FloatLie::LeqForgetsNan, "leq"},  {FloatLie::NegKeepsZero, "fneg"},
      {FloatLie::AddForgetsSum, "fadd"}};
  for (const auto& [lie, row] : kLies) EXPECT_EQ(unsound_rows(lie, {row}), std::set<std::string>{row});
}

TEST(SmallFloats, AnAuthorsTestFindsThemToo) {
  const auto report = [](FloatLie lie) {
    CheckOptions options;
    options.programs = 300;
    return check_domain([lie](unsigned) { return std::make_unique<FloatIntervals>(lie); }, options);
  };
  const CheckReport honest = report(FloatLie::None);
  EXPECT_TRUE(honest.passed) << honest.text;
  const CheckReport lying = report(FloatLie::SubForgetsNan);
  EXPECT_FALSE(lying.passed);
  EXPECT_NE(lying.text.find("fsub"), std::string::npos) << lying.text;
}

}  // namespace
}  // namespace assay::domain::testing
