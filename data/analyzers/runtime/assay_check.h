/* What a checked program counts and reports with: included by programs whose source has checks, and called by code that
   LLVM and GCC insert. Part of Assay; plain C99 with GNU's 128 bits. */
#ifndef ASSAY_CHECK_H
#define ASSAY_CHECK_H

/* After undefined behaviour (or poison) in this run: facts that assume its absence are not judged any more. */
extern unsigned char assay_undefined;
/* How often each fact was judged. One for each fact: the table is in a file that is made with the checks. */
extern unsigned long long assay_hits[];
extern const unsigned assay_fact_count;

/* A fact is broken by a value, given as the halves of its 128 bits. Comes back: checks never end a program. */
void assay_broken(unsigned fact, unsigned long long low, unsigned long long high);
/* Undefined behaviour has happened: what, and where. The first is reported. */
void assay_met_undefined(const char* what, const char* file, unsigned line);

/* Judges a fact about the value in assay_wide. */
#define ASSAY_JUDGE(fact, ok)                                                                                   \
  do {                                                                                                          \
    if (!assay_undefined) {                                                                                     \
      ++assay_hits[fact];                                                                                       \
      if (__builtin_expect(!(ok), 0))                                                                           \
        assay_broken(fact, (unsigned long long)assay_wide, (unsigned long long)(assay_wide >> 64));             \
    }                                                                                                           \
  } while (0)
/* A constant of 128 bits from its halves. */
#define ASSAY_WIDE(high, low) ((__int128)(((unsigned __int128)(high##ULL) << 64) | (low##ULL)))

#endif
