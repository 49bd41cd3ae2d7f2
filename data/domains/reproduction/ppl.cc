// Functions of reproductions in C++ for PPL. The first part depends on the type; most types have the usual part.
#include <ppl.hh>

#include "common.c"

#include <cstddef>
#include <iostream>
#include <vector>

using namespace Parma_Polyhedra_Library;
const dimension_type n = 3;
const std::size_t most_steps = 100;

#if defined(GRID)
using Domain = Grid;
//! part grid
//! constraints_of
Constraint_System constraints_of(const Domain& x) {
  if (x.is_empty()) return Constraint_System(Constraint::zero_dim_false());
  return x.minimized_constraints();
}

//! canonicalize
void canonicalize(const Domain& x) {
  x.minimized_congruences();
  x.minimized_grid_generators();
}

//! best
Domain best(const Linear_Expression& e, const Coefficient& d) {
  return Domain(Grid_Generator_System(grid_point(e, d)));
}

//! has
bool has(const Domain& x, const Linear_Expression& e, const Coefficient& d) {
  return x.relation_with(grid_point(e, d)).implies(Poly_Gen_Relation::subsumes());
}
//! end
#elif defined(POWERSET)
using Domain = Pointset_Powerset<C_Polyhedron>;
//! part powerset
//! constraints_of
Constraint_System constraints_of(const Domain& x) {
  C_Polyhedron hull(n, EMPTY);
  for (const auto& part : x) hull.poly_hull_assign(part.pointset());
  return hull.minimized_constraints();
}

//! canonicalize
void canonicalize(const Domain& x) { x.omega_reduce(); }

//! best
Domain best(const Linear_Expression& e, const Coefficient& d) {
  return Domain(C_Polyhedron(Generator_System(point(e, d))));
}

//! has
bool has(const Domain& x, const Linear_Expression& e, const Coefficient& d) {
  for (const auto& part : x)
    if (part.pointset().relation_with(point(e, d)).implies(Poly_Gen_Relation::subsumes())) return true;
  return false;
}
//! end
#else
using Domain = C_Polyhedron;
//! part usual
//! constraints_of
Constraint_System constraints_of(const Domain& x) { return x.minimized_constraints(); }

//! canonicalize
void canonicalize(const Domain& x) { x.minimized_constraints(); }

//! best
Domain best(const Linear_Expression& e, const Coefficient& d) { return Domain(Generator_System(point(e, d))); }

//! has
bool has(const Domain& x, const Linear_Expression& e, const Coefficient& d) {
  return x.relation_with(point(e, d)).implies(Poly_Gen_Relation::subsumes());
}
//! end
#endif

//! part common
//! copy
Domain copy(const Domain& x) { return x; }

//! leq
bool leq(const Domain& x, const Domain& y) { return y.contains(x); }

//! same
bool same(const Domain& x, const Domain& y) { return x == y; }

//! is_bottom
bool is_bottom(const Domain& x) { return x.is_empty(); }

//! is_top
bool is_top(const Domain& x) { return x.is_universe(); }

//! top
Domain top() { return Domain(n, UNIVERSE); }

//! bottom
Domain bottom() { return Domain(n, EMPTY); }

//! join
Domain join(const Domain& x, const Domain& y) {
  Domain result(x);
  result.upper_bound_assign(y);
  return result;
}

//! meet
Domain meet(const Domain& x, const Domain& y) {
  Domain result(x);
  result.intersection_assign(y);
  return result;
}

//! canonical
Domain canonical(const Domain& x) {
  Domain result(x);
  canonicalize(result);
  return result;
}

//! satisfies
bool satisfies(const Domain& x, const Constraint& condition) {
  return x.relation_with(condition).implies(Poly_Con_Relation::is_included());
}

//! disjoint
bool disjoint(const Domain& x, const Domain& y) {
  NNC_Polyhedron both(n);
  both.add_constraints(constraints_of(x));
  both.add_constraints(constraints_of(y));
  return both.is_empty();
}

//! satisfies_its_constraints
bool satisfies_its_constraints(const Domain& x) {
  const Constraint_System all = constraints_of(x);
  for (const Constraint& one : all)
    if (!satisfies(x, one)) return false;
  return true;
}

//! keeps_stable
// True if every constraint of x that y satisfies holds in `wide`.
bool keeps_stable(const Domain& x, const Domain& y, const Domain& wide) {
  const Constraint_System all = constraints_of(x);
  for (const Constraint& one : all)
    if (satisfies(y, one) && !satisfies(wide, one)) return false;
  return true;
}

//! is_within_its_bounds
bool is_within_its_bounds(const Domain& x, const Linear_Expression& e) {
  if (x.is_empty()) return true;
  Coefficient above, below;
  bool attained;
  if (x.maximize(e, above, below, attained) && !satisfies(x, below * e <= above)) return false;
  return !x.minimize(e, above, below, attained) || satisfies(x, below * e >= above);
}

//! exported
void exported(const Domain& x) { constraints_of(x); }

//! bounds_hold
// Whether the value of e at the point is within its bounds.
bool bounds_hold(const Domain& x, const Linear_Expression& e, const Linear_Expression& at, const Coefficient& d) {
  if (x.is_empty()) return false;
  Coefficient value = e.inhomogeneous_term() * d;
  for (dimension_type i = 0; i < n; ++i) value += e.coefficient(Variable(i)) * at.coefficient(Variable(i));
  Coefficient above, below;
  bool attained;
  if (x.maximize(e, above, below, attained) && value * below > above * d) return false;
  return !x.minimize(e, above, below, attained) || value * below >= above * d;
}
//! end

#include "laws.cc"
