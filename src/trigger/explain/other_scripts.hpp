#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "trigger/prover/deadline.hpp"
#include "trigger/prover/prover.hpp"

namespace assay::trigger {

/// A script of the user on which suggested patterns are tried, too.
struct OtherScript {
  std::string name;
  std::string text;
};

/// A script on which an added assertion costs more than four times the work, or the answer.
struct WorseScript {
  std::string name;
  Reply before, after;
};

/// The effect of an assertion on other scripts.
struct Elsewhere {
  std::size_t tried = 0;
  std::size_t unfit = 0;  ///< scripts without its symbols, with several checks, or without an answer in the limit
  std::vector<WorseScript> worse;
};

/// Runs each script as it stands with an assertion that does not change its meaning. `seconds`: limit of a run, as
/// work.
class OtherScripts {
 public:
  OtherScripts(const std::vector<OtherScript>& scripts, Prover& prover, double seconds)
      : scripts_(scripts), prover_(prover), seconds_(seconds), before_(scripts.size()) {}
  /// Leaves out the remaining scripts when the time is over.
  [[nodiscard]] Elsewhere with(const std::string& assertion, const Deadline& deadline);

 private:
  [[nodiscard]] std::optional<Reply> run(const std::string& text, const Deadline& deadline) const;

  const std::vector<OtherScript>& scripts_;
  Prover& prover_;
  double seconds_;
  std::vector<std::optional<Reply>> before_;  ///< the runs without an assertion, by script
};

}  // namespace assay::trigger
