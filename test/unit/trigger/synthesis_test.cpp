// The synthesis finds the terms of the paper's small examples by itself, and no terms for scripts without a solution.

#include "trigger/source/synthesis.hpp"

#include <algorithm>
#include <stop_token>

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
  /// The script of the first terms, or nothing.
  std::string script(const std::string& text, Source source) {
    const Synthesis result = run(text, source);
    return result.found.empty() ? "" : result.found[0].script;
  }

  Synthesis run(const std::string& text, Source source, std::size_t jobs = 1, std::size_t wanted = 1,
                double seconds = kSeconds) {
    smt::TermStore store;
    SynthesisOptions options;
    options.jobs = jobs;
    options.max_term_sets = wanted;
    options.source = source;
    options.seconds = seconds;
    return synthesize(store, read(store, text), options, *prover_, {});
  }
};

TEST_F(Synthesizes, TermsBySearchThatRefuteInAFreshProcess) {
  for (const Example& example : unsatisfiable()) {
    const Synthesis result = run(example.text, Source::Search);
    ASSERT_EQ(result.outcome, Outcome::Found) << example.name;
    ASSERT_FALSE(result.found.empty());
    EXPECT_TRUE(result.found[0].method.starts_with("search")) << result.found[0].method;
    EXPECT_FALSE(result.found[0].terms.empty());
    EXPECT_EQ(prover_->run(result.found.at(0).script, kSeconds, {}).answer, Answer::Unsat) << result.found.at(0).script;
    EXPECT_NE(result.found.at(0).script.find(kMatchingOnly), std::string::npos);
  }
}

/// z3 proves nothing about them: the terms come from models alone.
TEST_F(Synthesizes, TermsWithArraysOverADeclaredSort) {
  const std::string box = "(declare-sort Box 0)";
  for (const std::string& text :
       {box + "(declare-fun f ((Array Box Int) Box) Int)"
              "(assert (forall ((a (Array Box Int)) (x Box)) (! (< 0 (select a x)) :pattern ((f a x)))))",
        box + "(declare-fun f ((Array Box (Array Int Int)) Box Int) Int)"
              "(assert (forall ((a (Array Box (Array Int Int))) (x Box) (i Int))"
              " (! (< 0 (select (select a x) i)) :pattern ((f a x i)))))"}) {
    const std::string found = script(text, Source::Search);
    ASSERT_FALSE(found.empty()) << text;
    EXPECT_EQ(prover_->run(found, kSeconds, {}).answer, Answer::Unsat) << found;
  }
}

/// Terms from models have constant arrays over declared sorts: all occurrences of a model's element become the same
/// constant.
TEST_F(Synthesizes, TermsWithConstantArraysOfDeclaredElements) {
  const std::string box =
      "(declare-sort Box 0)(declare-fun f ((Array Box Box) Box) Int)(declare-fun g ((Array Box (Array Box Box)) Box) "
      "Int)"
      "(declare-const c Box)(declare-const d Box)(assert (distinct c d))";
  for (const std::string axiom :
       {"(forall ((a (Array Box Box)) (x Box)) (! (= (select a x) c) :pattern ((f a x))))",
        "(forall ((a (Array Box Box)) (x Box)) (! (distinct (select a x) x) :pattern ((f a x))))",
        "(forall ((a (Array Box Box)) (x Box)) (! (= a ((as const (Array Box Box)) x)) :pattern ((f a x))))",
        "(forall ((a (Array Box (Array Box Box))) (x Box)) (! (distinct (select (select a x) x) x) :pattern ((g a "
        "x))))",
        "(forall ((a (Array Box Box)) (x Box))"
        " (! (distinct (select (store a c x) d) (select a d) d) :pattern ((f a x))))"}) {
    const std::string found = script(box + "(assert " + axiom + ")", Source::Search);
    ASSERT_FALSE(found.empty()) << axiom;
    EXPECT_EQ(prover_->run(found, kSeconds, {}).answer, Answer::Unsat) << found;
  }
}

/// The only term with the value of the array's element has the array as an argument: f(a, x).
TEST_F(Synthesizes, TermsWithArraysWhoseElementsAreValuesOfThem) {
  const std::string found = script(
      "(declare-sort Box 0)(declare-sort Key 0)(declare-fun p ((Array Key Box) Key) Bool)"
      "(declare-fun f ((Array Key Box) Key) Box)(declare-const b (Array Key Box))(declare-const k Key)"
      "(assert (not (p b k)))(assert (forall ((a (Array Key Box)) (x Key)) (! (p a x) :pattern ((f a x)))))",
      Source::Search);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(prover_->run(found, kSeconds, {}).answer, Answer::Unsat) << found;
}

/// No term can refute an axiom that constant arrays satisfy.
TEST_F(Synthesizes, NothingWhereConstantArraysKeepTheirElements) {
  const std::string box = "(declare-sort Box 0)(declare-fun f (Box Box) Int)";
  for (const char* axiom :
       {"(forall ((v Box) (x Box)) (! (= (select ((as const (Array Box Box)) v) x) v) :pattern ((f v x))))",
        "(forall ((v Box) (x Box)) (! (= (select (store ((as const (Array Box Box)) v) x v) v) v) :pattern ((f v "
        "x))))"})
    EXPECT_TRUE(script(box + "(assert " + axiom + ")", Source::Search).empty()) << axiom;
}

TEST_F(Synthesizes, TermsFromProofs) {
  for (const Example& example : unsatisfiable()) {
    const Synthesis result = run(example.text, Source::Proof);
    EXPECT_EQ(result.outcome, Outcome::Found) << example.name;
    if (result.outcome != Outcome::Found) continue;
    EXPECT_EQ(prover_->run(result.found.at(0).script, kSeconds, {}).answer, Answer::Unsat) << result.found.at(0).script;
  }
}

/// The other solver refutes the script as it stands, by models; z3 itself is asked for nothing else.
TEST_F(Synthesizes, TermsFromARefutationByAnotherSolver) {
  smt::TermStore store;
  const smt::Script script = read(store, unsatisfiable()[0].text);
  unsigned asked = 0;
  FakeProver only_matching([&](const std::string& text) {
    asked += text.find("mbqi false") == std::string::npos ? 1 : 0;
    return prover_->run(text, kSeconds, {});
  });
  SynthesisOptions options;
  options.source = Source::Proof;
  options.others = {{"another", true, prover_.get(), {}}};
  const Synthesis found = synthesize(store, script, options, only_matching, {});
  ASSERT_EQ(found.outcome, Outcome::Found);
  EXPECT_EQ(found.found[0].method, "proof by the script as it stands, from its log by another");
  EXPECT_EQ(smt::to_string(store, found.found[0].terms.at(0)), "(f (g 7))");
  EXPECT_EQ(asked, 0U);
}

/// The terms with which the search refutes the script where no method with a proof does.
TermSet searched(const std::string& text, Prover& prover) {
  smt::TermStore store;
  FakeProver no_proofs([&](const std::string& asked) {
    const bool is_matching = asked.find("mbqi false") != std::string::npos && asked.find("proofs") == std::string::npos;
    return is_matching ? prover.run(asked, 10, {}) : Reply{Answer::Unknown, {}, 0};
  });
  SynthesisOptions options;
  options.source = Source::Search;
  const Synthesis found = synthesize(store, read(store, text), options, no_proofs, {});
  return found.found.empty() ? TermSet{} : found.found[0];
}

constexpr const char* kConcatenation =
    "(declare-sort S 0)(declare-sort P 0)(declare-fun len (S) Int)(declare-fun cat (S S) S)"
    "(declare-fun good (S P) Bool)(declare-fun size (P) Int)(declare-fun look (S P) Bool)(declare-fun mark (S) Bool)"
    "(declare-const x S)(declare-const t S)(declare-const p P)(declare-const y S)(declare-const u S)(declare-const q P)"
    "(assert (forall ((a S)(b S)) (! (= (len (cat a b)) (+ (len a) (len b))) :pattern ((len (cat a b))))))";

/// No axiom has a condition that says which term is needed.
TEST_F(Synthesizes, SmallGroundTermsInPatterns) {
  const TermSet found = searched(std::string(kConcatenation) +
                                     "(assert (forall ((a S)(b S)) (! (= (len (cat a b)) 7) :pattern ((mark (cat a "
                                     "b))))))(assert (distinct (+ (len x) (len t)) 7))(check-sat)",
                                 *prover_);
  EXPECT_EQ(found.method, "search by small ground terms");
}

/// A bijection of infinitely many values with the Booleans: no conjunct is without variables.
TEST_F(Synthesizes, TermsWithConstructors) {
  const TermSet found = searched(
      "(declare-datatypes ((S 0)) (((unit) (pair (first S) (second S)))))(declare-fun of (Bool) S)(declare-fun to (S) "
      "Bool)(assert (forall ((s S)) (! (= (of (to s)) s) :pattern ((to s)))))(check-sat)",
      *prover_);
  EXPECT_EQ(found.method, "search by small ground terms");
}

/// Two chains, and each lacks a term: models of one cluster show neither, and both are needed. The second one has two
/// levels, and its condition holds only for the term that the equation about `size` describes.
TEST_F(Synthesizes, TermsFromTheGoal) {
  const TermSet found = searched(
      std::string(kConcatenation) +
          "(assert (forall ((s S)(r P)) (! (=> (= (len s) (size r)) (good s r)) :pattern ((look s r)))))"
          "(assert (forall ((a S)(b S)(r P)) (! (= (good (cat a b) r) (and (good a r) (good b r))) :pattern ((good "
          "(cat a b) r)))))(assert (= (size p) (+ (len x) (len t))))"
          "(assert (= (size q) (+ (+ (len y) (len u)) (len x))))(assert (or (not (good x p)) (not (good y q))))"
          "(check-sat)",
      *prover_);
  EXPECT_EQ(found.method, "search from the goal");
  EXPECT_EQ(found.terms.size(), 2U);
}

/// The definition of a predicate is an equivalence without quantifiers.
TEST_F(Synthesizes, TermsFromTheGoalThroughEquivalences) {
  std::string text =
      "(declare-sort S 0)(declare-fun inv (S S S S S) Bool)(declare-fun sep (S S S S S) Bool)"
      "(declare-fun good (S) Bool)(declare-fun low (S) Int)(declare-fun all (S S S S S S S S S S) Bool)";
  for (unsigned i = 0; i < 10; ++i) text += "(declare-const c" + std::to_string(i) + " S)";
  const TermSet found = searched(
      text +
          "(assert (forall ((a S)(b S)(c S)(d S)(e S)) (! (= (inv a b c d e) (and (sep a b c d e) (good a) (< (low b) "
          "(low c)))) :pattern ((sep a b c d e)))))"
          "(assert (forall ((a S)(b S)(c S)(d S)(e S)) (! (=> (sep a b c d e) (sep b a c e d)) :pattern ((sep b a c e "
          "d)))))(assert (good c7))(assert (inv c3 c7 c9 c5 c8))(assert (< (low c3) (low c9)))"
          "(assert (not (inv c7 c3 c9 c8 c5)))(assert (all c0 c1 c2 c3 c4 c5 c6 c7 c8 c9))(check-sat)",
      *prover_);
  EXPECT_EQ(found.method, "search from the goal");
}

/// Axioms alone contradict each other, like the axioms about options in Gobra's encoding: `some(get(none)) = none`. The
/// term has more levels than the search by small ground terms makes.
TEST_F(Synthesizes, TermsThatAnAxiomSaysDiffer) {
  std::string text = "(declare-sort U 0)(declare-const none U)";
  for (const std::string i : {"1", "2", "3"})
    text += "(declare-fun some" + i + " (U) U)(declare-fun get" + i +
            " (U) U)(assert (forall ((o U)(e U)) (! (= (= (get" + i + " o) e) (= o (some" + i + " e))) :pattern ((get" +
            i + " o) (some" + i + " e)))))";
  const TermSet found = searched(text +
                                     "(assert (forall ((e U)) (! (not (= (some1 (some2 (some3 e))) none)) :pattern "
                                     "((some1 (some2 (some3 e)))))))(check-sat)",
                                 *prover_);
  EXPECT_EQ(found.method, "search from the goal");
}

TEST_F(Synthesizes, TheSameTermsEachTime) {
  const std::string& text = unsatisfiable()[3].text;
  const std::string first = script(text, Source::Search);
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(first, script(text, Source::Search));
}

TEST_F(Synthesizes, TheSameTermsForAnyNumberOfJobs) {
  for (const std::size_t example : {0U, 2U, 5U}) {
    const std::string& text = unsatisfiable()[example].text;
    for (const Source source : {Source::Search, Source::Both}) {
      const Synthesis one = run(text, source, 1);
      const Synthesis three = run(text, source, 3);
      ASSERT_EQ(one.found.size(), 1U);
      ASSERT_EQ(three.found.size(), 1U);
      EXPECT_EQ(one.found[0].assertion, three.found[0].assertion);
      EXPECT_EQ(one.found[0].method, three.found[0].method);
    }
  }
}

/// Three inconsistencies that have nothing to do with each other.
const std::string& three_issues() {
  static const std::string text =
      "(declare-fun f (Int) Int)(declare-fun g (Int) Int)(declare-fun h (Int) Int)(declare-fun k (Int Int) Bool)"
      "(assert (forall ((x Int)) (! (not (= (f x) 7)) :pattern ((f x)))))"
      "(assert (forall ((x Int)) (! (= (f (g x)) x) :pattern ((f (g x))))))"
      "(assert (forall ((y Int)) (! (> (h y) y) :pattern ((h y)))))"
      "(assert (forall ((y Int)) (! (< (h y) 5) :pattern ((h y)))))"
      "(assert (forall ((y Int) (z Int)) (! (and (k y z) (not (k z y))) :pattern ((k y z)))))";
  return text;
}

TEST_F(Synthesizes, AlternativesForEachIssueOnce) {
  for (const Source source : {Source::Search, Source::Both}) {
    const Synthesis all = run(three_issues(), source, 1, 3);
    ASSERT_EQ(all.found.size(), 3U);
    std::string functions;
    for (const TermSet& set : all.found) {
      ASSERT_EQ(set.terms.size(), 1U);
      EXPECT_EQ(prover_->run(set.script, kSeconds, {}).answer, Answer::Unsat) << set.script;
      const std::string_view assertion = set.assertion;
      functions += assertion.substr(assertion.find("(assert (dummy (") + 16, 1);
    }
    std::sort(functions.begin(), functions.end());
    EXPECT_EQ(functions, "fhk");
  }
}

TEST_F(Synthesizes, NoMoreAlternativesThanAreWanted) {
  EXPECT_EQ(run(three_issues(), Source::Both, 1, 2).found.size(), 2U);
  EXPECT_EQ(run(three_issues(), Source::Search, 3, 2).found.size(), 2U);
}

/// Section 4.4.4: `sum` is the pattern of the axioms about `sum_syn`, which has no pattern of its own.
TEST_F(Synthesizes, TermsForSynonymFunctions) {
  const std::string text =
      "(declare-fun sum (Int Int) Int)(declare-fun sum_syn (Int Int) Int)(declare-fun nth (Int) Int)"
      "(assert (forall ((l Int) (h Int)) (! (= (sum l h) (sum_syn l h)) :pattern ((sum l h)))))"
      "(assert (forall ((l Int) (h Int)) (! (or (not (>= l h)) (= (sum_syn l h) 0)) :pattern ((sum l h)))))"
      "(assert (forall ((l Int) (h Int)) (! (or (not (<= l h)) (= (sum_syn l h) (+ (sum_syn (+ l 1) h) (nth l))))"
      " :pattern ((sum l h)))))(assert (= (nth 0) (- 1)))";
  EXPECT_EQ(run(text, Source::Search).outcome, Outcome::Found);
  EXPECT_EQ(run(text, Source::Proof).outcome, Outcome::Found);
}

/// Each run of a solver, and each model, is requested with the seed; terms are checked without it.
TEST(Synthesis, HandsTheSeedToTheSolver) {
  FakeProver prover([](const std::string&) { return Reply{Answer::Unknown, "", 0}; });
  smt::TermStore store;
  SynthesisOptions options;
  options.source = Source::Proof;
  options.seed = 41;
  (void)synthesize(store, read(store, unsatisfiable()[0].text), options, prover, {});
  ASSERT_FALSE(prover.scripts.empty());
  for (const std::string& script : prover.scripts)
    EXPECT_EQ(script.find("(set-option :smt.random_seed 41)"), 0U) << script;
  EXPECT_EQ(seed_commands(0), "");
}

TEST_F(Synthesizes, TheLogicStaysInTheScript) {
  const Synthesis result = run("(set-logic UFLIA)" + unsatisfiable()[0].text, Source::Search);
  ASSERT_EQ(result.outcome, Outcome::Found);
  EXPECT_NE(result.found.at(0).script.find("(set-logic UFLIA)"), std::string::npos);
  const std::string other = script("(set-logic QF_LIA)" + unsatisfiable()[0].text, Source::Search);
  EXPECT_FALSE(other.empty());
  EXPECT_EQ(other.find("set-logic"), std::string::npos);
}

TEST_F(Synthesizes, NothingWhereTheAxiomsAreConsistent) {
  const std::string consistent =
      "(declare-fun f (Int) Int)(declare-fun g (Int) Int)"
      "(assert (forall ((x Int)) (! (> (f x) 6) :pattern ((f x)))))"
      "(assert (forall ((x Int)) (! (= (g (g x)) x) :pattern ((g (g x))))))";
  constexpr double kShort = 3;  // terms can grow for ever
  for (const Source source : {Source::Search, Source::Proof}) {
    const Synthesis result = run(consistent, source, 1, 1, kShort);
    EXPECT_TRUE(result.outcome == Outcome::NotFound || result.outcome == Outcome::Satisfiable) << name(result.outcome);
    EXPECT_TRUE(result.found.empty());
  }
}

TEST_F(Synthesizes, SaysWhatNeedsNoTerm) {
  EXPECT_EQ(run("(declare-const a Int)(assert (> a 0))", Source::Both).outcome, Outcome::NoQuantifiers);
  EXPECT_EQ(run("(declare-fun p (Int) Bool)(assert (forall ((x Int)) (! (p x) :pattern ((p x)))))(assert (not (p 1)))",
                Source::Both)
                .outcome,
            Outcome::AlreadyUnsat);
}

/// A solver that has no answer to scripts with a given text.
class Forgetful : public Prover {
 public:
  Forgetful(Prover& prover, std::string text) : prover_(prover), text_(std::move(text)) {}
  Reply run(const std::string& script, double seconds, const std::stop_token& stop) override {
    if (script.find(text_) != std::string::npos) return {Answer::Timeout, "", seconds};
    return prover_.run(script, seconds, stop);
  }
  [[nodiscard]] std::string program() const override { return prover_.program(); }

 private:
  Prover& prover_;
  std::string text_;
};

TEST_F(Synthesizes, TermsThatAFreshProcessConfirmsWhereItDoesNotConfirmTheFewest) {
  std::size_t larger = 0;
  for (const Example& example : unsatisfiable()) {
    if (larger > 0) break;  // one will do
    const Synthesis fewest = run(example.text, Source::Both);
    ASSERT_EQ(fewest.outcome, Outcome::Found) << example.name;
    Forgetful fresh(*prover_, fewest.found[0].assertion);
    smt::TermStore store;
    SynthesisOptions options;
    options.checker = prover_.get();  // which minimizes, and has an answer to everything
    options.seconds = kSeconds;
    options.formulas = 20;
    options.clusters = 2;
    const Synthesis result = synthesize(store, read(store, example.text), options, fresh, {});
    if (result.outcome != Outcome::Found) continue;
    EXPECT_NE(result.found[0].assertion, fewest.found[0].assertion) << example.name;
    EXPECT_EQ(prover_->run(result.found[0].script, kSeconds, {}).answer, Answer::Unsat) << example.name;
    larger += std::any_of(result.tried.begin(), result.tried.end(), [](const std::string& line) {
      return line.starts_with("the minimized terms in a fresh process: ");
    });
  }
  EXPECT_GT(larger, 0U);
}

/// The solver fails on every later run, and the synthesis must not find a term.
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
  EXPECT_TRUE(result.found.empty());
}

/// E-matching misses two terms. Each solver refutes the script with a single term.
TEST(Synthesis, JoinsTheTermsOfTwoRefutations) {
  FakeProver prover([](const std::string& script) {
    const bool has_both = script.find("(f 7)") != std::string::npos && script.find("(g 8)") != std::string::npos;
    return Reply{has_both ? Answer::Unsat : Answer::Unknown, "", 0};
  });
  const auto dump = [](const std::string& quantifier, const std::string& value) {
    return [=](const std::string&) {
      return Reply{Answer::Unsat, "(instantiations (forall " + quantifier + ")\n  ( " + value + " )\n)\n", 0};
    };
  };
  FakeProver one(dump("((x Int)) (> (f x) 0)", "7"));
  FakeProver other(dump("((y Int)) (> (g y) 0)", "8"));
  smt::TermStore store;
  SynthesisOptions options;
  options.source = Source::Proof;
  options.others = {{"one", false, &one}, {"other", false, &other}};
  const std::string text =
      "(declare-fun f (Int) Int)(declare-fun g (Int) Int)"
      "(assert (forall ((x Int)) (! (> (f x) 0) :pattern ((f x)))))"
      "(assert (forall ((y Int)) (! (> (g y) 0) :pattern ((g y)))))(check-sat)";
  const Synthesis result = synthesize(store, read(store, text), options, prover, {});
  ASSERT_EQ(result.outcome, Outcome::Found);
  EXPECT_EQ(result.found[0].terms.size(), 2U);
  options.others.pop_back();
  EXPECT_EQ(synthesize(store, read(store, text), options, prover, {}).outcome, Outcome::NotFound);
}

/// A solver that asks for a stop at its n-th run; 0: before the first.
std::size_t runs_with_stop_at(std::size_t n) {
  smt::TermStore store;
  std::stop_source stop;
  if (n == 0) stop.request_stop();
  std::size_t runs = 0;
  FakeProver prover([&](const std::string&) {
    if (++runs == n) stop.request_stop();
    return Reply{Answer::Unknown, "unknown", 0};
  });
  SynthesisOptions options;
  options.solver_patterns = false;
  const Synthesis result = synthesize(store, read(store, unsatisfiable()[0].text), options, prover, stop.get_token());
  EXPECT_EQ(result.outcome, Outcome::NotFound);
  return runs;
}

TEST(Stopping, AsksTheSolverNoMoreOnceItIsRequested) {
  EXPECT_EQ(runs_with_stop_at(0), 0U);
  EXPECT_EQ(runs_with_stop_at(1), 1U);
  EXPECT_EQ(runs_with_stop_at(3), 3U);
}

}  // namespace
}  // namespace assay::trigger
