// The trace of a program's run: each operation of the domain, and Assay's own work after it.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "assay/domain/check.hpp"
#include "assay/domain/run.hpp"
#include "interval.hpp"

namespace assay::domain {
namespace {

TEST(Tracing, EachOperationIsToldAndItsEndToo) {
  const DomainFactory factory = adapt<example::Box<false>>(example::box_contract());
  for (std::uint64_t number = 0; number < 20; ++number) {
    const Program program = random_program(1, number, factory(3)->contract(), {}, {});
    const RunResult plain = run(program, *factory(program.dimensions), {});
    std::optional<std::size_t> step;
    std::optional<Operation> asked;
    std::size_t told = 0;
    RunOptions options;
    options.before = [&](std::size_t begun) {
      EXPECT_FALSE(asked) << "a step begins within an operation";
      step = begun;
    };
    options.asking = [&](std::size_t of, std::optional<Operation> operation) {
      EXPECT_EQ(of, step.value_or(0));
      EXPECT_NE(asked.has_value(), operation.has_value()) << "operations are told, and their ends, by turns";
      asked = operation;
      ++told;
    };
    const RunResult traced = run(program, *factory(program.dimensions), options);
    EXPECT_FALSE(asked) << "an operation has no end";
    EXPECT_GE(told, 2 * program.instructions.size());
    EXPECT_EQ(traced.operations, plain.operations);
    EXPECT_EQ(traced.violations.size(), plain.violations.size());
    ASSERT_EQ(traced.counts.size(), plain.counts.size());
    for (std::size_t i = 0; i < plain.counts.size(); ++i) EXPECT_EQ(traced.counts[i].checked, plain.counts[i].checked);
  }
}

}  // namespace
}  // namespace assay::domain
