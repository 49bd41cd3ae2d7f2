#pragma once

#include <string>
#include <string_view>

#include "domain/reproduction/texts.hpp"

namespace assay::domain::reproduction {

/// Translates steps to C++ for a library whose elements are values of one type, `Domain`.
class CppNotation : public Notation {
 public:
  /// Statements that change the element of this name. Each is on its own line, indented by two spaces.
  [[nodiscard]] virtual std::string change(const std::string& name, const Instruction& instruction) const = 0;
  /// Statements that return `left` widened (or narrowed) with `right`. They may change `right`, which is a copy.
  [[nodiscard]] virtual std::string extrapolation(Operation operation) const = 0;
  [[nodiscard]] virtual std::string_view expression_type() const = 0;
  [[nodiscard]] virtual std::string_view constraint_type() const = 0;
};

/// The block that checks a law.
[[nodiscard]] std::string check_text(const Check& check, const Contract& contract, unsigned dimensions,
                                     const CppNotation& notation);
/// The definitions of `violated`, `tell` and `show`. `out`: an expression on `copy` that `show` writes to a stream.
[[nodiscard]] std::string cpp_frame(std::string_view out);

}  // namespace assay::domain::reproduction
