#pragma once

#include <functional>
#include <vector>

#include "assay/domain/program.hpp"
#include "assay/domain/run.hpp"
#include "domain_bugs.hpp"

namespace assay::domain {

/// Makes the program of this number.
using MakeProgram = std::function<Program(std::uint64_t number, const Contract& contract)>;
/// Programs from random bytes, decoded as in a campaign.
[[nodiscard]] MakeProgram random_programs(std::uint64_t seed, ProgramOptions options);
/// Programs whose elements have up to `most` random constraints each, as a fuzzer makes from raw input.
[[nodiscard]] MakeProgram raw_programs(std::uint64_t seed, ProgramOptions options, unsigned most);

/// The result of a search for a bug.
struct Hunt {
  std::uint64_t programs = 0;     ///< number of programs until the first violation; 0: no violation
  std::uint64_t of_its_kind = 0;  ///< the same until a violation of the bug's true kind
  std::uint64_t checks = 0;       ///< checked laws with true premises
  double seconds = 0;             ///< CPU seconds until the first violation, or of the whole search
  Program failing;                ///< the first program with a violation
  std::vector<Violation> violations;
};
/// Runs programs on the domain with the bug, at most `programs` and `seconds` (0: no limit), until a violation is
/// found; with `own_kind`, until a violation of the bug's true kind is found.
[[nodiscard]] Hunt hunt(const PlantedBug& bug, const MakeProgram& make, const RunOptions& options,
                        std::uint64_t programs, double seconds, bool own_kind);

}  // namespace assay::domain
