// A domain of floating-point numbers: the set of classes that a number may be of. The values are of IEEE 754's binary
// format of 4 bits, so that infinities and NaN occur at once. With the argument "bug", the domain forgets that the
// difference of two infinities may be NaN.

#include <cmath>
#include <cstdio>
#include <string_view>

#include "assay/domain/check.hpp"
#include "assay/domain/small_floats.hpp"

namespace {

using namespace assay::domain;

constexpr unsigned kWidth = 4;
constexpr unsigned kNan = 1, kNegative = 2, kZero = 4, kPositive = 8, kAll = 15;

struct Classes final : Element {
  explicit Classes(unsigned set_) : set(set_) {}
  unsigned set;
};

unsigned class_of(const Point& point) {
  const double number = small_float(kWidth, static_cast<std::uint64_t>(point[0].get_d()));
  if (std::isnan(number)) return kNan;
  return number < 0 ? kNegative : number > 0 ? kPositive : kZero;
}

class FloatClasses final : public Domain {
 public:
  explicit FloatClasses(bool with_bug) : with_bug_(with_bug) {
    using enum Operation;
    contract_.name = "example:FloatClasses";
    contract_.shape = Shape::Value;
    contract_.width = kWidth;
    contract_.convex = false;
    contract_.operations = {Top, Bottom, Leq, IsBottom, IsTop, Join, Meet, Copy, Contains, Abstract, Print, Transform};
  }

  [[nodiscard]] const Contract& contract() const override { return contract_; }
  [[nodiscard]] unsigned dimensions() const override { return 1; }
  [[nodiscard]] std::span<const OperationRow> rows() const override {
    static constexpr OperationRow kRows[] = {operation_row<&FloatClasses::abstract>(Operation::Abstract)};
    return kRows;
  }
  ElementPtr top() override { return make(kAll); }
  ElementPtr bottom() override { return make(0); }
  ElementPtr copy(const Element& element) override { return make(static_cast<const Classes&>(element).set); }
  bool leq(Element& left, Element& right) override { return (set_of(left) & ~set_of(right)) == 0; }
  bool is_bottom(Element& element) override { return set_of(element) == 0; }
  bool is_top(Element& element) override { return set_of(element) == kAll; }
  ElementPtr join(Element& left, Element& right) override { return make(set_of(left) | set_of(right)); }
  ElementPtr meet(Element& left, Element& right) override { return make(set_of(left) & set_of(right)); }
  bool contains(Element& element, const Point& point) override { return (set_of(element) & class_of(point)) != 0; }
  ElementPtr abstract(const Point& point) { return make(class_of(point)); }
  std::string print(Element& element) override {
    static constexpr const char* kNames[] = {" nan", " negative", " zero", " positive"};
    std::string text = "{";
    for (unsigned i = 0; i < 4; ++i)
      if ((set_of(element) >> i & 1) != 0) text += kNames[i];
    return text + " }";
  }

  [[nodiscard]] const std::vector<ValueTransformer>& transformers() const override {
    return small_float_transformers();
  }
  ElementPtr transform(std::size_t transformer, const std::vector<Element*>& arguments) override {
    const std::string_view name = transformers()[transformer].name;
    const unsigned x = set_of(*arguments[0]);
    if (name == "fneg") return make((x & (kNan | kZero)) | (x & kNegative) << 2 | (x & kPositive) >> 2);
    if (name == "fabs") return make((x & ~kNegative) | (x & kNegative) << 2);
    const unsigned y = set_of(*arguments[1]);
    if (x == 0 || y == 0) return make(0);
    if (with_bug_ && name == "fsub" && x == kPositive && y == kPositive) return make(kAll & ~kNan);
    return make(kAll);
  }
  std::vector<ElementPtr> all_elements() override {
    std::vector<ElementPtr> all;
    for (unsigned set = 0; set <= kAll; ++set) all.push_back(make(set));
    return all;
  }

 private:
  static unsigned set_of(Element& element) { return static_cast<Classes&>(element).set; }
  static ElementPtr make(unsigned set) { return std::make_unique<Classes>(set); }

  bool with_bug_;
  Contract contract_;
};

}  // namespace

int main(int argc, char** argv) {
  const bool with_bug = argc > 1 && std::string_view(argv[1]) == "bug";
  const CheckReport report =
      check_domain([with_bug](unsigned) { return std::make_unique<FloatClasses>(with_bug); }, {.programs = 500});
  std::printf("%s\n%s", report.passed ? "all laws hold" : "a law is broken", report.text.c_str());
  return report.passed ? 0 : 1;
}
