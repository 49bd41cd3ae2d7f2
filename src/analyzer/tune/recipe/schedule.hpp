#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

/// The order for analyzers without a learned schedule: each domain, the less precise ones first, and then the values of
/// each knob, one knob at a time.
[[nodiscard]] std::vector<Ingredient> plain_schedule(const Space& space);

/// The result of one ingredient on one piece of code.
struct LearnedRun {
  std::string code;        ///< names the piece
  std::string ingredient;  ///< text of Space::text
  double cpu_seconds = 0;  ///< a lower bound if the run was stopped
  bool done = false;
  std::vector<CheckKey> alarms;  ///< only for a complete run; sorted
};

/// Ingredients by marginal proofs per CPU second: each proves most of what earlier ones leave, for each second that it
/// takes on all pieces. Each piece counts with the share of its checks. At most `longest` ingredients, and no more than
/// needed for 99 % of what all runs together prove. `if_not_run`: the assumed seconds of an ingredient on a piece where
/// it was not run. Searches run few expensive ingredients, which would look cheap without that assumption.
[[nodiscard]] std::vector<std::string> learned_schedule(const std::vector<LearnedRun>& runs, std::size_t longest,
                                                        double if_not_run = 0);

}  // namespace assay::analyzer::tune
