// The one call that tests a domain in its author's process, on the worked example and its bug.

#include "assay/domain/check.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "interval.hpp"

namespace assay::domain {
namespace {

CheckOptions three_dimensions(std::uint64_t programs) {
  CheckOptions options;
  options.programs = programs;
  options.program.dimensions = 3;
  return options;
}

TEST(CheckDomain, AnHonestDomainPasses) {
  const CheckReport report = check_domain(adapt<example::Box<false>>(example::box_contract()), three_dimensions(300));
  EXPECT_TRUE(report.passed) << report.text;
  EXPECT_EQ(report.programs, 300U);
  EXPECT_EQ(report.text.find("NEVER"), std::string::npos) << report.text;
}

TEST(CheckDomain, ABugIsFoundAndTheProgramIsShort) {
  const CheckReport report = check_domain(adapt<example::Box<true>>(example::box_contract()), three_dimensions(300));
  ASSERT_FALSE(report.passed);
  EXPECT_LE(report.smallest.instructions.size(), 5U) << report.text;
  EXPECT_EQ(report.smallest.dimensions, 1U) << report.text;
  ASSERT_FALSE(report.violations.empty());
  EXPECT_EQ(report.violations.front().operation, Operation::Widen) << report.text;
}

/// A box whose inclusion test says yes to everything.
class Careless {
 public:
  static Careless top(unsigned dimensions) { return Careless(example::Box<false>::top(dimensions)); }
  static Careless bottom(unsigned dimensions) { return Careless(example::Box<false>::bottom(dimensions)); }
  [[nodiscard]] bool leq(const Careless&) const { return true; }
  [[nodiscard]] bool is_bottom() const { return box_.print() == "empty"; }
  [[nodiscard]] Careless join(const Careless& other) const { return Careless(box_.join(other.box_)); }
  [[nodiscard]] Careless meet(const Careless& other) const { return Careless(box_.meet(other.box_)); }
  [[nodiscard]] Careless assume(const Constraint& constraint) const { return Careless(box_.assume(constraint)); }
  [[nodiscard]] std::vector<Constraint> constraints() const { return box_.constraints(); }

 private:
  explicit Careless(example::Box<false> box) : box_(std::move(box)) {}
  example::Box<false> box_;
};

TEST(CheckDomain, TwoElementsThatAreComparedNeedNoOthers) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CheckOptions options = three_dimensions(300);
    options.seed = seed;
    options.run.laws = options.run.reference = false;
    const CheckReport report = check_domain(adapt<Careless>(example::box_contract()), options);
    ASSERT_FALSE(report.passed);
    EXPECT_EQ(report.violations.front().oracle, "points") << report.text;
    EXPECT_EQ(report.violations.front().operation, Operation::Leq) << report.text;
    EXPECT_LE(report.smallest.instructions.size(), 3U) << report.text;
  }
}

TEST(CheckDomain, TheSameSeedFindsTheSame) {
  const auto domain = adapt<example::Box<true>>(example::box_contract());
  EXPECT_EQ(check_domain(domain, three_dimensions(300)).text, check_domain(domain, three_dimensions(300)).text);
}

TEST(CheckDomain, EveryByteStringIsACase) {
  const auto domain = adapt<example::Box<false>>(example::box_contract());
  const CheckOptions options = three_dimensions(0);
  EXPECT_EQ(check_bytes(domain, {}, options), "");
  for (unsigned byte = 0; byte < 256; ++byte) {
    const std::vector<std::uint8_t> bytes(64, static_cast<std::uint8_t>(byte));
    EXPECT_EQ(check_bytes(domain, bytes, options), "") << byte;
  }
}

}  // namespace
}  // namespace assay::domain
