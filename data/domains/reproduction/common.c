// Functions that reproductions in C and in C++ share, for all libraries. src/domain/reproduction/texts.hpp says how
// these files are read; the tests compile each file as it stands.
//! part includes
//! includes
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif
//! end

//! part common
//! floats
/* The floating-point environment: the rounding mode, and whether denormal numbers become zero. */
static unsigned floats(void) {
#ifdef __SSE__
  return (unsigned)fegetround() << 16 | (_mm_getcsr() & ~0x3fu);
#else
  return (unsigned)fegetround();
#endif
}

//! same_floats
static unsigned floats_at_first;
static int same_floats(void) { return floats() == floats_at_first; }

//! resident
/* Bytes of this process that are in memory. */
static long resident(void) {
  long size = 0, pages = 0;
  FILE* const file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%ld %ld", &size, &pages) != 2) pages = 0;
  if (file != NULL) fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

//! goes_on
/* Five rounds of repetitions. Memory that is allocated only once counts in the first round. */
enum { repetitions = 4000, rounds = 5, least_bytes = 8 };
struct growth {
  long done, before, first, rounds_that_grew;
};
static int goes_on(struct growth* g) {
  if (g->done % repetitions == 0) {
    const long now = resident();
    if (g->done == repetitions) g->first = now;
    if (g->done > repetitions && now - g->before >= (long)least_bytes * repetitions) ++g->rounds_that_grew;
    g->before = now;
  }
  return g->done++ < (long)repetitions * rounds;
}

//! grows
static int grows(const struct growth* g) {
  const double kept = (double)(g->before - g->first) / ((rounds - 1.0) * repetitions);
  printf("each repetition keeps %.1f bytes\n", kept);
  return g->rounds_that_grew == rounds - 1;
}
//! end
