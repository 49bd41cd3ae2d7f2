#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/domain/law.hpp"
#include "assay/domain/program.hpp"
#include "assay/domain/violation.hpp"

namespace assay::domain {

/// How often a law was checked, by result.
struct LawCount {
  std::uint64_t checked = 0;  ///< with a true premise
  std::uint64_t vacuous = 0;
  std::uint64_t violated = 0;
};

struct RunOptions {
  bool laws = true;
  bool points = true;         ///< concrete points that every operation must keep
  bool reference = true;      ///< exact polyhedra, for programs that say so
  bool repeat = true;         ///< operations on the same arguments, for programs that say so: memory must not grow
  bool sweep = true;          ///< laws and transformers on more elements, for programs that say so
  bool exports = false;       ///< RunResult::exported
  unsigned most_points = 12;  ///< kept of an element
  std::size_t most_violations = 8;  ///< of one oracle and operation
  /// Called before each instruction and each check (numbers go on), so that the caller knows which one never returns.
  std::function<void(std::size_t step)> before;
  /// Called before each operation of the domain, and after it without an operation: then Assay's own work goes on.
  std::function<void(std::size_t step, std::optional<Operation> operation)> asking = {};
  /// Called between steps. From its first `true` on, the remaining steps are left out (RunResult::cut). Empty: never.
  std::function<bool()> is_over = {};
};

struct RunResult {
  std::vector<Violation> violations;
  std::vector<LawCount> counts;  ///< by position in laws()
  std::uint64_t operations = 0;  ///< asked of the domain
  std::uint64_t points = 0;      ///< that elements were asked for
  std::vector<Tally> tallies;    ///< the domain's
  std::vector<std::vector<Constraint>>
      exported;                    ///< of each element, when asked for (Operation::Constraints is needed)
  bool cut = false;                ///< steps were left out, because RunOptions::is_over said so
  std::vector<std::string> shown;  ///< elements as the domain prints them, when asked for
};

/// Runs a program on a domain of its dimensions. Checks whose operations the domain has not are left out.
[[nodiscard]] RunResult run(const Program& program, Domain& domain, const RunOptions& options);

}  // namespace assay::domain
