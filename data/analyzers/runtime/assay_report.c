/* What the checks that the GCC plugin inserts call when some claims of one value are broken: bit k of `broken` is the
   claim first + k. Claims assume that no undefined behaviour has happened. */
#include "assay_check.h"

void assay_report_broken(unsigned first, unsigned long long broken, unsigned long long low, unsigned long long high) {
  if (assay_undefined) return;
  for (; broken != 0; broken >>= 1, ++first)
    if ((broken & 1) != 0) assay_broken(first, low, high);
}
