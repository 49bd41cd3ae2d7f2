#include "draw.hpp"

#include <algorithm>
#include <limits>

namespace assay::domain {
namespace {

/// Boundary values (section 2.4.2): limits of 32 and 64 bit integers with their neighbours and, for a domain whose
/// numbers are not machine integers, numbers that floats round and numbers above 64 bits.
std::vector<Rational> boundary_values(const Contract& contract) {
  using Limits32 = std::numeric_limits<std::int32_t>;
  using Limits64 = std::numeric_limits<std::int64_t>;
  std::vector<Rational> values = {0, 1, -1, Limits32::max(), Limits32::min(), Limits64::max(), Limits64::min()};
  for (const std::int64_t near :
       {std::int64_t{Limits32::max()} - 1, std::int64_t{Limits32::min()} + 1, Limits64::max() - 1, Limits64::min() + 1})
    values.emplace_back(near);
  if (contract.most_bits != 0) {
    const Rational most = mpz_class(1) << contract.most_bits;
    std::erase_if(values, [&](const Rational& value) { return abs(value) >= most; });
    return values;
  }
  if (contract.numbers == Numbers::Machine) return values;
  const mpz_class two_to_53 = mpz_class(1) << 53;
  values.emplace_back(two_to_53 + 1);
  values.emplace_back(mpz_class(1) << 64);
  values.emplace_back(mpz_class(1) << 200);
  if (contract.numbers == Numbers::Integers || contract.integer_points) return values;
  for (const int third : {1, -1}) {
    values.emplace_back(third, 2);
    values.emplace_back(third, 3);
  }
  values.emplace_back(mpz_class(1), mpz_class(1) << 80);
  return values;
}

}  // namespace

Drawer::Drawer(const Contract& contract, const ProgramOptions& options, unsigned dimensions)
    : contract_(contract),
      options_(options),
      dimensions_(dimensions),
      predefined_(options.values.empty() ? boundary_values(contract) : options.values) {}

std::int64_t Drawer::large(core::Rng& rng) const {
  constexpr unsigned kUsual = 13;
  const unsigned bits = contract_.most_bits == 0 ? kUsual : std::min(contract_.most_bits, kUsual);
  const std::int64_t most = bits == kUsual ? 9999 : (std::int64_t{1} << bits) - 1;
  return rng.between(-most, most);
}

Rational Drawer::constant(core::Rng& rng) const {
  if (keeps_small_ && rng.percent(80)) return rng.between(-radius(), radius());
  if (options_.predefined && rng.percent(25)) return rng.pick(predefined_);
  const Rational number = rng.percent(70) ? rng.between(-4, 4) : large(rng);
  if (has_whole_numbers() || rng.percent(85)) return number;
  return number / rng.between(2, 7);
}

Rational Drawer::coefficient(core::Rng& rng) const {
  if (rng.percent(60)) return rng.coin() ? 1 : -1;
  if (keeps_small_ && rng.percent(80)) return rng.between(-3, 3);
  if (options_.predefined && rng.percent(15)) return rng.pick(predefined_);
  const Rational number = rng.percent(80) ? rng.between(-3, 3) : large(rng);
  if (has_whole_numbers() || contract_.integer_points || rng.percent(75)) return number;
  return number / rng.between(2, 7);
}

LinearExpression Drawer::sum(core::Rng& rng, Shape shape) const {
  LinearExpression sum;
  sum.coefficients.resize(dimensions_);
  sum.constant = constant(rng);
  const auto dimension = [&] { return static_cast<std::size_t>(rng.below(dimensions_)); };
  switch (shape) {
    case Shape::Box: sum.coefficients[dimension()] = rng.coin() ? 1 : -1; break;
    case Shape::Differences:
    case Shape::Octagon: {
      const int sign = rng.coin() ? 1 : -1;
      const std::size_t first = dimension();
      sum.coefficients[first] = sign;
      const std::size_t second = dimension();
      const bool opposite = shape == Shape::Differences || rng.coin();
      if (second != first && rng.percent(70)) sum.coefficients[second] = opposite ? -sign : sign;
      break;
    }
    case Shape::Polyhedron:
    case Shape::Other:
    case Shape::Value: {
      const std::int64_t terms = rng.between(0, std::min<std::int64_t>(dimensions_, 3));
      for (std::int64_t i = 0; i < terms; ++i) sum.coefficients[dimension()] = coefficient(rng);
      break;
    }
  }
  return sum;
}

LinearExpression Drawer::expression(Bytes& bytes) const {
  core::Rng rng = core::Rng(bytes.below(kStreams)).split("expression");
  // With dense elements, constants are not drawn: sums find more bugs.
  switch (keeps_small_ ? 1 + rng.below(4) : rng.below(5)) {
    case 0: {  // v := k
      LinearExpression number;
      number.constant = constant(rng);
      return number;
    }
    case 1: {  // v := w
      LinearExpression copy;
      copy.coefficients.resize(dimensions_);
      copy.coefficients[static_cast<std::size_t>(rng.below(dimensions_))] = 1;
      return copy;
    }
    case 2: return sum(rng, Shape::Octagon);
    default: return sum(rng, Shape::Polyhedron);
  }
}

Expression Drawer::interval(core::Rng& rng) const {
  const Rational low = constant(rng);
  if (rng.percent(30)) return Expression::number(low);
  const Rational other = rng.percent(60) ? Rational(low + rng.between(0, 5)) : constant(rng);
  return Expression::interval(std::min(low, other), std::max(low, other));
}

/// [a, b]*x + [c, d]*y + [e, f]
Expression Drawer::interval_sum(core::Rng& rng) const {
  Expression sum = interval(rng);
  for (std::uint64_t terms = rng.below(3); terms > 0; --terms) {
    Expression factor = interval(rng);
    Expression variable = Expression::variable(static_cast<unsigned>(rng.below(dimensions_)));
    Expression product = Expression::of(Expression::Kind::Multiply, std::move(factor), std::move(variable));
    sum = Expression::of(rng.coin() ? Expression::Kind::Add : Expression::Kind::Subtract, std::move(sum),
                         std::move(product));
  }
  return sum;
}

Expression Drawer::tree(core::Rng& rng, unsigned depth) const {
  if (depth == 0 || rng.percent(20)) {
    if (rng.percent(60)) return Expression::variable(static_cast<unsigned>(rng.below(dimensions_)));
    return interval(rng);
  }
  using Kind = Expression::Kind;
  const Kind kind =
      rng.pick(std::vector<Kind>{Kind::Add, Kind::Subtract, Kind::Multiply, Kind::Multiply, Kind::Divide});
  Expression left = tree(rng, depth - 1);
  Expression right = tree(rng, depth - 1);
  return Expression::of(kind, std::move(left), std::move(right));
}

Expression Drawer::general(Bytes& bytes) const {
  constexpr unsigned kMaxDepth = 3;
  core::Rng rng = core::Rng(bytes.below(kStreams)).split("general");
  // Contract::expressions is the largest class that the domain accepts; all smaller classes are drawn, too.
  switch (rng.below(static_cast<std::uint64_t>(contract_.expressions) + 1)) {
    case 0: {
      Expression linear = Expression::of(sum(rng, rng.coin() ? Shape::Octagon : Shape::Polyhedron));
      return Expression::of(Expression::Kind::Add, std::move(linear), interval(rng));
    }
    case 1: return interval_sum(rng);
    default: return tree(rng, kMaxDepth);
  }
}

Constraint::Relation Drawer::relation(Bytes& bytes) const {
  const unsigned choice = bytes.below(8);
  if (choice == 1) return Constraint::Relation::Equal;
  if (choice == 3 && contract_.disequalities) return Constraint::Relation::NotEqual;
  const bool takes_strict = contract_.strict || contract_.strict_conditions;
  return choice == 2 && takes_strict ? Constraint::Relation::Greater : Constraint::Relation::GreaterEqual;
}

Constraint Drawer::constraint(Bytes& bytes, bool any) const {
  return related(bytes, any, contract_.strict ? Constraint::Relation::Greater : Constraint::Relation::GreaterEqual,
                 Constraint::Relation::GreaterEqual);
}

Constraint Drawer::condition(Bytes& bytes) const {
  using Relation = Constraint::Relation;
  if (contract_.congruences && bytes.below(8) == 1) return congruence(bytes);
  const bool takes_strict = contract_.strict || contract_.strict_conditions;
  return related(bytes, true, takes_strict ? Relation::Greater : Relation::GreaterEqual,
                 contract_.disequalities ? Relation::NotEqual : Relation::GreaterEqual);
}

/// The modulus is 1 to 6; with probability 1/2, it is divided by 2 or 3 if the domain has fractions.
Constraint Drawer::congruence(Bytes& bytes) const {
  constexpr std::int64_t kMaxModulus = 6;
  core::Rng rng = core::Rng(bytes.below(kStreams)).split("congruence");
  Constraint made{sum(rng, rng.coin() ? contract_.shape : Shape::Polyhedron), Constraint::Relation::Congruent};
  Rational modulus = rng.between(1, kMaxModulus);
  if (!has_whole_numbers() && !contract_.integer_points && rng.coin()) modulus /= rng.between(2, 3);
  made.modulus = std::move(modulus);
  return made;
}

Constraint Drawer::related(Bytes& bytes, bool any, Constraint::Relation fourth, Constraint::Relation fifth) const {
  core::Rng rng = core::Rng(bytes.below(kStreams)).split("constraint");
  const bool own = !any || rng.percent(60);
  Constraint made{sum(rng, own ? contract_.shape : Shape::Polyhedron), Constraint::Relation::GreaterEqual};
  const std::uint64_t relation = rng.below(10);
  if (relation < 3) made.relation = Constraint::Relation::Equal;
  if (relation == 3) made.relation = fourth;
  if (relation == 4) made.relation = fifth;
  return made;
}

std::vector<Ray> Drawer::rays(Bytes& bytes) const {
  core::Rng rng = core::Rng(bytes.below(kStreams)).split("rays");
  std::vector<Ray> all;
  for (std::uint64_t left = 1 + rng.below(2); left > 0; --left) {
    Ray ray{Point(dimensions_), rng.percent(30)};
    ray.direction[static_cast<std::size_t>(rng.below(dimensions_))] = rng.coin() ? 1 : -1;
    for (std::uint64_t terms = rng.below(3); terms > 0; --terms) {
      Rational& step = ray.direction[static_cast<std::size_t>(rng.below(dimensions_))];
      if (sgn(step) == 0) step = coefficient(rng);
    }
    all.push_back(std::move(ray));
  }
  return all;
}

Point Drawer::point(Bytes& bytes) const {
  core::Rng rng = core::Rng(bytes.below(kStreams)).split("point");
  Point point;
  for (unsigned i = 0; i < dimensions_; ++i) point.push_back(constant(rng));
  if (contract_.shape != Shape::Value) return point;
  const mpz_class size = mpz_class(1) << contract_.width;
  const mpz_class half = size / 2;
  const std::vector<mpz_class> edges = {0, 1, size - 1, half, half - 1, size - 2};
  mpz_class value = rng.percent(50) ? rng.pick(edges) : mpz_class(static_cast<unsigned long>(rng.next()));
  value %= size;
  if (value < 0) value += size;
  return {Rational(value)};
}

}  // namespace assay::domain
