#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain::testing {

/// The bugs of the domain below.
enum class Lie : std::uint8_t {
  None,
  TopMisses,
  BottomHasOne,
  LeqTrue,   ///< answers yes for one pair that is not in order
  LeqFalse,  ///< answers no for the greatest element on the right
  EqualTrue,
  IsBottomSingle,  ///< takes [0, 0] for empty
  IsTopLarge,
  JoinDrops,
  JoinTop,
  MeetDrops,
  MeetLeft,
  CopyShrinks,
  ContainsLess,  ///< answers no for one point of one element
  ContainsMore,
  AbstractShifts,
  PrintChanges,
  AddOffByOne,
  AddTop,
};

/// [low, high] of 3-bit values; low > high is bottom. Obviously right, except for the selected lie.
class Intervals final : public Domain {
 public:
  struct Interval final : Element {
    Interval(int low_, int high_) : low(low_), high(high_) {}
    int low;
    int high;
    [[nodiscard]] bool is(int l, int h) const { return low == l && high == h; }
  };
  static constexpr int kMaxValue = 7;

  explicit Intervals(Lie lie = Lie::None) : lie_(lie) {
    using enum Operation;
    contract_.name = "test:Intervals@3";
    contract_.shape = Shape::Value;
    contract_.width = 3;
    contract_.convex = false;
    contract_.operations = {Top,  Bottom, Leq,      Equal,    IsBottom, IsTop,    Join,
                            Meet, Copy,   Contains, Abstract, Print,    Transform};
    contract_.best = {Top, Bottom, Leq, Equal, IsBottom, IsTop, Join, Meet, Copy, Contains, Abstract, Print};
  }

  [[nodiscard]] const Contract& contract() const override { return contract_; }
  Contract& changed_contract() { return contract_; }
  [[nodiscard]] unsigned dimensions() const override { return 1; }
  [[nodiscard]] std::span<const OperationRow> rows() const override {
    static constexpr OperationRow kRows[] = {operation_row<&Intervals::abstract>(Operation::Abstract)};
    return kRows;
  }

  ElementPtr top() override { return make(0, lie_ == Lie::TopMisses ? kMaxValue - 1 : kMaxValue); }
  ElementPtr bottom() override { return lie_ == Lie::BottomHasOne ? make(3, 3) : make(1, 0); }
  ElementPtr copy(const Element& element) override {
    const Interval& x = of(element);
    return make(x.low, lie_ == Lie::CopyShrinks && x.is(2, 5) ? 4 : x.high);
  }
  bool leq(Element& left, Element& right) override {
    const Interval& x = of(left);
    const Interval& y = of(right);
    if (lie_ == Lie::LeqTrue && x.is(0, 4) && y.is(1, 4)) return true;
    if (lie_ == Lie::LeqFalse && y.is(0, kMaxValue) && x.low <= x.high) return false;
    return x.low > x.high || (y.low <= x.low && x.high <= y.high);
  }
  bool equal(Element& left, Element& right) override {
    const Interval& x = of(left);
    const Interval& y = of(right);
    if (lie_ == Lie::EqualTrue && x.is(0, 4) && y.is(0, 5)) return true;
    return x.is(y.low, y.high);
  }
  bool is_bottom(Element& element) override {
    const Interval& x = of(element);
    return x.low > x.high || (lie_ == Lie::IsBottomSingle && x.is(0, 0));
  }
  bool is_top(Element& element) override {
    return of(element).is(0, kMaxValue) || (lie_ == Lie::IsTopLarge && of(element).is(1, kMaxValue));
  }
  ElementPtr join(Element& left, Element& right) override {
    const Interval& x = of(left);
    const Interval& y = of(right);
    if (lie_ == Lie::JoinTop && x.is(2, 3)) return make(0, kMaxValue);
    if (x.low > x.high) return make(y.low, y.high);
    if (y.low > y.high) return make(x.low, x.high);
    const int high = std::max(x.high, y.high);
    return make(std::min(x.low, y.low), lie_ == Lie::JoinDrops && x.is(2, 3) && high > 4 ? high - 1 : high);
  }
  ElementPtr meet(Element& left, Element& right) override {
    const Interval& x = of(left);
    const Interval& y = of(right);
    const int high = std::min(x.high, y.high);
    if (lie_ == Lie::MeetLeft && x.is(2, 6)) return make(x.low, x.high);
    return make(std::max(x.low, y.low), lie_ == Lie::MeetDrops && x.is(2, 6) ? high - 1 : high);
  }
  bool contains(Element& element, const Point& point) override {
    const Interval& x = of(element);
    if (lie_ == Lie::ContainsLess && x.is(1, 5) && point[0] == 4) return false;
    if (lie_ == Lie::ContainsMore && x.is(1, 5) && point[0] == 6) return true;
    return x.low <= point[0] && point[0] <= x.high;
  }
  ElementPtr abstract(const Point& point) {
    const int value = static_cast<int>(point[0].get_d());
    return lie_ == Lie::AbstractShifts ? make((value + 1) & kMaxValue, (value + 1) & kMaxValue) : make(value, value);
  }
  std::string print(Element& element) override {
    auto& x = static_cast<Interval&>(element);
    const std::string text = x.low > x.high ? "none" : "[" + std::to_string(x.low) + "," + std::to_string(x.high) + "]";
    if (lie_ == Lie::PrintChanges && x.is(3, 6)) x.low = 4;
    return text;
  }

  [[nodiscard]] const std::vector<ValueTransformer>& transformers() const override {
    static const std::vector<ValueTransformer> kAll = {
        {"add", 2,
         [](unsigned, const std::uint64_t* v) {
           return v[0] + v[1] > kMaxValue ? std::optional<std::uint64_t>() : std::optional(v[0] + v[1]);
         },
         true},
        {"halve", 1, [](unsigned, const std::uint64_t* v) { return std::optional(v[0] / 2); }, false},
    };
    return kAll;
  }
  ElementPtr transform(std::size_t transformer, const std::vector<Element*>& arguments) override {
    const Interval& x = of(*arguments[0]);
    if (transformer == 1) return x.low > x.high ? make(1, 0) : make(0, x.high / 2);  // could say more than 0
    const Interval& y = of(*arguments[1]);
    if (x.low > x.high || y.low > y.high || x.low + y.low > kMaxValue) return make(1, 0);
    if (lie_ == Lie::AddTop && x.is(1, 2)) return make(0, kMaxValue);
    const int high = std::min(x.high + y.high, kMaxValue);
    return make(x.low + y.low, lie_ == Lie::AddOffByOne && x.is(1, 3) && y.is(2, 3) ? high - 1 : high);
  }

  std::vector<ElementPtr> all_elements() override {
    std::vector<ElementPtr> all;
    all.push_back(make(1, 0));
    for (int low = 0; low <= kMaxValue; ++low)
      for (int high = low; high <= kMaxValue; ++high) all.push_back(make(low, high));
    return all;
  }

 private:
  static const Interval& of(const Element& element) { return static_cast<const Interval&>(element); }
  static ElementPtr make(int low, int high) {
    return low > high ? std::make_unique<Interval>(1, 0) : std::make_unique<Interval>(low, high);
  }

  Lie lie_;
  Contract contract_;
};

}  // namespace assay::domain::testing
