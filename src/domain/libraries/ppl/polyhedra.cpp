#include "domain/libraries/ppl/ppl_adapter.hpp"
#include "domain/libraries/ppl/ppl_targets.hpp"

namespace assay::domain::ppl {

template <>
struct Shapes<pl::Grid> {
  static pl::Grid_Generator generator(const Point& point) {
    const Scaled values = scaled(point);
    return pl::grid_point(values.expression, values.factor);
  }
  static pl::Grid of(const Point& point) { return pl::Grid(pl::Grid_Generator_System(generator(point))); }
  /// The equalities of a grid. Its congruences are no linear constraints and are not exported.
  static pl::Constraint_System constraints(const pl::Grid& value) {
    if (value.is_empty()) return pl::Constraint_System(pl::Constraint::zero_dim_false());
    return value.minimized_constraints();
  }
  static void canonicalize(const pl::Grid& value) {
    static_cast<void>(value.minimized_congruences());
    static_cast<void>(value.minimized_grid_generators());
  }
  static bool contains(const pl::Grid& value, const Point& point) {
    return value.relation_with(generator(point)).implies(pl::Poly_Gen_Relation::subsumes());
  }
};

namespace {

using Powerset = pl::Pointset_Powerset<pl::C_Polyhedron>;

}  // namespace

template <>
struct Shapes<Powerset> {
  static Powerset of(const Point& point) { return Powerset(Shapes<pl::C_Polyhedron>::of(point)); }
  /// The constraints of the hull of all polyhedra in the set.
  static pl::Constraint_System constraints(const Powerset& value) {
    pl::C_Polyhedron hull(value.space_dimension(), pl::EMPTY);
    for (const auto& part : value) hull.poly_hull_assign(part.pointset());
    return hull.minimized_constraints();
  }
  static void canonicalize(const Powerset& value) { value.omega_reduce(); }
  static bool contains(const Powerset& value, const Point& point) {
    const pl::Generator generator = Shapes<pl::C_Polyhedron>::generator(point);
    for (const auto& part : value)
      if (part.pointset().relation_with(generator).implies(pl::Poly_Gen_Relation::subsumes())) return true;
    return false;
  }
};

namespace {

void widen_powersets(Powerset& right, const Powerset& left) {
  right.BHZ03_widening_assign<pl::BHRZ03_Certificate>(left, pl::widen_fun_ref(&pl::Polyhedron::BHRZ03_widening_assign));
}

template <typename T>
DomainFactory polyhedra(const Contract& contract, typename Adapter<T>::Extrapolation widening) {
  return factory<T>(contract, {widening});
}

}  // namespace

Operations row_operations() { return operations_of(Adapter<pl::C_Polyhedron>::operations()); }

DomainFactory make_closed_polyhedra(const Contract& contract) {
  using T = pl::C_Polyhedron;
  return polyhedra<T>(contract, [](T& right, const T& left) { right.H79_widening_assign(left); });
}
DomainFactory make_closed_polyhedra_bhrz03(const Contract& contract) {
  using T = pl::C_Polyhedron;
  return polyhedra<T>(contract, [](T& right, const T& left) { right.BHRZ03_widening_assign(left); });
}
DomainFactory make_polyhedra(const Contract& contract) {
  using T = pl::NNC_Polyhedron;
  return polyhedra<T>(contract, [](T& right, const T& left) { right.H79_widening_assign(left); });
}
DomainFactory make_polyhedra_bhrz03(const Contract& contract) {
  using T = pl::NNC_Polyhedron;
  return polyhedra<T>(contract, [](T& right, const T& left) { right.BHRZ03_widening_assign(left); });
}
DomainFactory make_grids(const Contract& contract) {
  using T = pl::Grid;
  return polyhedra<T>(contract, [](T& right, const T& left) { right.widening_assign(left); });
}
DomainFactory make_powersets(const Contract& contract) { return factory<Powerset>(contract, {widen_powersets}); }
DomainFactory make_reduced_powersets(const Contract& contract) {
  return factory<Powerset>(contract, {widen_powersets, nullptr, [](Powerset& result) { result.omega_reduce(); }});
}

}  // namespace assay::domain::ppl
