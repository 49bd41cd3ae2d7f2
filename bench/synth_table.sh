#!/bin/sh
# How many formulas `assay smt synth` makes from the thesis's own operations, equivalences, equalities and constants
# (bench/thesis), next to Table 3.4 of the thesis, and by operation or equivalence:
#   bench/synth_table.sh [ASSAY]
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
assay=${1:-$here/build/release/src/cli/assay}
[ -x "$assay" ] || { echo "bench/synth_table.sh: $assay is no program; give Assay's path" >&2; exit 2; }
rules=$here/bench/thesis/thesis.rules
terms=$here/bench/thesis/terms.rules
operations='str.at,str.++,str.from_int,str.replace,str.substr,str.indexof,str.len,str.to_int,str.contains,=,'
operations=${operations}str.prefixof,str.suffixof

# Lines "COUNT CATEGORY THEORY SUBJECT".
count() {
  "$assay" smt synth --no-builtin-rules --count-each "$@" | tr -d ',' | awk 'NF == 4'
}
{
  count --rules "$rules" --theory strings --constants 8 --ops "$operations" --category operation,constant
  count --rules "$rules" --theory strings --ops 'E*' \
    --category equivalence,variable,core-constant,redundancy,quantified-redundancy,let
  for constants in 1 2 4; do
    count --rules "$terms" --theory datatypes --pool-constants $constants --category term |
      sed "s/ term / term$constants /"
  done
} | awk -v rules="$rules" '
  BEGIN {
    # Formulas with patterns are made without them, too: two of each where the equivalence has a pattern.
    while ((getline line < rules) > 0) {
      if (line ~ /^\((equivalence|implication)/) { split(line, word, " "); name = word[2] }
      if (line ~ /:pattern/) patterns[name] = 1
    }
    n = split("str.at:at:93:73 str.++:concat:329:77 str.from_int:intToString:9:10 str.replace:replace:2480:447 " \
              "str.substr:substring:343:223 str.indexof:indexOf:712:143 str.len:length:20:11 " \
              "str.to_int:stringToInt:19:10 str.contains:contains:177:100 =:equals:178:100 " \
              "str.prefixof:prefixOf:177:100 str.suffixof:suffixOf:177:100", operation, " ")
    split("16 40 35 28 36 38 14 11 14 11 14 11", core, " ")
    split("0 0 22 21 22 1 14 21 7 14 7 14", redundancy, " ")
  }
  {
    plain[$2, $4] = patterns[$4] ? $1 / 2 : $1
    all[$2] += plain[$2, $4]
    both[$2] += $1
  }
  function row(name, thesis, ours, with) { printf "%-26s%8s%10d%10d\n", name, thesis, ours, with }
  END {
    printf "%-26s%8s%10s%10s\n", "category", "thesis", "ours", "patterns"
    row("operation", 12, all["operation"], both["operation"])
    row("constant", 4714, all["constant"], both["constant"])
    row("term synthesis", 1394, all["term4"], both["term4"])
    row("equivalent formula", 12, all["equivalence"], both["equivalence"])
    row("larger unsat core", 268, all["variable"] + all["core-constant"], both["variable"] + both["core-constant"])
    redundant = all["redundancy"] + all["quantified-redundancy"]
    row("redundancy: variables", 143, redundant, both["redundancy"] + both["quantified-redundancy"])
    row("redundancy: sub-terms", 35, all["let"], both["let"])
    printf "\n%-14s%9s%8s   %9s%12s%8s%8s\n", "operation", "constant", "ours", "term syn.", "1 constant", "2", "4"
    for (i = 1; i <= n; i++) {
      split(operation[i], part, ":")
      printf "%-14s%9d%8d   %9d%12d%8d%8d\n", part[2], part[3], plain["constant", part[1]], part[4],
             plain["term1", part[2]], plain["term2", part[2]], plain["term4", part[2]]
    }
    printf "%-14s%9d%8d   %9d%12d%8d%8d\n", "sum", 4714, all["constant"], 1394, all["term1"], all["term2"], all["term4"]
    printf "\n%-14s%8s%8s%14s%8s%8s\n", "equivalence", "core", "ours", "redundancy", "ours", "let"
    for (i = 1; i <= 12; i++) {
      e = "E" i
      printf "%-14s%8d%8d%14d%8d%8d\n", e, core[i], plain["variable", e] + plain["core-constant", e], redundancy[i],
             plain["redundancy", e] + plain["quantified-redundancy", e], plain["let", e]
    }
  }'
