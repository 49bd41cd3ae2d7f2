#!/bin/sh
# The thesis's suite of string formulas with known truth against our reader, evaluator and rules; prints a table.
#   bench/thesis_suite.sh FOLDER [ASSIGNMENTS]        (say, ../shared/corpora/synth-strings)
# FOLDER holds expected_sat and expected_unsat. ASSIGNMENTS (3000) are tried on each unsatisfiable formula.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
[ $# -ge 1 ] || { echo "usage: bench/thesis_suite.sh FOLDER [ASSIGNMENTS]" >&2; exit 2; }
build=${ASSAY_BUILD:-$here/build/release}
[ -f "$build/CMakeCache.txt" ] || cmake -S "$here" -B "$build" -DCMAKE_BUILD_TYPE=Release > /dev/null
cmake --build "$build" --target thesis_suite > /dev/null
exec "$build/bench/thesis_suite" "$@"
