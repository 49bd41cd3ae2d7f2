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
          {"(= (div 1 0) (div 1 0))", "true"},  // a function, whatever it is
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

}  // namespace assay::smt
