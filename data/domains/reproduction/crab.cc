// Functions of reproductions in C++ for CRAB. If a domain's elements are more than their constraints, the element is
// met with a point to find out whether it has the point.
#include <crab/domains/intervals.hpp>

//! part beginning
//! beginning
#include <crab/domains/interval.hpp>
#include <crab/numbers/bignums.hpp>
#include <crab/support/os.hpp>
#include <crab/types/linear_constraints.hpp>
#include <crab/types/varname_factory.hpp>
#include <fenv.h>
#include <gmpxx.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <string>
#include <vector>

// CRAB requires that its users define the text of a name.
template <>
inline std::string crab::variable_name_traits<std::string>::to_string(std::string name) {
  return name;
}

using Number = ikos::z_number;
using Factory = crab::var_factory_impl::str_variable_factory;
using VariableName = Factory::varname_t;
using Variable = crab::variable<Number, VariableName>;
using Linear = ikos::linear_expression<Number, VariableName>;
using Condition = ikos::linear_constraint<Number, VariableName>;
using Conditions = ikos::linear_constraint_system<Number, VariableName>;
//! end

#include "common.c"

using Domain = ikos::interval_domain<Number, VariableName>;
const std::size_t n = 3;
const std::size_t most_steps = 100;
//! part variables
//! variables
Factory factory;
std::vector<Variable> variables;  // the dimensions
std::vector<Variable> spares;     // for operations that need another variable

std::string text_of(Domain& x) {
  crab::crab_string_os text;
  x.write(text);
  return text.str();
}

//! end

//! part basic
//! linear
// A coefficient for each dimension, and the constant.
Linear linear(const std::vector<std::string>& numbers) {
  Linear sum{Number(numbers[n])};
  for (std::size_t i = 0; i < n; ++i)
    if (numbers[i] != "0") sum = sum + Linear(Number(numbers[i]), variables[i]);
  return sum;
}

//! copy
Domain copy(const Domain& x) { return x; }

//! leq
bool leq(const Domain& x, const Domain& y) { return x <= y; }

//! same
bool same(const Domain& x, const Domain& y) { return x <= y && y <= x; }

//! is_bottom
bool is_bottom(const Domain& x) { return x.is_bottom(); }

//! is_top
bool is_top(const Domain& x) { return x.is_top(); }

//! top
Domain top() {
  Domain result;
  result.set_to_top();
  return result;
}

//! bottom
Domain bottom() {
  Domain result;
  result.set_to_bottom();
  return result;
}

//! join
Domain join(const Domain& x, const Domain& y) { return x | y; }

//! meet
Domain meet(const Domain& x, const Domain& y) { return x & y; }

//! canonical
Domain canonical(const Domain& x) {
  Domain result(x);
  result.normalize();
  result.minimize();
  return result;
}

//! add
void add(Domain& x, const Condition& condition) {
  Conditions all;
  all += condition;
  x += all;
}

//! satisfies
bool satisfies(const Domain& x, const Condition& condition) { return x.entails(condition); }

//! whole
mpz_class whole(Number number) { return mpz_class(number.get_mpz_t()); }

//! row_of
// Coefficients and the constant; empty if the condition does not constrain points.
std::vector<mpq_class> row_of(const Condition& condition) {
  std::vector<mpq_class> row(n + 1);
  if (condition.is_disequation()) return {};
  row[n] = whole(condition.expression().constant());
  for (const auto& [coefficient, variable] : condition) {
    const auto at = std::find(variables.begin(), variables.end(), variable);
    if (at == variables.end()) return {};
    row[at - variables.begin()] = whole(coefficient);
  }
  return row;
}

//! value_at
mpq_class value_at(const std::vector<mpq_class>& row, const std::vector<std::string>& point) {
  mpq_class value = row[n];
  for (std::size_t i = 0; i < n; ++i) value += row[i] * mpq_class(point[i]);
  return value;
}

//! exported
void exported(const Domain& x) { x.to_linear_constraint_system(); }

//! reimported
// Built anew from its constraints.
Domain reimported(const Domain& x) {
  Domain result = top();
  const Conditions all = x.to_linear_constraint_system();
  for (const Condition& one : all)
    if (one.is_contradiction() || !row_of(one).empty()) add(result, one);
  return result;
}

//! bounds
ikos::interval<Number> bounds(const Domain& x, const Linear& e) {
  if (const auto variable = e.get_variable()) return x.at(*variable);
  Domain result(x);
  result.assign(spares[0], e);
  return result.at(spares[0]);
}

//! bounds_hold
// Whether the value of e at the point is within its bounds.
bool bounds_hold(const Domain& x, const Linear& e, const std::vector<std::string>& point) {
  const auto range = bounds(x, e);
  const mpq_class value = value_at(row_of(Condition(e, Condition::EQUALITY)), point);
  if (range.is_bottom()) return false;
  const auto low = range.lb(), high = range.ub();
  if (low.is_finite() && value < whole(*low.number())) return false;
  return !high.is_finite() || value <= whole(*high.number());
}

//! contradict
// Whether l <= 0 and sign*r <= 0 add up to a false constant, once their first coefficients are 1 or -1.
bool contradict(std::vector<mpq_class> l, std::vector<mpq_class> r, int sign, bool open) {
  for (std::vector<mpq_class>* row : {&l, &r}) {
    mpq_class size = 1;
    for (std::size_t i = n; i-- > 0;)
      if (sgn((*row)[i]) != 0) size = abs((*row)[i]);
    for (mpq_class& number : *row) number /= size;
  }
  for (std::size_t i = 0; i < n; ++i)
    if (sgn(mpq_class(l[i] + sign * r[i])) != 0) return false;
  const int end = sgn(mpq_class(l[n] + sign * r[n]));
  return open ? end >= 0 : end > 0;
}

//! disjoint
// True if a constraint of x and a constraint of y contradict each other.
bool disjoint(const Domain& x, const Domain& y) {
  const Conditions of_x = x.to_linear_constraint_system(), of_y = y.to_linear_constraint_system();
  for (const Condition& left : of_x) {
    for (const Condition& right : of_y) {
      const auto l = row_of(left), r = row_of(right);
      const bool open = left.is_strict_inequality() || right.is_strict_inequality();
      if (l.empty() || r.empty()) continue;
      if (contradict(l, r, 1, open) || (right.is_equality() && contradict(l, r, -1, open)) ||
          (left.is_equality() && contradict(r, l, -1, open)))
        return true;
    }
  }
  return false;
}
//! end

#ifdef MEETING
//! part by meeting
//! has
// True if the element is not empty after the variables are set to these values.
bool has(Domain x, const std::vector<std::string>& point) {
  for (std::size_t i = 0; i < n; ++i) {
    const mpq_class value(point[i]);
    std::vector<std::string> numbers(n + 1, "0");
    numbers[i] = value.get_den().get_str();
    numbers[n] = mpz_class(-value.get_num()).get_str();
    add(x, Condition(linear(numbers), Condition::EQUALITY));
  }
  return !x.is_bottom();
}
//! end
#else
//! part by constraints
//! has
// True if the point satisfies the element's constraints.
bool has(const Domain& x, const std::vector<std::string>& point) {
  const Conditions all = x.to_linear_constraint_system();
  for (const Condition& one : all) {
    if (one.is_contradiction()) return false;
    const auto row = row_of(one);
    if (row.empty()) continue;
    const int sign = sgn(value_at(row, point));
    if (one.is_equality() ? sign != 0 : one.is_strict_inequality() ? sign >= 0 : sign > 0) return false;
  }
  return true;
}
//! end
#endif

#include "laws.cc"
