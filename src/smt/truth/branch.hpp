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

/// One branch of the tableau: everything that is assumed in it.
struct Branch {
  std::vector<Assumed> pending;
  std::vector<std::vector<Alternative>> choices;
  std::map<TermId, bool> atoms;
  std::vector<LinearConstraint> constraints;
  std::vector<CongruenceClasses::Pair> equal, different;
  std::vector<Assumed> quantifiers;  ///< assumed for all values, not instantiated yet
  std::set<std::uint32_t> defined;   ///< unknowns whose definitions are assumed
  bool closed = false;               ///< contradictory
};

/// Linear arithmetic and congruence over the literals of a branch.
class Theories {
 public:
  /// `steps` counts the literals and constraints that are looked at.
  Theories(const TermStore& store, Sums& sums, std::uint64_t& steps) : store_(store), sums_(sums), steps_(steps) {}

  /// Whether the literals contradict each other.
  [[nodiscard]] bool contradict(const Branch& branch);
  [[nodiscard]] LinearAnswer solved(const std::vector<LinearConstraint>& constraints);

 private:
  using Pair = CongruenceClasses::Pair;
  /// The numbers that functions are applied to, and whose equality would make applications equal.
  [[nodiscard]] std::vector<Pair> arguments(CongruenceClasses& classes, const std::vector<TermId>& terms);
  /// Whether the constraints allow no other values than equal ones.
  [[nodiscard]] bool implies_equal(const std::vector<LinearConstraint>& constraints, TermId a, TermId b);
  [[nodiscard]] LinearConstraint difference(TermId a, TermId b, LinearConstraint::Relation relation);

  const TermStore& store_;
  Sums& sums_;
  std::uint64_t& steps_;
};

}  // namespace assay::smt
