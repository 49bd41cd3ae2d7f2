#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "smt/reduce/renamed_text.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/reduce/smt_reduction.hpp"
#include "smt/reduce/terms.hpp"

namespace assay::smt {
namespace {

core::Case make_case(const std::string& script, const std::string& witness, std::vector<Truth> truths) {
  core::Case out;
  out.files.push_back({std::string(kScriptFile), script});
  SmtFacts facts;
  facts.truths = std::move(truths);
  facts.has_witness = !witness.empty();
  if (facts.has_witness) out.files.push_back({std::string(kWitnessFile), witness});
  out.metadata = facts.json();
  return out;
}

/// A target that fails on every script whose text has all of the words.
StillFails fails_on(std::vector<std::string> words, std::size_t* runs = nullptr) {
  return [words = std::move(words), runs](const core::Case& candidate) {
    if (runs != nullptr) ++*runs;
    for (const std::string& word : words) {
      if (candidate.files.front().content.find(word) == std::string::npos) return false;
    }
    return true;
  };
}

/// Every assertion of a case holds under the witness that comes with it.
bool witness_holds(const core::Case& subject) {
  TermStore store;
  const Result<Script> script = parse_script(store, subject.files.front().content, "reduced");
  if (!script.ok()) return false;
  const Result<Model> model = parse_model(store, *script, subject.file(kWitnessFile)->content);
  if (!model.ok()) return false;
  Evaluator evaluator(store, *model);
  for (const Command& command : script->commands) {
    if (command.kind != CommandKind::Assert) continue;
    const Outcome& outcome = evaluator.evaluate(command.terms[0]);
    if (!outcome.known() || !outcome.value.as_bool()) return false;
  }
  return true;
}

const std::string& script_of(const core::Case& subject) { return subject.files.front().content; }

TEST(ReduceCase, SpellsOperatorsAsTheScriptDoes) {
  const std::string text =
      "(set-logic QF_BVLIA)(declare-const b (_ BitVec 4))(declare-const c (_ BitVec 4))"
      "(assert (= (bv2nat b) 3))(assert (= ((_ int2bv 4) 3) b))(assert (bvult b c))(check-sat)";
  // A solver that knows the names of the script only.
  const StillFails still_fails = [](const core::Case& candidate) {
    const std::string& script = script_of(candidate);
    return script.find("bv2nat") != std::string::npos && script.find("ubv_to_int") == std::string::npos &&
           script.find("int_to_bv") == std::string::npos;
  };
  const core::Case reduced = reduce_case(make_case(text, {}, {Truth::Open}), still_fails, {}, false);
  EXPECT_LT(script_of(reduced).size(), 80U) << script_of(reduced);
}

TEST(ReduceCase, DropsAssertionsAndDeclarations) {
  std::string text = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n";
  for (int i = 0; i < 40; ++i) text += "(assert (< x " + std::to_string(100 + i) + "))\n";
  text += "(assert (= (mod y 7) 3))\n(check-sat)\n";
  const core::Case failing = make_case(text, "((define-fun x () Int 1) (define-fun y () Int 10))", {Truth::Sat});
  const core::Case reduced = reduce_case(failing, fails_on({"mod"}), {});
  EXPECT_TRUE(witness_holds(reduced));
  EXPECT_NE(script_of(reduced).find("mod"), std::string::npos);
  EXPECT_EQ(script_of(reduced).find('<'), std::string::npos) << script_of(reduced);
  EXPECT_LT(script_of(reduced).size(), 90U) << script_of(reduced);
}

TEST(ReduceCase, NeedsNoCheckInAScriptThatHadNone) {
  const core::Case failing = make_case(
      "(set-logic LIA)(declare-const p Bool)(declare-const q Bool)(get-qe (exists ((v Int)) (and q (> v 3))))"
      "(get-qe (exists ((v Bool)) (or p (and v q))))(simplify (and p q))",
      "", {});
  EXPECT_EQ(reduce_case(failing, fails_on({"(get-qe (exists"}), {}, false).files.front().content.find("simplify"),
            std::string::npos);
}

/// The script after a single pass, on a target that fails on every script with all of the words.
std::string after(bool (*pass)(Reduction&), const std::string& text, const std::string& witness,
                  std::vector<std::string> words = {}) {
  const core::Case failing = make_case(text, witness, {Truth::Sat});
  Reduction reduction(failing, fails_on(std::move(words)), {}, true, {});
  EXPECT_TRUE(reduction.start());
  const bool changed = pass(reduction);
  EXPECT_EQ(changed, script_of(reduction.best()) != text);
  EXPECT_TRUE(witness_holds(reduction.best())) << script_of(reduction.best());
  return script_of(reduction.best());
}
std::string solved(const std::string& text, const std::string& witness) {
  return after(solve_equations, text, witness);
}

TEST(SolveEquations, PutsWhatAnEquationSaysInThePlaceOfAConstant) {
  const std::string small = solved(
      "(declare-fun x () (_ BitVec 4))\n(declare-fun y () (_ BitVec 4))\n"
      "(assert (and (= (bvadd y #x1) x) (bvult y (bvmul x y))))\n(check-sat)\n",
      "((define-fun x () (_ BitVec 4) #x3) (define-fun y () (_ BitVec 4) #x2))");
  EXPECT_EQ(small.find("x ()"), std::string::npos) << small;
  EXPECT_NE(small.find("(bvmul (bvadd y #x1) y)"), std::string::npos) << small;
}

TEST(SolveEquations, TakesOneConstantForAnotherOfItsValue) {
  const std::string script =
      "(declare-fun x () Int)\n(declare-fun y () Int)\n(assert (> (+ x y) (* 5 x)))\n(check-sat)\n";
  const std::string small = solved(script, "((define-fun x () Int (- 3)) (define-fun y () Int (- 3)))");
  EXPECT_NE(small.find("(> (+ x x) (* 5 x))"), std::string::npos) << small;
  const std::string kept = solved(script, "((define-fun x () Int 1) (define-fun y () Int 5))");
  EXPECT_NE(kept.find("(+ x y)"), std::string::npos) << "2 is not more than 5: " << kept;
}

TEST(SolveEquations, LeavesAConstantThatTheTermHas) {
  const std::string script = "(declare-fun x () Int)\n(assert (= x (* x x)))\n(check-sat)\n";
  EXPECT_EQ(solved(script, "((define-fun x () Int 1))"), script);
}

TEST(ReplaceByConstants, AValueIsSimplerThanADeclaration) {
  const std::string x = "(declare-fun x () (_ BitVec 2))\n";
  EXPECT_EQ(
      after(replace_by_constants,
            x + "(declare-fun y () (_ FloatingPoint 3 4))\n(assert (not (= ((_ to_fp 3 4) RNE x) y)))\n(check-sat)\n",
            "((define-fun x () (_ BitVec 2) #b01) (define-fun y () (_ FloatingPoint 3 4) (_ NaN 3 4)))", {"RNE x"}),
      x + "(assert (not (= ((_ to_fp 3 4) RNE x) (_ NaN 3 4))))\n(check-sat)\n");
}

TEST(InstantiateQuantifiers, TakesWhatAnEquationSaysOrAValue) {
  const std::string x = "(declare-fun x () Int)\n";
  EXPECT_EQ(after(instantiate_quantifiers,
                  x + "(assert (exists ((v Int)) (and (= v x) (< 0 (* v v)))))\n"
                      "(assert (exists ((v Int)) (< v (+ x v 1))))\n(check-sat)\n",
                  "((define-fun x () Int 1))"),
            x + "(assert (and (= x x) (< 0 (* x x))))\n(assert (< 0 (+ x 0 1)))\n(check-sat)\n");
}

TEST(InstantiateQuantifiers, KeepsTheTruth) {
  const std::string two = "(assert (exists ((v Bool) (w Bool)) (and v (not w))))\n(check-sat)\n";
  EXPECT_EQ(after(instantiate_quantifiers, two, "()"),
            "(assert (exists ((v Bool)) (and v (not false))))\n(check-sat)\n");
}

TEST(DropConstructors, DropsWhatNothingUses) {
  const std::string tail = "(declare-fun x () T)\n(assert (not ((_ is b) x)))\n(check-sat)\n";
  EXPECT_EQ(after(drop_constructors,
                  "(declare-datatypes ((T 0) (U 0)) (((a) (b (f Int) (g U)) (c)) ((d (h T)) (e))))\n" + tail,
                  "((define-fun x () T a))"),
            "(declare-datatypes ((T 0)) (((a) (b))))\n" + tail);
}

TEST(DropConstructors, LeavesWhatTermsUseAndFieldsThatAreGiven) {
  const std::string script =
      "(declare-datatypes ((T 0)) (((a) (b (f Int) (g Int)))))\n"
      "(declare-fun x () T)\n(assert (or (= x a) (= (b 1 2) x)))\n(check-sat)\n";
  EXPECT_EQ(after(drop_constructors, script, "((define-fun x () T a))"), script);
}

TEST(DropConstructors, TakesTextsOfAnyDepth) {
  constexpr std::size_t kDeep = 50'000;
  std::string negations;
  for (std::size_t i = 0; i < kDeep; ++i) negations += "(not ";
  const std::string tail =
      "(declare-fun x () T)\n(assert " + negations + "(= x a)" + std::string(kDeep, ')') + ")\n(check-sat)\n";
  EXPECT_EQ(after(drop_constructors, "(declare-datatypes ((T 0)) (((a) (b))))\n" + tail, "((define-fun x () T a))"),
            "(declare-datatypes ((T 0)) (((a))))\n" + tail);
}

TEST(ShortenNames, GivesShortOnesToAllThatAScriptNames) {
  EXPECT_EQ(after(shorten_names,
                  "(declare-sort Place 0)\n"
                  "(declare-datatypes ((List 1)) ((par (Item) ((nil) (cons (head Item) (|the tail| (List Item)))))))\n"
                  "(declare-fun list () (List Bool))\n(declare-fun here () Place)\n"
                  "(assert (! (exists ((found Bool)) (= list (cons found (as nil (List Bool))))) :named first))\n"
                  "(assert (forall ((p Place)) (=> (= p here) (= here p))))\n(check-sat)\n",
                  "((define-fun here () Place (as @Place_0 Place)) (define-fun list () (List Bool) (cons true (as nil "
                  "(List Bool)))))"),
            "(declare-sort X 0)\n"
            "(declare-datatypes ((Y 1)) ((par (Z) ((x) (y (z Z) (a (Y Z)))))))\n"
            "(declare-fun b () (Y Bool))\n(declare-fun c () X)\n"
            "(assert (! (exists ((d Bool)) (= b (y d (as x (Y Bool))))) :named e))\n"
            "(assert (forall ((p X)) (=> (= p c) (= c p))))\n(check-sat)\n");
}

TEST(ShortenNames, LeavesTheOneThatTheFailureNeeds) {
  EXPECT_EQ(after(shorten_names,
                  "(declare-fun needed () Int)\n(declare-fun other () Int)\n(assert (< needed other))\n(check-sat)\n",
                  "((define-fun needed () Int 1) (define-fun other () Int 2))", {"needed"}),
            "(declare-fun needed () Int)\n(declare-fun y () Int)\n(assert (< needed y))\n(check-sat)\n");
}

TEST(ShortenNames, NamesTheExpectedCoreAnew) {
  core::Case failing = make_case(
      "(declare-fun p () Bool)\n(assert (! p :named long))\n(assert (! (not p) :named longer))\n(check-sat)\n", "",
      {Truth::Unsat});
  SmtFacts facts = SmtFacts::from_json(failing.metadata).value();
  facts.core = {"long", "longer"};
  failing.metadata = facts.json();
  Reduction reduction(failing, fails_on({}), {}, true, {});
  ASSERT_TRUE(reduction.start());
  EXPECT_TRUE(shorten_names(reduction));
  EXPECT_EQ(SmtFacts::from_json(reduction.best().metadata)->core, (std::vector<std::string>{"x", "y"}));
}

TEST(RenamedText, ChangesSymbolsAlone) {
  EXPECT_EQ(renamed_text("(a |b c| :a \"a\" ; a\n |a| ab #b1)", {{"a", "x"}, {"b c", "let"}}),
            "(x |let| :a \"a\" ; a\n x ab #b1)");
  EXPECT_EQ(symbols_in("(f |f| (g 1 \"h\") :k)"), (std::vector<std::string>{"f", "g"}));
}

TEST(ReduceCase, KeepsTheTruthWhereDroppingAnOperandWouldLoseIt) {
  // Without the second operand, (and p q) false -> the negation's truth may change: the witness decides.
  const core::Case failing = make_case(
      "(set-logic QF_BV)(declare-const x (_ BitVec 8))(declare-const p Bool)"
      "(assert (not (and p (= (bvudiv x #x00) #xfe))))(check-sat)",
      "((define-fun x () (_ BitVec 8) #x05) (define-fun p () Bool true))", {Truth::Sat});
  const core::Case reduced = reduce_case(failing, fails_on({"bvudiv"}), {});
  EXPECT_TRUE(witness_holds(reduced)) << script_of(reduced);
  EXPECT_NE(script_of(reduced).find("bvudiv"), std::string::npos);
}

TEST(ReduceCase, LeavesOperatorsThatChainTwoOperands) {
  const std::string text =
      "(declare-const x Int)\n(declare-const y Int)\n(declare-const z Int)\n(assert (and (distinct x y z) (or (< x y) "
      "(< y "
      "z))))\n(check-sat)\n";
  const core::Case failing = make_case(text, "", {Truth::Open});
  const core::Case reduced = reduce_case(failing, fails_on({"(distinct", "(or", "(and"}), {}, false);
  TermStore store;
  const Result<Script> script = parse_script(store, script_of(reduced), "reduced");
  ASSERT_TRUE(script.ok());
  for (const auto& level : levels_of(store, roots_of(*script))) {
    for (const TermId term : level) {
      const bool is_applied = store.node(term).kind == TermKind::Apply && store.node(term).count > 0;
      EXPECT_TRUE(!is_applied || store.node(term).count > 1) << script_of(reduced);
    }
  }
}

TEST(ReduceCase, NarrowsBitVectors) {
  const core::Case failing = make_case(
      "(set-logic QF_BV)(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))"
      "(assert (= (bvand x y) #x00000000))(check-sat)",
      "((define-fun x () (_ BitVec 32) #x00000000) (define-fun y () (_ BitVec 32) #x00000000))", {Truth::Sat});
  const core::Case reduced = reduce_case(failing, fails_on({"bvand"}), {});
  EXPECT_NE(script_of(reduced).find("#b"), std::string::npos) << script_of(reduced);
  EXPECT_EQ(script_of(reduced).find("#x"), std::string::npos) << script_of(reduced);
  EXPECT_TRUE(witness_holds(reduced));
}

TEST(ReduceCase, ShortensLiterals) {
  const core::Case failing = make_case(
      "(set-logic QF_S)(declare-const s String)(assert (= (str.replace s \"abcdefghij\" \"k\") s))(check-sat)",
      "((define-fun s () String \"zz\"))", {Truth::Sat});
  const core::Case reduced = reduce_case(failing, fails_on({"str.replace"}), {});
  EXPECT_EQ(script_of(reduced).find("abc"), std::string::npos) << script_of(reduced);
  EXPECT_TRUE(witness_holds(reduced));
}

TEST(ReduceCase, MergesPushLevels) {
  const core::Case failing = make_case(
      "(set-logic QF_UF)(declare-const p Bool)(declare-const q Bool)"
      "(push 1)(assert p)(check-sat)(push 1)(assert (or p q))(check-sat)(pop 1)(pop 1)(check-sat)",
      "((define-fun p () Bool true) (define-fun q () Bool true))", {Truth::Sat, Truth::Sat, Truth::Sat});
  const core::Case reduced = reduce_case(failing, fails_on({"(or"}), {});
  EXPECT_EQ(script_of(reduced).find("push"), std::string::npos) << script_of(reduced);
  const Result<SmtFacts> facts = SmtFacts::from_json(reduced.metadata);
  ASSERT_TRUE(facts.ok());
  EXPECT_EQ(facts->truths.size(), 1U);
}

TEST(ReduceCase, DropsAssumptions) {
  const std::string script =
      "(declare-fun x () Bool)\n(declare-fun y () Bool)\n(assert x)\n(check-sat-assuming (true y))\n";
  const std::string witness = "((define-fun x () Bool true) (define-fun y () Bool true))";
  const core::Case failing = make_case(script, witness, {Truth::Sat});
  EXPECT_EQ(script_of(reduce_case(failing, fails_on({"(assert x)", "check-sat"}), {})).find("assuming"),
            std::string::npos);
  EXPECT_NE(script_of(reduce_case(failing, fails_on({"assuming"}), {})).find("(check-sat-assuming ())"),
            std::string::npos)
      << "no assumption is needed, and the command is";
}

TEST(ReduceCase, KeepsContradictionsThatItCanProve) {
  const core::Case failing = make_case(
      "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)"
      "(assert (< x y))(assert (> (+ x 1) 0))(assert (not (< x y)))(check-sat)",
      "", {Truth::Unsat});
  // A target that answers sat to every script with a comparison: without the proof, one assertion would be left.
  const core::Case reduced = reduce_case(failing, fails_on({"(<"}), {});
  const Result<SmtFacts> facts = SmtFacts::from_json(reduced.metadata);
  ASSERT_TRUE(facts.ok());
  EXPECT_EQ(facts->truths, std::vector<Truth>{Truth::Unsat});
  EXPECT_EQ(script_of(reduced).find("(+"), std::string::npos) << script_of(reduced);
  TermStore store;
  const Result<Script> script = parse_script(store, script_of(reduced), "reduced");
  ASSERT_TRUE(script.ok());
  std::vector<TermId> asserted;
  for (const Command& command : script->commands)
    asserted.insert(asserted.end(), command.terms.begin(), command.terms.end());
  const bool refuted = try_all_assignments(store, asserted, 1).kind == Enumeration::Kind::Unsatisfiable;
  EXPECT_TRUE(refuted || propositionally_unsat(store, asserted)) << script_of(reduced);
}

TEST(ReduceCase, NeedsNoTruthForACrash) {
  const core::Case failing = make_case(
      "(set-logic QF_NIA)(declare-const x Int)(assert (and (> x 2) (= (* x x) 9)))(check-sat)", "", {Truth::Open});
  const core::Case reduced = reduce_case(failing, fails_on({"(*"}), {}, false);
  EXPECT_EQ(script_of(reduced).find("and"), std::string::npos) << script_of(reduced);
}

TEST(ReduceCase, ReturnsTheCaseWhenItDoesNotFailOrDoesNotRead) {
  const core::Case failing =
      make_case("(declare-const p Bool)(assert p)(check-sat)", "((define-fun p () Bool true))", {Truth::Sat});
  EXPECT_EQ(script_of(reduce_case(failing, fails_on({"nowhere"}), {})), script_of(failing));
  const core::Case broken = make_case("(assert (", "", {Truth::Open});
  EXPECT_EQ(script_of(reduce_case(broken, fails_on({""}), {})), script_of(broken));
}

TEST(ReduceCase, StaysInItsBudget) {
  std::string text = "(declare-const x Int)\n";
  for (int i = 0; i < 200; ++i) text += "(assert (< x " + std::to_string(1000 + i) + "))\n";
  const core::Case failing = make_case(text + "(check-sat)\n", "((define-fun x () Int 1))", {Truth::Sat});
  std::size_t runs = 0;
  core::ReduceBudget budget;
  budget.max_runs = 17;
  // Fails only with all of the assertions, so that every step is a wasted run.
  const StillFails all = [&](const core::Case& candidate) {
    ++runs;
    return candidate.files.front().content.find("1199") != std::string::npos &&
           candidate.files.front().content.find("1000") != std::string::npos &&
           candidate.files.front().content.size() > 4000;
  };
  static_cast<void>(reduce_case(failing, all, budget));
  EXPECT_LE(runs, 17U);
  std::stop_source stop;
  stop.request_stop();
  budget.stop = stop.get_token();
  runs = 0;
  static_cast<void>(reduce_case(failing, all, budget));
  EXPECT_EQ(runs, 0U);
}

TEST(ReduceCase, IsDeterministic) {
  const core::Case failing = make_case(
      "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)"
      "(assert (or (= x 3) (< (+ x y z) 10) (= (div x 2) y)))(assert (> (+ z 5) (- y)))(check-sat)",
      "((define-fun x () Int 1) (define-fun y () Int 2) (define-fun z () Int 3))", {Truth::Sat});
  const core::Case first = reduce_case(failing, fails_on({"+"}), {});
  const core::Case second = reduce_case(failing, fails_on({"+"}), {});
  EXPECT_EQ(script_of(first), script_of(second));
  EXPECT_TRUE(witness_holds(first));
}

TEST(TruthMatters, OnlyWhereTheTruthIsTheOracle) {
  EXPECT_TRUE(truth_matters(core::BugKind::RefutationUnsound));
  EXPECT_TRUE(truth_matters(core::BugKind::SolutionUnsound));
  EXPECT_FALSE(truth_matters(core::BugKind::Crash));
  EXPECT_FALSE(truth_matters(core::BugKind::InvalidModel));
}

TEST(ReduceCase, LeavesTheCasesOfAMatchWhereTheyStand) {
  const core::Case failing = make_case(
      "(declare-datatype L ((nil) (cons (head Bool) (tail L))))(declare-const l L)(declare-const p Bool)"
      "(assert (not (and p (match l ((nil false) ((cons h t) (match t ((nil h) (other (not h))))))))))"
      "(assert (not (match l ((nil true) (rest (and p (not p)))))))(check-sat)",
      "((define-fun l () L (cons true nil)) (define-fun p () Bool false))", {Truth::Sat});
  ASSERT_TRUE(witness_holds(failing));
  const auto refutes_matches = [](const core::Case& candidate) {
    return SmtFacts::from_json(candidate.metadata)->truths == std::vector{Truth::Sat} &&
           fails_on({"(match"})(candidate);
  };
  const core::Case reduced = reduce_case(failing, refutes_matches, {});
  EXPECT_LT(script_of(reduced).size(), script_of(failing).size());
  EXPECT_NE(script_of(reduced).find("(match"), std::string::npos);
  EXPECT_TRUE(witness_holds(reduced)) << script_of(reduced);
}

TEST(ReduceCase, WritesSmallTermsOutInsteadOfLets) {
  const core::Case failing = make_case(
      "(declare-const x Int)(declare-const y Int)(assert (= y 1))"
      "(assert (let ((s (* x 3))) (and (<= s (+ s y)) (<= s s))))(check-sat)",
      "((define-fun x () Int 2)(define-fun y () Int 1))", {Truth::Sat});
  const core::Case reduced = reduce_case(failing, fails_on({"<=", "(* x"}), {});
  EXPECT_EQ(script_of(reduced).find("let"), std::string::npos) << script_of(reduced);
  EXPECT_TRUE(witness_holds(reduced));
}

// A wrong model stays wrong on any script: steps need not keep the witness true, but a false witness is removed.
TEST(ReduceCase, TellsNoWitnessThatFalsifiesTheReducedScript) {
  const core::Case failing =
      make_case("(declare-const x Int)(declare-const y Int)(assert (or (< (* x x) y) (= (div x 7) 3)))(check-sat)",
                "((define-fun x () Int 22)(define-fun y () Int 0))", {Truth::Sat});
  ASSERT_TRUE(witness_holds(failing));
  const core::Case reduced = reduce_case(failing, fails_on({"(< (* x x) y)"}), {}, false);
  ASSERT_EQ(script_of(reduced).find("or"), std::string::npos) << script_of(reduced);
  const Result<SmtFacts> facts = SmtFacts::from_json(reduced.metadata);
  ASSERT_TRUE(facts.ok());
  if (facts->has_witness) {
    EXPECT_EQ(facts->truths, std::vector{Truth::Sat});
    EXPECT_TRUE(witness_holds(reduced)) << script_of(reduced);
  } else {
    EXPECT_EQ(facts->truths, std::vector{Truth::Open});
    EXPECT_EQ(reduced.file(kWitnessFile), nullptr) << reduced.file(kWitnessFile)->content;
  }
}

TEST(ReduceCase, FindsAnotherWitnessForASmallFiniteScript) {
  const core::Case failing =
      make_case("(declare-const x (_ BitVec 4))(declare-const p Bool)(assert (or p (= (bvmul x x) #x9)))(check-sat)",
                "((define-fun x () (_ BitVec 4) #x0)(define-fun p () Bool true))", {Truth::Sat});
  ASSERT_TRUE(witness_holds(failing));
  const auto asks_for_another_square = [](const core::Case& candidate) {
    return fails_on({"(= (bvmul x x) #"})(candidate) && !fails_on({"#x0"})(candidate) && !fails_on({"#b0"})(candidate);
  };
  const core::Case reduced = reduce_case(failing, asks_for_another_square, {}, false);
  ASSERT_EQ(script_of(reduced).find("or"), std::string::npos) << script_of(reduced);
  ASSERT_NE(reduced.file(kWitnessFile), nullptr) << script_of(reduced);
  EXPECT_TRUE(witness_holds(reduced)) << script_of(reduced) << reduced.file(kWitnessFile)->content;
  EXPECT_EQ(SmtFacts::from_json(reduced.metadata)->truths, std::vector{Truth::Sat});
}

TEST(ReduceCase, TakesSeveralLevelsApartAndNeverPopsMoreThanWasPushed) {
  const core::Case failing = make_case(
      "(declare-const x Int)(push 2)(assert (> x 0))(push 1)(assert (> x 1))(pop 2)(assert (> x 2))(check-sat)(pop 1)",
      "((define-fun x () Int 5))", {Truth::Sat});
  const core::Case all = reduce_case(
      failing, [](const core::Case&) { return true; }, {}, false);
  EXPECT_EQ(script_of(all).find("pop"), std::string::npos) << script_of(all);
  const core::Case popping = reduce_case(failing, fails_on({"(pop"}), {}, false);
  EXPECT_NE(script_of(popping).find("(push"), std::string::npos) << script_of(popping);
}

/// How often the words stand in the script.
std::size_t count_of(const std::string& script, const std::string& words) {
  std::size_t count = 0;
  for (std::size_t at = script.find(words); at != std::string::npos; at = script.find(words, at + 1)) ++count;
  return count;
}

// A solver that forgets no name at a reset, or at the end of a level: without these commands, the script would declare
// names twice, and the solver would rightly refuse it.
TEST(ReduceCase, GivesNoNameTwiceAtATime) {
  const core::Case reset = make_case(
      "(declare-const x Int)(assert (! (> x 0) :named a))(assert (! (> x 1) :named b))(check-sat)(reset)"
      "(declare-const x Real)(assert (! (> x 0.5) :named a))(check-sat)",
      "", {Truth::Open, Truth::Open});
  const auto refuses = [](const core::Case& subject) { return count_of(script_of(subject), ":named a") > 1; };
  const core::Case by_reset = reduce_case(reset, refuses, {}, false);
  EXPECT_EQ(count_of(script_of(by_reset), "(reset)"), 1U) << script_of(by_reset);
  EXPECT_EQ(script_of(by_reset).find(":named b"), std::string::npos) << script_of(by_reset);
  const core::Case level = make_case(
      "(declare-const x Int)(push 1)(assert (! (> x 0) :named a))(check-sat)(pop 1)(assert (! (> x 1) :named a))"
      "(check-sat)",
      "", {Truth::Open, Truth::Open});
  const core::Case by_level = reduce_case(level, refuses, {}, false);
  EXPECT_EQ(count_of(script_of(by_level), "(pop 1)"), 1U) << script_of(by_level);
}

// The names of a script that is invalid from the beginning stay as they are: another solver may accept it.
TEST(ReduceCase, ReducesAScriptThatGivesANameTwice) {
  const core::Case failing = make_case(
      "(declare-const x Int)(assert (! (> x 0) :named a))(assert (> x 2))(assert (! (> x 1) :named a))(check-sat)", "",
      {Truth::Open});
  const auto refuses = [](const core::Case& subject) { return count_of(script_of(subject), ":named a") > 1; };
  const core::Case reduced = reduce_case(failing, refuses, {}, false);
  EXPECT_EQ(script_of(reduced).find("(> x 2)"), std::string::npos) << script_of(reduced);
  EXPECT_EQ(count_of(script_of(reduced), ":named a"), 2U) << script_of(reduced);
}

}  // namespace
}  // namespace assay::smt
