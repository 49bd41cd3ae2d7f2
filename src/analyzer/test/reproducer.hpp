#pragma once

#include "analyzer/target/analyzer.hpp"
#include "case_program.hpp"
#include "core/finding/finding.hpp"
#include "inspection.hpp"

namespace assay::analyzer {

/// A finding whose program the analyzer has analysed again.
struct ReproducedFinding {
  const core::Finding& finding;
  const CaseProgram& subject;
  Analyzer& analyzer;
  const Session& session;
  Inspection inspection;  ///< without checks for kinds of bugs that need none
};
/// The steps by which a person who has the analyzer, but not Assay, sees the bug. If no command shows it, the
/// reproduction says so, and its script exits with 2.
[[nodiscard]] core::Reproduction analyzer_reproduction(const ReproducedFinding& reproduced);

}  // namespace assay::analyzer
