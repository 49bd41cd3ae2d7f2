#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/smt/value.hpp"

namespace assay::smt {

/// `#x..` and `#b..`.
[[nodiscard]] Value bits_literal(std::string_view text);
[[nodiscard]] mpz_class integer_literal(std::string_view digits);
/// `12.50`.
[[nodiscard]] mpq_class decimal_literal(std::string_view text);
/// `bv12` of `(_ bv12 8)`: the digits, if that is what it is.
[[nodiscard]] std::optional<std::string_view> bits_digits(std::string_view name);
/// A string literal with its quotes. `unicode_escapes`: SMT-LIB 2.6's \u; otherwise 2.5's \x, \n and the like.
[[nodiscard]] std::u32string string_value(std::string_view literal, bool unicode_escapes);

}  // namespace assay::smt
