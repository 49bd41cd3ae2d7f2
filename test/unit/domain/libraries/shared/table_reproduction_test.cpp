// Programs for domains behind assay_domain.h: every instruction and law compiles, and the worked example's bug shows in
// the object that has it, and not in the other.

#include "domain/libraries/shared/table_reproduction.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "assay/domain/law.hpp"
#include "core/proc/proc.hpp"
#include "domain/libraries/shared/shared.hpp"
#include "paths.hpp"

namespace assay::domain {
namespace {

Program program_of(const std::string& text) {
  Result<Program> read = parse_program(text, {});
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().text());
  return read ? *std::move(read) : Program();
}

core::ProcessResult compiled(const std::string& text, const std::string& name, std::vector<std::string> more) {
  const std::string source = binary_dir() + "/" + name + ".cpp";
  std::ofstream(source) << text;
  core::Command command{{"g++", "-std=c++17", source, "-I" ASSAY_HEADERS}, {}, ""};
  command.argv.insert(command.argv.end(), more.begin(), more.end());
  core::Limits limits;
  limits.wall_seconds = 250;
  return core::run_process(command, "", limits);
}

TEST(TableReproduction, EveryInstructionAndLawCompiles) {
  Program program = program_of(R"(dimensions 2
a0 = top
a1 = bottom
a2 = assume a0, 9223372036854775808*x0 - 1/3*x1 + 1 = 0
a3 = join a0 a2
a4 = meet a0 a3
a5 = widen a2 a3
a6 = narrow a3 a2
a7 = assign a4, x1 := 1/2*x0 - 7
a8 = substitute a6, x0 := x0 + 1
a9 = forget a7, x0
a10 = resize a8
a11 = copy a9
a12 = canonicalize a10
a13 = reimport a11
a14 = bounds a12, x0 + 1/2
a15 = satisfies a13, x1 - 1 > 0
a16 = is-bottom a14
a17 = is-top a15
a18 = print a16
a19 = assign-expression a4, x1 := x0*x0
)");
  Contract contract;
  contract.name = "mine:All";
  contract.version = "1";
  for (unsigned i = 0; i < kOperations; ++i)
    if (static_cast<Operation>(i) != Operation::AddRays && static_cast<Operation>(i) != Operation::Close &&
        static_cast<Operation>(i) != Operation::Loosen && static_cast<Operation>(i) != Operation::Abstract)
      contract.operations.add(static_cast<Operation>(i));
  for (const Law& law : laws()) {
    if (!applies(law, contract)) continue;
    Check check;
    check.law = law.number;
    for (unsigned i = 0; i < law.elements; ++i) check.elements.push_back(2 + i);
    if (law.assignment) check.assignment = {0, *parse_expression("x1 - 1/2")};
    if (law.condition) check.condition = *parse_constraint("2*x0 - x1 + 3 >= 0");
    if (law.chain) check.chain = {3, 4};
    program.checks.push_back(check);
  }
  std::vector<Violation> violations(4);
  violations[0].instruction = 4;
  violations[0].lost = {Rational(1, 2), Rational(-3)};
  violations[1].instruction = 5;
  violations[1].extra = {1, 2};
  violations[2].operation = Operation::Bounds;
  violations[2].instruction = 14;
  violations[2].asked = {14};
  violations[2].witness = {1, 2};
  violations[3].oracle = kLeakOracle;
  violations[3].operation = Operation::Join;
  violations[3].instruction = 3;
  const std::string text = table_reproduction(contract, program, violations, "note");
  const core::ProcessResult result = compiled(text, "all", {"-fsyntax-only", "-Wall", "-Werror=return-type"});
  EXPECT_EQ(result.exit_code, 0) << result.err << text;
}

TEST(TableReproduction, ShowsTheBugOfAnObjectAndNotOfAnother) {
  const auto targets = load_domains(SIGNS_BUG);
  ASSERT_TRUE(targets.ok());
  const PluginTarget& target = targets->front();
  ASSERT_TRUE(target.reproduction != nullptr);
  EXPECT_EQ(target.compile.find('/'), std::string::npos) << target.compile;
  const Program program = program_of("dimensions 1\na0 = top\na1 = assume a0, x0 = 0\na2 = join a0 a1\n");
  std::vector<Violation> violations(1);
  violations[0].oracle = "points";
  violations[0].operation = Operation::Join;
  violations[0].instruction = 2;
  violations[0].lost = {0};
  const std::string text = target.reproduction(program, violations, "points join");
  for (const auto& [object, code] : {std::pair{std::string(SIGNS_BUG), 1}, std::pair{std::string(SIGNS), 0}}) {
    const std::string binary = binary_dir() + "/shown" + std::to_string(code);
    const core::ProcessResult made = compiled(text, "shown", {object, "-o", binary});
    ASSERT_EQ(made.exit_code, 0) << made.err << text;
    const core::ProcessResult ran = core::run_process({{binary}, {}, {}}, "", {});
    EXPECT_EQ(ran.exit_code, code) << ran.out << ran.err;
    EXPECT_NE(ran.out.find(code == 1 ? "VIOLATED" : "holds"), std::string::npos) << ran.out;
  }
}

}  // namespace
}  // namespace assay::domain
