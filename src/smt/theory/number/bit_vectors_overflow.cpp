#include <utility>

#include "smt/theory/number/bit_vectors.hpp"
#include "smt/theory/row/sort_rules.hpp"

namespace assay::smt {
namespace {

mpz_class power_of_two(std::uint32_t exponent) {
  mpz_class result;
  mpz_ui_pow_ui(result.get_mpz_t(), 2, exponent);
  return result;
}

bool fits_unsigned(const mpz_class& number, std::uint32_t width) {
  return number >= 0 && mpz_sizeinbase(number.get_mpz_t(), 2) <= width;
}

bool fits_signed(const mpz_class& number, std::uint32_t width) {
  const mpz_class limit = power_of_two(width - 1);
  return -limit <= number && number < limit;
}

struct Pair {
  mpz_class a;
  mpz_class b;
  std::uint32_t width;
};

Pair unsigned_pair(const Arguments& arguments) {
  return {arguments[0].as_bits().bits, arguments[1].as_bits().bits, arguments[0].as_bits().width};
}

Pair signed_pair(const Arguments& arguments) {
  return {signed_value(arguments[0].as_bits()), signed_value(arguments[1].as_bits()), arguments[0].as_bits().width};
}

Outcome evaluate_nego(const Arguments& arguments) {
  const BitVector& a = arguments[0].as_bits();
  return Value(a.bits == power_of_two(a.width - 1));
}

Outcome evaluate_uaddo(const Arguments& arguments) {
  const Pair p = unsigned_pair(arguments);
  return Value(!fits_unsigned(p.a + p.b, p.width));
}

Outcome evaluate_saddo(const Arguments& arguments) {
  const Pair p = signed_pair(arguments);
  return Value(!fits_signed(p.a + p.b, p.width));
}

Outcome evaluate_umulo(const Arguments& arguments) {
  const Pair p = unsigned_pair(arguments);
  return Value(!fits_unsigned(p.a * p.b, p.width));
}

Outcome evaluate_smulo(const Arguments& arguments) {
  const Pair p = signed_pair(arguments);
  return Value(!fits_signed(p.a * p.b, p.width));
}

Outcome evaluate_usubo(const Arguments& arguments) {
  const Pair p = unsigned_pair(arguments);
  return Value(p.a < p.b);
}

Outcome evaluate_ssubo(const Arguments& arguments) {
  const Pair p = signed_pair(arguments);
  return Value(!fits_signed(p.a - p.b, p.width));
}

/// Signed division overflows only if the least number is divided by -1.
Outcome evaluate_sdivo(const Arguments& arguments) {
  const Pair p = signed_pair(arguments);
  return Value(p.b == -1 && p.a == -power_of_two(p.width - 1));
}

Outcome evaluate_umul_noovfl(const Arguments& arguments) {
  const Pair p = unsigned_pair(arguments);
  return Value(fits_unsigned(p.a * p.b, p.width));
}

OperatorRow predicate(std::string_view name, std::uint8_t arity, EvaluateRule evaluate) {
  return bit_vectors_row(name, arity, arity, Chaining::None, bit_vectors_predicate, evaluate);
}

}  // namespace

std::vector<OperatorRow> bit_vectors_overflow_rows() {
  return {
      predicate("bvnego", 1, evaluate_nego),
      predicate("bvuaddo", 2, evaluate_uaddo),
      predicate("bvsaddo", 2, evaluate_saddo),
      predicate("bvumulo", 2, evaluate_umulo),
      predicate("bvsmulo", 2, evaluate_smulo),
      predicate("bvusubo", 2, evaluate_usubo),
      predicate("bvssubo", 2, evaluate_ssubo),
      predicate("bvsdivo", 2, evaluate_sdivo),
      extension(predicate("bvumul_noovfl", 2, evaluate_umul_noovfl)),
      // Only z3 has these, and they have no values here: z3 4.8.12's results fit no meaning of their names (#b1 times
      // #b1 does not overflow, but #x40 times #xfe, which is in range, does).
      extension(predicate("bvsmul_noovfl", 2, nullptr)),
      extension(predicate("bvsmul_noudfl", 2, nullptr)),
  };
}

}  // namespace assay::smt
