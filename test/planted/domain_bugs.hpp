#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/domain/law.hpp"

namespace assay::domain {

/// The bugs of the planted domains. Several domains share most of them.
enum class Bug : std::uint8_t {
  None,
  // Order and tests.
  LeqIgnoresSide,
  LeqIsStrict,
  LeqOfUnclosed,
  EqualLooksAtHalf,
  BottomTestEager,
  TopTestLooksAtFirst,
  // Join and meet.
  JoinTakesSmaller,
  JoinOfBottom,
  JoinDropsDirections,
  JoinOfUnclosed,
  JoinOfRelated,
  AssignOfOneOpen,
  JoinIsWeak,
  JoinWithItself,
  MeetTakesWrongBound,
  MeetKeepsEmpty,
  MeetDropsLast,
  MeetClaimsClosed,
  // Closure.
  ClosureDisabled,
  ClosureNotStrong,
  ClosureSkipsLast,
  ClosureForIntegers,
  ClosureMissesEmpty,
  // Widening and narrowing.
  WidenIsJoin,
  WidenEager,
  WidenGivesUpAll,
  WidenIgnoresRight,
  WidenWithBottom,
  WidenCloses,
  NarrowWrongSide,
  NarrowIsMeet,
  // Assume.
  AssumeEqualityAsInequality,
  AssumeIgnoresSign,
  AssumeNotCoherent,
  AssumeNotDoubled,
  AssumeKeepsCache,
  AssumeStrictAsNext,
  AssumeDisequalityAsInequality,
  CongruenceAsEquality,
  // Numbers.
  MixedSigns,
  FractionsDropped,
  // Assignments.
  AssignForgets,
  AssignKeepsOld,
  AssignShiftsBoundsOnly,
  ParallelInSequence,
  SubstituteIsAssign,
  SubstituteKeepsOld,
  // Expressions that are not linear.
  IntervalsTakeLow,
  ProductOfLikeEnds,
  QuotientThroughZero,
  DifferenceOfLikeEnds,
  GeneralEqualityAsInequality,
  // Forget, resize.
  ForgetSkipsLast,
  LinesAreRays,
  ForgetUnclosed,
  ForgetDropsConstraints,
  ResizeDrops,
  // Closures, loose elements, generators.
  CloseShrinks,
  LoosenTightens,
  GeneratorsForgetRays,
  // Export, queries, copies.
  ConstraintsForgetOne,
  ConstraintsOfBottom,
  BoundsOff,
  BoundsLoose,
  BoundsIgnoreDirections,
  BoundsChange,
  SatisfiesGenerous,
  SatisfiesStingy,
  PrintChanges,
  CanonicalizeDrops,
  CopySharesState,
  CopyClaimsClosed,
};

/// A row of the table.
struct PlantedBug {
  Bug bug;
  std::string_view name;
  std::string_view domain;  ///< "interval", "octagon" or "polyhedra"
  std::string_view breaks;  ///< the broken property, in words
  LawClass kind;            ///< the bug's true kind
  std::string_view needs;   ///< the only oracle that finds it, if not laws, points or observations; else empty
};
[[nodiscard]] const std::vector<PlantedBug>& planted_bugs();

/// The bug that is switched on in all planted domains of this thread.
inline thread_local Bug the_bug = Bug::None;
[[nodiscard]] inline bool planted(Bug bug) { return the_bug == bug; }

/// The expression as the planted intervals and octagons read it: under FractionsDropped, coefficients that are not
/// integers are 0.
[[nodiscard]] LinearExpression usable(LinearExpression expression);
[[nodiscard]] LinearExpression minus(LinearExpression expression);

/// The domain by name. It has the bug that is switched on when an operation runs.
[[nodiscard]] DomainFactory planted_domain(std::string_view name);
inline constexpr std::string_view kPlantedDomains[] = {"interval", "octagon", "polyhedra"};

}  // namespace assay::domain
