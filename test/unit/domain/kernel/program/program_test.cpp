// Programs: their text, and decoding of any string of bytes.

#include "assay/domain/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "assay/domain/law.hpp"
#include "core/rng/rng.hpp"

namespace assay::domain {
namespace {

Contract everything(Shape shape) {
  Contract contract;
  contract.shape = shape;
  contract.width = shape == Shape::Value ? 8 : 0;
  contract.most_dimensions = shape == Shape::Value ? 1 : 5;
  contract.strict = contract.disequalities = contract.congruences = true;
  for (unsigned i = 0; i < kOperations; ++i) contract.operations.add(static_cast<Operation>(i));
  return contract;
}

const std::vector<ValueTransformer>& adders() {
  static const std::vector<ValueTransformer> kAll = {{"add", 2, nullptr, false}, {"not", 1, nullptr, false}};
  return kAll;
}

std::vector<std::uint8_t> bytes_of(std::uint64_t seed, std::size_t count) {
  core::Rng rng(seed);
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next());
  return bytes;
}

TEST(DomainProgram, ItSaysWhetherItIsComparedAndRepeated) {
  const Result<Program> program = parse_program("dimensions 1\nrepeat\na0 = top\n", {});
  ASSERT_TRUE(program.ok()) << program.error().text();
  EXPECT_TRUE(program->repeat);
  EXPECT_FALSE(program->exact);
  EXPECT_EQ(to_text(*program, {}), "dimensions 1\nrepeat\na0 = top\n");
  unsigned repeated = 0;
  for (std::uint64_t seed = 0; seed < 640; ++seed) {
    const Program drawn = decode(bytes_of(seed, 200), everything(Shape::Box), adders(), *preset("C2"));
    EXPECT_FALSE(drawn.repeat && drawn.exact);
    repeated += drawn.repeat ? 1 : 0;
  }
  EXPECT_GT(repeated, 2U);
  EXPECT_LT(repeated, 30U);
}

TEST(DomainProgram, EveryStringOfBytesIsOneAndItsTextIsReadBack) {
  for (const Shape shape :
       {Shape::Box, Shape::Differences, Shape::Octagon, Shape::Polyhedron, Shape::Other, Shape::Value}) {
    const Contract contract = everything(shape);
    for (std::uint64_t i = 0; i < 60; ++i) {
      const auto bytes = bytes_of(i, i * 13);
      const Program program = decode(bytes, contract, adders(), *preset("C2"));
      const std::string text = to_text(program, adders());
      const auto read = parse_program(text, adders());
      ASSERT_TRUE(read.ok()) << read.error().text() << "\n" << text;
      EXPECT_EQ(to_text(*read, adders()), text);
      EXPECT_EQ(to_text(decode(bytes, contract, adders(), *preset("C2")), adders()), text);
    }
  }
}

TEST(DomainProgram, EveryLawIsReached) {
  std::vector<unsigned> counts(200, 0);
  Contract contract = everything(Shape::Octagon);
  for (const Law& law : laws())
    if (law.claimed) contract.with_laws.push_back(law.number);
  for (std::uint64_t i = 0; i < 200; ++i)
    for (const Check& check : decode(bytes_of(i, 1024), contract, adders(), *preset("C2")).checks)
      ++counts.at(check.law);
  for (const Law& law : laws()) EXPECT_GT(counts.at(law.number), 20U) << law.name;
}

TEST(DomainProgram, ALawThatIsClaimedIsCheckedWhereItIsClaimed) {
  constexpr unsigned kWidenKeepsStable = 66;
  Contract contract = everything(Shape::Box);
  EXPECT_FALSE(applies(*law(kWidenKeepsStable), contract));
  contract.with_laws = {kWidenKeepsStable};
  EXPECT_TRUE(applies(*law(kWidenKeepsStable), contract));
  contract.without_laws = {kWidenKeepsStable};
  EXPECT_FALSE(applies(*law(kWidenKeepsStable), contract));
}

/// The number of constraints from which an element is made, one after the other.
unsigned depth_of(const Program& program, unsigned element) {
  const Instruction& made = program.instructions[element];
  return made.operation == Operation::Assume ? 1 + depth_of(program, made.elements[0]) : 0;
}

TEST(DomainProgram, SomeBeginWithDenseElements) {
  ProgramOptions options = *preset("C2");
  for (const Shape shape : {Shape::Box, Shape::Differences, Shape::Octagon, Shape::Polyhedron}) {
    const Contract contract = everything(shape);
    unsigned dense = 0;
    for (std::uint64_t i = 0; i < 200; ++i) {
      const Program program = decode(bytes_of(i, 1024), contract, {}, options);
      if (program.points.empty()) {
        EXPECT_LE(program.dimensions, 4U);
        continue;
      }
      ++dense;
      EXPECT_GE(program.dimensions, 3U);
      // The first elements are a chain of conditions each, all satisfied by the point around which they were drawn.
      unsigned deepest = 0;
      unsigned last = 1;
      while (last < program.instructions.size() && program.instructions[last].operation == Operation::Assume) {
        deepest = std::max(deepest, depth_of(program, last));
        if (program.points.size() == 1 && last < 3) {
          EXPECT_TRUE(program.instructions[last].constraints[0].holds(program.points[0])) << to_text(program, {});
        }
        ++last;
      }
      EXPECT_GE(deepest, 2U) << to_text(program, {});
    }
    EXPECT_GT(dense, 25U);
    EXPECT_LT(dense, 80U);
  }
}

// Slabs: an element whose conditions bound all dimensions but one on both sides.
TEST(DomainProgram, SomeDenseElementsLeaveOneDimensionOpen) {
  ProgramOptions options = *preset("C2");
  options.dense = 100;
  unsigned slabs = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Program program = decode(bytes_of(i, 1024), everything(Shape::Octagon), {}, options);
    std::vector<unsigned> sides(program.dimensions, 0);
    for (std::size_t k = 1; k < program.instructions.size(); ++k) {
      const Instruction& made = program.instructions[k];
      if (made.operation != Operation::Assume || made.elements[0] + 1 != k) break;
      const std::vector<unsigned> support = made.constraints[0].expression.support();
      if (support.size() != 1) break;
      ++sides[support[0]];
    }
    const auto closed = std::count(sides.begin(), sides.end(), 2U);
    slabs += closed + 1 == static_cast<std::ptrdiff_t>(program.dimensions) ? 1 : 0;
  }
  EXPECT_GT(slabs, 15U);
  EXPECT_LT(slabs, 60U);
}

TEST(DomainProgram, DenseElementsStayWithinWhatIsAskedFor) {
  ProgramOptions options = *preset("C2");
  options.dense = 100;
  options.dimensions = 2;
  Contract whole = everything(Shape::Octagon);
  whole.numbers = Numbers::Integers;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Program program = decode(bytes_of(i, 1024), whole, {}, options);
    EXPECT_FALSE(program.points.empty());
    EXPECT_LE(program.dimensions, 2U);
    for (const Point& point : program.points)
      for (const Rational& value : point) EXPECT_EQ(value.get_den(), 1);
  }
  options.dense = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    EXPECT_TRUE(decode(bytes_of(i, 1024), whole, {}, options).points.empty());
  }
  options.dense = 100;
  Contract values = everything(Shape::Value);
  EXPECT_TRUE(decode(bytes_of(1, 1024), values, adders(), options).points.empty());
}

TEST(DomainProgram, ConditionsHaveTheRelationsThatTheContractTakes) {
  using Relation = Constraint::Relation;
  Contract closed = everything(Shape::Octagon);
  closed.strict = closed.disequalities = closed.congruences = false;
  Contract open = closed;
  open.strict_conditions = open.disequalities = open.congruences = true;
  const auto count = [](const Contract& contract, Relation relation) {
    unsigned found = 0;
    for (std::uint64_t i = 0; i < 100; ++i) {
      const Program program = decode(bytes_of(i, 1024), contract, {}, *preset("C2"));
      for (const Instruction& instruction : program.instructions) {
        if (instruction.operation == Operation::AssumeExpression) found += instruction.relation == relation ? 1 : 0;
        for (const Constraint& constraint : instruction.constraints) {
          const bool has = constraint.relation == relation;
          found += has ? 1 : 0;
          EXPECT_EQ(constraint.modulus.has_value(), constraint.relation == Relation::Congruent);
          if (has && relation != Relation::Greater) {
            EXPECT_EQ(instruction.operation, Operation::Assume);
          }
        }
      }
    }
    return found;
  };
  for (const Relation relation : {Relation::Greater, Relation::NotEqual, Relation::Congruent}) {
    EXPECT_EQ(count(closed, relation), 0U);
    EXPECT_GT(count(open, relation), 10U);
  }
}

TEST(DomainProgram, RaysAreReadBack) {
  const std::string text = "dimensions 2\na0 = top\na1 = add-rays a0, ray (1, -1/2); line (0, 3)\n";
  const Result<Program> program = parse_program(text, {});
  ASSERT_TRUE(program.ok()) << program.error().text();
  EXPECT_EQ(to_text(*program, {}), text);
  for (const char* wrong : {"(1, 0)", "ray (0, 0)", "ray (1)", "ray", "line 1", "ray (1, 0);"})
    EXPECT_FALSE(parse_program("dimensions 2\na0 = top\na1 = add-rays a0, " + std::string(wrong) + "\n", {}).ok())
        << wrong;
}

TEST(DomainProgram, WaysToLoosenAreReadBack) {
  const std::string text = "dimensions 1\na0 = top\na1 = loosen a0, 5\na2 = close a1\na3 = regenerate a2\n";
  const Result<Program> program = parse_program(text, {});
  ASSERT_TRUE(program.ok()) << program.error().text();
  EXPECT_EQ(program->instructions[1].way, 5U);
  EXPECT_EQ(to_text(*program, {}), text);
  for (const char* wrong : {"", ", ", ", 6", ", x0", ", -1"})
    EXPECT_FALSE(parse_program("dimensions 1\na0 = top\na1 = loosen a0" + std::string(wrong) + "\n", {}).ok()) << wrong;
}

TEST(DomainProgram, ClosuresLooseElementsAndGeneratorsAreDrawnWhereTheyAreThere) {
  const Contract with = everything(Shape::Polyhedron);
  Contract without = with;
  for (const Operation operation : {Operation::Close, Operation::Loosen, Operation::Generators})
    without.operations.remove(operation);
  const auto drawn = [](const Contract& contract) {
    Operations all;
    for (std::uint64_t i = 0; i < 100; ++i)
      for (const Instruction& instruction : decode(bytes_of(i, 1024), contract, adders(), *preset("C2")).instructions)
        all.add(instruction.operation);
    return all;
  };
  const Operations some = drawn(without);
  EXPECT_FALSE(some.has(Operation::Close) || some.has(Operation::Loosen) || some.has(Operation::Generators));
  EXPECT_TRUE(drawn(with).has_all({Operation::Close, Operation::Loosen, Operation::Generators}));
}

TEST(DomainProgram, PointsAreReadBack) {
  const std::string text = "dimensions 2\npoint (1/2, -3)\na0 = top\n";
  const Result<Program> program = parse_program(text, {});
  ASSERT_TRUE(program.ok()) << program.error().text();
  EXPECT_EQ(to_text(*program, {}), text);
  EXPECT_FALSE(parse_program("dimensions 2\npoint (1)\na0 = top\n", {}).ok());
}

TEST(DomainProgram, OnlyWhatTheContractHas) {
  Contract contract;
  contract.operations = {Operation::Top,  Operation::Bottom, Operation::Leq,
                         Operation::Join, Operation::Meet,   Operation::Assume};
  for (std::uint64_t i = 0; i < 50; ++i) {
    const Program program = decode(bytes_of(i, 512), contract, {}, *preset("C5"));
    for (const Instruction& instruction : program.instructions)
      EXPECT_TRUE(contract.operations.has(instruction.operation)) << name(instruction.operation);
    for (const Check& check : program.checks) EXPECT_TRUE(applies(*law(check.law), contract)) << check.law;
  }
}

TEST(DomainProgram, ChosenLawsOnly) {
  ProgramOptions options = *preset("C2");
  options.laws = {17};
  const Program program = decode(bytes_of(1, 512), everything(Shape::Box), {}, options);
  EXPECT_EQ(program.checks.size(), options.checks);
  for (const Check& check : program.checks) EXPECT_EQ(check.law, 17U);
}

TEST(DomainProgram, WhatIsWrongIsSaidWithItsLine) {
  const auto problem = [](const std::string& text) {
    const auto read = parse_program(text, adders());
    return read.ok() ? std::string("none") : read.error().message;
  };
  EXPECT_EQ(problem("dimensions 1\na0 = top\ncheck 3 a0\n"), "none");
  EXPECT_NE(problem("").find("dimensions"), std::string::npos);
  EXPECT_NE(problem("dimensions 0\n").find("line 1"), std::string::npos);
  EXPECT_NE(problem("dimensions 1\na1 = top\n").find("'a0 = ...'"), std::string::npos);
  EXPECT_NE(problem("dimensions 1\na0 = copy a0\n").find("a0"), std::string::npos);
  EXPECT_NE(problem("dimensions 1\na0 = top\na1 = join a0\n").find("2 elements"), std::string::npos);
  EXPECT_NE(problem("dimensions 1\na0 = top\na1 = assume a0, x1 >= 0\n").find("fewer dimensions"), std::string::npos);
  EXPECT_NE(problem("dimensions 1\na0 = top\na1 = assign a0, x1 := 0\n").find("x1"), std::string::npos);
  EXPECT_NE(problem("dimensions 1\na0 = top\na1 = parallel-assign a0, x0 := 1; x0 := 2\n").find("twice"),
            std::string::npos);
  EXPECT_NE(problem("dimensions 2\na0 = abstract (1)\n").find("values"), std::string::npos);
  EXPECT_NE(problem("dimensions 1\na0 = top\ncheck 999 a0\n").find("999"), std::string::npos);
  EXPECT_NE(problem("dimensions 1\na0 = top\ncheck 33 a0\n").find("chain"), std::string::npos);
  EXPECT_NE(problem("dimensions 1\na0 = top\na1 = transform mul a0 a0\n").find("mul"), std::string::npos);
}

TEST(DomainProgram, PresetsAreThoseOfTheTable) {
  EXPECT_EQ(preset("C3")->initial, 1024U);
  EXPECT_EQ(preset("C4")->operations, 0U);
  EXPECT_EQ(preset("C5")->operations, 64U);
  EXPECT_FALSE(preset("C6")->predefined);
  EXPECT_FALSE(preset("C7").ok());
}

}  // namespace
}  // namespace assay::domain
