#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain {

/// The class of a law. Its violations are reported as `unsound`, `imprecise` and `diverges`, respectively.
enum class LawClass : std::uint8_t { Soundness, Precision, Convergence };

/// The result of one check. Vacuous: the law's premise is false for these elements.
enum class LawOutcome : std::uint8_t { Holds, Vacuous, Violated };

/// How a generated program makes the elements of a check so that the premise of the law holds.
enum class Arrangement : std::uint8_t {
  Any,
  Chain,   ///< y = x v u, z = y v w
  Same,    ///< y = x v (x ^ u)
  Above,   ///< z = (x v y) v u
  Below,   ///< z = (x ^ y) ^ u
  Shrink,  ///< y = x ^ u
  Tight,   ///< x = p v q for two close points p and q: every dimension and difference is bounded
};

/// The ray of a law: its direction has the coefficients of the expression. It may be zero.
[[nodiscard]] Ray ray_along(const LinearExpression& expression, unsigned dimensions);

/// The arguments of one check of a law. Arguments that the law does not use are null or empty.
struct LawArguments {
  Domain& domain;
  Element* x = nullptr;
  Element* y = nullptr;
  Element* z = nullptr;
  const Assignment* assignment = nullptr;
  const Constraint* condition = nullptr;
  std::vector<Element*> chain;
};

/// One law. Numbers 1 to 46 are the properties of Figure 2.3; larger numbers are Assay's own laws.
struct Law {
  unsigned number = 0;
  std::string_view name;       ///< "join-upper-bound-left"
  std::string_view statement;  ///< "x <= x join y"
  LawClass kind = LawClass::Soundness;
  Operations needs;
  unsigned elements = 0;    ///< 1: x; 2: x, y; 3: x, y, z
  bool assignment = false;  ///< the law has v and e
  bool condition = false;
  bool chain = false;
  Arrangement arrangement = Arrangement::Any;
  bool needs_lattice = false;  ///< holds in lattices only (laws 11, 27, 28, 52, 53)
  bool claimed = false;        ///< checked only if Contract::with_laws lists it
  /// The operation that a violation is attributed to when no other operation is known to be wrong. Nullopt: the last
  /// operation in `needs`.
  std::optional<Operation> about = {};
  LawOutcome (*check)(LawArguments& arguments) = nullptr;
};
[[nodiscard]] const std::vector<Law>& laws();
/// Null if no law has this number.
[[nodiscard]] const Law* law(unsigned number);
/// Whether the contract promises the law and has the operations that it needs.
[[nodiscard]] bool applies(const Law& law, const Contract& contract);

}  // namespace assay::domain
