/* A stand-in for the kernel's tristate numbers: the declarations that the adapter needs, and bugs to switch on. */
#ifndef ASSAY_TEST_DOUBLE_TNUM_H
#define ASSAY_TEST_DOUBLE_TNUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A bit of the mask is set if the bit is unknown; otherwise `value` has the bit. */
struct tnum {
  uint64_t value;
  uint64_t mask;
};
extern const struct tnum tnum_unknown;

struct tnum tnum_const(uint64_t value);
struct tnum tnum_range(uint64_t min, uint64_t max);
struct tnum tnum_lshift(struct tnum a, uint8_t shift);
struct tnum tnum_rshift(struct tnum a, uint8_t shift);
struct tnum tnum_arshift(struct tnum a, uint8_t shift, uint8_t bits);
struct tnum tnum_add(struct tnum a, struct tnum b);
struct tnum tnum_sub(struct tnum a, struct tnum b);
struct tnum tnum_neg(struct tnum a);
struct tnum tnum_and(struct tnum a, struct tnum b);
struct tnum tnum_or(struct tnum a, struct tnum b);
struct tnum tnum_xor(struct tnum a, struct tnum b);
struct tnum tnum_mul(struct tnum a, struct tnum b);
bool tnum_overlap(struct tnum a, struct tnum b);
struct tnum tnum_intersect(struct tnum a, struct tnum b);
struct tnum tnum_union(struct tnum a, struct tnum b);
struct tnum tnum_cast(struct tnum a, uint8_t bytes);
bool tnum_in(struct tnum whole, struct tnum part);
int tnum_sbin(char* text, size_t size, struct tnum a);
struct tnum tnum_subreg(struct tnum a);
struct tnum tnum_clear_subreg(struct tnum a);
struct tnum tnum_with_subreg(struct tnum a, struct tnum low);

/* The bugs of this double, at most one at a time. */
enum tnum_bug {
  TNUM_HONEST,
  TNUM_ADD_DROPS_CARRY,     /* out of unknown bits */
  TNUM_ARSHIFT_FILLS_ZEROS, /* for any sign */
  TNUM_UNION_KEEPS_LEFT,    /* bits that disagree are taken from the left */
  TNUM_IN_IGNORES_VALUE,    /* looks at the masks only */
  TNUM_AND_FORGETS_ZEROS,   /* unknown and 0 is unknown: imprecise */
  TNUM_OVERLAP_WANTS_EQUAL, /* says no where the masks differ */
  TNUM_MUL_SKIPS_TOP        /* ignores the highest bits of the first argument */
};
extern enum tnum_bug tnum_double_bug;

#endif
