// Universes of ground terms that grow under E-matching: their scripts, and terms found with them alone.

#include <algorithm>
#include <deque>
#include <future>
#include <stop_token>
#include <string>
#include <vector>

#include "trigger/proof/universe.hpp"
#include "trigger/prover/ordered_runs.hpp"
#include "trigger/source/synthesis.hpp"
#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

const std::string kStacks =
    "(declare-sort S 0)(declare-fun nil (Int) S)(declare-fun push (S Int) S)(declare-fun size (S) Int)"
    "(assert (forall ((i Int)) (! (= (size (nil i)) 0) :pattern ((size (nil i))))))"
    "(assert (forall ((s S) (i Int)) (! (= (size (push s i)) (+ (size s) 1)) :pattern ((size (push s i))))))";
const std::string kTooSmall = "(assert (forall ((s S)) (! (< (size s) 3) :pattern ((size s)))))";
const std::string kRight = "(assert (forall ((s S)) (! (>= (size s) 0) :pattern ((size s)))))";

/// z3 for scripts of a universe and for checks of terms; other scripts get `unknown`, so that no other method helps.
class GrowthAlone : public Prover {
 public:
  explicit GrowthAlone(Prover& prover) : prover_(prover) {}
  Reply run(const std::string& script, double seconds, const std::stop_token& stop) override {
    const bool mine = script.find("universe") != std::string::npos;
    const bool check = script.find(kMatchingOnly) != std::string::npos;
    return mine || check ? prover_.run(script, seconds, stop) : Reply{Answer::Unknown, "", 0};
  }
  [[nodiscard]] std::string program() const override { return prover_.program(); }

 private:
  Prover& prover_;
};

class Growth : public WithZ3 {
 protected:
  Synthesis run(const std::string& text, double seconds, std::size_t jobs) {
    smt::TermStore store;
    GrowthAlone alone(*prover_);
    SynthesisOptions options;
    options.source = Source::Proof;
    options.seconds = seconds;
    options.jobs = jobs;
    return synthesize(store, read(store, text), options, alone, {});
  }
};

TEST_F(Growth, FindsAChainThatNoPatternBegins) {
  const Synthesis result = run(kStacks + kTooSmall, kSeconds, 1);
  ASSERT_EQ(result.outcome, Outcome::Found);
  const TermSet& found = result.found.at(0);
  EXPECT_EQ(found.method, "growth of ground terms over 2 axioms");
  EXPECT_NE(found.assertion.find("(size (push (push (push (nil "), std::string::npos) << found.assertion;
  EXPECT_EQ(found.assertion.find("universe"), std::string::npos) << found.assertion;
  EXPECT_EQ(prover_->run(found.script, kSeconds, {}).answer, Answer::Unsat);
}

TEST_F(Growth, FindsTheSameForAnyNumberOfJobs) {
  const Synthesis one = run(kStacks + kTooSmall, kSeconds, 1);
  const Synthesis three = run(kStacks + kTooSmall, kSeconds, 3);
  ASSERT_EQ(one.found.size(), 1U);
  ASSERT_EQ(three.found.size(), 1U);
  EXPECT_EQ(one.found[0].assertion, three.found[0].assertion);
}

TEST_F(Growth, FindsNothingWhereTheAxiomsAreConsistent) {
  constexpr double kShort = 8;
  const Synthesis result = run(kStacks + kRight, kShort, 2);
  EXPECT_EQ(result.outcome, Outcome::NotFound);
  const bool asked = std::any_of(result.tried.begin(), result.tried.end(), [](const std::string& line) {
    return line.starts_with("growth of ground terms: ") && line.find("runs with axioms let loose") != std::string::npos;
  });
  EXPECT_TRUE(asked);
}

TEST(GrowthOf, TellsWhatTheSolverSaysToARunThatItRefuses) {
  FakeProver prover([](const std::string& script) {
    const bool mine = script.find("universe") != std::string::npos;
    return mine ? Reply{Answer::Failed, "no such option", 0} : Reply{Answer::Unknown, "", 0};
  });
  smt::TermStore store;
  SynthesisOptions options;
  options.source = Source::Proof;
  const Synthesis result = synthesize(store, read(store, kStacks + kTooSmall), options, prover, {});
  EXPECT_EQ(result.outcome, Outcome::NotFound);
  const std::string refusal = "growth of ground terms: the solver refuses a run: no such option";
  EXPECT_NE(std::find(result.tried.begin(), result.tried.end(), refusal), result.tried.end());
}

/// The data that sources of terms work on. The solver answers `unknown`.
struct Bench {
  explicit Bench(const std::string& text)
      : script(read(store, text)),
        problem(preprocess(store, script)),
        prover([](const std::string&) {
          return Reply{Answer::Unknown, "", 0};
        }),
        validator(store, problem, script, prover, 1),
        deadline(1, {}) {}

  smt::TermStore store;
  smt::Script script;
  Problem problem;
  FakeProver prover;
  Validator validator;
  Deadline deadline;
  SynthesisOptions options;
  Synthesis result;
  KnownShapes known;
  std::deque<std::vector<smt::TermId>> harvest;
  std::vector<smt::TermId> joined;
  Workplace work{store,    problem,  options, prover, prover,  validator, deadline,
                 deadline, deadline, result,  known,  harvest, joined};
};

TEST(Universe, LetsLooseWhatItIsAskedFor) {
  Bench bench(kStacks + kTooSmall);
  Universe universe(bench.work);
  ASSERT_EQ(universe.conjuncts().size(), 3U);
  EXPECT_EQ(universe.conjuncts()[1].variables, 2U);
  const std::vector<smt::TermId> assertions = universe.assertions({1});
  EXPECT_EQ(assertions[0], bench.problem.conjuncts[0].formula);
  EXPECT_EQ(written_patterns(bench.store, assertions[0]).size(), 1U);
  const Patterns patterns = written_patterns(bench.store, assertions[1]);
  ASSERT_EQ(patterns.size(), 2U);
  EXPECT_EQ(patterns[0], written_patterns(bench.store, bench.problem.conjuncts[1].formula)[0]);
  EXPECT_EQ(patterns[1].size(), 2U);
  const std::string text = script_text(bench.store, assertions);
  for (const char* part : {"(universe (nil 0))", "(universe (nil 1))", "(universe!1 1)", "(universe (push y y!1))"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  // Numbers are enumerated, not grown, if there are other sorts.
  EXPECT_EQ(text.find("(universe!1 (size"), std::string::npos) << text;
}

TEST(Universe, KnowsItsOwnQuantifiers) {
  Bench bench(kStacks + kTooSmall);
  Universe universe(bench.work);
  const std::vector<smt::TermId> assertions = universe.assertions({1});
  EXPECT_FALSE(universe.is_own(assertions[0]));
  EXPECT_FALSE(universe.is_own(assertions[1]));
  EXPECT_TRUE(universe.is_own(assertions.back()));
}

TEST(Universe, HasAConstantForASortWithoutTerms) {
  Bench bench(
      "(declare-sort U 0)(declare-fun f (U) U)"
      "(assert (forall ((x U)) (! (not (= (f x) x)) :pattern ((f (f x))))))");
  Universe universe(bench.work);
  ASSERT_EQ(universe.conjuncts().size(), 1U);
  const smt::SortId sort = bench.store.binder_info(bench.problem.conjuncts[0].formula).variables[0].sort;
  const std::vector<smt::TermId> seeds = universe.seeds();
  EXPECT_EQ(std::count_if(seeds.begin(), seeds.end(), [&](auto seed) { return bench.store.sort_of(seed) == sort; }), 1);
}

TEST(Universe, LeavesSortsAloneThatItHasNoTermsOf) {
  Bench bench(
      "(declare-fun f ((Array Int Int)) Int)"
      "(assert (forall ((a (Array Int Int))) (! (> (f a) 0) :pattern ((f a)))))");
  EXPECT_TRUE(Universe(bench.work).conjuncts().empty());
}

TEST(OrderedRuns, AreLookedAtInOrderAndStopped) {
  for (const std::size_t jobs : {1U, 3U}) {
    std::vector<std::size_t> looked;
    std::vector<std::stop_token> tokens;
    const auto start = [&](std::size_t i, std::stop_token stop) -> std::future<Reply> {
      tokens.push_back(stop);
      if (i == 1) return {};
      return std::async(std::launch::deferred, [i] { return Reply{Answer::Unknown, std::to_string(i), 0}; });
    };
    const auto look = [&](std::size_t i, const Reply& reply) {
      EXPECT_EQ(reply.text, std::to_string(i));
      looked.push_back(i);
      return i < 4;
    };
    run_in_order(9, jobs, {}, start, look);
    EXPECT_EQ(looked, (std::vector<std::size_t>{0, 2, 3, 4}));
    EXPECT_TRUE(tokens.back().stop_requested());
  }
}

}  // namespace
}  // namespace assay::trigger
