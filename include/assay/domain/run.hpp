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

/// Number of checks of a law, by result.
struct LawCount {
  std::uint64_t checked = 0;  ///< with a true premise
  std::uint64_t vacuous = 0;  ///< with a false premise
  std::uint64_t violated = 0;
};

struct RunOptions {
  bool laws = true;
  bool points = true;         ///< check that operations keep concrete points
  bool reference = true;      ///< compare with exact polyhedra, in programs with Program::exact
  bool repeat = true;         ///< test for memory leaks, in programs with Program::repeat
  bool sweep = true;          ///< check laws and transformers on further elements, in programs with Program::sweep
  bool exports = false;       ///< fill RunResult::exported
  unsigned most_points = 12;  ///< maximum number of points kept for an element
  std::size_t most_violations = 8;  ///< maximum number reported for each oracle, operation and class
  /// Called before each instruction and each check (checks are numbered after the instructions), so that the caller
  /// knows the step that did not return.
  std::function<void(std::size_t step)> before;
  /// Called before each operation of the domain, and with nullopt after it, when Assay's own code continues.
  std::function<void(std::size_t step, std::optional<Operation> operation)> asking = {};
  /// Called between steps. Once it returns true, the run skips the remaining steps (RunResult::cut). Empty: no limit.
  std::function<bool()> is_over = {};
};

struct RunResult {
  std::vector<Violation> violations;
  std::vector<LawCount> counts;                   ///< by position in laws()
  std::uint64_t operations = 0;                   ///< number of instructions executed
  std::uint64_t points = 0;                       ///< number of concrete points checked
  std::vector<Tally> tallies;                     ///< Domain::tallies
  std::vector<std::vector<Constraint>> exported;  ///< constraints of each element, with RunOptions::exports
  bool cut = false;                               ///< RunOptions::is_over ended the run early
  std::vector<std::string> shown;                 ///< elements as the domain prints them, on request
};

/// Runs a program on a domain with the same number of dimensions. Skips checks that need operations which the domain
/// does not have.
[[nodiscard]] RunResult run(const Program& program, Domain& domain, const RunOptions& options);

}  // namespace assay::domain
