#include "assay/analyzer/tune_job.hpp"

namespace assay::analyzer::tune {
namespace {

constexpr GoalWords kProofWords{"proofs", "checks", "alarm", "alarms", "proved"};
constexpr GoalWords kFindingWords{"findings", "findings", "lost finding", "lost findings", "kept"};

}  // namespace

const GoalWords& words_of(Tuning::Goal goal) { return goal == Tuning::Goal::Findings ? kFindingWords : kProofWords; }

}  // namespace assay::analyzer::tune
