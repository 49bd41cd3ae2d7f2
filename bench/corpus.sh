#!/bin/sh
# How much of real SMT-LIB is read and comes back as the same terms, and how fast:
#   bench/corpus.sh DIR [BUILD_DIR]
# Builds bench_corpus when it is not there. With z3 or cvc5 on the PATH it also says the share among the scripts that one
# of them accepts without an error (their answers are cached in the build folder), and whether they accept what we print.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
[ $# -ge 1 ] || { echo "usage: bench/corpus.sh DIR [BUILD_DIR]" >&2; exit 2; }
scripts=$1
build=${2:-$here/build/release}
[ -d "$scripts" ] || { echo "bench/corpus.sh: $scripts is no folder" >&2; exit 2; }
if [ ! -x "$build/bench/bench_corpus" ]; then
  [ -f "$build/CMakeCache.txt" ] || cmake -S "$here" -B "$build" -DCMAKE_BUILD_TYPE=Release > /dev/null
  cmake --build "$build" --target bench_corpus > /dev/null
fi
"$build/bench/bench_corpus" "$scripts"
command -v z3 > /dev/null || command -v cvc5 > /dev/null || exit 0

cache=$build/bench/corpus
printed=$cache/printed
mkdir -p "$printed"
"$build/bench/bench_corpus" "$scripts" --list --print "$printed" > "$cache/list.tsv"

# One line a file: path, "accepted" or "refused". A solver accepts when it says no error within two seconds.
accepts() {
  if command -v cvc5 > /dev/null &&
    out=$(timeout 5 cvc5 --parse-only --incremental --tlimit=2000 "$1" 2>&1) && ! echo "$out" | grep -q '(error'; then
    echo accepted
  elif command -v z3 > /dev/null && ! timeout 5 z3 -T:2 "$1" 2>&1 | grep -q '(error'; then
    echo accepted
  else
    echo refused
  fi
}
judge() {
  while IFS="$(printf '\t')" read -r path state reason; do
    original=$path
    [ "$1" = printed ] && path=$printed/$(basename "$path")
    [ -f "$path" ] || continue
    key=$cache/$(cksum < "$path" | tr ' ' '-')
    [ -f "$key" ] || accepts "$path" > "$key"
    printf '%s\t%s\t%s\t%s\n' "$original" "$state" "$(cat "$key")" "$reason"
  done < "$cache/list.tsv"
}
judge original > "$cache/original.tsv"
judge printed > "$cache/printed.tsv"
awk -F'\t' '
  FNR == NR { if ($3 == "accepted") { all++; ok[$1] = 1; if ($2 == "round-trip") good++; else print "  lost: " $4 > "/dev/stderr" } next }
  ok[$1] { back++; if ($3 == "accepted") kept++; else print "  refused as printed: " $1 > "/dev/stderr" }
  END {
    if (all == 0) exit
    printf "accepted by z3 or cvc5          %d\n", all
    printf "  of these round-tripped        %d (%.2f %%)\n", good, 100 * good / all
    printf "  of these accepted as printed  %d of %d (%.2f %%)\n", kept, back, 100 * kept / (back > 0 ? back : 1)
  }' "$cache/original.tsv" "$cache/printed.tsv"
