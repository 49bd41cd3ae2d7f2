// Programs with many dimensions: their runs end when their time is up, and their reductions drop half of the
// dimensions at a time.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "assay/domain/check.hpp"
#include "assay/domain/run.hpp"
#include "domain/kernel/reduce/domain_reduce.hpp"
#include "interval.hpp"

namespace assay::domain {
namespace {

constexpr unsigned kManyDimensions = 64;

/// A program of 64 dimensions whose second element bounds the dimension `bounded`.
Program wide_program(unsigned bounded) {
  std::string text = "dimensions " + std::to_string(kManyDimensions) + "\na0 = top\na1 = assume a0, x" +
                     std::to_string(bounded) + " - 3 >= 0\n";
  Result<Program> program = parse_program(text, {});
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : program.error().text());
  return program.ok() ? *std::move(program) : Program();
}

bool bounds_a_dimension(const Program& program) {
  return std::any_of(program.instructions.begin(), program.instructions.end(), [](const Instruction& instruction) {
    return std::any_of(instruction.constraints.begin(), instruction.constraints.end(), [](const Constraint& one) {
      const auto& coefficients = one.expression.coefficients;
      return std::any_of(coefficients.begin(), coefficients.end(), [](const Rational& c) { return c != 0; });
    });
  });
}

TEST(SlowCases, AReductionDropsHalfOfTheDimensionsAtATime) {
  for (const unsigned bounded : {0U, 17U, 63U}) {
    unsigned slow_runs = 0;
    const auto fails = [&](const Program& candidate) {
      if (candidate.dimensions > 4) ++slow_runs;
      return bounds_a_dimension(candidate);
    };
    const Program smallest = reduce_program(wide_program(bounded), fails, core::ReduceBudget{});
    EXPECT_EQ(smallest.dimensions, 1U);
    EXPECT_LE(slow_runs, 12U) << "one dimension at a time takes 60 slow runs";
  }
}

TEST(SlowCases, OtherBeginningsAreTriedWithFewDimensions) {
  unsigned begun_with = 0;
  const auto begin = [&](const Program& few) {
    begun_with = few.dimensions;
    return few;
  };
  const Program smallest = reduce_program(wide_program(17), bounds_a_dimension, core::ReduceBudget{}, begin);
  EXPECT_LE(begun_with, 4U) << "each run with many dimensions is slow";
  EXPECT_GE(begun_with, 1U) << "they are tried";
  EXPECT_EQ(smallest.dimensions, 1U);
}

TEST(SlowCases, ARunWhoseTimeIsUpLeavesTheOtherStepsOut) {
  const DomainFactory factory = adapt<example::Box<false>>(example::box_contract());
  const Program program = random_program(1, 0, factory(3)->contract(), {}, {});
  const RunResult whole = run(program, *factory(program.dimensions), {});
  EXPECT_FALSE(whole.cut);
  const auto sum_of = [](const RunResult& result) {
    std::uint64_t sum = 0;
    for (const LawCount& count : result.counts) sum += count.checked + count.vacuous;
    return sum;
  };
  std::uint64_t before = 0;
  for (unsigned allowed = 0; allowed < 40; ++allowed) {
    unsigned asked = 0;
    RunOptions options;
    options.is_over = [&] { return asked++ >= allowed; };
    const RunResult part = run(program, *factory(program.dimensions), options);
    EXPECT_EQ(part.cut, sum_of(part) < sum_of(whole) || part.operations < whole.operations) << allowed;
    EXPECT_GE(part.operations, before) << "more time, more steps";
    before = part.operations;
  }
}

}  // namespace
}  // namespace assay::domain
