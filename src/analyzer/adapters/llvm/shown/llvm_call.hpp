#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// The text between `from` and `to`.
[[nodiscard]] std::optional<std::string> between(const std::string& text, const std::string& from,
                                                 const std::string& to);

/// A function in LLVM's printed form.
struct IrFunction {
  std::vector<std::string> lines;
  std::string type;                     ///< type of the result
  std::string name;                     ///< without "@"
  std::vector<std::string> parameters;  ///< "i32* nonnull %p"
};
/// The first function in a text. Nullopt: there is none, or it is `main`.
[[nodiscard]] std::optional<IrFunction> function_in(const std::string& text);

/// A module with the function and the declarations that it may use. `declared` maps a declaration's line to the line in
/// the module.
[[nodiscard]] std::string module_of(const IrFunction& function, const Program& program,
                                    const std::function<std::string(const std::string&)>& declared);

/// The module with a `main` that makes the worker's call ("i8 3, pointer null, pointer to 00ff"). The target of a
/// pointer parameter becomes a global variable of these bytes. `body`: the instructions of `main` after the call, which
/// may use %result. Nullopt: an argument is undef or poison, or does not fit the function.
[[nodiscard]] std::optional<std::string> module_with_main(const IrFunction& function, const std::string& arguments,
                                                          const std::string& body, const Program& program);

}  // namespace assay::analyzer
