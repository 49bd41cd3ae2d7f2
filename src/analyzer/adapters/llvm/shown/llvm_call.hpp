#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// The text from `from` on up to `to`, without both.
[[nodiscard]] std::optional<std::string> between(const std::string& text, const std::string& from,
                                                 const std::string& to);

/// A function as LLVM prints it.
struct IrFunction {
  std::vector<std::string> lines;
  std::string type;                     ///< of its result
  std::string name;                     ///< without "@"
  std::vector<std::string> parameters;  ///< "i32* nonnull %p"
};
/// The first function in a text. Nullopt: there is none, or it is `main`.
[[nodiscard]] std::optional<IrFunction> function_in(const std::string& text);

/// A module with the function and what it may name. `declared`: makes something of the line of a declaration.
[[nodiscard]] std::string module_of(const IrFunction& function, const Program& program,
                                    const std::function<std::string(const std::string&)>& declared);

/// The module with a `main` that makes the call that the worker tells of ("i8 3, pointer null, pointer to 00ff"):
/// memory that a parameter points to is a global variable of these bytes. `body`: what `main` does with %result.
/// Nullopt: an argument is undef or poison, or not one of the function's.
[[nodiscard]] std::optional<std::string> module_with_main(const IrFunction& function, const std::string& arguments,
                                                          const std::string& body, const Program& program);

}  // namespace assay::analyzer
