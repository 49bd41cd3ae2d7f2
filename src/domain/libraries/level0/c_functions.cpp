#include "domain/libraries/level0/c_functions.hpp"

namespace assay::domain::level0 {
namespace {

using reproduction::FunctionText;

// In C, with APRON's names. `{x}` stands for what says whether the argument x is changed, and for x or a copy of it.

constexpr FunctionText kNumbers[] = {
    {"note",
     "/* Whether the library ever gave up, as it documents that it may: then nothing is claimed. */\n"
     "static void note(void) {\n"
     "  const int exception = man->result.exn;\n"
     "  if (exception == AP_EXC_TIMEOUT || exception == AP_EXC_OUT_OF_SPACE || exception == AP_EXC_OVERFLOW)\n"
     "    gave_up = 1;\n"
     "}\n"},
    {"made",
     "static Domain made(Domain x) {\n"
     "  if (x == NULL) abort();\n"
     "  note();\n"
     "  is_exact = ap_manager_get_flag_exact(man);\n"
     "  is_best = ap_manager_get_flag_best(man);\n"
     "  return x;\n"
     "}\n"},
    {"said",
     "static int said(int answer) {\n"
     "  note();\n"
     "  return answer;\n"
     "}\n"},
    {"set_up",
     "static void set_up(mpq_t* numbers) {\n"
     "  for (int i = 0; i <= dimensions; ++i) mpq_init(numbers[i]);\n"
     "}\n"},
    {"take_down",
     "static void take_down(mpq_t* numbers) {\n"
     "  for (int i = 0; i <= dimensions; ++i) mpq_clear(numbers[i]);\n"
     "}\n"},
    {"linear_of",
     "/* Coefficients and, at the end, the constant: dense, or sparse where most are zero. */\n"
     "static ap_linexpr0_t* linear_of(mpq_t* numbers) {\n"
     "  size_t used = 0, place = 0;\n"
     "  for (int i = 0; i < dimensions; ++i) used += mpq_sgn(numbers[i]) != 0;\n"
     "  const int sparse = used * 2 < dimensions;\n"
     "  ap_linexpr0_t* const e =\n"
     "      sparse ? ap_linexpr0_alloc(AP_LINEXPR_SPARSE, used) : ap_linexpr0_alloc(AP_LINEXPR_DENSE, dimensions);\n"
     "  ap_coeff_set_scalar_mpq(&e->cst, numbers[dimensions]);\n"
     "  for (int i = 0; i < dimensions; ++i) {\n"
     "    if (!sparse) ap_coeff_set_scalar_mpq(&e->p.coeff[i], numbers[i]);\n"
     "    if (!sparse || mpq_sgn(numbers[i]) == 0) continue;\n"
     "    e->p.linterm[place].dim = i;\n"
     "    ap_coeff_set_scalar_mpq(&e->p.linterm[place++].coeff, numbers[i]);\n"
     "  }\n"
     "  return e;\n"
     "}\n"},
    {"linear",
     "static ap_linexpr0_t* linear_of_texts(const char* const* texts) {\n"
     "  mpq_t numbers[dimensions + 1];\n"
     "  set_up(numbers);\n"
     "  for (int i = 0; i <= dimensions; ++i) mpq_set_str(numbers[i], texts[i], 10);\n"
     "  ap_linexpr0_t* const e = linear_of(numbers);\n"
     "  take_down(numbers);\n"
     "  return e;\n"
     "}\n"
     "/* A coefficient for each dimension, and the constant. */\n"
     "#define linear(...) linear_of_texts((const char* const[]){__VA_ARGS__})\n"},
    {"ranges",
     "static void set_range(ap_coeff_t* coefficient, const char* low, const char* high) {\n"
     "  mpq_t ends[2];\n"
     "  mpq_init(ends[0]);\n"
     "  mpq_init(ends[1]);\n"
     "  mpq_set_str(ends[0], low, 10);\n"
     "  mpq_set_str(ends[1], high, 10);\n"
     "  ap_scalar_t* const inf = ap_scalar_alloc_set_mpq(ends[0]);\n"
     "  ap_scalar_t* const sup = ap_scalar_alloc_set_mpq(ends[1]);\n"
     "  if (mpq_equal(ends[0], ends[1]))\n"
     "    ap_coeff_set_scalar_mpq(coefficient, ends[0]);\n"
     "  else\n"
     "    ap_coeff_set_interval_scalar(coefficient, inf, sup);\n"
     "  ap_scalar_free(inf);\n"
     "  ap_scalar_free(sup);\n"
     "  mpq_clear(ends[0]);\n"
     "  mpq_clear(ends[1]);\n"
     "}\n"
     "static ap_linexpr0_t* ranges_of_texts(const char* const* texts) {\n"
     "  ap_linexpr0_t* const e = ap_linexpr0_alloc(AP_LINEXPR_DENSE, dimensions);\n"
     "  for (int i = 0; i < dimensions; ++i) set_range(&e->p.coeff[i], texts[2 * i], texts[2 * i + 1]);\n"
     "  set_range(&e->cst, texts[2 * dimensions], texts[2 * dimensions + 1]);\n"
     "  return e;\n"
     "}\n"
     "/* The two ends of a coefficient for each dimension, and of the constant. */\n"
     "#define ranges(...) ranges_of_texts((const char* const[]){__VA_ARGS__})\n"},
    {"constraint",
     "static ap_lincons0_t constraint(ap_linexpr0_t* e, ap_constyp_t type) {\n"
     "  ap_lincons0_t c = {.linexpr0 = e, .constyp = type};\n"
     "  return c;\n"
     "}\n"},
    {"congruence",
     "/* The last modulus is kept here: nothing asks about two conditions at once. */\n"
     "static ap_lincons0_t congruence(ap_linexpr0_t* e, const char* modulus) {\n"
     "  static ap_scalar_t* kept;\n"
     "  mpq_t value;\n"
     "  mpq_init(value);\n"
     "  mpq_set_str(value, modulus, 10);\n"
     "  if (kept != NULL) ap_scalar_free(kept);\n"
     "  kept = ap_scalar_alloc_set_mpq(value);\n"
     "  mpq_clear(value);\n"
     "  ap_lincons0_t c = {.linexpr0 = e, .constyp = AP_CONS_EQMOD, .scalar = kept};\n"
     "  return c;\n"
     "}\n"},
    {"number",
     "static ap_texpr0_t* number(const char* text) {\n"
     "  mpq_t value;\n"
     "  mpq_init(value);\n"
     "  mpq_set_str(value, text, 10);\n"
     "  ap_texpr0_t* const made_of_it = ap_texpr0_cst_scalar_mpq(value);\n"
     "  mpq_clear(value);\n"
     "  return made_of_it;\n"
     "}\n"},
    {"range",
     "static ap_texpr0_t* range(const char* low, const char* high) {\n"
     "  mpq_t ends[2];\n"
     "  mpq_init(ends[0]);\n"
     "  mpq_init(ends[1]);\n"
     "  mpq_set_str(ends[0], low, 10);\n"
     "  mpq_set_str(ends[1], high, 10);\n"
     "  ap_texpr0_t* const made_of_it = ap_texpr0_cst_interval_mpq(ends[0], ends[1]);\n"
     "  mpq_clear(ends[0]);\n"
     "  mpq_clear(ends[1]);\n"
     "  return made_of_it;\n"
     "}\n"},
    {"binary",
     "static ap_texpr0_t* binary(ap_texpr_op_t operation, ap_texpr0_t* left, ap_texpr0_t* right) {\n"
     "  return ap_texpr0_binop(operation, left, right, AP_RTYPE_REAL, AP_RDIR_RND);\n"
     "}\n"},
    {"end_of",
     "/* Whether the scalar is finite; then it is `to`. */\n"
     "static int end_of(mpq_t to, ap_scalar_t* scalar) {\n"
     "  if (ap_scalar_infty(scalar) != 0) return 0;\n"
     "  ap_mpq_set_scalar(to, scalar, 0);\n"
     "  mpq_canonicalize(to);\n"
     "  return 1;\n"
     "}\n"},
    {"value_of",
     "/* The number, or an end of the interval; 0: it is infinite. */\n"
     "static int value_of(mpq_t to, ap_coeff_t* c, int upper) {\n"
     "  if (c->discr == AP_COEFF_SCALAR) return end_of(to, c->val.scalar);\n"
     "  return end_of(to, upper ? c->val.interval->sup : c->val.interval->inf);\n"
     "}\n"},
    {"read_linear",
     "/* Whether it has numbers only, but for a constant that may be an interval: its upper end counts. */\n"
     "static int read_linear(mpq_t* numbers, ap_linexpr0_t* e) {\n"
     "  int known = 1;\n"
     "  mpq_t low;\n"
     "  mpq_init(low);\n"
     "  for (int i = 0; i <= dimensions; ++i) mpq_set_ui(numbers[i], 0, 1);\n"
     "  for (size_t i = 0; i < e->size && known; ++i) {\n"
     "    const int sparse = e->discr == AP_LINEXPR_SPARSE;\n"
     "    const ap_dim_t d = sparse ? e->p.linterm[i].dim : (ap_dim_t)i;\n"
     "    ap_coeff_t* const c = sparse ? &e->p.linterm[i].coeff : &e->p.coeff[i];\n"
     "    if (d == AP_DIM_MAX) continue;\n"
     "    known = value_of(low, c, 0) && value_of(numbers[d], c, 1) && mpq_equal(low, numbers[d]);\n"
     "  }\n"
     "  known = known && value_of(numbers[dimensions], &e->cst, 1);\n"
     "  mpq_clear(low);\n"
     "  return known;\n"
     "}\n"},
    {"read_constraint",
     "/* Whether the constraint says something of points. */\n"
     "static int read_constraint(mpq_t* numbers, ap_lincons0_t* c) {\n"
     "  if (c->constyp != AP_CONS_EQ && c->constyp != AP_CONS_SUPEQ && c->constyp != AP_CONS_SUP) return 0;\n"
     "  if (!read_linear(numbers, c->linexpr0)) return 0;\n"
     "  if (c->constyp != AP_CONS_EQ) return 1;\n"
     "  mpq_t low;\n"
     "  mpq_init(low);\n"
     "  const int one = value_of(low, &c->linexpr0->cst, 0) && mpq_equal(low, numbers[dimensions]);\n"
     "  mpq_clear(low);\n"
     "  return one;\n"
     "}\n"},
    {"value_at",
     "/* `at` ends with a 1, for the constant. */\n"
     "static void value_at(mpq_t value, mpq_t* numbers, mpq_t* at) {\n"
     "  mpq_t product;\n"
     "  mpq_init(product);\n"
     "  mpq_set_ui(value, 0, 1);\n"
     "  for (int i = 0; i <= dimensions; ++i) {\n"
     "    mpq_mul(product, numbers[i], at[i]);\n"
     "    mpq_add(value, value, product);\n"
     "  }\n"
     "  mpq_clear(product);\n"
     "}\n"},
    {"read_point",
     "static void read_point(mpq_t* at, const char* const* coordinates) {\n"
     "  for (int i = 0; i < dimensions; ++i) mpq_set_str(at[i], coordinates[i], 10);\n"
     "  mpq_set_ui(at[dimensions], 1, 1);\n"
     "}\n"},
    {"point", "#define point(...) ((const char* const[]){__VA_ARGS__})\n"},
};

constexpr FunctionText kElements[] = {
    {"copy", "static Domain copy(Domain x) { return made(ap_abstract0_copy(man, x)); }\n"},
    {"top", "static Domain top(void) { return made(ap_abstract0_top(man, integers, dimensions - integers)); }\n"},
    {"bottom",
     "static Domain bottom(void) { return made(ap_abstract0_bottom(man, integers, dimensions - integers)); }\n"},
    {"leq", "static int leq(Domain x, Domain y) { return said(ap_abstract0_is_leq(man, x, y)); }\n"},
    {"same", "static int same(Domain x, Domain y) { return said(ap_abstract0_is_eq(man, x, y)); }\n"},
    {"is_bottom", "static int is_bottom(Domain x) { return said(ap_abstract0_is_bottom(man, x)); }\n"},
    {"is_top", "static int is_top(Domain x) { return said(ap_abstract0_is_top(man, x)); }\n"},
    {"assigned_tree",
     "static Domain assigned_tree(Domain x, ap_dim_t d, ap_texpr0_t* to) {\n"
     "  return made(ap_abstract0_assign_texpr(man, {x}, d, to, NULL));\n"
     "}\n"},
    {"assumed_tree",
     "static Domain assumed_tree(Domain x, ap_texpr0_t* e, ap_constyp_t type) {\n"
     "  ap_tcons0_t one = {.texpr0 = e, .constyp = type};\n"
     "  ap_tcons0_array_t all = {&one, 1};\n"
     "  return made(ap_abstract0_meet_tcons_array(man, {x}, &all));\n"
     "}\n"},
    {"assigned_ranges",
     "static Domain assigned_ranges(Domain x, ap_dim_t d, ap_linexpr0_t* to) {\n"
     "  return made(ap_abstract0_assign_linexpr(man, {x}, d, to, NULL));\n"
     "}\n"},
    {"assumed_ranges",
     "static Domain assumed_ranges(Domain x, ap_linexpr0_t* e, ap_constyp_t type) {\n"
     "  ap_lincons0_t one = constraint(e, type);\n"
     "  ap_lincons0_array_t all = {&one, 1};\n"
     "  return made(ap_abstract0_meet_lincons_array(man, {x}, &all));\n"
     "}\n"},
    {"closed", "static Domain closed(Domain x) { return made(ap_abstract0_closure(man, {x})); }\n"},
    {"regenerated",
     "/* Built anew from its points, which are joined, and its rays and lines. */\n"
     "static Domain regenerated(Domain x) {\n"
     "  ap_generator0_array_t all = ap_abstract0_to_generator_array(man, x);\n"
     "  ap_generator0_t moving[all.size + 1];\n"
     "  ap_generator0_array_t rays = {moving, 0};\n"
     "  Domain result = bottom();\n"
     "  mpq_t numbers[dimensions + 1];\n"
     "  set_up(numbers);\n"
     "  for (size_t i = 0; i < all.size; ++i) {\n"
     "    if (all.p[i].gentyp != AP_GEN_VERTEX) {\n"
     "      moving[rays.size++] = all.p[i];\n"
     "      continue;\n"
     "    }\n"
     "    ap_interval_t** const ends = ap_interval_array_alloc(dimensions);\n"
     "    read_linear(numbers, all.p[i].linexpr0);\n"
     "    for (int d = 0; d < dimensions; ++d) {\n"
     "      ap_scalar_set_mpq(ends[d]->inf, numbers[d]);\n"
     "      ap_scalar_set_mpq(ends[d]->sup, numbers[d]);\n"
     "    }\n"
     "    const Domain vertex = ap_abstract0_of_box(man, integers, dimensions - integers, ends);\n"
     "    result = ap_abstract0_join(man, true, result, vertex);\n"
     "    ap_interval_array_free(ends, dimensions);\n"
     "    ap_abstract0_free(man, vertex);\n"
     "  }\n"
     "  if (rays.size > 0) result = ap_abstract0_add_ray_array(man, true, result, &rays);\n"
     "  take_down(numbers);\n"
     "  ap_generator0_array_clear(&all);\n"
     "  return made(result);\n"
     "}\n"},
    {"with_rays",
     "static Domain with_rays(Domain x, size_t count, ap_generator0_t* rays) {\n"
     "  ap_generator0_array_t all = {rays, count};\n"
     "  return made(ap_abstract0_add_ray_array(man, {x}, &all));\n"
     "}\n"},
};

// Those that `:several` asks for otherwise (several.hpp).
constexpr FunctionText kOneWidening[] = {
    {"widen", "static Domain widen(Domain x, Domain y) { return made(ap_abstract0_widening(man, x, y)); }\n"},
};
constexpr FunctionText kThresholds[] = {
    {"threshold",
     "/* s*d + 5 >= 0 */\n"
     "static ap_lincons0_t threshold(ap_dim_t d, long s) {\n"
     "  mpq_t numbers[dimensions + 1];\n"
     "  set_up(numbers);\n"
     "  mpq_set_si(numbers[d], s, 1);\n"
     "  mpq_set_si(numbers[dimensions], 5, 1);\n"
     "  const ap_lincons0_t made_of_it = constraint(linear_of(numbers), AP_CONS_SUPEQ);\n"
     "  take_down(numbers);\n"
     "  return made_of_it;\n"
     "}\n"},
    {"widen",
     "static Domain widen(Domain x, Domain y) {\n"
     "  ap_lincons0_t thresholds[2 * dimensions];\n"
     "  for (int i = 0; i < dimensions; ++i) {\n"
     "    thresholds[2 * i] = threshold(i, 1);\n"
     "    thresholds[2 * i + 1] = threshold(i, -1);\n"
     "  }\n"
     "  ap_lincons0_array_t all = {thresholds, 2 * dimensions};\n"
     "  const Domain result = made(ap_abstract0_widening_threshold(man, x, y, &all));\n"
     "  for (int i = 0; i < 2 * dimensions; ++i) ap_linexpr0_free(thresholds[i].linexpr0);\n"
     "  return result;\n"
     "}\n"},
};
constexpr FunctionText kOne[] = {
    {"join", "static Domain join(Domain x, Domain y) { return made(ap_abstract0_join(man, {x}, y)); }\n"},
    {"meet", "static Domain meet(Domain x, Domain y) { return made(ap_abstract0_meet(man, {x}, y)); }\n"},
    {"forgotten",
     "static Domain forgotten(Domain x, ap_dim_t d) {\n"
     "  return made(ap_abstract0_forget_array(man, {x}, &d, 1, false));\n"
     "}\n"},
    {"resized",
     "/* One dimension more at the end, and less again. */\n"
     "static Domain resized(Domain x) {\n"
     "  ap_dim_t last = dimensions;\n"
     "  ap_dimchange_t change = {&last, integers > 0, integers == 0};\n"
     "  const Domain more = ap_abstract0_add_dimensions(man, {x}, &change, false);\n"
     "  return made(ap_abstract0_remove_dimensions(man, true, more, &change));\n"
     "}\n"},
    {"canonical",
     "static Domain canonical(Domain x) {\n"
     "  const Domain c = copy(x);\n"
     "  ap_abstract0_canonicalize(man, c);\n"
     "  return c;\n"
     "}\n"},
};

constexpr FunctionText kSeveral[] = {
    {"join",
     "static Domain join(Domain x, Domain y) {\n"
     "  Domain all[] = {x, copy(y), copy(x)};\n"
     "  const Domain result = made(ap_abstract0_join_array(man, all, 3));\n"
     "  ap_abstract0_free(man, all[1]);\n"
     "  ap_abstract0_free(man, all[2]);\n"
     "  return result;\n"
     "}\n"},
    {"meet",
     "static Domain meet(Domain x, Domain y) {\n"
     "  Domain all[] = {y, copy(x), copy(y)};\n"
     "  const Domain result = made(ap_abstract0_meet_array(man, all, 3));\n"
     "  ap_abstract0_free(man, all[1]);\n"
     "  ap_abstract0_free(man, all[2]);\n"
     "  return result;\n"
     "}\n"},
    {"forgotten",
     "/* What is unconstrained is forgotten already. Else a dimension becomes two; these are zero, and then "
     "arbitrary,\n"
     "   both at once; the new one goes. */\n"
     "static Domain forgotten(Domain x, ap_dim_t d) {\n"
     "  if (ap_abstract0_is_dimension_unconstrained(man, x, d)) return copy(x);\n"
     "  ap_dim_t both[] = {d, dimensions};\n"
     "  ap_dimchange_t last = {&both[1], integers > 0, integers == 0};\n"
     "  const Domain more = ap_abstract0_expand(man, false, x, d, 1);\n"
     "  const Domain zero = ap_abstract0_forget_array(man, true, more, both, 2, true);\n"
     "  const Domain any = ap_abstract0_forget_array(man, true, zero, both, 2, false);\n"
     "  return made(ap_abstract0_remove_dimensions(man, true, any, &last));\n"
     "}\n"},
    {"rotated",
     "/* Every dimension is so many places further on. */\n"
     "static Domain rotated(int in_place, Domain x, int places) {\n"
     "  ap_dim_t to[dimensions];\n"
     "  ap_dimperm_t permutation = {to, dimensions};\n"
     "  for (int i = 0; i < dimensions; ++i) to[i] = (i + places) % dimensions;\n"
     "  return ap_abstract0_permute_dimensions(man, in_place, x, &permutation);\n"
     "}\n"},
    {"surrounded",
     "/* One dimension more in front and one at the end, which are zero, and less again. */\n"
     "static Domain surrounded(Domain x) {\n"
     "  ap_dim_t places[] = {0, dimensions};\n"
     "  ap_dimchange_t change = {places, integers > 0 ? 2 : 0, integers > 0 ? 0 : 2};\n"
     "  const Domain more = ap_abstract0_add_dimensions(man, true, x, &change, true);\n"
     "  places[1] = dimensions + 1;\n"
     "  return ap_abstract0_remove_dimensions(man, true, more, &change);\n"
     "}\n"},
    {"resized",
     "/* Dimensions change places, and come and go. A dimension becomes two with the same relations, and then one "
     "again,\n"
     "   which is met with its own box. */\n"
     "static Domain resized(Domain x) {\n"
     "  ap_dim_t both[] = {0, dimensions};\n"
     "  const Domain same_again = surrounded(rotated(true, rotated(false, x, 1), dimensions - 1));\n"
     "  const Domain more = ap_abstract0_expand(man, true, same_again, 0, 1);\n"
     "  const Domain again = ap_abstract0_fold(man, true, more, both, 2);\n"
     "  ap_interval_t** const ends = ap_abstract0_to_box(man, again);\n"
     "  const Domain box = ap_abstract0_of_box(man, integers, dimensions - integers, ends);\n"
     "  const Domain result = made(ap_abstract0_meet(man, true, again, box));\n"
     "  ap_interval_array_free(ends, dimensions);\n"
     "  ap_abstract0_free(man, box);\n"
     "  return result;\n"
     "}\n"},
    {"canonical",
     "static Domain canonical(Domain x) {\n"
     "  const Domain c = copy(x);\n"
     "  ap_abstract0_minimize(man, c);\n"
     "  ap_abstract0_canonicalize(man, c);\n"
     "  return c;\n"
     "}\n"},
};

constexpr FunctionText kLoosening[] = {
    {"loosened",
     "static Domain loosened(Domain x, unsigned way) {\n"
     "  static const int kAlgorithms[] = {1, 2, 3, 10, 11, 12};\n"
     "  const Domain c = ap_abstract0_copy(man, x);\n"
     "  ap_abstract0_approximate(man, c, kAlgorithms[way]);\n"
     "  return made(c);\n"
     "}\n"},
};

constexpr FunctionText kOneExpression[] = {
    {"assumed",
     "static Domain assumed(Domain x, ap_lincons0_t c) {\n"
     "  ap_lincons0_array_t all = {&c, 1};\n"
     "  return made(ap_abstract0_meet_lincons_array(man, {x}, &all));\n"
     "}\n"},
    {"substituted",
     "static Domain substituted(Domain x, ap_dim_t d, ap_linexpr0_t* to) {\n"
     "  return made(ap_abstract0_substitute_linexpr(man, {x}, d, to, NULL));\n"
     "}\n"},
};
constexpr FunctionText kSeveralExpressions[] = {
    {"assumed",
     "/* An equality as two inequalities, any other condition twice. */\n"
     "static Domain assumed(Domain x, ap_lincons0_t c) {\n"
     "  mpq_t numbers[dimensions + 1];\n"
     "  set_up(numbers);\n"
     "  read_linear(numbers, c.linexpr0);\n"
     "  for (int i = 0; i <= dimensions && c.constyp == AP_CONS_EQ; ++i) mpq_neg(numbers[i], numbers[i]);\n"
     "  const ap_constyp_t type = c.constyp == AP_CONS_EQ ? AP_CONS_SUPEQ : c.constyp;\n"
     "  ap_lincons0_t two[] = {constraint(c.linexpr0, type), constraint(linear_of(numbers), type)};\n"
     "  two[0].scalar = two[1].scalar = c.scalar;\n"
     "  ap_lincons0_array_t all = {two, 2};\n"
     "  const Domain result = made(ap_abstract0_meet_lincons_array(man, false, x, &all));\n"
     "  ap_linexpr0_free(two[1].linexpr0);\n"
     "  take_down(numbers);\n"
     "  return result;\n"
     "}\n"},
    {"itself",
     "static ap_linexpr0_t* itself(ap_dim_t d) {\n"
     "  mpq_t numbers[dimensions + 1];\n"
     "  set_up(numbers);\n"
     "  mpq_set_si(numbers[d], 1, 1);\n"
     "  ap_linexpr0_t* const e = linear_of(numbers);\n"
     "  take_down(numbers);\n"
     "  return e;\n"
     "}\n"},
    {"assigned",
     "/* Another dimension gets its own value at the same time; once more, within what came of it. */\n"
     "static Domain assigned(Domain x, ap_dim_t d, ap_linexpr0_t* to) {\n"
     "  ap_dim_t places[] = {d, (d + 1) % dimensions};\n"
     "  ap_linexpr0_t* values[] = {to, itself(places[1])};\n"
     "  const size_t count = dimensions > 1 ? 2 : 1;\n"
     "  const Domain within = ap_abstract0_assign_linexpr_array(man, false, x, places, values, count, NULL);\n"
     "  const Domain result = made(ap_abstract0_assign_linexpr_array(man, false, x, places, values, count, within));\n"
     "  ap_abstract0_free(man, within);\n"
     "  ap_linexpr0_free(values[1]);\n"
     "  return result;\n"
     "}\n"},
    {"substituted",
     "static Domain substituted(Domain x, ap_dim_t d, ap_linexpr0_t* to) {\n"
     "  ap_dim_t places[] = {d, (d + 1) % dimensions};\n"
     "  ap_linexpr0_t* values[] = {to, itself(places[1])};\n"
     "  const size_t count = dimensions > 1 ? 2 : 1;\n"
     "  const Domain within = ap_abstract0_substitute_linexpr_array(man, false, x, places, values, count, NULL);\n"
     "  const Domain result = made(ap_abstract0_substitute_linexpr_array(man, false, x, places, values, count, "
     "within));\n"
     "  ap_abstract0_free(man, within);\n"
     "  ap_linexpr0_free(values[1]);\n"
     "  return result;\n"
     "}\n"},
};

constexpr FunctionText kLinearAssign[] = {
    {"assigned",
     "static Domain assigned(Domain x, ap_dim_t d, ap_linexpr0_t* to) {\n"
     "  return made(ap_abstract0_assign_linexpr(man, {x}, d, to, NULL));\n"
     "}\n"},
};
constexpr FunctionText kTreeAssign[] = {
    {"assigned",
     "static Domain assigned(Domain x, ap_dim_t d, ap_linexpr0_t* to) {\n"
     "  ap_texpr0_t* const tree = ap_texpr0_from_linexpr0(to);\n"
     "  const Domain result = assigned_tree(x, d, tree);\n"
     "  ap_texpr0_free(tree);\n"
     "  return result;\n"
     "}\n"},
};

constexpr FunctionText kAssignsAll[] = {
    {"assigned_all",
     "static Domain assigned_all(Domain x, size_t count, ap_dim_t* dims, ap_linexpr0_t** to) {\n"
     "  return made(ap_abstract0_assign_linexpr_array(man, {x}, dims, to, count, NULL));\n"
     "}\n"},
};
constexpr FunctionText kLinear[] = {
    {"satisfies",
     "static int satisfies(Domain x, ap_lincons0_t c) { return said(ap_abstract0_sat_lincons(man, x, &c)); }\n"},
    {"bounds",
     "static ap_interval_t* bounds(Domain x, ap_linexpr0_t* of) {\n"
     "  ap_interval_t* const result = ap_abstract0_bound_linexpr(man, x, of);\n"
     "  note();\n"
     "  return result;\n"
     "}\n"},
};

// By the range of a dimension, where an expression has one only.
constexpr FunctionText kRanges[] = {
    {"only_one",
     "/* The only dimension that it has, or none: then -1. */\n"
     "static int only_one(ap_linexpr0_t* of, mpq_t factor, mpq_t constant) {\n"
     "  mpq_t numbers[dimensions + 1];\n"
     "  int found = -1, count = 0;\n"
     "  set_up(numbers);\n"
     "  read_linear(numbers, of);\n"
     "  for (int i = 0; i < dimensions; ++i)\n"
     "    if (mpq_sgn(numbers[i]) != 0) found = i, ++count;\n"
     "  if (count == 1) mpq_set(factor, numbers[found]);\n"
     "  mpq_set(constant, numbers[dimensions]);\n"
     "  take_down(numbers);\n"
     "  return count == 1 ? found : -1;\n"
     "}\n"},
    {"satisfies",
     "/* As an interval of the dimension, where it has one only. */\n"
     "static int satisfies(Domain x, ap_lincons0_t c) {\n"
     "  mpq_t factor, end;\n"
     "  mpq_init(factor);\n"
     "  mpq_init(end);\n"
     "  const int d = only_one(c.linexpr0, factor, end);\n"
     "  const int has_ends = c.constyp == AP_CONS_SUPEQ || c.constyp == AP_CONS_EQ, at = c.constyp == AP_CONS_EQ;\n"
     "  int result = 0;\n"
     "  if (d < 0 || !has_ends) {\n"
     "    result = said(ap_abstract0_sat_lincons(man, x, &c));\n"
     "  } else {\n"
     "    ap_interval_t* const interval = ap_interval_alloc();\n"
     "    mpq_div(end, end, factor);\n"
     "    mpq_neg(end, end);\n"
     "    ap_scalar_set_infty(interval->inf, -1);\n"
     "    ap_scalar_set_infty(interval->sup, 1);\n"
     "    if (at || mpq_sgn(factor) > 0) ap_scalar_set_mpq(interval->inf, end);\n"
     "    if (at || mpq_sgn(factor) < 0) ap_scalar_set_mpq(interval->sup, end);\n"
     "    result = said(ap_abstract0_sat_interval(man, x, d, interval));\n"
     "    ap_interval_free(interval);\n"
     "  }\n"
     "  mpq_clear(factor);\n"
     "  mpq_clear(end);\n"
     "  return result;\n"
     "}\n"},
    {"scaled_end",
     "static void scaled_end(ap_scalar_t* to, ap_scalar_t* from, mpq_t factor, mpq_t constant) {\n"
     "  mpq_t end;\n"
     "  mpq_init(end);\n"
     "  if (!end_of(end, from)) {\n"
     "    ap_scalar_set_infty(to, mpq_sgn(factor) * ap_scalar_infty(from));\n"
     "  } else {\n"
     "    mpq_mul(end, end, factor);\n"
     "    mpq_add(end, end, constant);\n"
     "    ap_scalar_set_mpq(to, end);\n"
     "  }\n"
     "  mpq_clear(end);\n"
     "}\n"},
    {"bounds",
     "static ap_interval_t* bounds(Domain x, ap_linexpr0_t* of) {\n"
     "  mpq_t factor, constant;\n"
     "  mpq_init(factor);\n"
     "  mpq_init(constant);\n"
     "  const int d = only_one(of, factor, constant);\n"
     "  ap_interval_t* result = d < 0 ? ap_abstract0_bound_linexpr(man, x, of) : ap_abstract0_bound_dimension(man, x, "
     "d);\n"
     "  if (d >= 0) {\n"
     "    ap_interval_t* const range = result;\n"
     "    result = ap_interval_alloc();\n"
     "    scaled_end(mpq_sgn(factor) > 0 ? result->inf : result->sup, range->inf, factor, constant);\n"
     "    scaled_end(mpq_sgn(factor) > 0 ? result->sup : result->inf, range->sup, factor, constant);\n"
     "    ap_interval_free(range);\n"
     "  }\n"
     "  mpq_clear(factor);\n"
     "  mpq_clear(constant);\n"
     "  note();\n"
     "  return result;\n"
     "}\n"},
};

constexpr FunctionText kTrees[] = {
    {"assumed",
     "static Domain assumed(Domain x, ap_lincons0_t c) {\n"
     "  ap_texpr0_t* const tree = ap_texpr0_from_linexpr0(c.linexpr0);\n"
     "  ap_tcons0_t one = {.texpr0 = tree, .constyp = c.constyp, .scalar = c.scalar};\n"
     "  ap_tcons0_array_t all = {&one, 1};\n"
     "  const Domain result = made(ap_abstract0_meet_tcons_array(man, {x}, &all));\n"
     "  ap_texpr0_free(tree);\n"
     "  return result;\n"
     "}\n"},
    {"substituted",
     "static Domain substituted(Domain x, ap_dim_t d, ap_linexpr0_t* to) {\n"
     "  ap_texpr0_t* const tree = ap_texpr0_from_linexpr0(to);\n"
     "  const Domain result = made(ap_abstract0_substitute_texpr(man, {x}, d, tree, NULL));\n"
     "  ap_texpr0_free(tree);\n"
     "  return result;\n"
     "}\n"},
    {"assigned_all",
     "static Domain assigned_all(Domain x, size_t count, ap_dim_t* dims, ap_linexpr0_t** to) {\n"
     "  ap_texpr0_t* trees[dimensions];\n"
     "  for (size_t i = 0; i < count; ++i) trees[i] = ap_texpr0_from_linexpr0(to[i]);\n"
     "  const Domain result = made(ap_abstract0_assign_texpr_array(man, {x}, dims, trees, count, NULL));\n"
     "  for (size_t i = 0; i < count; ++i) ap_texpr0_free(trees[i]);\n"
     "  return result;\n"
     "}\n"},
    {"satisfies",
     "static int satisfies(Domain x, ap_lincons0_t c) {\n"
     "  ap_tcons0_t one = {.texpr0 = ap_texpr0_from_linexpr0(c.linexpr0), .constyp = c.constyp};\n"
     "  const int result = said(ap_abstract0_sat_tcons(man, x, &one));\n"
     "  ap_texpr0_free(one.texpr0);\n"
     "  return result;\n"
     "}\n"},
    {"bounds",
     "static ap_interval_t* bounds(Domain x, ap_linexpr0_t* of) {\n"
     "  ap_texpr0_t* const tree = ap_texpr0_from_linexpr0(of);\n"
     "  ap_interval_t* const result = ap_abstract0_bound_texpr(man, x, tree);\n"
     "  ap_texpr0_free(tree);\n"
     "  note();\n"
     "  return result;\n"
     "}\n"},
};

}  // namespace

std::span<const FunctionText> number_functions() { return kNumbers; }
std::span<const FunctionText> element_functions() { return kElements; }
std::span<const FunctionText> widening_functions(bool several) {
  if (several) return kThresholds;
  return kOneWidening;
}
std::span<const FunctionText> loosening_functions() { return kLoosening; }
std::span<const FunctionText> one_functions(bool several) {
  if (several) return kSeveral;
  return kOne;
}
std::span<const FunctionText> assignment_functions(const Asked& asked) {
  if (asked.trees || asked.only_trees) return kTreeAssign;
  if (asked.several) return {};  // among those of expressions
  return kLinearAssign;
}
std::span<const FunctionText> one_expression_functions(const Asked& asked) {
  if (asked.trees) return {};
  if (asked.several) return kSeveralExpressions;
  return kOneExpression;
}
std::span<const FunctionText> expression_functions(const Asked& asked) {
  if (asked.trees) return kTrees;
  if (asked.several) return kRanges;
  return kLinear;
}
std::span<const FunctionText> parallel_functions(const Asked& asked) {
  if (asked.trees) return {};  // among those of expressions
  return kAssignsAll;
}

}  // namespace assay::domain::level0
