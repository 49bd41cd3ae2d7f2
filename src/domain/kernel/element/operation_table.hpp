#pragma once

#include <array>
#include <string_view>

#include "assay/domain/contract.hpp"

namespace assay::domain {

/// The operand of an operation that is no element. In a program's text it follows the elements.
enum class Extra : std::uint8_t {
  None,
  Constraint,
  Assignment,
  Assignments,  ///< to different dimensions, at once
  Expression,
  Dimension,
  Rays,
  Way,
  State,
  Transformer,
  General,          ///< an assignment of an Expression
  GeneralCondition  ///< an Expression and its relation to zero
};

/// How programs use an operation.
enum class Use : std::uint8_t {
  Start,        ///< an instruction without element arguments
  Maker,        ///< an instruction that makes an element from others
  Observation,  ///< an instruction whose result must mean the same as its argument
  Question,     ///< no instruction; called by laws and by Assay itself
};

/// The signature of an operation. Parser, printer and generator of programs depend on nothing else.
struct OperationSignature {
  Operation operation;
  std::string_view name;
  Use use;
  unsigned elements = 1;
  Extra extra = Extra::None;
};

/// One row for each operation, in the order of Operation. The bytes of generated programs choose operations by this
/// order; therefore add a new operation after all others with the same use.
inline constexpr std::array<OperationSignature, kOperations> kOperationTable = {{
    {Operation::Top, "top", Use::Start, 0},
    {Operation::Bottom, "bottom", Use::Start, 0},
    {Operation::Leq, "leq", Use::Question, 2},
    {Operation::Equal, "equal", Use::Question, 2},
    {Operation::IsBottom, "is-bottom", Use::Observation},
    {Operation::IsTop, "is-top", Use::Observation},
    {Operation::Join, "join", Use::Maker, 2},
    {Operation::Meet, "meet", Use::Maker, 2},
    {Operation::Widen, "widen", Use::Maker, 2},
    {Operation::Narrow, "narrow", Use::Maker, 2},
    {Operation::Assume, "assume", Use::Maker, 1, Extra::Constraint},
    {Operation::Assign, "assign", Use::Maker, 1, Extra::Assignment},
    {Operation::ParallelAssign, "parallel-assign", Use::Maker, 1, Extra::Assignments},
    {Operation::Substitute, "substitute", Use::Maker, 1, Extra::Assignment},
    {Operation::AssignExpression, "assign-expression", Use::Maker, 1, Extra::General},
    {Operation::AssumeExpression, "assume-expression", Use::Maker, 1, Extra::GeneralCondition},
    {Operation::Forget, "forget", Use::Maker, 1, Extra::Dimension},
    {Operation::AddRays, "add-rays", Use::Maker, 1, Extra::Rays},
    {Operation::Close, "close", Use::Maker},
    {Operation::Loosen, "loosen", Use::Maker, 1, Extra::Way},
    {Operation::Resize, "resize", Use::Observation},
    {Operation::Copy, "copy", Use::Observation},
    {Operation::Canonicalize, "canonicalize", Use::Observation},
    {Operation::Constraints, "reimport", Use::Observation},
    {Operation::Bounds, "bounds", Use::Observation, 1, Extra::Expression},
    {Operation::Satisfies, "satisfies", Use::Observation, 1, Extra::Constraint},
    {Operation::Contains, "contains", Use::Question},
    {Operation::Abstract, "abstract", Use::Start, 0, Extra::State},
    {Operation::Print, "print", Use::Observation},
    {Operation::Generators, "regenerate", Use::Observation},
    {Operation::Transform, "transform", Use::Maker, 0, Extra::Transformer},
}};
[[nodiscard]] constexpr const OperationSignature& signature(Operation operation) {
  return kOperationTable.at(static_cast<std::size_t>(operation));
}
/// Whether the result of an instruction must mean the same as its argument.
[[nodiscard]] constexpr bool is_observation(Operation operation) {
  return signature(operation).use == Use::Observation;
}

}  // namespace assay::domain
