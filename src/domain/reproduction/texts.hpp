#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/domain/program.hpp"
#include "assay/domain/violation.hpp"

namespace assay::domain::reproduction {

/// A law as a condition that is the same in C and C++, on x, y, z, `assign(x)`, `assume(x)` and so on.
struct LawText {
  unsigned number;
  std::string_view condition;  ///< empty: that `step` leads to what it changes no more
  std::string_view step = "";  ///< what follows `at` in step `i`; chains are taken in turn
};
/// For domains whose widening wants ordered arguments, or any. Nothing: it is not written. Narrowing always wants them.
[[nodiscard]] std::optional<LawText> law_text(unsigned number, bool widening_ordered);

/// A function of the program. Each may use those before it.
struct FunctionText {
  std::string_view name;
  std::string_view text;
};
/// The functions of one part of a file in data/domains/reproduction ("level0.c", "elements"), in the file's order. The
/// line `//! part elements` begins a part, `//! join` the text of a function in it, and `//! end` ends the part.
/// The rest of a file (what a compiler needs to check the functions) is in no program.
[[nodiscard]] std::span<const FunctionText> functions(std::string_view file, std::string_view part);
/// The texts of all functions of a part, with an empty line between two.
[[nodiscard]] std::string text_of(std::string_view file, std::string_view part);
/// Whether the text calls the function (and not one whose name only ends like it).
[[nodiscard]] bool calls(std::string_view text, std::string_view name);
/// The functions that the body needs, in an order that compiles.
[[nodiscard]] std::string functions_for(std::string_view body,
                                        std::initializer_list<std::span<const FunctionText>> all);

/// "a3".
[[nodiscard]] std::string element(std::size_t instruction);
/// Lines that begin with `// `.
[[nodiscard]] std::string comment(std::string_view lines);

/// How the parts of a condition are written for a library.
class Notation {
 public:
  virtual ~Notation() = default;
  Notation() = default;
  Notation(const Notation&) = delete;
  Notation& operator=(const Notation&) = delete;
  /// What `has(x, ...)` takes after the element.
  [[nodiscard]] virtual std::string point(const Point& point) const = 0;
  [[nodiscard]] virtual std::string expression(const LinearExpression& expression) const = 0;
  [[nodiscard]] virtual std::string constraint(const Constraint& constraint) const = 0;
  /// A statement that does the operation of the leak once more, and drops its result.
  [[nodiscard]] virtual std::string repetition(const Program& program, const Violation& leak) const = 0;
};

/// The statements that show what a run found, laws and floats apart: they use `copy`, `has`, `leq`, `is_bottom`,
/// `satisfies`, `bounds_hold` and `tell`. Nothing of what a program cannot show.
[[nodiscard]] std::string findings_text(const Program& program, std::span<const Violation> violations,
                                        const Notation& notation);
/// What is asked of the last element where the process may have ended while it was judged: uses `copy`, `exported`,
/// `is_bottom` and `leq`. Else empty.
[[nodiscard]] std::string asked_text(const Program& program, const Contract& contract,
                                     std::span<const Violation> violations);
/// What main begins with.
[[nodiscard]] std::string opening(std::span<const Violation> violations);
/// What follows the step (or the check) where it came back with other floats. Else empty.
[[nodiscard]] std::string floats_text(std::size_t step, std::span<const Violation> violations);

}  // namespace assay::domain::reproduction
