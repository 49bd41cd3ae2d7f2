#include <algorithm>
#include <array>

#include "analyzer/program/c_body.hpp"

namespace assay::analyzer::c {

namespace {

std::string_view mirrored(std::string_view op) {
  if (op == "<") return ">";
  if (op == "<=") return ">=";
  if (op == ">") return "<";
  if (op == ">=") return "<=";
  return op;
}

std::string_view negated(std::string_view op) {
  static constexpr std::array<std::string_view, 6> kFrom = {"==", "!=", "<", "<=", ">", ">="};
  static constexpr std::array<std::string_view, 6> kTo = {"!=", "==", ">=", ">", "<=", "<"};
  return kTo.at(static_cast<std::size_t>(std::find(kFrom.begin(), kFrom.end(), op) - kFrom.begin()));
}

// The part of the range in which "value op constant" holds; nullopt: it is empty.
std::optional<Range> satisfying(std::string_view op, Range range, Whole constant) {
  if (op == "==") return meet(range, {constant, constant});
  if (op == "!=") {
    if (range.low == constant) ++range.low;
    if (range.high == constant) --range.high;
    if (range.low > range.high) return std::nullopt;
    return range;
  }
  if (op == "<") return meet(range, {range.low, constant - 1});
  if (op == "<=") return meet(range, {range.low, constant});
  if (op == ">") return meet(range, {constant + 1, range.high});
  return meet(range, {constant, range.high});
}

constexpr std::array<std::string_view, 6> kComparisons = {"==", "!=", "<", "<=", ">", ">="};

}  // namespace

// Conditions "x < 10", "10 > x". They bound x if no conversion changes its value.
Condition Body::compare_slot(std::size_t slot) {
  const Range known = now_[slot];
  const Scalar type = slots_[slot].type;
  const bool local = !slots_[slot].memory;
  const Range constants{range_of(Scalar::LongLong).low, range_of(Scalar::UnsignedLongLong).high};
  const Range wide = *meet({known.low - 2, known.high + 2}, constants);
  Whole value = landmark(rng_.percent(94) ? known : wide);
  if (promoted(type) != Scalar::Int && rng_.percent(8)) value = landmark({-2, 2});
  const std::string_view op = kComparisons.at(rng_.below(kComparisons.size()));
  const Expr with = is_unsigned(promoted(type)) && value >= 0 && rng_.coin() && range_of(promoted(type)).contains(value)
                        ? constant(value, promoted(type))
                        : constant(value);
  const Expr of = read(slot);
  Condition result;
  const bool flip = rng_.percent(25);
  result.expr = flip ? *apply_operator(mirrored(op), with, of) : *apply_operator(op, of, with);
  function_.landmarks.push_back(value);
  const Scalar in = common(of.type, with.type);
  if (!local || converted(known, in) != known || converted(with.range, in) != with.range) return result;
  if (const auto yes = satisfying(op, known, value)) result.yes.emplace_back(slot, *yes);
  if (const auto no = satisfying(negated(op), known, value)) result.no.emplace_back(slot, *no);
  return result;
}

Condition Body::compare_expression() {
  Expr a = expression(rng_.percent(60) ? 1 : 2);
  Expr b = rng_.percent(65) ? constant(landmark(a.range)) : expression(1);
  Condition result;
  result.expr = *apply_operator(kComparisons.at(rng_.below(kComparisons.size())), a, b);
  return result;
}

// Conditions "(x & 4) != 0", "x % 3 == 1".
Condition Body::mask_test() {
  static constexpr std::array<int, 8> kMasks = {1, 2, 3, 4, 7, 12, 128, 240};
  Expr of = leaf_expression();
  Condition result;
  if (rng_.percent(60)) {
    const Whole mask = kMasks.at(rng_.below(kMasks.size()));
    const Expr masked = *apply_operator("&", of, constant(mask));
    const Whole value = rng_.coin() ? 0 : mask;
    result.expr = rng_.percent(30) ? masked : *apply_operator(rng_.coin() ? "==" : "!=", masked, constant(value));
  } else {
    const Whole by = rng_.between(2, 10);
    const Whole value = draw({0, by - 1});
    const Expr rest = repaired("%", of, constant(by));
    result.expr = *apply_operator(rng_.percent(70) ? "==" : "<", rest, constant(value));
  }
  return result;
}

// Conditions "x >= 3 && x < 20", or their negation.
Condition Body::range_test() {
  const auto list = locals();
  if (list.empty()) return compare_expression();
  const std::size_t slot = rng_.pick(list);
  const Scalar in = promoted(slots_[slot].type);
  const Range known = now_[slot];
  const Whole a = landmark(known);
  const Whole b = landmark(known);
  const Range within{std::min(a, b), std::max(a, b)};
  const Expr of = read(slot);
  const Expr low = constant(within.low, in);
  const Expr high = constant(within.high, in);
  function_.landmarks.push_back(a);
  function_.landmarks.push_back(b);
  Condition result;
  if (rng_.percent(60)) {
    result.expr = *apply_operator("&&", *apply_operator(">=", of, low), *apply_operator("<=", of, high));
    result.yes.emplace_back(slot, within);
  } else {
    result.expr = *apply_operator("||", *apply_operator("<", of, low), *apply_operator(">", of, high));
    result.no.emplace_back(slot, within);
  }
  return result;
}

// Conditions "x", "!x".
Condition Body::plain_truth() {
  const auto list = locals();
  if (list.empty()) return compare_expression();
  const std::size_t slot = rng_.pick(list);
  const Range known = now_[slot];
  Condition result;
  result.expr = read(slot);
  if (const auto yes = satisfying("!=", known, 0)) result.yes.emplace_back(slot, *yes);
  if (known.contains(0)) result.no.emplace_back(slot, Range{0, 0});
  if (rng_.percent(40)) {
    result.expr = *apply_operator("!", result.expr);
    std::swap(result.yes, result.no);
  }
  return result;
}

Condition Body::pointer_test() {
  std::vector<const Pointer*> open;
  for (const Pointer& p : pointers_) {
    if (p.nullable) open.push_back(&p);
  }
  if (open.empty()) return comparison();
  const Expr of = leaf(rng_.pick(open)->text, Scalar::Int, {0, 1});
  Condition result;
  if (rng_.percent(35)) {
    result.expr = *apply_operator("!", of);
  } else {
    result.expr = binary(rng_.coin() ? "==" : "!=", of, leaf("NULL", Scalar::Int, {0, 0}), Scalar::Int, {0, 1});
  }
  return result;
}

Condition Body::comparison() {
  const auto near = locals();
  if (!near.empty() && rng_.percent(75)) return compare_slot(rng_.pick(near));
  const auto all = readable();
  if (all.empty()) return compare_expression();
  return compare_slot(rng_.pick(all));
}

Condition Body::condition(unsigned depth) {
  depth = std::min(depth, 3U);  // a negative depth would wrap around
  if (depth > 0 && rng_.percent(30)) {
    Condition a = condition(depth - 1);
    const std::uint64_t kind = rng_.below(5);
    if (kind == 0) {
      a.expr = *apply_operator("!", a.expr);
      std::swap(a.yes, a.no);
      return a;
    }
    const bool both = kind < 3;
    const Ranges before = now_;
    ++conditional_;
    learn(both ? a.yes : a.no);
    Condition b = condition(depth - 1);
    --conditional_;
    join(before);
    a.expr = *apply_operator(both ? "&&" : "||", a.expr, b.expr);
    // After a true && both conditions hold, after a false || neither does. In the other branch, nothing is known.
    auto& kept = both ? a.yes : a.no;
    const auto& more = both ? b.yes : b.no;
    kept.insert(kept.end(), more.begin(), more.end());
    (both ? a.no : a.yes).clear();
    return a;
  }
  if (has_reals(unit_.theme) && rng_.percent(40)) return compare_real();
  static const std::vector<unsigned> weights = {50, 16, 9, 9, 6, 4, 4};
  switch (rng_.weighted(weights)) {
    case 0: return comparison();
    case 1: return compare_expression();
    case 2: return mask_test();
    case 3: return range_test();
    case 4: return plain_truth();
    case 5: return text_test();
    default: return pointer_test();
  }
}

}  // namespace assay::analyzer::c
