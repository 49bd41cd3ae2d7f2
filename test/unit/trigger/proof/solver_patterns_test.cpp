// Patterns that the solver makes are read out of its log and written into the conjuncts.

#include "trigger/proof/solver_patterns.hpp"

#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

const std::string kScript =
    "(declare-sort U 0)(declare-fun f (Int) Int)(declare-fun h (Int U) Int)"
    "(assert (forall ((a Int) (b U)) (! (> (h a b) 0) :pattern ((h a b)))))"
    "(assert (forall ((x Int)) (not (= (f x) 7))))"
    "(assert (forall ((x Int) (y U)) (> (h (f x) y) x)))"
    "(assert (forall ((x Int)) (> (* x x) (- 1))))";

std::vector<std::string> texts(const smt::TermStore& store, const Problem& problem) {
  std::vector<std::string> result;
  for (const Conjunct& conjunct : problem.conjuncts) result.push_back(smt::to_string(store, conjunct.formula));
  return result;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class SolverPatternsTest : public WithZ3 {};

TEST_F(SolverPatternsTest, AreWrittenIntoTheConjunctsThatHaveNone) {
  smt::TermStore store;
  Problem problem = preprocess(store, read(store, kScript));
  const std::vector<std::string> before = texts(store, problem);
  const SolverPatterns counts = add_solver_patterns(store, problem, *prover_, kSeconds, {});
  const std::vector<std::string> after = texts(store, problem);
  EXPECT_EQ(counts.missing, 3U);
  EXPECT_EQ(counts.made, 2U);
  ASSERT_EQ(after.size(), 4U);
  EXPECT_EQ(after[0], before[0]);
  EXPECT_TRUE(has(after[1], ":pattern ((f x")) << after[1];
  EXPECT_TRUE(has(after[2], ":pattern ((h (f x")) << after[2];
  EXPECT_EQ(after[3], before[3]) << "x * x is no pattern";
}

TEST_F(SolverPatternsTest, TheSolverIsNotAskedWithoutNeed) {
  smt::TermStore store;
  FakeProver prover([](const std::string&) { return Reply{Answer::Unknown, "", 0}; });
  Problem problem = preprocess(store, read(store, "(declare-fun f (Int) Int)(assert (> (f 0) 0))"));
  EXPECT_EQ(add_solver_patterns(store, problem, prover, kSeconds, {}).missing, 0U);
  EXPECT_TRUE(prover.scripts.empty());
}

TEST(SolverPatternsOfABadLog, AreNone) {
  smt::TermStore store;
  FakeProver prover([](const std::string&) {
    return Reply{
        Answer::Unknown,
        "[mk-app] #1 what(\n[mk-app] #2 pattern #1\n[mk-quant] #3 k 1 #2 #1\n[attach-var-names] #3 (|x| ; |Int|)\n", 0};
  });
  Problem problem = preprocess(store, read(store, "(declare-fun f (Int) Int)(assert (forall ((x Int)) (> (f x) 0)))"));
  const std::vector<std::string> before = texts(store, problem);
  EXPECT_EQ(add_solver_patterns(store, problem, prover, 1, {}).made, 0U);
  EXPECT_EQ(texts(store, problem), before);
}

}  // namespace
}  // namespace assay::trigger
