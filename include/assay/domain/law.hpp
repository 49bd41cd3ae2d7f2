#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain {

/// What a law is about: a violation of a soundness law is `unsound`, of a precision law `imprecise`, of a convergence
/// law `diverges`.
enum class LawClass : std::uint8_t { Soundness, Precision, Convergence };

/// The result of one check. Vacuous: the law's premise is false for these elements.
enum class LawOutcome : std::uint8_t { Holds, Vacuous, Violated };

/// How the elements of a check are made so that the premise of its law holds.
enum class Arrangement : std::uint8_t {
  Any,
  Chain,   ///< y = x v u, z = y v w
  Same,    ///< y = x v (x ^ u)
  Above,   ///< z = (x v y) v u
  Below,   ///< z = (x ^ y) ^ u
  Shrink,  ///< y = x ^ u
  Tight,   ///< x = p v q, where p and q are points that lie close together: it bounds every dimension and difference
};

/// A law's ray: the direction of which the expression has the coefficients. It may be zero.
[[nodiscard]] Ray ray_along(const LinearExpression& expression, unsigned dimensions);

/// What a law is checked on. Elements that the law does not have are null.
struct LawArguments {
  Domain& domain;
  Element* x = nullptr;
  Element* y = nullptr;
  Element* z = nullptr;
  const Assignment* assignment = nullptr;
  const Constraint* condition = nullptr;
  std::vector<Element*> chain;
};

/// One row of the table: the 46 properties of Figure 2.3 under their numbers there, and after them our own.
struct Law {
  unsigned number = 0;
  std::string_view name;       ///< "join-upper-bound-left"
  std::string_view statement;  ///< "x <= x join y"
  LawClass kind = LawClass::Soundness;
  Operations needs;
  unsigned elements = 0;    ///< how many of x, y, z
  bool assignment = false;  ///< has v and e
  bool condition = false;
  bool chain = false;
  Arrangement arrangement = Arrangement::Any;
  bool needs_lattice = false;  ///< holds in lattices only (27, 28, 11 ...)
  bool claimed = false;        ///< only where Contract::with_laws names it
  /// What is wrong where the law is violated and nothing else is known; none: the last operation that it needs.
  std::optional<Operation> about = {};
  LawOutcome (*check)(LawArguments& arguments) = nullptr;
};
[[nodiscard]] const std::vector<Law>& laws();
/// Null when there is none with this number.
[[nodiscard]] const Law* law(unsigned number);
/// Whether the contract promises the law and has the operations that it needs.
[[nodiscard]] bool applies(const Law& law, const Contract& contract);

}  // namespace assay::domain
