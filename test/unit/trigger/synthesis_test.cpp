// The synthesis finds the terms of the paper's small examples by itself, and none where there is none.

#include "assay/trigger/synthesis.hpp"

#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

struct Example {
  std::string name;
  std::string text;
};

const std::vector<Example>& unsatisfiable() {
  static const std::vector<Example> examples = {
      {"theory reasoning and unification",
       "(declare-fun f (Int) Int)(declare-fun g (Int) Int)"
       "(assert (forall ((x Int)) (! (not (= (f x) 7)) :pattern ((f x)))))"
       "(assert (forall ((x Int)) (! (= (f (g x)) x) :pattern ((f (g x))))))"},
      {"alternative rewritings",
       "(declare-fun f (Int) Int)(assert (forall ((x Int)) (! (= (f x) 6) :pattern ((f x)))))"
       "(assert (forall ((x Int)) (! (= (f x) 7) :pattern ((f x)))))"},
      {"all disjuncts",
       "(declare-fun f (Int) Int)"
       "(assert (forall ((x Int)) (! (or (not (> x (- 1))) (> (f x) 7)) :pattern ((f x)))))"
       "(assert (forall ((x Int)) (! (or (not (< x 1)) (= (f x) 6)) :pattern ((f x)))))"},
      {"a ground fact",
       "(declare-fun len (Int) Int)(declare-fun nxt (Int) Int)"
       "(assert (forall ((x Int)) (! (> (len x) 0) :pattern ((len (nxt x))))))(assert (<= (len 7) 0))"},
      {"two instantiations",
       "(declare-fun f (Int) Int)(declare-fun g (Int) Int)"
       "(assert (forall ((x Int)) (! (not (= (f x) (f 7))) :pattern ((g x)))))"},
      {"option types",
       "(declare-sort U 0)(declare-fun some (U) U)(declare-fun get (U) U)(declare-const none U)"
       "(assert (forall ((e U)) (! (not (= (some e) none)) :pattern ((some e)))))"
       "(assert (forall ((o U) (e U)) (! (or (not (= (get o) e)) (= o (some e))) :pattern ((some e) (get o)))))"},
      {"sub-terms",
       "(declare-fun f (Int) Int)(declare-fun g (Int) Int)"
       "(assert (forall ((x Int)) (! (= (f (g x)) x) :pattern ((f (g x))))))(assert (= (g 2020) (g 2021)))"},
      {"an uninterpreted sort, and functions of patterns only",
       "(declare-sort U 0)(declare-fun f (U) Int)(declare-fun g (U) Int)(declare-fun p (U) Bool)"
       "(assert (forall ((x U)) (! (not (p x)) :pattern ((f x)))))"
       "(assert (forall ((x U)) (! (p x) :pattern ((g x)))))"},
  };
  return examples;
}

class Synthesizes : public WithZ3 {
 protected:
  Synthesis run(const std::string& text, Source source, std::size_t jobs = 1) {
    smt::TermStore store;
    SynthesisOptions options;
    options.jobs = jobs;
    options.source = source;
    options.seconds = kSeconds;
    return synthesize(store, read(store, text), options, *prover_, {});
  }
};

TEST_F(Synthesizes, TermsBySearchThatRefuteInAFreshProcess) {
  for (const Example& example : unsatisfiable()) {
    const Synthesis result = run(example.text, Source::Search);
    ASSERT_EQ(result.outcome, Outcome::Found) << example.name;
    EXPECT_TRUE(result.method.starts_with("search")) << result.method;
    EXPECT_FALSE(result.terms.empty());
    EXPECT_EQ(prover_->run(result.script, kSeconds, {}).answer, Answer::Unsat) << result.script;
    EXPECT_NE(result.script.find(kMatchingOnly), std::string::npos);
  }
}

TEST_F(Synthesizes, TermsFromProofs) {
  for (const Example& example : unsatisfiable()) {
    const Synthesis result = run(example.text, Source::Proof);
    EXPECT_EQ(result.outcome, Outcome::Found) << example.name;
    if (result.outcome != Outcome::Found) continue;
    EXPECT_EQ(prover_->run(result.script, kSeconds, {}).answer, Answer::Unsat) << result.script;
  }
}

TEST_F(Synthesizes, TheSameTermsEachTime) {
  const std::string& text = unsatisfiable()[3].text;
  EXPECT_EQ(run(text, Source::Search).assertion, run(text, Source::Search).assertion);
}

TEST_F(Synthesizes, TheSameTermsForAnyNumberOfJobs) {
  for (const std::size_t example : {0U, 2U, 5U}) {
    const std::string& text = unsatisfiable()[example].text;
    for (const Source source : {Source::Search, Source::Both}) {
      const Synthesis one = run(text, source, 1);
      const Synthesis three = run(text, source, 3);
      EXPECT_EQ(one.assertion, three.assertion);
      EXPECT_EQ(one.method, three.method);
    }
  }
}

TEST_F(Synthesizes, TheLogicStaysInTheScript) {
  const Synthesis result = run("(set-logic UFLIA)" + unsatisfiable()[0].text, Source::Search);
  ASSERT_EQ(result.outcome, Outcome::Found);
  EXPECT_NE(result.script.find("(set-logic UFLIA)"), std::string::npos);
  EXPECT_EQ(run("(set-logic QF_LIA)" + unsatisfiable()[0].text, Source::Search).script.find("set-logic"),
            std::string::npos);
}

TEST_F(Synthesizes, NothingWhereTheAxiomsAreConsistent) {
  const std::string consistent =
      "(declare-fun f (Int) Int)(declare-fun g (Int) Int)"
      "(assert (forall ((x Int)) (! (> (f x) 6) :pattern ((f x)))))"
      "(assert (forall ((x Int)) (! (= (g (g x)) x) :pattern ((g (g x))))))";
  for (const Source source : {Source::Search, Source::Proof}) {
    const Synthesis result = run(consistent, source);
    EXPECT_TRUE(result.outcome == Outcome::NotFound || result.outcome == Outcome::Satisfiable) << name(result.outcome);
    EXPECT_TRUE(result.terms.empty());
  }
}

TEST_F(Synthesizes, SaysWhatNeedsNoTerm) {
  EXPECT_EQ(run("(declare-const a Int)(assert (> a 0))", Source::Both).outcome, Outcome::NoQuantifiers);
  EXPECT_EQ(run("(declare-fun p (Int) Bool)(assert (forall ((x Int)) (! (p x) :pattern ((p x)))))(assert (not (p 1)))",
                Source::Both)
                .outcome,
            Outcome::AlreadyUnsat);
}

/// A solver that refutes whatever it is asked must not make a term of it.
TEST(Synthesis, IsNotFooledByASolverThatRefusesTheFinalScript) {
  int asked = 0;
  FakeProver prover([&](const std::string&) {
    ++asked;
    return Reply{asked == 1 ? Answer::Unknown : Answer::Failed, "no", 0};
  });
  smt::TermStore store;
  SynthesisOptions options;
  options.source = Source::Proof;
  const Synthesis result = synthesize(store, read(store, unsatisfiable()[0].text), options, prover, {});
  EXPECT_EQ(result.outcome, Outcome::NotFound);
  EXPECT_TRUE(result.terms.empty());
}

}  // namespace
}  // namespace assay::trigger
