#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "assay/datalog/evaluate.hpp"
#include "unit/datalog/program/building.hpp"

namespace assay::datalog::testing {

/// The rows of a relation, of a program that must be in order and have a value.
inline std::vector<std::vector<Value>> rows(const Program& program, RelationId relation,
                                            const EvaluationLimits& limits = {}) {
  const Status status = check(program);
  EXPECT_TRUE(status.ok()) << status.error().text();
  if (!status.ok()) return {};
  const Evaluation evaluation = evaluate(program, limits);
  EXPECT_FALSE(evaluation.problem.has_value()) << description(*evaluation.problem);
  const Tuples& tuples = evaluation.relations[relation];
  EXPECT_EQ(tuples.arity, program.relations[relation].arity());
  std::vector<std::vector<Value>> result;
  for (std::size_t i = 0; i < tuples.count; ++i) result.emplace_back(tuples.row(i), tuples.row(i) + tuples.arity);
  return result;
}

inline std::optional<EvaluationProblem> problem(const Program& program, const EvaluationLimits& limits = {}) {
  return evaluate(program, limits).problem;
}

}  // namespace assay::datalog::testing
