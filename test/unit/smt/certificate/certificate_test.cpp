// Each kind of certificate: what is right, what is wrong, and what cannot be judged. No solver is asked.

#include "smt/certificate/certificate.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::smt {
namespace {

/// A script with one request or several, replies, and the expected verdicts as "kind: reason".
struct Row {
  std::string name;
  std::string script;
  std::vector<std::string> replies;
  std::vector<std::string> expected;
  std::vector<Reply> answers = {};
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::vector<std::string> verdicts(const Row& row, const std::string& solution = {}) {
  TermStore store;
  const Result<Script> script = parse_script(store, row.script, "script");
  if (!script) return {script.error().text()};
  const std::vector<std::string> tactics = {"simplify", "qe"};
  const std::vector<std::string> implied = {"solve-eqs"};
  CertificateRun run{store, *script, row.replies, tactics, implied, row.answers};
  run.solution = solution;
  std::vector<std::string> told;
  for (const JudgedCertificate& one : judge_certificates(run))
    told.push_back(std::string(name(one.verdict.kind)) + ": " + one.verdict.reason);
  return told;
}

const std::string kIntegers = "(declare-const x Int)(declare-const y Int)(assert (= x 7))";
const std::string kBits = "(declare-const a (_ BitVec 2))(declare-const b (_ BitVec 2))";
const std::string kExists = kBits + "(get-qe (exists ((v (_ BitVec 2))) (= (bvmul v a) b)))";

const std::string kProjected =
    "(declare-const x Int)(declare-const y Int)(assert (> x y))(assert (< x 9))(check-sat)"
    "(mbp (and (> x y) (< x 9)) (x))";

std::vector<Row> interpolants() {
  const std::string ask = kIntegers + "(get-interpolant I (> x 3))";
  const std::string pair = kIntegers + "(get-interpolant (and (= x 7) (> y 0)) (< x 3))";
  const std::string horn =
      "(set-logic HORN)(declare-fun I! (Int Bool) Bool)(declare-const x Int)(declare-const p Bool)"
      "(assert (forall ((a Int) (y Int) (q Bool)) (=> (and (> a y) (> y 3) q) (I! a q))))"
      "(assert (forall ((b Int) (q Bool)) (=> (and (I! b q) (or (< b 5) (not q))) false)))(check-sat)(eval (lambda ((x "
      "Int) (p Bool)) (I! x p)))";
  const auto of_two = [](const std::string& body) { return "(lambda ((x Int) (p Bool)) " + body + ")"; };
  const auto is = [](const std::string& body) { return "(define-fun I () Bool " + body + ")"; };
  return {
      {"TheAssertion", ask, {is("(= x 7)")}, {"right: "}},
      {"BetweenTheTwo", ask, {is("(> x 5)")}, {"right: "}},
      {"TooWeak", ask, {is("true")}, {"wrong: the interpolant does not imply the goal"}},
      {"TooStrong", ask, {is("(= x 8)")}, {"wrong: the assertions do not imply the interpolant"}},
      {"OfOneSideOnly",
       kIntegers + "(assert (= y x))(get-interpolant I (> x 3))",
       {is("(and (= x 7) (= y 7))")},
       {"wrong: the interpolant has a symbol that only one side has"}},
      {"Undeclared", ask, {is("(= z 7)")}, {"wrong: the interpolant has a symbol that the script does not declare"}},
      {"NoneGiven", ask, {"fail"}, {"not given: "}},
      {"Null", pair, {"null"}, {"not given: "}},
      {"AnError", ask, {"(error \"no\")"}, {"not given: "}},
      {"NoTerm", ask, {"(define-fun I () Bool (=> "}, {"not judged: the interpolant cannot be read"}},
      {"TheSameAgain",
       ask + "(get-interpolant-next)",
       {is("(= x 7)"), is("(= x 7)")},
       {"right: ", "wrong: the next interpolant is one that was given before"}},
      {"InItsGrammar",
       kIntegers + "(get-interpolant I (> x 3) ((S Bool) (T Int)) ((S Bool ((> T T))) (T Int (x (Constant Int)))))",
       {is("(> x 5)")},
       {"right: "}},
      {"OfOneSideOnlyByItsGrammar",
       kIntegers + "(assert (= y x))(get-interpolant I (> x 3) ((S Bool)) ((S Bool ((and (= x 7) (= y 7)) true))))",
       {is("(and (= x 7) (= y 7))")},
       {"right: "}},
      {"QuoteInItsGrammar",
       "(declare-const s String)(assert (= s \"\"\"\"))(get-interpolant I (= s \"\"\"\") ((S Bool) (T String)) "
       "((S Bool ((= T T))) (T String (\"\"\"\" s))))",
       {"(define-fun I () Bool (= s \"\"\"\"))"},
       {"right: "}},
      {"FractionsInItsGrammar",
       "(declare-const r Real)(assert (= r 0.5))(get-interpolant I (< (/ r 2.0) 1.5) ((S Bool) (T Real)) "
       "((S Bool ((< T T))) (T Real (0.5 (- 2.0) r (/ T T)))))",
       {"(define-fun I () Bool (< r (/ (/ 1 2) (/ 1 2))))"},
       {"right: "}},
      {"FloatsInItsGrammar",
       "(declare-const r (_ FloatingPoint 3 4))(assert (fp.isInfinite r))(get-interpolant I (not (fp.eq r (_ +zero 3 "
       "4))) "
       "((S Bool) (T (_ FloatingPoint 3 4))) ((S Bool ((not S) (fp.eq T T))) (T (_ FloatingPoint 3 4) (r "
       "(fp.roundToIntegral RTN (_ +zero 3 4))))))",
       {"(define-fun I () Bool (not (fp.eq r (fp.roundToIntegral roundTowardNegative (fp #b0 #b000 #b000)))))"},
       {"right: "}},
      {"BitsInItsGrammar",
       kBits + "(assert (= a #b10))(get-interpolant I (bvuge a #b10) ((S Bool) (T (_ BitVec 2))) "
               "((S Bool ((bvult T T))) (T (_ BitVec 2) (a (_ bv1 2)))))",
       {"(define-fun I () Bool (bvult #b01 a))"},
       {"right: "}},
      {"EscapesInItsGrammar",
       "(declare-const s String)(assert (= s \"\\u{41}\"))(get-interpolant I (= s \"A\") ((S Bool) (T String)) "
       "((S Bool ((= T T))) (T String (\"\\u{41}\" s))))",
       {"(define-fun I () Bool (= s \"A\"))"},
       {"right: "}},
      {"NegatedInItsGrammar",
       kIntegers + "(get-interpolant I (> x 3) ((S Bool) (T Int)) ((S Bool ((> T T))) (T Int (x 5 (- T)))))",
       {is("(> x (- (- 5)))")},
       {"right: "}},
      {"ChainInItsGrammar",
       kIntegers + "(get-interpolant I (> x 3) ((S Bool) (T Int)) ((S Bool ((<= T T T) (and S S))) (T Int (x 5 7))))",
       {is("(and (<= 5 x) (<= x 7))")},
       {"not refuted: "}},
      {"OfADefinition",
       "(declare-const x Int)(define-fun y () Bool (> x 3))(assert false)(get-interpolant I y)",
       {is("y")},
       {"right: "}},
      {"OutsideOfItsGrammar",
       kIntegers + "(get-interpolant I (> x 3) ((S Bool) (T Int)) ((S Bool ((> T T))) (T Int (x (Constant Int)))))",
       {is("(= x 7)")},
       {"wrong: the interpolant is not in the grammar"}},
      {"OfAPair", pair, {"(> x 5)"}, {"right: "}},
      {"OfAPairCalledSatisfiable",
       pair,
       {"sat"},
       {"wrong: two formulas that exclude each other are called satisfiable"}},
      {"OfAPairThatIsSatisfiable", kIntegers + "(get-interpolant (> x 7) (> x 9))", {"sat"}, {"not given: "}},
      {"OfAPairTooWeak", pair, {"(> x 1)"}, {"wrong: the interpolant does not imply the goal"}},
      {"OfAPairTooStrong", pair, {"(> x 8)"}, {"wrong: the assertions do not imply the interpolant"}},
      {"OfAPairOneSide", pair, {"(> y 5)"}, {"wrong: the interpolant has a symbol that only one side has"}},
      {"OfHornClauses", horn, {of_two("(and p (> x 4))")}, {"right: "}},
      {"OfHornClausesWithoutMeaning",
       horn,
       {of_two("(I! x p)")},
       {"not judged: the model has no meaning for the predicate"}},
      {"OfHornClausesTooWeak", horn, {of_two("(> x 3)")}, {"wrong: the interpolant breaks a clause"}},
      {"OfHornClausesTooStrong", horn, {of_two("(and p (> x 5))")}, {"wrong: the interpolant breaks a clause"}},
      {"OfHornClausesQuantified", horn, {of_two("(and p (exists ((y Int)) (and (> x y) (> y 3))))")}, {"right: "}},
      {"OfNoHornClauses",
       kIntegers + "(check-sat)(eval x)",
       {"7"},
       {"not judged: only predicates of Horn clauses are judged"}},
  };
}

std::vector<Row> lemmas() {
  const std::string script = "(declare-const p Bool)(declare-const q Bool)(assert (! (or p q) :named a))";
  const std::string pool =
      "(declare-const c Int)(declare-pool P Int (c))"
      "(assert (forall ((v Int)) (! (=> (= v c) (> v 3)) :pool (P))))";
  return {
      {"LogOfLemmas", script + "(apply smt)", {"(assert (or q p))\n(assert (or p q p))\n(goals (goal))"}, {"right: "}},
      {"LogOfAWrongLemma",
       script + "(apply smt)",
       {"(assert p)\n(goals (goal))"},
       {"wrong: the assertions do not imply a lemma"}},
      {"LogThatEndsInFalse",
       script + "(apply smt)",
       {"(goals (goal false :precision precise))"},
       {"wrong: the assertions do not imply a lemma"}},
      {"Consequences",
       script + "(get-consequences ((not p)) (q))",
       {"sat\n(\n(=> (not p) q)\n)"},
       {"not judged: a lemma cannot be read"}},
      {"ConsequencesOneALine", script + "(get-consequences ((not p)) (q))", {"sat\n(=> (not p) q)"}, {"right: "}},
      {"WrongConsequence",
       script + "(get-consequences (p) (q))",
       {"sat\n(=> p q)"},
       {"wrong: the assertions do not imply a lemma"}},
      {"WrongContradiction",
       script + "(get-consequences (p) (q))",
       {"unsat"},
       {"wrong: the assertions do not imply a lemma"}},
      {"Difficulty", script + "(assert (not p))(check-sat)(get-difficulty)", {"((a 3) ((not p) 1))"}, {"right: "}},
      {"DifficultyInAnotherForm",
       script + "(assert (not p))(check-sat)(get-difficulty)",
       {"(((= p false) 1))"},
       {"right: "}},
      {"DifficultyOfNoAssertion",
       script + "(check-sat)(get-difficulty)",
       {"((p 1))"},
       {"wrong: a difficulty is of a formula that was not asserted"}},
      {"DifficultyWithoutANumber",
       script + "(check-sat)(get-difficulty)",
       {"((a x))"},
       {"wrong: a difficulty is no pair of a formula and a number"}},
      {"Pool", pool + "(check-sat)", {""}, {"not refuted: "}, {Reply::Sat}},
      {"PoolThatRefutes",
       pool + "(check-sat)",
       {""},
       {"wrong: a satisfiable script is unsat with a pool"},
       {Reply::Unsat}},
      {"PoolThatSatisfies",
       pool + "(assert (= 1 2))(check-sat)",
       {""},
       {"wrong: an unsatisfiable script is sat with a pool"},
       {Reply::Sat}},
  };
}

std::vector<Row> abducts() {
  const std::string ask = "(declare-const p Bool)(declare-const q Bool)(assert p)(get-abduct X (and p q))";
  const auto is = [](const std::string& body) { return "(define-fun X () Bool " + body + ")"; };
  return {
      {"AbductThatSuffices", ask, {is("q")}, {"right: "}},
      {"AbductThatDoesNot", ask, {is("p")}, {"wrong: the abduct does not suffice for the goal"}},
      {"AbductThatContradicts", ask, {is("(not p)")}, {"wrong: the abduct contradicts the assertions"}},
      {"AbductOfNothing", ask, {"none"}, {"not given: "}},
  };
}

std::vector<Row> eliminations() {
  return {
      {"SameFormula", kBits + "(get-qe (exists ((v (_ BitVec 2))) (= (bvadd v a) b)))", {"true"}, {"right: "}},
      {"FalseWhereTrue", kExists, {"false"}, {"wrong: the result is false where the formula is true"}},
      {"TrueWhereFalse", kExists, {"true"}, {"wrong: the result is true where the formula is false"}},
      {"Skolem", kExists, {"(= (bvmul a @sk) b)"}, {"wrong: the result has a symbol that the script does not declare"}},
      {"StillQuantified",
       kExists,
       {"(exists ((v (_ BitVec 2))) (= (bvmul v a) b))"},
       {"wrong: the result has a quantifier"}},
      {"OtherSymbol",
       kBits + "(declare-const c Bool)(get-qe (exists ((v (_ BitVec 2))) (= v a)))",
       {"(or c (not c))"},
       {"wrong: the result has a symbol that the formula has not"}},
      {"UnboundedTrueWhereFalse",
       "(declare-const r Real)(get-qe (exists ((v Real)) (and (< v r) (> v 2.0))))",
       {"(> r 1.0)"},
       {"wrong: the result is true where the formula is false"}},
      {"UnboundedFalseWhereTrue",
       "(declare-const r Real)(get-qe (exists ((v Real)) (= v r)))",
       {"false"},
       {"wrong: the result is false where the formula is true"}},
      {"DisjunctMayBeStronger",
       "(declare-const p Bool)(get-qe-disjunct (exists ((v Bool)) (or p v)))",
       {"p"},
       {"right: "}},
      {"DisjunctMayNotBeWeaker",
       "(declare-const p Bool)(get-qe-disjunct (exists ((v Bool)) (and p v)))",
       {"true"},
       {"wrong: the result is true where the formula is false"}},
      {"Projection", kProjected, {"(< y 8)"}, {"right: "}},
      {"ProjectionTooWeak",
       kProjected,
       {"(< y 9)"},
       {"wrong: the projection is true where the formula is false for all values"}},
      {"ProjectionFalseAtTheModel",
       "(declare-const x Int)(declare-const y Int)(assert (> x y))(check-sat)(get-value (x y))(mbp (> x y) (x))"
       "(mbp (> x y) (x))",
       {"((x 3) (y 1))", "true", "(< y 1)"},
       {"not judged: only constants have values",
        "right: ", "wrong: the projection is false at the model for which it was asked"}},
      {"ProjectionOfWhatNeedNotHold",
       "(declare-const x Int)(declare-const y Int)(assert (> x y))(check-sat)(mbp (< x 9) (x))",
       {"false"},
       {"not judged: the formula may be false at the model, where a projection promises nothing"}},
      {"ProjectionOfADefinition",
       "(declare-const x (_ BitVec 4))(define-fun y () (_ BitVec 4) (bvadd x #x1))(assert (bvult y #x3))(check-sat)"
       "(mbp (bvult y #x3) (x))",
       {"true"},
       {"right: "}},
      {"ProjectionOfADefinitionTooWeak",
       "(declare-const x Int)(declare-const z Int)(define-fun y () Bool (and (< x z) (> x 3)))(assert y)(check-sat)"
       "(mbp y (x))",
       {"true"},
       {"wrong: the projection is true where the formula is false for all values"}},
      {"ProjectionThatNeedsTwoElements",
       "(declare-sort S 0)(declare-const b S)(declare-const c S)(assert (distinct b c))(check-sat)(mbp (distinct b c) "
       "(b))",
       {"true"},
       {"not refuted: "}},
      {"ProjectionWithTheSymbol",
       "(declare-const x Int)(declare-const y Int)(assert (> x y))(check-sat)(mbp (> x y) (x))",
       {"(> x y)"},
       {"wrong: the projection has an eliminated symbol"}},
      {"SimplifiedRight", "(declare-const p Bool)(simplify (and p true))", {"p"}, {"right: "}},
      {"SimplifiedWrong",
       "(declare-const p Bool)(simplify (and p true))",
       {"true"},
       {"wrong: the simplified formula is true where the formula is false"}},
      {"SimplifiedTerm", kBits + "(simplify (bvadd a a))", {"a"}, {"wrong: the simplified term has another value"}},
      {"OpenResult", "(declare-const x Int)(simplify (div x 0))", {"0"}, {"not refuted: "}},
      {"OpenConversion", "(simplify ((_ fp.to_ubv 8) RNE (_ NaN 3 5)))", {"#xff"}, {"not refuted: "}},
      {"OtherSort",
       "(declare-const x Int)(simplify (+ x 1))",
       {"1.5"},
       {"not judged: the simplified term is read with another sort"}},
  };
}

std::vector<Row> goals() {
  const std::string script = "(declare-const p Bool)(declare-const q Bool)(assert (or p q))";
  const auto goal = [](const std::string& formulas) {
    return "(goals (goal " + formulas + " :precision precise :depth 1))";
  };
  return {
      {"GoalKept", script + "(apply simplify)", {goal("(or p q)")}, {"right: "}},
      {"GoalLost", script + "(apply simplify)", {goal("")}, {"wrong: the goal is true where the formula is false"}},
      {"GoalFalse",
       script + "(apply (then simplify qe))",
       {goal("false")},
       {"wrong: the goal is false where the formula is true"}},
      {"GoalOfSatisfiability",
       script + "(apply qe2)",
       {goal("")},
       {"not refuted: the tactic promises satisfiability only"}},
      {"GoalFalseOfSatisfiability",
       script + "(apply qe2)",
       {goal("false")},
       {"wrong: the goal is unsatisfiable and the assertions are not"}},
      {"SeveralGoals",
       script + "(apply simplify)",
       {"(goals (goal p :precision precise :depth 1) (goal q :precision precise :depth 1))"},
       {"right: "}},
      {"NewSymbols",
       script + "(apply tseitin-cnf)",
       {goal("k!0")},
       {"not judged: the tactic may have introduced symbols"}},
      {"ImpliedGoal", script + "(apply (then solve-eqs simplify))", {goal("")}, {"right: "}},
      {"GoalThatIsNotImplied",
       script + "(apply solve-eqs)",
       {goal("p")},
       {"wrong: the goal is false where the formula is true"}},
      {"GoalWithParameters",
       script + "(apply (using-params simplify :som true))",
       {goal("")},
       {"wrong: the goal is true where the formula is false"}},
      {"WeakerByItsOwnWord", script + "(apply simplify)", {"(goals (goal :precision over :depth 1))"}, {"right: "}},
  };
}

std::vector<Row> cores() {
  const std::string assumed = "(declare-const h Bool)(declare-const x Int)(check-sat-assuming (h false))";
  const std::string named =
      "(declare-const p Bool)(assert (! p :named a))(assert (! (not p) :named b))(assert (! (or p p) :named "
      "c))(check-sat)";
  return {
      {"AllAssumptions", assumed + "(get-unsat-assumptions)", {"(h false)"}, {"right: "}},
      {"TheOneAssumption", assumed + "(get-unsat-assumptions)", {"(false)"}, {"right: "}},
      {"NoAssumption", assumed + "(get-unsat-assumptions)", {"()"}, {"wrong: what it names is satisfiable"}},
      {"TheOtherAssumption", assumed + "(get-unsat-assumptions)", {"(h)"}, {"wrong: what it names is satisfiable"}},
      {"NotAssumed",
       assumed + "(get-unsat-assumptions)",
       {"((not h))"},
       {"wrong: it names a formula that was not assumed"}},
      {"CoreWithoutAssumptions", assumed + "(get-unsat-core)", {"()"}, {"right: "}},
      {"Core", named + "(get-unsat-core)", {"(a b)"}, {"right: "}},
      {"SatisfiableCore", named + "(get-unsat-core)", {"(a c)"}, {"wrong: what it names is satisfiable"}},
      {"NeedlessInAMinimalCore",
       "(set-option :minimal-unsat-cores true)" + named + "(get-unsat-core)",
       {"(a b c)"},
       {"wrong: it is promised to be minimal and has a needless formula"}},
      {"NeedlessInACore", named + "(get-unsat-core)", {"(a b c)"}, {"right: "}},
      {"Assignment",
       "(declare-const p Bool)(assert (! p :named a))(check-sat)(get-assignment)",
       {"((a true))"},
       {"not refuted: "}},
      {"FalseAssertion",
       "(declare-const p Bool)(assert (! p :named a))(check-sat)(get-assignment)",
       {"((a false))"},
       {"wrong: an assertion is said to be false"}},
      {"CoreInFull",
       "(declare-const p Bool)(assert (! p :named a))(assert (not p))(check-sat)(get-unsat-core)",
       {"(p (not p))"},
       {"right: "}},
      {"CoreInAnotherForm",
       "(assert (> 1.0 1.5))(assert (= 1 1 1))(check-sat)(get-unsat-core)",
       {"((> 1.0 (/ 3 2)) (and (= 1 1) (= 1 1)))"},
       {"right: "}},
      {"CoreWithADefinition",
       "(declare-const x Int)(define-fun y () Bool (= x (+ x 1)))(assert y)(check-sat)(get-unsat-core)",
       {"(y (= y (= x (+ x 1))))"},
       {"right: "}},
      {"CoreInFullOfAnother",
       "(declare-const p Bool)(assert (! p :named a))(assert (not p))(check-sat)(get-unsat-core)",
       {"(p (or p (not p)))"},
       {"wrong: it names a formula that was not asserted"}},
      {"UnknownName", named + "(get-unsat-core)", {"(a d)"}, {"wrong: it names a formula that was not asserted"}},
      {"TimeoutCore", named + "(get-timeout-core)", {"unsat\n(\na\nc\n)"}, {"wrong: what it names is satisfiable"}},
      {"TimeoutCoreWithoutClaim", named + "(get-timeout-core)", {"unknown\n(\na\n)"}, {"not given: "}},
      {"TimeoutCoreOfAssumptions",
       "(declare-const h Bool)(declare-const p Bool)(assert (=> h p))(get-timeout-core-assuming (h (not p)))",
       {"unsat\n(h (not p))"},
       {"right: "}},
      {"TimeoutCoreOfTooFew",
       "(declare-const h Bool)(declare-const p Bool)(assert (=> h p))(get-timeout-core-assuming (h (not p)))",
       {"unsat\n(h)"},
       {"wrong: what it names is satisfiable"}},
      {"TimeoutCoreCalledSatisfiable",
       "(declare-const h Bool)(declare-const p Bool)(assert (=> h p))(get-timeout-core-assuming (h (not p)))",
       {"sat"},
       {"wrong: it is called satisfiable and is not"}},
      {"TimeoutCoreThatIsSatisfiable",
       "(declare-const h Bool)(get-timeout-core-assuming (h))",
       {"sat"},
       {"not refuted: "}},
      {"Lemmas", "(declare-const p Bool)(assert p)(check-sat)(get-learned-literals)", {"(\np\n)"}, {"right: "}},
      {"WrongLemma",
       "(declare-const p Bool)(declare-const q Bool)(assert p)(check-sat)(get-learned-literals)",
       {"(p q)"},
       {"wrong: the assertions do not imply a lemma"}},
      {"LemmaOfItsOwn",
       "(declare-const p Bool)(assert p)(check-sat)(get-learned-literals)",
       {"(@k)"},
       {"not judged: a lemma cannot be read"}},
      {"Values",
       "(declare-const x Int)(assert (> x 0))(check-sat)(get-value (x (+ x 1)))",
       {"((x 3) ((+ x 1) 4))"},
       {"right: "}},
      {"WrongValue",
       "(declare-const x Int)(assert (> x 0))(check-sat)(get-value (x (+ x 1)))",
       {"((x 3) ((+ x 1) 3))"},
       {"wrong: a term has another value than the constants give it"}},
      {"ValuesBehindUnknown",
       "(declare-const x Int)(assert (> x 0))(check-sat)(get-value (x (+ x 1)))",
       {"((x 3) ((+ x 1) 3))"},
       {"not judged: values behind a check without the answer sat"},
       {Reply::Unknown}},
      {"ValuesOfSome",
       "(declare-const x Int)(declare-const y Int)(check-sat)(get-value (x (+ x y)))",
       {"((x 3) ((+ x y) 3))"},
       {"not judged: a term has no value, or not all constants have"}},
  };
}

std::vector<Row> syntheses() {
  const std::string script =
      "(synth-fun f ((x Int)) Int ((S Int)) ((S Int (x 0 1 (+ S S)))))(declare-var y Int)"
      "(constraint (= (f 1) 2))(constraint (> (f y) y))(check-synth)";
  const auto is = [](const std::string& body) { return "(\n(define-fun f ((x Int)) Int " + body + ")\n)"; };
  const std::string invariant =
      "(synth-fun inv ((x Int)) Bool)(define-fun pre ((x Int)) Bool (= x 0))"
      "(define-fun trans ((x Int) (y Int)) Bool (= y (+ x 1)))(define-fun post ((x Int)) Bool (>= x 0))"
      "(inv-constraint inv pre trans post)(check-synth)";
  const auto invariant_is = [](const std::string& body) { return "((define-fun inv ((x Int)) Bool " + body + "))"; };
  return {
      {"Solution", script, {is("(+ x 1)")}, {"not refuted: "}},
      {"BreaksAnExample", script, {is("(+ x (+ 1 1))")}, {"wrong: a solution breaks a constraint"}},
      {"OutsideOfGrammar", script, {is("(- x (- 1))")}, {"wrong: a solution is not in its grammar"}},
      {"LiteralOfAFloat",
       "(synth-fun f () Float32 ((F Float32)) ((F Float32 ((Constant Float32)))))(constraint (fp.isZero "
       "f))(check-synth)",
       {"((define-fun f () Float32 (_ +zero 8 24)))"},
       {"not refuted: "}},
      {"NoSolution", script, {"fail"}, {"not given: "}},
      {"CannotBeRead", script, {"(define-fun f"}, {"not judged: the solution cannot be read"}},
      {"Invariant", invariant, {invariant_is("(>= x 0)")}, {"not refuted: "}},
      {"InvariantThatIsFalseAtFirst", invariant, {invariant_is("(>= x 1)")}, {"wrong: a solution breaks a constraint"}},
      {"InvariantThatIsNotKept", invariant, {invariant_is("(= x 0)")}, {"wrong: a solution breaks a constraint"}},
      {"InvariantThatIsTooWeak", invariant, {invariant_is("true")}, {"wrong: a solution breaks a constraint"}},
  };
}

class Certificates : public ::testing::TestWithParam<Row> {};
TEST_P(Certificates, AreJudged) { EXPECT_EQ(verdicts(GetParam()), GetParam().expected); }

std::string name_of(const ::testing::TestParamInfo<Row>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Interpolants, Certificates, ::testing::ValuesIn(interpolants()), name_of);
INSTANTIATE_TEST_SUITE_P(Lemmas, Certificates, ::testing::ValuesIn(lemmas()), name_of);
INSTANTIATE_TEST_SUITE_P(Abducts, Certificates, ::testing::ValuesIn(abducts()), name_of);
INSTANTIATE_TEST_SUITE_P(Eliminations, Certificates, ::testing::ValuesIn(eliminations()), name_of);
INSTANTIATE_TEST_SUITE_P(Goals, Certificates, ::testing::ValuesIn(goals()), name_of);
INSTANTIATE_TEST_SUITE_P(Cores, Certificates, ::testing::ValuesIn(cores()), name_of);
INSTANTIATE_TEST_SUITE_P(Syntheses, Certificates, ::testing::ValuesIn(syntheses()), name_of);

TEST(Certificates, AreInfeasibleOnlyWithoutAKnownSolution) {
  const Row row{"", "(synth-fun f ((x Int)) Int)(constraint (= (f 1) 2))(check-synth)", {"infeasible"}, {}};
  EXPECT_EQ(verdicts(row), std::vector<std::string>{"not given: "});
  EXPECT_EQ(verdicts(row, "(define-fun f ((x Int)) Int (+ x 1))"),
            std::vector<std::string>{"wrong: the problem has a solution and is called infeasible"});
  EXPECT_EQ(verdicts(row, "(define-fun f ((x Int)) Int x)"), std::vector<std::string>{"not given: "});
  const std::string solution = "(define-fun f ((x Int)) Int (+ x 1))";
  const Row next{"", row.script + "(check-synth-next)", {"(" + solution + ")", "infeasible"}, {}};
  EXPECT_EQ(verdicts(next, solution).back(), "not given: ") << "there may be no further one";
}

// The point of a solver counts only if the evaluator, or a proof at the point, confirms it.
TEST(Certificates, AreWrongAtConfirmedPointsOfSolversOnly) {
  TermStore store;
  const Result<Script> script =
      parse_script(store, "(declare-const r Real)(get-qe (exists ((v Real)) (and (< v r) (> v 2.0))))", "script");
  ASSERT_TRUE(script.ok());
  const std::vector<std::string> replies = {"(or (> r 2.0) (and (> (* r r) 2.0) (< (* r r) 2.001)))"};
  for (const auto& [model, expected] :
       {std::pair{"((define-fun r () Real 1.4145))", CertificateVerdict::Kind::Wrong},
        std::pair{"((define-fun r () Real 3.0))", CertificateVerdict::Kind::NotRefuted}}) {
    CertificateRun run{store, *script, replies};
    run.ask = [&, text = model](const Script&) { return std::optional<std::string>(text); };
    const auto judged = judge_certificates(run);
    ASSERT_EQ(judged.size(), 1U);
    EXPECT_EQ(judged[0].verdict.kind, expected) << model;
  }
}

TEST(Certificates, AreJudgedAsFarAsTheRunCame) {
  const Row row{"", kIntegers + "(get-interpolant I (> x 3))(simplify x)", {"fail"}, {}};
  EXPECT_EQ(verdicts(row), std::vector<std::string>{"not given: "});
}

}  // namespace
}  // namespace assay::smt
