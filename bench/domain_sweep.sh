#!/bin/sh
# A campaign against each abstract domain whose name begins with a PREFIX, with the known causes masked, and a table of
# the results: targets, programs, laws checked (with a true premise), findings, programs that ended in a known cause.
#   bench/domain_sweep.sh ASSAY OUT SECONDS PREFIX...
set -eu
assay=$1
out=$2
seconds=$3
shift 3
known=$(dirname "$0")/../data/domains/known.toml
mkdir -p "$out"
for prefix in "$@"; do
  for target in $("$assay" domain targets | grep "^$prefix"); do
    "$assay" domain test --target "$target" --time "${seconds}s" --known "$known" --no-report --out "$out/$target" \
      > "$out/$target.log" 2>&1 || true
    python3 - "$out/$target/campaign.sqlite" "$target" << 'END'
import sqlite3
import sys

try:
    store = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    tests, known = store.execute(
        "select sum(count), sum(case when reason like 'known:%' then count else 0 end) from tallies").fetchone()
    checks = store.execute("select sum(count) from labels where label like '%= checked'").fetchone()[0]
    findings = store.execute("select count(*) from findings").fetchone()[0]
    print(f"| `{sys.argv[2]}` | {tests:,} | {checks or 0:,} | {findings} | {known:,} |")
except (sqlite3.Error, TypeError):
    print(f"| `{sys.argv[2]}` | it did not start |")
END
  done
done
