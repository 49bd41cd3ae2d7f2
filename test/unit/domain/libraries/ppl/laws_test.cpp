#include <algorithm>

#include "assay/domain/run.hpp"
#include "core/rng/rng.hpp"
#include "rounds.hpp"
#include "unit/domain/libraries/ppl/ppl_targets.hpp"

namespace assay::domain {
namespace {

/// The bugs of PPL 1.2, each confirmed by hand with a program of its own (PplFinding below).
struct Known {
  std::string_view target;
  std::string_view oracle;
  Operation operation;
};
constexpr Known kKnown[] = {
    // Narrowing of boxes closes ends that are open.
    {"Rational_Box", "law 43", Operation::Narrow},
    // relation_with says that all points of a box satisfy 3 = 0.
    {"Rational_Box", "law 60", Operation::Satisfies},
    {"Rational_Box", "points", Operation::Satisfies},
    // Bounds on grids add the constant of the expression as if the grid had integer points only.
    {"Grid", "law 62", Operation::Satisfies},
    {"Grid", "points", Operation::Bounds},
    // A grid without points, whose emptiness is not yet known, says that it is universal.
    {"Grid", "law 51", Operation::IsTop},
};
/// Sets of polyhedra with an empty member are not included in sets without; other bugs follow from it.
constexpr std::string_view kUntested = "Pointset_Powerset";

/// bounded_affine_image ends the process on an empty polyhedron whose emptiness is not yet computed.
constexpr std::string_view kCrash = "_Polyhedron";

bool is_known(std::string_view target, const Violation& violation) {
  return std::any_of(std::begin(kKnown), std::end(kKnown), [&](const Known& known) {
    return known.target == target && known.oracle == violation.oracle && known.operation == violation.operation;
  });
}

class PplLaws : public testing::TestWithParam<std::string_view> {};

INSTANTIATE_TEST_SUITE_P(Targets, PplLaws, testing::ValuesIn(kPplTargets), ppl_test_name);

TEST_P(PplLaws, HoldOnRandomPrograms) {
  if (GetParam() == kUntested) return;
  core::Rng rng(11);
  ProgramOptions options;
  options.initial = 6;
  options.operations = 8;
  options.dimensions = 3;
  options.checks = 24;
  Contract contract = ppl_domain(GetParam(), 1)->contract();
  if (GetParam().find(kCrash) != std::string_view::npos) contract.operations.remove(Operation::AssignExpression);
  std::uint64_t checked = 0;
  for (unsigned i = 0; i < test_rounds(80, 200) && !HasFailure(); ++i) {
    std::vector<std::uint8_t> bytes(400);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.below(256));
    Program program = decode(bytes, contract, {}, options);
    program.repeat = i % 8 == 0;
    const std::unique_ptr<Domain> domain = ppl_domain(GetParam(), program.dimensions);
    const RunResult result = run(program, *domain, {});
    for (const LawCount& count : result.counts) checked += count.checked;
    for (const Violation& violation : result.violations)
      if (!is_known(GetParam(), violation))
        ADD_FAILURE() << violation.oracle << " in step " << violation.instruction << ": " << violation.detail << "\n"
                      << to_text(program, {});
  }
  EXPECT_GT(checked, 1000U);
}

struct Finding {
  std::string_view target;
  std::string_view program;
  std::string_view oracle;
};

class PplFinding : public testing::TestWithParam<Finding> {};

INSTANTIATE_TEST_SUITE_P(
    Version12, PplFinding,
    testing::Values(
        Finding{"Rational_Box",
                "dimensions 1\na0 = top\na1 = assume a0, x0 + 1 > 0\na2 = assume a0, x0 = 0\ncheck 43 a1 a2\n",
                "law 43"},
        Finding{"Rational_Box", "dimensions 1\na0 = top\ncheck 60 a0; if 3 = 0\n", "law 60"},
        Finding{"Grid", "dimensions 1\na0 = top\na1 = assume a0, 3*x0 - 1 = 0\ncheck 62 a1; x0 := 3*x0 + 2\n",
                "law 62"},
        Finding{"Grid", "dimensions 1\na0 = top\na1 = assume a0, -3 = 0\ncheck 51 a1\n", "law 51"},
        Finding{"Pointset_Powerset", "dimensions 1\na0 = top\na1 = assume a0, -1 >= 0\ncheck 50 a1\n", "law 50"}));

TEST_P(PplFinding, IsFound) {
  const Result<Program> program = parse_program(GetParam().program, {});
  ASSERT_TRUE(program.ok()) << program.error().text();
  const std::unique_ptr<Domain> domain = ppl_domain(GetParam().target, program->dimensions);
  if (domain->contract().version != "1.2") GTEST_SKIP() << "PPL " << domain->contract().version;
  const RunResult result = run(*program, *domain, {});
  const bool found = std::any_of(result.violations.begin(), result.violations.end(),
                                 [](const Violation& violation) { return violation.oracle == GetParam().oracle; });
  EXPECT_TRUE(found);
}

TEST(PplCrash, BoundedImageOfAPolyhedronThatDoesNotKnowItIsEmpty) {
  const std::unique_ptr<Domain> domain = ppl_domain("C_Polyhedron", 1);
  if (domain->contract().version != "1.2") GTEST_SKIP() << "PPL " << domain->contract().version;
  const ElementPtr top = domain->top();
  const ElementPtr empty = domain->assume(*top, *parse_constraint("-1 >= 0"));
  EXPECT_DEATH(static_cast<void>(domain->apply(Operation::AssignExpression, *empty,
                                               {.dimension = 0, .expression = Expression::number(0)})),
               "");
}

}  // namespace
}  // namespace assay::domain
