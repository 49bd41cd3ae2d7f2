#pragma once

#include <string>
#include <vector>

#include "analyzer/adapters/clam/clam_steps.hpp"
#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer::clam {

/// The command that prints a module (bitcode or text) as text to a file.
[[nodiscard]] std::vector<std::string> print_words(const std::string& module, const std::string& output);

/// The inputs of Clam's steps for one program.
struct ClamSteps {
  const Definition& definition;
  const Programs& programs;
  std::vector<std::string> sources;
  const Program& program;
};
/// The result of one domain.
struct ClamAnswer {
  std::string domain;
  std::vector<std::string> command;  ///< clam's command line
  std::string said;                  ///< the module with its invariants
};

/// Shows that an invariant is false in a run of the module that has it.
[[nodiscard]] Result<core::Reproduction> clam_fact_reproduction(const ClamSteps& steps, const Fact& fact,
                                                                const ClamAnswer& answer);

/// Shows that the module that clam-pp prepared has other output than the program.
[[nodiscard]] core::Reproduction clam_build_reproduction(const ClamSteps& steps);

}  // namespace assay::analyzer::clam
