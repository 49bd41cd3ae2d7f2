#include "domain/ppl/targets.hpp"

namespace assay::domain::ppl {
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

}  // namespace

std::span<const FunctionText> usual_functions() { return kUsual; }
std::span<const FunctionText> grid_functions() { return kGrid; }
std::span<const FunctionText> powerset_functions() { return kPowerset; }

}  // namespace assay::domain::ppl
