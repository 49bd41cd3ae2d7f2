#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// A float constant from its bits: digits on both sides of a dot, no exponent (Soufflé has none), as few as give the
/// same double again. Finite ones only.
[[nodiscard]] std::string souffle_float(Value bits);
/// The bits of a decimal number, or nothing where it is too large.
[[nodiscard]] std::optional<Value> read_souffle_float(std::string_view text, bool negative);

/// In quotes and with escapes.
[[nodiscard]] std::string souffle_string(std::string_view symbol);
/// The symbol of a quoted string, or nothing where Soufflé does not know an escape.
[[nodiscard]] std::optional<std::string> read_souffle_string(std::string_view quoted);

/// A number token without its suffix, of whatever base; nothing where it has more than 64 bits.
[[nodiscard]] std::optional<std::uint64_t> read_souffle_number(std::string_view text);

}  // namespace assay::datalog
