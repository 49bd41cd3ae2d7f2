#include "core/case/severity.hpp"

#include <array>
#include <utility>

namespace assay::core {
namespace {

constexpr std::array<std::string_view, 5> kSeverityNames = {"wrong-answer", "doubtful-answer", "failure", "weak-answer",
                                                            "slow"};

constexpr std::array<std::pair<BugKind, Severity>, 19> kSeverities = {{
    {BugKind::RefutationUnsound, Severity::WrongAnswer},
    {BugKind::SolutionUnsound, Severity::WrongAnswer},
    {BugKind::InvalidModel, Severity::WrongAnswer},
    {BugKind::InvalidCore, Severity::WrongAnswer},
    {BugKind::InvalidProof, Severity::WrongAnswer},
    {BugKind::WrongResult, Severity::WrongAnswer},
    {BugKind::Unsound, Severity::WrongAnswer},
    {BugKind::Miscompiled, Severity::WrongAnswer},
    {BugKind::Imprecise, Severity::WeakAnswer},
    {BugKind::Diverges, Severity::Failure},
    {BugKind::Incomplete, Severity::WeakAnswer},
    {BugKind::Inconsistent, Severity::WrongAnswer},
    {BugKind::Disagreement, Severity::DoubtfulAnswer},
    {BugKind::Crash, Severity::Failure},
    {BugKind::RejectsValid, Severity::Failure},
    {BugKind::Nondeterministic, Severity::DoubtfulAnswer},
    {BugKind::Lost, Severity::Failure},
    {BugKind::Slow, Severity::Slow},
    {BugKind::Unstable, Severity::WeakAnswer},
}};

}  // namespace

Severity severity(BugKind kind) { return kSeverities[static_cast<std::size_t>(kind)].second; }

std::string_view name(Severity severity) { return kSeverityNames[static_cast<std::size_t>(severity)]; }

bool is_graver(BugKind kind, BugKind other) {
  return std::pair(severity(kind), kind) < std::pair(severity(other), other);
}

}  // namespace assay::core
