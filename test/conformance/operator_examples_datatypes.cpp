#include "conformance/operator_examples.hpp"

namespace assay::smt {

const ExampleTable& datatypes_examples() {
  static const ExampleTable table = {"datatypes",
                                     "(declare-datatypes ((Lst 0) (Pair 2)) (((nil) (cons (head Int) (tail Lst))) "
                                     "(par (X Y) ((mk (first X) (second Y))))))",
                                     {
                                         {"(head (cons 1 nil))", "1"},
                                         {"(tail (cons 1 (cons 2 nil)))", "(cons 2 nil)"},
                                         {"(head (tail (cons 1 (cons 2 nil))))", "2"},
                                         {"(head nil)", "unspecified"},
                                         {"(tail nil)", "unspecified"},
                                         {"(= (head nil) (head nil))", "true"},
                                         {"((_ is nil) nil)", "true"},
                                         {"((_ is cons) nil)", "false"},
                                         {"((_ is cons) (cons 1 nil))", "true"},
                                         {"((_ update head) (cons 1 nil) 5)", "(cons 5 nil)"},
                                         {"((_ update head) nil 5)", "nil"},  // of another constructor: unchanged
                                         {"(= (cons 1 nil) (cons 1 nil))", "true"},
                                         {"(= (cons 1 nil) (cons 2 nil))", "false"},
                                         {"(= nil (cons 1 nil))", "false"},
                                         {"(first (mk 1 true))", "1"},
                                         {"(second (mk 1 true))", "true"},
                                         {"(= (mk 1 true) (mk 1 false))", "false"},
                                         {"(match (cons 1 nil) ((nil 0) ((cons h t) (+ h 5))))", "6"},
                                         {"(match nil ((nil 0) ((cons h t) (+ h 5))))", "0"},
                                         {"(match (cons 1 nil) ((nil 0) (other 3)))", "3"},
                                     }};
  return table;
}

}  // namespace assay::smt
