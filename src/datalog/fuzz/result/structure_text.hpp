#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"

namespace assay::datalog {

/// Whether results are compared in a column with this attribute. False for floats, for types that only a seed's text
/// defines, and for structured types with a float at any depth.
[[nodiscard]] bool is_comparable(const Program& program, const Attribute& attribute);

/// Whether outputs hold the values of this type as texts: symbols, and records and branches, which engines print in the
/// program's own syntax (`[1, nil]`, `$Leaf(2)`). Different values may have the same text. Equal sets of values still
/// have equal sets of texts, and a subset has a subset.
[[nodiscard]] inline bool is_read_as_text(Type type) { return type == Type::Symbol || type == Type::Opaque; }

/// The evaluation in the form of an engine's output. Each structure becomes a symbol: its text as Soufflé prints it
/// (WriteStream.h). Additional relations of the evaluated program, behind the relations of `program`, are dropped.
/// The evaluation's symbol values are positions in `symbols`. Nullopt if a text is longer than 4096 bytes.
[[nodiscard]] std::optional<Output> as_output(const Program& program, const Evaluation& evaluation,
                                              const std::vector<std::string>& symbols);
[[nodiscard]] std::optional<Output> as_output(const Program& program, const Evaluation& evaluation);

}  // namespace assay::datalog
