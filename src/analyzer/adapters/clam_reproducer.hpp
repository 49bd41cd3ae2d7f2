#pragma once

#include <string>
#include <vector>

#include "analyzer/adapters/clam_steps.hpp"
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
  std::string checked;               ///< the same with checks in their places
};

/// Shows that a fact is broken: without the runtime of checks, the run and the contradiction, which the caller adds.
/// The claim is made again when Clam writes the same invariants again.
[[nodiscard]] Reproducer clam_fact_reproducer(const ClamSteps& steps, const Fact& fact, ClamAnswer answer);

/// Shows that what clam-pp prepared prints something else than the program.
[[nodiscard]] Reproducer clam_build_reproducer(const ClamSteps& steps);

}  // namespace assay::analyzer::clam
