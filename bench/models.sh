#!/bin/sh
# Judges solvers' models of the scripts in a folder by our evaluator and prints a table.
# usage: bench/models.sh DIR [SECONDS [SOLVER...]]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=${ASSAY_BUILD:-$root/build/release}
[ -d "$build" ] || cmake --preset release -S "$root" >/dev/null
cmake --build "$build" --target bench_models >/dev/null
exec "$build/bench/bench_models" "$@"
