/* A domain in C: for each dimension the set of signs that its value may have. Compiled into a shared object, it is
 * tested by: assay domain test --load ./libsigns.so
 * With -DWITH_BUG, join forgets that a value may be zero. */
#include <stdlib.h>
#include <string.h>

#include "assay/assay_domain.h"

enum { NEGATIVE = 1, ZERO = 2, POSITIVE = 4, ANY = 7 };

struct assay_domain_element {
  unsigned dimensions;
  unsigned char signs[64]; /* bottom: all of them 0 */
};

static assay_domain_element* made(unsigned dimensions, unsigned char signs) {
  assay_domain_element* element = malloc(sizeof *element);
  if (element == NULL) abort();
  element->dimensions = dimensions;
  memset(element->signs, signs, sizeof element->signs);
  return element;
}
static assay_domain_element* top(void* self, unsigned dimensions) {
  (void)self;
  return made(dimensions, ANY);
}
static assay_domain_element* bottom(void* self, unsigned dimensions) {
  (void)self;
  return made(dimensions, 0);
}
static assay_domain_element* copy(void* self, const assay_domain_element* element) {
  assay_domain_element* other = made(element->dimensions, 0);
  (void)self;
  *other = *element;
  return other;
}
static void free_element(void* self, assay_domain_element* element) {
  (void)self;
  free(element);
}
static int leq(void* self, assay_domain_element* left, assay_domain_element* right) {
  (void)self;
  for (unsigned i = 0; i < left->dimensions; ++i)
    if (left->signs[i] & ~right->signs[i]) return 0;
  return 1;
}
static assay_domain_element* join(void* self, assay_domain_element* left, assay_domain_element* right) {
  assay_domain_element* both = copy(self, left);
  for (unsigned i = 0; i < left->dimensions; ++i) {
    both->signs[i] |= right->signs[i];
#ifdef WITH_BUG
    if (both->signs[i] != right->signs[i]) both->signs[i] &= ~ZERO;
#endif
  }
  return both;
}
/* Nothing in one dimension is nothing at all. */
static assay_domain_element* meet(void* self, assay_domain_element* left, assay_domain_element* right) {
  assay_domain_element* both = copy(self, left);
  for (unsigned i = 0; i < left->dimensions; ++i) {
    both->signs[i] &= right->signs[i];
    if (both->signs[i] == 0) {
      free(both);
      return bottom(self, left->dimensions);
    }
  }
  return both;
}
static assay_domain_element* forget(void* self, assay_domain_element* element, unsigned dimension) {
  assay_domain_element* other = copy(self, element);
  if (other->signs[0] != 0) other->signs[dimension] = ANY;
  return other;
}
/* Applies constraints on one dimension: x >= 0, x <= 0, x = 0 and the like; other constraints change nothing. */
static assay_domain_element* assume(void* self, assay_domain_element* element,
                                    const assay_domain_constraint* constraint) {
  int dimension = -1;
  assay_domain_element *half, *result;
  for (unsigned i = 0; i < element->dimensions; ++i) {
    if (strcmp(constraint->expression.coefficients[i], "0") == 0) continue;
    if (dimension >= 0) return copy(self, element);
    dimension = (int)i;
  }
  if (dimension < 0 || strcmp(constraint->expression.constant, "0") != 0) return copy(self, element);
  half = top(self, element->dimensions);
  if (constraint->relation == ASSAY_EQUAL) {
    half->signs[dimension] = ZERO;
  } else {
    half->signs[dimension] = constraint->expression.coefficients[dimension][0] == '-' ? NEGATIVE : POSITIVE;
    if (constraint->relation == ASSAY_GREATER_EQUAL) half->signs[dimension] |= ZERO;
  }
  result = meet(self, element, half);
  free(half);
  return result;
}
static unsigned char sign_of(const char* number) {
  return number[0] == '-' ? NEGATIVE : strcmp(number, "0") == 0 ? ZERO : POSITIVE;
}
static unsigned char sign_of_both(int kind, unsigned char left, unsigned char right) {
  const int same = left == right;
  if (kind == ASSAY_MULTIPLY || kind == ASSAY_DIVIDE) {
    if (kind == ASSAY_DIVIDE && right == ZERO) return 0;
    if (left == ZERO || right == ZERO) return ZERO;
    return same ? POSITIVE : NEGATIVE;
  }
  if (kind == ASSAY_SUBTRACT && right != ZERO)
    return sign_of_both(ASSAY_ADD, left, right == NEGATIVE ? POSITIVE : NEGATIVE);
  if (right == ZERO || same) return left;
  return left == ZERO ? right : ANY;
}
static unsigned char signs_of(const assay_domain_element* element, const assay_domain_tree* tree) {
  unsigned char left, right, all = 0;
  if (tree->kind == ASSAY_DIMENSION) return element->signs[tree->dimension];
  if (tree->kind == ASSAY_INTERVAL) {
    left = sign_of(tree->low);
    right = sign_of(tree->high);
    return left | right | (left == NEGATIVE && right == POSITIVE ? ZERO : 0);
  }
  left = signs_of(element, tree->left);
  right = signs_of(element, tree->right);
  for (unsigned l = NEGATIVE; l <= POSITIVE; l <<= 1)
    for (unsigned r = NEGATIVE; r <= POSITIVE; r <<= 1)
      if ((left & l) && (right & r)) all |= sign_of_both(tree->kind, (unsigned char)l, (unsigned char)r);
  return all;
}
static assay_domain_element* assign_expression(void* self, assay_domain_element* element, unsigned dimension,
                                               const assay_domain_tree* expression) {
  const unsigned char signs = signs_of(element, expression);
  assay_domain_element* other;
  if (signs == 0) return bottom(self, element->dimensions); /* also of bottom: it has no value */
  other = copy(self, element);
  if (other->signs[0] != 0) other->signs[dimension] = signs;
  return other;
}
static int contains(void* self, assay_domain_element* element, const char* const* point) {
  (void)self;
  for (unsigned i = 0; i < element->dimensions; ++i) {
    if (!(element->signs[i] & sign_of(point[i]))) return 0;
  }
  return 1;
}
static void print(void* self, assay_domain_element* element, char* text, size_t room) {
  size_t at = 0;
  (void)self;
  for (unsigned i = 0; i < element->dimensions && at + 6 < room; ++i) {
    text[at++] = '{';
    if (element->signs[i] & NEGATIVE) text[at++] = '-';
    if (element->signs[i] & ZERO) text[at++] = '0';
    if (element->signs[i] & POSITIVE) text[at++] = '+';
    text[at++] = '}';
  }
  text[at] = '\0';
}

const assay_domain* const* assay_domain_tables_1(void) {
  static assay_domain signs;
  static const assay_domain* const tables[] = {&signs, NULL};
  signs.size = sizeof signs;
  signs.name = "example:Signs";
  signs.version = "1";
  signs.shape = ASSAY_OTHER;
  signs.numbers = ASSAY_RATIONALS;
  signs.top = top;
  signs.bottom = bottom;
  signs.copy = copy;
  signs.free_element = free_element;
  signs.leq = leq;
  signs.join = join;
  signs.meet = meet;
  signs.widen = join; /* there are no infinite chains */
  signs.forget = forget;
  signs.assume = assume;
  signs.trees = ASSAY_ANY_TREE;
  signs.assign_expression = assign_expression;
  signs.contains = contains;
  signs.print = print;
  return tables;
}
