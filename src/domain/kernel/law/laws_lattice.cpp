#include "domain/kernel/law/law_operations.hpp"
#include "domain/kernel/law/law_rows.hpp"

namespace assay::domain {
namespace {

using enum Operation;
using enum LawClass;
using enum Arrangement;

constexpr Operations kOrder{Leq};
constexpr Operations kJoin{Leq, Join};
constexpr Operations kMeet{Leq, Meet};
constexpr Operations kBoth{Leq, Join, Meet};

// Notation of Figure 2.3: <= is inclusion, v join, ^ meet, T top and _ bottom.

LawOutcome bottom_below(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.bottom(), ask.x()));
}
LawOutcome below_top(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.x(), ask.top()));
}
LawOutcome reflexive(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.x(), ask.x()));
}
LawOutcome transitive(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.leq(ask.x(), ask.y()) && ask.leq(ask.y(), ask.z()), [&] { return ask.leq(ask.x(), ask.z()); });
}
LawOutcome antisymmetric(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.leq(ask.x(), ask.y()) && ask.leq(ask.y(), ask.x()), [&] { return a.domain.equal(*a.x, *a.y); });
}

LawOutcome join_bottom(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr bottom = ask.bottom();
  return claim(ask.same(ask.join(*bottom, ask.x()), ask.x()));
}
LawOutcome join_top(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr top = ask.top();
  return claim(ask.same(ask.join(*top, ask.x()), top));
}
LawOutcome join_above_left(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.x(), ask.join(ask.x(), ask.y())));
}
LawOutcome join_above_right(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.y(), ask.join(ask.x(), ask.y())));
}
LawOutcome join_commutes(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.same(ask.join(ask.x(), ask.y()), ask.join(ask.y(), ask.x())));
}
LawOutcome join_associates(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr left = ask.join(ask.x(), ask.y());
  const ElementPtr right = ask.join(ask.y(), ask.z());
  return claim(ask.same(ask.join(*left, ask.z()), ask.join(ask.x(), *right)));
}
LawOutcome join_idempotent(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.same(ask.join(ask.x(), ask.x()), ask.x()));
}
LawOutcome join_of_ordered(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.leq(ask.x(), ask.y()), [&] { return ask.same(ask.join(ask.x(), ask.y()), ask.y()); });
}
LawOutcome join_tells_order(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.same(ask.join(ask.x(), ask.y()), ask.y()), [&] { return ask.leq(ask.x(), ask.y()); });
}
LawOutcome join_absorbs(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr both = ask.meet(ask.x(), ask.y());
  return claim(ask.same(ask.join(ask.x(), *both), ask.x()));
}

LawOutcome meet_bottom(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr bottom = ask.bottom();
  return claim(ask.same(ask.meet(*bottom, ask.x()), bottom));
}
LawOutcome meet_top(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr top = ask.top();
  return claim(ask.same(ask.meet(*top, ask.x()), ask.x()));
}
LawOutcome meet_below_left(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.meet(ask.x(), ask.y()), ask.x()));
}
LawOutcome meet_below_right(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.meet(ask.x(), ask.y()), ask.y()));
}
LawOutcome meet_commutes(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.same(ask.meet(ask.x(), ask.y()), ask.meet(ask.y(), ask.x())));
}
LawOutcome meet_associates(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr left = ask.meet(ask.x(), ask.y());
  const ElementPtr right = ask.meet(ask.y(), ask.z());
  return claim(ask.same(ask.meet(*left, ask.z()), ask.meet(ask.x(), *right)));
}
LawOutcome meet_idempotent(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.same(ask.meet(ask.x(), ask.x()), ask.x()));
}
LawOutcome meet_of_ordered(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.leq(ask.x(), ask.y()), [&] { return ask.same(ask.meet(ask.x(), ask.y()), ask.x()); });
}
LawOutcome meet_tells_order(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.same(ask.meet(ask.x(), ask.y()), ask.x()), [&] { return ask.leq(ask.x(), ask.y()); });
}
LawOutcome meet_absorbs(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr both = ask.join(ask.x(), ask.y());
  return claim(ask.same(ask.meet(ask.x(), *both), ask.x()));
}
LawOutcome meet_of_disjoint(LawArguments& a) {
  const LawOperations ask(a);
  return when(clearly_disjoint(a.domain.constraints(*a.x), a.domain.constraints(*a.y)),
              [&] { return ask.is_bottom(ask.meet(ask.x(), ask.y())); });
}

LawOutcome join_least(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.leq(ask.x(), ask.z()) && ask.leq(ask.y(), ask.z()),
              [&] { return ask.leq(ask.join(ask.x(), ask.y()), ask.z()); });
}
LawOutcome meet_greatest(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.leq(ask.z(), ask.x()) && ask.leq(ask.z(), ask.y()),
              [&] { return ask.leq(ask.z(), ask.meet(ask.x(), ask.y())); });
}

}  // namespace

void add_lattice_laws(std::vector<Law>& rows) {
  constexpr Operations kDisjoint{Leq, Meet, IsBottom, Constraints};
  rows.insert(
      rows.end(),
      {
          row(1, "bottom-below", "_ <= x", Precision, kOrder, 1, bottom_below),
          row(2, "below-top", "x <= T", Precision, kOrder, 1, below_top),
          row(3, "reflexive", "x <= x", Precision, kOrder, 1, reflexive),
          made(Chain, row(4, "transitive", "x <= y and y <= z => x <= z", Precision, kOrder, 3, transitive)),
          made(Same, row(5, "antisymmetric", "x <= y and y <= x => x = y", Precision, kOrder, 2, antisymmetric)),
          row(6, "join-bottom", "_ v x = x", Precision, kJoin, 1, join_bottom),
          row(7, "join-top", "T v x = T", Soundness, kJoin, 1, join_top),
          row(8, "join-above-left", "x <= x v y", Soundness, kJoin, 2, join_above_left),
          row(9, "join-above-right", "y <= x v y", Soundness, kJoin, 2, join_above_right),
          row(10, "join-commutes", "x v y = y v x", Precision, kJoin, 2, join_commutes),
          in_lattices(row(11, "join-associates", "(x v y) v z = x v (y v z)", Precision, kJoin, 3, join_associates)),
          row(12, "join-idempotent", "x v x = x", Precision, kJoin, 1, join_idempotent),
          made(Chain, row(13, "join-of-ordered", "x <= y => x v y = y", Precision, kJoin, 2, join_of_ordered)),
          made(Chain, row(14, "join-tells-order", "x v y = y => x <= y", Soundness, kJoin, 2, join_tells_order)),
          row(15, "join-absorbs", "x v (x ^ y) = x", Precision, kBoth, 2, join_absorbs),
          row(16, "meet-bottom", "_ ^ x = _", Precision, kMeet, 1, meet_bottom),
          row(17, "meet-top", "T ^ x = x", Precision, kMeet, 1, meet_top),
          row(18, "meet-below-left", "x ^ y <= x", Precision, kMeet, 2, meet_below_left),
          row(19, "meet-below-right", "x ^ y <= y", Precision, kMeet, 2, meet_below_right),
          row(20, "meet-commutes", "x ^ y = y ^ x", Precision, kMeet, 2, meet_commutes),
          row(21, "meet-associates", "(x ^ y) ^ z = x ^ (y ^ z)", Precision, kMeet, 3, meet_associates),
          row(22, "meet-idempotent", "x ^ x = x", Precision, kMeet, 1, meet_idempotent),
          made(Chain, row(23, "meet-of-ordered", "x <= y => x ^ y = x", Precision, kMeet, 2, meet_of_ordered)),
          made(Chain, row(24, "meet-tells-order", "x ^ y = x => x <= y", Precision, kMeet, 2, meet_tells_order)),
          row(25, "meet-absorbs", "x ^ (x v y) = x", Precision, kBoth, 2, meet_absorbs),
          about(Meet,
                row(26, "meet-of-disjoint", "disj(x, y) => x ^ y = _", Precision, kDisjoint, 2, meet_of_disjoint)),
          in_lattices(
              made(Above, row(27, "join-least", "x <= b and y <= b => x v y <= b", Precision, kJoin, 3, join_least))),
          in_lattices(made(
              Below, row(28, "meet-greatest", "b <= x and b <= y => b <= x ^ y", Precision, kMeet, 3, meet_greatest))),
      });
}

}  // namespace assay::domain
