// Functions of reproductions in C for APRON, and for ELINA, which has the same interface: the printer changes the
// prefixes ap_ and AP_. A reproduction has exactly one alternative below, for the mode of its target.
#include <ap_abstract0.h>
#include <gmp.h>

#include "common.c"

typedef ap_abstract0_t* Domain;
enum { dimensions = 3, integers = 0, most_steps = 100 };
//! part variables
//! variables
static ap_manager_t* man;
static int violated;
static int is_exact, is_best;  // the library's claims about its last result
static int gave_up;            // whether the library ever reported that it gave up, as it may
//! end

// The variables of the law that is checked.
static ap_dim_t v;
static ap_linexpr0_t* e;
static ap_lincons0_t condition;
static Domain chain[3];
static size_t chain_size;

// How functions take the element that they change: in place, then it is a copy, or to make a new element.
#ifdef IN_PLACE
#define CHANGED(x) true, ap_abstract0_copy(man, x)
#else
#define CHANGED(x) false, x
#endif

//! part frame
//! show
// Shows a copy: looking at an element may change how it is held.
static void show(const char* name, Domain x) {
  printf("%s%s%s = ", name, is_exact ? " (said to be exact)" : "", is_best ? " (said to be best)" : "");
  const Domain shown = ap_abstract0_copy(man, x);
  ap_abstract0_fprint(stdout, man, shown, NULL);
  ap_abstract0_free(man, shown);
  printf("\n");
}

//! tell
static inline void tell(const char* what, int holds) {
  printf("%s: %s\n", what, holds ? "holds" : gave_up ? "not known, as the library gave up" : "VIOLATED");
  violated = violated || (!holds && !gave_up);
}
//! end

//! part numbers
//! note
/* True if the library gave up, as it documents that it may: then no result counts. */
static void note(void) {
  const int exception = man->result.exn;
  if (exception == AP_EXC_TIMEOUT || exception == AP_EXC_OUT_OF_SPACE || exception == AP_EXC_OVERFLOW)
    gave_up = 1;
}

//! made
static Domain made(Domain x) {
  if (x == NULL) abort();
  note();
  is_exact = ap_manager_get_flag_exact(man);
  is_best = ap_manager_get_flag_best(man);
  return x;
}

//! said
static int said(int answer) {
  note();
  return answer;
}

//! set_up
static void set_up(mpq_t* numbers) {
  for (int i = 0; i <= dimensions; ++i) mpq_init(numbers[i]);
}

//! take_down
static void take_down(mpq_t* numbers) {
  for (int i = 0; i <= dimensions; ++i) mpq_clear(numbers[i]);
}

//! linear_of
/* Coefficients and, at the end, the constant: dense, or sparse where most are zero. */
static ap_linexpr0_t* linear_of(mpq_t* numbers) {
  size_t used = 0, place = 0;
  for (int i = 0; i < dimensions; ++i) used += mpq_sgn(numbers[i]) != 0;
  const int sparse = used * 2 < dimensions;
  ap_linexpr0_t* const e =
      sparse ? ap_linexpr0_alloc(AP_LINEXPR_SPARSE, used) : ap_linexpr0_alloc(AP_LINEXPR_DENSE, dimensions);
  ap_coeff_set_scalar_mpq(&e->cst, numbers[dimensions]);
  for (int i = 0; i < dimensions; ++i) {
    if (!sparse) ap_coeff_set_scalar_mpq(&e->p.coeff[i], numbers[i]);
    if (!sparse || mpq_sgn(numbers[i]) == 0) continue;
    e->p.linterm[place].dim = i;
    ap_coeff_set_scalar_mpq(&e->p.linterm[place++].coeff, numbers[i]);
  }
  return e;
}

//! linear
static ap_linexpr0_t* linear_of_texts(const char* const* texts) {
  mpq_t numbers[dimensions + 1];
  set_up(numbers);
  for (int i = 0; i <= dimensions; ++i) mpq_set_str(numbers[i], texts[i], 10);
  ap_linexpr0_t* const e = linear_of(numbers);
  take_down(numbers);
  return e;
}
/* A coefficient for each dimension, and the constant. */
#define linear(...) linear_of_texts((const char* const[]){__VA_ARGS__})

//! ranges
static void set_range(ap_coeff_t* coefficient, const char* low, const char* high) {
  mpq_t ends[2];
  mpq_init(ends[0]);
  mpq_init(ends[1]);
  mpq_set_str(ends[0], low, 10);
  mpq_set_str(ends[1], high, 10);
  ap_scalar_t* const inf = ap_scalar_alloc_set_mpq(ends[0]);
  ap_scalar_t* const sup = ap_scalar_alloc_set_mpq(ends[1]);
  if (mpq_equal(ends[0], ends[1]))
    ap_coeff_set_scalar_mpq(coefficient, ends[0]);
  else
    ap_coeff_set_interval_scalar(coefficient, inf, sup);
  ap_scalar_free(inf);
  ap_scalar_free(sup);
  mpq_clear(ends[0]);
  mpq_clear(ends[1]);
}
static ap_linexpr0_t* ranges_of_texts(const char* const* texts) {
  ap_linexpr0_t* const e = ap_linexpr0_alloc(AP_LINEXPR_DENSE, dimensions);
  for (int i = 0; i < dimensions; ++i) set_range(&e->p.coeff[i], texts[2 * i], texts[2 * i + 1]);
  set_range(&e->cst, texts[2 * dimensions], texts[2 * dimensions + 1]);
  return e;
}
/* The two ends of a coefficient for each dimension, and of the constant. */
#define ranges(...) ranges_of_texts((const char* const[]){__VA_ARGS__})

//! constraint
static ap_lincons0_t constraint(ap_linexpr0_t* e, ap_constyp_t type) {
  ap_lincons0_t c = {.linexpr0 = e, .constyp = type};
  return c;
}

//! congruence
/* The last modulus is kept in a static variable, so only one condition can be in use at a time. */
static ap_lincons0_t congruence(ap_linexpr0_t* e, const char* modulus) {
  static ap_scalar_t* kept;
  mpq_t value;
  mpq_init(value);
  mpq_set_str(value, modulus, 10);
  if (kept != NULL) ap_scalar_free(kept);
  kept = ap_scalar_alloc_set_mpq(value);
  mpq_clear(value);
  ap_lincons0_t c = {.linexpr0 = e, .constyp = AP_CONS_EQMOD, .scalar = kept};
  return c;
}

//! number
static ap_texpr0_t* number(const char* text) {
  mpq_t value;
  mpq_init(value);
  mpq_set_str(value, text, 10);
  ap_texpr0_t* const made_of_it = ap_texpr0_cst_scalar_mpq(value);
  mpq_clear(value);
  return made_of_it;
}

//! range
static ap_texpr0_t* range(const char* low, const char* high) {
  mpq_t ends[2];
  mpq_init(ends[0]);
  mpq_init(ends[1]);
  mpq_set_str(ends[0], low, 10);
  mpq_set_str(ends[1], high, 10);
  ap_texpr0_t* const made_of_it = ap_texpr0_cst_interval_mpq(ends[0], ends[1]);
  mpq_clear(ends[0]);
  mpq_clear(ends[1]);
  return made_of_it;
}

//! binary
static ap_texpr0_t* binary(ap_texpr_op_t operation, ap_texpr0_t* left, ap_texpr0_t* right) {
  return ap_texpr0_binop(operation, left, right, AP_RTYPE_REAL, AP_RDIR_RND);
}

//! end_of
/* Whether the scalar is finite; then it is `to`. */
static int end_of(mpq_t to, ap_scalar_t* scalar) {
  if (ap_scalar_infty(scalar) != 0) return 0;
  ap_mpq_set_scalar(to, scalar, 0);
  mpq_canonicalize(to);
  return 1;
}

//! value_of
/* The number, or an end of the interval; 0: it is infinite. */
static int value_of(mpq_t to, ap_coeff_t* c, int upper) {
  if (c->discr == AP_COEFF_SCALAR) return end_of(to, c->val.scalar);
  return end_of(to, upper ? c->val.interval->sup : c->val.interval->inf);
}

//! read_linear
/* Reads the numbers. Returns 0 for intervals, except the constant, whose upper end counts. */
static int read_linear(mpq_t* numbers, ap_linexpr0_t* e) {
  int known = 1;
  mpq_t low;
  mpq_init(low);
  for (int i = 0; i <= dimensions; ++i) mpq_set_ui(numbers[i], 0, 1);
  for (size_t i = 0; i < e->size && known; ++i) {
    const int sparse = e->discr == AP_LINEXPR_SPARSE;
    const ap_dim_t d = sparse ? e->p.linterm[i].dim : (ap_dim_t)i;
    ap_coeff_t* const c = sparse ? &e->p.linterm[i].coeff : &e->p.coeff[i];
    if (d == AP_DIM_MAX) continue;
    known = value_of(low, c, 0) && value_of(numbers[d], c, 1) && mpq_equal(low, numbers[d]);
  }
  known = known && value_of(numbers[dimensions], &e->cst, 1);
  mpq_clear(low);
  return known;
}

//! read_constraint
/* Reads the constraint. Returns 0 if it does not constrain points. */
static int read_constraint(mpq_t* numbers, ap_lincons0_t* c) {
  if (c->constyp != AP_CONS_EQ && c->constyp != AP_CONS_SUPEQ && c->constyp != AP_CONS_SUP) return 0;
  if (!read_linear(numbers, c->linexpr0)) return 0;
  if (c->constyp != AP_CONS_EQ) return 1;
  mpq_t low;
  mpq_init(low);
  const int one = value_of(low, &c->linexpr0->cst, 0) && mpq_equal(low, numbers[dimensions]);
  mpq_clear(low);
  return one;
}

//! value_at
/* The value of the expression at the point `at`, which ends with a 1 for the constant. */
static void value_at(mpq_t value, mpq_t* numbers, mpq_t* at) {
  mpq_t product;
  mpq_init(product);
  mpq_set_ui(value, 0, 1);
  for (int i = 0; i <= dimensions; ++i) {
    mpq_mul(product, numbers[i], at[i]);
    mpq_add(value, value, product);
  }
  mpq_clear(product);
}

//! read_point
static void read_point(mpq_t* at, const char* const* coordinates) {
  for (int i = 0; i < dimensions; ++i) mpq_set_str(at[i], coordinates[i], 10);
  mpq_set_ui(at[dimensions], 1, 1);
}

//! point
#define point(...) ((const char* const[]){__VA_ARGS__})
//! end

//! part elements
//! copy
static Domain copy(Domain x) { return made(ap_abstract0_copy(man, x)); }

//! top
static Domain top(void) { return made(ap_abstract0_top(man, integers, dimensions - integers)); }

//! bottom
static Domain bottom(void) { return made(ap_abstract0_bottom(man, integers, dimensions - integers)); }

//! leq
static int leq(Domain x, Domain y) { return said(ap_abstract0_is_leq(man, x, y)); }

//! same
static int same(Domain x, Domain y) { return said(ap_abstract0_is_eq(man, x, y)); }

//! is_bottom
static int is_bottom(Domain x) { return said(ap_abstract0_is_bottom(man, x)); }

//! is_top
static int is_top(Domain x) { return said(ap_abstract0_is_top(man, x)); }

//! assigned_tree
static Domain assigned_tree(Domain x, ap_dim_t d, ap_texpr0_t* to) {
  return made(ap_abstract0_assign_texpr(man, CHANGED(x), d, to, NULL));
}

//! assumed_tree
static Domain assumed_tree(Domain x, ap_texpr0_t* e, ap_constyp_t type) {
  ap_tcons0_t one = {.texpr0 = e, .constyp = type};
  ap_tcons0_array_t all = {&one, 1};
  return made(ap_abstract0_meet_tcons_array(man, CHANGED(x), &all));
}

//! assigned_ranges
static Domain assigned_ranges(Domain x, ap_dim_t d, ap_linexpr0_t* to) {
  return made(ap_abstract0_assign_linexpr(man, CHANGED(x), d, to, NULL));
}

//! assumed_ranges
static Domain assumed_ranges(Domain x, ap_linexpr0_t* e, ap_constyp_t type) {
  ap_lincons0_t one = constraint(e, type);
  ap_lincons0_array_t all = {&one, 1};
  return made(ap_abstract0_meet_lincons_array(man, CHANGED(x), &all));
}

//! closed
static Domain closed(Domain x) { return made(ap_abstract0_closure(man, CHANGED(x))); }

//! regenerated
/* Built anew from the join of its points, and its rays and lines. */
static Domain regenerated(Domain x) {
  ap_generator0_array_t all = ap_abstract0_to_generator_array(man, x);
  ap_generator0_t moving[all.size + 1];
  ap_generator0_array_t rays = {moving, 0};
  Domain result = bottom();
  mpq_t numbers[dimensions + 1];
  set_up(numbers);
  for (size_t i = 0; i < all.size; ++i) {
    if (all.p[i].gentyp != AP_GEN_VERTEX) {
      moving[rays.size++] = all.p[i];
      continue;
    }
    ap_interval_t** const ends = ap_interval_array_alloc(dimensions);
    read_linear(numbers, all.p[i].linexpr0);
    for (int d = 0; d < dimensions; ++d) {
      ap_scalar_set_mpq(ends[d]->inf, numbers[d]);
      ap_scalar_set_mpq(ends[d]->sup, numbers[d]);
    }
    const Domain vertex = ap_abstract0_of_box(man, integers, dimensions - integers, ends);
    result = ap_abstract0_join(man, true, result, vertex);
    ap_interval_array_free(ends, dimensions);
    ap_abstract0_free(man, vertex);
  }
  if (rays.size > 0) result = ap_abstract0_add_ray_array(man, true, result, &rays);
  take_down(numbers);
  ap_generator0_array_clear(&all);
  return made(result);
}

//! with_rays
static Domain with_rays(Domain x, size_t count, ap_generator0_t* rays) {
  ap_generator0_array_t all = {rays, count};
  return made(ap_abstract0_add_ray_array(man, CHANGED(x), &all));
}
//! end

// Widening: as it is, with thresholds, and that of octagons, which have thresholds and ways to be loosened of their own.
#ifdef OCTAGONS
//! part octagon declarations
//! declarations
ap_manager_t* oct_manager_alloc(void);
ap_abstract0_t* ap_abstract0_oct_narrowing(ap_manager_t* manager, ap_abstract0_t* left, ap_abstract0_t* right);
ap_abstract0_t* ap_abstract0_oct_widening_thresholds(ap_manager_t* manager, ap_abstract0_t* left,
                                                     ap_abstract0_t* right, ap_scalar_t** thresholds, size_t count);
ap_abstract0_t* ap_abstract0_oct_add_epsilon(ap_manager_t* manager, ap_abstract0_t* element, ap_scalar_t* epsilon);
ap_abstract0_t* ap_abstract0_oct_add_epsilon_bin(ap_manager_t* manager, ap_abstract0_t* left,
                                                 ap_abstract0_t* right, ap_scalar_t* epsilon);
//! end
//! part octagon widening
//! widen
static Domain widen(Domain x, Domain y) {
  const int values[] = {-4, 0, 5};
  ap_scalar_t* thresholds[3];
  for (int i = 0; i < 3; ++i) thresholds[i] = ap_scalar_alloc_set_double(values[i]);
  const Domain result = made(ap_abstract0_oct_widening_thresholds(man, x, y, thresholds, 3));
  for (int i = 0; i < 3; ++i) ap_scalar_free(thresholds[i]);
  return result;
}
//! end
#elif defined(SEVERAL)
//! part thresholds
//! threshold
/* s*d + 5 >= 0 */
static ap_lincons0_t threshold(ap_dim_t d, long s) {
  mpq_t numbers[dimensions + 1];
  set_up(numbers);
  mpq_set_si(numbers[d], s, 1);
  mpq_set_si(numbers[dimensions], 5, 1);
  const ap_lincons0_t made_of_it = constraint(linear_of(numbers), AP_CONS_SUPEQ);
  take_down(numbers);
  return made_of_it;
}

//! widen
static Domain widen(Domain x, Domain y) {
  ap_lincons0_t thresholds[2 * dimensions];
  for (int i = 0; i < dimensions; ++i) {
    thresholds[2 * i] = threshold(i, 1);
    thresholds[2 * i + 1] = threshold(i, -1);
  }
  ap_lincons0_array_t all = {thresholds, 2 * dimensions};
  const Domain result = made(ap_abstract0_widening_threshold(man, x, y, &all));
  for (int i = 0; i < 2 * dimensions; ++i) ap_linexpr0_free(thresholds[i].linexpr0);
  return result;
}
//! end
#else
//! part one widening
//! widen
static Domain widen(Domain x, Domain y) { return made(ap_abstract0_widening(man, x, y)); }
//! end
#endif
#ifdef OCTAGONS
//! part octagon loosening
//! loosened
/* Moves every bound by a multiple of the largest bound; from way 3 on, only bounds that this makes unstable. */
static Domain loosened(Domain x, unsigned way) {
  ap_scalar_t* const epsilon = ap_scalar_alloc_set_double(0.5 * (way % 3));
  Domain loose = ap_abstract0_oct_add_epsilon(man, x, epsilon);
  if (way >= 3) {
    const Domain looser = ap_abstract0_oct_add_epsilon_bin(man, x, loose, epsilon);
    ap_abstract0_free(man, loose);
    loose = looser;
  }
  ap_scalar_free(epsilon);
  return made(loose);
}
//! end
#else
//! part loosening
//! loosened
static Domain loosened(Domain x, unsigned way) {
  static const int kAlgorithms[] = {1, 2, 3, 10, 11, 12};
  const Domain c = ap_abstract0_copy(man, x);
  ap_abstract0_approximate(man, c, kAlgorithms[way]);
  return made(c);
}
//! end
#endif

// Operations on one element or dimension; with SEVERAL, the same results through functions that take several.
#ifdef SEVERAL
//! part several
//! join
static Domain join(Domain x, Domain y) {
  Domain all[] = {x, copy(y), copy(x)};
  const Domain result = made(ap_abstract0_join_array(man, all, 3));
  ap_abstract0_free(man, all[1]);
  ap_abstract0_free(man, all[2]);
  return result;
}

//! meet
static Domain meet(Domain x, Domain y) {
  Domain all[] = {y, copy(x), copy(y)};
  const Domain result = made(ap_abstract0_meet_array(man, all, 3));
  ap_abstract0_free(man, all[1]);
  ap_abstract0_free(man, all[2]);
  return result;
}

//! forgotten
/* An unconstrained dimension is left as it is. Otherwise the dimension is doubled, both are set to zero, then to any
   value, and the new dimension is removed. */
static Domain forgotten(Domain x, ap_dim_t d) {
  if (ap_abstract0_is_dimension_unconstrained(man, x, d)) return copy(x);
  ap_dim_t both[] = {d, dimensions};
  ap_dimchange_t last = {&both[1], integers > 0, integers == 0};
  const Domain more = ap_abstract0_expand(man, false, x, d, 1);
  const Domain zero = ap_abstract0_forget_array(man, true, more, both, 2, true);
  const Domain any = ap_abstract0_forget_array(man, true, zero, both, 2, false);
  return made(ap_abstract0_remove_dimensions(man, true, any, &last));
}

//! rotated
/* Moves every dimension by `places` places. */
static Domain rotated(int in_place, Domain x, int places) {
  ap_dim_t to[dimensions];
  ap_dimperm_t permutation = {to, dimensions};
  for (int i = 0; i < dimensions; ++i) to[i] = (i + places) % dimensions;
  return ap_abstract0_permute_dimensions(man, in_place, x, &permutation);
}

//! surrounded
/* Adds two dimensions that are zero, one in front and one at the end, and removes them again. */
static Domain surrounded(Domain x) {
  ap_dim_t places[] = {0, dimensions};
  ap_dimchange_t change = {places, integers > 0 ? 2 : 0, integers > 0 ? 0 : 2};
  const Domain more = ap_abstract0_add_dimensions(man, true, x, &change, true);
  places[1] = dimensions + 1;
  return ap_abstract0_remove_dimensions(man, true, more, &change);
}

//! resized
/* Rotates the dimensions forth and back, adds and removes dimensions, doubles a dimension with its relations and folds
   it again, and meets the result with its own box. */
static Domain resized(Domain x) {
  ap_dim_t both[] = {0, dimensions};
  const Domain same_again = surrounded(rotated(true, rotated(false, x, 1), dimensions - 1));
  const Domain more = ap_abstract0_expand(man, true, same_again, 0, 1);
  const Domain again = ap_abstract0_fold(man, true, more, both, 2);
  ap_interval_t** const ends = ap_abstract0_to_box(man, again);
  const Domain box = ap_abstract0_of_box(man, integers, dimensions - integers, ends);
  const Domain result = made(ap_abstract0_meet(man, true, again, box));
  ap_interval_array_free(ends, dimensions);
  ap_abstract0_free(man, box);
  return result;
}

//! canonical
static Domain canonical(Domain x) {
  const Domain c = copy(x);
  ap_abstract0_minimize(man, c);
  ap_abstract0_canonicalize(man, c);
  return c;
}
//! end
#else
//! part one
//! join
static Domain join(Domain x, Domain y) { return made(ap_abstract0_join(man, CHANGED(x), y)); }

//! meet
static Domain meet(Domain x, Domain y) { return made(ap_abstract0_meet(man, CHANGED(x), y)); }

//! forgotten
static Domain forgotten(Domain x, ap_dim_t d) {
  return made(ap_abstract0_forget_array(man, CHANGED(x), &d, 1, false));
}

//! resized
/* Adds a dimension at the end and removes it again. */
static Domain resized(Domain x) {
  ap_dim_t last = dimensions;
  ap_dimchange_t change = {&last, integers > 0, integers == 0};
  const Domain more = ap_abstract0_add_dimensions(man, CHANGED(x), &change, false);
  return made(ap_abstract0_remove_dimensions(man, true, more, &change));
}

//! canonical
static Domain canonical(Domain x) {
  const Domain c = copy(x);
  ap_abstract0_canonicalize(man, c);
  return c;
}
//! end
#endif

// Expressions: handed over as trees, several at once, or one linear one.
#if defined(TREES)
//! part tree assignment
//! assigned
static Domain assigned(Domain x, ap_dim_t d, ap_linexpr0_t* to) {
  ap_texpr0_t* const tree = ap_texpr0_from_linexpr0(to);
  const Domain result = assigned_tree(x, d, tree);
  ap_texpr0_free(tree);
  return result;
}
//! end
//! part trees
//! assumed
static Domain assumed(Domain x, ap_lincons0_t c) {
  ap_texpr0_t* const tree = ap_texpr0_from_linexpr0(c.linexpr0);
  ap_tcons0_t one = {.texpr0 = tree, .constyp = c.constyp, .scalar = c.scalar};
  ap_tcons0_array_t all = {&one, 1};
  const Domain result = made(ap_abstract0_meet_tcons_array(man, CHANGED(x), &all));
  ap_texpr0_free(tree);
  return result;
}

//! substituted
static Domain substituted(Domain x, ap_dim_t d, ap_linexpr0_t* to) {
  ap_texpr0_t* const tree = ap_texpr0_from_linexpr0(to);
  const Domain result = made(ap_abstract0_substitute_texpr(man, CHANGED(x), d, tree, NULL));
  ap_texpr0_free(tree);
  return result;
}

//! assigned_all
static Domain assigned_all(Domain x, size_t count, ap_dim_t* dims, ap_linexpr0_t** to) {
  ap_texpr0_t* trees[dimensions];
  for (size_t i = 0; i < count; ++i) trees[i] = ap_texpr0_from_linexpr0(to[i]);
  const Domain result = made(ap_abstract0_assign_texpr_array(man, CHANGED(x), dims, trees, count, NULL));
  for (size_t i = 0; i < count; ++i) ap_texpr0_free(trees[i]);
  return result;
}

//! satisfies
static int satisfies(Domain x, ap_lincons0_t c) {
  ap_tcons0_t one = {.texpr0 = ap_texpr0_from_linexpr0(c.linexpr0), .constyp = c.constyp};
  const int result = said(ap_abstract0_sat_tcons(man, x, &one));
  ap_texpr0_free(one.texpr0);
  return result;
}

//! bounds
static ap_interval_t* bounds(Domain x, ap_linexpr0_t* of) {
  ap_texpr0_t* const tree = ap_texpr0_from_linexpr0(of);
  ap_interval_t* const result = ap_abstract0_bound_texpr(man, x, tree);
  ap_texpr0_free(tree);
  note();
  return result;
}
//! end
#elif defined(SEVERAL)
//! part several expressions
//! assumed
/* Assumes an equality as two inequalities, any other condition twice. */
static Domain assumed(Domain x, ap_lincons0_t c) {
  mpq_t numbers[dimensions + 1];
  set_up(numbers);
  read_linear(numbers, c.linexpr0);
  for (int i = 0; i <= dimensions && c.constyp == AP_CONS_EQ; ++i) mpq_neg(numbers[i], numbers[i]);
  const ap_constyp_t type = c.constyp == AP_CONS_EQ ? AP_CONS_SUPEQ : c.constyp;
  ap_lincons0_t two[] = {constraint(c.linexpr0, type), constraint(linear_of(numbers), type)};
  two[0].scalar = two[1].scalar = c.scalar;
  ap_lincons0_array_t all = {two, 2};
  const Domain result = made(ap_abstract0_meet_lincons_array(man, false, x, &all));
  ap_linexpr0_free(two[1].linexpr0);
  take_down(numbers);
  return result;
}

//! itself
static ap_linexpr0_t* itself(ap_dim_t d) {
  mpq_t numbers[dimensions + 1];
  set_up(numbers);
  mpq_set_si(numbers[d], 1, 1);
  ap_linexpr0_t* const e = linear_of(numbers);
  take_down(numbers);
  return e;
}

//! assigned
/* Assigns another dimension to itself at the same time; repeats the assignment within its own result. */
static Domain assigned(Domain x, ap_dim_t d, ap_linexpr0_t* to) {
  ap_dim_t places[] = {d, (d + 1) % dimensions};
  ap_linexpr0_t* values[] = {to, itself(places[1])};
  const size_t count = dimensions > 1 ? 2 : 1;
  const Domain within = ap_abstract0_assign_linexpr_array(man, false, x, places, values, count, NULL);
  const Domain result = made(ap_abstract0_assign_linexpr_array(man, false, x, places, values, count, within));
  ap_abstract0_free(man, within);
  ap_linexpr0_free(values[1]);
  return result;
}

//! substituted
static Domain substituted(Domain x, ap_dim_t d, ap_linexpr0_t* to) {
  ap_dim_t places[] = {d, (d + 1) % dimensions};
  ap_linexpr0_t* values[] = {to, itself(places[1])};
  const size_t count = dimensions > 1 ? 2 : 1;
  const Domain within = ap_abstract0_substitute_linexpr_array(man, false, x, places, values, count, NULL);
  const Domain result = made(ap_abstract0_substitute_linexpr_array(man, false, x, places, values, count, within));
  ap_abstract0_free(man, within);
  ap_linexpr0_free(values[1]);
  return result;
}
//! end
//! part ranges
//! only_one
/* The only dimension of the expression; -1 if it has none or several. */
static int only_one(ap_linexpr0_t* of, mpq_t factor, mpq_t constant) {
  mpq_t numbers[dimensions + 1];
  int found = -1, count = 0;
  set_up(numbers);
  read_linear(numbers, of);
  for (int i = 0; i < dimensions; ++i)
    if (mpq_sgn(numbers[i]) != 0) found = i, ++count;
  if (count == 1) mpq_set(factor, numbers[found]);
  mpq_set(constant, numbers[dimensions]);
  take_down(numbers);
  return count == 1 ? found : -1;
}

//! satisfies
/* Asks with an interval if the condition is about a single dimension. */
static int satisfies(Domain x, ap_lincons0_t c) {
  mpq_t factor, end;
  mpq_init(factor);
  mpq_init(end);
  const int d = only_one(c.linexpr0, factor, end);
  const int has_ends = c.constyp == AP_CONS_SUPEQ || c.constyp == AP_CONS_EQ, at = c.constyp == AP_CONS_EQ;
  int result = 0;
  if (d < 0 || !has_ends) {
    result = said(ap_abstract0_sat_lincons(man, x, &c));
  } else {
    ap_interval_t* const interval = ap_interval_alloc();
    mpq_div(end, end, factor);
    mpq_neg(end, end);
    ap_scalar_set_infty(interval->inf, -1);
    ap_scalar_set_infty(interval->sup, 1);
    if (at || mpq_sgn(factor) > 0) ap_scalar_set_mpq(interval->inf, end);
    if (at || mpq_sgn(factor) < 0) ap_scalar_set_mpq(interval->sup, end);
    result = said(ap_abstract0_sat_interval(man, x, d, interval));
    ap_interval_free(interval);
  }
  mpq_clear(factor);
  mpq_clear(end);
  return result;
}

//! scaled_end
static void scaled_end(ap_scalar_t* to, ap_scalar_t* from, mpq_t factor, mpq_t constant) {
  mpq_t end;
  mpq_init(end);
  if (!end_of(end, from)) {
    ap_scalar_set_infty(to, mpq_sgn(factor) * ap_scalar_infty(from));
  } else {
    mpq_mul(end, end, factor);
    mpq_add(end, end, constant);
    ap_scalar_set_mpq(to, end);
  }
  mpq_clear(end);
}

//! bounds
static ap_interval_t* bounds(Domain x, ap_linexpr0_t* of) {
  mpq_t factor, constant;
  mpq_init(factor);
  mpq_init(constant);
  const int d = only_one(of, factor, constant);
  ap_interval_t* result = d < 0 ? ap_abstract0_bound_linexpr(man, x, of) : ap_abstract0_bound_dimension(man, x, d);
  if (d >= 0) {
    ap_interval_t* const range = result;
    result = ap_interval_alloc();
    scaled_end(mpq_sgn(factor) > 0 ? result->inf : result->sup, range->inf, factor, constant);
    scaled_end(mpq_sgn(factor) > 0 ? result->sup : result->inf, range->sup, factor, constant);
    ap_interval_free(range);
  }
  mpq_clear(factor);
  mpq_clear(constant);
  note();
  return result;
}
//! end
#else
//! part linear assignment
//! assigned
static Domain assigned(Domain x, ap_dim_t d, ap_linexpr0_t* to) {
  return made(ap_abstract0_assign_linexpr(man, CHANGED(x), d, to, NULL));
}
//! end
//! part one expression
//! assumed
static Domain assumed(Domain x, ap_lincons0_t c) {
  ap_lincons0_array_t all = {&c, 1};
  return made(ap_abstract0_meet_lincons_array(man, CHANGED(x), &all));
}

//! substituted
static Domain substituted(Domain x, ap_dim_t d, ap_linexpr0_t* to) {
  return made(ap_abstract0_substitute_linexpr(man, CHANGED(x), d, to, NULL));
}
//! end
//! part linear
//! satisfies
static int satisfies(Domain x, ap_lincons0_t c) { return said(ap_abstract0_sat_lincons(man, x, &c)); }

//! bounds
static ap_interval_t* bounds(Domain x, ap_linexpr0_t* of) {
  ap_interval_t* const result = ap_abstract0_bound_linexpr(man, x, of);
  note();
  return result;
}
//! end
#endif
#ifndef TREES
//! part parallel assignment
//! assigned_all
static Domain assigned_all(Domain x, size_t count, ap_dim_t* dims, ap_linexpr0_t** to) {
  return made(ap_abstract0_assign_linexpr_array(man, CHANGED(x), dims, to, count, NULL));
}
//! end
#endif

//! part claims
//! has
/* True if the point satisfies the element's constraints. */
static int has(Domain x, const char* const* coordinates) {
  ap_lincons0_array_t all = ap_abstract0_to_lincons_array(man, x);
  mpq_t numbers[dimensions + 1], at[dimensions + 1], value;
  int result = 1;
  set_up(numbers);
  set_up(at);
  mpq_init(value);
  read_point(at, coordinates);
  for (size_t i = 0; i < all.size && result; ++i) {
    if (!read_constraint(numbers, &all.p[i])) continue;
    value_at(value, numbers, at);
    if (all.p[i].constyp == AP_CONS_EQ) result = mpq_sgn(value) == 0;
    if (all.p[i].constyp == AP_CONS_SUPEQ) result = mpq_sgn(value) >= 0;
    if (all.p[i].constyp == AP_CONS_SUP) result = mpq_sgn(value) > 0;
  }
  mpq_clear(value);
  take_down(at);
  take_down(numbers);
  ap_lincons0_array_clear(&all);
  return result;
}

//! exported
static void exported(Domain x) {
  ap_lincons0_array_t all = ap_abstract0_to_lincons_array(man, x);
  ap_lincons0_array_clear(&all);
}

//! reimported
/* Built anew from its constraints. */
static Domain reimported(Domain x) {
  ap_lincons0_array_t all = ap_abstract0_to_lincons_array(man, x);
  mpq_t numbers[dimensions + 1];
  Domain result = top();
  set_up(numbers);
  for (size_t i = 0; i < all.size; ++i) {
    if (!read_constraint(numbers, &all.p[i])) continue;
    ap_linexpr0_t* const expression = linear_of(numbers);
    const Domain next = assumed(result, constraint(expression, all.p[i].constyp));
    ap_linexpr0_free(expression);
    ap_abstract0_free(man, result);
    result = next;
  }
  take_down(numbers);
  ap_lincons0_array_clear(&all);
  return result;
}

//! after_is_bottom
static Domain after_is_bottom(Domain x) {
  const Domain c = copy(x);
  is_bottom(c);
  return c;
}

//! after_is_top
static Domain after_is_top(Domain x) {
  const Domain c = copy(x);
  is_top(c);
  return c;
}

//! after_bounds
static Domain after_bounds(Domain x, ap_linexpr0_t* of) {
  const Domain c = copy(x);
  ap_interval_free(bounds(c, of));
  return c;
}

//! after_satisfies
static Domain after_satisfies(Domain x, ap_lincons0_t asked) {
  const Domain c = copy(x);
  satisfies(c, asked);
  return c;
}

//! after_print
static Domain after_print(Domain x) {
  const Domain c = copy(x);
  FILE* const nowhere = fopen("/dev/null", "w");
  if (nowhere == NULL) abort();
  ap_abstract0_fprint(nowhere, man, c, NULL);
  fclose(nowhere);
  return c;
}

//! bounds_hold
/* Whether the value of the expression at the point is within its bounds. */
static int bounds_hold(Domain x, ap_linexpr0_t* of, const char* const* coordinates) {
  ap_interval_t* const interval = bounds(x, of);
  mpq_t numbers[dimensions + 1], at[dimensions + 1], value, end;
  int result = ap_scalar_infty(interval->inf) <= 0 && ap_scalar_infty(interval->sup) >= 0;
  set_up(numbers);
  set_up(at);
  mpq_init(value);
  mpq_init(end);
  read_point(at, coordinates);
  read_linear(numbers, of);
  value_at(value, numbers, at);
  if (end_of(end, interval->inf) && mpq_cmp(value, end) < 0) result = 0;
  if (end_of(end, interval->sup) && mpq_cmp(value, end) > 0) result = 0;
  mpq_clear(value);
  mpq_clear(end);
  take_down(at);
  take_down(numbers);
  ap_interval_free(interval);
  return result;
}

//! is_within_its_bounds
static int is_within_its_bounds(Domain x, ap_linexpr0_t* of) {
  ap_interval_t* const interval = bounds(x, of);
  mpq_t numbers[dimensions + 1], low, high;
  int result = 1;
  set_up(numbers);
  mpq_init(low);
  mpq_init(high);
  const int has_low = end_of(low, interval->inf), has_high = end_of(high, interval->sup);
  const int empty = ap_scalar_infty(interval->inf) > 0 || ap_scalar_infty(interval->sup) < 0 ||
                    (has_low && has_high && mpq_cmp(high, low) < 0);
  if (empty) result = is_bottom(x);
  if (has_low && !empty) {
    read_linear(numbers, of);
    mpq_sub(numbers[dimensions], numbers[dimensions], low);
    result = satisfies(x, constraint(linear_of(numbers), AP_CONS_SUPEQ));
  }
  if (has_high && !empty && result) {
    read_linear(numbers, of);
    mpq_sub(numbers[dimensions], numbers[dimensions], high);
    for (int i = 0; i <= dimensions; ++i) mpq_neg(numbers[i], numbers[i]);
    result = satisfies(x, constraint(linear_of(numbers), AP_CONS_SUPEQ));
  }
  mpq_clear(low);
  mpq_clear(high);
  take_down(numbers);
  ap_interval_free(interval);
  return result;
}

//! satisfies_its_constraints
static int satisfies_its_constraints(Domain x) {
  ap_lincons0_array_t all = ap_abstract0_to_lincons_array(man, x);
  mpq_t numbers[dimensions + 1];
  int result = 1;
  set_up(numbers);
  for (size_t i = 0; i < all.size && result; ++i)
    if (read_constraint(numbers, &all.p[i]))
      result = satisfies(x, constraint(linear_of(numbers), all.p[i].constyp));
  take_down(numbers);
  ap_lincons0_array_clear(&all);
  return result;
}

//! keeps_stable
/* True if every constraint of x that y satisfies holds in `wide`. */
static int keeps_stable(Domain x, Domain y, Domain wide) {
  ap_lincons0_array_t all = ap_abstract0_to_lincons_array(man, x);
  mpq_t numbers[dimensions + 1];
  int result = 1;
  set_up(numbers);
  for (size_t i = 0; i < all.size && result; ++i)
    if (read_constraint(numbers, &all.p[i]) && satisfies(y, constraint(linear_of(numbers), all.p[i].constyp)))
      result = satisfies(wide, constraint(linear_of(numbers), all.p[i].constyp));
  take_down(numbers);
  ap_lincons0_array_clear(&all);
  return result;
}

//! contradict
/* Whether l >= 0 and sign*r >= 0 add up to a false constant, once their first coefficients are 1 or -1. */
static int contradict(mpq_t* l, mpq_t* r, int sign, int open) {
  mpq_t* const sides[] = {l, r};
  mpq_t sum[dimensions + 1], size, part;
  int zero = 1;
  set_up(sum);
  mpq_init(size);
  mpq_init(part);
  for (int side = 0; side < 2; ++side) {
    mpq_set_ui(size, 1, 1);
    for (int i = dimensions - 1; i >= 0; --i)
      if (mpq_sgn(sides[side][i]) != 0) mpq_abs(size, sides[side][i]);
    for (int i = 0; i <= dimensions; ++i) {
      mpq_div(part, sides[side][i], size);
      if (side == 1 && sign < 0) mpq_neg(part, part);
      mpq_add(sum[i], sum[i], part);
    }
  }
  for (int i = 0; i < dimensions; ++i) zero = zero && mpq_sgn(sum[i]) == 0;
  zero = zero && (open ? mpq_sgn(sum[dimensions]) <= 0 : mpq_sgn(sum[dimensions]) < 0);
  mpq_clear(size);
  mpq_clear(part);
  take_down(sum);
  return zero;
}

//! disjoint
/* True if a constraint of x and a constraint of y contradict each other. */
static int disjoint(Domain x, Domain y) {
  ap_lincons0_array_t of_x = ap_abstract0_to_lincons_array(man, x), of_y = ap_abstract0_to_lincons_array(man, y);
  mpq_t l[dimensions + 1], r[dimensions + 1];
  int found = 0;
  set_up(l);
  set_up(r);
  for (size_t i = 0; i < of_x.size; ++i) {
    for (size_t k = 0; k < of_y.size && !found; ++k) {
      const ap_constyp_t left = of_x.p[i].constyp, right = of_y.p[k].constyp;
      const int open = left == AP_CONS_SUP || right == AP_CONS_SUP;
      if (!read_constraint(l, &of_x.p[i]) || !read_constraint(r, &of_y.p[k])) continue;
      found = contradict(l, r, 1, open) || (right == AP_CONS_EQ && contradict(l, r, -1, open)) ||
              (left == AP_CONS_EQ && contradict(r, l, -1, open));
    }
  }
  take_down(l);
  take_down(r);
  ap_lincons0_array_clear(&of_x);
  ap_lincons0_array_clear(&of_y);
  return found;
}

//! is_below_what_is_loose
static int is_below_what_is_loose(Domain x) {
  int result = 1;
  for (unsigned way = 0; way < 6 && result; ++way) result = leq(x, loosened(x, way));
  return result;
}

//! assign
static Domain assign(Domain x) { return assigned(x, v, e); }

//! substitute
static Domain substitute(Domain x) { return substituted(x, v, e); }

//! forget
static Domain forget(Domain x) { return forgotten(x, v); }

//! add_ray
static Domain add_ray(Domain x) {
  ap_generator0_t one = {e, AP_GEN_RAY};
  return with_rays(x, 1, &one);
}

//! assume
static Domain assume(Domain x) { return assumed(x, condition); }

//! parallel_assign
static Domain parallel_assign(Domain x) { return assigned_all(x, 1, &v, &e); }

//! v_itself
static ap_linexpr0_t* v_itself(void) {
  mpq_t numbers[dimensions + 1];
  set_up(numbers);
  mpq_set_ui(numbers[v], 1, 1);
  return linear_of(numbers);
}

//! assign_itself
static Domain assign_itself(Domain x) { return assigned(x, v, v_itself()); }

//! both_assigned
/* Assigns e to v, and v to the next dimension, at the same time. */
static Domain both_assigned(Domain x) {
  ap_dim_t dims[] = {v, (v + 1) % dimensions};
  ap_linexpr0_t* to[] = {e, v_itself()};
  return assigned_all(x, dimensions > 1 ? 2 : 1, dims, to);
}

//! in_turn
static Domain in_turn(const Domain* all, size_t i) { return all[i % chain_size]; }

//! becomes_stable
static int becomes_stable(Domain at, Domain (*step)(Domain, size_t), size_t steps_without_change) {
  size_t unchanged = 0;
  for (size_t i = 0; i < most_steps; ++i) {
    const Domain after = step(at, i);
    unchanged = same(after, at) ? unchanged + 1 : 0;
    if (unchanged == steps_without_change) return 1;
    at = after;
  }
  return 0;
}
//! end
