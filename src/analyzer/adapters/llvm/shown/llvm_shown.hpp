#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// Names in reports about LLVM IR: the module's file, LLVM's programs, and the first word of the contradicting run's
/// line.
inline constexpr const char* kIrFile = "prog.ll";
inline constexpr const char* kIrOptimiser = "opt-14";
inline constexpr const char* kIrInterpreter = "lli-14";
inline constexpr std::string_view kContradicted = "contradicted: ";

/// Instructions of LLVM IR that compute %is_shown: whether a run violates a claim.
struct IrCheck {
  std::vector<std::string> instructions;
  std::string told;         ///< text for people if the check holds: "%x is 3"
  std::string declaration;  ///< the declaration of the called intrinsic; empty: none
};
/// A module of LLVM IR with a `main`, and a claim about a value in it.
struct IrClaim {
  std::string module;
  std::string function;  ///< without "@"
  std::string type;      ///< type of the value: "i8"
  std::string value;     ///< "%x"
  std::string other;     ///< the claim's second value: "%y"; empty: none
  std::string at;        ///< the instruction for which the claim is made: "%r"; empty: the value's own place
  std::string number;    ///< a value in a run that the claim excludes; empty: the claim is of another kind
  /// Candidates for the negated claim. Several, because a Relation does not store whether its comparison is signed.
  std::vector<IrCheck> checks;
};
/// A run that contradicts the claim.
struct Contradiction {
  std::string module;  ///< the claim's module with a check that prints
  std::string line;    ///< the printed line
  std::string told;    ///< IrCheck::told
};
/// The contradicting runs, one for each check and place that has one. An Error if there is none.
[[nodiscard]] Result<std::vector<Contradiction>> contradictions(const IrClaim& claim, const Session& session);
/// Completes a reproduction whose second command is that run: the expected output, and the condition that shows the
/// bug.
void add_contradiction(const Contradiction& run, core::Reproduction& made);
/// LLVM IR of the function @show_claim(i1). It prints `line` if its argument is true. It is `optnone` and `noinline`,
/// so that no pass folds it.
[[nodiscard]] std::string show_function(const std::string& line);
/// The claim that the value never has this number.
[[nodiscard]] IrClaim never_is(std::string module, const Fact& fact, const std::string& number);
/// The module that the worker's witness describes: the function at that moment, and a `main` that calls it. A claim
/// about aliases has no checks yet (llvm_aliases.hpp). An Error: the fact is of another kind, or no `main` can make
/// this call.
[[nodiscard]] Result<IrClaim> ir_claim(const Program& program, const Fact& fact, const std::string& witness);

/// Shows the claim by a pass that folds its check. If none does, and the claim is about one value: by a program that
/// calls LLVM's API (data/analyzers/reproduce/llvm_query.cpp). The second command is the run in which the check holds.
[[nodiscard]] Result<core::Reproduction> ir_claim_reproduction(const IrClaim& claim, const Session& session);

/// A reproduction of a pass that changes what a function computes. Two runs of `lli` print different results, or, if
/// poison or objects are involved, `opt -S` prints the wrong function. `pipelines`: arguments of `opt -passes`; the
/// reproduction uses the first pipeline that makes the change.
[[nodiscard]] Result<core::Reproduction> ir_pass_reproduction(const Program& program, const std::string& words,
                                                              const std::vector<std::string>& pipelines,
                                                              const Session& session);

}  // namespace assay::analyzer
