#pragma once

#include "assay/smt/operator.hpp"

namespace assay::smt {

/// The largest character of the standard's alphabet.
inline constexpr char32_t kMaxCharacter = 0x2FFFF;

// The evaluators of SMT-LIB 2.7 UnicodeStrings, named like the operators. Operators with regular expressions are in
// regex_evaluate.hpp, operators that also work on sequences in sequences_evaluate.hpp.
namespace strings {
[[nodiscard]] Outcome character_literal(const Arguments& arguments);
[[nodiscard]] Outcome less(const Arguments& arguments);
[[nodiscard]] Outcome less_equal(const Arguments& arguments);
[[nodiscard]] Outcome is_digit(const Arguments& arguments);
[[nodiscard]] Outcome to_code(const Arguments& arguments);
[[nodiscard]] Outcome from_code(const Arguments& arguments);
[[nodiscard]] Outcome to_int(const Arguments& arguments);
[[nodiscard]] Outcome from_int(const Arguments& arguments);
[[nodiscard]] Outcome from_ubv(const Arguments& arguments);
[[nodiscard]] Outcome from_sbv(const Arguments& arguments);
[[nodiscard]] Outcome to_lower(const Arguments& arguments);
[[nodiscard]] Outcome to_upper(const Arguments& arguments);
}  // namespace strings

}  // namespace assay::smt
