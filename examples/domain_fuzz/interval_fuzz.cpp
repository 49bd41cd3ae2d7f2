// The laws under a coverage-guided fuzzer: libFuzzer and AFL++ in persistent mode, from the same file and with the same
// bytes. Only this file needs the fuzzer's compiler: it has the domain, whose branches the fuzzer is to see.
//
//   clang++ -fsanitize=fuzzer ... interval_fuzz.cpp      ./interval_fuzz -max_total_time=60; a crash again: FILE
//   afl-clang-fast++ ... interval_fuzz.cpp               afl-fuzz -i in -o out ./interval_fuzz; a crash again: < FILE
//
// A few files of a kilobyte of random bytes to begin with are worth it: from nothing a fuzzer first has to find out
// that longer inputs are larger programs.
//
// WITH_BUG puts the bug into the domain.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "assay/domain/check.hpp"
#include "interval.hpp"

namespace {

#ifdef WITH_BUG
using Box = example::Box<true>;
#else
using Box = example::Box<false>;
#endif

/// Prints the counterexample and aborts, so that the fuzzer keeps the bytes.
void check(const std::uint8_t* bytes, std::size_t size) {
  static const assay::domain::DomainFactory domain = assay::domain::adapt<Box>(example::box_contract());
  const std::string counterexample = assay::domain::check_bytes(domain, {bytes, size}, {});
  if (counterexample.empty()) return;
  static_cast<void>(std::fprintf(stderr, "%s", counterexample.c_str()));
  std::abort();
}

}  // namespace

#ifdef __AFL_COMPILER
#include <unistd.h>

__AFL_FUZZ_INIT();

int main() {
  constexpr int kRunsOfAProcess = 10'000;
  __AFL_INIT();
  const unsigned char* bytes = __AFL_FUZZ_TESTCASE_BUF;
  while (__AFL_LOOP(kRunsOfAProcess)) check(bytes, static_cast<std::size_t>(__AFL_FUZZ_TESTCASE_LEN));
}
#else
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  check(bytes, size);
  return 0;
}
#endif
