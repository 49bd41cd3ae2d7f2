#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/program/program.hpp"
#include "analyzer/target/definition.hpp"
#include "core/case/budget.hpp"
#include "core/reduce/text_reduction.hpp"

namespace assay::analyzer {

/// Reduces the first file of a program while `keeps` is true of its text; the file's meaning may change. Files in C and
/// C++ by their syntax trees, and each file as plain text. Nullopt if `keeps` is false from the start. `note`: set to
/// why there is no syntax tree; else unchanged.
[[nodiscard]] std::optional<std::string> reduce_source(const Program& program, const core::KeepsText& keeps,
                                                       const core::ReduceBudget& budget, std::string& note);

/// The values of `--keep`: properties of any run.
[[nodiscard]] std::span<const std::string_view> kept_forms();

/// The analyzer's command line for a core::FileRunner, with these compiler flags. An Error: there is no such program.
[[nodiscard]] Result<std::vector<std::string>> command_for_file(const Definition& definition,
                                                                const std::vector<std::string>& flags);

}  // namespace assay::analyzer
