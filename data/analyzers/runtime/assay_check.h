/* What a checked program counts and reports with: included by programs whose source has checks, and called by code that
   LLVM and GCC insert. Part of Assay; plain C99 with GNU's 128 bits. */
#ifndef ASSAY_CHECK_H
#define ASSAY_CHECK_H

#ifdef __cplusplus
extern "C" {
#endif

/* After undefined behaviour (or poison) in this run: facts that assume its absence are not judged any more. */
extern unsigned char assay_undefined;
/* How often the facts that begin at each number were judged: facts that are judged together share the counter of their
   first. The table is in a file that is made with the checks. What is counted after undefined behaviour is not told. */
extern unsigned long long assay_hits[];
extern const unsigned assay_fact_count;

/* A fact is broken by a value, given as the halves of its 128 bits. Comes back: checks never end a program. */
void assay_broken(unsigned fact, unsigned long long low, unsigned long long high);
/* The same for some of the facts first, first + 1, ... about one value: bit k of `broken` is for first + k. After
   undefined behaviour it does nothing. */
void assay_report_broken(unsigned first, unsigned long long broken, unsigned long long low, unsigned long long high);
/* One of the facts of which some do not hold, or cannot be judged, looked at again: whether it holds (1), or is not to be
   judged (2), though it was counted. */
void assay_judge(unsigned fact, unsigned how, unsigned long long value);
/* Undefined behaviour has happened: what, and where. The first is reported. */
void assay_met_undefined(const char* what, const char* file, unsigned line);

#ifdef __cplusplus
}
#endif

/* Judges up to 32 facts, from `first` on, about the value in assay_wide: bit k of `broken` says that one does not hold.
   What runs each time is short; the rest is the function's. */
#define ASSAY_JUDGE(first, broken)                                                                         \
  do {                                                                                                     \
    const unsigned assay_bits = (broken);                                                                  \
    ++assay_hits[first];                                                                                   \
    if (__builtin_expect(assay_bits != 0, 0))                                                              \
      assay_report_broken(first, assay_bits, (unsigned long long)assay_wide,                               \
                          (unsigned long long)(assay_wide >> 64));                                         \
  } while (0)
/* A constant of 128 bits from its halves. */
#define ASSAY_WIDE(high, low) ((__int128)(((unsigned __int128)(high##ULL) << 64) | (low##ULL)))

#endif
