#include "domain/libraries/ppl/ppl_reproduction.hpp"

namespace assay::domain::ppl {

using reproduction::FunctionText;

namespace {

constexpr FunctionText kUsual[] = {
    {"constraints_of", "Constraint_System constraints_of(const Domain& x) { return x.minimized_constraints(); }\n"},
    {"canonicalize", "void canonicalize(const Domain& x) { x.minimized_constraints(); }\n"},
    {"best",
     "Domain best(const Linear_Expression& e, const Coefficient& d) { return Domain(Generator_System(point(e, d))); "
     "}\n"},
    {"has",
     "bool has(const Domain& x, const Linear_Expression& e, const Coefficient& d) {\n"
     "  return x.relation_with(point(e, d)).implies(Poly_Gen_Relation::subsumes());\n"
     "}\n"},
};

constexpr FunctionText kGrid[] = {
    {"constraints_of",
     "Constraint_System constraints_of(const Domain& x) {\n"
     "  if (x.is_empty()) return Constraint_System(Constraint::zero_dim_false());\n"
     "  return x.minimized_constraints();\n"
     "}\n"},
    {"canonicalize",
     "void canonicalize(const Domain& x) {\n  x.minimized_congruences();\n  x.minimized_grid_generators();\n}\n"},
    {"best",
     "Domain best(const Linear_Expression& e, const Coefficient& d) {\n"
     "  return Domain(Grid_Generator_System(grid_point(e, d)));\n"
     "}\n"},
    {"has",
     "bool has(const Domain& x, const Linear_Expression& e, const Coefficient& d) {\n"
     "  return x.relation_with(grid_point(e, d)).implies(Poly_Gen_Relation::subsumes());\n"
     "}\n"},
};

constexpr FunctionText kPowerset[] = {
    {"constraints_of",
     "Constraint_System constraints_of(const Domain& x) {\n"
     "  C_Polyhedron hull(n, EMPTY);\n"
     "  for (const auto& part : x) hull.poly_hull_assign(part.pointset());\n"
     "  return hull.minimized_constraints();\n"
     "}\n"},
    {"canonicalize", "void canonicalize(const Domain& x) { x.omega_reduce(); }\n"},
    {"best",
     "Domain best(const Linear_Expression& e, const Coefficient& d) {\n"
     "  return Domain(C_Polyhedron(Generator_System(point(e, d))));\n"
     "}\n"},
    {"has",
     "bool has(const Domain& x, const Linear_Expression& e, const Coefficient& d) {\n"
     "  for (const auto& part : x)\n"
     "    if (part.pointset().relation_with(point(e, d)).implies(Poly_Gen_Relation::subsumes())) return true;\n"
     "  return false;\n"
     "}\n"},
};

constexpr FunctionText kCommon[] = {
    {"copy", "Domain copy(const Domain& x) { return x; }\n"},
    {"leq", "bool leq(const Domain& x, const Domain& y) { return y.contains(x); }\n"},
    {"same", "bool same(const Domain& x, const Domain& y) { return x == y; }\n"},
    {"is_bottom", "bool is_bottom(const Domain& x) { return x.is_empty(); }\n"},
    {"is_top", "bool is_top(const Domain& x) { return x.is_universe(); }\n"},
    {"top", "Domain top() { return Domain(n, UNIVERSE); }\n"},
    {"bottom", "Domain bottom() { return Domain(n, EMPTY); }\n"},
    {"join",
     "Domain join(const Domain& x, const Domain& y) {\n"
     "  Domain result(x);\n"
     "  result.upper_bound_assign(y);\n"
     "  return result;\n"
     "}\n"},
    {"meet",
     "Domain meet(const Domain& x, const Domain& y) {\n"
     "  Domain result(x);\n"
     "  result.intersection_assign(y);\n"
     "  return result;\n"
     "}\n"},
    {"canonical",
     "Domain canonical(const Domain& x) {\n"
     "  Domain result(x);\n"
     "  canonicalize(result);\n"
     "  return result;\n"
     "}\n"},
    {"satisfies",
     "bool satisfies(const Domain& x, const Constraint& condition) {\n"
     "  return x.relation_with(condition).implies(Poly_Con_Relation::is_included());\n"
     "}\n"},
    {"disjoint",
     "bool disjoint(const Domain& x, const Domain& y) {\n"
     "  NNC_Polyhedron both(n);\n"
     "  both.add_constraints(constraints_of(x));\n"
     "  both.add_constraints(constraints_of(y));\n"
     "  return both.is_empty();\n"
     "}\n"},
    {"satisfies_its_constraints",
     "bool satisfies_its_constraints(const Domain& x) {\n"
     "  const Constraint_System all = constraints_of(x);\n"
     "  for (const Constraint& one : all)\n"
     "    if (!satisfies(x, one)) return false;\n"
     "  return true;\n"
     "}\n"},
    {"keeps_stable",
     "// Whether what x says and y satisfies stays.\n"
     "bool keeps_stable(const Domain& x, const Domain& y, const Domain& wide) {\n"
     "  const Constraint_System all = constraints_of(x);\n"
     "  for (const Constraint& one : all)\n"
     "    if (satisfies(y, one) && !satisfies(wide, one)) return false;\n"
     "  return true;\n"
     "}\n"},
    {"is_within_its_bounds",
     "bool is_within_its_bounds(const Domain& x, const Linear_Expression& e) {\n"
     "  if (x.is_empty()) return true;\n"
     "  Coefficient above, below;\n"
     "  bool attained;\n"
     "  if (x.maximize(e, above, below, attained) && !satisfies(x, below * e <= above)) return false;\n"
     "  return !x.minimize(e, above, below, attained) || satisfies(x, below * e >= above);\n"
     "}\n"},
    {"exported", "void exported(const Domain& x) { constraints_of(x); }\n"},
    {"bounds_hold",
     "// Whether the value of e at the point is within its bounds.\n"
     "bool bounds_hold(const Domain& x, const Linear_Expression& e, const Linear_Expression& at, const Coefficient& d) "
     "{\n"
     "  if (x.is_empty()) return false;\n"
     "  Coefficient value = e.inhomogeneous_term() * d;\n"
     "  for (dimension_type i = 0; i < n; ++i) value += e.coefficient(Variable(i)) * at.coefficient(Variable(i));\n"
     "  Coefficient above, below;\n"
     "  bool attained;\n"
     "  if (x.maximize(e, above, below, attained) && value * below > above * d) return false;\n"
     "  return !x.minimize(e, above, below, attained) || value * below >= above * d;\n"
     "}\n"},
};

}  // namespace

std::span<const FunctionText> usual_functions() { return kUsual; }
std::span<const FunctionText> grid_functions() { return kGrid; }
std::span<const FunctionText> powerset_functions() { return kPowerset; }

std::span<const FunctionText> function_texts() { return kCommon; }

}  // namespace assay::domain::ppl
