#include "conformance/operator_examples.hpp"

namespace assay::smt {

// cvc5's manual, "Theory Reference: Sets and Relations" and "Datatypes" (tuples). z3 and cvc4 do not know these names.
// set.is_empty is younger than cvc5 1.0.3, which rejects it.

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
      }};
  return table;
}

// cvc5's manual, "Theory Reference: Bags": the table of multiplicities.
const ExampleTable& bags_examples() {
  static const ExampleTable table = {
      "bags",
      "(define-fun none () (Bag Int) (as bag.empty (Bag Int)))\n"
      "(define-fun one () (Bag Int) (bag.union_disjoint (bag 1 2) (bag 2 1)))\n"
      "(define-fun two () (Bag Int) (bag.union_disjoint (bag 1 1) (bag 3 4)))\n",
      {
          {"(bag 1 0)", "none", "z3 cvc4"},
          {"(bag 1 (- 3))", "none", "z3 cvc4"},
          {"(bag.count 1 one)", "2", "z3 cvc4"},
          {"(bag.count 3 one)", "0", "z3 cvc4"},
          {"(bag.union_disjoint one two)", "(bag.union_disjoint (bag 1 3) (bag.union_disjoint (bag 2 1) (bag 3 4)))",
           "z3 cvc4"},
          {"(bag.union_max one two)", "(bag.union_disjoint (bag 1 2) (bag.union_disjoint (bag 2 1) (bag 3 4)))",
           "z3 cvc4"},
          {"(bag.inter_min one two)", "(bag 1 1)", "z3 cvc4"},
          {"(bag.difference_subtract one two)", "(bag.union_disjoint (bag 1 1) (bag 2 1))", "z3 cvc4"},
          {"(bag.difference_subtract two one)", "(bag 3 4)", "z3 cvc4"},
          {"(bag.difference_remove one two)", "(bag 2 1)", "z3 cvc4"},
          {"(bag.difference_remove one none)", "one", "z3 cvc4"},
          {"(bag.difference_subtract (bag 1 5) (bag 1 2) (bag 1 2))", "(bag 1 1)", "z3 cvc4"},
          {"(bag.subbag (bag 1 2) one)", "true", "z3 cvc4"},
          {"(bag.subbag (bag 1 3) one)", "false", "z3 cvc4"},
          {"(bag.subbag none none)", "true", "z3 cvc4"},
          {"(bag.member 2 one)", "true", "z3 cvc4"},
          {"(bag.member 3 one)", "false", "z3 cvc4"},
          {"(bag.card none)", "0", "z3 cvc4"},
          {"(bag.card two)", "5", "z3 cvc4"},
          {"(bag.setof two)", "(bag.union_disjoint (bag 1 1) (bag 3 1))", "z3 cvc4"},
          {"(bag.choose (bag 3 2))", "3", "z3 cvc4"},
          {"(bag.choose none)", "unspecified", "z3 cvc4"},
          {"(bag.choose one)", "unspecified", "z3 cvc4"},
          {"(bag.from_set (set.insert 1 (set.singleton 2)))", "(bag.union_disjoint (bag 1 1) (bag 2 1))", "z3 cvc4"},
          {"(bag.to_set two)", "(set.insert 1 (set.singleton 3))", "z3 cvc4"},
          {"(table.product (bag (tuple 1) 2) (bag (tuple true) 3))", "(bag (tuple 1 true) 6)", "z3 cvc4"},
          {"(table.product (bag (tuple 1) 2) (as bag.empty (Table Int)))", "(as bag.empty (Table Int Int))", "z3 cvc4"},
      }};
  return table;
}

// cvc5 1.0.3 does not read these yet.
const ExampleTable& nullables_examples() {
  static const ExampleTable table = {"nullables",
                                     "",
                                     {
                                         {"(nullable.is_null (as nullable.null (Nullable Int)))", "true", "z3 cvc4"},
                                         {"(nullable.is_null (nullable.some 1))", "false", "z3 cvc4"},
                                         {"(nullable.is_some (as nullable.null (Nullable Int)))", "false", "z3 cvc4"},
                                         {"(nullable.is_some (nullable.some 1))", "true", "z3 cvc4"},
                                         {"(nullable.val (nullable.some 1))", "1", "z3 cvc4"},
                                         {"(nullable.val (as nullable.null (Nullable Int)))", "unspecified", "z3 cvc4"},
                                         {"(nullable.some 2)", "(nullable.some 2)", "z3 cvc4"},
                                     }};
  return table;
}

// cvc5's manual, "Theory Reference: Finite Fields".
const ExampleTable& finite_fields_examples() {
  static const ExampleTable table = {"finite-fields",
                                     "",
                                     {
                                         {"#f9m7", "#f2m7", "z3 cvc4"},
                                         {"(as ff-1 (_ FiniteField 7))", "#f6m7", "z3 cvc4"},
                                         {"(as ff8 (_ FiniteField 7))", "(as ff1 (_ FiniteField 7))", "z3 cvc4"},
                                         {"(ff.add #f3m7 #f5m7)", "#f1m7", "z3 cvc4"},
                                         {"(ff.add #f6m7 #f6m7 #f6m7)", "#f4m7", "z3 cvc4"},
                                         {"(ff.mul #f3m7 #f5m7)", "#f1m7", "z3 cvc4"},
                                         {"(ff.mul #f6m7 #f6m7 #f6m7)", "#f6m7", "z3 cvc4"},
                                         {"(ff.neg #f0m7)", "#f0m7", "z3 cvc4"},
                                         {"(ff.neg #f3m7)", "#f4m7", "z3 cvc4"},
                                         {"(ff.neg #f1m2)", "#f1m2", "z3 cvc4"},
                                         {"(ff.bitsum #f1m7 #f1m7 #f1m7)", "#f0m7", "z3 cvc4"},
                                         {"(ff.bitsum #f3m7 #f5m7)", "#f6m7", "z3 cvc4"},
                                     }};
  return table;
}

}  // namespace assay::smt
