#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "assay/core/case.hpp"
#include "assay/datalog/program.hpp"
#include "compare.hpp"

namespace assay::datalog {

/// Two programs side by side and, for every relation that has an expectation, rules that look for tuples of one that
/// the other lacks: the engine compares what is too large to be printed (queryFuzz, section 3.9). Printed is only
/// whether there are any.
struct DifferenceProgram {
  /// A relation of the original, and the flags (relations without attributes) that must stay empty.
  struct Flags {
    RelationId relation = 0;
    Oracle expected = Oracle::Equal;
    std::optional<RelationId> missing;
    std::optional<RelationId> extra;
  };
  Program program;
  std::vector<Flags> flags;
};

/// A Skip where both programs cannot stand in one text: what a seed says of itself is there once only.
[[nodiscard]] std::variant<DifferenceProgram, core::Skip> difference_program(
    const Program& original, const Program& transformed,
    const std::vector<std::pair<std::string, Oracle>>& expectations);

/// Whether the engine printed every flag: one that it did not print says nothing.
[[nodiscard]] bool has_all_flags(const DifferenceProgram& joined, const Output& output);

/// The first relation for which the engine found a difference that may not be.
[[nodiscard]] std::optional<core::Verdict> compare_by_flags(const Program& original, const DifferenceProgram& joined,
                                                            const Output& output);

}  // namespace assay::datalog
