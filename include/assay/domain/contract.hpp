#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/domain/constraint.hpp"

namespace assay::domain {

/// The operations of abstract domains. Their signatures are in src/domain/kernel/element/operation_table.hpp. Leq to
/// Narrow and Assign to Forget are from the publication (Figure 2.3).
enum class Operation : std::uint8_t {
  Top,
  Bottom,
  Leq,    ///< inclusion test
  Equal,  ///< the domain's own equality test; without one, Assay tests inclusion in both directions
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
  AssignExpression,  ///< assignment of any value of an expression, which need not be linear
  AssumeExpression,  ///< keeps the points for which some value of an expression has the relation to zero
  Forget,            ///< "project": one dimension becomes arbitrary
  AddRays,           ///< adds all nonnegative multiples of some directions to every point
  Close,             ///< the topological closure
  Loosen,            ///< a larger element, with simpler or weaker constraints
  Resize,            ///< a dimension is added at the end and removed again
  Copy,
  Canonicalize,
  Constraints,  ///< export of constraints; the instruction "reimport" builds the element anew from them
  Bounds,       ///< range of a linear expression
  Satisfies,    ///< whether every point satisfies a constraint
  Contains,     ///< whether the element contains a point
  Abstract,     ///< best element for one point
  Print,
  Generators,  ///< the element is built anew from its points and rays
  Transform,   ///< a function on values: ValueTransformer
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

/// How a domain represents numbers. Machine integers and floats round. Rounding is reported as an imprecision only if
/// the contract promises exact results.
enum class Numbers : std::uint8_t { Machine, Integers, Rationals, Floats };

/// The linear constraints that an element can represent exactly (Table 2.1).
enum class Shape : std::uint8_t {
  Box,          ///< +-x <= k
  Differences,  ///< +-x <= k, x - y <= k
  Octagon,      ///< +-x <= k, +-x +-y <= k
  Polyhedron,   ///< all linear constraints
  Other,        ///< unknown, for congruences, zonotopes and powersets
  Value,        ///< one bit-vector of a fixed width, no linear constraints
};
[[nodiscard]] std::string_view name(Shape shape);

/// The promises of a domain's author. Assay reports a precision bug only for a result that breaks a promise.
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
  bool integer_points = false;                 ///< dimensions are integers: operations may lose points with fractions
  bool rounds_safely = true;                   ///< rounding loses no point; if false, the oracle "points" is off
  bool strict = false;                         ///< elements can have strict constraints; if false, only closed ones
  bool strict_conditions = false;  ///< Assume accepts `> 0`; a domain without `strict` may treat it as `>= 0`
  bool disequalities = false;      ///< Assume accepts `!= 0`; it may ignore the condition
  bool congruences = false;        ///< Assume accepts `= 0 mod m`; it may ignore the condition
  bool lattice = true;             ///< join and meet are least upper and greatest lower bounds (Law::needs_lattice)
  bool widening_ordered = false;   ///< widening requires left <= right
  bool narrowing_ordered = false;  ///< narrowing requires right <= left
  bool convex = true;              ///< an element contains all points that satisfy its constraints
  /// Operations that return the smallest sound element, and the exact result if the domain can represent it.
  Operations best;
  /// Numbers of the laws that the domain does not promise.
  std::vector<unsigned> without_laws;
  /// Numbers of promised laws that hold in some domains only (Law::claimed).
  std::vector<unsigned> with_laws = {};
  /// Maximum number of bits of a number in programs, for domains with a documented overflow. 0: no limit.
  unsigned most_bits = 0;
  /// Maximum number of steps until widening and narrowing become stable (100 in the publication).
  unsigned most_steps = 100;
  /// Minimum number of dimensions of programs with dense elements (ProgramOptions::dense), as far as the dimension
  /// limits of the program and the contract allow. `dense_constraints`: minimum number of constraints of such an
  /// element; up to 2, it has 2 to 6 constraints or is a slab.
  unsigned dense_dimensions = 3;
  unsigned dense_constraints = 0;
  /// Program::sweep of the programs for this domain; 0: no sweep. For domains whose operations take nanoseconds, less
  /// than generating and parsing an instruction.
  unsigned sweep = 0;
  /// Operations allocate objects that live as long as the domain (noise symbols): the leak test is off.
  bool keeps_memory = false;
};

}  // namespace assay::domain
