#pragma once

#include <span>
#include <string_view>

#include "assay/domain/domain.hpp"
#include "domain/reproduction/texts.hpp"

namespace assay::domain::ppl {

/// One row: a type of PPL with a widening.
struct Row {
  std::string_view name;      ///< "C_Polyhedron", in targets "ppl:C_Polyhedron"
  std::string_view type;      ///< in C++: "BD_Shape<mpq_class>"
  std::string_view widening;  ///< C++ statement on `right` and `left`
  std::string_view narrowing;
  DomainFactory (*make)(const Contract& contract);
  void (*promise)(Contract& contract);  ///< adds the type's promises to the common ones
  /// The part of ppl.cc with the constraints_of, canonicalize, best and has of this type.
  std::string_view functions = "usual";
  std::string_view settling = "";  ///< call that normalizes every result: "omega_reduce();"; empty: none
};

/// The operations of the adapter's rows, which are the same for all types.
[[nodiscard]] Operations row_operations();

[[nodiscard]] DomainFactory make_box(const Contract& contract);
[[nodiscard]] DomainFactory make_differences(const Contract& contract);
[[nodiscard]] DomainFactory make_differences_h79(const Contract& contract);
[[nodiscard]] DomainFactory make_octagons(const Contract& contract);
[[nodiscard]] DomainFactory make_closed_polyhedra(const Contract& contract);
[[nodiscard]] DomainFactory make_closed_polyhedra_bhrz03(const Contract& contract);
[[nodiscard]] DomainFactory make_polyhedra(const Contract& contract);
[[nodiscard]] DomainFactory make_polyhedra_bhrz03(const Contract& contract);
[[nodiscard]] DomainFactory make_grids(const Contract& contract);
[[nodiscard]] DomainFactory make_powersets(const Contract& contract);
[[nodiscard]] DomainFactory make_reduced_powersets(const Contract& contract);

}  // namespace assay::domain::ppl
