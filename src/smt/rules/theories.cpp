#include "smt/rules/theories.hpp"

#include <algorithm>
#include <initializer_list>

namespace assay::smt {
namespace {

std::uint32_t bits(std::initializer_list<Theory> theories) {
  std::uint32_t mask = 0;
  for (const Theory theory : theories) mask |= 1U << static_cast<unsigned>(theory);
  return mask;
}

std::vector<TheoryRow> make_rows() {
  return {
      {"core", "Boolean connectives, and equality and ite of Booleans", bits({Theory::Core}), {"Bool"}, {"Bool"}},
      {"ints", "integers: linear, non-linear, div, mod, abs, divisible", bits({Theory::Ints}), {"Int"}, {"Int"}},
      {"reals",
       "reals, and conversions between integers and reals",
       bits({Theory::Ints, Theory::Reals}),
       {"Real", "Int"},
       {"Real"}},
      {"bit-vectors",
       "bit-vectors of widths 1, 2, 4 and 8",
       bits({Theory::BitVectors}),
       {"(_ BitVec 1)", "(_ BitVec 2)", "(_ BitVec 4)", "(_ BitVec 8)", "Int"},
       {"(_ BitVec 1)", "(_ BitVec 2)", "(_ BitVec 4)", "(_ BitVec 8)"}},
      {"floating-point",
       "IEEE 754 numbers: tiny formats, half and single precision",
       bits({Theory::FloatingPoint}),
       {"RoundingMode", "(_ FloatingPoint 3 4)", "(_ FloatingPoint 3 5)", "(_ FloatingPoint 5 11)",
        "(_ FloatingPoint 8 24)", "(_ BitVec 1)", "(_ BitVec 3)", "(_ BitVec 8)", "(_ BitVec 16)", "Real"},
       {"RoundingMode", "(_ FloatingPoint 3 4)", "(_ FloatingPoint 5 11)"}},
      {"arrays",
       "arrays over small and over infinite sorts, nested ones, constant arrays",
       bits({Theory::Arrays}),
       {"Bool", "(_ BitVec 1)", "(_ BitVec 2)", "Int", "String", "(Array Bool Bool)", "(Array Bool Int)",
        "(Array (_ BitVec 1) (_ BitVec 1))", "(Array (_ BitVec 2) Bool)", "(Array (_ BitVec 2) String)",
        "(Array Int Int)", "(Array Int Bool)", "(Array String Int)", "(Array Int (Array Bool Bool))"},
       {"(Array Bool Bool)", "(Array Bool Int)", "(Array (_ BitVec 1) (_ BitVec 1))", "(Array (_ BitVec 2) Bool)",
        "(Array Int Int)", "(Array Int Bool)", "(Array String Int)"}},
      {"strings", "strings and integers", bits({Theory::Strings}), {"String", "Int"}, {"String"}},
      {"regular-expressions",
       "regular expressions, membership, and equality of languages",
       bits({Theory::RegLan}),
       {"RegLan", "String"},
       {"RegLan"}},
      {"sequences",
       "sequences of integers, Booleans and bit-vectors",
       bits({Theory::Sequences}),
       {"(Seq Int)", "(Seq Bool)", "(Seq (_ BitVec 2))", "Int", "Bool", "(_ BitVec 2)"},
       {"(Seq Int)", "(Seq Bool)"},
       {"seq.last_indexof"},
       true},
      {"pseudo-boolean",
       "z3's cardinality and pseudo-Boolean constraints",
       bits({Theory::PseudoBoolean}),
       {"Bool"},
       {},
       {},
       true},
      {"sets",
       "cvc5's finite sets, cardinality and functions of elements",
       bits({Theory::Sets}),
       {"(Set Int)", "(Set Bool)", "Int", "Bool"},
       {"(Set Int)", "(Set Bool)"},
       {"set.choose", "set.complement"},
       true},
      {"datatypes", "datatypes: the operations are rows of the rule files", bits({Theory::Datatypes}), {}, {}},
      {"functions", "uninterpreted functions that the witness fixes to interpreted ones", 0, {}, {}},
      {"combined",
       "operators of several theories in one formula",
       bits({Theory::Core, Theory::Ints, Theory::BitVectors, Theory::Arrays, Theory::Strings}),
       {"Bool", "Int", "String", "(_ BitVec 4)", "(Array (_ BitVec 4) Bool)", "(Array Int String)",
        "(Array String Int)"},
       {"Bool", "Int", "String", "(_ BitVec 4)", "(Array (_ BitVec 4) Bool)"},
       {},
       false,
       true},
  };
}

}  // namespace

const std::vector<TheoryRow>& theory_rows() {
  static const std::vector<TheoryRow> rows = make_rows();
  return rows;
}

const TheoryRow* find_theory(std::string_view name) {
  const auto& rows = theory_rows();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const TheoryRow& one) { return one.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

std::vector<std::string> theory_names() {
  std::vector<std::string> names;
  for (const TheoryRow& row : theory_rows()) names.emplace_back(row.name);
  return names;
}

}  // namespace assay::smt
