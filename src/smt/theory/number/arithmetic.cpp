#include <algorithm>
#include <array>
#include <utility>

#include "smt/theory/row/numbers.hpp"
#include "smt/theory/row/sort_rules.hpp"
#include "smt/theory/row/tables.hpp"

namespace assay::smt {

mpq_class as_rational(const Value& number) {
  return number.is<mpz_class>() ? mpq_class(number.as_int()) : number.as_real();
}

bool same_number(const Value& a, const Value& b) {
  const bool numbers = (a.is<mpz_class>() || a.is<mpq_class>()) && (b.is<mpz_class>() || b.is<mpq_class>());
  return numbers ? as_rational(a) == as_rational(b) : a == b;
}

Outcome coerced(const TermStore& store, const Outcome& outcome, SortId sort) {
  if (outcome.known() && outcome.value.is<mpz_class>() && store.kind(sort) == SortKind::Real) {
    return Value(mpq_class(outcome.value.as_int()));
  }
  return outcome;
}

namespace arithmetic_theory {
namespace {

bool is_number(const TermStore& store, SortId sort) {
  return fits(store, sort, SortKind::Int) || fits(store, sort, SortKind::Real);
}

bool all_numbers(const SortQuery& query) {
  return std::all_of(query.arguments.begin(), query.arguments.end(),
                     [&](SortId sort) { return is_number(query.store, sort); });
}

std::optional<SortId> numbers(const SortQuery& query) {
  return all_numbers(query) ? common_sort(query.store, query.arguments) : std::nullopt;
}

std::optional<SortId> comparison(const SortQuery& query) {
  return all_numbers(query) ? std::optional(query.store.bool_sort()) : std::nullopt;
}

std::optional<SortId> ints(const SortQuery& query) {
  return all_fit(query, SortKind::Int) ? std::optional(query.store.int_sort()) : std::nullopt;
}

std::optional<SortId> to_real_sort(const SortQuery& query) {
  return all_numbers(query) ? std::optional(query.store.real_sort()) : std::nullopt;
}

std::optional<SortId> to_int_sort(const SortQuery& query) {
  return all_numbers(query) ? std::optional(query.store.int_sort()) : std::nullopt;
}

std::optional<SortId> divisible_sort(const SortQuery& query) {
  const bool positive = !query.indices[0].symbol && query.indices[0].number > 0;
  return positive && all_fit(query, SortKind::Int) ? std::optional(query.store.bool_sort()) : std::nullopt;
}

std::optional<SortId> iand_sort(const SortQuery& query) {
  const bool positive = !query.indices[0].symbol && query.indices[0].number > 0;
  return positive ? ints(query) : std::nullopt;
}

bool all_ints(const Arguments& arguments) {
  return std::all_of(arguments.values.begin(), arguments.values.end(),
                     [](const Outcome* outcome) { return outcome->value.is<mpz_class>(); });
}

std::size_t bits(const mpz_class& number) { return mpz_sizeinbase(number.get_mpz_t(), 2); }
std::size_t bits(const mpq_class& number) { return bits(number.get_num()) + bits(number.get_den()); }

/// Folds from the left, exactly. The outcome is Lack::Budget if a number gets wider than max_bits.
template <typename Step>
Outcome fold(const Arguments& arguments, Step step) {
  const auto run = [&](auto accumulator, auto convert) -> Outcome {
    for (std::size_t i = 1; i < arguments.size(); ++i) {
      const auto& next = convert(arguments[i]);
      if (bits(accumulator) + bits(next) > arguments.max_bits) {
        return Lack::Budget;
      }
      step(accumulator, next);
    }
    return Value(std::move(accumulator));
  };
  if (all_ints(arguments)) {
    return run(arguments[0].as_int(), [](const Value& v) -> const mpz_class& { return v.as_int(); });
  }
  return run(as_rational(arguments[0]), [](const Value& v) { return as_rational(v); });
}

Outcome evaluate_add(const Arguments& arguments) {
  return fold(arguments, [](auto& a, const auto& b) { a += b; });
}

Outcome evaluate_minus(const Arguments& arguments) {
  if (arguments.size() == 1) {
    const Value& number = arguments[0];
    return number.is<mpz_class>() ? Value(mpz_class(-number.as_int())) : Value(mpq_class(-number.as_real()));
  }
  return fold(arguments, [](auto& a, const auto& b) { a -= b; });
}

Outcome evaluate_times(const Arguments& arguments) {
  return fold(arguments, [](auto& a, const auto& b) { a *= b; });
}

/// The quotient with 0 <= remainder < |divisor| (Boute's definition, used by the standard's theory Ints).
mpz_class euclidean_quotient(const mpz_class& dividend, const mpz_class& divisor) {
  mpz_class quotient;
  if (divisor > 0) {
    mpz_fdiv_q(quotient.get_mpz_t(), dividend.get_mpz_t(), divisor.get_mpz_t());
  } else {
    mpz_cdiv_q(quotient.get_mpz_t(), dividend.get_mpz_t(), divisor.get_mpz_t());
  }
  return quotient;
}

/// The value of `(op a 0)`, which the standard leaves open, as one step of `(op a b c)`.
Outcome by_zero(const Arguments& arguments, Value dividend, Value divisor) {
  const Outcome a(std::move(dividend));
  const Outcome b(std::move(divisor));
  const std::array<const Outcome*, 2> values = {&a, &b};
  const std::array<SortId, 2> sorts = {arguments.sort, arguments.sort};
  Arguments step = arguments;
  step.sorts = sorts;
  step.values = values;
  return arguments.unspecified->function(step);
}

Outcome evaluate_div(const Arguments& arguments) {
  Outcome accumulator = arguments.outcome(0);
  for (std::size_t i = 1; i < arguments.size() && accumulator.known(); ++i) {
    const mpz_class& divisor = arguments[i].as_int();
    accumulator = divisor == 0 ? by_zero(arguments, accumulator.value, arguments[i])
                               : Outcome(Value(euclidean_quotient(accumulator.value.as_int(), divisor)));
  }
  return accumulator;
}

Outcome evaluate_mod(const Arguments& arguments) {
  const mpz_class& dividend = arguments[0].as_int();
  const mpz_class& divisor = arguments[1].as_int();
  if (divisor == 0) {
    return by_zero(arguments, arguments[0], arguments[1]);
  }
  mpz_class remainder;
  const mpz_class modulus = abs(divisor);
  mpz_fdiv_r(remainder.get_mpz_t(), dividend.get_mpz_t(), modulus.get_mpz_t());
  return Value(std::move(remainder));
}

Outcome evaluate_divide(const Arguments& arguments) {
  Outcome accumulator = Value(as_rational(arguments[0]));
  for (std::size_t i = 1; i < arguments.size() && accumulator.known(); ++i) {
    const mpq_class divisor = as_rational(arguments[i]);
    if (divisor == 0) {
      accumulator = by_zero(arguments, accumulator.value, Value(divisor));
      continue;
    }
    mpq_class quotient = accumulator.value.as_real();
    if (bits(quotient) + bits(divisor) > arguments.max_bits) {
      return Lack::Budget;
    }
    quotient /= divisor;
    accumulator = Value(std::move(quotient));
  }
  return accumulator;
}

Outcome evaluate_abs(const Arguments& arguments) {
  const Value& number = arguments[0];
  return number.is<mpz_class>() ? Value(mpz_class(abs(number.as_int()))) : Value(mpq_class(abs(number.as_real())));
}

template <typename Holds>
Outcome chain(const Arguments& arguments, Holds holds) {
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const Value& a = arguments[i - 1];
    const Value& b = arguments[i];
    const bool both_ints = a.is<mpz_class>() && b.is<mpz_class>();
    const int order = both_ints ? cmp(a.as_int(), b.as_int()) : cmp(as_rational(a), as_rational(b));
    if (!holds(order)) {
      return Value(false);
    }
  }
  return Value(true);
}

Outcome evaluate_le(const Arguments& arguments) {
  return chain(arguments, [](int order) { return order <= 0; });
}
Outcome evaluate_lt(const Arguments& arguments) {
  return chain(arguments, [](int order) { return order < 0; });
}
Outcome evaluate_ge(const Arguments& arguments) {
  return chain(arguments, [](int order) { return order >= 0; });
}
Outcome evaluate_gt(const Arguments& arguments) {
  return chain(arguments, [](int order) { return order > 0; });
}

Outcome evaluate_divisible(const Arguments& arguments) {
  return Value(mpz_divisible_ui_p(arguments[0].as_int().get_mpz_t(), arguments.indices[0].number) != 0);
}

/// cvc5: the bit-wise "and" of both numbers modulo 2^k.
Outcome evaluate_iand(const Arguments& arguments) {
  const std::uint64_t width = arguments.indices[0].number;
  if (width > arguments.max_bits) {
    return Lack::Budget;
  }
  mpz_class result = arguments[0].as_int() & arguments[1].as_int();
  mpz_fdiv_r_2exp(result.get_mpz_t(), result.get_mpz_t(), width);
  return Value(std::move(result));
}

/// cvc5: 2^n, and 0 for a negative n.
Outcome evaluate_pow2(const Arguments& arguments) {
  const mpz_class& exponent = arguments[0].as_int();
  if (exponent < 0) {
    return Value(mpz_class(0));
  }
  if (exponent > arguments.max_bits) {
    return Lack::Budget;
  }
  mpz_class result;
  mpz_ui_pow_ui(result.get_mpz_t(), 2, exponent.get_ui());
  return Value(std::move(result));
}

/// cvc5 (Kind PIAND): iand whose width is an argument; 0 if the width is not positive.
Outcome evaluate_piand(const Arguments& arguments) {
  const mpz_class& width = arguments[0].as_int();
  if (width <= 0) {
    return Value(mpz_class(0));
  }
  if (width > arguments.max_bits) {
    return Lack::Budget;
  }
  mpz_class result = arguments[1].as_int() & arguments[2].as_int();
  mpz_fdiv_r_2exp(result.get_mpz_t(), result.get_mpz_t(), width.get_ui());
  return Value(std::move(result));
}

Outcome left_open(const Arguments& arguments) {
  return arguments.unspecified != nullptr ? arguments.unspecified->open(arguments) : Lack::Unspecified;
}

/// cvc5 (Kind LOG2): "the inverse of raising 2 to a non-negative integer power". Other numbers are not documented.
Outcome evaluate_log2(const Arguments& arguments) {
  const mpz_class& number = arguments[0].as_int();
  if (number <= 0 || mpz_popcount(number.get_mpz_t()) != 1) {
    return left_open(arguments);
  }
  return Value(mpz_class(static_cast<unsigned long>(mpz_sizeinbase(number.get_mpz_t(), 2) - 1)));
}

/// cvc5 (Kinds INTS_DIVISION_TOTAL, INTS_MODULUS_TOTAL): div and mod; for the divisor zero 0 and the dividend.
Outcome evaluate_div_total(const Arguments& arguments) {
  return arguments[1].as_int() == 0 ? Value(mpz_class(0)) : evaluate_div(arguments);
}
Outcome evaluate_mod_total(const Arguments& arguments) {
  return arguments[1].as_int() == 0 ? Outcome(arguments[0]) : evaluate_mod(arguments);
}

/// z3: the remainder of mod, with the sign of the divisor.
Outcome evaluate_rem(const Arguments& arguments) {
  Outcome remainder = evaluate_mod(arguments);
  if (arguments[1].as_int() >= 0 || !remainder.known()) return remainder;
  return Value(mpz_class(-remainder.value.as_int()));
}

/// z3 and cvc5: a power whose exponent is a natural number. 0^0 and all other exponents are left open, because the
/// solvers differ.
Outcome evaluate_power(const Arguments& arguments) {
  const mpq_class base = as_rational(arguments[0]);
  const mpq_class exponent = as_rational(arguments[1]);
  if (exponent.get_den() != 1 || exponent < 0 || (base == 0 && exponent == 0)) {
    return left_open(arguments);
  }
  const mpz_class& times = exponent.get_num();
  const std::size_t bits = std::max(mpz_sizeinbase(base.get_num_mpz_t(), 2), mpz_sizeinbase(base.get_den_mpz_t(), 2));
  const bool small = abs(base.get_num()) <= 1 && base.get_den() == 1;
  if (!times.fits_ulong_p() || (!small && times > arguments.max_bits / bits)) {
    return Lack::Budget;
  }
  mpq_class result;
  mpz_pow_ui(result.get_num_mpz_t(), base.get_num_mpz_t(), times.get_ui());
  mpz_pow_ui(result.get_den_mpz_t(), base.get_den_mpz_t(), times.get_ui());
  const bool integer = arguments.store.kind(arguments.sort) == SortKind::Int;
  return integer ? Value(mpz_class(result.get_num())) : Value(std::move(result));
}

/// Opaque for a Real argument: z3 takes the integral part first, cvc5 the number itself.
Outcome evaluate_to_real(const Arguments& arguments) {
  return arguments[0].is<mpz_class>() ? Value(as_rational(arguments[0])) : Outcome(Lack::Opaque);
}

/// The largest integer that is not greater than the argument.
Outcome evaluate_to_int(const Arguments& arguments) {
  const mpq_class number = as_rational(arguments[0]);
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), number.get_num_mpz_t(), number.get_den_mpz_t());
  return Value(std::move(result));
}

Outcome evaluate_is_int(const Arguments& arguments) { return Value(as_rational(arguments[0]).get_den() == 1); }

OperatorRow row(std::string_view name, Theory theory, std::uint8_t min, std::uint8_t max, Chaining chaining,
                SortRule sort, EvaluateRule evaluate) {
  OperatorRow result = operator_row(theory, name, min, max, sort, evaluate);
  result.chaining = chaining;
  return result;
}

OperatorRow indexed(OperatorRow row, bool standard) {
  row.index_count = 1;
  row.standard = standard;
  return row;
}

std::vector<OperatorRow> make_rows() {
  using enum Theory;
  using enum Chaining;
  std::vector<OperatorRow> rows = {
      row("-", Ints, 1, kAnyArity, Left, numbers, evaluate_minus),
      row("+", Ints, 1, kAnyArity, Left, numbers, evaluate_add),
      row("*", Ints, 1, kAnyArity, Left, numbers, evaluate_times),
      row("div", Ints, 2, kAnyArity, Left, ints, evaluate_div),
      row("mod", Ints, 2, 2, None, ints, evaluate_mod),
      row("abs", Ints, 1, 1, None, numbers, evaluate_abs),
      row("<=", Ints, 2, kAnyArity, Chain, comparison, evaluate_le),
      row("<", Ints, 2, kAnyArity, Chain, comparison, evaluate_lt),
      row(">=", Ints, 2, kAnyArity, Chain, comparison, evaluate_ge),
      row(">", Ints, 2, kAnyArity, Chain, comparison, evaluate_gt),
      indexed(row("divisible", Ints, 1, 1, None, divisible_sort, evaluate_divisible), true),
      indexed(row("iand", Ints, 2, 2, None, iand_sort, evaluate_iand), false),
      row("/", Reals, 2, kAnyArity, Left, to_real_sort, evaluate_divide),
      row("to_real", Reals, 1, 1, None, to_real_sort, evaluate_to_real),
      row("to_int", Reals, 1, 1, None, to_int_sort, evaluate_to_int),
      row("is_int", Reals, 1, 1, None, comparison, evaluate_is_int),
  };
  for (OperatorRow extension :
       {row("int.pow2", Ints, 1, 1, None, ints, evaluate_pow2), row("int.log2", Ints, 1, 1, None, ints, evaluate_log2),
        row("piand", Ints, 3, 3, None, ints, evaluate_piand),
        row("div_total", Ints, 2, 2, None, ints, evaluate_div_total),
        row("mod_total", Ints, 2, 2, None, ints, evaluate_mod_total),
        row("^", Reals, 2, 2, None, numbers, evaluate_power), row("rem", Ints, 2, 2, None, ints, evaluate_rem)}) {
    extension.standard = false;
    rows.push_back(std::move(extension));
  }
  return rows;
}

}  // namespace
}  // namespace arithmetic_theory

std::vector<OperatorRow> arithmetic_rows() { return arithmetic_theory::make_rows(); }

}  // namespace assay::smt
