#pragma once

#include <string>
#include <string_view>

#include "domain/reproduction/texts.hpp"

namespace assay::domain::reproduction {

/// How steps are written for a library in C++ whose elements are values of one type, `Domain`.
class CppNotation : public Notation {
 public:
  /// Statements, each on a line of its own with two spaces before it, that change the element of this name.
  [[nodiscard]] virtual std::string change(const std::string& name, const Instruction& instruction) const = 0;
  /// Statements that return what `left` widened (or narrowed) with `right` is; they may change `right`, a copy.
  [[nodiscard]] virtual std::string extrapolation(Operation operation) const = 0;
  [[nodiscard]] virtual std::string_view expression_type() const = 0;
  [[nodiscard]] virtual std::string_view constraint_type() const = 0;
};

/// The block that checks a law.
[[nodiscard]] std::string check_text(const Check& check, const Contract& contract, unsigned dimensions,
                                     const CppNotation& notation);
/// `violated`, `tell`, and a `show` that prints with `out`, an expression on `copy` that can be put into a stream.
[[nodiscard]] std::string cpp_frame(std::string_view out);

}  // namespace assay::domain::reproduction
