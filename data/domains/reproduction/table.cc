// Functions of reproductions in C++ for domains behind the C interface, assay_domain.h.
#include <assay_domain.h>

#include "common.c"

#include <cstddef>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

const unsigned n = 3;
const std::size_t most_steps = 100;
//! part beginning
//! beginning
static const assay_domain* table;  // of the domain
static void* self;

// An element as a value.
struct Domain {
  assay_domain_element* held;
  Domain(assay_domain_element* element) : held(element) {}
  Domain(const Domain& other) : held(table->copy(self, other.held)) {}
  Domain& operator=(Domain other) {
    std::swap(held, other.held);
    return *this;
  }
  ~Domain() { table->free_element(self, held); }
};

// A number for each dimension, as a text.
using Numbers = std::vector<const char*>;
struct Linear {
  Numbers coefficients;
  const char* constant;
  assay_domain_expression get() const { return {coefficients.data(), constant}; }
};
struct Condition {
  Linear expression;
  int relation;
  assay_domain_constraint get() const { return {expression.get(), relation}; }
};
//! end

//! part functions
//! text_of
std::string text_of(const Domain& x) {
  char text[4096] = "";
  if (table->print != nullptr) table->print(self, x.held, text, sizeof text);
  text[sizeof text - 1] = '\0';
  return text;
}

//! copy
Domain copy(const Domain& x) { return x; }

//! top
Domain top() { return table->top(self, n); }

//! bottom
Domain bottom() { return table->bottom(self, n); }

//! leq
bool leq(const Domain& x, const Domain& y) { return table->leq(self, x.held, y.held) != 0; }

//! same
bool same(const Domain& x, const Domain& y) {
  if (table->equal != nullptr) return table->equal(self, x.held, y.held) != 0;
  return leq(x, y) && leq(y, x);
}

//! is_bottom
bool is_bottom(const Domain& x) {
  return table->is_bottom != nullptr ? table->is_bottom(self, x.held) != 0 : leq(x, bottom());
}

//! is_top
bool is_top(const Domain& x) {
  return table->is_top != nullptr ? table->is_top(self, x.held) != 0 : leq(top(), x);
}

//! join
Domain join(const Domain& x, const Domain& y) { return table->join(self, x.held, y.held); }

//! meet
Domain meet(const Domain& x, const Domain& y) { return table->meet(self, x.held, y.held); }

//! widened
Domain widened(const Domain& x, const Domain& y) { return table->widen(self, x.held, y.held); }

//! narrowed
Domain narrowed(const Domain& x, const Domain& y) { return table->narrow(self, x.held, y.held); }

//! assumed
Domain assumed(const Domain& x, const Condition& condition) {
  const assay_domain_constraint passed = condition.get();
  return table->assume(self, x.held, &passed);
}

//! assigned
Domain assigned(const Domain& x, unsigned dimension, const Linear& expression) {
  const assay_domain_assignment passed = {dimension, expression.get()};
  return table->assign(self, x.held, &passed);
}

//! substituted
Domain substituted(const Domain& x, unsigned dimension, const Linear& expression) {
  const assay_domain_assignment passed = {dimension, expression.get()};
  return table->substitute(self, x.held, &passed);
}

//! all_assigned
Domain all_assigned(const Domain& x, const std::vector<std::pair<unsigned, Linear>>& assignments) {
  std::vector<assay_domain_assignment> passed;
  for (const auto& [dimension, expression] : assignments) passed.push_back({dimension, expression.get()});
  return table->parallel_assign(self, x.held, passed.data(), passed.size());
}

//! tree
// Nodes live until the program ends.
const assay_domain_tree* tree(int kind, unsigned dimension, const char* low, const char* high,
                              const assay_domain_tree* left, const assay_domain_tree* right) {
  return new assay_domain_tree{kind, dimension, low, high, left, right};
}

//! forgotten
Domain forgotten(const Domain& x, unsigned dimension) { return table->forget(self, x.held, dimension); }

//! resized
Domain resized(const Domain& x) { return table->resize(self, x.held); }

//! canonical
Domain canonical(const Domain& x) {
  Domain result(x);
  table->canonicalize(self, result.held);
  return result;
}

//! satisfies
bool satisfies(const Domain& x, const Condition& condition) {
  const assay_domain_constraint passed = condition.get();
  return table->satisfies(self, x.held, &passed) != 0;
}

//! each_constraint
// Calls `visit` with every constraint of the element.
template <typename Visit>
void each_constraint(const Domain& x, Visit visit) {
  const auto each = [](void* to, const assay_domain_constraint* one) { (*static_cast<Visit*>(to))(*one); };
  table->constraints(self, x.held, each, &visit);
}

//! exported
void exported(const Domain& x) { each_constraint(x, [](const assay_domain_constraint&) {}); }

//! rebuilt
Domain rebuilt(const Domain& x) {
  Domain result = top();
  each_constraint(x, [&](const assay_domain_constraint& one) {
    result = table->assume(self, result.held, &one);
  });
  return result;
}

//! satisfies_its_constraints
bool satisfies_its_constraints(const Domain& x) {
  bool all = true;
  each_constraint(x, [&](const assay_domain_constraint& one) {
    all = all && table->satisfies(self, x.held, &one) != 0;
  });
  return all;
}

//! keeps_stable
// True if every constraint of x that y satisfies holds in `wide`.
bool keeps_stable(const Domain& x, const Domain& y, const Domain& wide) {
  bool all = true;
  each_constraint(x, [&](const assay_domain_constraint& one) {
    all = all && (table->satisfies(self, y.held, &one) == 0 || table->satisfies(self, wide.held, &one) != 0);
  });
  return all;
}

//! number
// A fraction of small numbers.
struct Fraction {
  __int128 numerator;
  __int128 denominator;
};
Fraction number(const char* text) {
  char* end = nullptr;
  const long long numerator = strtoll(text, &end, 10);
  return {numerator, *end == '/' ? strtoll(end + 1, nullptr, 10) : 1};
}

//! value_at
// The expression's value at a point.
Fraction value_at(const assay_domain_expression& expression, const Numbers& point) {
  Fraction sum = number(expression.constant);
  for (unsigned i = 0; i < n; ++i) {
    const Fraction c = number(expression.coefficients[i]), p = number(point[i]);
    const __int128 denominator = c.denominator * p.denominator;
    sum.numerator = sum.numerator * denominator + c.numerator * p.numerator * sum.denominator;
    sum.denominator *= denominator;
  }
  return sum;
}

//! has
bool has(const Domain& x, const Numbers& point) {
  if (table->contains != nullptr) return table->contains(self, x.held, point.data()) != 0;
  bool all = true;
  each_constraint(x, [&](const assay_domain_constraint& one) {
    const __int128 value = value_at(one.expression, point).numerator;
    all = all && (one.relation == ASSAY_EQUAL ? value == 0 : one.relation == ASSAY_GREATER ? value > 0 : value >= 0);
  });
  return all;
}

//! asked_bounds
void asked_bounds(const Domain& x, const Linear& expression) {
  char low[4096] = "", high[4096] = "";
  const assay_domain_expression passed = expression.get();
  table->bounds(self, x.held, &passed, low, high, sizeof low);
}

//! bounds_hold
// Whether the value of the expression at the point is within its bounds.
bool bounds_hold(const Domain& x, const Linear& expression, const Numbers& point) {
  char low[4096] = "", high[4096] = "";
  const assay_domain_expression passed = expression.get();
  if (table->bounds(self, x.held, &passed, low, high, sizeof low) == 0) return false;
  const Fraction value = value_at(passed, point);
  const auto less = [](const Fraction& a, const Fraction& b) {
    return a.numerator * b.denominator < b.numerator * a.denominator;
  };
  return (low[0] == '\0' || !less(value, number(low))) && (high[0] == '\0' || !less(number(high), value));
}
//! end

#include "laws.cc"
