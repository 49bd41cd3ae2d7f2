#include "conformance/operator_examples.hpp"

namespace assay::smt {

const ExampleTable& sequences_examples() {
  static const ExampleTable table = {
      "sequences",
      "",
      {
          {"(seq.len (as seq.empty (Seq Int)))", "0", "cvc4"},
          {"(seq.unit 1)", "(seq.unit 1)", "cvc4"},
          {"(seq.++ (seq.unit 1) (as seq.empty (Seq Int)) (seq.unit 2))", "(seq.++ (seq.unit 1) (seq.unit 2))", "cvc4"},
          {"(seq.len (seq.++ (seq.unit 1) (seq.unit 2)))", "2", "cvc4"},
          {"(seq.at (seq.++ (seq.unit 1) (seq.unit 2)) 1)", "(seq.unit 2)", "cvc4"},
          {"(seq.at (seq.unit 1) 1)", "(as seq.empty (Seq Int))", "cvc4"},
          {"(seq.at (seq.unit 1) (- 1))", "(as seq.empty (Seq Int))", "cvc4"},
          {"(seq.nth (seq.++ (seq.unit 1) (seq.unit 2)) 1)", "2", "cvc4"},
          {"(seq.nth (seq.unit 1) 1)", "unspecified", "cvc4"},
          {"(seq.nth (seq.unit 1) (- 1))", "unspecified", "cvc4"},
          {"(seq.extract (seq.++ (seq.unit 1) (seq.unit 2) (seq.unit 3)) 1 5)", "(seq.++ (seq.unit 2) (seq.unit 3))",
           "cvc4"},
          {"(seq.extract (seq.unit 1) 0 0)", "(as seq.empty (Seq Int))", "cvc4"},
          {"(seq.extract (seq.unit 1) (- 1) 1)", "(as seq.empty (Seq Int))", "cvc4"},
          {"(seq.contains (seq.++ (seq.unit 1) (seq.unit 2)) (seq.unit 2))", "true", "cvc4"},
          {"(seq.contains (seq.unit 1) (as seq.empty (Seq Int)))", "true", "cvc4"},
          {"(seq.contains (seq.unit 1) (seq.unit 2))", "false", "cvc4"},
          {"(seq.prefixof (seq.unit 1) (seq.++ (seq.unit 1) (seq.unit 2)))", "true", "cvc4"},
          {"(seq.prefixof (seq.unit 2) (seq.++ (seq.unit 1) (seq.unit 2)))", "false", "cvc4"},
          {"(seq.suffixof (seq.unit 2) (seq.++ (seq.unit 1) (seq.unit 2)))", "true", "cvc4"},
          {"(seq.suffixof (seq.unit 1) (seq.++ (seq.unit 1) (seq.unit 2)))", "false", "cvc4"},
          {"(seq.indexof (seq.++ (seq.unit 1) (seq.unit 2) (seq.unit 1)) (seq.unit 1) 1)", "2", "cvc4"},
          {"(seq.indexof (seq.unit 1) (as seq.empty (Seq Int)) 1)", "1", "cvc4"},
          {"(seq.indexof (seq.unit 1) (as seq.empty (Seq Int)) 2)", "(- 1)", "cvc4"},
          {"(seq.indexof (seq.unit 1) (seq.unit 1) (- 1))", "(- 1)", "cvc4"},
          {"(seq.last_indexof (seq.++ (seq.unit 1) (seq.unit 2) (seq.unit 1)) (seq.unit 1))", "2",
           "cvc4 cvc5 z3"},  // z3 4.8.12 takes any result
          {"(seq.last_indexof (seq.unit 1) (seq.unit 2))", "(- 1)", "cvc4 cvc5 z3"},
          {"(seq.last_indexof (seq.unit 1) (as seq.empty (Seq Int)))", "1", "cvc4 cvc5 z3"},
          {"(seq.replace (seq.++ (seq.unit 1) (seq.unit 1)) (seq.unit 1) (seq.unit 2))",
           "(seq.++ (seq.unit 2) (seq.unit 1))", "cvc4"},
          {"(seq.replace (seq.unit 1) (as seq.empty (Seq Int)) (seq.unit 2))", "(seq.++ (seq.unit 2) (seq.unit 1))",
           "cvc4"},
          {"(seq.replace_all (seq.++ (seq.unit 1) (seq.unit 1)) (seq.unit 1) (seq.unit 2))",
           "(seq.++ (seq.unit 2) (seq.unit 2))", "cvc4 z3"},
          {"(seq.replace_all (seq.unit 1) (as seq.empty (Seq Int)) (seq.unit 2))", "(seq.unit 1)",
           "cvc4 z3"},  // z3 4.8.12 has it for strings only
          {"(seq.rev (seq.++ (seq.unit 1) (seq.unit 2)))", "(seq.++ (seq.unit 2) (seq.unit 1))", "cvc4 z3"},
          {"(seq.update (seq.++ (seq.unit 1) (seq.unit 2)) 1 (seq.++ (seq.unit 3) (seq.unit 4)))",
           "(seq.++ (seq.unit 1) (seq.unit 3))", "cvc4 z3"},
          {"(seq.update (seq.unit 1) 1 (seq.unit 2))", "(seq.unit 1)", "cvc4 z3"},
          {R"((seq.len "abc"))", "3", "cvc4"},
          {R"((seq.++ "a" "b"))", R"("ab")", "cvc4"},
          {R"((seq.extract "abc" 1 1))", R"("b")", "cvc4"},
          {R"((seq.indexof "abc" "" 3))", "3", "cvc4"},
          {"(= (seq.unit 1) (seq.unit 2))", "false", "cvc4"},
          {"(seq.len (seq.unit (seq.unit true)))", "1", "cvc4"},
      }};
  return table;
}

}  // namespace assay::smt
