// A sweep: a program's checks of a few elements, made for many elements.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>

#include "assay/domain/check.hpp"
#include "assay/domain/run.hpp"
#include "core/rng/rng.hpp"

namespace assay::domain {
namespace {

constexpr unsigned kSetWidth = 4;
constexpr unsigned kNumbers = 1U << kSetWidth;
using SetValues = std::uint16_t;  ///< a bit for each value

enum class SetLie { None, Sum, Join };

std::optional<std::uint64_t> sum(unsigned width, const std::uint64_t* v) {
  return (v[0] + v[1]) & (~std::uint64_t{0} >> (64 - width));
}

const std::vector<ValueTransformer>& adder() {
  static const std::vector<ValueTransformer> kAll = {{"add", 2, sum, false}};
  return kAll;
}

Contract sets_contract(unsigned sweep) {
  using enum Operation;
  Contract contract;
  contract.name = "sets";
  contract.most_dimensions = 1;
  contract.operations = {Top, Bottom, Leq, IsBottom, Join, Meet, Copy, Contains, Abstract, Print, Transform};
  contract.numbers = Numbers::Machine;
  contract.shape = Shape::Value;
  contract.width = kSetWidth;
  contract.integer_points = true;
  contract.convex = false;
  contract.sweep = sweep;
  return contract;
}

/// Sets of numbers of four bits. With a lie, the sum is wrong for arguments with three values and two, or the join of
/// 5 and 9 forgets 9.
class Sets final : public Domain {
 public:
  Sets(unsigned sweep, SetLie lie) : contract_(sets_contract(sweep)), lie_(lie) {}

  [[nodiscard]] const Contract& contract() const override { return contract_; }
  [[nodiscard]] unsigned dimensions() const override { return 1; }
  [[nodiscard]] std::span<const OperationRow> rows() const override {
    static constexpr OperationRow kRows[] = {operation_row<&Sets::abstract>(Operation::Abstract)};
    return kRows;
  }
  ElementPtr top() override { return made(0xFFFF); }
  ElementPtr bottom() override { return made(0); }
  ElementPtr copy(const Element& element) override { return made(of(element)); }
  bool leq(Element& left, Element& right) override { return (of(left) & ~of(right)) == 0; }
  bool is_bottom(Element& element) override { return of(element) == 0; }
  ElementPtr join(Element& left, Element& right) override {
    const bool lies = lie_ == SetLie::Join && of(left) == 1U << 5U && of(right) == 1U << 9U;
    return made(lies ? of(left) : of(left) | of(right));
  }
  ElementPtr meet(Element& left, Element& right) override { return made(of(left) & of(right)); }
  bool contains(Element& element, const Point& point) override {
    return sgn(point.at(0)) >= 0 && point[0] < kNumbers && (of(element) >> point[0].get_num().get_ui() & 1U) != 0;
  }
  ElementPtr abstract(const Point& point) { return made(1U << point.at(0).get_num().get_ui()); }
  std::string print(Element& element) override { return std::to_string(of(element)); }
  [[nodiscard]] const std::vector<ValueTransformer>& transformers() const override { return adder(); }
  ElementPtr transform(std::size_t, const std::vector<Element*>& arguments) override {
    unsigned result = 0;
    for (unsigned x = 0; x < kNumbers; ++x)
      for (unsigned y = 0; y < kNumbers; ++y)
        if ((of(*arguments[0]) >> x & 1U) != 0 && (of(*arguments[1]) >> y & 1U) != 0)
          result |= 1U << ((x + y) % kNumbers);
    const bool lies =
        lie_ == SetLie::Sum && __builtin_popcount(of(*arguments[0])) == 3 && __builtin_popcount(of(*arguments[1])) == 2;
    return made(lies ? 0 : result);
  }

 private:
  struct Held final : Element {
    explicit Held(SetValues held) : values(held) {}
    SetValues values;
  };
  static ElementPtr made(unsigned values) { return std::make_unique<Held>(static_cast<SetValues>(values)); }
  static SetValues of(const Element& element) { return static_cast<const Held&>(element).values; }

  Contract contract_;
  SetLie lie_;
};

constexpr const char* kSwept =
    "a0 = abstract (5)\n"
    "a1 = abstract (9)\n"
    "a2 = abstract (3)\n"
    "a3 = join a1 a0\n"
    "a4 = join a3 a2\n"
    "a5 = transform add a0 a1\n"
    "check 9 a2 a3\n";

RunResult ran(const std::string& text, SetLie lie) {
  const Result<Program> program = parse_program(text, adder());
  EXPECT_TRUE(program.ok()) << program.error().text();
  Sets domain(0, lie);
  return run(*program, domain, {});
}

std::string with_sweep(unsigned questions) {
  return "dimensions 1\n" + (questions > 0 ? "sweep " + std::to_string(questions) + "\n" : "") + kSwept;
}

TEST(DomainSweep, AsksTheSameLawsAndTransformersOfMoreElements) {
  const RunResult without = ran(with_sweep(0), SetLie::None);
  const RunResult with = ran(with_sweep(1000), SetLie::None);
  EXPECT_TRUE(without.violations.empty());
  EXPECT_TRUE(with.violations.empty());
  const auto position = static_cast<std::size_t>(law(9) - laws().data());
  EXPECT_EQ(without.counts[position].checked, 1U);
  EXPECT_EQ(with.counts[position].checked, 1U + 6 * 6) << "all pairs of six elements, once each";
  EXPECT_GT(with.points, without.points + 36);
  std::uint64_t others = 0;
  for (std::size_t i = 0; i < with.counts.size(); ++i)
    if (i != position) others += with.counts[i].checked;
  EXPECT_EQ(others, 0U) << "a law that the program does not ask for";
  EXPECT_EQ(ran(with_sweep(7), SetLie::None).counts[position].checked, 8U);
}

TEST(DomainSweep, ElementsThatAreEqualAreAskedAboutOnce) {
  const std::string twice = "dimensions 1\nsweep 100\na0 = abstract (5)\na1 = abstract (5)\ncheck 9 a0 a1\n";
  EXPECT_EQ(ran(twice, SetLie::None).counts[static_cast<std::size_t>(law(9) - laws().data())].checked, 2U);
}

TEST(DomainSweep, FindsWhatTheProgramDoesNotAskFor) {
  for (const SetLie lie : {SetLie::Sum, SetLie::Join}) {
    EXPECT_TRUE(ran(with_sweep(0), lie).violations.empty());
    const RunResult with = ran(with_sweep(1000), lie);
    ASSERT_FALSE(with.violations.empty());
    const Violation& violation = with.violations.front();
    EXPECT_EQ(violation.oracle, lie == SetLie::Sum ? "points" : "law 9");
    EXPECT_EQ(violation.operation, lie == SetLie::Sum ? Operation::Transform : Operation::Join);
    EXPECT_EQ(violation.instruction, lie == SetLie::Sum ? 5U : 6U);
    // The question alone, without a sweep, fails in the same way.
    EXPECT_EQ(violation.isolated.find("sweep"), std::string::npos) << violation.isolated;
    const RunResult alone = ran(violation.isolated, lie);
    ASSERT_FALSE(alone.violations.empty()) << violation.isolated;
    EXPECT_EQ(alone.violations.front().oracle, violation.oracle);
    EXPECT_EQ(alone.violations.front().operation, violation.operation);
    EXPECT_TRUE(ran(violation.isolated, SetLie::None).violations.empty());
  }
}

TEST(DomainSweep, WhatItFindsIsReducedToAProgramWithoutOne) {
  for (const SetLie lie : {SetLie::Sum, SetLie::Join}) {
    CheckOptions options;
    options.programs = 2000;
    const CheckReport report = check_domain([&](unsigned) { return std::make_unique<Sets>(300, lie); }, options);
    ASSERT_FALSE(report.passed);
    EXPECT_EQ(report.smallest.sweep, 0U) << report.text;
    EXPECT_LE(report.smallest.instructions.size(), 9U) << report.text;
    EXPECT_FALSE(report.violations.empty());
  }
}

TEST(DomainSweep, LiesAreFoundInFewerPrograms) {
  const auto needed = [](unsigned sweep, SetLie lie) {
    CheckOptions options;
    options.programs = 2000;
    return check_domain([&](unsigned) { return std::make_unique<Sets>(sweep, lie); }, options).programs;
  };
  for (const SetLie lie : {SetLie::Sum, SetLie::Join}) EXPECT_LT(4 * needed(300, lie), needed(0, lie));
  CheckOptions honest;
  honest.programs = 300;
  EXPECT_TRUE(check_domain([](unsigned) { return std::make_unique<Sets>(300, SetLie::None); }, honest).passed);
}

TEST(DomainSweep, IsPartOfAProgramsText) {
  const Result<Program> program = parse_program("dimensions 1\nsweep 16\na0 = top\n", {});
  ASSERT_TRUE(program.ok()) << program.error().text();
  EXPECT_EQ(program->sweep, 16U);
  EXPECT_EQ(to_text(*program, {}), "dimensions 1\nsweep 16\na0 = top\n");
  for (const char* wrong : {"sweep 0", "sweep -1", "sweep 65537", "sweep many"})
    EXPECT_FALSE(parse_program("dimensions 1\n" + std::string(wrong) + "\na0 = top\n", {}).ok()) << wrong;
  std::vector<std::uint8_t> bytes(200, 7);
  EXPECT_EQ(decode(bytes, sets_contract(5), adder(), *preset("C2")).sweep, 5U);
  EXPECT_EQ(decode(bytes, sets_contract(0), adder(), *preset("C2")).sweep, 0U);
}

}  // namespace
}  // namespace assay::domain
