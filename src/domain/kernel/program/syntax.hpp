#pragma once

#include <array>
#include <string_view>

#include "assay/domain/contract.hpp"

namespace assay::domain {

/// How an instruction is written: its elements first, then what else it takes.
enum class Extra : std::uint8_t {
  None,
  Constraint,
  Assignments,
  Expression,
  Dimension,
  Rays,
  Way,
  State,
  Transformer,
  General,
  GeneralCondition
};

struct Syntax {
  Operation operation;
  unsigned elements;
  Extra extra = Extra::None;
};

/// Every operation that may be an instruction; the name is name(operation).
inline constexpr std::array kSyntax = {Syntax{Operation::Top, 0},
                                       Syntax{Operation::Bottom, 0},
                                       Syntax{Operation::IsBottom, 1},
                                       Syntax{Operation::IsTop, 1},
                                       Syntax{Operation::Join, 2},
                                       Syntax{Operation::Meet, 2},
                                       Syntax{Operation::Widen, 2},
                                       Syntax{Operation::Narrow, 2},
                                       Syntax{Operation::Assume, 1, Extra::Constraint},
                                       Syntax{Operation::Assign, 1, Extra::Assignments},
                                       Syntax{Operation::ParallelAssign, 1, Extra::Assignments},
                                       Syntax{Operation::Substitute, 1, Extra::Assignments},
                                       Syntax{Operation::AssignExpression, 1, Extra::General},
                                       Syntax{Operation::AssumeExpression, 1, Extra::GeneralCondition},
                                       Syntax{Operation::Forget, 1, Extra::Dimension},
                                       Syntax{Operation::AddRays, 1, Extra::Rays},
                                       Syntax{Operation::Close, 1},
                                       Syntax{Operation::Loosen, 1, Extra::Way},
                                       Syntax{Operation::Resize, 1},
                                       Syntax{Operation::Copy, 1},
                                       Syntax{Operation::Canonicalize, 1},
                                       Syntax{Operation::Constraints, 1},
                                       Syntax{Operation::Generators, 1},
                                       Syntax{Operation::Bounds, 1, Extra::Expression},
                                       Syntax{Operation::Satisfies, 1, Extra::Constraint},
                                       Syntax{Operation::Print, 1},
                                       Syntax{Operation::Abstract, 0, Extra::State},
                                       Syntax{Operation::Transform, 0, Extra::Transformer}};

}  // namespace assay::domain
