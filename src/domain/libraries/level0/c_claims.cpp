#include "domain/libraries/level0/c_functions.hpp"

namespace assay::domain::level0 {
namespace {

// As in c_functions.cpp. v, e, condition and chain are those of the law that is checked.
constexpr reproduction::FunctionText kClaims[] = {
    {"has",
     "/* Whether the element has the point: its constraints say so. */\n"
     "static int has(Domain x, const char* const* coordinates) {\n"
     "  ap_lincons0_array_t all = ap_abstract0_to_lincons_array(man, x);\n"
     "  mpq_t numbers[dimensions + 1], at[dimensions + 1], value;\n"
     "  int result = 1;\n"
     "  set_up(numbers);\n"
     "  set_up(at);\n"
     "  mpq_init(value);\n"
     "  read_point(at, coordinates);\n"
     "  for (size_t i = 0; i < all.size && result; ++i) {\n"
     "    if (!read_constraint(numbers, &all.p[i])) continue;\n"
     "    value_at(value, numbers, at);\n"
     "    if (all.p[i].constyp == AP_CONS_EQ) result = mpq_sgn(value) == 0;\n"
     "    if (all.p[i].constyp == AP_CONS_SUPEQ) result = mpq_sgn(value) >= 0;\n"
     "    if (all.p[i].constyp == AP_CONS_SUP) result = mpq_sgn(value) > 0;\n"
     "  }\n"
     "  mpq_clear(value);\n"
     "  take_down(at);\n"
     "  take_down(numbers);\n"
     "  ap_lincons0_array_clear(&all);\n"
     "  return result;\n"
     "}\n"},
    {"exported",
     "static void exported(Domain x) {\n"
     "  ap_lincons0_array_t all = ap_abstract0_to_lincons_array(man, x);\n"
     "  ap_lincons0_array_clear(&all);\n"
     "}\n"},
    {"reimported",
     "/* Built anew from its constraints. */\n"
     "static Domain reimported(Domain x) {\n"
     "  ap_lincons0_array_t all = ap_abstract0_to_lincons_array(man, x);\n"
     "  mpq_t numbers[dimensions + 1];\n"
     "  Domain result = top();\n"
     "  set_up(numbers);\n"
     "  for (size_t i = 0; i < all.size; ++i) {\n"
     "    if (!read_constraint(numbers, &all.p[i])) continue;\n"
     "    ap_linexpr0_t* const expression = linear_of(numbers);\n"
     "    const Domain next = assumed(result, constraint(expression, all.p[i].constyp));\n"
     "    ap_linexpr0_free(expression);\n"
     "    ap_abstract0_free(man, result);\n"
     "    result = next;\n"
     "  }\n"
     "  take_down(numbers);\n"
     "  ap_lincons0_array_clear(&all);\n"
     "  return result;\n"
     "}\n"},
    {"after_is_bottom",
     "static Domain after_is_bottom(Domain x) {\n"
     "  const Domain c = copy(x);\n"
     "  is_bottom(c);\n"
     "  return c;\n"
     "}\n"},
    {"after_is_top",
     "static Domain after_is_top(Domain x) {\n"
     "  const Domain c = copy(x);\n"
     "  is_top(c);\n"
     "  return c;\n"
     "}\n"},
    {"after_bounds",
     "static Domain after_bounds(Domain x, ap_linexpr0_t* of) {\n"
     "  const Domain c = copy(x);\n"
     "  ap_interval_free(bounds(c, of));\n"
     "  return c;\n"
     "}\n"},
    {"after_satisfies",
     "static Domain after_satisfies(Domain x, ap_lincons0_t asked) {\n"
     "  const Domain c = copy(x);\n"
     "  satisfies(c, asked);\n"
     "  return c;\n"
     "}\n"},
    {"after_print",
     "static Domain after_print(Domain x) {\n"
     "  const Domain c = copy(x);\n"
     "  FILE* const nowhere = fopen(\"/dev/null\", \"w\");\n"
     "  if (nowhere == NULL) abort();\n"
     "  ap_abstract0_fprint(nowhere, man, c, NULL);\n"
     "  fclose(nowhere);\n"
     "  return c;\n"
     "}\n"},
    {"bounds_hold",
     "/* Whether the value of the expression at the point is within its bounds. */\n"
     "static int bounds_hold(Domain x, ap_linexpr0_t* of, const char* const* coordinates) {\n"
     "  ap_interval_t* const interval = bounds(x, of);\n"
     "  mpq_t numbers[dimensions + 1], at[dimensions + 1], value, end;\n"
     "  int result = ap_scalar_infty(interval->inf) <= 0 && ap_scalar_infty(interval->sup) >= 0;\n"
     "  set_up(numbers);\n"
     "  set_up(at);\n"
     "  mpq_init(value);\n"
     "  mpq_init(end);\n"
     "  read_point(at, coordinates);\n"
     "  read_linear(numbers, of);\n"
     "  value_at(value, numbers, at);\n"
     "  if (end_of(end, interval->inf) && mpq_cmp(value, end) < 0) result = 0;\n"
     "  if (end_of(end, interval->sup) && mpq_cmp(value, end) > 0) result = 0;\n"
     "  mpq_clear(value);\n"
     "  mpq_clear(end);\n"
     "  take_down(at);\n"
     "  take_down(numbers);\n"
     "  ap_interval_free(interval);\n"
     "  return result;\n"
     "}\n"},
    {"is_within_its_bounds",
     "static int is_within_its_bounds(Domain x, ap_linexpr0_t* of) {\n"
     "  ap_interval_t* const interval = bounds(x, of);\n"
     "  mpq_t numbers[dimensions + 1], low, high;\n"
     "  int result = 1;\n"
     "  set_up(numbers);\n"
     "  mpq_init(low);\n"
     "  mpq_init(high);\n"
     "  const int has_low = end_of(low, interval->inf), has_high = end_of(high, interval->sup);\n"
     "  const int empty = ap_scalar_infty(interval->inf) > 0 || ap_scalar_infty(interval->sup) < 0 ||\n"
     "                    (has_low && has_high && mpq_cmp(high, low) < 0);\n"
     "  if (empty) result = is_bottom(x);\n"
     "  if (has_low && !empty) {\n"
     "    read_linear(numbers, of);\n"
     "    mpq_sub(numbers[dimensions], numbers[dimensions], low);\n"
     "    result = satisfies(x, constraint(linear_of(numbers), AP_CONS_SUPEQ));\n"
     "  }\n"
     "  if (has_high && !empty && result) {\n"
     "    read_linear(numbers, of);\n"
     "    mpq_sub(numbers[dimensions], numbers[dimensions], high);\n"
     "    for (int i = 0; i <= dimensions; ++i) mpq_neg(numbers[i], numbers[i]);\n"
     "    result = satisfies(x, constraint(linear_of(numbers), AP_CONS_SUPEQ));\n"
     "  }\n"
     "  mpq_clear(low);\n"
     "  mpq_clear(high);\n"
     "  take_down(numbers);\n"
     "  ap_interval_free(interval);\n"
     "  return result;\n"
     "}\n"},
    {"satisfies_its_constraints",
     "static int satisfies_its_constraints(Domain x) {\n"
     "  ap_lincons0_array_t all = ap_abstract0_to_lincons_array(man, x);\n"
     "  mpq_t numbers[dimensions + 1];\n"
     "  int result = 1;\n"
     "  set_up(numbers);\n"
     "  for (size_t i = 0; i < all.size && result; ++i)\n"
     "    if (read_constraint(numbers, &all.p[i]))\n"
     "      result = satisfies(x, constraint(linear_of(numbers), all.p[i].constyp));\n"
     "  take_down(numbers);\n"
     "  ap_lincons0_array_clear(&all);\n"
     "  return result;\n"
     "}\n"},
    {"keeps_stable",
     "/* Whether what x says and y satisfies stays. */\n"
     "static int keeps_stable(Domain x, Domain y, Domain wide) {\n"
     "  ap_lincons0_array_t all = ap_abstract0_to_lincons_array(man, x);\n"
     "  mpq_t numbers[dimensions + 1];\n"
     "  int result = 1;\n"
     "  set_up(numbers);\n"
     "  for (size_t i = 0; i < all.size && result; ++i)\n"
     "    if (read_constraint(numbers, &all.p[i]) && satisfies(y, constraint(linear_of(numbers), all.p[i].constyp)))\n"
     "      result = satisfies(wide, constraint(linear_of(numbers), all.p[i].constyp));\n"
     "  take_down(numbers);\n"
     "  ap_lincons0_array_clear(&all);\n"
     "  return result;\n"
     "}\n"},
    {"contradict",
     "/* Whether l >= 0 and sign*r >= 0 add up to a false constant, once their first coefficients are 1 or -1. */\n"
     "static int contradict(mpq_t* l, mpq_t* r, int sign, int open) {\n"
     "  mpq_t* const sides[] = {l, r};\n"
     "  mpq_t sum[dimensions + 1], size, part;\n"
     "  int zero = 1;\n"
     "  set_up(sum);\n"
     "  mpq_init(size);\n"
     "  mpq_init(part);\n"
     "  for (int side = 0; side < 2; ++side) {\n"
     "    mpq_set_ui(size, 1, 1);\n"
     "    for (int i = dimensions - 1; i >= 0; --i)\n"
     "      if (mpq_sgn(sides[side][i]) != 0) mpq_abs(size, sides[side][i]);\n"
     "    for (int i = 0; i <= dimensions; ++i) {\n"
     "      mpq_div(part, sides[side][i], size);\n"
     "      if (side == 1 && sign < 0) mpq_neg(part, part);\n"
     "      mpq_add(sum[i], sum[i], part);\n"
     "    }\n"
     "  }\n"
     "  for (int i = 0; i < dimensions; ++i) zero = zero && mpq_sgn(sum[i]) == 0;\n"
     "  zero = zero && (open ? mpq_sgn(sum[dimensions]) <= 0 : mpq_sgn(sum[dimensions]) < 0);\n"
     "  mpq_clear(size);\n"
     "  mpq_clear(part);\n"
     "  take_down(sum);\n"
     "  return zero;\n"
     "}\n"},
    {"disjoint",
     "/* Two constraints of theirs contradict each other at sight. */\n"
     "static int disjoint(Domain x, Domain y) {\n"
     "  ap_lincons0_array_t of_x = ap_abstract0_to_lincons_array(man, x), of_y = ap_abstract0_to_lincons_array(man, "
     "y);\n"
     "  mpq_t l[dimensions + 1], r[dimensions + 1];\n"
     "  int found = 0;\n"
     "  set_up(l);\n"
     "  set_up(r);\n"
     "  for (size_t i = 0; i < of_x.size; ++i) {\n"
     "    for (size_t k = 0; k < of_y.size && !found; ++k) {\n"
     "      const ap_constyp_t left = of_x.p[i].constyp, right = of_y.p[k].constyp;\n"
     "      const int open = left == AP_CONS_SUP || right == AP_CONS_SUP;\n"
     "      if (!read_constraint(l, &of_x.p[i]) || !read_constraint(r, &of_y.p[k])) continue;\n"
     "      found = contradict(l, r, 1, open) || (right == AP_CONS_EQ && contradict(l, r, -1, open)) ||\n"
     "              (left == AP_CONS_EQ && contradict(r, l, -1, open));\n"
     "    }\n"
     "  }\n"
     "  take_down(l);\n"
     "  take_down(r);\n"
     "  ap_lincons0_array_clear(&of_x);\n"
     "  ap_lincons0_array_clear(&of_y);\n"
     "  return found;\n"
     "}\n"},
    {"is_below_what_is_loose",
     "static int is_below_what_is_loose(Domain x) {\n"
     "  int result = 1;\n"
     "  for (unsigned way = 0; way < 6 && result; ++way) result = leq(x, loosened(x, way));\n"
     "  return result;\n"
     "}\n"},
    {"assign", "static Domain assign(Domain x) { return assigned(x, v, e); }\n"},
    {"substitute", "static Domain substitute(Domain x) { return substituted(x, v, e); }\n"},
    {"forget", "static Domain forget(Domain x) { return forgotten(x, v); }\n"},
    {"add_ray",
     "static Domain add_ray(Domain x) {\n"
     "  ap_generator0_t one = {e, AP_GEN_RAY};\n"
     "  return with_rays(x, 1, &one);\n"
     "}\n"},
    {"assume", "static Domain assume(Domain x) { return assumed(x, condition); }\n"},
    {"parallel_assign", "static Domain parallel_assign(Domain x) { return assigned_all(x, 1, &v, &e); }\n"},
    {"v_itself",
     "static ap_linexpr0_t* v_itself(void) {\n"
     "  mpq_t numbers[dimensions + 1];\n"
     "  set_up(numbers);\n"
     "  mpq_set_ui(numbers[v], 1, 1);\n"
     "  return linear_of(numbers);\n"
     "}\n"},
    {"assign_itself", "static Domain assign_itself(Domain x) { return assigned(x, v, v_itself()); }\n"},
    {"both_assigned",
     "/* v := e, and the next one := v, at once. */\n"
     "static Domain both_assigned(Domain x) {\n"
     "  ap_dim_t dims[] = {v, (v + 1) % dimensions};\n"
     "  ap_linexpr0_t* to[] = {e, v_itself()};\n"
     "  return assigned_all(x, dimensions > 1 ? 2 : 1, dims, to);\n"
     "}\n"},
    {"in_turn", "static Domain in_turn(const Domain* all, size_t i) { return all[i % chain_size]; }\n"},
    {"becomes_stable",
     "static int becomes_stable(Domain at, Domain (*step)(Domain, size_t), size_t steps_without_change) {\n"
     "  size_t unchanged = 0;\n"
     "  for (size_t i = 0; i < most_steps; ++i) {\n"
     "    const Domain after = step(at, i);\n"
     "    unchanged = same(after, at) ? unchanged + 1 : 0;\n"
     "    if (unchanged == steps_without_change) return 1;\n"
     "    at = after;\n"
     "  }\n"
     "  return 0;\n"
     "}\n"},
};

}  // namespace

std::span<const reproduction::FunctionText> claim_functions() { return kClaims; }

}  // namespace assay::domain::level0
