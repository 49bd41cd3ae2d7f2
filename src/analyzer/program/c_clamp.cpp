// The idioms that keep a value within bounds: minimum, maximum, and both together. Compilers turn them into
// instructions.

#include <algorithm>
#include <utility>

#include "analyzer/program/c_body.hpp"

namespace assay::analyzer::c {

namespace {

Expr compares(std::string_view op, const Expr& a, const Expr& b) { return binary(op, a, b, Scalar::Int, {0, 1}); }

Expr conditional(Expr when, Expr yes, Expr no, Scalar type, const Range& range) {
  Expr made{Expr::Form::Conditional, "?:", type, range, {}};
  made.args = {std::move(when), std::move(yes), std::move(no)};
  return made;
}

/// "v < b ? b : v" and similar forms of the larger or the smaller value. Both values fit into `type`.
Expr one_bound(core::Rng& rng, const Expr& v, const Expr& bound, bool larger, Scalar type, const Range& range) {
  const bool strict = rng.coin();
  const bool bound_first = rng.coin();
  // Whether the bound is the arm of the true condition.
  const bool below = bound_first == larger;
  const std::string_view op = below ? (strict ? "<" : "<=") : (strict ? ">" : ">=");
  return conditional(compares(op, v, bound), bound_first ? bound : v, bound_first ? v : bound, type, range);
}

}  // namespace

/// A local variable whose values can be bounded, and constants within them, ascending.
std::optional<Body::BoundedVariable> Body::bounded(bool to_write) {
  std::vector<std::size_t> open;
  for (const std::size_t i : to_write ? writable() : locals()) {
    const bool touched = std::find(written_.begin(), written_.end(), i) != written_.end();
    if (!slots_[i].memory && !touched && slots_[i].type != Scalar::Bool && now_[i].low < now_[i].high)
      open.push_back(i);
  }
  if (open.empty()) return std::nullopt;
  BoundedVariable made{rng_.pick(open), {}, {}};
  made.low = landmark(now_[made.slot]);
  made.high = landmark(now_[made.slot]);
  if (made.low > made.high) std::swap(made.low, made.high);
  return made;
}

/// A clamped value. Its range is the variable's range, because the bounds are in that range.
std::optional<Expr> Body::clamped() {
  const std::optional<BoundedVariable> found = bounded(false);
  if (!found) return std::nullopt;
  const Range range = now_[found->slot];
  const Expr v = read(found->slot);
  const Expr low = constant(found->low);
  const Expr high = constant(found->high);
  const Scalar type = common(common(v.type, low.type), high.type);
  // In the common type, each value is unchanged.
  if (!(converted(range, type) == range) || !(converted(range, common(v.type, low.type)) == range)) return std::nullopt;
  switch (rng_.below(3)) {
    case 0: return one_bound(rng_, v, low, true, common(v.type, low.type), range);
    case 1: return one_bound(rng_, v, low, false, common(v.type, low.type), range);
    default: {
      // The minimum of `high` and a value that is already at least `low`.
      const Scalar inner = common(v.type, high.type);
      if (!(converted(range, inner) == range)) return std::nullopt;
      Expr upper = one_bound(rng_, v, high, false, inner, range);
      const bool strict = rng_.coin();
      return conditional(compares(strict ? "<" : "<=", v, low), low, std::move(upper), type, range);
    }
  }
}

/// Emits: if (v < low) v = low; if (v > high) v = high;
bool Body::limit(Stmts& out) {
  const std::optional<BoundedVariable> found = bounded(true);
  if (!found) return false;
  const ScalarPlace& to = slots_[found->slot];
  const Range range = now_[found->slot];
  const std::uint64_t which = rng_.below(3);
  const bool bounds[] = {which != 1, which != 0};
  for (const bool lower : {true, false}) {
    if (!bounds[lower ? 0 : 1]) continue;
    const Whole value = lower ? found->low : found->high;
    const Expr v = leaf(to.text, to.type, range);
    if (!(converted(range, common(to.type, constant(value).type)) == range)) return false;
    Expr set = binary("=", v, constant(value), to.type, {value, value});
    out.push_back({Stmt::Kind::If,
                   "",
                   {compares(lower ? "<" : ">", v, constant(value))},
                   {{Stmt::Kind::Expression, "", {std::move(set)}, {}, {}}},
                   {}});
  }
  slots_[found->slot].used = true;
  note_write(found->slot, range);
  return true;
}

}  // namespace assay::analyzer::c
