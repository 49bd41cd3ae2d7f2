#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/smt/script.hpp"
#include "smt/solver/objectives.hpp"

namespace assay::smt {

/// A script with objectives, and what a target reports of them: the questions by which another solver can refute it.
struct ReportedOptimum {
  const Script* script = nullptr;
  std::vector<ObjectiveValue> values;  ///< by objective
};

/// Whether the script has only objectives that are comparable one by one: terms of sort Int or Real that are minimized
/// or maximized before its only check.
[[nodiscard]] bool has_plain_objectives(const TermStore& store, const Script& script);

/// Negative, 0 or positive if `one` is worse than, equal to, or better than `other` for the objective `index`.
[[nodiscard]] int compare_optima(const Script& script, std::size_t index, const ObjectiveValue& one,
                                 const ObjectiveValue& other);

/// The script without objectives, whose models reach a better value for the objective `index` than is reported, and the
/// reported values of the objectives before it (`:opt.priority box`: any values). Nullopt if the reported value is
/// infinite, or if an earlier one is not a number.
[[nodiscard]] std::optional<std::string> script_of_better_point(TermStore& store, const ReportedOptimum& optimum,
                                                                std::size_t index);
/// The script without objectives, whose models reach the reported value of the objective `index`, or a better one. For
/// an infinite value: a better value than `bound`. Nullopt if the value has an infinitesimal part.
[[nodiscard]] std::optional<std::string> script_of_reached_point(TermStore& store, const ReportedOptimum& optimum,
                                                                 std::size_t index, const ObjectiveValue& bound);

}  // namespace assay::smt
