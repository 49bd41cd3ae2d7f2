#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"

namespace assay::datalog {

/// Whether results are compared in such a column: no floats, and of structured types only those that the program itself
/// defines, without floats in what they are made of.
[[nodiscard]] bool is_comparable(const Program& program, const Attribute& attribute);

/// Symbols, and records and branches, which engines print in the program's own syntax: `[1, nil]`, `$Leaf(2)`. Two
/// different ones may look the same; sets of them are still equal, or one within the other, if the values were.
[[nodiscard]] inline bool is_read_as_text(Type type) { return type == Type::Symbol || type == Type::Opaque; }

/// The evaluation as an engine would give it: each structure is its text, as Soufflé prints it (WriteStream.h), among
/// the symbols. The evaluated program may have more relations than `program`, behind those. `symbols`: what the
/// evaluation's symbols are positions in. Nothing: a text is longer than anybody needs.
[[nodiscard]] std::optional<Output> as_output(const Program& program, const Evaluation& evaluation,
                                              const std::vector<std::string>& symbols);
[[nodiscard]] std::optional<Output> as_output(const Program& program, const Evaluation& evaluation);

}  // namespace assay::datalog
