#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/rules/rules.hpp"
#include "smt/rules/theories.hpp"

namespace assay::smt {

/// The terms that are allowed as an argument.
enum class Place : std::uint8_t {
  Any,
  Closed,  ///< terms without variables: regular languages
  Value,   ///< literals only: bounds of re.range, the value of a constant array
};

/// An operation under test: an operator with indices and argument sorts, or a term over variables from a rule file.
struct Operation {
  std::string name;  ///< "str.at", "(_ extract 1 0)"
  const TheoryRow* theory = nullptr;
  std::vector<SortId> arguments;
  SortId result;
  std::vector<Place> places;  ///< of the arguments
  bool tested = true;         ///< false: only used inside other terms

  OperatorId op;  ///< used if there is no body
  std::vector<Index> indices;
  bool ascribed = false;
  std::optional<TermId> body;  ///< the term of a rule's operation, over `variables`
  std::vector<TermId> variables;
};

/// The operators of the theory on its sorts, which the operators' sort rules determine, and the rules' operations.
[[nodiscard]] std::vector<Operation> operations_of(TermStore& store, const TheoryRow& theory,
                                                   const std::vector<Rule>& rules);

[[nodiscard]] TermId apply_operation(TermStore& store, const Operation& operation, std::span<const TermId> arguments);

/// True if variables of the sort may be declared. False for regular languages, which most solvers require to be
/// constant.
[[nodiscard]] bool may_be_free(const TermStore& store, SortId sort);

}  // namespace assay::smt
