#include "assay/domain/constraint.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/ascii.hpp"

namespace assay::domain {
namespace {

/// Reads sums of `k`, `k*xN`, `xN` and `-xN`.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Result<LinearExpression> whole_expression() {
    Result<LinearExpression> read = expression();
    if (read && !at_end()) return problem("'" + std::string(text_.substr(at_)) + "' is left over");
    return read;
  }

  Result<Constraint> whole_constraint() {
    Result<LinearExpression> left = expression();
    if (!left) return left.error();
    Constraint constraint{std::move(*left), Constraint::Relation::GreaterEqual};
    if (take(">=")) {
      constraint.relation = Constraint::Relation::GreaterEqual;
    } else if (take(">")) {
      constraint.relation = Constraint::Relation::Greater;
    } else if (take("!=")) {
      constraint.relation = Constraint::Relation::NotEqual;
    } else if (take("=")) {
      constraint.relation = Constraint::Relation::Equal;
    } else {
      return problem("a constraint ends with '>= 0', '> 0', '= 0' or '!= 0'");
    }
    if (!take("0")) return problem("a constraint ends with '>= 0', '> 0', '= 0' or '!= 0'");
    if (constraint.relation == Constraint::Relation::Equal && take("mod")) {
      skip_space();
      Result<Rational> modulus = number();
      if (!modulus || sgn(*modulus) <= 0)
        return problem("a congruence ends with '= 0 mod 3', or another number above 0");
      constraint.relation = Constraint::Relation::Congruent;
      constraint.modulus = std::move(*modulus);
    }
    if (!at_end()) return problem("a constraint ends with '>= 0', '> 0', '= 0' or '!= 0'");
    return constraint;
  }

 private:
  static constexpr unsigned kMaxDimensions = 1000;

  Result<LinearExpression> expression() {
    LinearExpression sum;
    sum.coefficients.reserve(4);  // a growing vector copies GMP numbers
    bool negative = take("-");
    for (bool first = true;; first = false) {
      if (!first) {
        if (take("+")) {
          negative = take("-");
        } else if (take("-")) {
          negative = true;
        } else {
          return sum;
        }
      }
      if (Status added = term(negative, sum); !added) return added.error();
    }
  }

  Status term(bool negative, LinearExpression& sum) {
    Rational factor = negative ? -1 : 1;
    skip_space();
    const bool has_number = at_ < text_.size() && is_digit(text_[at_]);
    if (has_number) {
      Result<Rational> read = number();
      if (!read) return read.error();
      if (negative) *read = -*read;
      factor = std::move(*read);
      if (!take("*")) {
        sum.constant += factor;
        return {};
      }
    }
    if (!take("x")) return problem("a term is a number, xN or number*xN");
    if (at_ >= text_.size() || !is_digit(text_[at_])) return problem("'x' needs the number of a dimension");
    unsigned dimension = 0;
    while (at_ < text_.size() && is_digit(text_[at_])) {
      dimension = dimension * 10 + static_cast<unsigned>(text_[at_++] - '0');
      if (dimension >= kMaxDimensions) return problem("no dimension has such a number");
    }
    if (sum.coefficients.size() <= dimension) sum.coefficients.resize(dimension + 1);
    sum.coefficients[dimension] += factor;
    return {};
  }

  Result<Rational> number() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    if (at_ + 1 < text_.size() && text_[at_] == '/' && is_digit(text_[at_ + 1])) {
      ++at_;
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    }
    return parse_rational(text_.substr(start, at_ - start));
  }

  void skip_space() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view word) {
    skip_space();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  bool at_end() {
    skip_space();
    return at_ == text_.size();
  }
  [[nodiscard]] Error problem(const std::string& what) const {
    return Error{"in '" + std::string(text_) + "': " + what, ""};
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

namespace {

bool is_integer(const Rational& value) { return mpz_cmp_ui(value.get_den_mpz_t(), 1) == 0; }

/// sum += left * right. For integers, it avoids the greatest common divisors that GMP computes for all rationals.
void add_product(Rational& sum, const Rational& left, const Rational& right) {
  if (is_integer(sum) && is_integer(left) && is_integer(right)) {
    mpz_addmul(sum.get_num_mpz_t(), left.get_num_mpz_t(), right.get_num_mpz_t());
  } else {
    sum += left * right;
  }
}

}  // namespace

Rational LinearExpression::at(const Point& point) const {
  Rational value = constant;
  for (std::size_t i = 0; i < std::min(coefficients.size(), point.size()); ++i)
    if (sgn(coefficients[i]) != 0) add_product(value, coefficients[i], point[i]);
  return value;
}

std::vector<unsigned> LinearExpression::support() const {
  std::vector<unsigned> dimensions;
  for (std::size_t i = 0; i < coefficients.size(); ++i)
    if (sgn(coefficients[i]) != 0) dimensions.push_back(static_cast<unsigned>(i));
  return dimensions;
}

bool holds(int sign, Constraint::Relation relation) {
  switch (relation) {
    case Constraint::Relation::GreaterEqual: return sign >= 0;
    case Constraint::Relation::Greater: return sign > 0;
    case Constraint::Relation::NotEqual: return sign != 0;
    case Constraint::Relation::Congruent:
    case Constraint::Relation::Equal: break;
  }
  return sign == 0;
}

bool Constraint::holds(const Point& point) const {
  const Rational value = expression.at(point);
  return relation == Relation::Congruent ? is_integer(value / *modulus) : domain::holds(sgn(value), relation);
}

std::string to_text(const LinearExpression& expression) {
  std::string text;
  const auto add = [&text](const Rational& factor, const std::string& name) {
    const std::string number = factor.get_str();
    const bool negative = number.front() == '-';
    const std::string_view size = std::string_view(number).substr(negative ? 1 : 0);
    text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
    if (name.empty() || size != "1") text += size;
    if (!name.empty() && size != "1") text += '*';
    text += name;
  };
  for (const unsigned dimension : expression.support())
    add(expression.coefficients[dimension], "x" + std::to_string(dimension));
  if (sgn(expression.constant) != 0 || text.empty()) add(expression.constant, "");
  return text;
}

std::string_view to_text(Constraint::Relation relation) {
  switch (relation) {
    case Constraint::Relation::GreaterEqual: return " >= 0";
    case Constraint::Relation::Greater: return " > 0";
    case Constraint::Relation::NotEqual: return " != 0";
    case Constraint::Relation::Congruent:
    case Constraint::Relation::Equal: break;
  }
  return " = 0";
}

std::string to_text(const Constraint& constraint) {
  return to_text(constraint.expression) + std::string(to_text(constraint.relation)) +
         (constraint.modulus ? " mod " + constraint.modulus->get_str() : "");
}

std::string to_text(const Point& point) {
  std::string text = "(";
  for (std::size_t i = 0; i < point.size(); ++i) text += (i > 0 ? ", " : "") + point[i].get_str();
  return text + ")";
}

Result<LinearExpression> parse_expression(std::string_view text) { return Reader(text).whole_expression(); }

Result<Constraint> parse_constraint(std::string_view text) { return Reader(text).whole_constraint(); }

Result<Rational> parse_rational(std::string_view text) {
  constexpr std::size_t kMachineDigits = 18;  // numbers with this many digits fit a long
  const bool negative = text.substr(0, 1) == "-";
  const std::string_view digits = text.substr(negative ? 1 : 0);
  const std::size_t slash = digits.find('/');
  const std::string_view above = digits.substr(0, slash);
  const std::string_view below = slash == std::string_view::npos ? "1" : digits.substr(slash + 1);
  const auto all_digits = [](std::string_view part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), is_digit);
  };
  const auto is_zero = [](std::string_view part) { return part.find_first_not_of('0') == std::string_view::npos; };
  if (!all_digits(above) || !all_digits(below) || is_zero(below))
    return Error{"'" + std::string(text) + "' is no rational number", "3 and -1/2 are"};
  if (slash == std::string_view::npos && above.size() <= kMachineDigits) {
    long number = 0;
    for (const char digit : above) number = number * 10 + (digit - '0');
    return Rational(negative ? -number : number);
  }
  Rational value{mpz_class(std::string(above), 10), mpz_class(std::string(below), 10)};
  value.canonicalize();
  return negative ? Rational(-value) : value;
}

}  // namespace assay::domain
