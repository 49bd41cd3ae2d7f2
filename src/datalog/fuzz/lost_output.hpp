#pragma once

#include <vector>

#include "assay/core/case.hpp"
#include "assay/datalog/dialect.hpp"

namespace assay::datalog {

/// Which of its relations a run of a program printed: Output::present.
struct Printed {
  const Program& program;
  const std::vector<bool>& present;
};

/// A relation that the program asks for and the output says nothing about, not even that it is empty; null: none. What
/// a seed's own text asks for does not count: it may go to a file.
[[nodiscard]] const Relation* lost_relation(const Printed& run);

/// A relation that a seed's text asks for in both programs, and that only one of the two runs printed; null: none.
[[nodiscard]] const Relation* lost_by_one(const Printed& one, const Printed& other);

/// A bug of an engine whose dialect announces all relations (Dialect::announces_all); elsewhere a skip.
[[nodiscard]] core::Verdict verdict_on_lost(const Relation& relation, const Dialect& dialect);

}  // namespace assay::datalog
