#include <array>

#include "analyzer/program/c_generator.hpp"
#include "analyzer/program/cpp_generator.hpp"
#include "analyzer/program/ir_random.hpp"
#include "analyzer/program/program.hpp"
#include "analyzer/program/prolog_generator.hpp"

namespace assay::analyzer {

std::span<const ProgramGenerator> program_generators() {
  static constexpr std::array<ProgramGenerator, 17> kGenerators = {{
      {"c-values", "c", "arithmetic on narrow and mixed types, conditions that imply one another", make_c_values},
      {"c-loops", "c", "loops of many shapes with several exits", make_c_loops},
      {"c-pointers", "c", "aliases, arrays, structures, unions", make_c_pointers},
      {"c-calls", "c", "functions in many contexts, recursion, writes through pointers", make_c_calls},
      {"c-strings", "c", "character arrays and the functions of string.h", make_c_strings},
      {"c-formats", "c", "lengths that calls of the printf family can return", make_c_formats},
      {"c-mixed", "c", "all of these", make_c_mixed},
      {"c-clamps", "c", "minima, maxima and bounds that values are kept within", make_c_clamps},
      {"c-barriers", "c", "inline assembly without instructions, which an analysis must not look through",
       make_c_barriers},
      {"c-objects", "c", "bit-fields, function pointers, restrict, memmove that overlaps, shifts at the width",
       make_c_objects},
      {"c-floats", "c", "double and float: arithmetic, comparisons, conversions; finite values", make_c_floats},
      {"c-special-floats", "c",
       "the same with infinities and NaN, for analyzers that promise what IEEE 754 says of them", make_c_special_floats,
       true},
      {"containers", "c++", "containers of C++: sizes after each change, through aliases, loops and calls",
       make_cpp_containers},
      {"cpp-classes", "c++", "references, virtual functions, constructors and destructors, lambdas, templates",
       make_cpp_classes},
      {"ir-random", "llvm-ir", "small functions of LLVM IR on narrow integers, which are run on every input",
       random_ir},
      {"ir-floats", "llvm-ir",
       "small functions of LLVM IR on floating-point numbers: comparisons, conversions, signs, NaN", float_ir},
      {"prolog-random", "prolog", "sharing, modes and types through recursion, builtins, cuts and negation",
       make_prolog_random},
  }};
  return kGenerators;
}

}  // namespace assay::analyzer
