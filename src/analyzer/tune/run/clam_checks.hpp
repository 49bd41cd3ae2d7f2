#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/tune/space/tune.hpp"

/// Assertions in bitcode, and Clam's results about them.
namespace assay::analyzer::tune::clam {

/// The assertions of a module in assay-llvm-worker's list, in the order of their numbers. If two assertions of a
/// function are otherwise equal, their property distinguishes them: "2" for the second, none for the first. An Error:
/// the answer is no list, or the worker's reason. `source` is the file of assertions without one.
[[nodiscard]] Result<std::vector<CheckKey>> read_assertions(std::string_view answer, const std::string& source);

/// A run's results: numbers of assertions, from 1.
struct ProvedAndAlarms {
  std::set<std::size_t> proved;
  std::set<std::size_t> alarms;
};
/// Reads a function's CrabIR as `clam -ocrab` prints it. A copied check is proved if all of its copies are.
void read_crabir(std::string_view text, ProvedAndAlarms& said);

/// The outcome of a run with these files (function -> CrabIR). A check of an analyzed function that is not listed is in
/// code that Clam's translation found unreachable; checks of functions that were not analyzed are alarms. With
/// `only_function`, only its checks count.
[[nodiscard]] Outcome outcome_of(const std::map<std::string, std::string>& crabir, const std::vector<CheckKey>& checks,
                                 std::string_view only_function);

}  // namespace assay::analyzer::tune::clam
