#include <gtest/gtest.h>

#include <bit>

#include "datalog/dialect/souffle/words/souffle.hpp"

namespace assay::datalog::souffle_output_test {
namespace {

Program program_of(std::string_view text) {
  Result<Program> program = parse_souffle(text, "p.dl");
  EXPECT_TRUE(program.ok());
  return *std::move(program);
}

const char kDeclarations[] =
    ".decl r(a:number, b:symbol)\n.decl u(a:unsigned)\n.decl f(a:float)\n.decl n()\nr(1, \"x\").";

std::string block(std::string_view name, std::string_view tuples) {
  return "---------------\n" + std::string(name) + "\n===============\n" + std::string(tuples) + "===============\n";
}

std::string error_of(std::string_view output, const ReadLimits& limits = {}) {
  const Result<Output> read = read_souffle_output(program_of(kDeclarations), output, limits);
  return read.ok() ? "read" : read.error().text();
}

TEST(SouffleOutput, ReadsRelations) {
  const Program program = program_of(kDeclarations);
  const Result<Output> output = read_souffle_output(
      program,
      block("r\na\tb", "2\ty z\n-2147483648\tx\n2\ty z\n1\t\n") + block("u", "4294967295\n") + block("n", "()\n"), {});
  ASSERT_TRUE(output.ok()) << output.error().text();
  EXPECT_EQ(output->symbols, (std::vector<std::string>{"x", "y z", ""}));
  EXPECT_EQ(output->present, (std::vector<bool>{true, true, false, true}));
  EXPECT_EQ(output->relations[0].count, 3u);
  EXPECT_EQ(output->relations[0].values, (std::vector<Value>{-2147483648LL, 0, 1, 2, 2, 1}));
  EXPECT_EQ(output->relations[1].values, (std::vector<Value>{4294967295}));
  EXPECT_EQ(output->relations[2].count, 0u);
  EXPECT_EQ(output->relations[3].count, 1u);
}

TEST(SouffleOutput, ReadsFloats) {
  const Result<Output> output =
      read_souffle_output(program_of(kDeclarations), block("f", "1.5\n-1e+10\n0.100000001\ninf\n-nan\n"), {});
  ASSERT_TRUE(output.ok()) << output.error().text();
  EXPECT_EQ(output->relations[2].count, 5u);
  EXPECT_NE(
      std::find(output->relations[2].values.begin(), output->relations[2].values.end(), std::bit_cast<Value>(-1e10)),
      output->relations[2].values.end());
}

TEST(SouffleOutput, EmptyRelationsArePresent) {
  const Result<Output> output = read_souffle_output(program_of(kDeclarations), block("r", "") + block("n", ""), {});
  ASSERT_TRUE(output.ok());
  EXPECT_EQ(output->present, (std::vector<bool>{true, false, false, true}));
  EXPECT_TRUE(output->relations[3].empty());
}

TEST(SouffleOutput, SeedsMayPrintMore) {
  const Program program = program_of(
      ".type L = [a:number]\n.decl l(x:L)\n.decl q(x:number)\n.comp C { .decl r(a:number) }\n.init c = "
      "C\n.once\n.printsize "
      "q");
  const Result<Output> output =
      read_souffle_output(program, "q\t17\n" + block("c.r", "1\n2\n") + block("l", "[1]\nnil\n"), {});
  ASSERT_TRUE(output.ok()) << output.error().text();
  EXPECT_EQ(output->symbols, (std::vector<std::string>{"[1]", "nil"}));
  EXPECT_EQ(output->present, (std::vector<bool>{true, false}));
}

TEST(SouffleOutput, SaysWhatIsWrong) {
  EXPECT_EQ(error_of(""), "read");
  EXPECT_EQ(error_of("Error: bad\n"), "Souffle's output, line 1: a line that belongs to no relation");
  EXPECT_EQ(error_of("q\t17\n"), "Souffle's output, line 1: a line that belongs to no relation");
  EXPECT_EQ(error_of(block("q", "")), "Souffle's output, line 3: there is no relation q");
  EXPECT_EQ(error_of("---------------\nr\n"),
            "Souffle's output, line 2: a relation's name and a line of equals signs were expected");
  EXPECT_EQ(error_of("---------------\nr\n===============\n1\tx\n"),
            "Souffle's output, line 4: the output ends in the middle of a relation");
  EXPECT_EQ(error_of(block("r", "1\n")), "Souffle's output, line 4: a tuple of r with another number of fields");
  EXPECT_EQ(error_of(block("r", "1\tx\ty\n")), "Souffle's output, line 4: a tuple of r with another number of fields");
  EXPECT_EQ(error_of(block("n", "\n")), "Souffle's output, line 4: () was expected");
  EXPECT_EQ(error_of(block("r", "2147483648\tx\n")), "Souffle's output, line 4: '2147483648' is no number");
  EXPECT_EQ(error_of(block("u", "-1\n")), "Souffle's output, line 4: '-1' is no unsigned");
  EXPECT_EQ(error_of(block("f", "1.5x\n")), "Souffle's output, line 4: '1.5x' is no float");
  EXPECT_EQ(error_of(block("u", "1\n") + block("u", "1\n1\n")), "read");
  EXPECT_EQ(error_of(block("u", "1\n") + block("u", "2\n")),
            "Souffle's output, line 10: relation u comes twice, with different tuples");
  EXPECT_EQ(error_of(block("u", "1\n2\n3\n"), {2}), "Souffle's output, line 6: more than 2 tuples");
}

}  // namespace
}  // namespace assay::datalog::souffle_output_test
