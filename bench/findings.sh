#!/bin/sh
# Runs campaigns against each target for some minutes on the same seeds, and prints their findings as one table.
#   bench/findings.sh SEEDS [OUT_DIR]
# ASSAY_BENCH_TARGETS (default: the installed targets of z3 cvc5 cvc4), ASSAY_BENCH_TIME (10m), ASSAY_BENCH_FLAGS, and
# ASSAY_BENCH_ASSAY, the program. The campaigns stay in OUT_DIR (default: a folder below /tmp).
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
[ $# -ge 1 ] || { echo "usage: bench/findings.sh SEEDS [OUT_DIR]" >&2; exit 2; }
assay=${ASSAY_BENCH_ASSAY:-$here/build/release/src/cli/assay}
[ -x "$assay" ] || { echo "bench/findings.sh: $assay is not there: build it first, or set ASSAY_BENCH_ASSAY" >&2; exit 3; }
out=${2:-$(mktemp -d /tmp/assay-findings-XXXXXX)}
flags=${ASSAY_BENCH_FLAGS:-"--timeout 2s --jobs 2 --incremental-percent 20"}
echo "campaigns below $out: assay smt fuzz $1 --time ${ASSAY_BENCH_TIME:-10m} $flags" >&2
for target in ${ASSAY_BENCH_TARGETS:-z3 cvc5 cvc4}; do
  command -v "$target" > /dev/null || { echo "bench/findings.sh: skipped: $target is not on the PATH" >&2; continue; }
  echo "## $target"
  status=0
  # shellcheck disable=SC2086  # flags are words
  "$assay" smt fuzz "$1" --target "$target" --time "${ASSAY_BENCH_TIME:-10m}" $flags --out "$out/$target" --quiet \
    > "$out.log" 2>&1 || status=$?
  [ "$status" -le 1 ] || { cat "$out.log" >&2; exit "$status"; }
  grep -E '^(tests|verdicts|cpu|skipped) ' "$out.log" || true
  "$assay" findings list "$out/$target" || true
done
rm -f "$out.log"
