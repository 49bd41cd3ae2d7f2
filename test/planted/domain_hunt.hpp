#pragma once

#include <functional>
#include <vector>

#include "assay/domain/program.hpp"
#include "assay/domain/run.hpp"
#include "domain_bugs.hpp"

namespace assay::domain {

/// How programs are made: from the number of the program.
using MakeProgram = std::function<Program(std::uint64_t number, const Contract& contract)>;
/// Programs from random bytes, decoded as in a campaign.
[[nodiscard]] MakeProgram random_programs(std::uint64_t seed, ProgramOptions options);
/// Programs whose elements have up to `most` random constraints each, as a fuzzer makes from raw input.
[[nodiscard]] MakeProgram raw_programs(std::uint64_t seed, ProgramOptions options, unsigned most);

/// The result of a search for a bug.
struct Hunt {
  std::uint64_t programs = 0;     ///< run until something was wrong; 0: nothing was
  std::uint64_t of_its_kind = 0;  ///< run until something of the bug's own kind was wrong; 0: nothing was
  std::uint64_t checks = 0;       ///< laws, with true premises
  double seconds = 0;             ///< until `programs`, or all in vain
  Program failing;                ///< the first
  std::vector<Violation> violations;
};
/// Runs programs on the domain with the bug, at most `programs` and `seconds` (0: no limit), until a violation is
/// found; with `own_kind`, until a violation of the bug's true kind is found.
[[nodiscard]] Hunt hunt(const PlantedBug& bug, const MakeProgram& make, const RunOptions& options,
                        std::uint64_t programs, double seconds, bool own_kind);

}  // namespace assay::domain
