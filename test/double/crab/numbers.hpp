#pragma once

// A stand-in for CRAB's numbers, names and linear constraints: the members that the adapter uses.

#include <gmpxx.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ikos {

class z_number {
 public:
  z_number() = default;
  z_number(std::int64_t number) : number_(static_cast<long>(number)) {}
  explicit z_number(const std::string& text) : number_(text) {}
  explicit z_number(mpz_class number) : number_(std::move(number)) {}
  [[nodiscard]] mpz_ptr get_mpz_t() { return number_.get_mpz_t(); }
  [[nodiscard]] const mpz_class& value() const { return number_; }

 private:
  mpz_class number_;
};

}  // namespace ikos

namespace crab {

template <typename T>
class variable_name_traits {
 public:
  static std::string to_string(T name);
};

enum variable_kind { INT_TYPE };

namespace var_factory_impl {
template <typename T>
class variable_factory {
 public:
  using varname_t = T;
  varname_t operator[](const T& name) { return variable_name_traits<T>::to_string(name); }
};
using str_variable_factory = variable_factory<std::string>;
}  // namespace var_factory_impl

template <typename Number, typename Name>
class variable {
 public:
  variable(Name name, variable_kind, unsigned) : name_(std::move(name)) {}
  [[nodiscard]] const Name& name() const { return name_; }
  friend bool operator==(const variable&, const variable&) = default;
  friend bool operator<(const variable& left, const variable& right) { return left.name_ < right.name_; }

 private:
  Name name_;
};

class crab_string_os {
 public:
  void add(const std::string& text) { text_ += text; }
  [[nodiscard]] const std::string& str() const { return text_; }

 private:
  std::string text_;
};

}  // namespace crab

namespace ikos {

template <typename Number, typename Name>
class linear_expression {
 public:
  using variable_t = crab::variable<Number, Name>;
  using terms_t = std::vector<std::pair<Number, variable_t>>;

  linear_expression() = default;
  explicit linear_expression(Number constant) : constant_(std::move(constant)) {}
  explicit linear_expression(const variable_t& variable) : linear_expression(Number(1), variable) {}
  linear_expression(const Number& coefficient, const variable_t& variable) {
    terms_.emplace_back(coefficient, variable);
  }

  [[nodiscard]] Number constant() const { return constant_; }
  [[nodiscard]] const terms_t& terms() const { return terms_; }
  [[nodiscard]] std::optional<variable_t> get_variable() const {
    if (terms_.size() != 1 || terms_[0].first.value() != 1 || constant_.value() != 0) return std::nullopt;
    return terms_[0].second;
  }
  /// Requires that the two expressions have no variable in common.
  linear_expression operator+(const linear_expression& other) const {
    linear_expression sum = *this;
    sum.constant_ = Number(mpz_class(constant_.value() + other.constant_.value()));
    sum.terms_.insert(sum.terms_.end(), other.terms_.begin(), other.terms_.end());
    return sum;
  }
  linear_expression operator-() const {
    linear_expression result = *this;
    result.constant_ = Number(mpz_class(-constant_.value()));
    for (auto& term : result.terms_) term.first = Number(mpz_class(-term.first.value()));
    return result;
  }

 private:
  terms_t terms_;
  Number constant_;
};

/// `expression <= 0`, or the relation of `kind`.
template <typename Number, typename Name>
class linear_constraint {
 public:
  enum kind_t { EQUALITY, DISEQUATION, INEQUALITY, STRICT_INEQUALITY };
  using expression_t = linear_expression<Number, Name>;

  linear_constraint(expression_t expression, kind_t kind) : expression_(std::move(expression)), kind_(kind) {}
  [[nodiscard]] bool is_equality() const { return kind_ == EQUALITY; }
  [[nodiscard]] bool is_disequation() const { return kind_ == DISEQUATION; }
  [[nodiscard]] bool is_strict_inequality() const { return kind_ == STRICT_INEQUALITY; }
  [[nodiscard]] bool is_contradiction() const {
    const int sign = sgn(expression_.constant().value());
    return expression_.terms().empty() && kind_ == INEQUALITY && sign > 0;
  }
  [[nodiscard]] const expression_t& expression() const { return expression_; }
  [[nodiscard]] auto begin() const { return expression_.terms().begin(); }
  [[nodiscard]] auto end() const { return expression_.terms().end(); }

 private:
  expression_t expression_;
  kind_t kind_;
};

template <typename Number, typename Name>
class linear_constraint_system {
 public:
  void operator+=(const linear_constraint<Number, Name>& constraint) { all_.push_back(constraint); }
  [[nodiscard]] auto begin() const { return all_.begin(); }
  [[nodiscard]] auto end() const { return all_.end(); }

 private:
  std::vector<linear_constraint<Number, Name>> all_;
};

template <typename Number>
class bound {
 public:
  bound() = default;
  explicit bound(std::optional<mpz_class> number) : number_(std::move(number)) {}
  [[nodiscard]] bool is_finite() const { return number_.has_value(); }
  [[nodiscard]] std::optional<Number> number() const {
    return number_ ? std::optional(Number(*number_)) : std::nullopt;
  }

 private:
  std::optional<mpz_class> number_;
};

/// An end that is not there is infinite.
template <typename Number>
class interval {
 public:
  std::optional<mpz_class> low;
  std::optional<mpz_class> high;

  [[nodiscard]] bool is_bottom() const { return low && high && *low > *high; }
  [[nodiscard]] bool is_top() const { return !low && !high; }
  [[nodiscard]] bound<Number> lb() const { return bound<Number>(low); }
  [[nodiscard]] bound<Number> ub() const { return bound<Number>(high); }
};

}  // namespace ikos
