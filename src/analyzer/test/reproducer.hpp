#pragma once

#include "assay/analyzer/analyzer.hpp"
#include "assay/core/finding.hpp"
#include "case_program.hpp"
#include "inspection.hpp"

namespace assay::analyzer {

/// A finding whose program the analyzer has looked at once more.
struct ReproducedFinding {
  const core::Finding& finding;
  const CaseProgram& subject;
  Analyzer& analyzer;
  const Session& session;
  Inspection inspection;  ///< checks are only in it for the kinds that are about them
};
/// What a person who has the analyzer, but not Assay, does to see the bug. Where no command shows it, the reproduction
/// says so, and its script ends with 2.
[[nodiscard]] core::Reproduction analyzer_reproduction(const ReproducedFinding& reproduced);

}  // namespace assay::analyzer
