#include <filesystem>
#include <map>
#include <string>

#include "fuzz_modules.hpp"
#include "support.hpp"

namespace assay::smt {
namespace {

TEST_F(FuzzModules, ReducesToASmallerCaseThatFailsInTheSameWay) {
  write("a.smt2", kSeedScript);
  options_.model_percent = 0;
  use([](const SolverDefinition&, std::string_view script, bool) {
    return answered({script.find("(= x 3)") != std::string_view::npos ? Reply::Unsat : Reply::Sat});
  });
  auto made = module();
  auto tester = std::move(*made->make_tester());
  for (std::uint64_t index = 3;; index += 4) {
    ASSERT_LT(index, 400U) << "no large case has the pattern";
    const auto subject = tester->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr || of->files[0].content.size() < 2000) continue;
    const core::Trial trial = tester->run(*of, 0, core::RunMode::Fresh, {});
    if (!trial.verdict.is_bug()) continue;
    const core::Case failing = *of;
    core::ReduceBudget budget;
    budget.max_runs = 600;
    const core::Case reduced = tester->reduce(failing, 0, trial.verdict, budget);
    EXPECT_LT(reduced.files[0].content.size(), 200U) << reduced.files[0].content;
    EXPECT_EQ(testing::what_is_wrong(reduced), "");
    EXPECT_TRUE(tester->run(reduced, 0, core::RunMode::Fresh, {}).verdict.is_bug());
    EXPECT_FALSE(tester->signature(reduced, 0, trial.verdict).empty());
    EXPECT_GT(tester->reduction_cpu_seconds(), 0);
    return;
  }
}

TEST_F(FuzzModules, UnknownCountsOnlyWhileTheReducedScriptIsDecidable) {
  write("a.smt2", kSeedScript);
  std::ofstream(folder_ / "solver.toml")
      << "inherits = \"smtlib\"\nname = \"t\"\nargv = [\"/bin/true\"]\ndecidable = [\"QF_LRA\"]\n";
  options_.targets = {(folder_ / "solver.toml").string()};
  options_.model_percent = 0;
  use([](const SolverDefinition&, std::string_view script, bool) {
    return answered({script.find("(/ ") != std::string_view::npos ? Reply::Unknown : Reply::Sat});
  });
  auto tester = std::move(*module()->make_tester());
  SmtFacts facts;
  facts.truths = {Truth::Sat};
  facts.has_witness = true;
  facts.decidable = true;
  core::Case failing;
  failing.metadata = facts.json();
  failing.files = {{std::string(kScriptFile),
                    "(set-logic QF_LRA)(declare-const x Real)(assert (< (/ (+ x 1.0) 2.0) 5.0))(check-sat)"},
                   {std::string(kWitnessFile), "((define-fun x () Real 1.0))"}};
  const core::Verdict verdict = tester->run(failing, 0, core::RunMode::Fresh, {}).verdict;
  ASSERT_EQ(verdict.kind, core::BugKind::Incomplete);
  const core::Case reduced = tester->reduce(failing, 0, verdict, {});
  EXPECT_LT(reduced.files[0].content.size(), failing.files[0].content.size());
  EXPECT_EQ(tester->run(reduced, 0, core::RunMode::Fresh, {}).verdict.kind, core::BugKind::Incomplete);
  EXPECT_EQ(reduced.files[0].content.find("0.0)"), std::string::npos) << reduced.files[0].content;
}

TEST_F(FuzzModules, ReductionsDoNotSpendTheirTimeOnBounds) {
  write("a.smt2", kSeedScript);
  options_.model_percent = 0;
  std::size_t runs = 0;
  use([&](const SolverDefinition&, std::string_view script, bool) {
    ++runs;
    return answered({script.find("(= x 3)") != std::string_view::npos ? Reply::Unsat : Reply::Sat});
  });
  auto tester = std::move(*module()->make_tester());
  for (std::uint64_t index = 3;; index += 4) {
    ASSERT_LT(index, 400U) << "no large case has the pattern";
    const auto subject = tester->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr || of->files[0].content.size() < 2000) continue;
    const core::Trial trial = tester->run(*of, 0, core::RunMode::Fresh, {});
    if (!trial.verdict.is_bug()) continue;
    const core::Case failing = *of;
    core::ReduceBudget budget;
    budget.max_runs = 40;
    runs = 0;
    const core::Case reduced = tester->reduce(failing, 0, trial.verdict, budget);
    EXPECT_LT(reduced.files[0].content.size(), 200U) << "after " << runs << " runs:\n" << reduced.files[0].content;
    return;
  }
}

TEST_F(FuzzModules, AReductionStaysOutOfAKnownBugsTerritory) {
  write("a.smt2", kSeedScript);
  std::ofstream(folder_ / "t.toml") << "inherits = \"smtlib\"\nname = \"t\"\nargv = [\"/bin/true\"]\n"
                                       "[[known_bug]]\nkind = \"refutation-unsound\"\nlink = \"tiny formats\"\n"
                                       "pattern = '(FloatingPoint|zero|NaN) 2 '\n";
  options_.targets = {(folder_ / "t.toml").string()};
  use([&](const SolverDefinition&, std::string_view script, bool) {
    SolverAnswer answer = answered({Reply::Sat});
    answer.kind = script.find("fp.rem") != std::string_view::npos ? SolverAnswer::Kind::Crash : answer.kind;
    answer.message = "SIGSEGV";
    return answer;
  });
  auto tester = std::move(*module()->make_tester());
  SmtFacts facts;
  facts.truths = {Truth::Open};
  core::Case failing;
  failing.metadata = facts.json();
  failing.files = {
      {std::string(kScriptFile),
       "(set-logic QF_FP)(declare-const x (_ FloatingPoint 8 24))(assert (fp.lt (fp.rem x x) x))(check-sat)"}};
  const core::Verdict verdict = tester->run(failing, 0, core::RunMode::Fresh, {}).verdict;
  ASSERT_EQ(verdict.kind, core::BugKind::Crash);
  const std::string reduced = tester->reduce(failing, 0, verdict, {}).files[0].content;
  EXPECT_NE(reduced.find("fp.rem (_ +zero 3 "), std::string::npos) << "the next larger format: " << reduced;
}

// A script without its truth would be run with a request for a model, under which some crashes do not happen.
TEST_F(FuzzModules, AReductionAsksForNoMoreThanTheCase) {
  write("a.smt2", kSeedScript);
  options_.targets = {"one=/bin/true"};
  use([&](const SolverDefinition&, std::string_view script, bool want_model) {
    SolverAnswer answer = answered({Reply::Unsat});
    const bool crashes = !want_model && script.find("xor") != std::string_view::npos;
    answer.kind = crashes ? SolverAnswer::Kind::Crash : answer.kind;
    answer.message = "SIGSEGV";
    return answer;
  });
  auto tester = std::move(*module()->make_tester());
  SmtFacts facts;
  facts.truths = {Truth::Unsat};
  core::Case failing;
  failing.metadata = facts.json();
  failing.files = {{std::string(kScriptFile),
                    "(set-logic QF_UF)(declare-const a Bool)(declare-const b Bool)(assert (and a (xor a b) b))"
                    "(assert (or b (not a)))(check-sat)"}};
  const core::Verdict verdict = tester->run(failing, 0, core::RunMode::Fresh, {}).verdict;
  ASSERT_EQ(verdict.kind, core::BugKind::Crash);
  const core::Case reduced = tester->reduce(failing, 0, verdict, {});
  EXPECT_LT(reduced.files[0].content.size(), failing.files[0].content.size() / 2) << reduced.files[0].content;
  EXPECT_EQ(tester->run(reduced, 0, core::RunMode::Fresh, {}).verdict.kind, core::BugKind::Crash);
}

/// Two rows: the first planted the contradiction, the second rewrote a condition to a membership, about which the
/// solver is wrong.
core::Case rewritten_contradiction() {
  SmtFacts facts;
  facts.truths = {Truth::Unsat};
  facts.operations = {"BV-TO-NAT-BITS[NAT=bv2nat]", "RE-V-BOOL-EMPTY[R=((_ re.loop 0 0) re.all)]"};
  core::Case failing;
  failing.metadata = facts.json();
  failing.files = {{std::string(kScriptFile),
                    "(set-logic ALL)(declare-fun x () Int)(declare-fun y () Int)"
                    "(assert (and (str.in_re (ite (= x (+ (ite (= ((_ extract 1 1) #b11) #b1) 2 0) "
                    "(ite (= ((_ extract 0 0) #b11) #b1) 1 0))) \"\" \"b\") ((_ re.loop 0 0) re.all)) (= 1 y) "
                    "(not (= (bv2nat #b11) 1))))(assert (= x y))(check-sat-assuming (true))"}};
  return failing;
}

TEST_F(FuzzModules, AContradictionBecomesTheOneRowThatTheSolverIsWrongAbout) {
  write("a.smt2", kSeedScript);
  use([](const SolverDefinition&, std::string_view script, bool) {
    return answered({script.find("re.loop 0 0") != std::string_view::npos ? Reply::Sat : Reply::Unsat});
  });
  auto tester = std::move(*module()->make_tester());
  const core::Case failing = rewritten_contradiction();
  const core::Verdict verdict = tester->run(failing, 0, core::RunMode::Fresh, {}).verdict;
  ASSERT_EQ(verdict.kind, core::BugKind::SolutionUnsound) << verdict.reason;
  const core::Case reduced = tester->reduce(failing, 0, verdict, {});
  EXPECT_LE(reduced.files[0].content.size(), 100U) << reduced.files[0].content;
  EXPECT_EQ(tester->run(reduced, 0, core::RunMode::Fresh, {}).verdict.kind, core::BugKind::SolutionUnsound);
}

// A solver that is right about each row alone, and wrong about both in one script: only an instance of both shows it.
TEST_F(FuzzModules, AContradictionOfTwoRowsStaysWhereEachAloneIsRefuted) {
  write("a.smt2", kSeedScript);
  use([](const SolverDefinition&, std::string_view script, bool) {
    const bool has_both =
        script.find("re.loop 0 0") != std::string_view::npos && script.find("bv2nat") != std::string_view::npos;
    return answered({has_both ? Reply::Sat : Reply::Unsat});
  });
  auto tester = std::move(*module()->make_tester());
  const core::Case failing = rewritten_contradiction();
  const core::Verdict verdict = tester->run(failing, 0, core::RunMode::Fresh, {}).verdict;
  ASSERT_EQ(verdict.kind, core::BugKind::SolutionUnsound) << verdict.reason;
  const std::string reduced = tester->reduce(failing, 0, verdict, {}).files[0].content;
  EXPECT_NE(reduced.find("bv2nat"), std::string::npos) << reduced;
  EXPECT_NE(reduced.find("re.loop 0 0"), std::string::npos) << reduced;
}

}  // namespace
}  // namespace assay::smt
