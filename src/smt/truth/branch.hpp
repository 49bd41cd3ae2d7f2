#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/truth/congruence_classes.hpp"
#include "smt/truth/linear.hpp"
#include "smt/truth/sums.hpp"

namespace assay::smt {

/// A formula and whether it is assumed true or false.
struct Assumed {
  TermId term;
  bool sign = true;
};
using Alternative = std::vector<Assumed>;

/// One branch of the tableau, given by its assumptions.
struct Branch {
  std::vector<Assumed> pending;
  std::vector<std::vector<Alternative>> choices;
  std::map<TermId, bool> atoms;
  std::vector<LinearConstraint> constraints;
  std::vector<CongruenceClasses::Pair> equal, different;
  std::vector<Assumed> quantifiers;  ///< assumptions about all values that are not instantiated yet
  std::set<std::uint32_t> defined;   ///< unknowns whose definitions are among the assumptions
  bool closed = false;               ///< true if the assumptions are contradictory
};

/// Linear arithmetic and congruence over the literals of a branch.
class Theories {
 public:
  /// `steps` is increased by the number of visited literals and constraints.
  Theories(const TermStore& store, Sums& sums, std::uint64_t& steps) : store_(store), sums_(sums), steps_(steps) {}

  /// Whether the literals contradict each other.
  [[nodiscard]] bool contradict(const Branch& branch);
  [[nodiscard]] LinearAnswer solved(const std::vector<LinearConstraint>& constraints);

 private:
  using Pair = CongruenceClasses::Pair;
  /// Pairs of numeric arguments at the same position of two applications of a function, not known to be equal.
  [[nodiscard]] std::vector<Pair> arguments(CongruenceClasses& classes, const std::vector<TermId>& terms);
  /// Whether a and b have different values at the solution of the constraints, which then do not imply a = b.
  [[nodiscard]] bool differ_at(const LinearAnswer& answer, TermId a, TermId b);
  /// Whether the constraints imply a = b.
  [[nodiscard]] bool implies_equal(const std::vector<LinearConstraint>& constraints, TermId a, TermId b);
  [[nodiscard]] LinearConstraint difference(TermId a, TermId b, LinearConstraint::Relation relation);

  const TermStore& store_;
  Sums& sums_;
  std::uint64_t& steps_;
};

}  // namespace assay::smt
