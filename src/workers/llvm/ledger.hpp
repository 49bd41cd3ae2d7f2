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

/// What LLVM said, in the words of assay/analyzer/fact.hpp, and what the runs say about it.
struct Claim {
  std::string function, subject, operation, type;
  std::string
      property;        ///< "bits 8 f0 0", "interval 0 9", "values !0", "relation == %x", ...: docs/dev/analyzer-llvm.md
  std::string source;  ///< "known-bits", or "known-bits in instcombine" for a query of a pass
  std::string context;  ///< where it was asked: the instruction, the edge
  std::string measure = "value";
  std::string file;               ///< of the source, where debug information tells
  unsigned line = 0, column = 0;  ///< the same

  std::uint64_t runs = 0, broken = 0;
  std::string witness;
  bool poison_in_witness = false;  ///< among its input; then no run without it breaks the claim
  std::string skip;
};

/// Inputs of a function: all, where there are few, otherwise boundary values and samples.
[[nodiscard]] std::vector<std::vector<Cell>> inputs_for(const std::vector<std::uint8_t>& widths, unsigned most);
/// The arguments of a call: "i8 3, i1 poison, pointer null, pointer to 00ff" (the bytes that it points to).
[[nodiscard]] std::string text_of(const std::vector<Cell>& inputs, const FlatFunction& function);

/// One snapshot of a function with the checks that were put to it.
class Version {
 public:
  explicit Version(Snapshot snapshot) : snapshot_(std::move(snapshot)) {}

  [[nodiscard]] Snapshot& snapshot() { return snapshot_; }
  [[nodiscard]] bool runs() const { return snapshot_.refusal.empty(); }
  /// Adds ops, and then the check, before the op at a position. `claim` is the number of its claim, `subject` the value
  /// that it is about (only compared and looked up: it may be gone when the check runs).
  void add(std::int32_t position, const std::vector<Op>& ops, const Check& check, std::size_t claim,
           const llvm::Value* subject = nullptr);
  void add_op(std::int32_t position, const Op& op) { more_.emplace_back(position, op); }
  [[nodiscard]] std::size_t checks() const { return checks_.size(); }
  std::string function;  ///< its name
  /// The function as the pass first asked about it, or nullptr. Where a value was poison then, or the run undefined,
  /// the pass may have made anything of it, and its analyses may still speak of what it was: nothing is broken by that.
  Version* begin = nullptr;
  /// The function in words, for people: only where a second look was asked for.
  std::string text;

  /// Runs it with its checks on all inputs; the claims' counts grow. Runs that end in undefined behaviour, or that do
  /// not end, judge nothing. After `most_steps` of the machine, inputs are left out: functions that loop for long would
  /// cost more than all others. The outcomes, where they are wanted.
  void run(const std::vector<std::vector<Cell>>& inputs, std::vector<Claim>& claims, std::uint64_t most_steps,
           std::vector<Outcome>* outcomes, std::uint64_t& judged);

 private:
  Snapshot snapshot_;
  std::vector<std::pair<std::int32_t, Op>> more_;
  std::vector<Check> checks_;
  std::vector<std::size_t> claim_of_;
  std::vector<const llvm::Value*> subject_of_;

  [[nodiscard]] bool meant_nothing(const llvm::Value* subject, const std::vector<Cell>& input);
};

/// How a transformed function fails to refine what it was made of.
struct RefinementProblem {
  /// From what everybody sees to what only the language reference says.
  enum class Kind : std::uint8_t { Value, Poison, Undefined };
  Kind kind = Kind::Value;
  std::string words;
};
/// What is made wrong besides values: ", makes poison", and so on; empty for a value.
[[nodiscard]] std::string_view name(RefinementProblem::Kind kind);
/// Nothing where it does not fail, or nobody can say.
[[nodiscard]] std::optional<RefinementProblem> refinement_problem(const Outcome& source, const Outcome& target);

/// All claims about a module, each once.
class Ledger {
 public:
  /// The number of the claim, which may be there already.
  std::size_t number(Claim claim);
  /// A claim that no check is made for.
  void skip(Claim claim, const std::string& why);
  [[nodiscard]] std::vector<Claim>& claims() { return claims_; }
  std::map<std::string, std::uint64_t> unread;  ///< answers that are no claims, by reason

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<Claim> claims_;
};

}  // namespace assay::llvm_worker
