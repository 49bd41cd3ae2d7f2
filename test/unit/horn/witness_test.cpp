#include "horn/witness/witness.hpp"

#include <gtest/gtest.h>

#include "horn/system/system_text.hpp"

namespace assay::horn {
namespace {

using Kind = WitnessVerdict::Kind;

constexpr std::string_view kTwice =
    "(set-logic HORN)(declare-fun loop (Int Int) Bool)(declare-fun twice (Int Int) Bool)"
    "(assert (forall ((n Int)) (=> (>= n 2) (loop 0 n))))"
    "(assert (forall ((i Int) (n Int)) (=> (and (loop i n) (< i n)) (loop (+ i 1) n))))"
    "(assert (forall ((i Int) (j Int) (n Int)) (=> (and (loop i n) (loop j n)) (twice (+ i j) n))))"
    "(assert (forall ((i Int) (n Int)) (=> (and (twice i n) (= i 3)) false)))";
constexpr std::string_view kStops =
    "(set-logic HORN)(declare-fun loop (Int Int) Bool)(declare-fun stop (Int Int) Bool)"
    "(assert (forall ((n Int)) (=> (>= n 0) (loop 0 n))))"
    "(assert (forall ((i Int) (n Int)) (=> (and (loop i n) (< i n)) (loop (+ i 1) n))))"
    "(assert (forall ((i Int) (n Int)) (=> (and (loop i n) (>= i n)) (stop i n))))"
    "(assert (forall ((i Int) (n Int)) (=> (and (stop i n) (not (= i n))) false)))";

WitnessVerdict derivation(std::string_view script, std::string_view output) {
  TermStore store;
  const auto read = read_system(store, script, "test");
  EXPECT_TRUE(read.ok());
  return judge_derivation(store, read->system, read_printed_derivation(store, read->system, output), {});
}

WitnessVerdict model(std::string_view script, std::string_view output) {
  TermStore store;
  const auto read = read_system(store, script, "test");
  EXPECT_TRUE(read.ok());
  const auto meaning = read_interpretation(store, read->system, printed_definitions(output));
  EXPECT_TRUE(meaning.ok()) << (meaning.ok() ? "" : meaning.error().text());
  return judge_model(store, read->system, *meaning, {});
}

/// A proof as z3 prints it: the facts are in the steps' last arguments, behind `let`. The clause of `twice` and the
/// query are one clause there, so that no fact of `twice` is printed.
std::string proof(const std::string& first) {
  return "unsat\n((set-logic HORN)\n(declare-fun query!0 (Int Int) Bool)\n(proof\n"
         "(let (($x2002 (query!0 3 2)))\n"
         "(let (($x186 (forall ((A Int) (B Int) (C Int) )(let (($x62 (loop A C)))\n"
         "(=> (and (loop B C) (not (<= C B)) (= A (+ 1 B))) $x62)))))\n"
         "(let ((@x2075 (asserted $x186)))\n"
         "(let ((@x2049 ((_ hyper-res 0 0 0 1) @x2075 ((_ hyper-res 0 0) (asserted (loop 0 2)) " +
         first +
         ") (loop 1 2))))\n"
         "(let ((@x2021 ((_ hyper-res 0 0 0 1 0 2) (asserted true) ((_ hyper-res 0 0 0 1) @x2075 @x2049 (loop 2 2)) "
         "@x2049 "
         "$x2002)))\n"
         "(mp @x2021 (asserted (=> $x2002 false)) false)))))))\n)\n";
}

TEST(HornDerivation, OfZ3IsJudged) {
  const WitnessVerdict right = derivation(kTwice, proof("(loop 0 2)"));
  EXPECT_EQ(right.kind, Kind::Holds) << right.reason << right.detail;
  const WitnessVerdict wrong = derivation(kTwice, proof("(loop (- 1) 2)"));
  EXPECT_EQ(wrong.kind, Kind::Refuted) << wrong.reason;
  EXPECT_EQ(wrong.detail, "(loop (- 1) 2)");
}

TEST(HornDerivation, OfGolemIsJudged) {
  const std::string lines =
      "unsat\n0:\ttrue\n1:\t(loop 0 2) ->  0\n2:\t(loop 1 2) ->  1\n3:\t(loop 2 2) ->  2\n4:\t(twice 3 2) ->  3 2\n"
      "5:\tfalse ->  4\n";
  EXPECT_EQ(derivation(kTwice, lines).kind, Kind::Holds);
  std::string wrong = lines;
  wrong.replace(wrong.find("(twice 3 2)"), 11, "(twice 5 2)");
  EXPECT_EQ(derivation(kTwice, wrong).kind, Kind::Refuted);
  const std::string steps =
      "unsat\n0\t (forall ((n Int)) (=> (>= n 2) (loop 0 n)))  :args ((:= n 2))\n1\t (=> (>= 2 2) (loop 0 2)) \n"
      "3\t (loop 0 2) \n7\t (loop 1 2)  :premises 3 \n11\t (loop 2 2)  :premises 7 \n15\t (twice 3 2)  :premises 11 7 "
      "\n"
      "19\t false  :premises 15 \n";
  EXPECT_EQ(derivation(kTwice, steps).kind, Kind::Holds);
}

TEST(HornDerivation, OfEldaricaIsJudged) {
  const std::string lines =
      "unsat\n\n0: false -> 1\n1: (twice 3 2) -> 2, 3\n2: (loop 2 2) -> 3\n3: (loop 1 2) -> 4\n4: (loop 0 2)\n";
  EXPECT_EQ(derivation(kTwice, lines).kind, Kind::Holds);
  std::string wrong = lines;
  wrong.replace(wrong.find("(loop 0 2)"), 10, "(loop 1 2)");
  EXPECT_EQ(derivation(kTwice, wrong).detail, "(loop 1 2)");
  EXPECT_EQ(derivation(kTwice, "unsat\n0: false -> 1\n1: (loop 0 2)\n").kind, Kind::Refuted);
  // A predicate may have the name of a command of Alethe.
  EXPECT_EQ(derivation("(set-logic HORN)(declare-fun step (Int) Bool)(assert (step 1))(assert (=> (step 1) false))",
                       "unsat\n0: false -> 1\n1: (step 1)\n")
                .kind,
            Kind::Holds);
}

TEST(HornDerivation, InAletheIsJudged) {
  const std::string steps =
      "unsat\n(assume t0 (! (forall ((n Int)) (=> (>= n 2) (loop 0 n))) :named @a0))\n"
      "(step t6 (cl @i0) :rule resolution :premises (t5 t0))\n"
      "(step t14 (cl (loop 0 2)) :rule resolution :premises (t7 t13))\n"
      "(step t25 (cl (loop (+ 0 1) 2)) :rule resolution :premises (t18 t24))\n"
      "(step t27 (cl (= (! (loop (+ 0 1) 2) :named @T0) (loop 1 2))) :rule cong :premises (t26))\n"
      "(step t28 (cl (not (loop (+ 0 1) 2)) (loop 1 2)) :rule equiv1 :premises (t27))\n"
      "(step t44 (cl (loop 2 2)) :rule resolution :premises (t43 t40))\n"
      "(step t58 (cl (twice 3 2)) :rule resolution :premises (t57 t54))\n"
      "(step t69 (cl false) :rule resolution :premises (t62 t68))\n(step t71 (cl) :rule resolution)\n";
  EXPECT_EQ(derivation(kTwice, steps).kind, Kind::Holds);
  std::string wrong = steps;
  wrong.replace(wrong.find("(cl (loop 2 2))"), 15, "(cl (loop 7 2))");
  EXPECT_EQ(derivation(kTwice, wrong).kind, Kind::Refuted);
  // A fact of the script is an assumption, and an instance has a name.
  const std::string script =
      "(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(assert (p 3))"
      "(assert (forall ((x Int)) (q x)))(assert (forall ((x Int)) (=> (and (p x) (q x)) false)))";
  EXPECT_EQ(derivation(script,
                       "unsat\n(assume t0 (! (p 3) :named @a0))\n(assume t1 (! (forall ((x Int)) (q x)) :named @a1))\n"
                       "(step t2 (cl (or (not @a1) (! (q 3) :named @i1))) :rule forall_inst :args (3))\n"
                       "(step t4 (cl @i1) :rule resolution :premises (t3 t1))\n(step t8 (cl) :rule resolution)\n")
                .kind,
            Kind::Holds);
}

/// The engine bmc begins at the query, so its steps are implications.
TEST(HornDerivation, FromTheQueryIsJudged) {
  const std::string script =
      "(set-logic HORN)(declare-fun loop (Int Int) Bool)"
      "(assert (forall ((n Int)) (=> (>= n 2) (loop 0 n))))"
      "(assert (forall ((i Int) (n Int)) (=> (and (loop i n) (< i n)) (loop (+ i 1) n))))"
      "(assert (forall ((n Int)) (=> (loop 2 n) false)))";
  const std::string steps =
      "sat\n(let ((a!1 (asserted true)))\n(let ((a!3 (hyper-res (hyper-res a!1 (=> (loop 2 2) (query!0 2)))\n"
      "a!1 (=> (loop 1 2) (query!0 2)))))\n(hyper-res (hyper-res a!3 a!1 (=> (loop 0 2) (query!0 2))) a!1 "
      "(query!0 2))))\n";
  EXPECT_EQ(derivation(script, steps).kind, Kind::Holds);
  std::string wrong = steps;
  wrong.replace(wrong.find("(loop 0 2)"), 10, "(loop 0 1)");
  EXPECT_EQ(derivation(script, wrong).kind, Kind::Refuted);
}

TEST(HornDerivation, OfOldReleasesIsJudged) {
  EXPECT_EQ(derivation(kTwice, "sat\n(and (twice 3 2) (loop 2 2) (loop 1 2) (loop 0 2))\n").kind, Kind::Holds);
  EXPECT_EQ(derivation(kTwice, "sat\n(and (twice 3 2) (loop 2 2) (loop 9 2) (loop 0 2))\n").kind, Kind::Refuted);
}

TEST(HornDerivation, ThatIsMissingIsNotJudged) {
  EXPECT_EQ(derivation(kTwice, "unsat\n").reason, "no derivation is printed");
}

TEST(HornModel, OfZ3AndGolemIsJudged) {
  const std::string z3 =
      "sat\n(\n  (define-fun loop ((x!0 Int) (x!1 Int)) Bool\n    (not (>= (+ x!0 (* (- 1) x!1)) 1)))\n"
      "  (define-fun stop ((x!0 Int) (x!1 Int)) Bool\n    (let ((a!1 (not (>= (+ x!0 (* (- 1) x!1)) 1))))\n"
      "      (and a!1 (>= x!0 x!1))))\n)\n";
  EXPECT_EQ(model(kStops, z3).kind, Kind::Holds);
  const std::string golem =
      "sat\n  (define-fun loop ((|x#0| Int) (|x#1| Int)) Bool\n    (<= 0 (+ (* (- 1) |x#0| ) |x#1| ) ))\n"
      "  (define-fun stop ((|x#2| Int) (|x#3| Int)) Bool\n"
      "    (let ((l1016 (and (<= 0 (+ |x#2| (* (- 1) |x#3| ) ) ) (<= 0 (+ (* (- 1) |x#2| ) |x#3| ) ) )))l1016))\n";
  EXPECT_EQ(model(kStops, golem).kind, Kind::Holds);
  std::string wrong = golem;
  wrong.replace(wrong.find("(<= 0 (+ (* (- 1) |x#0|"), 5, "(<= 2");
  const WitnessVerdict verdict = model(kStops, wrong);
  EXPECT_EQ(verdict.kind, Kind::Refuted) << verdict.reason;
}

TEST(HornModel, WithoutAPredicateNeedsAMeaningThatFits) {
  const std::string loop = "(define-fun loop ((x!0 Int) (x!1 Int)) Bool ";
  const WitnessVerdict everywhere = model(kStops, "sat\n(" + loop + "true))");
  EXPECT_EQ(everywhere.kind, Kind::Refuted) << everywhere.reason;
  EXPECT_EQ(everywhere.reason, "lacks a predicate, and no meaning of it fits");
  EXPECT_EQ(model("(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)"
                  "(assert (forall ((x Int)) (=> (> x 0) (p x))))(assert (forall ((x Int)) (=> (p x) (q x))))"
                  "(assert (=> (p 0) false))",
                  "sat\n((define-fun p ((x!0 Int)) Bool (> x!0 0)))")
                .kind,
            Kind::Holds);
}

TEST(HornModel, IsAskedOfReferences) {
  TermStore store;
  const Terms terms(store);
  const BoundVariable x{store.symbol("x"), store.int_sort()};
  const TermId claim = terms.op(">", {store.variable(x), terms.number(3, store.int_sort())});
  const auto reference = [](smt::Reply reply, const std::string& model) {
    return Reference{"family " + model, [reply, model](const std::string&, const smt::Query&) {
                       smt::SolverAnswer made;
                       made.kind = smt::SolverAnswer::Kind::Answered;
                       made.replies = {reply};
                       if (!model.empty()) made.model = model;
                       return made;
                     }};
  };
  const Reference wrong = reference(smt::Reply::Sat, "((define-fun c!0 () Int 2))");
  const Reference right = reference(smt::Reply::Sat, "((define-fun c!0 () Int 4))");
  const Reference refutes = reference(smt::Reply::Unsat, "");
  EXPECT_FALSE(ask_references(store, claim, {x}, {wrong}).values.has_value());
  EXPECT_TRUE(ask_references(store, claim, {x}, {wrong, right}).values.has_value());
  EXPECT_TRUE(ask_references(store, claim, {x}, {refutes}).refuted);
  EXPECT_FALSE(ask_references(store, claim, {x}, {wrong, refutes}).refuted);
  EXPECT_FALSE(ask_references(store, claim, {x}, {}).refuted);
}

// No square is twice a square, which Assay's prover does not know: the answers of other solvers are no proof.
TEST(HornDerivation, IsNotAccusedByOtherSolversAlone) {
  TermStore store;
  const auto read = read_system(store,
                                "(set-logic HORN)(declare-fun p (Int) Bool)"
                                "(assert (forall ((x Int) (y Int) (z Int)) (=> (and (> y 0) (= (* x x) (* 2 y y)))"
                                " (p z))))(assert (forall ((z Int)) (=> (p z) false)))",
                                "test");
  ASSERT_TRUE(read.ok());
  const auto refutes = [](const std::string& family) {
    return Reference{family, [](const std::string&, const smt::Query&) {
                       smt::SolverAnswer made;
                       made.kind = smt::SolverAnswer::Kind::Answered;
                       made.replies = {smt::Reply::Unsat};
                       return made;
                     }};
  };
  const PrintedDerivation printed =
      read_printed_derivation(store, read->system, "unsat\n0:\ttrue\n1:\t(p 3) ->  0\n2:\tfalse ->  1\n");
  ASSERT_EQ(printed.problem, "");
  const auto verdict = judge_derivation(store, read->system, printed, {refutes("a"), refutes("b")});
  EXPECT_EQ(verdict.kind, Kind::NotJudged) << verdict.reason;
}

}  // namespace
}  // namespace assay::horn
