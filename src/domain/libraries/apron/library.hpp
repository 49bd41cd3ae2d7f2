#pragma once

#include <ap_abstract0.h>

#include <string_view>

#include "domain/libraries/level0/level0_reproduction.hpp"

namespace assay::domain::apron {

/// APRON's level 0 with the names that level0/ uses. (Its C headers redefine `bool`: only adapters include this file.)
struct Library {
  static constexpr std::string_view kName = "apron";
  static constexpr bool kHasSeveral = true;
  static constexpr bool kTakesAllConditions = true;  ///< accepts `>`, `!=` and `mod`; domains may ignore them
  static constexpr level0::LibraryText kText{"ap", "AP", "$APRON", "-lapron -lmpfr -lgmp -lm"};

  using Manager = ap_manager_t;
  using Abstract = ap_abstract0_t;
  using Dimension = ap_dim_t;
  using Change = ap_dimchange_t;
  using Permutation = ap_dimperm_t;
  using Scalar = ap_scalar_t;
  using Interval = ap_interval_t;
  using Coefficient = ap_coeff_t;
  using LinearExpression = ap_linexpr0_t;
  using Condition = ap_lincons0_t;
  using Conditions = ap_lincons0_array_t;
  using Generator = ap_generator0_t;
  using Generators = ap_generator0_array_t;
  using TreeExpression = ap_texpr0_t;
  using TreeCondition = ap_tcons0_t;
  using TreeConditions = ap_tcons0_array_t;

  static constexpr auto kScalar = AP_COEFF_SCALAR;
  static constexpr auto kDense = AP_LINEXPR_DENSE;
  static constexpr auto kSparse = AP_LINEXPR_SPARSE;
  static constexpr Dimension kNoDimension = AP_DIM_MAX;
  static constexpr auto kEqual = AP_CONS_EQ;
  static constexpr auto kGreaterEqual = AP_CONS_SUPEQ;
  static constexpr auto kGreater = AP_CONS_SUP;
  static constexpr auto kNotEqual = AP_CONS_DISEQ;
  static constexpr auto kCongruent = AP_CONS_EQMOD;
  static constexpr auto kRay = AP_GEN_RAY;
  static constexpr auto kLine = AP_GEN_LINE;
  static constexpr auto kVertex = AP_GEN_VERTEX;
  static constexpr auto kAdd = AP_TEXPR_ADD;
  static constexpr auto kSubtract = AP_TEXPR_SUB;
  static constexpr auto kMultiply = AP_TEXPR_MUL;
  static constexpr auto kDivide = AP_TEXPR_DIV;
  static constexpr auto kReal = AP_RTYPE_REAL;
  static constexpr auto kAnyRounding = AP_RDIR_RND;
  /// The exceptions after which Domain::gave_up is true.
  static constexpr ap_exc_t kSurrenders[] = {AP_EXC_TIMEOUT, AP_EXC_OUT_OF_SPACE, AP_EXC_OVERFLOW};

  // Function pointers have names of functions. NOLINTBEGIN(readability-identifier-naming)
  static constexpr auto* free_manager = ap_manager_free;
  static constexpr auto* version = ap_manager_get_version;
  static constexpr auto* set_abort = ap_manager_set_abort_if_exception;
  /// Reads the field: the library declares the function for it, but does not define it.
  static auto exception(const Manager* manager) { return manager->result.exn; }
  /// Sets the `algorithm` option of every function. A positive number also requests the flags `exact` and `best`.
  static void set_algorithm(Manager* manager, int algorithm) {
    for (int i = 0; i < AP_FUNID_SIZE; ++i) {
      const auto function = static_cast<ap_funid_t>(i);
      ap_funopt_t option = ap_manager_get_funopt(manager, function);
      option.algorithm = algorithm;
      option.flag_exact_wanted = option.flag_best_wanted = algorithm > 0;
      ap_manager_set_funopt(manager, function, &option);
    }
  }
  static constexpr auto* is_exact = ap_manager_get_flag_exact;
  static constexpr auto* is_best = ap_manager_get_flag_best;

  static constexpr auto* infinity = ap_scalar_infty;
  static constexpr auto* make_scalar = ap_scalar_alloc_set_mpq;
  static constexpr auto* free_scalar = ap_scalar_free;
  static constexpr auto* get_rational = ap_mpq_set_scalar;
  static constexpr auto* set_rational = ap_coeff_set_scalar_mpq;
  static constexpr auto* set_double = ap_coeff_set_scalar_double;
  static constexpr auto* set_range = ap_coeff_set_interval_scalar;
  static constexpr auto* make_linear = ap_linexpr0_alloc;
  static constexpr auto* free_linear = ap_linexpr0_free;
  static constexpr auto* make_number = ap_texpr0_cst_scalar_mpq;
  static constexpr auto* make_range = ap_texpr0_cst_interval_mpq;
  static constexpr auto* make_dimension = ap_texpr0_dim;
  static constexpr auto* make_operation = ap_texpr0_binop;
  static constexpr auto* make_tree = ap_texpr0_from_linexpr0;
  static constexpr auto* free_tree = ap_texpr0_free;
  static constexpr auto* clear_conditions = ap_lincons0_array_clear;
  static constexpr auto* free_interval = ap_interval_free;
  static constexpr auto* make_interval = ap_interval_alloc;
  static constexpr auto* set_infinite = ap_scalar_set_infty;
  static constexpr auto* set_scalar = ap_scalar_set_mpq;

  static constexpr auto* top = ap_abstract0_top;
  static constexpr auto* bottom = ap_abstract0_bottom;
  static constexpr auto* copy = ap_abstract0_copy;
  static constexpr auto* free = ap_abstract0_free;
  static constexpr auto* leq = ap_abstract0_is_leq;
  static constexpr auto* equal = ap_abstract0_is_eq;
  static constexpr auto* is_bottom = ap_abstract0_is_bottom;
  static constexpr auto* is_top = ap_abstract0_is_top;
  static constexpr auto* join = ap_abstract0_join;
  static constexpr auto* meet = ap_abstract0_meet;
  static constexpr auto* widening = ap_abstract0_widening;
  static constexpr auto* meet_conditions = ap_abstract0_meet_lincons_array;
  static constexpr auto* meet_tree_conditions = ap_abstract0_meet_tcons_array;
  static constexpr auto* assign = ap_abstract0_assign_linexpr;
  static constexpr auto* assign_tree = ap_abstract0_assign_texpr;
  static constexpr auto* assign_all = ap_abstract0_assign_linexpr_array;
  static constexpr auto* assign_trees = ap_abstract0_assign_texpr_array;
  static constexpr auto* substitute = ap_abstract0_substitute_linexpr;
  static constexpr auto* substitute_tree = ap_abstract0_substitute_texpr;
  static constexpr auto* substitute_all = ap_abstract0_substitute_linexpr_array;
  static constexpr auto* join_array = ap_abstract0_join_array;
  static constexpr auto* meet_array = ap_abstract0_meet_array;
  static constexpr auto* widening_threshold = ap_abstract0_widening_threshold;
  static constexpr auto* expand = ap_abstract0_expand;
  static constexpr auto* fold = ap_abstract0_fold;
  static constexpr auto* add_rays = ap_abstract0_add_ray_array;
  static constexpr auto* of_box = ap_abstract0_of_box;
  static constexpr auto* to_box = ap_abstract0_to_box;
  static constexpr auto* make_box = ap_interval_array_alloc;
  static constexpr auto* free_box = ap_interval_array_free;
  static constexpr auto* forget = ap_abstract0_forget_array;
  static constexpr auto* add_dimensions = ap_abstract0_add_dimensions;
  static constexpr auto* remove_dimensions = ap_abstract0_remove_dimensions;
  static constexpr auto* generators = ap_abstract0_to_generator_array;
  static constexpr auto* clear_generators = ap_generator0_array_clear;
  static constexpr auto* closure = ap_abstract0_closure;
  static constexpr auto* approximate = ap_abstract0_approximate;
  static constexpr auto* permute = ap_abstract0_permute_dimensions;
  static constexpr auto* minimize = ap_abstract0_minimize;
  static constexpr auto* canonicalize = ap_abstract0_canonicalize;
  static constexpr auto* constraints = ap_abstract0_to_lincons_array;
  static constexpr auto* bounds = ap_abstract0_bound_linexpr;
  static constexpr auto* dimension_bounds = ap_abstract0_bound_dimension;
  static constexpr auto* tree_bounds = ap_abstract0_bound_texpr;
  static constexpr auto* satisfies = ap_abstract0_sat_lincons;
  static constexpr auto* satisfies_interval = ap_abstract0_sat_interval;
  static constexpr auto* is_free = ap_abstract0_is_dimension_unconstrained;
  static constexpr auto* satisfies_tree = ap_abstract0_sat_tcons;
  static constexpr auto* print = ap_abstract0_fprint;
  // NOLINTEND(readability-identifier-naming)
};

}  // namespace assay::domain::apron
