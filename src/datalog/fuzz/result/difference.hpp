#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "assay/datalog/program.hpp"
#include "core/case/case.hpp"
#include "datalog/fuzz/result/compare.hpp"

namespace assay::datalog {

/// Both programs of a pair in one, with rules that set a flag if one program's relation has a tuple that the other's
/// lacks. The engine thereby compares results that are too large to print (queryFuzz, section 3.9). Only flags are
/// printed.
struct DifferenceProgram {
  /// A relation of the original, and its flags: relations without attributes that must stay empty.
  struct Flags {
    RelationId relation = 0;
    Oracle expected = Oracle::Equal;
    std::optional<RelationId> missing;
    std::optional<RelationId> extra;
  };
  Program program;
  std::vector<Flags> flags;
};

/// Returns a Skip if the programs contain a seed's own text, which cannot stand in one program twice, or if there is no
/// relation to compare.
[[nodiscard]] std::variant<DifferenceProgram, core::Skip> difference_program(
    const Program& original, const Program& transformed,
    const std::vector<std::pair<std::string, Oracle>>& expectations);

/// Whether the engine printed every flag. Without all flags the output proves nothing.
[[nodiscard]] bool has_all_flags(const DifferenceProgram& joined, const Output& output);

/// The verdict on the first relation with a set flag; nullopt if no flag is set.
[[nodiscard]] std::optional<core::Verdict> compare_by_flags(const Program& original, const DifferenceProgram& joined,
                                                            const Output& output);

}  // namespace assay::datalog
