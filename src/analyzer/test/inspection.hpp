#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/target/analyzer.hpp"
#include "case_program.hpp"

namespace assay::analyzer {

/// A broken fact with its cause.
struct BrokenFact {
  std::size_t fact = 0;
  std::string cause;  ///< class_of the fact, with a suffix if only runs with poison break it
};

/// The result of one inspection of a program: the claims, and the results of their checks.
struct Inspection {
  Claims claims;
  Checks checks;
  Trouble trouble;                 ///< of the claims, or of the checks
  std::vector<BrokenFact> broken;  ///< must-facts that the runs contradict, in the order of the claims
  std::uint64_t known = 0;         ///< broken facts that known causes explain
  std::uint64_t following = 0;     ///< broken facts whose values are computed from values of facts in `broken`
  double target_cpu_seconds = 0;
  double wall_seconds = 0;
};

/// Gets the claims and runs their checks (Checkification, Algorithm 1). `known`: causes that are counted, and not
/// reported.
[[nodiscard]] Inspection inspect(Analyzer& analyzer, const CaseProgram& subject,
                                 const std::vector<core::KnownBug>& known, const Session& session);
/// The same for the facts of the class that the case is about (CaseProgram::wanted) only: a step of a reduction.
[[nodiscard]] Inspection inspect_wanted(Analyzer& analyzer, const CaseProgram& subject,
                                        const std::vector<core::KnownBug>& known, Session session);

/// The part of an inspection that is about these facts, with an equal share of the cost of `parts` parts.
[[nodiscard]] Inspection share_of(const Inspection& whole, const std::vector<std::size_t>& facts, std::size_t parts,
                                  const std::vector<core::KnownBug>& known);

/// The verdicts on the classes that broke besides that of `first`, sorted by class.
[[nodiscard]] std::vector<core::Verdict> further_verdicts(const Inspection& inspection, const core::Verdict& first);

/// The verdict. `index` chooses among several causes, so that each is reported for some case.
[[nodiscard]] core::Verdict verdict_of(const Inspection& inspection, const CaseProgram& subject, std::uint64_t index);

}  // namespace assay::analyzer
