#!/usr/bin/env bash
# Planted bugs of domains (test/planted) under libFuzzer on raw constraints, libFuzzer on our programs, and our programs
# from random bytes: bench/README.md. "seeded" is the second with a corpus of sixteen files of random bytes.
#   bench/domain_fuzzers.sh BUILD [SECONDS [BUG...]]     CPU seconds a bug and column (5); only these bugs
# BUILD is a build folder with the target planted_domains.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$1 seconds=${2:-5}
shift $(($# > 1 ? 2 : 1))
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

libraries=()
for name in reduce run program reference law element; do
  libraries+=("$build/src/domain/kernel/$name/libassay_domain_$name.a")
done
libraries+=("$build"/src/core/*/libassay_core_*.a "$build/src/base/libassay_base.a")
domains=()
for file in "$root"/test/planted/domain_*.cpp; do
  if [ "${file##*/}" != domain_hunt.cpp ]; then domains+=("$file"); fi
done
# Only the domains are instrumented for the fuzzer, not our own code.
clang++-14 -std=c++20 -O2 -fsanitize=fuzzer -I"$root/include" -I"$root/test/planted" \
  "$root/bench/domain_fuzzers.cpp" "${domains[@]}" \
  -Wl,--start-group "${libraries[@]}" -Wl,--end-group -lgmpxx -lgmp -o "$folder/fuzzers"

cd "$folder"
if [ $# -eq 0 ]; then mapfile -t bugs < <(ASSAY_BUG=list ./fuzzers 2>/dev/null); else bugs=("$@"); fi
mkdir seeds
for i in $(seq 16); do
  python3 -c "import random, sys; sys.stdout.buffer.write(random.Random($i).randbytes(1024))" >"seeds/$i"
done
declare -A found=([raw]=0 [decoder]=0 [seeded]=0 [random]=0)
printf '%-42s %12s %12s %12s %12s   %s\n' bug raw decoder seeded random 'executions with a check, raw'
for bug in "${bugs[@]}"; do
  printf '%-42s' "$bug"
  for mode in raw decoder seeded random; do
    mkdir -p corpus
    if [ "$mode" = seeded ]; then cp seeds/* corpus; fi
    # Long inputs from the beginning: short ones cannot be an element of raw constraints.
    read -r word time executions useful < <(ASSAY_BUG=$bug ASSAY_MODE=${mode/seeded/decoder} ASSAY_SECONDS=$seconds \
      ./fuzzers -seed=1 -max_len=4096 -len_control=0 corpus 2>/dev/null || echo 'error 0 0 0')
    rm -rf corpus
    case $word in
    found) found[$mode]=$((found[$mode] + 1)); printf ' %12s' "$time" ;;
    nothing) printf ' %12s' - ;;
    *) printf ' %12s' error ;;
    esac
    if [ "$mode" = raw ]; then share="$useful of $executions"; fi
  done
  printf '   %s\n' "$share"
done
printf '%-42s %12s %12s %12s %12s\n' "found, of ${#bugs[@]}" "${found[raw]}" "${found[decoder]}" "${found[seeded]}" \
  "${found[random]}"
