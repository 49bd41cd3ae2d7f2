#include "domain_bugs.hpp"

#include "assay/base/check.hpp"
#include "domain_interval.hpp"
#include "domain_octagon.hpp"
#include "domain_polyhedra.hpp"

namespace assay::domain {
namespace {

Contract contract_of(std::string_view name, Shape shape) {
  Contract contract;
  contract.name = "planted:" + std::string(name);
  contract.version = "1";
  contract.most_dimensions = 3;
  contract.shape = shape;
  contract.strict_conditions = contract.disequalities = true;
  using enum Operation;
  contract.best = {Leq,
                   Equal,
                   IsBottom,
                   IsTop,
                   Join,
                   Meet,
                   Assume,
                   Assign,
                   Resize,
                   Copy,
                   ParallelAssign,
                   Substitute,
                   Forget,
                   AddRays,
                   Close,
                   Bounds,
                   Operation::Satisfies};
  return contract;
}

constexpr auto kUnsound = LawClass::Soundness;
constexpr auto kImprecise = LawClass::Precision;
constexpr auto kDiverges = LawClass::Convergence;

const std::vector<PlantedBug> kBugs = {
    {Bug::LeqIgnoresSide, "leq-ignores-side", "interval", "inclusion does not look at lower ends", kUnsound, ""},
    {Bug::LeqIsStrict, "leq-is-strict", "interval", "a common upper end is no inclusion", kImprecise, ""},
    {Bug::EqualLooksAtHalf, "equal-looks-at-half", "interval", "equality compares upper ends only", kUnsound, ""},
    {Bug::BottomTestEager, "bottom-test-eager", "interval", "a single value is taken for nothing", kUnsound, ""},
    {Bug::TopTestLooksAtFirst, "top-test-looks-at-first", "interval", "only the first dimension counts", kImprecise,
     ""},
    {Bug::JoinTakesSmaller, "join-takes-smaller", "interval", "join keeps the smaller upper end", kUnsound, ""},
    {Bug::JoinOfBottom, "join-of-bottom", "interval", "bottom is not special in join", kImprecise, ""},
    {Bug::JoinWithItself, "join-with-itself", "interval", "join of an object with itself is top", kImprecise, ""},
    {Bug::MeetTakesWrongBound, "meet-takes-wrong-bound", "interval", "meet keeps the larger upper end", kImprecise, ""},
    {Bug::MeetKeepsEmpty, "meet-keeps-empty", "interval", "an empty range is not noticed", kImprecise, ""},
    {Bug::WidenIsJoin, "widen-is-join", "interval", "widening is too late", kDiverges, ""},
    {Bug::WidenEager, "widen-eager", "interval", "widening gives up stable lower ends", kImprecise, ""},
    {Bug::WidenGivesUpAll, "widen-gives-up-all", "interval", "where one bound grows, widening gives up all", kImprecise,
     ""},
    {Bug::WidenIgnoresRight, "widen-ignores-right", "interval", "widening never gives up upper ends", kUnsound, ""},
    {Bug::WidenWithBottom, "widen-with-bottom", "interval", "widening with bottom is bottom", kUnsound, ""},
    {Bug::NarrowWrongSide, "narrow-wrong-side", "interval", "an upper end becomes the other's lower end", kUnsound, ""},
    {Bug::NarrowIsMeet, "narrow-is-meet", "interval", "narrowing is meet: it never ends", kDiverges, ""},
    {Bug::AssumeEqualityAsInequality, "assume-equality-as-inequality", "interval", "e = 0 is read as e >= 0",
     kImprecise, ""},
    {Bug::AssumeIgnoresSign, "assume-ignores-sign", "interval", "a negative coefficient bounds the wrong end", kUnsound,
     ""},
    {Bug::CongruenceAsEquality, "congruence-as-equality", "interval", "e = 0 mod m is read as e = 0", kUnsound, ""},
    {Bug::MixedSigns, "mixed-signs", "interval", "a range times a negative number keeps its ends in order", kUnsound,
     ""},
    {Bug::FractionsDropped, "fractions-dropped", "interval", "coefficients that are not integers are 0", kUnsound, ""},
    {Bug::AssignForgets, "assign-forgets", "interval", "assignment forgets", kImprecise, ""},
    {Bug::ParallelInSequence, "parallel-in-sequence", "interval", "parallel assignment one after the other", kUnsound,
     ""},
    {Bug::IntervalsTakeLow, "intervals-take-low", "interval", "an interval of numbers is its lower end", kUnsound, ""},
    {Bug::ProductOfLikeEnds, "product-of-like-ends", "interval", "a product's ends are those of the lows and the highs",
     kUnsound, ""},
    {Bug::QuotientThroughZero, "quotient-through-zero", "interval", "a divisor's range across zero is not looked at",
     kUnsound, ""},
    {Bug::DifferenceOfLikeEnds, "difference-of-like-ends", "interval", "a difference takes low from low", kUnsound, ""},
    {Bug::GeneralEqualityAsInequality, "general-equality-as-inequality", "interval", "e = 0 is read as e > 0", kUnsound,
     ""},
    {Bug::SubstituteIsAssign, "substitute-is-assign", "interval", "backward is forward", kUnsound, ""},
    {Bug::SubstituteKeepsOld, "substitute-keeps-old", "interval", "the old range is kept", kUnsound, ""},
    {Bug::ForgetSkipsLast, "forget-skips-last", "interval", "the last dimension is not forgotten", kUnsound, ""},
    {Bug::LinesAreRays, "lines-are-rays", "interval", "a line goes one way only", kUnsound, ""},
    {Bug::CloseShrinks, "close-shrinks", "interval", "the closure of a range is its lower end", kUnsound, ""},
    {Bug::LoosenTightens, "loosen-tightens", "interval", "upper ends move the wrong way", kUnsound, ""},
    {Bug::GeneratorsForgetRays, "generators-forget-rays", "interval", "what is open upwards has no ray", kUnsound, ""},
    {Bug::ResizeDrops, "resize-drops", "interval", "the wrong dimension is removed", kImprecise, ""},
    {Bug::ConstraintsForgetOne, "constraints-forget-one", "interval", "export lacks the last constraint", kImprecise,
     ""},
    {Bug::BoundsOff, "bounds-off", "interval", "upper bounds are 1 too small", kUnsound, ""},
    {Bug::BoundsLoose, "bounds-loose", "interval", "upper bounds are 1 too large", kImprecise, {}},
    {Bug::BoundsChange, "bounds-change", "interval", "a query for bounds drops a lower end", kImprecise, ""},
    {Bug::SatisfiesGenerous, "satisfies-generous", "interval", "e >= -1 is enough for e >= 0", kUnsound, ""},
    {Bug::SatisfiesStingy, "satisfies-stingy", "interval", "single values satisfy nothing", kImprecise, ""},
    {Bug::PrintChanges, "print-changes", "interval", "printing forgets the last dimension", kImprecise, ""},

    {Bug::ClosureDisabled, "closure-disabled", "octagon", "there is no closure", kImprecise, ""},
    {Bug::ClosureNotStrong, "closure-not-strong", "octagon", "bounds of single dimensions are not added", kImprecise,
     ""},
    {Bug::ClosureSkipsLast, "closure-skips-last", "octagon", "no paths through the last dimension", kImprecise, ""},
    {Bug::ClosureForIntegers, "closure-for-integers", "octagon", "rational ends are rounded to integers", kUnsound, ""},
    {Bug::ClosureMissesEmpty, "closure-misses-empty", "octagon", "contradictions are not noticed", kImprecise, ""},
    {Bug::LeqOfUnclosed, "leq-of-unclosed", "octagon", "inclusion of a left side that is not closed", kImprecise, ""},
    {Bug::LeqIgnoresSide, "leq-ignores-side", "octagon", "inclusion does not look at the last column", kUnsound, ""},
    {Bug::TopTestLooksAtFirst, "top-test-looks-at-first", "octagon", "only the first dimension counts", kImprecise, ""},
    {Bug::JoinTakesSmaller, "join-takes-smaller", "octagon", "join keeps the smaller of two ends", kUnsound, ""},
    {Bug::JoinOfBottom, "join-of-bottom", "octagon", "bottom is not special in join", kImprecise, ""},
    {Bug::JoinOfUnclosed, "join-of-unclosed", "octagon", "join of matrices that are not closed", kImprecise, ""},
    {Bug::JoinOfRelated, "join-of-related", "octagon",
     "of two octagons with three relations each, join keeps the smaller ends of sums", kUnsound, ""},
    {Bug::JoinWithItself, "join-with-itself", "octagon", "join of an object with itself is top", kImprecise, ""},
    {Bug::MeetTakesWrongBound, "meet-takes-wrong-bound", "octagon", "meet keeps the larger of two ends", kImprecise,
     ""},
    {Bug::MeetClaimsClosed, "meet-claims-closed", "octagon", "meet is not closed again", kImprecise, ""},
    {Bug::WidenIsJoin, "widen-is-join", "octagon", "widening is too late", kDiverges, ""},
    {Bug::WidenEager, "widen-eager", "octagon", "widening gives up stable ends", kImprecise, ""},
    {Bug::WidenIgnoresRight, "widen-ignores-right", "octagon", "widening gives up nothing", kUnsound, ""},
    {Bug::WidenWithBottom, "widen-with-bottom", "octagon", "widening with bottom is bottom", kUnsound, ""},
    {Bug::WidenCloses, "widen-closes", "octagon", "widening closes its left side: it never ends", kDiverges, ""},
    {Bug::NarrowWrongSide, "narrow-wrong-side", "octagon", "an upper end becomes the other's lower end", kUnsound, ""},
    {Bug::NarrowIsMeet, "narrow-is-meet", "octagon", "narrowing is meet: it never ends", kDiverges, ""},
    {Bug::AssumeEqualityAsInequality, "assume-equality-as-inequality", "octagon", "e = 0 is read as e >= 0", kImprecise,
     ""},
    {Bug::AssumeIgnoresSign, "assume-ignores-sign", "octagon", "differences are read as sums", kUnsound, ""},
    {Bug::AssumeNotCoherent, "assume-not-coherent", "octagon", "only one of two mirror entries is set", kImprecise, ""},
    {Bug::AssumeNotDoubled, "assume-not-doubled", "octagon", "x <= k is stored as 2*x <= k", kUnsound, ""},
    {Bug::AssumeKeepsCache, "assume-keeps-cache", "octagon", "the closure of before is kept", kImprecise, ""},
    {Bug::AssumeStrictAsNext, "assume-strict-as-next", "octagon", "e > 0 is read as e >= 1", kUnsound, ""},
    {Bug::AssumeDisequalityAsInequality, "assume-disequality-as-inequality", "octagon", "e != 0 is read as e >= 0",
     kUnsound, ""},
    {Bug::MixedSigns, "mixed-signs", "octagon", "x := -y is read as x := y", kUnsound, ""},
    {Bug::FractionsDropped, "fractions-dropped", "octagon", "coefficients that are not integers are 0", kUnsound, ""},
    {Bug::AssignForgets, "assign-forgets", "octagon", "assignment forgets", kImprecise, ""},
    {Bug::AssignOfOneOpen, "assign-of-one-open", "octagon",
     "of a sum with one term without bounds, and others within 1, that term's factor is taken for 1", kUnsound, ""},
    {Bug::AssignKeepsOld, "assign-keeps-old", "octagon", "old constraints of the dimension are kept", kUnsound, ""},
    {Bug::AssignShiftsBoundsOnly, "assign-shifts-bounds-only", "octagon", "x := x + k leaves relations as they are",
     kUnsound, ""},
    {Bug::ParallelInSequence, "parallel-in-sequence", "octagon", "parallel assignment one after the other", kUnsound,
     ""},
    {Bug::SubstituteIsAssign, "substitute-is-assign", "octagon", "backward is forward", kUnsound, ""},
    {Bug::SubstituteKeepsOld, "substitute-keeps-old", "octagon", "old constraints are kept", kUnsound, ""},
    {Bug::ForgetSkipsLast, "forget-skips-last", "octagon", "the last dimension is not forgotten", kUnsound, ""},
    {Bug::ForgetUnclosed, "forget-unclosed", "octagon", "what went through the dimension is lost", kImprecise, ""},
    {Bug::ResizeDrops, "resize-drops", "octagon", "relations are lost", kImprecise, ""},
    {Bug::CanonicalizeDrops, "canonicalize-drops", "octagon", "canonicalize loses relations", kImprecise, ""},
    {Bug::ConstraintsForgetOne, "constraints-forget-one", "octagon", "export lacks sums", kImprecise, ""},
    {Bug::ConstraintsOfBottom, "constraints-of-bottom", "octagon", "export of bottom is empty", kImprecise, ""},
    {Bug::BoundsOff, "bounds-off", "octagon", "bounds of single dimensions are doubled", kUnsound, ""},
    {Bug::BoundsLoose, "bounds-loose", "octagon", "upper bounds are 1 too large", kImprecise, ""},
    {Bug::BoundsChange, "bounds-change", "octagon", "a query for bounds drops a relation", kImprecise, ""},
    {Bug::SatisfiesGenerous, "satisfies-generous", "octagon", "e >= -1 is enough for e >= 0", kUnsound, ""},
    {Bug::SatisfiesStingy, "satisfies-stingy", "octagon", "relations are never satisfied", kImprecise, ""},
    {Bug::PrintChanges, "print-changes", "octagon", "printing forgets a dimension", kImprecise, ""},
    {Bug::CopyClaimsClosed, "copy-claims-closed", "octagon", "a copy says that it is closed", kImprecise, ""},

    {Bug::LeqIgnoresSide, "leq-ignores-side", "polyhedra", "inclusion does not look at directions", kUnsound, ""},
    {Bug::LeqIsStrict, "leq-is-strict", "polyhedra", "with many constraints, equal is no inclusion", kImprecise, ""},
    {Bug::TopTestLooksAtFirst, "top-test-looks-at-first", "polyhedra", "only the first coefficient counts", kImprecise,
     ""},
    {Bug::JoinTakesSmaller, "join-takes-smaller", "polyhedra", "join loses a generator", kUnsound, ""},
    {Bug::JoinDropsDirections, "join-drops-directions", "polyhedra", "join takes directions of the right side only",
     kUnsound, ""},
    {Bug::JoinOfBottom, "join-of-bottom", "polyhedra", "bottom is not special in join", kImprecise, ""},
    {Bug::JoinIsWeak, "join-is-weak", "polyhedra", "join keeps common constraints, and finds none", kImprecise, ""},
    {Bug::MeetDropsLast, "meet-drops-last", "polyhedra", "meet drops the last constraint", kImprecise, ""},
    {Bug::WidenIsJoin, "widen-is-join", "polyhedra", "widening is too late", kDiverges, ""},
    {Bug::WidenEager, "widen-eager", "polyhedra", "widening gives up stable constraints", kImprecise, ""},
    {Bug::WidenGivesUpAll, "widen-gives-up-all", "polyhedra", "where one bound grows, widening gives up all",
     kImprecise, ""},
    {Bug::WidenIgnoresRight, "widen-ignores-right", "polyhedra", "widening gives up nothing", kUnsound, ""},
    {Bug::WidenWithBottom, "widen-with-bottom", "polyhedra", "widening of bottom is bottom", kUnsound, ""},
    {Bug::AssumeEqualityAsInequality, "assume-equality-as-inequality", "polyhedra", "e = 0 is read as e >= 0",
     kImprecise, ""},
    {Bug::AssumeKeepsCache, "assume-keeps-cache", "polyhedra", "generators of before are kept", kImprecise, ""},
    {Bug::FractionsDropped, "fractions-dropped", "polyhedra", "coefficients are cut to integers", kUnsound, ""},
    {Bug::AssignForgets, "assign-forgets", "polyhedra", "assignment forgets", kImprecise, ""},
    {Bug::AssignKeepsOld, "assign-keeps-old", "polyhedra", "old constraints of the dimension are kept", kUnsound, ""},
    {Bug::ParallelInSequence, "parallel-in-sequence", "polyhedra", "parallel assignment one after the other", kUnsound,
     ""},
    {Bug::SubstituteIsAssign, "substitute-is-assign", "polyhedra", "backward is forward", kUnsound, ""},
    {Bug::SubstituteKeepsOld, "substitute-keeps-old", "polyhedra", "old constraints are kept", kUnsound, ""},
    {Bug::ForgetSkipsLast, "forget-skips-last", "polyhedra", "the last dimension is not forgotten", kUnsound, ""},
    {Bug::ForgetDropsConstraints, "forget-drops-constraints", "polyhedra", "constraints go, none are combined",
     kImprecise, ""},
    {Bug::ResizeDrops, "resize-drops", "polyhedra", "constraints on the last dimension are lost", kImprecise, ""},
    {Bug::CanonicalizeDrops, "canonicalize-drops", "polyhedra", "canonicalize loses a constraint", kImprecise, ""},
    {Bug::ConstraintsForgetOne, "constraints-forget-one", "polyhedra", "export lacks the last constraint", kImprecise,
     ""},
    {Bug::ConstraintsOfBottom, "constraints-of-bottom", "polyhedra", "export of bottom is empty", kImprecise, ""},
    {Bug::BoundsIgnoreDirections, "bounds-ignore-directions", "polyhedra", "bounds look at points only", kUnsound, ""},
    {Bug::BoundsLoose, "bounds-loose", "polyhedra", "upper bounds are 1 too large", kImprecise, {}},
    {Bug::BoundsChange, "bounds-change", "polyhedra", "a query for bounds drops a constraint", kImprecise, ""},
    {Bug::SatisfiesGenerous, "satisfies-generous", "polyhedra", "e >= -1/2 is enough for e >= 0", kUnsound, ""},
    {Bug::SatisfiesStingy, "satisfies-stingy", "polyhedra", "equalities are never satisfied", kImprecise, ""},
    {Bug::PrintChanges, "print-changes", "polyhedra", "printing makes an equality an inequality", kImprecise, ""},
    {Bug::CopySharesState, "copy-shares-state", "polyhedra", "copies share what they keep in mind", kUnsound, ""},
};

}  // namespace

const std::vector<PlantedBug>& planted_bugs() { return kBugs; }

LinearExpression usable(LinearExpression expression) {
  if (planted(Bug::FractionsDropped))
    for (Rational& coefficient : expression.coefficients)
      if (coefficient.get_den() != 1) coefficient = 0;
  return expression;
}

LinearExpression minus(LinearExpression expression) {
  for (Rational& coefficient : expression.coefficients) coefficient = -coefficient;
  expression.constant = -expression.constant;
  return expression;
}

DomainFactory planted_domain(std::string_view name) {
  if (name == "octagon") return adapt<Octagon>(contract_of(name, Shape::Octagon));
  const bool is_interval = name == "interval";
  ASSAY_CHECK(is_interval || name == "polyhedra", "no such planted domain");
  Contract contract = contract_of(name, is_interval ? Shape::Box : Shape::Polyhedron);
  contract.with_laws = {66};  // not for octagons: they are widened unclosed, but export closed constraints
  contract.congruences = is_interval;
  if (is_interval) return adapt<Interval>(contract);
  contract.widening_ordered = true;
  return adapt<Polyhedra>(contract);
}

}  // namespace assay::domain
