#include <vector>

#include "domain/kernel/law/law_operations.hpp"
#include "domain/kernel/law/law_rows.hpp"

namespace assay::domain {
namespace {

using enum Operation;
using enum LawClass;
using enum Arrangement;

LawOutcome widen_above_left(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.x(), ask.widen(ask.x(), ask.y())));
}
LawOutcome widen_above_right(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.y(), ask.widen(ask.x(), ask.y())));
}
LawOutcome widen_with_bottom(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr bottom = ask.bottom();
  return when(!a.domain.contract().widening_ordered || ask.is_bottom(ask.x()),
              [&] { return ask.same(a.domain.widen(*a.x, *bottom), ask.x()); });
}
LawOutcome widen_of_bottom(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr bottom = ask.bottom();
  return claim(ask.same(a.domain.widen(*bottom, *a.x), ask.x()));
}

/// Algorithm 2.3: at most Contract::most_steps widenings with the elements of the chain in turn, until a whole round of
/// the chain changes nothing.
LawOutcome widen_converges(LawArguments& a) {
  const LawOperations ask(a);
  if (ask.chain().empty()) return LawOutcome::Vacuous;
  ElementPtr x = a.domain.copy(*a.x);
  std::size_t unchanged = 0;
  for (unsigned step = 0; step < a.domain.contract().most_steps; ++step) {
    ElementPtr next = ask.widen(*x, *ask.chain()[step % ask.chain().size()]);
    unchanged = ask.same(next, *x) ? unchanged + 1 : 0;
    if (unchanged == ask.chain().size()) return LawOutcome::Holds;
    x = std::move(next);
  }
  return LawOutcome::Violated;
}

/// The analysis of a loop `while (...) v := e` that starts with x must end. With join instead of widening it need not.
LawOutcome widen_ends_loops(LawArguments& a) {
  const LawOperations ask(a);
  ElementPtr x = a.domain.copy(*a.x);
  for (unsigned step = 0; step < a.domain.contract().most_steps; ++step) {
    const ElementPtr body = ask.assign(*x);
    const ElementPtr grown = ask.join(*x, *body);
    ElementPtr next = a.domain.widen(*x, *grown);
    if (ask.same(next, *x)) return LawOutcome::Holds;
    x = std::move(next);
  }
  return LawOutcome::Violated;
}

/// As widen_ends_loops, with the parallel assignment of e to v and of v to the next dimension w.
LawOutcome widen_ends_parallel_loops(LawArguments& a) {
  const LawOperations ask(a);
  if (a.domain.dimensions() < 2) return LawOutcome::Vacuous;
  const unsigned dimension = ask.assignment().dimension;
  Assignment next_one{(dimension + 1) % a.domain.dimensions(), {}};
  next_one.expression.coefficients.resize(dimension + 1);
  next_one.expression.coefficients[dimension] = 1;
  ElementPtr x = a.domain.copy(*a.x);
  for (unsigned step = 0; step < a.domain.contract().most_steps; ++step) {
    const ElementPtr body = a.domain.parallel_assign(*x, {ask.assignment(), next_one});
    const ElementPtr grown = ask.join(*x, *body);
    ElementPtr next = a.domain.widen(*x, *grown);
    if (ask.same(next, *x)) return LawOutcome::Holds;
    x = std::move(next);
  }
  return LawOutcome::Violated;
}

LawOutcome widen_stable(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.leq(ask.y(), ask.x()), [&] { return ask.same(ask.widen(ask.x(), ask.y()), ask.x()); });
}

/// Whether the other constraints imply constraint number `index`, whose element is `half`.
bool is_implied(const LawOperations& ask, const std::vector<Constraint>& all, std::size_t index, Element& half) {
  ElementPtr others = ask.top();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i != index) others = ask.domain().assume(*others, all[i]);
  return ask.leq(others, half);
}

/// Each constraint of x that y satisfies must remain in x W y, for x <= y. Redundant constraints of x are exempt.
LawOutcome widen_keeps_stable(LawArguments& a) {
  const LawOperations ask(a);
  if (!ask.leq(ask.x(), ask.y())) return LawOutcome::Vacuous;
  // Constraints come from a copy: widening may depend on the representation of x, which the export may change.
  const ElementPtr asked = a.domain.copy(*a.x);
  const std::vector<Constraint> all = a.domain.constraints(*asked);
  const ElementPtr wide = a.domain.widen(*a.x, *a.y);
  LawOutcome outcome = LawOutcome::Vacuous;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ElementPtr top = ask.top();
    const ElementPtr half = a.domain.assume(*top, all[i]);
    if (!ask.leq(ask.y(), half)) continue;
    if (!ask.leq(wide, half) && !is_implied(ask, all, i, *half)) return LawOutcome::Violated;
    outcome = LawOutcome::Holds;
  }
  return outcome;
}

LawOutcome assign_monotone(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.leq(ask.x(), ask.y()), [&] { return ask.leq(ask.assign(ask.x()), ask.assign(ask.y())); });
}
LawOutcome assign_keeps_states(LawArguments& a) {
  const LawOperations ask(a);
  return when(!ask.is_bottom(ask.x()), [&] { return !ask.is_bottom(ask.assign(ask.x())); });
}
LawOutcome assign_of_bottom(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.is_bottom(ask.x()), [&] { return ask.is_bottom(ask.assign(ask.x())); });
}
LawOutcome assign_says_something(LawArguments& a) {
  const LawOperations ask(a);
  return when(representable(ask), [&] {
    const ElementPtr result = ask.assign(ask.x());
    return !a.domain.is_top(*result);
  });
}
LawOutcome assign_within_forget(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.assign(ask.x()), ask.forget(ask.x())));
}

LawOutcome assume_monotone(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.leq(ask.x(), ask.y()), [&] { return ask.leq(ask.assume(ask.x()), ask.assume(ask.y())); });
}
LawOutcome assume_of_bottom(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.is_bottom(ask.x()), [&] { return ask.is_bottom(ask.assume(ask.x())); });
}
LawOutcome assume_below(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.assume(ask.x()), ask.x()));
}

LawOutcome narrow_above_meet(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.meet(ask.x(), ask.y()), ask.narrow(ask.x(), ask.y())));
}
LawOutcome narrow_below(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.narrow(ask.x(), ask.y()), ask.x()));
}
LawOutcome narrow_with_bottom(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr bottom = ask.bottom();
  return claim(ask.is_bottom(a.domain.narrow(*a.x, *bottom)));
}
LawOutcome narrow_of_bottom(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr bottom = ask.bottom();
  return claim(ask.is_bottom(ask.narrow(*bottom, ask.x())));
}
LawOutcome narrow_converges(LawArguments& a) {
  const LawOperations ask(a);
  if (ask.chain().empty()) return LawOutcome::Vacuous;
  ElementPtr x = a.domain.copy(*a.x);
  std::size_t unchanged = 0;
  for (unsigned step = 0; step < a.domain.contract().most_steps; ++step) {
    ElementPtr next = ask.narrow(*x, *ask.chain()[step % ask.chain().size()]);
    unchanged = ask.same(next, *x) ? unchanged + 1 : 0;
    if (unchanged == ask.chain().size()) return LawOutcome::Holds;
    x = std::move(next);
  }
  return LawOutcome::Violated;
}

/// As widen_ends_loops, with a descending iteration. With meet instead of narrowing it need not end.
LawOutcome narrow_ends_loops(LawArguments& a) {
  const LawOperations ask(a);
  ElementPtr x = a.domain.copy(*a.x);
  for (unsigned step = 0; step < a.domain.contract().most_steps; ++step) {
    const ElementPtr body = ask.assign(*x);
    const ElementPtr shrunk = ask.meet(*x, *body);
    ElementPtr next = a.domain.narrow(*x, *shrunk);
    if (ask.same(next, *x)) return LawOutcome::Holds;
    x = std::move(next);
  }
  return LawOutcome::Violated;
}

// Assay's own laws.

LawOutcome equal_is_mutual(LawArguments& a) {
  const LawOperations ask(a);
  return when(a.domain.equal(*a.x, *a.y), [&] { return ask.leq(ask.x(), ask.y()) && ask.leq(ask.y(), ask.x()); });
}
LawOutcome bottom_test_agrees(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.is_bottom(ask.x()) == ask.leq(ask.x(), ask.bottom()));
}
LawOutcome top_test_agrees(LawArguments& a) {
  const LawOperations ask(a);
  return claim(a.domain.is_top(*a.x) == ask.leq(ask.top(), ask.x()));
}
LawOutcome join_monotone(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.leq(ask.x(), ask.y()),
              [&] { return ask.leq(ask.join(ask.x(), ask.z()), ask.join(ask.y(), ask.z())); });
}
LawOutcome meet_monotone(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.leq(ask.x(), ask.y()),
              [&] { return ask.leq(ask.meet(ask.x(), ask.z()), ask.meet(ask.y(), ask.z())); });
}
/// Join must not depend on the representation of its arguments. (Widening may.)
LawOutcome join_of_canonical(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr x = a.domain.copy(*a.x);
  const ElementPtr y = a.domain.copy(*a.y);
  a.domain.canonicalize(*x);
  a.domain.canonicalize(*y);
  return claim(ask.same(ask.join(*x, *y), ask.join(ask.x(), ask.y())));
}
LawOutcome forget_above(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.x(), ask.forget(ask.x())));
}
LawOutcome forget_idempotent(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr once = ask.forget(ask.x());
  return claim(ask.same(ask.forget(*once), once));
}
LawOutcome forget_monotone(LawArguments& a) {
  const LawOperations ask(a);
  return when(ask.leq(ask.x(), ask.y()), [&] { return ask.leq(ask.forget(ask.x()), ask.forget(ask.y())); });
}
LawOutcome assign_itself(LawArguments& a) {
  const LawOperations ask(a);
  Assignment same{ask.assignment().dimension, {}};
  same.expression.coefficients.resize(same.dimension + 1);
  same.expression.coefficients[same.dimension] = 1;
  return claim(ask.same(a.domain.assign(*a.x, same), ask.x()));
}
LawOutcome assign_alone_is_parallel(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.same(a.domain.parallel_assign(*a.x, {ask.assignment()}), ask.assign(ask.x())));
}
LawOutcome substitute_undoes_assign(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr after = ask.assign(ask.x());
  return claim(ask.leq(ask.x(), a.domain.substitute(*after, ask.assignment())));
}
LawOutcome satisfied_assume_changes_nothing(LawArguments& a) {
  const LawOperations ask(a);
  return when(a.domain.satisfies(*a.x, ask.condition()), [&] { return ask.same(ask.assume(ask.x()), ask.x()); });
}
LawOutcome constraints_are_satisfied(LawArguments& a) {
  const LawOperations ask(a);
  for (const Constraint& constraint : a.domain.constraints(*a.x))
    if (!a.domain.satisfies(*a.x, constraint)) return LawOutcome::Violated;
  return LawOutcome::Holds;
}
LawOutcome bounds_agree(LawArguments& a) {
  const LawOperations ask(a);
  const LinearExpression& expression = ask.assignment().expression;
  const domain::Bounds bounds = a.domain.bounds(*a.x, expression);
  if (bounds.empty) return claim(ask.is_bottom(ask.x()));
  for (const bool upper : {false, true}) {
    const std::optional<Rational>& end = upper ? bounds.high : bounds.low;
    if (!end) continue;
    Constraint within{expression, Constraint::Relation::GreaterEqual};
    within.expression.constant -= *end;
    if (upper) {
      for (Rational& coefficient : within.expression.coefficients) coefficient = -coefficient;
      within.expression.constant = -within.expression.constant;
    }
    if (!a.domain.satisfies(*a.x, within)) return LawOutcome::Violated;
  }
  return LawOutcome::Holds;
}

/// The element plus the law's ray. Null if the expression has no nonzero coefficient.
ElementPtr along_expression(const LawOperations& ask, Element& element) {
  const LinearExpression& expression = ask.assignment().expression;
  if (expression.support().empty()) return nullptr;
  return ask.domain().add_rays(element, {ray_along(expression, ask.domain().dimensions())});
}
LawOutcome loosen_above(LawArguments& a) {
  const LawOperations ask(a);
  for (unsigned way = 0; way < kWaysToLoosen; ++way)
    if (!ask.leq(ask.x(), ask.domain().loosen(ask.x(), way))) return LawOutcome::Violated;
  return LawOutcome::Holds;
}
LawOutcome close_above(LawArguments& a) {
  const LawOperations ask(a);
  return claim(ask.leq(ask.x(), ask.domain().close(ask.x())));
}
LawOutcome close_idempotent(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr once = ask.domain().close(ask.x());
  return claim(ask.same(ask.domain().close(*once), once));
}
LawOutcome rays_above(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr moved = along_expression(ask, ask.x());
  return when(moved != nullptr, [&] { return ask.leq(ask.x(), moved); });
}
LawOutcome rays_idempotent(LawArguments& a) {
  const LawOperations ask(a);
  const ElementPtr once = along_expression(ask, ask.x());
  return when(once != nullptr, [&] { return ask.same(along_expression(ask, *once), once); });
}

Law on_assignment(Law law) {
  law.assignment = true;
  return law;
}
Law on_condition(Law law) {
  law.condition = true;
  return law;
}
Law on_chain(Law law) {
  law.chain = true;
  return law;
}

void add_figure(std::vector<Law>& rows) {
  constexpr Operations kWiden{Leq, Join, Widen};
  constexpr Operations kAssign{Leq, Assign};
  constexpr Operations kAssume{Leq, Assume};
  constexpr Operations kNarrow{Leq, Meet, Narrow};
  rows.insert(
      rows.end(),
      {
          row(29, "widen-above-left", "x <= x W y", Soundness, kWiden, 2, widen_above_left),
          row(30, "widen-above-right", "y <= x W y", Soundness, kWiden, 2, widen_above_right),
          row(31, "widen-with-bottom", "x W _ = x", Precision, kWiden, 1, widen_with_bottom),
          row(32, "widen-of-bottom", "_ W x = x", Precision, kWiden, 1, widen_of_bottom),
          on_chain(row(33, "widen-converges", "W converges", Convergence, kWiden, 1, widen_converges)),
          made(Chain, on_assignment(row(34, "assign-monotone", "x <= y => x[v:=e] <= y[v:=e]", Precision, kAssign, 2,
                                        assign_monotone))),
          on_assignment(row(35, "assign-keeps-states", "x != _ => x[v:=e] != _", Soundness, {IsBottom, Assign}, 1,
                            assign_keeps_states)),
          on_assignment(
              row(36, "assign-of-bottom", "x = _ => x[v:=e] = _", Precision, {IsBottom, Assign}, 1, assign_of_bottom)),
          on_assignment(row(37, "assign-says-something", "rep(e, x) => x[v:=e] != T", Precision, {IsTop, Assign}, 1,
                            assign_says_something)),
          on_assignment(row(38, "assign-within-forget", "x[v:=e] <= forget(x, v)", Precision, {Leq, Assign, Forget}, 1,
                            assign_within_forget)),
          made(Chain, on_condition(
                          row(39, "assume-monotone", "x <= y => x?c <= y?c", Precision, kAssume, 2, assume_monotone))),
          on_condition(
              row(40, "assume-of-bottom", "x = _ => x?c = _", Precision, {IsBottom, Assume}, 1, assume_of_bottom)),
          on_condition(row(41, "assume-below", "x?c <= x", Precision, kAssume, 1, assume_below)),
          made(Shrink, row(42, "narrow-above-meet", "x ^ y <= x N y", Precision, kNarrow, 2, narrow_above_meet)),
          made(Shrink, row(43, "narrow-below", "x N y <= x", Precision, kNarrow, 2, narrow_below)),
          row(44, "narrow-with-bottom", "x N _ = _", Precision, kNarrow, 1, narrow_with_bottom),
          row(45, "narrow-of-bottom", "_ N x = _", Precision, kNarrow, 1, narrow_of_bottom),
          on_chain(row(46, "narrow-converges", "N converges", Convergence, kNarrow, 1, narrow_converges)),
      });
}

void add_own(std::vector<Law>& rows) {
  constexpr Operations kForget{Leq, Forget};
  rows.insert(
      rows.end(),
      {
          about(Widen, on_assignment(row(47, "widen-ends-loops", "x W (x v x[v:=e]) ... converges", Convergence,
                                         {Leq, Join, Widen, Assign}, 1, widen_ends_loops))),
          made(Shrink,
               row(48, "widen-stable", "y <= x => x W y = x", Precision, {Leq, Join, Widen, Meet}, 2, widen_stable)),
          made(Same,
               row(49, "equal-is-mutual", "x = y => x <= y and y <= x", Soundness, {Leq, Equal}, 2, equal_is_mutual)),
          row(50, "bottom-test-agrees", "is-bottom(x) <=> x <= _", Precision, {Leq, IsBottom}, 1, bottom_test_agrees),
          row(51, "top-test-agrees", "is-top(x) <=> T <= x", Precision, {Leq, IsTop}, 1, top_test_agrees),
          in_lattices(made(
              Chain, row(52, "join-monotone", "x <= y => x v z <= y v z", Precision, {Leq, Join}, 3, join_monotone))),
          in_lattices(made(
              Chain, row(53, "meet-monotone", "x <= y => x ^ z <= y ^ z", Precision, {Leq, Meet}, 3, meet_monotone))),
          on_assignment(row(54, "forget-above", "x <= forget(x, v)", Soundness, kForget, 1, forget_above)),
          on_assignment(row(55, "forget-idempotent", "forget(forget(x, v), v) = forget(x, v)", Precision, kForget, 1,
                            forget_idempotent)),
          made(Chain, on_assignment(row(56, "forget-monotone", "x <= y => forget(x, v) <= forget(y, v)", Precision,
                                        kForget, 2, forget_monotone))),
          on_assignment(row(57, "assign-itself", "x[v:=v] = x", Precision, {Leq, Assign}, 1, assign_itself)),
          on_assignment(row(58, "assign-alone-is-parallel", "x[(v):=(e)] = x[v:=e]", Precision,
                            {Leq, Assign, ParallelAssign}, 1, assign_alone_is_parallel)),
          on_assignment(row(59, "substitute-undoes-assign", "x <= substitute(x[v:=e], v, e)", Soundness,
                            {Leq, Assign, Substitute}, 1, substitute_undoes_assign)),
          on_condition(row(60, "satisfied-assume", "x satisfies c => x?c = x", Precision, {Leq, Assume, Satisfies}, 1,
                           satisfied_assume_changes_nothing)),
          row(61, "constraints-satisfied", "x satisfies its constraints", Precision, {Constraints, Satisfies}, 1,
              constraints_are_satisfied),
          on_assignment(row(62, "bounds-satisfied", "x satisfies its bounds of e", Precision,
                            {Bounds, Satisfies, IsBottom}, 1, bounds_agree)),
          about(Narrow, on_assignment(row(63, "narrow-ends-loops", "x N (x ^ x[v:=e]) ... converges", Convergence,
                                          {Leq, Meet, Narrow, Assign}, 1, narrow_ends_loops))),
          row(64, "join-of-canonical", "canonical(x) v canonical(y) = x v y", Precision, {Leq, Join, Canonicalize}, 2,
              join_of_canonical),
          about(Widen,
                made(Tight, on_assignment(row(65, "widen-ends-parallel-loops", "x W (x v x[v,w:=e,v]) ... converges",
                                              Convergence, {Leq, Join, Widen, ParallelAssign}, 1,
                                              widen_ends_parallel_loops)))),
          about(Widen, where_claimed(made(
                           Chain, row(66, "widen-keeps-stable", "x <= y => what x says and y satisfies stays in x W y",
                                      Precision, {Leq, Join, Widen, Assume, Constraints}, 2, widen_keeps_stable)))),
          on_assignment(row(67, "rays-above", "x <= x + ray(e)", Soundness, {Leq, AddRays}, 1, rays_above)),
          on_assignment(row(68, "rays-idempotent", "x + ray(e) + ray(e) = x + ray(e)", Precision, {Leq, AddRays}, 1,
                            rays_idempotent)),
          row(69, "loosen-above", "x <= loosen(x)", Soundness, {Leq, Loosen}, 1, loosen_above),
          row(70, "close-above", "x <= close(x)", Soundness, {Leq, Close}, 1, close_above),
          row(71, "close-idempotent", "close(close(x)) = close(x)", Precision, {Leq, Close}, 1, close_idempotent),
      });
}

}  // namespace

void add_transformer_laws(std::vector<Law>& rows) {
  add_figure(rows);
  add_own(rows);
}

}  // namespace assay::domain
