#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/domain/adapt.hpp"
#include "assay/domain/run.hpp"

namespace assay::domain {

struct CheckOptions {
  std::uint64_t seed = 1;
  std::uint64_t programs = 2000;
  ProgramOptions program;  ///< preset("C2"), for example
  RunOptions run;
};

/// The result of check_domain.
struct CheckReport {
  bool passed = true;
  std::uint64_t programs = 0;
  std::vector<LawCount> counts;       ///< by position in laws()
  Program smallest;                   ///< the first program that failed, reduced
  std::vector<Violation> violations;  ///< of `smallest`
  /// For people. On failure: the counterexample as a straight-line program with its elements. Else: how often each law
  /// was checked, and the laws that never were.
  std::string text;
};

/// Tests a domain with random programs and stops at the first failure: one call for GoogleTest (EXPECT_TRUE(passed) <<
/// text), Catch2 or main. A crash of the domain is a crash of the test.
[[nodiscard]] CheckReport check_domain(const DomainFactory& domain, const CheckOptions& options);

/// For a libFuzzer or AFL++ entry point: runs the program decoded from the bytes. Returns an empty text if nothing is
/// wrong, else the counterexample for people; the caller then aborts so that the fuzzer keeps the input.
[[nodiscard]] std::string check_bytes(const DomainFactory& domain, std::span<const std::uint8_t> bytes,
                                      const CheckOptions& options);

}  // namespace assay::domain
