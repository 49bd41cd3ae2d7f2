#!/bin/sh
# Counts the operations of C files as IR: count.sh FILE.c... [-- FLAG...] (default flags: -O2). Lines "COUNT OPERATION".
set -eu
files=
while [ $# -gt 0 ] && [ "$1" != -- ]; do files="$files $1"; shift; done
[ $# -gt 0 ] && shift
for file in $files; do clang-14 -S -emit-llvm -w -o - "${@:--O2}" "$file" 2>/dev/null || true; done |
  sed -n -E 's/^ +%[^ ]+ = (tail )?call [^@]*@llvm\.(umin|umax|smin|smax|abs|uadd\.sat|sadd\.sat|usub\.sat|ssub\.sat|ushl\.sat|sshl\.sat|ctpop|ctlz|cttz|fshl|fshr|bswap|bitreverse)\..*/\2/p
    s/^ +%[^ ]+ = (add|sub|mul|shl) (nuw nsw|nuw|nsw) i.*/\1 \2/p
    s/^ +%[^ ]+ = (udiv|sdiv|lshr|ashr) (exact )i.*/\1 exact/p
    s/^ +%[^ ]+ = (add|sub|mul|shl|udiv|sdiv|urem|srem|and|or|xor|lshr|ashr|trunc|zext|sext|icmp|select|phi|load|extractvalue|ptrtoint|freeze) .*/\1/p' |
  sort | uniq -c | sort -rn
