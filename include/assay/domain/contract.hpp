#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/domain/constraint.hpp"

namespace assay::domain {

/// What an abstract domain can be asked to do: the row of src/domain/kernel/element/operation_table.hpp says how. Leq
/// to Narrow, Assign to Forget are those of the publication (Figure 2.3); the others must not change what an element
/// means, or ask for it.
enum class Operation : std::uint8_t {
  Top,
  Bottom,
  Leq,    ///< inclusion test
  Equal,  ///< where a domain has one of its own; else it is inclusion both ways
  IsBottom,
  IsTop,
  Join,
  Meet,
  Widen,
  Narrow,
  Assume,  ///< meet with a linear constraint ("cond")
  Assign,
  ParallelAssign,
  Substitute,        ///< backward assignment
  AssignExpression,  ///< assignment of an expression that need not be linear, with any of its values
  AssumeExpression,  ///< keeps the points for which some value of an expression is related to zero
  Forget,            ///< "project": one dimension becomes arbitrary
  AddRays,           ///< every point moved along some directions, as far as one likes
  Close,             ///< the smallest closed element around it
  Loosen,            ///< some element that includes it, with simpler constraints or further ones
  Resize,            ///< a dimension is added at the end and removed again
  Copy,
  Canonicalize,
  Constraints,  ///< export of constraints, from which Reimport builds the element anew
  Bounds,       ///< of a linear expression
  Satisfies,    ///< whether every point satisfies a constraint
  Contains,     ///< whether a point is described
  Abstract,     ///< best element for one point
  Print,
  Generators,  ///< the element is built anew from its points and rays
  Transform,   ///< functions on values: those of ValueTransformer
};
inline constexpr unsigned kOperations = static_cast<unsigned>(Operation::Transform) + 1;
/// "join", "parallel-assign".
[[nodiscard]] std::string_view name(Operation operation);
/// Nullopt if no operation has this name.
[[nodiscard]] std::optional<Operation> operation_named(std::string_view name);

/// A set of operations.
class Operations {
 public:
  constexpr Operations() = default;
  constexpr Operations(std::initializer_list<Operation> list) {
    for (const Operation operation : list) add(operation);
  }
  constexpr void add(Operation operation) { bits_ |= bit(operation); }
  constexpr void add(Operations other) { bits_ |= other.bits_; }
  constexpr void remove(Operation operation) { bits_ &= ~bit(operation); }
  [[nodiscard]] constexpr bool has(Operation operation) const { return (bits_ & bit(operation)) != 0; }
  [[nodiscard]] constexpr bool has_all(Operations other) const { return (other.bits_ & ~bits_) == 0; }

 private:
  static constexpr std::uint32_t bit(Operation operation) { return 1U << static_cast<unsigned>(operation); }
  std::uint32_t bits_ = 0;
};

/// How a domain represents numbers. Fixed widths and floats round: a rounding error is no imprecision of an operation
/// unless the contract promises exactness.
enum class Numbers : std::uint8_t { Machine, Integers, Rationals, Floats };

/// Which linear constraints an element can be, one at a time (Table 2.1).
enum class Shape : std::uint8_t {
  Box,          ///< +-x <= k
  Differences,  ///< x - y <= k, too
  Octagon,      ///< +-x +-y <= k
  Polyhedron,   ///< any
  Other,        ///< nothing is known: congruences, zonotopes, sets of elements
  Value,        ///< one bit-vector of a fixed width, no linear constraints
};
[[nodiscard]] std::string_view name(Shape shape);

/// What a domain's author promises. Everything that Assay calls a bug of precision is a claim made here.
struct Contract {
  std::string name;     ///< "ppl:C_Polyhedron"
  std::string version;  ///< of the library
  unsigned least_dimensions = 1;
  unsigned most_dimensions = 8;
  Operations operations;
  Numbers numbers = Numbers::Rationals;
  Shape shape = Shape::Polyhedron;
  unsigned width = 0;                          ///< of Shape::Value, in bits
  Expressions expressions = Expressions::Any;  ///< of AssignExpression and AssumeExpression
  bool integer_points = false;                 ///< dimensions are integers: an element may lose points between them
  bool rounds_safely = true;                   ///< what rounds keeps all points; else points decide nothing
  bool strict = false;                         ///< strict constraints are held as such; else closed
  bool strict_conditions = false;  ///< conditions `> 0` are taken, as closed ones if strict ones are not held
  bool disequalities = false;      ///< conditions `!= 0` are taken; they may change nothing
  bool congruences = false;        ///< conditions `= 0 mod m` are taken; they may change nothing
  bool lattice = true;             ///< join and meet are least upper and greatest lower bounds (laws 11, 27, 28)
  bool widening_ordered = false;   ///< widening needs its left argument below its right one
  bool narrowing_ordered = false;  ///< narrowing needs its right argument below its left one
  bool convex = true;              ///< an element is described by its constraints
  /// Results of these operations are the best elements there are, or exact where exact ones can be represented.
  Operations best;
  /// Laws that are not promised, by number.
  std::vector<unsigned> without_laws;
  /// Laws that are promised, and hold in some domains only (Law::claimed).
  std::vector<unsigned> with_laws = {};
  /// The largest number of bits of numbers in programs, for domains with a documented overflow. 0: any.
  unsigned most_bits = 0;
  /// Steps in which widening and narrowing must become stable (the publication takes 100).
  unsigned most_steps = 100;
  /// Dense elements (ProgramOptions::dense) have at least so many dimensions, if a program may have them, and at least
  /// so many constraints (0: 2 to 6): for what only many constraints bring about.
  unsigned dense_dimensions = 3;
  unsigned dense_constraints = 0;
  /// Program::sweep of programs for this domain: for operations that take nanoseconds, which is less than it takes to
  /// make and read a program that asks for them.
  unsigned sweep = 0;
  /// Operations make things that live as long as the domain (noise symbols): repeating them needs memory, by design.
  bool keeps_memory = false;
};

}  // namespace assay::domain
