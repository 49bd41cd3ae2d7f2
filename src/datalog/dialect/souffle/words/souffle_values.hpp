#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// The shortest decimal text of a finite double with these bits. It has digits on both sides of a dot and no exponent,
/// which Soufflé does not accept.
[[nodiscard]] std::string souffle_float(Value bits);
/// The bits of a decimal number; nullopt if it is too large or too small.
[[nodiscard]] std::optional<Value> read_souffle_float(std::string_view text, bool negative);

/// The symbol in double quotes, with escapes.
[[nodiscard]] std::string souffle_string(std::string_view symbol);
/// The symbol of a quoted string; nullopt if it has an escape that Soufflé does not accept.
[[nodiscard]] std::optional<std::string> read_souffle_string(std::string_view quoted);

/// The value of a number token: decimal, hexadecimal, binary or an address. Nullopt if it has more than 64 bits.
[[nodiscard]] std::optional<std::uint64_t> read_souffle_number(std::string_view text);

}  // namespace assay::datalog
