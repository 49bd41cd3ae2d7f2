#include "domain/libraries/crab/cpp_functions.hpp"

namespace assay::domain::crabs {
namespace {

using reproduction::FunctionText;

constexpr FunctionText kBasic[] = {
    {"linear",
     "// A coefficient for each dimension, and the constant.\n"
     "Linear linear(const std::vector<std::string>& numbers) {\n"
     "  Linear sum{Number(numbers[n])};\n"
     "  for (std::size_t i = 0; i < n; ++i)\n"
     "    if (numbers[i] != \"0\") sum = sum + Linear(Number(numbers[i]), variables[i]);\n"
     "  return sum;\n"
     "}\n"},
    {"copy", "Domain copy(const Domain& x) { return x; }\n"},
    {"leq", "bool leq(const Domain& x, const Domain& y) { return x <= y; }\n"},
    {"same", "bool same(const Domain& x, const Domain& y) { return x <= y && y <= x; }\n"},
    {"is_bottom", "bool is_bottom(const Domain& x) { return x.is_bottom(); }\n"},
    {"is_top", "bool is_top(const Domain& x) { return x.is_top(); }\n"},
    {"top",
     "Domain top() {\n"
     "  Domain result;\n"
     "  result.set_to_top();\n"
     "  return result;\n"
     "}\n"},
    {"bottom",
     "Domain bottom() {\n"
     "  Domain result;\n"
     "  result.set_to_bottom();\n"
     "  return result;\n"
     "}\n"},
    {"join", "Domain join(const Domain& x, const Domain& y) { return x | y; }\n"},
    {"meet", "Domain meet(const Domain& x, const Domain& y) { return x & y; }\n"},
    {"canonical",
     "Domain canonical(const Domain& x) {\n"
     "  Domain result(x);\n"
     "  result.normalize();\n"
     "  result.minimize();\n"
     "  return result;\n"
     "}\n"},
    {"add",
     "void add(Domain& x, const Condition& condition) {\n"
     "  Conditions all;\n"
     "  all += condition;\n"
     "  x += all;\n"
     "}\n"},
    {"satisfies", "bool satisfies(const Domain& x, const Condition& condition) { return x.entails(condition); }\n"},
    {"whole", "mpz_class whole(Number number) { return mpz_class(number.get_mpz_t()); }\n"},
    {"row_of",
     "// Coefficients and the constant; empty where it says nothing of points.\n"
     "std::vector<mpq_class> row_of(const Condition& condition) {\n"
     "  std::vector<mpq_class> row(n + 1);\n"
     "  if (condition.is_disequation()) return {};\n"
     "  row[n] = whole(condition.expression().constant());\n"
     "  for (const auto& [coefficient, variable] : condition) {\n"
     "    const auto at = std::find(variables.begin(), variables.end(), variable);\n"
     "    if (at == variables.end()) return {};\n"
     "    row[at - variables.begin()] = whole(coefficient);\n"
     "  }\n"
     "  return row;\n"
     "}\n"},
    {"value_at",
     "mpq_class value_at(const std::vector<mpq_class>& row, const std::vector<std::string>& point) {\n"
     "  mpq_class value = row[n];\n"
     "  for (std::size_t i = 0; i < n; ++i) value += row[i] * mpq_class(point[i]);\n"
     "  return value;\n"
     "}\n"},
    {"exported", "void exported(const Domain& x) { x.to_linear_constraint_system(); }\n"},
    {"reimported",
     "// Built anew from its constraints.\n"
     "Domain reimported(const Domain& x) {\n"
     "  Domain result = top();\n"
     "  const Conditions all = x.to_linear_constraint_system();\n"
     "  for (const Condition& one : all)\n"
     "    if (one.is_contradiction() || !row_of(one).empty()) add(result, one);\n"
     "  return result;\n"
     "}\n"},
    {"bounds",
     "ikos::interval<Number> bounds(const Domain& x, const Linear& e) {\n"
     "  if (const auto variable = e.get_variable()) return x.at(*variable);\n"
     "  Domain result(x);\n"
     "  result.assign(spares[0], e);\n"
     "  return result.at(spares[0]);\n"
     "}\n"},
    {"bounds_hold",
     "// Whether the value of e at the point is within its bounds.\n"
     "bool bounds_hold(const Domain& x, const Linear& e, const std::vector<std::string>& point) {\n"
     "  const auto range = bounds(x, e);\n"
     "  const mpq_class value = value_at(row_of(Condition(e, Condition::EQUALITY)), point);\n"
     "  if (range.is_bottom()) return false;\n"
     "  const auto low = range.lb(), high = range.ub();\n"
     "  if (low.is_finite() && value < whole(*low.number())) return false;\n"
     "  return !high.is_finite() || value <= whole(*high.number());\n"
     "}\n"},
    {"contradict",
     "// Whether l <= 0 and sign*r <= 0 add up to a false constant, once their first coefficients are 1 or -1.\n"
     "bool contradict(std::vector<mpq_class> l, std::vector<mpq_class> r, int sign, bool open) {\n"
     "  for (std::vector<mpq_class>* row : {&l, &r}) {\n"
     "    mpq_class size = 1;\n"
     "    for (std::size_t i = n; i-- > 0;)\n"
     "      if (sgn((*row)[i]) != 0) size = abs((*row)[i]);\n"
     "    for (mpq_class& number : *row) number /= size;\n"
     "  }\n"
     "  for (std::size_t i = 0; i < n; ++i)\n"
     "    if (sgn(mpq_class(l[i] + sign * r[i])) != 0) return false;\n"
     "  const int end = sgn(mpq_class(l[n] + sign * r[n]));\n"
     "  return open ? end >= 0 : end > 0;\n"
     "}\n"},
    {"disjoint",
     "// Two constraints of theirs contradict each other at sight.\n"
     "bool disjoint(const Domain& x, const Domain& y) {\n"
     "  const Conditions of_x = x.to_linear_constraint_system(), of_y = y.to_linear_constraint_system();\n"
     "  for (const Condition& left : of_x) {\n"
     "    for (const Condition& right : of_y) {\n"
     "      const auto l = row_of(left), r = row_of(right);\n"
     "      const bool open = left.is_strict_inequality() || right.is_strict_inequality();\n"
     "      if (l.empty() || r.empty()) continue;\n"
     "      if (contradict(l, r, 1, open) || (right.is_equality() && contradict(l, r, -1, open)) ||\n"
     "          (left.is_equality() && contradict(r, l, -1, open)))\n"
     "        return true;\n"
     "    }\n"
     "  }\n"
     "  return false;\n"
     "}\n"},
};

constexpr FunctionText kByConstraints[] = {
    {"has",
     "// Whether the element has the point: its constraints say so.\n"
     "bool has(const Domain& x, const std::vector<std::string>& point) {\n"
     "  const Conditions all = x.to_linear_constraint_system();\n"
     "  for (const Condition& one : all) {\n"
     "    if (one.is_contradiction()) return false;\n"
     "    const auto row = row_of(one);\n"
     "    if (row.empty()) continue;\n"
     "    const int sign = sgn(value_at(row, point));\n"
     "    if (one.is_equality() ? sign != 0 : one.is_strict_inequality() ? sign >= 0 : sign > 0) return false;\n"
     "  }\n"
     "  return true;\n"
     "}\n"},
};

constexpr FunctionText kByMeeting[] = {
    {"has",
     "// Whether anything is left when the variables have these values.\n"
     "bool has(Domain x, const std::vector<std::string>& point) {\n"
     "  for (std::size_t i = 0; i < n; ++i) {\n"
     "    const mpq_class value(point[i]);\n"
     "    std::vector<std::string> numbers(n + 1, \"0\");\n"
     "    numbers[i] = value.get_den().get_str();\n"
     "    numbers[n] = mpz_class(-value.get_num()).get_str();\n"
     "    add(x, Condition(linear(numbers), Condition::EQUALITY));\n"
     "  }\n"
     "  return !x.is_bottom();\n"
     "}\n"},
};

constexpr std::string_view kBeginning =
    "#include <crab/domains/interval.hpp>\n"
    "#include <crab/numbers/bignums.hpp>\n"
    "#include <crab/support/os.hpp>\n"
    "#include <crab/types/linear_constraints.hpp>\n"
    "#include <crab/types/varname_factory.hpp>\n"
    "#include <fenv.h>\n"
    "#include <gmpxx.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <unistd.h>\n"
    "#ifdef __SSE__\n#include <xmmintrin.h>\n#endif\n\n"
    "#include <algorithm>\n"
    "#include <cstddef>\n"
    "#include <iostream>\n"
    "#include <string>\n"
    "#include <vector>\n\n"
    "// CRAB asks its users for the text of a name.\n"
    "template <>\n"
    "inline std::string crab::variable_name_traits<std::string>::to_string(std::string name) {\n"
    "  return name;\n"
    "}\n\n"
    "using Number = ikos::z_number;\n"
    "using Factory = crab::var_factory_impl::str_variable_factory;\n"
    "using VariableName = Factory::varname_t;\n"
    "using Variable = crab::variable<Number, VariableName>;\n"
    "using Linear = ikos::linear_expression<Number, VariableName>;\n"
    "using Condition = ikos::linear_constraint<Number, VariableName>;\n"
    "using Conditions = ikos::linear_constraint_system<Number, VariableName>;\n";

}  // namespace

std::string_view beginning() { return kBeginning; }
std::span<const FunctionText> basic_functions() { return kBasic; }
std::span<const FunctionText> contains_functions(bool by_meeting) {
  if (by_meeting) return kByMeeting;
  return kByConstraints;
}

}  // namespace assay::domain::crabs
