#include "parsing.hpp"

namespace assay::smt {
namespace {

class RoundTrip : public Parsing, public ::testing::WithParamInterface<const char*> {};

TEST_P(RoundTrip, GivesTheSameTerms) { expect_round_trip(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Scripts, RoundTrip,
    ::testing::Values(
        "(set-logic QF_BV)(declare-const x (_ BitVec 32))(assert (bvult ((_ extract 7 0) x) ((_ zero_extend 4) #xf)))",
        "(declare-const f (_ FloatingPoint 8 24))(declare-const m RoundingMode)"
        "(assert (fp.eq (fp.add m f ((_ to_fp 8 24) RNE 0.1)) (_ NaN 8 24)))",
        "(declare-const a (Array Int (Array Bool Real)))(assert (= (select (select a 1) true) 2))"
        "(assert (= a ((as const (Array Int (Array Bool Real))) ((as const (Array Bool Real)) 1.5))))",
        "(declare-const s String)(assert (str.in.re s (re.++ (str.to.re \"a\\u{0}\") ((_ re.loop 1 3) re.allchar))))"
        "(assert (= (str.to.int s) (str.len (int.to.str 3))))",
        "(declare-const q (Seq Int))(assert (= (seq.++ q (seq.unit 1)) (as seq.empty (Seq Int))))",
        "(declare-datatypes ((T 0) (F 0)) (((node (v Int) (kids F))) ((empty) (more (first T) (rest F)))))"
        "(declare-const t T)(assert (match t (((node x k) (= x (v t))))))(assert ((_ is empty) (kids t)))",
        "(declare-datatypes (X) ((Opt none (some (the X)))))(declare-const o (Opt (Opt Int)))"
        "(assert (= o (some (as none (Opt Int)))))",
        "(declare-codatatypes ((Stream 0)) (((scons (shead Int) (stail Stream)))))(declare-const z Stream)"
        "(assert (= z (stail z)))",
        "(define-fun-rec even ((n Int)) Bool (ite (= n 0) true (not (even (- n 1)))))(assert (even 4))",
        "(define-funs-rec ((e ((n Int)) Bool) (o ((n Int)) Bool)) ((or (= n 0) (o (- n 1))) (and (> n 0) (e (- n 1)))))"
        "(assert (e 4))",
        "(declare-sort U 0)(declare-sort V 2)(declare-fun f (U (V U Int)) U)(declare-const u U)"
        "(assert (forall ((x U) (y (V U Int))) (! (= (f x y) u) :pattern ((f x y)) :no-pattern (f u y) :qid a.b)))",
        "(declare-const x Int)(assert (exists ((x Int)) (forall ((x Real)) (< x 1))))",
        "(declare-fun p (Int) Bool)(assert (let ((a (forall ((x Int)) (p x)))) (exists ((x Int)) (or a (p x) (not "
        "a)))))",
        "(assert (= (lambda ((x Int) (y Int)) (+ x y)) (lambda ((x Int) (y Int)) (* x y))))",
        "(declare-const a Bool)(assert (! (or a (! (not a) :named |b c|)) :named n))(check-sat-assuming (n (not n)))",
        "(declare-const s (Set Int))(assert (set.member 1 (set.union s (set.singleton 2) (as set.empty (Set Int)))))"
        "(assert (= (set.card s) 1))(assert (unheard-of s 1))",
        "(declare-const r Real)(assert (= r (sin real.pi) (/ 1 3)))",
        "(set-info :smt-lib-version 2.5)(declare-const s String)(assert (= s \"\\x00\\n\\\\\"))",
        "(set-info :source |two\nlines|)(set-option :opt \"a\"\"b\")(echo \"x\")(frobnicate (a \"b\") |c d|)",
        "(define-sort Word () (_ BitVec 8))(define-sort Map (X) (Array X Word))(declare-const m (Map Int))"
        "(assert (= (select m 0) #x00))",
        "(declare-const b Bool)(assert-soft b :weight 0.5 :id g)(minimize (ite b 1 2))",
        "(declare-fun f (Int Int) Int)(assert (= (f 1) (lambda ((y Int)) (f 1 y))))",
        "(push 1)(declare-const x Int)(assert (= x 1))(pop 1)(declare-const x Bool)(assert x)",
        "(declare-datatypes ((F 0)) (((V) (N (f F)))))(declare-fun is (F) Bool)(declare-const r F)"
        "(assert (= (is r) ((_ is N) r) ((_ is V) (f r))))",
        "(assert (= #f3m7 (ff.add #f1m7 (as ff2 (_ FiniteField 7)))))"));

TEST_F(Parsing, SharingIsWhereItWas) {
  // Three nested binders, terms of every owner shared among all of them.
  expect_round_trip(
      "(declare-fun f (Int Int) Int)(declare-const c Int)(assert (let ((k (f c c))) (forall ((x Int)) (let ((xx (f x "
      "k)))"
      "(or (= xx xx) (exists ((y Int)) (let ((xy (f xx y))) (and (= xy xy (f k k)) (forall ((z Int)) (= (f xy z) (f xy "
      "z)"
      "(f xx c) (f k c) (f k k) (f xx c)))))))))))");
}

}  // namespace
}  // namespace assay::smt
