#pragma once

#include <vector>

#include "assay/datalog/dialect.hpp"
#include "core/case/case.hpp"

namespace assay::datalog {

/// A program, and which of its relations a run printed.
struct PrintedRelations {
  const Program& program;
  const std::vector<bool>& present;  ///< Output::present
};

/// The first output relation of the program that the engine's output does not mention, not even as empty; null: none.
/// Outputs that a seed's own text declares do not count, because they may go to a file.
[[nodiscard]] const Relation* lost_relation(const PrintedRelations& run);

/// The first relation that a seed's text declares as output in both programs, and that only one run printed; null:
/// none.
[[nodiscard]] const Relation* lost_by_one(const PrintedRelations& one, const PrintedRelations& other);

/// A bug if the engine's dialect announces all relations (Dialect::announces_all); otherwise a skip.
[[nodiscard]] core::Verdict verdict_on_lost(const Relation& relation, const Dialect& dialect);

}  // namespace assay::datalog
