#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/analyzer/tune.hpp"

/// Assertions in bitcode, and what Clam says about them.
namespace assay::analyzer::tune::clam {

/// The assertions of a module as assay-llvm-worker lists them, in the order of their numbers. Two of a function that
/// have all else in common are told apart by which of them it is ("2" is the second's property, the first has none). An
/// Error: what the worker said is no list, or why there is none. `source` is the file of those without one.
[[nodiscard]] Result<std::vector<CheckKey>> read_assertions(std::string_view answer, const std::string& source);

/// What a run says about assertions: numbers, which begin with 1.
struct Said {
  std::set<std::size_t> proved;
  std::set<std::size_t> alarms;
};
/// Reads a function's CrabIR as `clam -ocrab` prints it. A check that was copied is proved when all of its copies are.
void read_crabir(std::string_view text, Said& said);

/// What a run's files (function -> CrabIR) say: checks of a function that it analyzed but does not list are in code
/// that its translation found unreachable; those of a function that it did not analyze are alarms. Only checks of
/// `function` count, when it is named.
[[nodiscard]] Outcome outcome_of(const std::map<std::string, std::string>& crabir, const std::vector<CheckKey>& checks,
                                 std::string_view only_function);

}  // namespace assay::analyzer::tune::clam
