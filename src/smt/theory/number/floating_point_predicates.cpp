#include <compare>
#include <cstddef>

#include "smt/theory/number/floating_point_evaluate.hpp"
#include "smt/theory/number/floating_point_format.hpp"

namespace assay::smt::fp {

namespace {

/// The order of the numbers that two floats represent. NaN is unordered.
std::partial_ordering order(const Float& a, const Float& b) {
  const Class class_a = class_of(a);
  const Class class_b = class_of(b);
  if (class_a == Class::NotANumber || class_b == Class::NotANumber) {
    return std::partial_ordering::unordered;
  }
  if (class_a == Class::Zero && class_b == Class::Zero) {
    return std::partial_ordering::equivalent;
  }
  if (is_negative(a) != is_negative(b)) {
    return is_negative(a) ? std::partial_ordering::less : std::partial_ordering::greater;
  }
  // Packed bits of the same sign are ordered like the magnitudes.
  return (is_negative(a) ? cmp(b.bits, a.bits) : cmp(a.bits, b.bits)) <=> 0;
}

template <typename Holds>
Outcome chain(const Arguments& arguments, Holds holds) {
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    if (!holds(order(arguments[i].as_float(), arguments[i + 1].as_float()))) {
      return Value(false);
    }
  }
  return Value(true);
}

Outcome is_class(const Arguments& arguments, Class wanted) {
  return Value(class_of(arguments[0].as_float()) == wanted);
}

Outcome has_sign(const Arguments& arguments, bool negative) {
  const Float& number = arguments[0].as_float();
  return Value(class_of(number) != Class::NotANumber && is_negative(number) == negative);
}

}  // namespace

Outcome leq(const Arguments& arguments) {
  return chain(arguments, [](std::partial_ordering o) { return o <= 0; });
}
Outcome lt(const Arguments& arguments) {
  return chain(arguments, [](std::partial_ordering o) { return o < 0; });
}
Outcome geq(const Arguments& arguments) {
  return chain(arguments, [](std::partial_ordering o) { return o >= 0; });
}
Outcome gt(const Arguments& arguments) {
  return chain(arguments, [](std::partial_ordering o) { return o > 0; });
}
Outcome eq(const Arguments& arguments) {
  return chain(arguments, [](std::partial_ordering o) { return o == 0; });
}

Outcome is_normal(const Arguments& arguments) { return is_class(arguments, Class::Normal); }
Outcome is_subnormal(const Arguments& arguments) { return is_class(arguments, Class::Subnormal); }
Outcome is_zero(const Arguments& arguments) { return is_class(arguments, Class::Zero); }
Outcome is_infinite(const Arguments& arguments) { return is_class(arguments, Class::Infinite); }
Outcome is_nan(const Arguments& arguments) { return is_class(arguments, Class::NotANumber); }
Outcome is_negative(const Arguments& arguments) { return has_sign(arguments, true); }
Outcome is_positive(const Arguments& arguments) { return has_sign(arguments, false); }

}  // namespace assay::smt::fp
