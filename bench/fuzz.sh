#!/bin/sh
# The numbers of `assay smt fuzz` as one table: cases made per CPU-second of one core without the target's time, and the
# share of a campaign's CPU time that is not the target's, fresh processes and persistent ones.
#   bench/fuzz.sh [BUILD_DIR] [SEEDS...]
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=${1:-$here/build/release}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- "$here/data/seeds"
program=$build/bench/fuzz_rate
if [ ! -x "$program" ]; then
  echo "bench/fuzz.sh: $program is not there: build the target fuzz_rate first" >&2
  exit 3
fi
targets=${ASSAY_BENCH_TARGETS:-"z3 cvc5"}
cases=${ASSAY_BENCH_CASES:-600}
for seeds in "$@"; do
  echo "## seeds: $seeds"
  printf '%-22s' "generate, both"; "$program" generate "$seeds"
  printf '%-22s' "generate, storm"; "$program" generate "$seeds" --strategy storm
  printf '%-22s' "generate, graft"; "$program" generate "$seeds" --strategy graft
  for target in $targets; do
    command -v "$target" > /dev/null || continue
    printf '%-22s' "$target, process"; "$program" campaign "$seeds" --target "$target" --cases "$cases"
    printf '%-22s' "$target, persistent"; "$program" campaign "$seeds" --target "$target" --cases "$cases" --persistent
  done
done
