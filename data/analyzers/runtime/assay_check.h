/* Counters and reports of a checked program: included by programs whose source has checks, and called by code that LLVM
   and GCC insert. Part of Assay; plain C99 with GNU's 128 bits. */
#ifndef ASSAY_CHECK_H
#define ASSAY_CHECK_H

#ifdef __cplusplus
extern "C" {
#endif

/* True after undefined behaviour (or poison) in this run: facts that assume its absence are not judged any more. */
extern unsigned char assay_undefined;
/* How often the facts that begin at each number were judged: facts that are judged together share the counter of their
   first. The table is in a file that is made with the checks. Counts after undefined behaviour are not reported. */
extern unsigned long long assay_hits[];
extern const unsigned assay_fact_count;

/* Reports that a value, given as the halves of its 128 bits, breaks a fact. Returns: checks never end a program. */
void assay_broken(unsigned fact, unsigned long long low, unsigned long long high);
/* Reports some of the facts first, first + 1, ... as broken by one value: bit k of `broken` is for first + k. Does
   nothing after undefined behaviour. */
void assay_report_broken(unsigned first, unsigned long long broken, unsigned long long low, unsigned long long high);
/* Judges a single fact of a group again, after the group was counted. `how`: 0: the fact does not hold; 1: it holds; 2:
   it cannot be judged, so its count is taken back. */
void assay_judge(unsigned fact, unsigned how, unsigned long long value);
/* Reports undefined behaviour: its kind and its place. Only the first report counts. */
void assay_met_undefined(const char* what, const char* file, unsigned line);

#ifdef __cplusplus
}
#endif

/* Judges up to 32 facts, from `first` on, about the value in assay_wide: bit k of `broken` says that fact first + k
   does not hold. The code for facts that hold is short; the function handles broken facts. */
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
