/* The C interface of abstract domains: a table of functions in a shared object, for
 * `assay domain test --load ./libmydomain.so`. This header needs no other file of Assay. */
#ifndef ASSAY_DOMAIN_H
#define ASSAY_DOMAIN_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Defined by you. Assay only holds pointers to elements, and passes each of them to `free_element`. */
typedef struct assay_domain_element assay_domain_element;

/* coefficients[0]*x0 + ... + constant, with one coefficient for each dimension. Numbers are texts of any length: "3",
 * "-1/2". */
typedef struct {
  const char* const* coefficients;
  const char* constant;
} assay_domain_expression;

enum assay_domain_relation { ASSAY_GREATER_EQUAL = 0, ASSAY_GREATER = 1, ASSAY_EQUAL = 2 };

/* expression >= 0, > 0 or = 0 */
typedef struct {
  assay_domain_expression expression;
  int relation;
} assay_domain_constraint;

/* x<dimension> := expression */
typedef struct {
  unsigned dimension;
  assay_domain_expression expression;
} assay_domain_assignment;

/* A tree for an expression, which need not be linear. An interval stands for any of its values. */
enum assay_domain_tree_kind {
  ASSAY_INTERVAL = 0,  /* from `low` to `high` */
  ASSAY_DIMENSION = 1, /* x<dimension> */
  ASSAY_ADD = 2,       /* `left` plus `right` */
  ASSAY_SUBTRACT = 3,
  ASSAY_MULTIPLY = 4,
  ASSAY_DIVIDE = 5 /* undefined if `right` is zero */
};
typedef struct assay_domain_tree {
  int kind;
  unsigned dimension;
  const char* low;
  const char* high;
  const struct assay_domain_tree* left;
  const struct assay_domain_tree* right;
} assay_domain_tree;

enum assay_domain_trees {
  ASSAY_INTERVAL_CONSTANTS = 0,    /* 2*x0 - x1 + [1, 3] */
  ASSAY_INTERVAL_COEFFICIENTS = 1, /* [1, 2]*x0 + [0, 1/2] */
  ASSAY_ANY_TREE = 2               /* x0*x1 / (x2 + 1) */
};

enum assay_domain_shape {
  ASSAY_BOX = 0,         /* +-x <= k */
  ASSAY_DIFFERENCES = 1, /* +-x <= k, x - y <= k */
  ASSAY_OCTAGON = 2,     /* +-x <= k, +-x +-y <= k */
  ASSAY_POLYHEDRON = 3,  /* any linear constraint */
  ASSAY_OTHER = 4
};
enum assay_domain_numbers { ASSAY_MACHINE = 0, ASSAY_INTEGERS = 1, ASSAY_RATIONALS = 2, ASSAY_FLOATS = 3 };

/* A domain and its promises. `self` is the result of `open`. A null function is missing; top, bottom, copy,
 * free_element, leq, join and meet are required. Functions must not free their arguments or change the points that they
 * contain. */
typedef struct {
  size_t size;      /* sizeof(assay_domain); Assay refuses tables of another version of this header */
  const char* name; /* "mine:Octagons" */
  const char* version;
  unsigned least_dimensions;    /* minimum number of dimensions; 0 stands for 1 */
  unsigned most_dimensions;     /* maximum number of dimensions, up to 64; 0 stands for 8 */
  int shape;                    /* assay_domain_shape */
  int numbers;                  /* assay_domain_numbers */
  int integer_points;           /* dimensions are integers: operations may lose points with fractions */
  int strict;                   /* elements can have strict constraints */
  int no_lattice;               /* join and meet are not least upper and greatest lower bounds */
  int not_convex;               /* elements contain more information than their constraints */
  int widening_ordered;         /* widen(left, right) needs left below right */
  int narrowing_ordered;        /* narrow(left, right) needs right below left */
  const unsigned* without_laws; /* numbers of the laws that are not promised, ended by 0; null: none */

  void* (*open)(unsigned dimensions); /* null: self is null */
  void (*close)(void* self);
  assay_domain_element* (*top)(void* self, unsigned dimensions);
  assay_domain_element* (*bottom)(void* self, unsigned dimensions);
  assay_domain_element* (*copy)(void* self, const assay_domain_element* element);
  void (*free_element)(void* self, assay_domain_element* element);
  int (*leq)(void* self, assay_domain_element* left, assay_domain_element* right);
  assay_domain_element* (*join)(void* self, assay_domain_element* left, assay_domain_element* right);
  assay_domain_element* (*meet)(void* self, assay_domain_element* left, assay_domain_element* right);

  int (*equal)(void* self, assay_domain_element* left, assay_domain_element* right);
  int (*is_bottom)(void* self, assay_domain_element* element);
  int (*is_top)(void* self, assay_domain_element* element);
  assay_domain_element* (*widen)(void* self, assay_domain_element* left, assay_domain_element* right);
  assay_domain_element* (*narrow)(void* self, assay_domain_element* left, assay_domain_element* right);
  assay_domain_element* (*assume)(void* self, assay_domain_element* element, const assay_domain_constraint* constraint);
  assay_domain_element* (*assign)(void* self, assay_domain_element* element, const assay_domain_assignment* assignment);
  assay_domain_element* (*parallel_assign)(void* self, assay_domain_element* element,
                                           const assay_domain_assignment* assignments, size_t count);
  assay_domain_element* (*substitute)(void* self, assay_domain_element* element,
                                      const assay_domain_assignment* assignment);
  assay_domain_element* (*forget)(void* self, assay_domain_element* element, unsigned dimension);
  assay_domain_element* (*resize)(void* self,
                                  assay_domain_element* element); /* adds a dimension and removes it again */
  void (*canonicalize)(void* self, assay_domain_element* element);
  /* Calls `each(to, constraint)` for every constraint of the element; -1 >= 0 for bottom. */
  void (*constraints)(void* self, assay_domain_element* element,
                      void (*each)(void* to, const assay_domain_constraint* constraint), void* to);
  /* Writes the ends as texts into `low` and `high` (`room` bytes each), "" for an infinite end. Returns 0 for bottom.
   */
  int (*bounds)(void* self, assay_domain_element* element, const assay_domain_expression* expression, char* low,
                char* high, size_t room);
  int (*satisfies)(void* self, assay_domain_element* element, const assay_domain_constraint* constraint);
  int (*contains)(void* self, assay_domain_element* element, const char* const* point);
  void (*print)(void* self, assay_domain_element* element, char* text, size_t room);

  int trees;        /* assay_domain_trees that assign_expression and assume_expression accept */
  const char* best; /* operations with best results, separated by spaces: "join meet forget"; null: none */
  assay_domain_element* (*assign_expression)(void* self, assay_domain_element* element, unsigned dimension,
                                             const assay_domain_tree* expression);
  /* Keeps the points for which some value of the expression has the relation to zero. */
  assay_domain_element* (*assume_expression)(void* self, assay_domain_element* element,
                                             const assay_domain_tree* expression, int relation);
  const unsigned*
      with_laws; /* numbers of promised laws that hold in some domains only (66), ended by 0; null: none */
} assay_domain;

/* The domains that the shared object exports, ended by a null pointer. */
const assay_domain* const* assay_domain_tables_1(void);

#ifdef __cplusplus
}
#endif
#endif
