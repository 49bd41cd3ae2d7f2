#pragma once

#include <elina_abstract0.h>

#include <string_view>

#include "domain/libraries/level0/level0_reproduction.hpp"

namespace assay::domain::elina {

/// ELINA's level 0 with the names that level0/ uses. (Its C headers redefine `bool`: only adapters include this file.)
struct Library {
  static constexpr std::string_view kName = "elina";
  static constexpr bool kTakesAllConditions = false;
  static constexpr bool kHasSeveral = false;  ///< not used: some managers lack these functions
  static constexpr level0::LibraryText kText{"elina", "ELINA", "$ELINA",
                                             "-lelinalinearize -lelinaux -lpartitions -lmpfr -lgmp -lm"};

  using Manager = elina_manager_t;
  using Abstract = elina_abstract0_t;
  using Dimension = elina_dim_t;
  using Change = elina_dimchange_t;
  using Scalar = elina_scalar_t;
  using Interval = elina_interval_t;
  using Coefficient = elina_coeff_t;
  using LinearExpression = elina_linexpr0_t;
  using Condition = elina_lincons0_t;
  using Conditions = elina_lincons0_array_t;
  using TreeExpression = elina_texpr0_t;
  using TreeCondition = elina_tcons0_t;
  using TreeConditions = elina_tcons0_array_t;

  static constexpr auto kScalar = ELINA_COEFF_SCALAR;
  static constexpr auto kDense = ELINA_LINEXPR_DENSE;
  static constexpr auto kSparse = ELINA_LINEXPR_SPARSE;
  static constexpr Dimension kNoDimension = ELINA_DIM_MAX;
  static constexpr auto kEqual = ELINA_CONS_EQ;
  static constexpr auto kGreaterEqual = ELINA_CONS_SUPEQ;
  static constexpr auto kGreater = ELINA_CONS_SUP;
  static constexpr auto kNotEqual = ELINA_CONS_DISEQ;
  static constexpr auto kCongruent = ELINA_CONS_EQMOD;
  static constexpr auto kAdd = ELINA_TEXPR_ADD;
  static constexpr auto kSubtract = ELINA_TEXPR_SUB;
  static constexpr auto kMultiply = ELINA_TEXPR_MUL;
  static constexpr auto kDivide = ELINA_TEXPR_DIV;
  static constexpr auto kReal = ELINA_RTYPE_REAL;
  static constexpr auto kAnyRounding = ELINA_RDIR_RND;
  /// The exceptions after which Domain::gave_up is true.
  static constexpr elina_exc_t kSurrenders[] = {ELINA_EXC_TIMEOUT, ELINA_EXC_OUT_OF_SPACE, ELINA_EXC_OVERFLOW};

  // Function pointers have names of functions. NOLINTBEGIN(readability-identifier-naming)
  static constexpr auto* free_manager = elina_manager_free;
  static constexpr auto* version = elina_manager_get_version;
  static constexpr auto* set_abort = elina_manager_set_abort_if_exception;
  /// Reads the field: the library declares the function for it, but does not define it.
  static auto exception(const Manager* manager) { return manager->result.exn; }
  static constexpr auto* is_exact = elina_manager_get_flag_exact;
  static constexpr auto* is_best = elina_manager_get_flag_best;

  static constexpr auto* infinity = elina_scalar_infty;
  static constexpr auto* make_scalar = elina_scalar_alloc_set_mpq;
  static constexpr auto* free_scalar = elina_scalar_free;
  static constexpr auto* get_rational = elina_mpq_set_scalar;
  static constexpr auto* set_rational = elina_coeff_set_scalar_mpq;
  static constexpr auto* set_double = elina_coeff_set_scalar_double;
  static constexpr auto* set_range = elina_coeff_set_interval_scalar;
  static constexpr auto* make_linear = elina_linexpr0_alloc;
  static constexpr auto* free_linear = elina_linexpr0_free;
  static constexpr auto* make_number = elina_texpr0_cst_scalar_mpq;
  static constexpr auto* make_range = elina_texpr0_cst_interval_mpq;
  static constexpr auto* make_dimension = elina_texpr0_dim;
  static constexpr auto* make_operation = elina_texpr0_binop;
  static constexpr auto* make_tree = elina_texpr0_from_linexpr0;
  static constexpr auto* free_tree = elina_texpr0_free;
  static constexpr auto* clear_conditions = elina_lincons0_array_clear;
  static constexpr auto* free_interval = elina_interval_free;

  static constexpr auto* top = elina_abstract0_top;
  static constexpr auto* bottom = elina_abstract0_bottom;
  static constexpr auto* copy = elina_abstract0_copy;
  static constexpr auto* free = elina_abstract0_free;
  static constexpr auto* leq = elina_abstract0_is_leq;
  static constexpr auto* equal = elina_abstract0_is_eq;
  static constexpr auto* is_bottom = elina_abstract0_is_bottom;
  static constexpr auto* is_top = elina_abstract0_is_top;
  static constexpr auto* join = elina_abstract0_join;
  static constexpr auto* meet = elina_abstract0_meet;
  static constexpr auto* widening = elina_abstract0_widening;
  static constexpr auto* meet_conditions = elina_abstract0_meet_lincons_array;
  static constexpr auto* meet_tree_conditions = elina_abstract0_meet_tcons_array;
  static constexpr auto* assign = elina_abstract0_assign_linexpr;
  static constexpr auto* assign_tree = elina_abstract0_assign_texpr;
  static constexpr auto* assign_all = elina_abstract0_assign_linexpr_array;
  static constexpr auto* assign_trees = elina_abstract0_assign_texpr_array;
  static constexpr auto* substitute = elina_abstract0_substitute_linexpr;
  static constexpr auto* substitute_tree = elina_abstract0_substitute_texpr;
  static constexpr auto* forget = elina_abstract0_forget_array;
  static constexpr auto* add_dimensions = elina_abstract0_add_dimensions;
  static constexpr auto* remove_dimensions = elina_abstract0_remove_dimensions;
  static constexpr auto* canonicalize = elina_abstract0_canonicalize;
  static constexpr auto* constraints = elina_abstract0_to_lincons_array;
  static constexpr auto* bounds = elina_abstract0_bound_linexpr;
  static constexpr auto* tree_bounds = elina_abstract0_bound_texpr;
  static constexpr auto* satisfies = elina_abstract0_sat_lincons;
  static constexpr auto* satisfies_tree = elina_abstract0_sat_tcons;
  static constexpr auto* print = elina_abstract0_fprint;
  // NOLINTEND(readability-identifier-naming)
};

}  // namespace assay::domain::elina
