#pragma once

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/KnownBits.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "workers/llvm/ledger.hpp"
#include "workers/llvm/lies.hpp"

namespace llvm {
class Loop;
class SCEV;
class Use;
}  // namespace llvm

namespace assay::llvm_worker {

/// The position where an answer holds: at an instruction, on an edge, or (all null) everywhere the value is defined.
struct Where {
  const llvm::Instruction* at = nullptr;
  const llvm::BasicBlock* from = nullptr;
  const llvm::BasicBlock* to = nullptr;
};

/// A check that will be inserted into LLVM IR (see Planter).
struct PlannedCheck {
  const llvm::Value* value = nullptr;
  const llvm::Value* other = nullptr;
  Where where;
  Check check;
  std::size_t claim = 0;
  /// For the trip count of a loop: its header and the sources of its back edges. Null and empty otherwise.
  const llvm::BasicBlock* head = nullptr;
  std::vector<const llvm::BasicBlock*> latches;
};

/// Adds LLVM's answers about the current state of one function to the ledger, each with a check.
class Notebook {
 public:
  Notebook(Ledger& ledger, Lie lie) : ledger_(ledger), lie_(lie) {}

  /// Starts a new version: a snapshot of this function, to which the next answers belong. version() is valid until the
  /// next call.
  void look_at(const llvm::Function& function, bool with_text);
  /// The same for a function that is not run by the interpreter. Its checks are appended to `planned`.
  void look_at(const llvm::Function& function, std::vector<PlannedCheck>& planned);
  [[nodiscard]] Version* version() { return version_.get(); }
  [[nodiscard]] std::unique_ptr<Version> take() { return std::move(version_); }
  [[nodiscard]] const llvm::DominatorTree& dominators();

  void known_bits(const llvm::Value& value, const Where& where, const llvm::KnownBits& known, std::string_view source);
  void range(const llvm::Value& value, const Where& where, const llvm::ConstantRange& range, bool is_signed,
             std::string_view source);
  void non_zero(const llvm::Value& value, const Where& where, std::string_view source);
  /// The floating-point number has none of these classes (float_operations.hpp); `name`: what this is called.
  void not_in_class(const llvm::Value& value, unsigned classes, std::string_view name, std::string_view source);
  void power_of_two(const llvm::Value& value, const Where& where, bool or_zero, std::string_view source);
  void sign_bits(const llvm::Value& value, const Where& where, unsigned bits, std::string_view source);
  void not_poison(const llvm::Value& value, const Where& where, std::string_view source);
  void compare(const llvm::Value& left, llvm::CmpInst::Predicate predicate, const llvm::Value& right, bool truth,
               const Where& where, std::string_view source);
  /// If `left` is true, `right` has the value `truth`.
  void implies(const llvm::Value& left, const llvm::Value& right, bool truth, std::string_view source);
  void overflow(unsigned opcode, bool is_signed, const llvm::Value& left, const llvm::Value& right, bool truth,
                const Where& where, std::string_view source);
  void simplified(const llvm::Instruction& instruction, const llvm::Value& to, std::string_view source);
  /// Two accesses of `left_size` and `right_size` bytes do not overlap or, if `same`, start at the same byte. `later`:
  /// the access that follows the other one in every run; null if there is none.
  void alias(const llvm::Value& left, std::uint64_t left_size, const llvm::Value& right, std::uint64_t right_size,
             bool same, const llvm::Instruction* later, std::string_view source);
  void unreachable(const llvm::BasicBlock& block, std::string_view source);
  /// A relation between two SCEVs at the instruction `at`, or, if it is null, at each entry of the loop's header.
  void scev_compare(const llvm::SCEV& left, llvm::CmpInst::Predicate predicate, const llvm::SCEV& right, bool truth,
                    const llvm::Instruction* at, std::string_view source);
  void scev_range(const llvm::SCEV& expression, const llvm::ConstantRange& range, bool is_signed,
                  std::string_view source);
  /// The number of back edges taken when control leaves the loop by the edge: exactly or at most `count`.
  enum class Count : std::uint8_t { Exact, AtMost };
  void trip_count(const llvm::Loop& loop, const llvm::BasicBlock& from, const llvm::BasicBlock& to,
                  const llvm::SCEV& count, Count kind, std::string_view source);
  /// The number of back edges taken, plus one, is a multiple of `multiple` (ignored if it is 0 or 1).
  void trip_multiple(const llvm::Loop& loop, const llvm::BasicBlock& from, const llvm::BasicBlock& to,
                     unsigned multiple, std::string_view source);

 private:
  struct Spot {
    std::int32_t position;
    std::string context;
  };
  [[nodiscard]] std::int32_t slot(const llvm::Value& value);
  [[nodiscard]] std::string name(const llvm::Value& value);
  [[nodiscard]] std::optional<Spot> spot(const llvm::Value& value, const Where& where);
  [[nodiscard]] std::optional<Spot> spot(const llvm::Value& left, const llvm::Value& right, const Where& where);
  [[nodiscard]] bool is_new(std::string_view source, Check check, std::int32_t position);
  [[nodiscard]] Claim claim(const llvm::Value& value, std::string property, std::string_view source,
                            std::string context);
  void write(const llvm::Value& value, const llvm::Value* other, const Where& where, const Check& check,
             std::string property, std::string_view source);
  void plan(const llvm::Value& value, const llvm::Value* other, const Where& where, const Check& check,
            std::string property, std::string_view source);
  void plan_count(const llvm::Loop& loop, const llvm::BasicBlock& from, const llvm::BasicBlock& to,
                  const llvm::SCEV& count, Count kind, std::string_view source);
  std::int32_t counter(const llvm::Loop& loop);
  std::optional<std::int32_t> expression(const llvm::SCEV& scev, const llvm::Instruction& at, std::vector<Op>& ops);
  std::optional<std::int32_t> recurrence(const llvm::SCEV& scev, const llvm::Instruction& at, std::vector<Op>& ops);

  Ledger& ledger_;
  Lie lie_;
  std::vector<PlannedCheck>* planned_ = nullptr;
  const llvm::Function* function_ = nullptr;
  std::unique_ptr<Version> version_;
  std::unique_ptr<llvm::DominatorTree> dominators_;
  std::set<std::array<std::uint64_t, 8>> written_;
  std::map<const llvm::BasicBlock*, std::int32_t> counters_;  ///< by a loop's head; only looked up
  std::map<const llvm::Value*, llvm::KnownBits> stale_;       ///< of Lie::StaleFact
};

}  // namespace assay::llvm_worker
