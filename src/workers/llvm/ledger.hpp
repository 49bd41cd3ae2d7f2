#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "workers/llvm/flatten.hpp"

namespace assay::llvm_worker {

/// A fact that LLVM claims, in the terms of analyzer/fact/fact.hpp, and the results of the runs that check it.
struct Claim {
  std::string function, subject, operation, type;
  std::string
      property;        ///< "bits 8 f0 0", "interval 0 9", "values !0", "relation == %x", ...: docs/dev/analyzer-llvm.md
  std::string source;  ///< "known-bits", or "known-bits in instcombine" for a query of a pass
  std::string context;  ///< the instruction or edge of the query
  std::string measure = "value";
  std::string file;               ///< the source file, if there is debug information
  unsigned line = 0, column = 0;  ///< the source location, if there is debug information

  std::uint64_t runs = 0, broken = 0;
  std::string witness;
  bool poison_in_witness = false;  ///< the witness's input has poison; no run without poison breaks the claim
  std::string skip;
};

/// Inputs of a function: all inputs if there are at most `max_inputs`, otherwise boundary values and samples.
[[nodiscard]] std::vector<std::vector<Cell>> inputs_for(const std::vector<std::uint8_t>& widths, unsigned max_inputs);
/// The arguments of a call: "i8 3, i1 poison, pointer null, pointer to 00ff" (the bytes of the object).
[[nodiscard]] std::string text_of(const std::vector<Cell>& inputs, const FlatFunction& function);

/// A snapshot of a function and the checks to run on it.
class Version {
 public:
  explicit Version(Snapshot snapshot) : snapshot_(std::move(snapshot)) {}

  [[nodiscard]] Snapshot& snapshot() { return snapshot_; }
  [[nodiscard]] bool runs() const { return snapshot_.refusal.empty(); }
  /// Adds ops and then the check before the op at a position. `claim` is the number of the claim, `subject` the value
  /// that is checked. (`subject` is never dereferenced, because it may be deleted when the check runs.)
  void add(std::int32_t position, const std::vector<Op>& ops, const Check& check, std::size_t claim,
           const llvm::Value* subject = nullptr);
  void add_op(std::int32_t position, const Op& op) { more_.emplace_back(position, op); }
  [[nodiscard]] std::size_t checks() const { return checks_.size(); }
  std::string function;  ///< the function's name
  /// The version at the pass's first query, or null. If a value was poison there, or the run undefined, the pass may
  /// have replaced the value by anything, while its analyses may still describe the old value. So such runs break no
  /// claim.
  Version* begin = nullptr;
  /// The function's text for users. Empty unless a run with texts was requested.
  std::string text;

  /// Runs the function with its checks on the inputs and updates the claims' counts. Runs that end in undefined
  /// behaviour or do not end check nothing. Stops after `max_steps` steps, because functions with long loops would cost
  /// more than all others. `outcomes` gets the outcome of each run, unless it is null.
  void run(const std::vector<std::vector<Cell>>& inputs, std::vector<Claim>& claims, std::uint64_t max_steps,
           std::vector<Outcome>* outcomes, std::uint64_t& judged);

 private:
  Snapshot snapshot_;
  std::vector<std::pair<std::int32_t, Op>> more_;
  std::vector<Check> checks_;
  std::vector<std::size_t> claim_of_;
  std::vector<const llvm::Value*> subject_of_;

  [[nodiscard]] bool is_meaningless(const llvm::Value* subject, const std::vector<Cell>& input);
};

/// The way in which a transformed function fails to refine the original function.
struct RefinementProblem {
  /// From the most obvious kind to the kind that only the language reference forbids.
  enum class Kind : std::uint8_t { Value, Poison, Undefined };
  Kind kind = Kind::Value;
  std::string words;
};
/// A suffix for messages: ", makes poison" and so on; empty for a wrong value.
[[nodiscard]] std::string_view name(RefinementProblem::Kind kind);
/// The problem of one run before (`source`) and after (`target`) a transformation. Nullopt if there is none or the
/// outcomes cannot be compared.
[[nodiscard]] std::optional<RefinementProblem> refinement_problem(const Outcome& source, const Outcome& target);

/// All claims about a module, without duplicates.
class Ledger {
 public:
  /// Adds a claim unless it exists. Returns its number.
  std::size_t number(Claim claim);
  /// Adds a claim that is not checked, with the reason.
  void skip(Claim claim, const std::string& why);
  [[nodiscard]] std::vector<Claim>& claims() { return claims_; }
  std::map<std::string, std::uint64_t> unread;  ///< number of answers that did not become claims, by reason

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<Claim> claims_;
};

}  // namespace assay::llvm_worker
