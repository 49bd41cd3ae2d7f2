#include "conformance/operator_examples.hpp"

namespace assay::smt {

const ExampleTable& arrays_examples() {
  static const ExampleTable table = {
      "arrays",
      "(define-sort IA () (Array Int Int)) (define-sort BA () (Array Bool Int)) (define-sort VA () (Array (_ BitVec 1) "
      "Bool))",
      {
          {"(select ((as const IA) 7) 3)", "7"},
          {"(select (store ((as const IA) 7) 3 4) 3)", "4"},
          {"(select (store ((as const IA) 7) 3 4) 2)", "7"},
          {"(select (store (store ((as const IA) 7) 3 4) 3 5) 3)", "5"},
          {"(store (store ((as const IA) 0) 1 2) 1 0)", "((as const IA) 0)"},
          {"(store ((as const IA) 0) 1 0)", "((as const IA) 0)"},
          {"(= (store (store ((as const IA) 0) 1 2) 3 4) (store (store ((as const IA) 0) 3 4) 1 2))", "true"},
          {"(= ((as const IA) 0) ((as const IA) 1))", "false"},
          {"(= (store ((as const IA) 0) 5 1) ((as const IA) 0))", "false"},
          // Finite index sorts: the same function is the same array, however it is written.
          {"(= (store ((as const BA) 0) false 1) (store ((as const BA) 1) true 0))", "true"},
          {"(store (store ((as const BA) 0) false 1) true 1)", "((as const BA) 1)"},
          {"(= (store ((as const VA) false) #b1 true) (store ((as const VA) true) #b0 false))", "true"},
          {"(= (store ((as const VA) false) #b0 true) (store ((as const VA) true) #b0 false))", "false"},
          {"(select (select ((as const (Array Int IA)) (store ((as const IA) 0) 1 9)) 5) 1)", "9"},
      }};
  return table;
}

}  // namespace assay::smt
