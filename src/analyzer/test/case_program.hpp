#pragma once

#include <string>

#include "analyzer/program/program.hpp"
#include "assay/base/result.hpp"
#include "core/case/case.hpp"

namespace assay::analyzer {

/// A case of this module: its files and its metadata.
struct CaseProgram {
  Program program;
  std::string wanted;  ///< class of the broken fact that the case is about; empty: the first broken fact
  bool lie = false;    ///< true for a control: a claim is turned into its opposite
};
[[nodiscard]] core::Case case_of(const CaseProgram& subject);
[[nodiscard]] Result<CaseProgram> program_of(const core::Case& subject);

}  // namespace assay::analyzer
