#pragma once

#include "assay/datalog/evaluate.hpp"

namespace assay::datalog {

/// The meaning of a program that has_sql_meaning(): a relation is a set or a bag, and values may be NULL. Evaluates
/// each rule by nested loops, literal by literal, as the SQL standard defines the clauses of a SELECT:
///
/// - A comparison with NULL is unknown, and a row whose condition is unknown is no result. An atom's arguments are such
///   comparisons, so NULL joins with nothing. Arithmetic with NULL is NULL; minimum and maximum are
///   `CASE WHEN a <= b THEN a ELSE b END`.
/// - A negated atom is NOT EXISTS, or NOT IN (negates_by_not_in) for its first argument that is no wildcard: unknown if
///   that value or a value of the subquery is NULL, unless the subquery is empty or has the value.
/// - Aggregates skip NULL, except count, which is COUNT(*). Without other values, sum, minimum and maximum are NULL.
/// The
///   variables that group match as GROUP BY compares them: NULL equals NULL.
/// - A set has one copy of each tuple, and NULL equals NULL there, as in UNION and DISTINCT. A bag has a copy for each
///   derivation, as in UNION ALL. The step of a recursive bag reads the rows of the last step only; its rules have one
///   recursive atom, else the problem is Opaque.
[[nodiscard]] Evaluation evaluate_sql(const Program& program, const EvaluationLimits& limits);

}  // namespace assay::datalog
