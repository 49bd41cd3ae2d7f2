#include "datalog/dialect/souffle/words/souffle_functors.hpp"

#include <algorithm>
#include <array>

namespace assay::datalog {
namespace {

constexpr std::size_t kAnyNumber = 64;  // maximum number of arguments of functors without a fixed number

// Soufflé's manual, "Arguments": intrinsic functors and constraints. `ord` and `as` are missing, because they show an
// engine's internal numbers of symbols and records, which may differ between runs.
constexpr std::array<FunctorRow, 34> kRows = {{
    {"cat", CallForm::Function, 1, kAnyNumber, "s", 's'},
    {"strlen", CallForm::Function, 1, 1, "s", 'n'},
    {"substr", CallForm::Function, 3, 3, "snn", 's'},
    {"to_string", CallForm::Function, 1, 1, "*", 's'},
    {"to_number", CallForm::Function, 1, 1, "*", 'n'},
    {"to_unsigned", CallForm::Function, 1, 1, "*", 'u'},
    {"to_float", CallForm::Function, 1, 1, "*", 'f'},
    {"range", CallForm::Function, 2, 3, "=", '='},
    {"min", CallForm::Function, 2, kAnyNumber, "=", '='},
    {"max", CallForm::Function, 2, kAnyNumber, "=", '='},
    {"contains", CallForm::Constraint, 2, 2, "s", '='},
    {"match", CallForm::Constraint, 2, 2, "s", '='},
    {"<", CallForm::Order, 2, 2, "=", '='},
    {"<=", CallForm::Order, 2, 2, "=", '='},
    {">", CallForm::Order, 2, 2, "=", '='},
    {">=", CallForm::Order, 2, 2, "=", '='},
    {"band", CallForm::Infix, 2, 2, "=", '='},
    {"bor", CallForm::Infix, 2, 2, "=", '='},
    {"bxor", CallForm::Infix, 2, 2, "=", '='},
    {"bshl", CallForm::Infix, 2, 2, "=", '='},
    {"bshr", CallForm::Infix, 2, 2, "=", '='},
    {"bshru", CallForm::Infix, 2, 2, "=", '='},
    {"land", CallForm::Infix, 2, 2, "=", '='},
    {"lor", CallForm::Infix, 2, 2, "=", '='},
    {"lxor", CallForm::Infix, 2, 2, "=", '='},
    {"^", CallForm::Infix, 2, 2, "=", '='},
    {"bnot", CallForm::Prefix, 1, 1, "=", '='},
    {"lnot", CallForm::Prefix, 1, 1, "=", '='},
    {"-", CallForm::Prefix, 1, 1, "=", '='},
    // For floats only; on integers these operators are Computations.
    {"+", CallForm::Infix, 2, 2, "=", '='},
    {"-", CallForm::Infix, 2, 2, "=", '='},
    {"*", CallForm::Infix, 2, 2, "=", '='},
    {"/", CallForm::Infix, 2, 2, "=", '='},
    {"%", CallForm::Infix, 2, 2, "=", '='},
}};
// Soufflé's grammar (parser.yy), %left from `lor` on.
constexpr std::array<InfixRow, 15> kInfixRows = {{{"lor", 0},
                                                  {"lxor", 1},
                                                  {"land", 2},
                                                  {"bor", 3},
                                                  {"bxor", 4},
                                                  {"band", 5},
                                                  {"bshl", 6},
                                                  {"bshr", 6},
                                                  {"bshru", 6},
                                                  {"+", 7},
                                                  {"-", 7},
                                                  {"*", 8},
                                                  {"/", 8},
                                                  {"%", 8},
                                                  {"^", kPowerLevel}}};

}  // namespace

const FunctorRow* functor_row(std::string_view name, CallForm form) {
  const auto* row = std::find_if(kRows.begin(), kRows.end(),
                                 [&](const FunctorRow& it) { return it.name == name && it.form == form; });
  return row == kRows.end() ? nullptr : row;
}

const InfixRow* infix_row(std::string_view name) {
  const auto* row =
      std::find_if(kInfixRows.begin(), kInfixRows.end(), [&](const InfixRow& it) { return it.name == name; });
  return row == kInfixRows.end() ? nullptr : row;
}

}  // namespace assay::datalog
