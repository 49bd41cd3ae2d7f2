#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/smt/value.hpp"

namespace assay::smt {

/// The value of `#x..` or `#b..`.
[[nodiscard]] Value bits_literal(std::string_view text);
[[nodiscard]] mpz_class integer_literal(std::string_view digits);
/// The value of a decimal such as `12.50`.
[[nodiscard]] mpq_class decimal_literal(std::string_view text);
/// The digits of `bv12` in `(_ bv12 8)`. Nullopt for other names.
[[nodiscard]] std::optional<std::string_view> bits_digits(std::string_view name);
/// The value of a string literal, which includes its quotes. `unicode_escapes`: true for SMT-LIB 2.6's \u, false for
/// 2.5's \x, \n and the like.
[[nodiscard]] std::u32string string_value(std::string_view literal, bool unicode_escapes);

}  // namespace assay::smt
