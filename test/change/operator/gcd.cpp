#include "assay/smt/operator.hpp"

namespace assay::smt {

/// The greatest common divisor, which is never negative; that of 0 and 0 is 0.
Outcome evaluate_gcd(const Arguments& arguments) {
  return Value(mpz_class(gcd(arguments[0].as_int(), arguments[1].as_int())));
}

}  // namespace assay::smt
