// Findings in the stand-in for CRAB as programs in C++ against its interface: compiled, and run with the bug and
// without.

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "assay/domain/law.hpp"
#include "assay/domain/run.hpp"
#include "core/proc/proc.hpp"
#include "domain/libraries/crab/crab_targets.hpp"
#include "interval_domain.hpp"
#include "paths.hpp"

namespace assay::domain {
namespace {

core::ProcessResult called(std::vector<std::string> argv, CrabBug bug = CrabBug::Honest) {
  core::Command command{std::move(argv), {}, ""};
  command.environment.emplace_back("ASSAY_DOUBLE_BUG", std::to_string(static_cast<int>(bug)));
  core::Limits limits;
  limits.wall_seconds = 250;
  return core::run_process(command, "", limits);
}

/// Its path. Named after the test, as tests run side by side.
std::string built(const std::string& text) {
  const std::string path = binary_dir() + "/crab_" + testing::UnitTest::GetInstance()->current_test_info()->name();
  std::ofstream(path + ".cpp") << text;
  const core::ProcessResult result =
      called({"g++", "-std=c++20", "-Wall", "-Werror", std::string("-I") + source_dir() + "/test/double/crab",
              path + ".cpp", "-o", path, "-lgmpxx", "-lgmp"});
  EXPECT_EQ(result.exit_code, 0) << result.err << text;
  return path;
}

Program parsed(std::string_view text) {
  Result<Program> program = parse_program(text, {});
  EXPECT_TRUE(program.ok()) << program.error().text();
  return std::move(*program);
}

class DomainCrabReproduction : public testing::Test {
 protected:
  ~DomainCrabReproduction() override { crab_double_bug = CrabBug::Honest; }
  const std::vector<PluginTarget> targets_ = crabs::targets_of(crabs::interval_rows());
  const PluginTarget& intervals_ = targets_.front();
};

constexpr std::string_view kEveryStep = R"(dimensions 2
a0 = top
a1 = bottom
a2 = assume a0, 9223372036854775808*x0 - 1/3*x1 + 1 = 0
a3 = assume a0, x0 - 1/2 > 0
a4 = join a2 a3
a5 = meet a0 a4
a6 = widen a3 a4
a7 = assign a3, x1 := 2*x0 - 7
a8 = assign a7, x1 := 1/2*x0 - 7
a9 = substitute a7, x0 := x0 + 1
a10 = parallel-assign a7, x0 := x1; x1 := x0
a11 = forget a7, x0
a12 = resize a7
a13 = copy a12
a14 = canonicalize a13
a15 = reimport a14
a16 = bounds a7, x0 + 1
a17 = satisfies a7, x1 - 1 > 0
a18 = is-bottom a7
a19 = is-top a7
a20 = print a7
a21 = narrow a4 a3
)";

TEST_F(DomainCrabReproduction, EveryStepAndLawIsRightOnAnHonestDouble) {
  Program program = parsed(kEveryStep);
  const Contract& contract = intervals_.make(2)->contract();
  for (const Law& law : laws()) {
    if (!applies(law, contract) || law.number == 37) continue;  // 37: the program has no bounds on x1
    Check check;
    check.law = law.number;
    for (unsigned i = 0; i < law.elements; ++i) check.elements.push_back(2 + i);
    if (law.assignment) check.assignment = {0, *parse_expression("x1 - 2")};
    if (law.condition) check.condition = *parse_constraint("2*x0 - x1 + 3 >= 0");
    if (law.chain) check.chain = {3, 4};
    program.checks.push_back(check);
  }
  ASSERT_TRUE(run(program, *intervals_.make(2), {}).violations.empty());
  const core::ProcessResult result = called({built(intervals_.reproduction(program, {}, "all is well\nhere"))});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_EQ(result.out.find("VIOLATED"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("law 8, x <= x v y, on a2, a3: holds"), std::string::npos) << result.out;
}

struct Planted {
  CrabBug bug;
  std::string_view program;
  std::string_view oracle;
  std::string_view shown;
};

TEST_F(DomainCrabReproduction, ShowsPlantedBugsAndNoOthers) {
  const Planted kPlanted[] = {
      {CrabBug::JoinKeepsLeftEnds,
       "dimensions 1\na0 = top\na1 = assume a0, x0 - 2 >= 0\na2 = assume a0, x0 >= 0\na3 = join a1 a2\n", "points",
       "a3 has the point"},
      {CrabBug::WidenIsJoin, "dimensions 1\na0 = top\na1 = assume a0, x0 = 0\ncheck 47 a1; x0 := x0 + 1\n", "law 47",
       "law 47, x W (x v x[v:=e]) ... converges, on a1: VIOLATED"},
      {CrabBug::LeqIgnoresHigh, "dimensions 1\na0 = top\na1 = assume a0, -x0 + 2 >= 0\n", "points",
       "so a0 <= a1 says no: VIOLATED"},
      {CrabBug::WriteChanges, "dimensions 1\na0 = top\na1 = assume a0, -x0 + 2 >= 0\na2 = print a1\n", "observation",
       "a2 means what a1 means: VIOLATED"},
      {CrabBug::AtIsNarrow,
       "dimensions 1\na0 = top\na1 = assume a0, -x0 + 2 >= 0\na2 = assume a1, x0 - 1 >= 0\na3 = bounds a2, x0\n",
       "points", "within its bounds: VIOLATED"},
  };
  for (const Planted& planted : kPlanted) {
    const Program program = parsed(planted.program);
    crab_double_bug = planted.bug;
    std::vector<Violation> found = run(program, *intervals_.make(1), {}).violations;
    crab_double_bug = CrabBug::Honest;
    std::erase_if(found, [&](const Violation& violation) { return violation.oracle != planted.oracle; });
    ASSERT_FALSE(found.empty()) << planted.shown;
    const std::string path = built(intervals_.reproduction(program, found, ""));
    const core::ProcessResult with = called({path}, planted.bug);
    EXPECT_EQ(with.exit_code, 1) << with.out << with.err;
    EXPECT_NE(with.out.find(planted.shown), std::string::npos) << with.out;
    const core::ProcessResult without = called({path});
    EXPECT_EQ(without.exit_code, 0) << without.out << without.err;
  }
}

}  // namespace
}  // namespace assay::domain
