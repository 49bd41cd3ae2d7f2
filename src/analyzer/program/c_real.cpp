// Statements and expressions of the strategies c-floats and c-special-floats: values of the types double and float.

#include <algorithm>
#include <array>

#include "analyzer/program/c_body.hpp"

namespace assay::analyzer::c {

namespace {

struct RealConstant {
  std::string_view text;
  Range range;  ///< for double
};
constexpr std::array<RealConstant, 12> kRealConstants = {
    {{"0.0", {0, 0}},
     {"-0.0", {0, 0}},
     {"1.0", {1, 1}},
     {"-1.0", {-1, -1}},
     {"0.5", {0, 1}},
     {"0.1", {0, 1}},
     {"-2.5", {-3, -2}},
     {"1e-40", {0, 1}},
     {"100.0", {100, 100}},
     {"1e10", {10000000000, 10000000000}},
     {"16777217.0", {16777217, 16777217}},
     {"4503599627370497.5", {4503599627370497, 4503599627370498}}}};

}  // namespace

bool Body::has_special_reals() const { return unit_.theme == Theme::SpecialFloats; }

std::vector<std::size_t> Body::reals(bool to_write) const {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const bool open = to_write ? slots_[i].writable && locks_[i] == 0 : true;
    if (is_real(slots_[i].type) && open && may_read(i)) list.push_back(i);
  }
  return list;
}

// "7.0", or "7.5" if `half`; "-7.5" is below -7.
Expr Body::real_constant(Whole value, bool half, Scalar type) {
  const Whole beyond = half ? (value < 0 ? value - 1 : value + 1) : value;
  return leaf(decimal(value) + (half ? ".5" : ".0") + (type == Scalar::Float ? "F" : ""), type,
              converted({std::min(value, beyond), std::max(value, beyond)}, type));
}

// A constant near a landmark; it may have a half.
Expr Body::near_real(const Range& range, Scalar type) {
  const Whole value = landmark(range);
  return real_constant(value, rng_.coin(), type);
}

Expr Body::real_leaf() {
  const Scalar type = rng_.percent(75) ? Scalar::Double : Scalar::Float;
  const std::uint64_t kind = rng_.below(100);
  if (kind < 15) {
    const RealConstant& constant = kRealConstants.at(rng_.below(kRealConstants.size()));
    return leaf(std::string(constant.text) + (type == Scalar::Float ? "F" : ""), type, converted(constant.range, type));
  }
  if (kind < 25) return near_real({-1000, 1000}, type);
  if (kind < 37) return cast(type, expression(1));
  if (kind < 45) {
    std::vector<const Function*> open;
    for (const Function& f : unit_.functions)
      if (f.pure && f.result && is_real(*f.result) && trips_ * f.cost <= 600) open.push_back(&f);
    if (!open.empty()) {
      if (auto result = call_to(*rng_.pick(open), 1)) return *result;
    }
  }
  const auto list = reals(false);
  return list.empty() ? near_real({-20, 20}, type) : read(rng_.pick(list));
}

// A floating-point expression. Without special values, its range is bounded.
Expr Body::real(unsigned depth) {
  if (depth == 0 || rng_.percent(25)) return real_leaf();
  static constexpr std::array<std::string_view, 8> kOps = {"+", "+", "-", "-", "*", "*", "*", "/"};
  Expr a = real(depth - 1);
  const std::uint64_t kind = rng_.below(100);
  if (kind < 10) return *apply_operator("-", a);
  if (kind < 20) return cast(rng_.coin() ? Scalar::Float : Scalar::Double, std::move(a));
  if (kind < 30) {
    Condition when = condition(1);
    ++conditional_;
    Expr b = real(depth - 1);
    --conditional_;
    const Scalar type = common(a.type, b.type);
    const Range range = hull(converted(a.range, type), converted(b.range, type));
    return {Expr::Form::Conditional, "?:", type, range, {std::move(when.expr), std::move(a), std::move(b)}};
  }
  const Expr b = rng_.percent(30) ? near_real({-20, 300}, Scalar::Double) : real(depth - 1);
  const Expr result = *apply_operator(kOps.at(rng_.below(kOps.size())), a, b);
  return has_special_reals() || is_bounded(result.range) ? result : a;
}

// The expression, if its values as values of the type are in `home`; otherwise a constant of `home`.
Expr Body::fit_real(Expr of, Scalar type, const Range& home) {
  if (home.contains(converted(of.range, type))) return of;
  return real_constant(draw(*meet(home, {-1000, 1000})), false, type);
}

bool Body::real_statement(Stmts& out) {
  switch (rng_.below(8)) {
    case 0:
    case 1: return declare_real(out);
    case 2:
    case 3: return convert_real(out);
    default: return assign_real(out);
  }
}

bool Body::declare_real(Stmts& out) {
  static constexpr std::array<Whole, 4> kReaches = {1, 10, 1000, kMaxReal};
  const Scalar type = rng_.percent(70) ? Scalar::Double : Scalar::Float;
  ScalarPlace slot{fresh("v"), type, kAnyReal, false, true};
  if (!has_special_reals() || rng_.percent(40)) {
    const Whole reach = kReaches.at(rng_.below(kReaches.size()));
    slot.home = {rng_.percent(25) ? 0 : -reach, reach};
  }
  Expr value = real(2);
  if (!slot.home.contains(converted(value.range, type))) slot.home = home_of(type, unit_.theme);
  value = fit_real(std::move(value), type, slot.home);
  const Range range = converted(value.range, type);
  const std::string words = std::string(name(type)) + ' ' + slot.text;
  now_[add_slot(slot)] = range;
  out.push_back({Stmt::Kind::Declare, words, {value}, {}, {}});
  return true;
}

bool Body::assign_real(Stmts& out) {
  static constexpr std::array<std::string_view, 7> kOps = {"=", "=", "=", "+=", "-=", "*=", "/="};
  const auto open = reals(true);
  if (open.empty()) return declare_real(out);
  const std::size_t slot = rng_.pick(open);
  const Expr value = real(2);
  auto done = assignment(slot, kOps.at(rng_.below(kOps.size())), value);
  if (!done) done = assignment(slot, "=", fit_real(value, slots_[slot].type, slots_[slot].home));
  if (!done) return false;
  out.push_back({Stmt::Kind::Expression, "", {*done}, {}, {}});
  return true;
}

// A conversion to an integer, of a value that the type holds: "int v = (int)x;", or
// "int v = x >= 3.0 && x <= 20.0 ? (int)x : 7;".
bool Body::convert_real(Stmts& out) {
  static constexpr std::array<Scalar, 7> kTypes = {Scalar::Int,        Scalar::Int,   Scalar::Long,
                                                   Scalar::SignedChar, Scalar::Short, Scalar::UnsignedShort,
                                                   Scalar::Unsigned};
  const Scalar type = kTypes.at(rng_.below(kTypes.size()));
  const Range all = range_of(type);
  const Expr value = real(1);
  if (is_bounded(value.range) && all.contains(value.range)) return use_result(out, cast(type, value));
  begin_expression();
  const auto list = reals(false);
  if (list.empty()) return false;
  const std::size_t slot = rng_.pick(list);
  const Range within = *meet(all, {-1000000, 1000000});
  Range bounds{landmark(within), landmark(within)};
  if (bounds.low > bounds.high) std::swap(bounds.low, bounds.high);
  const Expr x = read(slot);
  const Expr low = *apply_operator(">=", x, real_constant(bounds.low, false, Scalar::Double));
  const Expr high = *apply_operator("<=", x, real_constant(bounds.high, false, Scalar::Double));
  function_.landmarks.push_back(bounds.high);
  const Expr inside = cast(type, leaf(x.text, x.type, bounds));
  const Expr other = constant(landmark({0, 100}));
  const Scalar common_type = common(type, other.type);
  return use_result(out, {Expr::Form::Conditional,
                          "?:",
                          common_type,
                          hull(converted(inside.range, common_type), converted(other.range, common_type)),
                          {*apply_operator("&&", low, high), inside, other}});
}

// "x < 2.5", "x == y", "x != x". A comparison with NaN is false, except "!=".
Condition Body::compare_real() {
  static constexpr std::array<std::string_view, 6> kComparisons = {"<", "<=", ">", ">=", "==", "!="};
  static constexpr std::array<std::string_view, 6> kNegations = {">=", ">", "<=", "<", "!=", "=="};
  const auto list = reals(false);
  const std::size_t which = rng_.below(rng_.percent(75) ? 4 : kComparisons.size());
  const std::string_view op = kComparisons.at(which);
  Condition result;
  if (list.empty() || rng_.percent(25)) {
    const Expr a = real(1);
    result.expr = *apply_operator(op, a, real(1));
    return result;
  }
  const std::size_t slot = rng_.pick(list);
  const Range known = now_[slot];
  const Expr x = read(slot);
  if (has_special_reals() && rng_.percent(15)) {
    result.expr = *apply_operator(rng_.coin() ? "==" : "!=", x, x);
    return result;
  }
  const auto near = meet(known, {-1000, 1000});
  const Whole value = landmark(near ? *near : Range{-20, 300});
  const bool half = rng_.percent(35);
  const Expr with = real_constant(value, half, rng_.percent(85) ? Scalar::Double : Scalar::Float);
  function_.landmarks.push_back(value);
  result.expr = *apply_operator(op, x, with);
  const auto learned = [&](std::string_view how) -> std::optional<Range> {
    if (how.front() == '<') return meet(known, {kAnyReal.low, with.range.high});
    if (how.front() == '>') return meet(known, {with.range.low, kAnyReal.high});
    return how == "==" ? meet(known, with.range) : std::nullopt;
  };
  if (const auto yes = learned(op)) result.yes.emplace_back(slot, *yes);
  // With NaN, neither "x < 2.5" nor "x >= 2.5" holds.
  if (const auto no = learned(kNegations.at(which)); no && known != kAnyReal) result.no.emplace_back(slot, *no);
  if (known == kAnyReal && op == "!=") result.no.emplace_back(slot, with.range);
  return result;
}

}  // namespace assay::analyzer::c
