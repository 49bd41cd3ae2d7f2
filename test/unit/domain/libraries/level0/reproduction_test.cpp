// Findings in the doubles as programs in C against their interface: compiled, and run with the bug and without it.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "assay/domain/law.hpp"
#include "assay/domain/run.hpp"
#include "core/proc/proc.hpp"
#include "domain/libraries/plugin/plugin.hpp"
#include "level0_under_test.hpp"
#include "paths.hpp"

namespace assay::domain {
namespace {

/// A file of this test's own, as tests run side by side.
std::string place(const std::string& name) {
  std::string path = binary_dir() + "/";
  for (const std::string& part :
       {std::string(under_test::kLibrary), std::string("_"),
        std::string(testing::UnitTest::GetInstance()->current_test_info()->name()), std::string("_"), name})
    path += part;
  return path;
}

core::ProcessResult called(std::vector<std::string> argv, const std::string& bug = "") {
  core::Command command{std::move(argv), {}, ""};
  if (!bug.empty()) command.environment.emplace_back("ASSAY_DOUBLE_BUG", bug);
  core::Limits limits;
  limits.wall_seconds = 250;
  return core::run_process(command, "", limits);
}

/// The double, always built without sanitizers. Built once for all programs of a test.
std::string double_object() {
  std::string object = place("double.o");
  if (std::ifstream(object).good()) return object;
  const core::ProcessResult built =
      called({"g++", "-std=c++20", "-O1", "-c", "-I" DOUBLE_FOLDER, DOUBLE_FOLDER "/box.cpp", "-o", object});
  EXPECT_EQ(built.exit_code, 0) << built.err;
  return object;
}

/// Writes, compiles and links the program. Returns its path.
std::string built(const std::string& text, const std::string& name) {
  const std::string source = place(name + ".c");
  std::ofstream(source) << text;
  const core::ProcessResult result = called({"cc", "-Wall", "-Werror", "-I" DOUBLE_FOLDER, source, double_object(),
                                             "-o", place(name), "-lstdc++", "-lgmpxx", "-lgmp", "-lm"});
  EXPECT_EQ(result.exit_code, 0) << result.err << text;
  return place(name);
}

Program parsed(std::string_view text) {
  Result<Program> program = parse_program(text, {});
  EXPECT_TRUE(program.ok()) << program.error().text();
  return std::move(*program);
}

class Level0Reproduction : public testing::Test {
 protected:
  Level0Reproduction() { std::remove(place("double.o").c_str()); }
  ~Level0Reproduction() override { under_test::set_bug(under_test::kNoBug); }
  /// The first target with reproductions. Targets that pass numbers as doubles have none.
  [[nodiscard]] const PluginTarget& plain() const {
    for (const PluginTarget& each : targets_)
      if (each.reproduction) return each;
    std::abort();
  }
  const std::vector<PluginTarget> targets_ = under_test::all_targets();
};

/// A program with every instruction, and huge and fractional numbers, without operations that the domain lacks.
Program everything(const Contract& contract) {
  Program program = parsed(R"(dimensions 3
a0 = top
a1 = bottom
a2 = assume a0, 9223372036854775808*x0 - 1/3*x1 + 1 = 0
a3 = assume a0, x2 - 1/2 >= 0
a4 = join a2 a3
a5 = meet a0 a4
a6 = widen a3 a4
a7 = assign a3, x1 := 1/2*x0 - x2 - 7
a8 = substitute a7, x0 := x0 + 1
a9 = parallel-assign a7, x0 := x1; x1 := x0
a10 = assign-expression a3, x0 := [1, 2]*x2 + x1/(x1 - 3)
a11 = assume-expression a3, x0*x1 - [1, 2] > 0
a12 = forget a7, x0
a13 = resize a12
a14 = copy a13
a15 = canonicalize a14
a16 = reimport a15
a17 = bounds a3, x0 + 1/2
a18 = satisfies a3, x1 - 1 > 0
a19 = is-bottom a3
a20 = is-top a3
a21 = print a3
a22 = assume a3, 2*x0 - 1/2*x1 + 1 = 0 mod 3/2
a23 = add-rays a3, ray (1, -1/2, 0); line (0, 0, 2)
a24 = assign-expression a3, x1 := [-1/2, 2]*x2 - 3*x0 + [0, 1]
a25 = assume-expression a3, [1, 2]*x2 + [0, 1]*x1 - [1, 3] >= 0
a26 = close a7
a27 = loosen a7, 2
a28 = loosen a3, 5
a29 = regenerate a3
a30 = regenerate a1
)");
  for (Instruction& instruction : program.instructions)
    if (!contract.operations.has(instruction.operation) ||
        (!instruction.constraints.empty() && instruction.constraints[0].modulus && !contract.congruences)) {
      instruction = {};
      instruction.operation = Operation::Copy;
      instruction.elements = {0};
    }
  for (const Law& law : laws()) {
    if (!applies(law, contract)) continue;
    Check check;
    check.law = law.number;
    for (unsigned i = 0; i < law.elements; ++i) check.elements.push_back(2 + i);
    if (law.assignment) check.assignment = {0, *parse_expression("x1 - 1/2")};
    if (law.condition) check.condition = *parse_constraint("2*x0 - x1 + 3 >= 0");
    if (law.chain) check.chain = {3, 4};
    if (law.number == 37) check.elements = {1};  // an element without bounds on x1
    program.checks.push_back(check);
  }
  return program;
}

TEST_F(Level0Reproduction, EveryStepAndLawInEveryModeIsRightOnAnHonestDouble) {
  for (const PluginTarget& target : targets_) {
    if (!target.reproduction) continue;
    const Contract contract = target.make(3)->contract();
    const Program program = everything(contract);
    const std::vector<Violation> none = run(program, *target.make(3), {}).violations;
    ASSERT_TRUE(none.empty()) << target.name << none.front().oracle << none.front().detail;
    const core::ProcessResult result = called({built(target.reproduction(program, {}, "all is well\nhere"), "all")});
    EXPECT_EQ(result.exit_code, 0) << target.name << "\n" << result.out << result.err;
    EXPECT_EQ(result.out.find("VIOLATED"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("a3 = "), std::string::npos) << result.out;
    const std::string first = "law " + std::to_string(program.checks.front().law) + ", ";
    EXPECT_NE(result.out.find(first), std::string::npos) << result.out;
  }
}

struct Planted {
  const char* bug;
  Operations needs;
  std::string_view program;
  std::string_view oracle;  ///< that finds it
  std::string_view shown;   ///< by the program
};

const Planted kPlanted[] = {
    {"join-keeps-left",
     {Operation::Join},
     "dimensions 2\na0 = top\na1 = assume a0, x0 - 2 >= 0\na2 = assume a0, -x0 - 1 >= 0\na3 = join a1 a2\n",
     "points",
     "a3 has the point"},
    {"join-keeps-left",
     {Operation::Join, Operation::Leq},
     "dimensions 2\na0 = top\na1 = assume a0, x0 - 2 >= 0\na2 = assume a0, -x0 - 1 >= 0\ncheck 9 a1 a2\n",
     "law 9",
     "law 9, y <= x v y, on a1, a2: VIOLATED"},
    {"forgets-rounding",
     {Operation::Assume},
     "dimensions 1\na0 = top\na1 = assume a0, x0 - 2 >= 0\n",
     "rounding",
     "assume leaves the mode of floats as it was: VIOLATED"},
    {"leq-says-yes",
     {Operation::Leq},
     "dimensions 1\na0 = top\na1 = assume a0, x0 - 2 >= 0\n",
     "points",
     "so a0 <= a1 says no: VIOLATED"},
    {"leq-says-yes",
     {Operation::Leq, Operation::Constraints, Operation::Meet},
     "dimensions 1\nexact\na0 = top\na1 = assume a0, x0 - 2 >= 0\n",
     "reference",
     "so a0 <= a1 says no: VIOLATED"},
    {"join-leaks",
     {Operation::Join},
     "dimensions 2\nrepeat\na0 = top\na1 = bottom\na2 = join a0 a1\n",
     "leaks",
     "join on the same arguments keeps no memory each time: VIOLATED"},
    {"join-is-top",
     {Operation::Join, Operation::Leq},
     "dimensions 1\nexact\na0 = top\na1 = assume a0, x0 - 2 >= 0\na2 = join a1 a1\n",
     "reference",
     "a2 has not the point (1): VIOLATED"},
    {"is-bottom-forgets",
     {Operation::IsBottom, Operation::Leq},
     "dimensions 1\na0 = top\na1 = assume a0, -x0 + 2 >= 0\na2 = is-bottom a1\n",
     "observation",
     "a2 means what a1 means: VIOLATED"},
    {"congruence-is-equality",
     {Operation::Assume},
     "dimensions 1\na0 = top\na1 = assume a0, x0 - 2 >= 0\na2 = assume a1, x0 + 1 = 0 mod 3\n",
     "points",
     "a2 has the point"},
    {"coefficient-is-low",
     {Operation::AssignExpression},
     "dimensions 2\na0 = top\na1 = assume a0, x0 - 2 = 0\na2 = assign-expression a1, x1 := [1, 2]*x0 - [0, 1]\n",
     "points",
     "a2 has the point"},
    {"coefficient-is-low",
     {Operation::AssumeExpression},
     "dimensions 1\na0 = top\na1 = assume a0, x0 - 2 = 0\na2 = assume-expression a1, [-1, 1]*x0 - 1 >= 0\n",
     "points",
     "a2 has the point"},
    {"lines-are-rays",
     {Operation::AddRays},
     "dimensions 1\na0 = top\na1 = assume a0, x0 - 2 = 0\na2 = add-rays a1, line (1/2)\n",
     "points",
     "a2 has the point"},
    {"generators-are-few",
     {Operation::Generators},
     "dimensions 2\na0 = top\na1 = assume a0, x0 - 2 >= 0\na2 = regenerate a1\n",
     "points",
     "a2 has the point"},
    {"closure-is-low",
     {Operation::Close},
     "dimensions 1\na0 = top\na1 = assume a0, x0 - 2 >= 0\na2 = assume a1, -x0 + 4 >= 0\na3 = close a2\n",
     "points",
     "a3 has the point"},
    {"approximates-inward",
     {Operation::Loosen},
     "dimensions 1\na0 = top\na1 = assume a0, -x0 + 4 >= 0\ncheck 69 a1\n",
     "law 69",
     "law 69, x <= loosen(x), on a1: VIOLATED"},
    {"bounds-are-narrow",
     {Operation::Bounds},
     "dimensions 1\na0 = top\na1 = assume a0, -x0 + 2 >= 0\na2 = assume a1, x0 >= 0\na3 = bounds a2, x0\n",
     "points",
     "within its bounds: VIOLATED"},
};

TEST_F(Level0Reproduction, ShowsPlantedBugsOfEveryKindAndNoOthers) {
  const Contract contract = plain().make(1)->contract();
  for (const Planted& planted : kPlanted) {
    if (!contract.operations.has_all(planted.needs) || (contract.keeps_memory && planted.oracle == kLeakOracle))
      continue;
    const Program program = parsed(planted.program);
    if (!contract.congruences && planted.program.find(" mod ") != std::string_view::npos) continue;
    under_test::set_bug(under_test::bug(planted.bug));
    const std::vector<Violation> all = run(program, *plain().make(program.dimensions), {}).violations;
    under_test::set_bug(under_test::kNoBug);
    std::vector<Violation> found;
    for (const Violation& violation : all)
      if (violation.oracle == planted.oracle) found.push_back(violation);
    ASSERT_FALSE(found.empty()) << planted.bug << " " << planted.oracle;
    const std::string path = built(plain().reproduction(program, found, ""), "planted");
    const core::ProcessResult with = called({path}, planted.bug);
    EXPECT_EQ(with.exit_code, 1) << planted.bug << "\n" << with.out << with.err;
    EXPECT_NE(with.out.find(planted.shown), std::string::npos) << planted.bug << "\n" << with.out;
    const core::ProcessResult without = called({path});
    EXPECT_EQ(without.exit_code, 0) << planted.bug << "\n" << without.out << without.err;
  }
}

TEST_F(Level0Reproduction, ACrashEndsTheProgram) {
  const Program program = parsed("dimensions 1\na0 = top\na1 = bottom\na2 = join a0 a1\n");
  Violation crash;
  crash.oracle = kCrashOracle;
  crash.operation = Operation::Join;
  crash.instruction = 2;
  const std::string path = built(plain().reproduction(program, std::vector{crash}, "it ends"), "crash");
  const core::ProcessResult with = called({path}, "join-aborts");
  EXPECT_EQ(with.ending, core::Ending::Signalled) << with.out;
  EXPECT_EQ(with.out.find("a2 ="), std::string::npos) << with.out;
  EXPECT_EQ(called({path}).exit_code, 0);
}

TEST_F(Level0Reproduction, SaysHowItIsCompiled) {
  const Program program = parsed("dimensions 1\na0 = top\n");
  const std::string text = plain().reproduction(program, {}, "");
  EXPECT_EQ(plain().file, "reproduction.c");
  EXPECT_NE(plain().compile.find(under_test::kLink), std::string::npos) << plain().compile;
  EXPECT_NE(text.find(under_test::kLink), std::string::npos) << text;
  EXPECT_EQ(text.find("assay/"), std::string::npos);
}

}  // namespace
}  // namespace assay::domain
