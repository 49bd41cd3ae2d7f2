#include <algorithm>
#include <array>

#include "analyzer/program/c_body.hpp"

namespace assay::analyzer::c {

Whole Body::draw(const Range& in) {
  const Whole span = in.high - in.low;
  const Whole full = (Whole{1} << 64) - 1;
  if (span >= full) return in.low + static_cast<Whole>(rng_.next());
  return in.low + static_cast<Whole>(rng_.below(static_cast<std::uint64_t>(span) + (span == full ? 0 : 1)));
}

// A constant for a comparison: near a constant of the function, small, or at the end of a type.
Whole Body::landmark(const Range& in) {
  const std::uint64_t kind = rng_.below(100);
  std::optional<Whole> value;
  if (kind < 40 && !function_.landmarks.empty()) {
    value = rng_.pick(function_.landmarks);
    *value += rng_.between(-1, 1);
  } else if (kind < 65) {
    value = rng_.between(-4, 12);
  } else if (kind < 85) {
    value = rng_.pick(boundary_values());
  } else if (kind < 92) {
    value = rng_.coin() ? in.low + rng_.between(0, 1) : in.high - rng_.between(0, 1);
  }
  if (!value || !in.contains(*value)) {
    const auto near = meet(in, {-20, 300});
    value = draw(near && rng_.percent(80) ? *near : in);
  }
  return *value;
}

Expr Body::read(std::size_t slot) {
  slots_[slot].used = true;
  if (slots_[slot].memory) {
    memory_read_ = true;
    function_.pure = false;
  } else {
    read_.push_back(slot);
  }
  return leaf(slots_[slot].text, slots_[slot].type, now_[slot]);
}

Expr Body::leaf_expression() {
  const std::uint64_t kind = rng_.below(100);
  if (kind < 12) return constant(landmark({-1000, 1000}));
  if (kind < 15) return constant(rng_.pick(boundary_values()));
  if (kind < 22) {
    if (auto element = array_element(false, 0)) return *element;
  }
  if (kind < 24 && !unit_.enumerators.empty()) {
    const std::size_t i = rng_.below(unit_.enumerators.size());
    const Whole value = unit_.enumerators[i];
    return leaf("E" + std::to_string(i), Scalar::Int, {value, value});
  }
  if (kind < 26) {
    const auto type = static_cast<Scalar>(rng_.below(kScalars));
    const Whole size = (static_cast<Whole>(bits(type)) + 7) / 8;
    return leaf("sizeof(" + std::string(name(type)) + ")", Scalar::UnsignedLong, {size, size});
  }
  // Local variables are preferred, because analyses track them.
  const auto near = locals();
  if (rng_.percent(45)) {
    std::vector<std::size_t> unused;
    for (const std::size_t i : near) {
      if (!slots_[i].used) unused.push_back(i);
    }
    if (!unused.empty()) return read(rng_.pick(unused));
  }
  if (!near.empty() && rng_.percent(70)) return read(rng_.pick(near));
  const auto all = readable();
  if (all.empty()) return constant(landmark({-1000, 1000}));
  return read(rng_.pick(all));
}

Expr Body::expression(unsigned depth) {
  if (depth == 0) return leaf_expression();
  if (unit_.theme == Theme::Clamps && rng_.percent(30)) {
    if (auto done = clamped()) return *done;
  }
  static const std::vector<unsigned> operator_weights = {16, 30, 9, 7, 12, 8, 7, 5, 3, 4, 5, 3};
  switch (rng_.weighted(operator_weights)) {
    case 0: return leaf_expression();
    case 1: return arithmetic(depth);
    case 2: return division(depth);
    case 3: return shifting(depth);
    case 4: return bitwise(depth);
    case 5: return unary(depth);
    case 6: return casting(depth);
    case 7: return choice(depth);
    case 8: return side_effect(depth);
    case 9: return pure_call(depth);
    case 10: return truth_value(depth);
    default: return texts_.empty() ? leaf_expression() : text_length();
  }
}

// Reduces the range by an operator that an analysis must handle.
Expr Body::narrowed(Expr of) {
  static constexpr std::array<int, 8> kMasks = {1, 3, 7, 15, 31, 63, 127, 255};
  static constexpr std::array<int, 8> kDivisors = {2, 3, 5, 7, 10, 16, 100, 1000};
  switch (rng_.below(5)) {
    case 0:
    case 1: return apply_operator("&", of, constant(kMasks.at(rng_.below(8)))).value_or(constant(1));
    case 2:
    case 3: return apply_operator("%", of, constant(kDivisors.at(rng_.below(8)))).value_or(constant(1));
    default: {
      static constexpr std::array<Scalar, 4> kNarrow = {Scalar::SignedChar, Scalar::UnsignedChar, Scalar::Short,
                                                        Scalar::UnsignedShort};
      return cast(kNarrow.at(rng_.below(4)), std::move(of));
    }
  }
}

// Applies the operator, after a change of the operands that prevents overflow: a wider type, an unsigned type, or
// smaller ranges.
Expr Body::repaired(std::string_view op, Expr a, Expr b) {
  if (auto done = apply_operator(op, a, b)) return *done;
  const std::uint64_t way = rng_.below(4);
  if (way == 0) {
    if (auto done = apply_operator(op, cast(Scalar::LongLong, a), b)) return *done;
  } else if (way == 1) {
    if (auto done = apply_operator(op, cast(rng_.coin() ? Scalar::Unsigned : Scalar::UnsignedLong, a), b)) return *done;
  }
  a = narrowed(std::move(a));
  if (auto done = apply_operator(op, a, b)) return *done;
  b = narrowed(std::move(b));
  if (auto done = apply_operator(op, a, b)) return *done;
  return a;
}

Expr Body::arithmetic(unsigned depth) {
  static constexpr std::array<std::string_view, 8> kOps = {"+", "+", "+", "-", "-", "-", "*", "*"};
  const std::string_view op = kOps.at(rng_.below(kOps.size()));
  Expr a = expression(depth - 1);
  Expr b = rng_.percent(35) ? constant(landmark({-300, 300})) : expression(depth - 1);
  if (rng_.percent(8)) std::swap(a, b);
  return repaired(op, std::move(a), std::move(b));
}

Expr Body::division(unsigned depth) {
  const std::string_view op = rng_.coin() ? "/" : "%";
  Expr a = expression(depth - 1);
  Expr b = constant(0);
  if (rng_.percent(60)) {
    Whole by = landmark({-20, 300});
    if (by == 0) by = 10;
    b = constant(by);
  } else {
    b = expression(depth - 1);
    if (converted(b.range, common(a.type, b.type)).contains(0)) {
      b = *apply_operator("|", rng_.coin() ? narrowed(std::move(b)) : std::move(b), constant(1));
      // An odd number is never zero, which the interval does not show.
      if (b.range.low == 0) b.range.low = 1;
      if (b.range.low < 0) b = *apply_operator("+", *apply_operator("&", b, constant(15)), constant(1));
    }
  }
  return repaired(op, std::move(a), std::move(b));
}

Expr Body::shifting(unsigned depth) {
  Expr a = expression(depth - 1);
  const Whole width = bits(promoted(a.type));
  Expr by = constant(rng_.percent(80) ? draw({0, 8}) : draw({0, width - 1}));
  if (rng_.percent(35)) {
    const Whole mask = rng_.coin() ? 7 : width - 1;
    by = *apply_operator("&", expression(depth - 1), constant(mask));
  }
  if (rng_.percent(55)) {
    if (auto right = apply_operator(">>", a, by)) return *right;
  }
  if (auto left = apply_operator("<<", a, by)) return *left;
  if (rng_.coin()) {
    a = cast(rng_.coin() ? Scalar::Unsigned : Scalar::UnsignedLongLong, std::move(a));
    return apply_operator("<<", a, by).value_or(a);
  }
  a = *apply_operator("&", a, constant(255));
  return apply_operator("<<", a, by).value_or(a);
}

Expr Body::bitwise(unsigned depth) {
  static constexpr std::array<std::string_view, 4> kOps = {"&", "&", "|", "^"};
  Expr a = expression(depth - 1);
  Expr b = rng_.percent(60) ? constant(landmark({0, 255})) : expression(depth - 1);
  return *apply_operator(kOps.at(rng_.below(kOps.size())), a, b);
}

Expr Body::unary(unsigned depth) {
  Expr a = expression(depth - 1);
  const std::string_view op = rng_.percent(60) ? "-" : "~";
  if (auto done = apply_operator(op, a)) return *done;
  a = narrowed(std::move(a));
  return apply_operator(op, a).value_or(a);
}

Expr Body::casting(unsigned depth) {
  const auto type = static_cast<Scalar>(rng_.below(kScalars));
  return cast(type, expression(depth - 1));
}

Expr Body::choice(unsigned depth) {
  Condition when = condition(depth - 1);
  ++conditional_;
  const Ranges before = now_;
  learn(when.yes);
  Expr a = expression(depth - 1);
  const Ranges after = now_;
  now_ = before;
  learn(when.no);
  Expr b = expression(depth - 1);
  join(after);
  join(before);
  --conditional_;
  const Scalar type = common(a.type, b.type);
  const Range range = hull(converted(a.range, type), converted(b.range, type));
  Expr result{Expr::Form::Conditional, "?:", type, range, {}};
  result.args.push_back(std::move(when.expr));
  result.args.push_back(std::move(a));
  result.args.push_back(std::move(b));
  return result;
}

// An expression with "++", "--" or "=" on a variable that the rest of the expression does not use.
Expr Body::side_effect(unsigned depth) {
  std::vector<std::size_t> open;
  for (const std::size_t i : writable()) {
    const bool touched = std::find(read_.begin(), read_.end(), i) != read_.end() ||
                         std::find(written_.begin(), written_.end(), i) != written_.end();
    if (!slots_[i].memory && !touched) open.push_back(i);
  }
  if (open.empty()) return leaf_expression();
  // The surrounding expression may be dropped, so intervals must hold with and without the effect.
  ++conditional_;
  Expr done = inner_write(rng_.pick(open), depth);
  --conditional_;
  return done;
}

Expr Body::inner_write(std::size_t slot, unsigned depth) {
  if (rng_.percent(75)) {
    if (auto stepped = step(slot)) return *stepped;
  }
  written_.push_back(slot);  // so that its own value is not drawn
  Expr value = fit(expression(depth - 1), slots_[slot].type, slots_[slot].home);
  if (auto done = assignment(slot, "=", value)) return *done;
  return constant(landmark({-10, 10}));
}

Expr Body::pure_call(unsigned depth) {
  std::vector<const Function*> open;
  for (const Function& f : unit_.functions) {
    const bool small = f.pure && f.result && !is_real(*f.result) && trips_ * f.cost <= 600;
    if (small && &f != &function_) open.push_back(&f);
  }
  if (open.empty()) return arithmetic(depth);
  if (auto done = call_to(*rng_.pick(open), depth - 1)) return *done;
  return leaf_expression();
}

Expr Body::truth_value(unsigned depth) { return condition(depth - 1).expr; }

// Changes an expression so that its value, converted to the type, is in `home`.
Expr Body::fit(Expr of, Scalar type, const Range& home) {
  if (home.contains(converted(of.range, type))) return of;
  std::vector<Expr> ways;
  const bool negative = of.range.low < 0;
  const Whole reach = negative ? std::min(home.high, -home.low) : home.high;
  if (home.low <= 0 && reach > 0) {
    if (auto rest = apply_operator("%", of, constant(reach + 1))) ways.push_back(*rest);
  }
  if (home.low <= 0 && home.high > 0) {
    Whole mask = 1;
    while (mask * 2 + 1 <= home.high) mask = mask * 2 + 1;
    ways.push_back(*apply_operator("&", of, constant(mask)));
  }
  if (!ways.empty()) {
    const Expr& way = rng_.pick(ways);
    if (home.contains(converted(way.range, type))) return way;
  }
  return constant(draw(home));
}

Expr Body::index_within(unsigned size, unsigned depth) {
  const Range all{0, static_cast<Whole>(size) - 1};
  if (rng_.percent(25)) return constant(draw(all));
  std::vector<std::size_t> fitting;
  for (const std::size_t i : locals()) {
    if (all.contains(now_[i])) fitting.push_back(i);
  }
  if (!fitting.empty() && rng_.percent(70)) return read(rng_.pick(fitting));
  return fit(expression(depth), Scalar::LongLong, all);
}

std::optional<Expr> Body::array_element(bool to_write, unsigned depth) {
  std::vector<const Array*> open;
  for (const Array& array : arrays_) {
    if (array.writable || !to_write) open.push_back(&array);
  }
  if (open.empty() || memory_written_) return std::nullopt;
  const Array array = *rng_.pick(open);
  Expr element =
      index(leaf(array.text, array.type, array.home), index_within(array.size, depth), array.type, array.home);
  if (memory_written_) return std::nullopt;
  if (array.columns > 0) element = index(element, index_within(array.columns, depth), array.type, array.home);
  if (memory_written_) return std::nullopt;
  memory_read_ = true;
  function_.pure = false;
  return element;
}

// "x op value", if the result is in the variable's home range.
std::optional<Expr> Body::assignment(std::size_t slot, std::string_view op, const Expr& value) {
  const ScalarPlace& to = slots_[slot];
  Range range = converted(value.range, to.type);
  if (op != "=") {
    const auto result = apply_operator(op.substr(0, op.size() - 1), leaf(to.text, to.type, now_[slot]), value);
    if (!result) return std::nullopt;
    range = converted(result->range, to.type);
    if (to.memory && memory_written_) return std::nullopt;
  }
  if (!to.home.contains(range)) return std::nullopt;
  Expr done = binary(op, leaf(to.text, to.type, now_[slot]), value, to.type, range);
  note_write(slot, range);
  return done;
}

// One of x++, ++x, x--, --x.
std::optional<Expr> Body::step(std::size_t slot) {
  const ScalarPlace& of = slots_[slot];
  if (of.type == Scalar::Bool) return std::nullopt;
  const bool up = rng_.percent(65);
  const auto result = apply_operator(up ? "+" : "-", leaf(of.text, of.type, now_[slot]), constant(1));
  if (!result) return std::nullopt;
  const Range after = converted(result->range, of.type);
  if (!of.home.contains(after)) return std::nullopt;
  const bool prefix = rng_.coin();
  Expr done{
      prefix ? Expr::Form::Prefix : Expr::Form::Postfix, up ? "++" : "--", of.type, prefix ? after : now_[slot], {}};
  done.args.push_back(leaf(of.text, of.type, now_[slot]));
  note_write(slot, after);
  return done;
}

}  // namespace assay::analyzer::c
