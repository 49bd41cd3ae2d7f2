#!/bin/sh
# Bitcode of a C file with assertions for Clam: where a sanitizer of clang would report an index out of bounds, a shift by too
# much or a division by zero, code.ll calls __VERIFIER_error.
set -e
clang-14 -O0 -Xclang -disable-O0-optnone -fno-discard-value-names -gline-tables-only -w -I. -S -emit-llvm \
  -fsanitize=bounds,shift-exponent,integer-divide-by-zero -fsanitize-minimal-runtime -fno-sanitize-recover=all "$1" -o traps.ll
sed -e '/^declare void @__ubsan_handle_/d' -e 's/@__ubsan_handle_[a-z_]*_minimal_abort/@__VERIFIER_error/' traps.ll > code.ll
echo 'declare void @__VERIFIER_error()' >> code.ll
