#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "assay/analyzer/analyzer.hpp"
#include "case_program.hpp"

namespace assay::analyzer {

/// A broken fact, and what broken facts of its cause share.
struct Broken {
  std::size_t fact = 0;
  std::string cause;  ///< class_of the fact, and what its runs had to be given
};

/// What one inspection of a program came to: what is claimed, and what the runs say.
struct Inspection {
  Claims claims;
  Checks checks;
  Trouble trouble;              ///< of claims, or of the checks
  std::vector<Broken> broken;   ///< must-facts that the runs contradict, in the order of the claims
  std::uint64_t known = 0;      ///< broken facts that known causes explain
  std::uint64_t following = 0;  ///< broken facts whose values are computed from those of `broken`
  double target_cpu_seconds = 0;
  double wall_seconds = 0;
};

/// Asks for the facts and runs the checks (Checkification, Algorithm 1: analyse, turn what is true into what is
/// checked, run). `known`: causes that are counted, and not reported.
[[nodiscard]] Inspection inspect(Analyzer& analyzer, const CaseProgram& subject,
                                 const std::vector<core::KnownBug>& known, const Session& session);
/// The same, but only for the facts of the class that the case is about (CaseProgram::wanted): a reduction's step.
[[nodiscard]] Inspection inspect_wanted(Analyzer& analyzer, const CaseProgram& subject,
                                        const std::vector<core::KnownBug>& known, Session session);

/// The verdict on it; `index` chooses among several causes, so that each of them is reported for some case.
[[nodiscard]] core::Verdict verdict_of(const Inspection& inspection, const CaseProgram& subject, std::uint64_t index);

}  // namespace assay::analyzer
