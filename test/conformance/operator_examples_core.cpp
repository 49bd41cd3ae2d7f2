#include "conformance/operator_examples.hpp"

namespace assay::smt {

const ExampleTable& core_examples() {
  static const ExampleTable table = {
      "core",
      "(declare-datatypes ((Color 0)) (((red) (green) (blue))))",
      {
          {"true", "(not false)"},
          {"false", "(not true)"},
          {"(not true)", "false"},
          {"(not (not true))", "true"},
          {"(=> true false)", "false"},
          {"(=> false false)", "true"},
          {"(=> false true)", "true"},
          {"(=> true true)", "true"},
          {"(=> false true false)", "true"},   // right associative: false => (true => false)
          {"(=> true true false)", "false"},   //
          {"(=> true false false)", "true"},   // left associative would give false
          {"(=> false false false)", "true"},  // left associative would give false
          {"(and true true)", "true"},
          {"(and true false)", "false"},
          {"(and true true false true)", "false"},
          {"(and false (= (div 1 0) 1))", "false"},
          {"(or false false)", "false"},
          {"(or false true)", "true"},
          {"(or false false false true)", "true"},
          {"(or true (= (div 1 0) 1))", "true"},
          {"(xor true true)", "false"},
          {"(xor true false)", "true"},
          {"(xor true true true)", "true"},  // left associative
          {"(xor true true true true)", "false"},
          {"(= true true)", "true"},
          {"(= true false)", "false"},
          {"(= false false false)", "true"},
          {"(= 1 1 1)", "true"},
          {"(= 1 1 2)", "false"},
          {"(= red red)", "true"},
          {"(= red green)", "false"},
          {"(= #b0101 #x5)", "true"},
          {"(= 0.5 0.50)", "true"},
          {"(= (div 1 0) (div 1 0))", "true"},  // `div` is a function, so the unspecified value equals itself
          {"(distinct true false)", "true"},
          {"(distinct 1 1)", "false"},
          {"(distinct 1 2 3)", "true"},
          {"(distinct 1 2 1)", "false"},  // pairwise, not a chain
          {"(distinct red green blue)", "true"},
          {"(distinct red green blue red)", "false"},
          {"(distinct (div 1 0) (div 1 0))", "false"},
          {"(ite true 1 2)", "1"},
          {"(ite false 1 2)", "2"},
          {"(ite (= red blue) #b0 #b1)", "#b1"},
          {"(ite true 1 (div 1 0))", "1"},
          {"(ite (= (div 1 0) 7) red red)", "red"},
      }};
  return table;
}

// z3's C API, Z3_mk_atmost, Z3_mk_atleast, Z3_mk_pble, Z3_mk_pbge, Z3_mk_pbeq.
const ExampleTable& pseudo_boolean_examples() {
  static const ExampleTable table = {
      "pseudo-boolean",
      "",
      {
          {"((_ at-most 0) false)", "true", "cvc4 cvc5"},
          {"((_ at-most 0) true)", "false", "cvc4 cvc5"},
          {"((_ at-most 1) true)", "true", "cvc4 cvc5"},
          {"((_ at-most 1) true true)", "false", "cvc4 cvc5"},
          {"((_ at-most 1) false true false)", "true", "cvc4 cvc5"},
          {"((_ at-most 2) true true)", "true", "cvc4 cvc5"},
          {"((_ at-most 2) true true true)", "false", "cvc4 cvc5"},
          {"((_ at-most 5) true true)", "true", "cvc4 cvc5"},
          {"((_ at-most 0) false false false false)", "true", "cvc4 cvc5"},
          {"((_ at-least 0) false)", "true", "cvc4 cvc5"},
          {"((_ at-least 0) true)", "true", "cvc4 cvc5"},
          {"((_ at-least 1) true)", "true", "cvc4 cvc5"},
          {"((_ at-least 1) true true)", "true", "cvc4 cvc5"},
          {"((_ at-least 1) false true false)", "true", "cvc4 cvc5"},
          {"((_ at-least 2) true true)", "true", "cvc4 cvc5"},
          {"((_ at-least 2) true true true)", "true", "cvc4 cvc5"},
          {"((_ at-least 5) true true)", "false", "cvc4 cvc5"},
          {"((_ at-least 0) false false false false)", "true", "cvc4 cvc5"},
          {"((_ pble 0 1) false)", "true", "cvc4 cvc5"},
          {"((_ pble 0 1) true)", "false", "cvc4 cvc5"},
          {"((_ pble 2 3) true)", "false", "cvc4 cvc5"},
          {"((_ pble 3 3) true)", "true", "cvc4 cvc5"},
          {"((_ pble 0 0) true)", "true", "cvc4 cvc5"},
          {"((_ pble 4 2 3) true true)", "false", "cvc4 cvc5"},
          {"((_ pble 5 2 3) true true)", "true", "cvc4 cvc5"},
          {"((_ pble 3 2 3) false true)", "true", "cvc4 cvc5"},
          {"((_ pble 7 1 2 4) true true true)", "true", "cvc4 cvc5"},
          {"((_ pble 6 1 2 4) true false true)", "true", "cvc4 cvc5"},
          {"((_ pble 4 1 1 1 1) true true true false)", "true", "cvc4 cvc5"},
          {"((_ pble 9 1 2 3 4 5) false false false true true)", "true", "cvc4 cvc5"},
          {"((_ pble 6 1 2 3 4 5 6) true true true false false false)", "true", "cvc4 cvc5"},
          {"((_ pble 6 1 1 1 1 1 1 1) true true true true true true false)", "true", "cvc4 cvc5"},
          {"((_ pble 255 1 2 4 8 16 32 64 128) true true true true true true true true)", "true", "cvc4 cvc5"},
          {"((_ pble 254 1 2 4 8 16 32 64 128) true true true true true true true true)", "false", "cvc4 cvc5"},
          {"((_ pbge 0 1) false)", "true", "cvc4 cvc5"},
          {"((_ pbge 0 1) true)", "true", "cvc4 cvc5"},
          {"((_ pbge 2 3) true)", "true", "cvc4 cvc5"},
          {"((_ pbge 3 3) true)", "true", "cvc4 cvc5"},
          {"((_ pbge 0 0) true)", "true", "cvc4 cvc5"},
          {"((_ pbge 4 2 3) true true)", "true", "cvc4 cvc5"},
          {"((_ pbge 5 2 3) true true)", "true", "cvc4 cvc5"},
          {"((_ pbge 3 2 3) false true)", "true", "cvc4 cvc5"},
          {"((_ pbge 7 1 2 4) true true true)", "true", "cvc4 cvc5"},
          {"((_ pbge 6 1 2 4) true false true)", "false", "cvc4 cvc5"},
          {"((_ pbge 4 1 1 1 1) true true true false)", "false", "cvc4 cvc5"},
          {"((_ pbge 9 1 2 3 4 5) false false false true true)", "true", "cvc4 cvc5"},
          {"((_ pbge 6 1 2 3 4 5 6) true true true false false false)", "true", "cvc4 cvc5"},
          {"((_ pbge 6 1 1 1 1 1 1 1) true true true true true true false)", "true", "cvc4 cvc5"},
          {"((_ pbge 255 1 2 4 8 16 32 64 128) true true true true true true true true)", "true", "cvc4 cvc5"},
          {"((_ pbge 254 1 2 4 8 16 32 64 128) true true true true true true true true)", "true", "cvc4 cvc5"},
          {"((_ pbeq 0 1) false)", "true", "cvc4 cvc5"},
          {"((_ pbeq 0 1) true)", "false", "cvc4 cvc5"},
          {"((_ pbeq 2 3) true)", "false", "cvc4 cvc5"},
          {"((_ pbeq 3 3) true)", "true", "cvc4 cvc5"},
          {"((_ pbeq 0 0) true)", "true", "cvc4 cvc5"},
          {"((_ pbeq 4 2 3) true true)", "false", "cvc4 cvc5"},
          {"((_ pbeq 5 2 3) true true)", "true", "cvc4 cvc5"},
          {"((_ pbeq 3 2 3) false true)", "true", "cvc4 cvc5"},
          {"((_ pbeq 7 1 2 4) true true true)", "true", "cvc4 cvc5"},
          {"((_ pbeq 6 1 2 4) true false true)", "false", "cvc4 cvc5"},
          {"((_ pbeq 4 1 1 1 1) true true true false)", "false", "cvc4 cvc5"},
          {"((_ pbeq 9 1 2 3 4 5) false false false true true)", "true", "cvc4 cvc5"},
          {"((_ pbeq 6 1 2 3 4 5 6) true true true false false false)", "true", "cvc4 cvc5"},
          {"((_ pbeq 6 1 1 1 1 1 1 1) true true true true true true false)", "true", "cvc4 cvc5"},
          {"((_ pbeq 255 1 2 4 8 16 32 64 128) true true true true true true true true)", "true", "cvc4 cvc5"},
          {"((_ pbeq 254 1 2 4 8 16 32 64 128) true true true true true true true true)", "false", "cvc4 cvc5"},
      }};
  return table;
}

}  // namespace assay::smt
