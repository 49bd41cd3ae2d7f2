#pragma once

#include <string>
#include <vector>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// A module of LLVM IR with a `main`, and a value in it about which a claim is made.
struct IrClaim {
  std::string module;
  std::string function;  ///< without "@"
  std::string type;      ///< of the value: "i8"
  std::string value;     ///< "%x"
  std::string number;    ///< that the value has in a run, and the claim excludes
};
/// The module that the worker's witness describes: the function as it was then, and a `main` that calls it. An Error:
/// the fact is of another kind, or the run needs an object of the interpreter's.
[[nodiscard]] Result<IrClaim> ir_claim(const Program& program, const Fact& fact, const std::string& witness);

/// Shows the claim by a pass that folds a comparison of the value with the number, or else by a program that asks
/// LLVM's API (data/analyzers/reproduce/llvm_query.cpp); and the run in which the value is the number.
[[nodiscard]] Result<core::Reproduction> ir_value_reproduction(const IrClaim& claim, const Session& session);

/// Two versions of a function that a run tells apart: what a pass made of it. `pipelines`: words for `opt -passes`, of
/// which the first that makes the difference is shown.
[[nodiscard]] Result<core::Reproduction> ir_pass_reproduction(const Program& program, const std::string& words,
                                                              const std::vector<std::string>& pipelines,
                                                              const Session& session);

}  // namespace assay::analyzer
