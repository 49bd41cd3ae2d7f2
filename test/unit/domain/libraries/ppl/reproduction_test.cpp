#include <filesystem>
#include <fstream>

#include "assay/domain/law.hpp"
#include "core/proc/proc.hpp"
#include "paths.hpp"
#include "unit/domain/kernel/reference/systems.hpp"
#include "unit/domain/libraries/ppl/ppl_targets.hpp"

namespace assay::domain {
namespace {

/// Every instruction, and huge and fractional numbers.
constexpr std::string_view kInstructions = R"(dimensions 2
a0 = top
a1 = bottom
a2 = assume a0, 9223372036854775808*x0 - 1/3*x1 + 1 = 0
a3 = abstract (1/2, -3)
a4 = join a2 a3
a5 = meet a0 a4
a6 = widen a3 a4
a7 = assign a5, x1 := 1/2*x0 - 7
a8 = substitute a7, x0 := x0 + 1
a9 = forget a8, x0
a10 = resize a9
a11 = copy a10
a12 = canonicalize a11
a13 = reimport a12
a14 = bounds a13, x0 + 1/2
a15 = satisfies a14, x1 - 1 > 0
a16 = is-bottom a15
a17 = is-top a16
a18 = print a17
)";

/// A check of every law that the contract has, on these elements.
Program program_for(const Contract& contract, std::string_view more) {
  Result<Program> read = parse_program(std::string(kInstructions) + std::string(more), {});
  EXPECT_TRUE(read.ok()) << read.error().text();
  Program program = *read;
  for (const Law& law : laws()) {
    if (!applies(law, contract)) continue;
    Check check;
    check.law = law.number;
    for (unsigned i = 0; i < law.elements; ++i) check.elements.push_back(2 + i);
    if (law.assignment) check.assignment = {0, expression("x1 - 1/2")};
    if (law.condition) check.condition = constraint("2*x0 - x1 + 3 >= 0");
    if (law.chain) check.chain = {3, 4};
    program.checks.push_back(check);
  }
  return program;
}

Violation lost_point(std::size_t instruction, Point point) {
  Violation violation;
  violation.oracle = "points";
  violation.instruction = instruction;
  violation.lost = std::move(point);
  return violation;
}

core::ProcessResult compile(const std::string& text, const std::string& name, bool link) {
  const std::string source = binary_dir() + "/" + name + ".cpp";
  std::ofstream(source) << text;
  core::Command command{{"g++", "-std=c++17", source}, {}, ""};
  if (link) {
    for (const char* const word : {"-o", "", "-lppl", "-lgmpxx", "-lgmp"}) command.argv.emplace_back(word);
    command.argv[4] = binary_dir() + "/" + name;
  } else {
    command.argv.emplace_back("-fsyntax-only");
  }
  core::Limits limits;
  limits.wall_seconds = 250;
  return core::run_process(command, "", limits);
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

TEST(PplReproduction, EveryLawIsWrittenInCpp) {
  const PluginTarget& target = ppl_target("C_Polyhedron");
  for (const Law& law : laws()) {
    Program program;
    Check check;
    check.law = law.number;
    program.checks = {check};
    const std::string text = target.reproduction(program, {}, "");
    EXPECT_EQ(text.find("is not written in C++"), std::string::npos) << law.number;
  }
}

TEST(PplReproduction, CompilesAndRunsAlone) {
  const PluginTarget& target = ppl_target("Octagonal_Shape");
  const Contract contract = target.make(2)->contract();
  const Program program = program_for(contract, "a19 = narrow a4 a3\n");
  const std::vector<Violation> there = {lost_point(3, {Rational(1, 2), -3})};
  const core::ProcessResult built = compile(target.reproduction(program, there, "all is well\nhere"), "ppl_well", true);
  ASSERT_EQ(built.exit_code, 0) << built.err;
  const core::ProcessResult result = core::run_process({{binary_dir() + "/ppl_well"}, {}, ""}, "", {});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_NE(result.out.find("a3 = A = 1/2, B = -3"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("law 8, x <= x v y, on a2, a3: holds"), std::string::npos) << result.out;
}

TEST(PplReproduction, ShowsWhatIsViolated) {
  if (kSanitized) GTEST_SKIP() << "what is run has no sanitizer: the other build runs it";
  const PluginTarget& target = ppl_target("Pointset_Powerset:reduced");
  const Contract contract = target.make(2)->contract();
  const Program program = program_for(contract, "a19 = parallel-assign a4, x0 := x1; x1 := x0\n");
  const std::vector<Violation> lost = {lost_point(3, {0, Rational(1, 3)})};
  const core::ProcessResult built = compile(target.reproduction(program, lost, "a point is lost"), "ppl_lost", true);
  ASSERT_EQ(built.exit_code, 0) << built.err;
  const core::ProcessResult result = core::run_process({{binary_dir() + "/ppl_lost"}, {}, ""}, "", {});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_NE(result.out.find("a3 has the point (0, 1/3): VIOLATED"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("VIOLATED"), result.out.rfind("VIOLATED")) << result.out;
}

Violation answer(Operation operation, std::vector<std::size_t> asked, Point witness) {
  Violation violation;
  violation.oracle = "points";
  violation.operation = operation;
  violation.instruction = asked.back();
  violation.asked = std::move(asked);
  violation.witness = std::move(witness);
  return violation;
}

TEST(PplReproduction, WritesEveryKindOfFinding) {
  if (kSanitized) GTEST_SKIP() << "what is run has no sanitizer: the other build runs it";
  const PluginTarget& target = ppl_target("C_Polyhedron");
  const Result<Program> program = parse_program(kInstructions, {});
  ASSERT_TRUE(program.ok());
  // PPL is right in all of these checks.
  std::vector<Violation> all = {answer(Operation::Bounds, {14}, {0, 0}),
                                answer(Operation::Satisfies, {15}, {0, 0}),
                                answer(Operation::IsBottom, {3}, {Rational(1, 2), -3}),
                                answer(Operation::Leq, {4, 3}, {0, 3}),
                                answer(Operation::Copy, {10, 11}, {}),
                                answer(Operation::Join, {4}, {}),
                                answer(Operation::Leq, {2, 4}, {}),
                                answer(Operation::Equal, {2, 4}, {})};
  all[4].oracle = "observation";
  all[5].oracle = all[7].oracle = kLeakOracle;
  all[5].asked.clear();
  all.push_back(lost_point(4, {}));
  all.back().extra = {1000, 1000};
  all.push_back(lost_point(4, {}));
  all.back().oracle = kRoundingOracle;
  all.back().operation = Operation::Join;
  // A query after the last step, which ended the process.
  all.push_back(answer(Operation::Print, {18}, {}));
  all.back().oracle = kCrashOracle;
  const core::ProcessResult made = compile(target.reproduction(*program, all, ""), "ppl_findings", true);
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const core::ProcessResult result = core::run_process({{binary_dir() + "/ppl_findings"}, {}, ""}, "", {});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  for (const std::string_view shown :
       {"so x0 + 1/2 has its value there within its bounds: holds", "so it does not satisfy x1 - 1 > 0: holds",
        "so is-bottom says no: holds", "so a4 <= a3 says no: holds", "a11 means what a10 means: holds",
        "join on the same arguments keeps no memory each time: holds", "a2 <= a4 says yes: holds",
        "equal on the same arguments keeps no memory each time: holds", "a4 has not the point (1000, 1000): holds",
        "join leaves the mode of floats as it was: holds"})
    EXPECT_NE(result.out.find(shown), std::string::npos) << shown << "\n" << result.out;
}

TEST(PplReproduction, CompilesForTheOtherTypes) {
  if (kSanitized) GTEST_SKIP() << "what is compiled has no sanitizer: the other build compiles it";
  for (const std::string_view name : {"Rational_Box", "Grid"}) {
    const PluginTarget& target = ppl_target(name);
    const Program program = program_for(target.make(2)->contract(), "");
    const std::vector<Violation> lost = {lost_point(3, {0, Rational(1, 3)})};
    const core::ProcessResult built = compile(target.reproduction(program, lost, ""), "ppl_type", false);
    EXPECT_EQ(built.exit_code, 0) << name << built.err;
  }
}

}  // namespace
}  // namespace assay::domain
