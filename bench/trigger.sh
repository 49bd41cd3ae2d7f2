#!/bin/sh
# Which scripts of a folder `assay trigger` finds terms for:
#   bench/trigger.sh DIR [SECONDS [FLAG...]]
# One line for each script: verdict, CPU seconds, the configuration that won, and the terms; then the sums for each
# folder. SECONDS (600) is CPU time of Assay and its solvers for each script, so that a busy machine
# finds the same. More flags go to assay: --from search. ASSAY names the program.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
[ $# -ge 1 ] || { echo "usage: bench/trigger.sh DIR [SECONDS [FLAG...]]" >&2; exit 2; }
scripts=$1
[ -d "$scripts" ] || { echo "bench/trigger.sh: $scripts is no folder" >&2; exit 2; }
shift
seconds=${1:-600}
[ $# -eq 0 ] || shift
assay=${ASSAY:-$here/build/release/src/cli/assay}
[ -x "$assay" ] || { echo "bench/trigger.sh: there is no $assay: build it, or name it in ASSAY" >&2; exit 3; }
table=$(mktemp)
trap 'rm -f "$table"' EXIT INT TERM
find "$scripts" -name '*.smt2' | sort | while read -r script; do
  name=${script#"$scripts"/}
  "$assay" trigger "$script" --json --no-derivation --no-suggestions --cpu-time "${seconds}s" "$@" 2> /dev/null |
    python3 -c '
import json, sys
name = sys.argv[1]
for line in sys.stdin:
    answer = json.loads(line)
    terms = " ".join(term["smtlib"] for term in answer.get("terms", []))
    print(name, answer["verdict"], "%.1f" % answer.get("seconds", 0), answer.get("method", ""), terms, sep="\t")
    break
else:
    print(name, "failed", "", "", "", sep="\t")
' "$name" | tee -a "$table"
done
awk -F '\t' '{ folder = $1; if (!sub(/\/[^\/]*$/, "", folder)) folder = "."; all[folder]++; if ($2 == "found") found[folder]++;
  if ($2 == "already-unsat") already[folder]++ }
  END { for (folder in all) printf "%s: %d of %d found, %d refuted without a term\n", folder, found[folder], all[folder], already[folder] }' \
  "$table" | sort
