#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "assay/smt/operator.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

/// The value that the row of an operator gives to values, without terms around them.
inline Outcome apply_operator(std::string_view name, const std::vector<Value>& values,
                              const std::vector<std::uint64_t>& indices = {}) {
  static const TermStore store;
  const auto op = Operators::get().find(name, indices.size());
  if (!op) {
    ADD_FAILURE() << "no operator " << name << " with " << indices.size() << " indices";
    return Lack::Opaque;
  }
  const std::vector<Outcome> outcomes(values.begin(), values.end());
  std::vector<Index> numbers;
  for (const std::uint64_t index : indices) {
    numbers.push_back({.number = index, .symbol = {}});
  }
  const OperatorRow& row = Operators::get().row(*op);
  std::vector<const Outcome*> pointers;
  for (const Outcome& outcome : outcomes) {
    pointers.push_back(&outcome);
  }
  const Arguments arguments{store, *op, SortId{}, {}, pointers, numbers};
  return row.evaluate(arguments);
}

/// The same, for operators that have a value here.
inline Value value_of(std::string_view name, const std::vector<Value>& values,
                      const std::vector<std::uint64_t>& indices = {}) {
  const Outcome outcome = apply_operator(name, values, indices);
  EXPECT_TRUE(outcome.known()) << assay::smt::name(outcome.lack);
  return outcome.value;
}

}  // namespace assay::smt
