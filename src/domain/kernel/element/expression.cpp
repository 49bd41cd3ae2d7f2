#include <algorithm>

#include "assay/domain/constraint.hpp"
#include "base/ascii.hpp"

namespace assay::domain {
namespace {

using Kind = Expression::Kind;

bool is_sum(const Expression& expression) { return expression.kind == Kind::Add || expression.kind == Kind::Subtract; }
bool is_leaf(const Expression& expression) {
  return expression.kind == Kind::Interval || expression.kind == Kind::Dimension;
}

/// Negative numbers and fractions are written as intervals, so that the parser does not read them as operations.
std::string leaf_text(const Expression& leaf) {
  if (leaf.kind == Kind::Dimension) return "x" + std::to_string(leaf.dimension);
  const bool is_plain = leaf.low == leaf.high && sgn(leaf.low) >= 0 && leaf.low.get_den() == 1;
  return is_plain ? leaf.low.get_str() : "[" + leaf.low.get_str() + ", " + leaf.high.get_str() + "]";
}

std::string_view sign_of(Kind kind) {
  switch (kind) {
    case Kind::Add: return " + ";
    case Kind::Subtract: return " - ";
    case Kind::Multiply: return "*";
    default: return "/";
  }
}

std::string bracketed(const Expression& expression, bool brackets) {
  return brackets ? "(" + to_text(expression) + ")" : to_text(expression);
}

void scale(LinearExpression& linear, const Rational& factor) {
  for (Rational& coefficient : linear.coefficients) coefficient *= factor;
  linear.constant *= factor;
}

void add(LinearExpression& to, const LinearExpression& more) {
  if (to.coefficients.size() < more.coefficients.size()) to.coefficients.resize(more.coefficients.size());
  for (std::size_t i = 0; i < more.coefficients.size(); ++i) to.coefficients[i] += more.coefficients[i];
  to.constant += more.constant;
}

/// Parser of sums of products of numbers, intervals, dimensions and brackets.
class TreeReader {
 public:
  explicit TreeReader(std::string_view text) : text_(text) {}

  Result<Expression> whole() {
    Expression read = sum(0);
    if (!problem_ && !at_end()) fail("'" + std::string(text_.substr(at_)) + "' is left over");
    if (problem_) return Error{"in '" + std::string(text_) + "': " + *problem_, ""};
    return read;
  }

 private:
  static constexpr unsigned kMaxDepth = 200;
  static constexpr unsigned kMaxOperands =
      1000;  // also limits the depth of the tree, which functions traverse recursively

  void fail(const std::string& problem) {
    if (!problem_) problem_ = problem;
  }

  Expression sum(unsigned depth) {
    if (depth > kMaxDepth) fail("its brackets are nested too deeply");
    if (problem_) return {};
    Expression left = product(depth);
    while (!problem_) {
      if (take('+')) {
        left = Expression::of(Kind::Add, std::move(left), product(depth));
      } else if (take('-')) {
        left = Expression::of(Kind::Subtract, std::move(left), product(depth));
      } else {
        break;
      }
    }
    return left;
  }

  Expression product(unsigned depth) {
    Expression left = leaf(depth);
    while (!problem_) {
      if (take('*')) {
        left = Expression::of(Kind::Multiply, std::move(left), leaf(depth));
      } else if (take('/')) {
        left = Expression::of(Kind::Divide, std::move(left), leaf(depth));
      } else {
        break;
      }
    }
    return left;
  }

  Expression leaf(unsigned depth) {
    if (++operands_ > kMaxOperands) fail("it has more than 1,000 operands");
    if (problem_) return {};
    if (take('(')) {
      Expression inner = sum(depth + 1);
      if (!take(')')) fail("a bracket is not closed");
      return inner;
    }
    if (take('[')) {
      Expression both;
      both.low = rational(',');
      both.high = rational(']');
      if (!problem_ && both.high < both.low) fail("an interval's end is below its beginning");
      return both;
    }
    if (take('x')) {
      const std::string_view digits = take_digits();
      if (digits.empty() || digits.size() > 3) fail("'x' needs the number of a dimension, below 1000");
      return problem_ ? Expression{} : Expression::variable(static_cast<unsigned>(std::stoul(std::string(digits))));
    }
    const std::string_view digits = take_digits();
    if (digits.empty()) fail("a number, xN, '[low, high]' or '(' must stand there");
    return problem_ ? Expression{} : Expression::number(Rational(mpz_class(std::string(digits), 10)));
  }

  /// Reads a rational number and the character `end` after it.
  Rational rational(char end) {
    const std::size_t stop = text_.find(end, at_);
    if (stop == std::string_view::npos) fail("an interval is written '[low, high]'");
    if (problem_) return {};
    while (at_ < stop && text_[at_] == ' ') ++at_;
    const Result<Rational> read = parse_rational(text_.substr(at_, stop - at_));
    at_ = stop + 1;
    if (!read) fail(read.error().message);
    return read ? *read : Rational();
  }

  std::string_view take_digits() {
    at_end();
    const std::size_t start = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }
  bool take(char wanted) {
    if (at_end() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  bool at_end() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ == text_.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned operands_ = 0;
  std::optional<std::string> problem_;
};

bool is_constant(const IntervalLinear& expression) {
  return expression.low.support().empty() && expression.high.support().empty();
}

/// The factor times [low, high]. Nullopt for an interval times more than one term: all terms share the number chosen
/// from [low, high], which an interval for each term cannot express.
std::optional<IntervalLinear> product(const Rational& low, const Rational& high, IntervalLinear factor) {
  const std::size_t size = std::max(factor.low.coefficients.size(), factor.high.coefficients.size());
  factor.low.coefficients.resize(size);
  factor.high.coefficients.resize(size);
  std::size_t terms = 0;
  const auto multiply = [&](Rational& from, Rational& to) {
    terms += sgn(from) != 0 || sgn(to) != 0 ? 1 : 0;
    const Rational ends[] = {low * from, low * to, high * from, high * to};
    from = *std::min_element(std::begin(ends), std::end(ends));
    to = *std::max_element(std::begin(ends), std::end(ends));
  };
  for (std::size_t i = 0; i < size; ++i) multiply(factor.low.coefficients[i], factor.high.coefficients[i]);
  multiply(factor.low.constant, factor.high.constant);
  if (terms > 1 && low != high) return std::nullopt;
  return factor;
}

}  // namespace

Expression Expression::interval(const Rational& low, const Rational& high) {
  return {Kind::Interval, low, high, 0, {}};
}
Expression Expression::variable(unsigned dimension) { return {Kind::Dimension, {}, {}, dimension, {}}; }

Expression Expression::of(Kind kind, Expression left, Expression right) {
  Expression made;
  made.kind = kind;
  made.arguments.reserve(2);
  made.arguments.push_back(std::move(left));
  made.arguments.push_back(std::move(right));
  return made;
}

Expression Expression::of(const LinearExpression& linear) {
  Expression sum = number(linear.constant);
  for (const unsigned each : linear.support())
    sum = of(Kind::Add, std::move(sum), of(Kind::Multiply, number(linear.coefficients[each]), variable(each)));
  return sum;
}

std::optional<Rational> Expression::at(const Point& point, const Choice& choose) const {
  if (kind == Kind::Interval) return choose(low, high);
  if (kind == Kind::Dimension) return point.at(dimension);
  const std::optional<Rational> left = arguments[0].at(point, choose);
  const std::optional<Rational> right = arguments[1].at(point, choose);
  if (!left || !right) return std::nullopt;
  switch (kind) {
    case Kind::Add: return Rational(*left + *right);
    case Kind::Subtract: return Rational(*left - *right);
    case Kind::Multiply: return Rational(*left * *right);
    default: break;
  }
  if (sgn(*right) == 0) return std::nullopt;
  return Rational(*left / *right);
}

std::optional<std::pair<LinearExpression, LinearExpression>> linear_ends(const Expression& expression) {
  using Ends = std::pair<LinearExpression, LinearExpression>;
  if (expression.kind == Kind::Interval)
    return Ends{LinearExpression{{}, expression.low}, LinearExpression{{}, expression.high}};
  if (expression.kind == Kind::Dimension) {
    LinearExpression itself;
    itself.coefficients.resize(expression.dimension + 1);
    itself.coefficients[expression.dimension] = 1;
    return Ends{itself, itself};
  }
  std::optional<Ends> left = linear_ends(expression.arguments[0]);
  std::optional<Ends> right = linear_ends(expression.arguments[1]);
  if (!left || !right) return std::nullopt;
  const auto is_number = [](const Ends& ends) { return ends.first == ends.second && ends.first.support().empty(); };
  if (expression.kind == Kind::Multiply && is_number(*right)) std::swap(left, right);
  if (expression.kind == Kind::Multiply || expression.kind == Kind::Divide) {
    const bool divides = expression.kind == Kind::Divide;
    if (divides) std::swap(left, right);
    if (!is_number(*left) || (divides && sgn(left->first.constant) == 0)) return std::nullopt;
    const Rational factor = divides ? Rational(1 / left->first.constant) : left->first.constant;
    scale(right->first, factor);
    scale(right->second, factor);
    if (sgn(factor) < 0) std::swap(right->first, right->second);
    return right;
  }
  if (expression.kind == Kind::Subtract) {
    scale(right->first, -1);
    scale(right->second, -1);
    std::swap(right->first, right->second);
  }
  add(left->first, right->first);
  add(left->second, right->second);
  return left;
}

std::optional<IntervalLinear> interval_linear(const Expression& expression) {
  if (expression.kind == Kind::Interval || expression.kind == Kind::Dimension) {
    const auto ends = linear_ends(expression);
    return IntervalLinear{ends->first, ends->second};
  }
  std::optional<IntervalLinear> left = interval_linear(expression.arguments[0]);
  std::optional<IntervalLinear> right = interval_linear(expression.arguments[1]);
  if (!left || !right) return std::nullopt;
  if (expression.kind == Kind::Multiply) {
    if (is_constant(*right)) std::swap(left, right);
    return is_constant(*left) ? product(left->low.constant, left->high.constant, std::move(*right)) : std::nullopt;
  }
  if (expression.kind == Kind::Divide) {
    const Rational& low = right->low.constant;
    const Rational& high = right->high.constant;
    if (!is_constant(*right) || sgn(low) * sgn(high) <= 0) return std::nullopt;
    return product(1 / high, 1 / low, std::move(*left));
  }
  if (expression.kind == Kind::Subtract) {
    scale(right->low, -1);
    scale(right->high, -1);
    std::swap(right->low, right->high);
  }
  add(left->low, right->low);
  add(left->high, right->high);
  return left;
}

unsigned dimensions_of(const Expression& expression) {
  if (expression.kind == Kind::Dimension) return expression.dimension + 1;
  unsigned most = 0;
  for (const Expression& argument : expression.arguments) most = std::max(most, dimensions_of(argument));
  return most;
}

std::string to_text(const Expression& expression) {
  if (is_leaf(expression)) return leaf_text(expression);
  const Expression& left = expression.arguments[0];
  const Expression& right = expression.arguments[1];
  const bool sum = is_sum(expression);
  return bracketed(left, !sum && is_sum(left)) + std::string(sign_of(expression.kind)) +
         bracketed(right, sum ? is_sum(right) : !is_leaf(right));
}

Result<Expression> parse_general(std::string_view text) { return TreeReader(text).whole(); }

}  // namespace assay::domain
