#pragma once

#include <array>
#include <string_view>

#include "assay/domain/contract.hpp"

namespace assay::domain {

/// What an operation takes beside elements, in the order in which instructions are written: elements first.
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
  General,          ///< an assignment of an expression that need not be linear
  GeneralCondition  ///< such an expression, related to zero
};

/// How programs use an operation.
enum class Use : std::uint8_t {
  Start,        ///< an instruction that is made of nothing
  Maker,        ///< an instruction that makes an element of others
  Observation,  ///< an instruction whose result must mean the same as its element
  Question,     ///< no instruction: asked by laws and by Assay itself
};

/// The signature of an operation. Reader, printer and generator of programs know no more of it than this.
struct OperationSignature {
  Operation operation;
  std::string_view name;
  Use use;
  unsigned elements = 1;
  Extra extra = Extra::None;
};

/// One row for each operation, in the order of Operation. Programs are made of bytes that choose by this order: a new
/// operation goes behind the others of its use.
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
/// Whether an instruction's result must mean what its argument means.
[[nodiscard]] constexpr bool is_observation(Operation operation) {
  return signature(operation).use == Use::Observation;
}

}  // namespace assay::domain
