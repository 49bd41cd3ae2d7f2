#pragma once

#include <string>
#include <vector>

#include "analyzer/adapters/clam/clam_steps.hpp"
#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer::clam {

/// Prints a module, bitcode or text, as text in a file.
[[nodiscard]] std::vector<std::string> print_words(const std::string& module, const std::string& output);

/// How Clam is asked about a program.
struct ClamSteps {
  const Definition& definition;
  const Programs& programs;
  std::vector<std::string> sources;
  const Program& program;
};
/// What one domain said.
struct ClamAnswer {
  std::string domain;
  std::vector<std::string> command;  ///< of clam
  std::string said;                  ///< the module with its invariants
};

/// Shows that an invariant is false in a run of the module that Clam writes it into.
[[nodiscard]] Result<core::Reproduction> clam_fact_reproduction(const ClamSteps& steps, const Fact& fact,
                                                                const ClamAnswer& answer);

/// Shows that what clam-pp prepared prints something else than the program.
[[nodiscard]] core::Reproduction clam_build_reproduction(const ClamSteps& steps);

}  // namespace assay::analyzer::clam
