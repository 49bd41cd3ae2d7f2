#include "assay/analyzer/tune_job.hpp"

namespace assay::analyzer::tune {

const GoalWords& words_of(Tuning::Goal goal) {
  static constexpr GoalWords proofs{"proofs", "checks", "alarm", "alarms", "proved"};
  static constexpr GoalWords findings{"findings", "findings", "lost finding", "lost findings", "kept"};
  return goal == Tuning::Goal::Findings ? findings : proofs;
}

}  // namespace assay::analyzer::tune
