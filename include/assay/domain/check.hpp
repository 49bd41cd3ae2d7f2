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

/// What came of testing a domain in this process.
struct CheckReport {
  bool passed = true;
  std::uint64_t programs = 0;
  std::vector<LawCount> counts;       ///< by position in laws()
  Program smallest;                   ///< the first program that failed, reduced
  std::vector<Violation> violations;  ///< of that one
  /// For people: the counterexample as a straight-line program with its elements, or how often each law was checked,
  /// and which were never.
  std::string text;
};

/// Tests a domain with random programs and stops at the first failure: one call for GoogleTest (EXPECT_TRUE(passed) <<
/// text), Catch2 or main. A crash of the domain is a crash of the test.
[[nodiscard]] CheckReport check_domain(const DomainFactory& domain, const CheckOptions& options);

/// For a libFuzzer or AFL++ entry point: the program that these bytes say. Empty: nothing wrong; else the
/// counterexample, for people. Abort then, so that the fuzzer keeps the input.
[[nodiscard]] std::string check_bytes(const DomainFactory& domain, std::span<const std::uint8_t> bytes,
                                      const CheckOptions& options);

}  // namespace assay::domain
