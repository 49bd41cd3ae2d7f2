#include "conformance/operator_examples.hpp"

namespace assay::smt {

// cvc5's manual, "Theory Reference: Sets and Relations" and "Datatypes" (tuples). z3 and cvc4 do not know these names.
// set.is_empty is younger than cvc5 1.0.3, which says so.

const ExampleTable& sets_examples() {
  static const ExampleTable table = {
      "sets",
      "(define-fun none () (Set Int) (as set.empty (Set Int)))\n"
      "(define-fun two () (Set Int) (set.insert 1 2 (as set.empty (Set Int))))\n",
      {
          {"(set.card none)", "0", "z3 cvc4"},
          {"(set.card (as set.universe (Set Bool)))", "unspecified", "z3 cvc4"},
          {"(set.complement two)", "unspecified", "z3 cvc4"},
          {"(set.union (set.singleton 2) (set.singleton 1))", "two", "z3 cvc4"},
          {"(set.union two two)", "two", "z3 cvc4"},
          {"(set.union none none)", "none", "z3 cvc4"},
          {"(set.inter two (set.insert 2 3 none))", "(set.singleton 2)", "z3 cvc4"},
          {"(set.inter two none)", "none", "z3 cvc4"},
          {"(set.minus two (set.insert 2 3 none))", "(set.singleton 1)", "z3 cvc4"},
          {"(set.minus none two)", "none", "z3 cvc4"},
          {"(set.insert 1 1 none)", "(set.singleton 1)", "z3 cvc4"},
          {"(set.insert 2 two)", "two", "z3 cvc4"},
          {"(set.member 1 two)", "true", "z3 cvc4"},
          {"(set.member 3 two)", "false", "z3 cvc4"},
          {"(set.member none (set.singleton none))", "true", "z3 cvc4"},
          {"(set.subset none two)", "true", "z3 cvc4"},
          {"(set.subset two two)", "true", "z3 cvc4"},
          {"(set.subset two (set.singleton 1))", "false", "z3 cvc4"},
          {"(set.is_empty none)", "true", "z3 cvc4"},
          {"(set.is_empty two)", "false", "z3 cvc4"},
          {"(set.is_singleton none)", "false", "z3 cvc4"},
          {"(set.is_singleton (set.singleton 7))", "true", "z3 cvc4"},
          {"(set.is_singleton two)", "false", "z3 cvc4"},
          {"(set.card (set.insert 1 2 1 none))", "2", "z3 cvc4"},
          {"(set.choose (set.singleton 7))", "7", "z3 cvc4"},
          {"(set.choose none)", "unspecified", "z3 cvc4"},
          {"(set.choose two)", "unspecified", "z3 cvc4"},
          {"(= (set.insert #b0 #b1 (as set.empty (Set (_ BitVec 1)))) (set.singleton #b1))", "false", "z3 cvc4"},
          {"(select (store ((as const (Array (Set Bool) Int)) 0) (set.insert false true (as set.empty (Set Bool))) 1) "
           "(set.insert true false (as set.empty (Set Bool))))",
           "1", "z3 cvc4"},
      }};
  return table;
}

const ExampleTable& tuples_examples() {
  static const ExampleTable table = {
      "tuples",
      "",
      {
          {"(= tuple.unit tuple.unit)", "true", "z3 cvc4"},
          {"(= (tuple 1 true) (tuple 1 false))", "false", "z3 cvc4"},
          {"(tuple 1)", "(tuple 1)", "z3 cvc4"},
          {"((_ tuple.select 0) (tuple 1 true))", "1", "z3 cvc4"},
          {"((_ tuple.select 1) (tuple 1 true))", "true", "z3 cvc4"},
          {"((_ tuple.update 0) (tuple 1 true) 2)", "(tuple 2 true)", "z3 cvc4"},
          {"((_ tuple.project 1) (tuple 1 true))", "(tuple true)", "z3 cvc4"},
          {"((_ tuple.project 1 0) (tuple 1 true))", "(tuple true 1)", "z3 cvc4"},
          {"((_ tuple.project 0 0 1) (tuple 1 true))", "(tuple 1 1 true)", "z3 cvc4"},
          {"((_ tuple.project 1 1 0 0) (tuple 1 true))", "(tuple true true 1 1)", "z3 cvc4"},
      }};
  return table;
}

const ExampleTable& relations_examples() {
  static const ExampleTable table = {
      "relations",
      "(define-fun none () (Relation Int Int) (as set.empty (Relation Int Int)))\n"
      "(define-fun path () (Relation Int Int) (set.insert (tuple 1 2) (tuple 2 3) none))\n"
      "(define-fun ring () (Relation Int Int) (set.insert (tuple 1 2) (tuple 2 1) none))\n",
      {
          {"(rel.transpose path)", "(set.insert (tuple 2 1) (tuple 3 2) none)", "z3 cvc4"},
          {"(rel.transpose none)", "none", "z3 cvc4"},
          {"(rel.transpose (set.singleton (tuple 1 true 2)))", "(set.singleton (tuple 2 true 1))", "z3 cvc4"},
          {"(rel.product (set.singleton (tuple 1)) (set.insert (tuple true) (tuple false) (as set.empty (Relation "
           "Bool))))",
           "(set.insert (tuple 1 true) (tuple 1 false) (as set.empty (Relation Int Bool)))", "z3 cvc4"},
          {"(rel.product none path)", "(as set.empty (Relation Int Int Int Int))", "z3 cvc4"},
          {"(rel.join path path)", "(set.singleton (tuple 1 3))", "z3 cvc4"},
          {"(rel.join path (set.singleton (tuple 3)))", "(set.singleton (tuple 2))", "z3 cvc4"},
          {"(rel.join (set.singleton (tuple 4)) path)", "(as set.empty (Relation Int))", "z3 cvc4"},
          {"(rel.tclosure path)", "(set.insert (tuple 1 2) (tuple 2 3) (tuple 1 3) none)", "z3 cvc4"},
          {"(rel.tclosure ring)", "(set.insert (tuple 1 1) (tuple 1 2) (tuple 2 1) (tuple 2 2) none)", "z3 cvc4"},
          {"(rel.tclosure none)", "none", "z3 cvc4"},
          {"(rel.iden (set.singleton (tuple 5)))", "(set.singleton (tuple 5 5))", "z3 cvc4"},
          {"(rel.join_image (set.insert (tuple 1 2) (tuple 1 3) (tuple 2 2) none) 2)", "(set.singleton (tuple 1))",
           "z3 cvc4"},
          {"(rel.join_image ring 1)", "(set.insert (tuple 1) (tuple 2) (as set.empty (Relation Int)))", "z3 cvc4"},
          {"(rel.join_image ring 0)", "unspecified", "z3 cvc4"},
      }};
  return table;
}

}  // namespace assay::smt
