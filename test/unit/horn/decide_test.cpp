#include "horn/make/decide.hpp"

#include <gtest/gtest.h>

#include <map>

#include "horn/make/makers.hpp"
#include "horn/system/system_text.hpp"

namespace assay::horn {
namespace {

smt::Truth truth_of(std::string_view text) {
  TermStore store;
  const auto read = read_system(store, text, "test");
  EXPECT_TRUE(read.ok());
  const KnownSystem known = decide(store, read->system);
  if (known.meaning) {
    EXPECT_TRUE(is_proved(store, known.system, *known.meaning));
  }
  if (known.derivation) {
    EXPECT_TRUE(is_refutation(store, known.system, *known.derivation));
  }
  return known.truth();
}

constexpr std::string_view kCounter =
    "(set-logic HORN)(declare-fun p (Int) Bool)(assert (p 0))"
    "(assert (forall ((x Int)) (=> (and (p x) (< x 5)) (p (+ x 1)))))";

TEST(HornDecide, FindsDerivationsAndInvariants) {
  EXPECT_EQ(truth_of(std::string(kCounter) + "(assert (=> (p 4) false))"), smt::Truth::Unsat);
  EXPECT_EQ(truth_of(std::string(kCounter) + "(assert (=> (p 6) false))"), smt::Truth::Sat);
  EXPECT_EQ(truth_of("(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun q () Bool)"
                     "(assert (=> q (p 1)))(assert (=> (p 1) false))"),
            smt::Truth::Sat);
  // The sum of two even numbers is even: a residue.
  EXPECT_EQ(truth_of("(set-logic HORN)(declare-fun e (Int) Bool)(assert (e 0))"
                     "(assert (forall ((x Int)) (=> (e x) (e (+ x 2)))))(assert (=> (e 7) false))"),
            smt::Truth::Sat);
}

// Two variables of one name in neighbouring quantifiers are two variables.
TEST(HornDecide, TellsVariablesOfOneNameApart) {
  const std::string facts =
      "(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(assert (p 1))(assert (q 2))";
  EXPECT_EQ(truth_of(facts + "(assert (not (and (exists ((x Int)) (p x)) (exists ((x Int)) (q x)))))"),
            smt::Truth::Unsat);
  EXPECT_EQ(truth_of(facts + "(assert (forall ((x Int)) (=> (and (p x) (exists ((x Int)) (q x))) false)))"),
            smt::Truth::Unsat);
  EXPECT_EQ(truth_of(facts + "(assert (forall ((x Int)) (=> (and (p x) (q x)) false)))"), smt::Truth::Sat);
}

// muZ: the query of a relation asks whether it has any tuple.
TEST(HornDecide, ReadsQueriesOfRelations) {
  const std::string rules = "(declare-rel p (Int Int))(declare-var x Int)(declare-var y Int)";
  EXPECT_EQ(truth_of(rules + "(rule (=> (= x y 3) (p x y)))(query p)"), smt::Truth::Unsat);
  EXPECT_EQ(truth_of(rules + "(rule (=> (and (p x y) (< x y)) (p y x)))(query p)"), smt::Truth::Sat);
}

// Case 11: one conjunct of many, and a line through the facts.
TEST(HornDecide, NeedsFewConjuncts) {
  const DecisionLimits limits{.rounds = 40,
                              .facts = 250,
                              .tries = 8000,
                              .candidates = 80,
                              .listed = 12,
                              .proof_steps = 300'000,
                              .by_cases = true};
  const auto truth = [&](const std::string& text) {
    TermStore store;
    const auto read = read_system(store, text, "test");
    EXPECT_TRUE(read.ok());
    return decide(store, read->system, limits).truth();
  };
  EXPECT_EQ(truth("(set-logic HORN)(declare-fun mark (Int) Bool)(declare-fun low (Int Int) Bool)"
                  "(declare-fun mid (Int Int) Bool)"
                  "(assert (forall ((x Int) (y Int)) (=> (<= x 40) (low x y))))"
                  "(assert (forall ((x Int) (y Int)) (=> (low x y) (mid x y))))"
                  "(assert (forall ((x Int) (y Int) (z Int) (q Int) (m Int))"
                  "  (=> (and (mid y z) (= z (* 2 q)) (<= m z) (<= z 1) (>= m 1)) (mark x))))"
                  "(assert (forall ((x Int) (y Int)) (=> (and (mid x y) (>= y 1) (<= y 1)) (mark (- x 5)))))"
                  "(assert (forall ((x Int)) (=> (and (mark x) (>= x 37)) false)))"
                  "(assert (forall ((x Int) (y Int) (m Int))"
                  "  (=> (and (= 0 (mod y 2)) (= y (+ x m)) (or (<= y 0) (< 0 x))) (low x y))))"),
            smt::Truth::Sat);
  EXPECT_EQ(truth("(set-logic HORN)(declare-fun inv (Int Int) Bool)(assert (inv 0 0))"
                  "(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< x 10)) (inv (+ x 1) (+ y 2)))))"
                  "(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (> y 30)) false)))"),
            smt::Truth::Sat);
}

// The second argument is even for large first ones: a case distinction at a literal, with a residue.
TEST(HornDecide, FindsInvariantsByCases) {
  TermStore store;
  const auto read = read_system(
      store,
      "(set-logic HORN)(declare-fun low (Int Int) Bool)(declare-fun mid (Int Int) Bool)(declare-fun top (Int) Bool)"
      "(assert (forall ((x Int) (y Int)) (=> (<= x 40) (low x y))))"
      "(assert (forall ((x Int) (y Int) (m Int)) (=> (and (= 0 (mod y 2)) (= y (+ x m))) (low x y))))"
      "(assert (forall ((x Int) (y Int)) (=> (low x y) (mid x y))))"
      "(assert (forall ((x Int) (y Int)) (=> (and (mid x y) (= y 1)) (top (- x 5)))))"
      "(assert (forall ((x Int)) (=> (and (top x) (>= x 37)) false)))",
      "test");
  ASSERT_TRUE(read.ok());
  const DecisionLimits limits{
      .rounds = 10, .facts = 250, .tries = 8000, .candidates = 80, .listed = 12, .by_cases = true};
  EXPECT_EQ(decide(store, read->system, limits).truth(), smt::Truth::Sat);
}

/// Programs of both truths come up, in each theme; array loops keep their quantified invariants.
TEST(HornMake, ProgramsHaveEvidence) {
  std::map<smt::Truth, unsigned> programs, loops;
  for (std::uint64_t number = 0; number < 40; ++number) {
    TermStore store;
    core::Rng rng(number);
    const Theme theme = make_theme(store, number % 3 == 0 ? "bit-vectors" : "ints", rng);
    const KnownSystem program = make_program(store, theme, static_cast<unsigned>(number % 3), rng.split("a"));
    const KnownSystem loop = make_array_loop(store, theme, static_cast<unsigned>(number % 3), rng.split("b"));
    for (const KnownSystem* known : {&program, &loop}) {
      if (known->meaning) {
        EXPECT_TRUE(is_proved(store, known->system, *known->meaning));
      }
      if (known->derivation) {
        EXPECT_TRUE(is_refutation(store, known->system, *known->derivation));
      }
    }
    ++programs[program.truth()];
    ++loops[loop.truth()];
  }
  EXPECT_GE(programs[smt::Truth::Sat], 5U);
  EXPECT_GE(programs[smt::Truth::Unsat], 5U);
  EXPECT_GE(loops[smt::Truth::Sat], 10U);
  EXPECT_GE(loops[smt::Truth::Unsat], 4U);
}

TEST(HornDecide, LeavesHardSystemsOpen) {
  // x * x never is 3, which no candidate says.
  EXPECT_EQ(truth_of("(set-logic HORN)(declare-fun s (Int Int) Bool)"
                     "(assert (forall ((x Int)) (s x (* x x))))"
                     "(assert (forall ((x Int)) (=> (s x 1000003) false)))"),
            smt::Truth::Open);
}

/// Every truth that a maker claims has evidence.
TEST(HornMake, EvidenceHolds) {
  unsigned sat = 0, unsat = 0;
  for (std::uint64_t number = 0; number < 12; ++number) {
    for (const std::string& name : theme_names()) {
      TermStore store;
      core::Rng rng(number);
      const Theme theme = make_theme(store, name, rng);
      const auto rung = static_cast<unsigned>(number % kRungs);
      const KnownSystem all[] = {make_tiny(store, theme, rung, rng.split("a")),
                                 make_invariant(store, theme, rung, rng.split("b")),
                                 make_derivation(store, theme, rung, rng.split("c"))};
      for (const KnownSystem& known : all) {
        if (known.meaning) {
          EXPECT_TRUE(is_proved(store, known.system, *known.meaning));
          ++sat;
        }
        if (known.derivation) {
          EXPECT_TRUE(is_refutation(store, known.system, *known.derivation));
          ++unsat;
        }
        const std::string text = print_horn(store, known.system, {});
        EXPECT_TRUE(known.system.clauses.empty() || read_system(store, text, "made").ok()) << text;
      }
    }
  }
  EXPECT_GT(sat, 80U);
  EXPECT_GT(unsat, 80U);
}

}  // namespace
}  // namespace assay::horn
