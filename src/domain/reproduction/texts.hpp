#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/domain/program.hpp"
#include "assay/domain/violation.hpp"

namespace assay::domain::reproduction {

/// A law as a condition on x, y, z, `assign(x)`, `assume(x)` and so on, which is valid in C and C++.
struct LawText {
  unsigned number;
  std::string_view condition;  ///< empty: the law holds if repeating `step` reaches a fixed point
  std::string_view step = "";  ///< the successor of `at` in iteration `i`
};
/// The text of a law, for domains whose widening needs ordered arguments or accepts any. Narrowing always gets ordered
/// arguments. Nullopt if the law has no text.
[[nodiscard]] std::optional<LawText> law_text(unsigned number, bool widening_ordered);

/// A function of a reproduction. It may call the functions before it.
struct FunctionText {
  std::string_view name;
  std::string_view text;
};
/// The functions of one part of a file in data/domains/reproduction ("level0.c", "elements"), in the file's order. The
/// line `//! part elements` begins a part, `//! join` the text of a function in it, and `//! end` ends the part.
/// Reproductions do not contain the rest of the file, which only lets a compiler check the functions.
[[nodiscard]] std::span<const FunctionText> functions(std::string_view file, std::string_view part);
/// The texts of all functions of a part, separated by empty lines.
[[nodiscard]] std::string text_of(std::string_view file, std::string_view part);
/// Whether the text calls the function. A longer name that ends with `name` does not count.
[[nodiscard]] bool calls(std::string_view text, std::string_view name);
/// The functions that the body calls directly or indirectly, in the order of `all`.
[[nodiscard]] std::string functions_for(std::string_view body,
                                        std::initializer_list<std::span<const FunctionText>> all);

/// The variable of an instruction's element: "a3".
[[nodiscard]] std::string element(std::size_t instruction);
/// The lines as `// ` comments.
[[nodiscard]] std::string comment(std::string_view lines);

/// Translates the parts of a condition for a library.
class Notation {
 public:
  virtual ~Notation() = default;
  Notation() = default;
  Notation(const Notation&) = delete;
  Notation& operator=(const Notation&) = delete;
  /// The arguments of `has(x, ...)` after the element.
  [[nodiscard]] virtual std::string point(const Point& point) const = 0;
  [[nodiscard]] virtual std::string expression(const LinearExpression& expression) const = 0;
  [[nodiscard]] virtual std::string constraint(const Constraint& constraint) const = 0;
  /// A statement that repeats the leaking operation and discards its result. Empty if it cannot be translated.
  [[nodiscard]] virtual std::string repetition(const Program& program, const Violation& leak) const = 0;
};

/// The statements that show violations of a run, except violations of laws and of the float mode. They use `copy`,
/// `has`, `leq`, `is_bottom`, `satisfies`, `bounds_hold` and `tell`. Omits violations that a program cannot show.
[[nodiscard]] std::string findings_text(const Program& program, std::span<const Violation> violations,
                                        const Notation& notation);
/// Queries of the last element, for a crash without checks: the process may have ended while Assay judged this element.
/// They use `copy`, `exported`, `is_bottom` and `leq`. Empty for other violations.
[[nodiscard]] std::string asked_text(const Program& program, const Contract& contract,
                                     std::span<const Violation> violations);
/// The first statements of `main`.
[[nodiscard]] std::string opening(std::span<const Violation> violations);
/// The statement after a step or check that changed the floating-point mode; empty for other steps.
[[nodiscard]] std::string floats_text(std::size_t step, std::span<const Violation> violations);

}  // namespace assay::domain::reproduction
