#include <gtest/gtest.h>

#include "unit/smt/eval/reading.hpp"

namespace assay::smt {
namespace {

// The order does not depend on the order in which the store met the sorts.
TEST(Models, ArePrintedByName) {
  TermStore store;
  const auto script = parse_script(
      store,
      "(declare-sort B 0)(declare-sort A 0)(declare-const y B)(declare-const x A)(assert (= y y))(assert (= x x))",
      "script");
  ASSERT_TRUE(script.ok());
  Model model;
  for (const Command& command : script->commands) {
    for (const FunctionId id : command.functions) {
      model.universes[store.node(id).result] = 1;
      model.functions[id].fallback = Value(Element{store.node(id).result, 0});
    }
  }
  EXPECT_EQ(print_model(store, model),
            "(\n; cardinality of A is 1\n; cardinality of B is 1\n"
            "  (define-fun x () A (as @A_0 A))\n  (define-fun y () B (as @B_0 B))\n)\n");
}

constexpr const char* kScript = R"(
(declare-sort U 0) (declare-sort P 1)
(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(declare-fun a () U) (declare-fun b () U) (declare-fun f (U Int) Int) (declare-fun pp () (P Int))
(declare-fun r () Real) (declare-fun s () String) (declare-fun arr () (Array Int Int)) (declare-fun l () L)
(declare-fun x () (_ FloatingPoint 8 24)) (declare-fun m () RoundingMode) (declare-fun v () (_ BitVec 8))
(declare-fun q () (Seq Int)) (declare-fun k () (Array Int Bool)) (declare-fun |odd name| () Int)
(assert (distinct a b))
(assert (= (f a 1) (+ 2 (f b 2))))
(assert (< 0.2 r 0.3))
(assert (= (str.len s) 3))
(assert (= (select arr 3) 4))
(assert (= (hd (tl l)) 3))
(assert (fp.isNaN x))
(assert (distinct m RNE))
(assert (= (bvmul v v) #x40))
(assert (= (seq.nth q 1) 4))
(assert (and (select k 7) (not (select k 5))))
(assert (= |odd name| (- 4)))
(check-sat)
)";

void expect_holds(const std::string& model, std::size_t missing = 0) {
  Scene scene(kScript, model);
  const ModelJudgement judgement = judge_model(scene.store, scene.script, scene.model);
  ASSERT_EQ(judgement.assertions.size(), 12U);
  std::size_t open = 0;
  for (const JudgedAssertion& assertion : judgement.assertions) {
    EXPECT_TRUE(assertion.holds || assertion.lack == Lack::Missing)
        << to_string(scene.store, assertion.term) << ": " << name(assertion.lack);
    open += assertion.holds ? 0 : 1;
  }
  EXPECT_EQ(open, missing);

  // Reading the printed model gives a model with the same meaning.
  const std::string printed = print_model(scene.store, scene.model);
  Scene again(kScript, printed);
  const ModelJudgement second = judge_model(again.store, again.script, again.model);
  for (std::size_t i = 0; i < second.assertions.size(); ++i) {
    EXPECT_EQ(second.assertions[i].holds, judgement.assertions[i].holds) << printed;
  }
}

TEST(ParseModel, AsZ3PrintsIt) {
  expect_holds(R"(sat
(
  ;; universe for U:
  ;;   U!val!1 U!val!0 
  ;; -----------
  ;; definitions for universe elements:
  (declare-fun U!val!1 () U)
  (declare-fun U!val!0 () U)
  ;; cardinality constraint:
  (forall ((x U)) (or (= x U!val!1) (= x U!val!0)))
  ;; -----------
  (declare-fun P!val!0 () (P Int))
  (forall ((x (P Int))) (= x P!val!0))
  (define-fun pp () (P Int)
    P!val!0)
  (define-fun l () L
    (cons 0 (cons 3 nil)))
  (define-fun arr () (Array Int Int)
    (_ as-array k!0))
  (define-fun k () (Array Int Bool)
    (lambda ((x!1 Int)) (<= 6 x!1)))
  (define-fun m () RoundingMode
    roundNearestTiesToAway)
  (define-fun a () U
    U!val!0)
  (define-fun s () String
    "\u{ab}{A")
  (define-fun b () U
    U!val!1)
  (define-fun r () Real
    (/ 1.0 4.0))
  (define-fun x () (_ FloatingPoint 8 24)
    (_ NaN 8 24))
  (define-fun v () (_ BitVec 8)
    #x08)
  (define-fun q () (Seq Int)
    (seq.++ (seq.unit 3) (seq.unit 4)))
  (define-fun |odd name| () Int
    (- 4))
  (define-fun k!0 ((x!0 Int)) Int
    (ite (= x!0 3) 4
      (ite (= x!0 4) 5
        0)))
  (define-fun f ((x!0 U) (x!1 Int)) Int
    (ite (and (= x!0 U!val!0) (= x!1 1)) 3
      1))
)
)");
}

TEST(ParseModel, AsCvc5PrintsIt) {
  expect_holds(R"(sat
(
; cardinality of U is 2
; rep: (as @U_0 U)
; rep: (as @U_1 U)
(define-fun a () U (as @U_0 U))
(define-fun b () U (as @U_1 U))
(define-fun pp () (P Int) (as @(P Int)_0 (P Int)))
(define-fun f ((_arg_1 U) (_arg_2 Int)) Int (ite (= (as @U_0 U) _arg_1) (ite (= _arg_2 1) 2 0) 0))
(define-fun r () Real (/ 9 40))
(define-fun s () String "AAA")
(define-fun arr () (Array Int Int) (store ((as const (Array Int Int)) 0) 3 4))
(define-fun k () (Array Int Bool) (store ((as const (Array Int Bool)) false) 7 true))
(define-fun x () (_ FloatingPoint 8 24) (fp #b0 #b11111111 #b10000000000000000000000))
(define-fun m () RoundingMode roundTowardZero)
(define-fun v () (_ BitVec 8) #b11111000)
(define-fun l () L (cons 0 (cons 3 nil)))
(define-fun q () (Seq Int) (seq.++ (seq.unit 1) (seq.unit 4)))
(define-fun |odd name| () Int (- 4))
)
)");
}

TEST(ParseModel, AsCvc4PrintsIt) {
  expect_holds(R"(sat
(model
; cardinality of U is 2
(declare-sort U 0)
; rep: @uc_U_0
; rep: @uc_U_1
(declare-sort P 1)
(define-fun a () U @uc_U_0)
(define-fun b () U @uc_U_1)
(define-fun pp () (P Int) |@uc_(P Int)_0|)
(define-fun f ((BOUND_VARIABLE_1 U) (BOUND_VARIABLE_2 Int)) Int (ite (= @uc_U_0 BOUND_VARIABLE_1) 2 0))
(define-fun r () Real (/ 9 40))
(define-fun s () String "A\u{7}A")
(define-fun arr () (Array Int Int) (store ((as const (Array Int Int)) 0) 3 4))
(define-fun k () (Array Int Bool) (store ((as const (Array Int Bool)) false) 7 true))
(define-fun x () (_ FloatingPoint 8 24) (fp #b0 #b11111111 #b10000000000000000000000))
(define-fun m () RoundingMode roundTowardZero)
(define-fun v () (_ BitVec 8) #b11111000)
(define-fun l () L (cons 0 (cons 3 nil)))
(define-fun |odd name| () Int (- 4))
)
)",
               1);
}

/// A target may print anything: with values of a wrong sort, evaluation would look for values that do not exist.
TEST(ParseModel, DefinitionsOfOtherSortsSayNothing) {
  Scene scene(
      "(declare-fun i () Int) (declare-fun r () Real) (declare-fun f (Int) Int)"
      "(declare-fun a () (Array Int Int)) (declare-fun b () (Array Int Int))"
      "(assert (< i 1)) (assert (< r 1.0)) (assert (< (f 1) 1))"
      "(assert (< (select a 1) 1)) (assert (< (select b 1) 1)) (check-sat)",
      "((define-fun i () (_ BitVec 8) #xff) (define-fun r () Int 0) (define-fun f ((x String)) Int (str.len x))"
      " (define-fun a () (Array Int String) (lambda ((x Int)) \"b\"))"
      " (define-fun b () (Array Int Int) (lambda ((x Int)) 0))"
      " (define-fun div0 ((x!0 Int) (x!1 Int)) String \"a\"))");
  EXPECT_TRUE(scene.model.unspecified.empty());
  const ModelJudgement judgement = judge_model(scene.store, scene.script, scene.model);
  ASSERT_EQ(judgement.assertions.size(), 5U);
  EXPECT_EQ(judgement.assertions[0].lack, Lack::Missing);
  EXPECT_TRUE(judgement.assertions[1].holds) << "integers stand for reals";
  EXPECT_EQ(judgement.assertions[2].lack, Lack::Missing);
  EXPECT_EQ(judgement.assertions[3].lack, Lack::Missing);
  EXPECT_TRUE(judgement.assertions[4].holds);
}

TEST(ParseModel, ValuesInPairs) {
  Scene scene("(declare-fun x () Int) (declare-fun r () Real) (assert (= x 5)) (assert (= r 0.5))",
              "((x 5) (r (/ 1 2)))");
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_EQ(scene.verdict(1), "true");
}

TEST(ParseModel, AlgebraicNumbersAreOpaque) {
  Scene scene("(declare-fun q () Real) (declare-fun y () Int) (assert (= (* q q) 2.0)) (assert (= y 1))",
              "((define-fun q () Real (root-obj (+ (^ x 2) (- 2)) 1)) (define-fun y () Int 1))");
  EXPECT_EQ(scene.verdict(0), "opaque");
  EXPECT_EQ(scene.verdict(1), "true");
}

TEST(ParseModel, DefinitionsMayComeAfterTheirUse) {
  Scene scene("(declare-fun f (Int) Int) (assert (= (f 3) 8))",
              "((define-fun f ((x Int)) Int (f!1 (k!0 x))) (define-fun f!1 ((x Int)) Int (ite (= x 3) 8 9))"
              "(define-fun k!0 ((x Int)) Int (ite (= x 3) 3 4)))");
  EXPECT_EQ(scene.verdict(0), "true");
}

TEST(ParseModel, ElementsAreDistinctAndUniversesCounted) {
  Scene scene("(declare-sort U 0) (declare-fun a () U) (assert (= a a))",
              "((declare-fun U!val!3 () U) (declare-fun U!val!7 () U)"
              "(forall ((x U)) (or (= x U!val!3) (= x U!val!7))) (define-fun a () U U!val!7))");
  ASSERT_EQ(scene.model.universes.size(), 1U);
  EXPECT_EQ(scene.model.universes.begin()->second, 2U);
  Evaluator evaluator(scene.store, scene.model);
  const TermId a = scene.store.children(scene.assertion(0))[0];
  EXPECT_EQ(evaluator.evaluate(a).value.as<Element>().number, 1U);
}

TEST(RestrictedModels, KeepElementsApart) {
  const char* script =
      "(declare-sort U 0)(declare-fun f (U) U)(declare-const gone U)(declare-const a U)(declare-const b U)"
      "(assert (distinct (f a) b))(assert (= (f b) b))(check-sat)";
  Scene scene(script,
              "((define-fun f ((x U)) U (ite (= x (as @U_0 U)) (as @U_0 U) (as @U_2 U)))"
              "(define-fun gone () U (as @U_0 U))(define-fun a () U (as @U_1 U))(define-fun b () U (as @U_0 U)))");
  ASSERT_TRUE(judge_model(scene.store, scene.script, scene.model).holds());
  std::vector<FunctionId> kept;
  for (const Command& command : scene.script.commands)
    for (const FunctionId id : command.functions)
      if (scene.store.spelling(scene.store.node(id).name) != "gone") kept.push_back(id);
  const std::string printed = print_model(scene.store, restricted(scene.store, scene.model, kept));
  EXPECT_EQ(printed.find("gone"), std::string::npos);
  Scene again(script, printed);
  EXPECT_TRUE(judge_model(again.store, again.script, again.model).holds()) << printed;
}

TEST(ParseModel, AbstractValuesOfCodatatypesAreNoElements) {
  Scene scene("(declare-codatatypes ((S 0)) (((more (rest S))))) (declare-fun s () S) (assert (= s (more s)))",
              "(model (define-fun s () S (more @uc_S_1)))");
  EXPECT_EQ(scene.verdict(0), "missing");
}

TEST(ParseModel, OverloadedFunctionsAreToldApart) {
  Scene scene("(declare-fun f (Int) Int) (declare-fun f (Bool) Int) (assert (= (f 1) 2)) (assert (= (f true) 3))",
              "((define-fun f ((x Bool)) Int 3) (define-fun f ((x Int)) Int 2))");
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_EQ(scene.verdict(1), "true");
}

TEST(ParseModel, ElementsOfParametricSortsThatAreNotDeclared) {
  Scene scene("(declare-sort P 1) (declare-fun a () (P Int)) (declare-fun b () (P Int)) (assert (distinct a b))",
              "((define-fun a () (P Int) P!val!0) (define-fun b () (P Int) P!val!1))");
  EXPECT_EQ(scene.verdict(0), "true");
}

TEST(ParseModel, OneUnreadableDefinitionLeavesTheOthers) {
  Scene scene("(declare-fun x () (Array Int Int)) (declare-fun y () Int) (assert (= (select x 1) y)) (assert (= y 1))",
              "((define-fun x () (Array Int Int) ((as const (Array Int Int)) \"a\\nb\")) (define-fun y () Int 1))");
  EXPECT_EQ(scene.verdict(0), "opaque");
  EXPECT_EQ(scene.verdict(1), "true");
}

TEST(ParseModel, GarbageIsAnError) {
  TermStore store;
  const Script script;
  EXPECT_FALSE(parse_model(store, script, "").ok());
  EXPECT_FALSE(parse_model(store, script, "(").ok());
  EXPECT_FALSE(parse_model(store, script, ")").ok());
  EXPECT_FALSE(parse_model(store, script, "(define-fun x () Int \"").ok());
  EXPECT_FALSE(parse_model(store, script, "(error \"model is not available\")").ok());
}

TEST(ParseModel, AnEmptyModelIsOne) {
  TermStore store;
  const Script script;
  EXPECT_TRUE(parse_model(store, script, "sat\n(\n)\n").ok());
  EXPECT_TRUE(parse_model(store, script, "(model)").ok());
}

// As yices 2.6.5 prints it: functions and arrays by rows, and elements that do not name their sort.
constexpr const char* kYicesModel = R"(
(= x (/ (- 7) 2)) (= u @const_4) (= w @const_5) (= f @fun_12) (= g @fun_19) (= h @fun_22) (= m @fun_15) (= v #b0101)
(function @fun_12
 (type (FunType2 Real Real Real))
 (= (@fun_12 (/ (- 7) 2) (/ (- 7) 2)) 0)
 (= (@fun_12 (/ (- 7) 2) (/ 3 2)) (/ (- 1) 3))
 (default 1))
(function @fun_19 (type (Array Real Bool)) (= (@fun_19 (/ (- 7) 2)) false) (default true))
(function @fun_22 (type (Array U U)) (= (@fun_22 @const_4) @const_8) (default @const_21))
(function @fun_15 (type (Array Real U)) (= (@fun_15 (/ (- 7) 2)) @const_6) (default @const_14))
)";

TEST(Models, OfYicesHaveFunctionsByRows) {
  Scene scene(R"(
(declare-sort U 0) (declare-fun x () Real) (declare-fun u () U) (declare-fun w () U) (declare-fun f (Real Real) Real)
(declare-fun g (Real) Bool) (declare-fun h (U) U) (declare-fun m () (Array Real U)) (declare-fun v () (_ BitVec 4))
(assert (= (f x 1.5) (- (/ 1 3))))
(assert (and (g (f x x)) (not (g x))))
(assert (distinct u w (select m x) (h u) (h w)))
(assert (= v #x5))
(assert (= (f 1.0 1.0) 2.0))
(check-sat)
)",
              kYicesModel);
  const ModelJudgement judgement = judge_model(scene.store, scene.script, scene.model);
  ASSERT_EQ(judgement.assertions.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(judgement.assertions[i].lack, Lack::None) << i;
    EXPECT_EQ(judgement.assertions[i].holds, i < 4) << i;
  }
}

TEST(Models, OfYicesOwnLanguageAreRead) {
  Scene scene(
      "(declare-fun p (Int) Int)(declare-fun b ((_ BitVec 2)) Bool)(declare-fun n () Int)\n"
      "(assert (= (p 1) 5))(assert (= (p n) 0))(assert (< n 0))(assert (b #b10))(check-sat)",
      "(= n -7)(= p @fun_2)(function b (type (-> (bitvector 2) bool)) (= (b 0b10) true) (default false))\n"
      "(function @fun_2 (type (-> int int)) (= (@fun_2 1) 5) (default 0))");
  EXPECT_TRUE(judge_model(scene.store, scene.script, scene.model).holds());
}

}  // namespace
}  // namespace assay::smt
