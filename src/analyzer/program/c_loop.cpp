#include <algorithm>
#include <array>

#include "analyzer/program/c_body.hpp"

namespace assay::analyzer::c {

namespace {

bool compares(std::string_view op, Whole a, Whole b) {
  if (op == "<") return a < b;
  if (op == "<=") return a <= b;
  if (op == ">") return a > b;
  if (op == ">=") return a >= b;
  return a != b;
}

Expr nothing() { return leaf("", Scalar::Int, {0, 0}); }

// One of "i++", "i += 3", "i = i - 1".
Expr advance(core::Rng& rng, const Expr& i, Whole step) {
  const Whole size = step < 0 ? -step : step;
  if (size == 1 && rng.percent(85)) {
    Expr done{rng.coin() ? Expr::Form::Prefix : Expr::Form::Postfix, step < 0 ? "--" : "++", i.type, i.range, {}};
    done.args.push_back(i);
    return done;
  }
  if (rng.percent(75)) return binary(step < 0 ? "-=" : "+=", i, constant(size), i.type, i.range);
  Expr sum = binary(step < 0 ? "-" : "+", i, constant(size), promoted(i.type), i.range);
  return binary("=", i, std::move(sum), i.type, i.range);
}

}  // namespace

bool Body::affordable(unsigned trips) const { return trips_ * trips <= 160 && loops_.size() < 3; }

Body::Frozen Body::enter_loop(unsigned trips, bool may_continue) {
  Frozen frozen;
  frozen.before = now_;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].memory || !slots_[i].writable || locks_[i] > 0) continue;
    if (rng_.percent(40)) {
      ++locks_[i];
      frozen.locked.push_back(i);
    } else {
      now_[i] = slots_[i].home;
    }
  }
  trips_ *= std::max(trips, 1U);
  loops_.push_back({may_continue, false, std::nullopt, fresh("next"), false});
  return frozen;
}

void Body::leave_loop(Stmts& out, const Frozen& frozen, unsigned trips) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const bool kept = locks_[i] > 0 || !slots_[i].writable || slots_[i].memory;
    now_[i] = kept && i < frozen.before.size() ? frozen.before[i] : slots_[i].home;
  }
  for (const std::size_t i : frozen.locked) --locks_[i];
  trips_ /= std::max(trips, 1U);
  if (loops_.back().way_out_used) out.push_back({Stmt::Kind::Label, loops_.back().way_out, {}, {}, {}});
  loops_.pop_back();
  alive_ = true;
}

// Declares a variable that only its own loop changes.
std::size_t Body::counter(Stmts& out, Scalar type, const Expr& start, const Range& home) {
  const std::string variable = fresh("i");
  out.push_back({Stmt::Kind::Declare, std::string(name(type)) + ' ' + variable, {start}, {}, {}});
  return add_slot({variable, type, home, false, false});
}

// The bounds and the step of a counted loop from constants. Its iterations are counted by running it.
std::optional<Body::Count> Body::draw_count() {
  static constexpr std::array<Scalar, 9> kTypes = {Scalar::Int,      Scalar::Int,          Scalar::Int,
                                                   Scalar::Unsigned, Scalar::UnsignedChar, Scalar::SignedChar,
                                                   Scalar::Short,    Scalar::Long,         Scalar::UnsignedLong};
  static constexpr std::array<int, 10> kSteps = {1, 1, 1, 1, 2, 3, -1, -1, -2, 7};
  static constexpr std::array<std::string_view, 3> kUp = {"<", "<=", "!="};
  static constexpr std::array<std::string_view, 3> kDown = {">", ">=", "!="};
  Count count;
  count.type = kTypes.at(rng_.below(kTypes.size()));
  count.step = kSteps.at(rng_.below(kSteps.size()));
  count.op = (count.step > 0 ? kUp : kDown).at(rng_.below(3));
  const Range values = range_of(count.type);
  count.start = rng_.percent(60) ? (count.step > 0 ? 0 : rng_.between(3, 12)) : landmark(values);
  count.bound = count.start + count.step * rng_.between(0, 9);
  if (count.op != "!=") count.bound += rng_.between(0, 1);
  if (!values.contains(count.start) || !values.contains(count.bound)) return std::nullopt;
  Whole i = count.start;
  count.inside = {i, i};
  while (compares(count.op, i, count.bound)) {
    if (++count.trips > 12) return std::nullopt;
    count.inside = hull(count.inside, {i, i});
    i += count.step;
    const bool narrow = bits(count.type) < 32 || is_unsigned(count.type);
    if (!values.contains(i)) {
      if (!narrow) return std::nullopt;  // an overflow
      const Whole modulus = Whole{1} << bits(count.type);
      i += i < values.low ? modulus : -modulus;
    }
  }
  count.last = i;
  return count;
}

bool Body::counting(Stmts& out) {
  std::optional<Count> count;
  for (int tries = 0; tries < 8 && !count; ++tries) count = draw_count();
  if (!count || !affordable(count->trips)) return false;
  const Mark outside = mark();
  const std::string variable = fresh("i");
  const bool declared = rng_.percent(60);
  const bool literal_type = is_unsigned(promoted(count->type));
  const auto value = [&](Whole of) { return literal_type && rng_.coin() ? constant(of, count->type) : constant(of); };
  Stmt s{Stmt::Kind::For, declared ? std::string(name(count->type)) : "", {}, {}, {}};
  if (!declared) out.push_back({Stmt::Kind::Declare, std::string(name(count->type)) + ' ' + variable, {}, {}, {}});
  const Frozen frozen = enter_loop(count->trips, true);
  const std::size_t slot =
      add_slot({variable, count->type, hull(count->inside, {count->last, count->last}), false, false});
  const Expr i = leaf(variable, count->type, slots_[slot].home);
  Expr until = *apply_operator(count->op, i, value(count->bound));
  now_[slot] = count->inside;
  if (rng_.percent(15)) {
    begin_expression();
    Condition more = condition(1);
    until = *apply_operator("&&", until, more.expr);
    learn(more.yes);
  }
  s.exprs = {binary("=", i, value(count->start), i.type, i.range), until, advance(rng_, i, count->step)};
  block(s.body, static_cast<unsigned>(rng_.between(1, 3)));
  out.push_back(std::move(s));
  leave_loop(out, frozen, count->trips);
  if (declared) release(outside);
  return true;
}

// Loops "while (x != 0) { ...; x >>= 1; }".
bool Body::halving(Stmts& out) {
  static constexpr std::array<Scalar, 5> kTypes = {Scalar::Unsigned, Scalar::UnsignedChar, Scalar::UnsignedShort,
                                                   Scalar::Int, Scalar::Short};
  const Scalar type = kTypes.at(rng_.below(kTypes.size()));
  const Expr start = expression(2);
  const Range all = converted(start.range, type);
  const Whole by = rng_.between(2, 10);
  const unsigned trips = bits(type);
  if (!affordable(trips)) return false;
  const bool negative = all.low < 0;
  const std::size_t slot = counter(out, type, start, hull(all, {0, 0}));
  const Expr x = leaf(slots_[slot].text, type, slots_[slot].home);
  const Range inside = !negative ? Range{1, std::max(all.high, Whole{1})} : slots_[slot].home;
  Stmt s{
      Stmt::Kind::While, "", {rng_.percent(40) ? x : *apply_operator(negative ? "!=" : ">", x, constant(0))}, {}, {}};
  const Frozen frozen = enter_loop(trips, false);
  now_[slot] = inside;
  block(s.body, static_cast<unsigned>(rng_.between(1, 2)));
  Expr next = binary("/=", x, constant(by), type, x.range);
  if (!negative && rng_.coin()) next = binary(">>=", x, constant(rng_.between(1, 3)), type, x.range);
  if (!negative && rng_.percent(20)) next = binary("&=", x, binary("-", x, constant(1), type, x.range), type, x.range);
  if (alive_) s.body.push_back({Stmt::Kind::Expression, "", {next}, {}, {}});
  out.push_back(std::move(s));
  leave_loop(out, frozen, trips);
  now_[slot] = slots_[slot].home;
  return true;
}

bool Body::bounded_while(Stmts& out) {
  const auto trips = static_cast<unsigned>(rng_.between(2, 12));
  if (!affordable(trips)) return false;
  const bool fixed = rng_.percent(30);
  const Range all{0, static_cast<Whole>(trips)};
  const Expr start = fixed ? constant(all.high) : fit(expression(2), Scalar::Int, all);
  const std::size_t slot = counter(out, Scalar::Int, start, {-1, all.high});
  const Expr n = leaf(slots_[slot].text, Scalar::Int, {-1, all.high});
  Stmt s{Stmt::Kind::While, "", {}, {}, {}};
  const bool first = rng_.coin();
  const Frozen frozen = enter_loop(trips, first);
  Expr less{first ? Expr::Form::Postfix : Expr::Form::Prefix, "--", Scalar::Int, n.range, {n}};
  s.exprs.push_back(*apply_operator(">", first ? less : n, constant(0)));
  now_[slot] = first ? Range{0, all.high - 1} : Range{1, all.high};
  if (rng_.percent(35)) {
    begin_expression();
    Condition more = condition(1);
    s.exprs[0] = *apply_operator("&&", s.exprs[0], more.expr);
    learn(more.yes);
  }
  block(s.body, static_cast<unsigned>(rng_.between(1, 3)));
  if (!first && alive_) s.body.push_back({Stmt::Kind::Expression, "", {less}, {}, {}});
  out.push_back(std::move(s));
  leave_loop(out, frozen, trips);
  now_[slot] = slots_[slot].home;
  return true;
}

bool Body::do_while(Stmts& out) {
  const auto trips = static_cast<unsigned>(rng_.between(1, 8));
  if (!affordable(trips)) return false;
  const Whole start = rng_.percent(60) ? 0 : landmark({-100, 100});
  const auto step = rng_.between(1, 3);
  const Range home{start, start + step * static_cast<Whole>(trips)};
  const std::size_t slot = counter(out, Scalar::Int, constant(start), home);
  const Expr i = leaf(slots_[slot].text, Scalar::Int, home);
  Stmt s{Stmt::Kind::DoWhile, "", {}, {}, {}};
  const Frozen frozen = enter_loop(trips, true);
  now_[slot] = {home.low, home.high - step};
  block(s.body, static_cast<unsigned>(rng_.between(1, 3)));
  const Expr next = step == 1 ? Expr{Expr::Form::Prefix, "++", Scalar::Int, home, {i}}
                              : binary("+=", i, constant(step), Scalar::Int, home);
  s.exprs.push_back(*apply_operator("<", next, constant(home.high)));
  out.push_back(std::move(s));
  leave_loop(out, frozen, trips);
  now_[slot] = home;
  return true;
}

// Loops "for (;;) { if (++i > 5) break; ... }".
bool Body::endless(Stmts& out) {
  const auto trips = static_cast<unsigned>(rng_.between(1, 8));
  if (!affordable(trips + 1)) return false;
  const Range home{0, static_cast<Whole>(trips) + 1};
  const std::size_t slot = counter(out, Scalar::Int, constant(0), home);
  const Expr i = leaf(slots_[slot].text, Scalar::Int, home);
  Stmt end{Stmt::Kind::If, "", {}, {{Stmt::Kind::Jump, "break", {}, {}, {}}}, {}};
  end.exprs.push_back(*apply_operator(">", Expr{Expr::Form::Prefix, "++", Scalar::Int, home, {i}}, constant(trips)));
  const bool while_one = rng_.coin();
  Stmt s{while_one ? Stmt::Kind::While : Stmt::Kind::For, "", {nothing(), nothing(), nothing()}, {}, {}};
  if (while_one) s.exprs = {constant(1)};
  const Frozen frozen = enter_loop(trips + 1, true);
  now_[slot] = {1, static_cast<Whole>(trips)};
  s.body.push_back(std::move(end));
  block(s.body, static_cast<unsigned>(rng_.between(1, 3)));
  out.push_back(std::move(s));
  leave_loop(out, frozen, trips + 1);
  now_[slot] = home;
  return true;
}

// Loops "for (unsigned i = 8; i-- > 0;)".
bool Body::down(Stmts& out) {
  const auto trips = static_cast<unsigned>(rng_.between(2, 10));
  if (!affordable(trips)) return false;
  const Mark outside = mark();
  static constexpr std::array<Scalar, 3> kTypes = {Scalar::Unsigned, Scalar::UnsignedLong, Scalar::UnsignedChar};
  const Scalar type = kTypes.at(rng_.below(3));
  const Range inside{0, static_cast<Whole>(trips) - 1};
  const Frozen frozen = enter_loop(trips, true);
  const std::size_t slot = add_slot({fresh("i"), type, inside, false, false});
  const Expr i = leaf(slots_[slot].text, type, {0, static_cast<Whole>(trips)});
  Stmt s{Stmt::Kind::For, std::string(name(type)), {}, {}, {}};
  const Expr less{Expr::Form::Postfix, "--", type, i.range, {i}};
  s.exprs = {binary("=", i, constant(trips), type, i.range),
             *apply_operator(rng_.coin() ? ">" : "!=", less, constant(0)), nothing()};
  block(s.body, static_cast<unsigned>(rng_.between(1, 3)));
  out.push_back(std::move(s));
  leave_loop(out, frozen, trips);
  release(outside);
  return true;
}

// Loops "for (int i = 0; i < n; ++i)", where n depends on the input.
bool Body::variable_bound(Stmts& out) {
  const auto trips = static_cast<unsigned>(rng_.between(3, 12));
  if (!affordable(trips)) return false;
  const Mark outside = mark();
  const Range all{0, static_cast<Whole>(trips)};
  Expr bound = fit(expression(2), Scalar::Int, all);
  const Range most = converted(bound.range, Scalar::Int);
  const std::size_t limit = counter(out, Scalar::Int, bound, most);
  const Frozen frozen = enter_loop(trips, true);
  const std::size_t slot = add_slot({fresh("i"), Scalar::Int, {0, most.high}, false, false});
  const Expr i = leaf(slots_[slot].text, Scalar::Int, {0, most.high});
  const Expr n = leaf(slots_[limit].text, Scalar::Int, most);
  now_[slot] = {0, std::max(most.high - 1, Whole{0})};
  Stmt s{Stmt::Kind::For, "int", {}, {}, {}};
  s.exprs = {binary("=", i, constant(0), Scalar::Int, i.range), *apply_operator(rng_.percent(75) ? "<" : "!=", i, n),
             advance(rng_, i, 1)};
  block(s.body, static_cast<unsigned>(rng_.between(1, 3)));
  out.push_back(std::move(s));
  leave_loop(out, frozen, trips);
  Mark kept = outside;
  kept.slots = limit + 1;
  release(kept);
  return true;
}

// "if (x == 7) break;": another exit from the loop, or a jump to its next iteration.
bool Body::exit_loop(Stmts& out) {
  if (loops_.empty()) return false;
  Condition when = condition(1);
  Stmt s{Stmt::Kind::If, "", {when.expr}, {}, {}};
  const Ranges before = now_;
  learn(when.yes);
  begin_expression();
  const std::uint64_t kind = rng_.below(10);
  if (kind < 4) {
    s.body.push_back({Stmt::Kind::Jump, "break", {}, {}, {}});
    if (loops_.back().is_switch) {
      Ranges here = now_;
      auto& exit = loops_.back().at_break;
      if (exit) join(*exit);
      exit = now_;
      now_ = std::move(here);
    }
  } else if (kind < 7 && loops_.back().may_continue) {
    s.body.push_back({Stmt::Kind::Jump, "continue", {}, {}, {}});
  } else if (kind < 9) {
    const auto is_loop = [](const Loop& loop) { return !loop.is_switch; };
    const auto loop = std::find_if(loops_.begin(), loops_.end(), is_loop);
    if (loop == loops_.end()) return false;
    loop->way_out_used = true;
    s.body.push_back({Stmt::Kind::Jump, "goto " + loop->way_out, {}, {}, {}});
  } else {
    give_back(s.body, function_.result ? expression(1) : constant(0));
    alive_ = true;
  }
  now_ = before;
  learn(when.no);
  out.push_back(std::move(s));
  return true;
}

}  // namespace assay::analyzer::c
