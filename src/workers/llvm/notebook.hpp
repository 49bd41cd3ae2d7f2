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

/// Where an answer holds: at an instruction, on an edge, or (neither) wherever the value is defined.
struct Where {
  const llvm::Instruction* at = nullptr;
  const llvm::BasicBlock* from = nullptr;
  const llvm::BasicBlock* to = nullptr;
};

/// A check that is to be put into LLVM IR itself (see Planter).
struct Planned {
  const llvm::Value* value = nullptr;
  const llvm::Value* other = nullptr;
  Where where;
  Check check;
  std::size_t claim = 0;
  /// Of a loop's count: its head, and where its back edges come from.
  const llvm::BasicBlock* head = nullptr;
  std::vector<const llvm::BasicBlock*> latches;
};

/// Writes LLVM's answers about one function, as it stands, into the ledger: each with a check.
class Notebook {
 public:
  Notebook(Ledger& ledger, Lie lie) : ledger_(ledger), lie_(lie) {}

  /// From now on answers are about this function as it is now. The version lives until the next call.
  void look_at(const llvm::Function& function, bool with_text);
  /// The same for a function that is not run here: its checks are planned.
  void look_at(const llvm::Function& function, std::vector<Planned>& planned);
  [[nodiscard]] Version* version() { return version_.get(); }
  [[nodiscard]] std::unique_ptr<Version> take() { return std::move(version_); }
  [[nodiscard]] const llvm::DominatorTree& dominators();

  void known_bits(const llvm::Value& value, const Where& where, const llvm::KnownBits& known, std::string_view source);
  void range(const llvm::Value& value, const Where& where, const llvm::ConstantRange& range, bool is_signed,
             std::string_view source);
  void non_zero(const llvm::Value& value, const Where& where, std::string_view source);
  void power_of_two(const llvm::Value& value, const Where& where, bool or_zero, std::string_view source);
  void sign_bits(const llvm::Value& value, const Where& where, unsigned bits, std::string_view source);
  void not_poison(const llvm::Value& value, const Where& where, std::string_view source);
  void compare(const llvm::Value& left, llvm::CmpInst::Predicate predicate, const llvm::Value& right, bool truth,
               const Where& where, std::string_view source);
  /// `right` is true or false (`truth`) wherever `left` is true.
  void implies(const llvm::Value& left, const llvm::Value& right, bool truth, std::string_view source);
  void overflow(unsigned opcode, bool is_signed, const llvm::Value& left, const llvm::Value& right, bool truth,
                const Where& where, std::string_view source);
  void simplified(const llvm::Instruction& instruction, const llvm::Value& to, std::string_view source);
  /// Accesses of so many bytes share none (or, `same`, begin at the same). `later`: the one of the two that follows the
  /// other in every run; nullptr: neither does.
  void alias(const llvm::Value& left, std::uint64_t left_size, const llvm::Value& right, std::uint64_t right_size,
             bool same, const llvm::Instruction* later, std::string_view source);
  void unreachable(const llvm::BasicBlock& block, std::string_view source);
  /// A relation between two SCEVs wherever the loop's head is entered (`at`: there).
  void scev_compare(const llvm::SCEV& left, llvm::CmpInst::Predicate predicate, const llvm::SCEV& right, bool truth,
                    const llvm::Instruction* at, std::string_view source);
  void scev_range(const llvm::SCEV& expression, const llvm::ConstantRange& range, bool is_signed,
                  std::string_view source);
  /// How often the back edge was taken when control leaves by this edge: exactly so often, at most, or (`multiple`,
  /// not 0) plus one a multiple of it.
  enum class Count : std::uint8_t { Exact, AtMost };
  void trip_count(const llvm::Loop& loop, const llvm::BasicBlock& from, const llvm::BasicBlock& to,
                  const llvm::SCEV& count, Count kind, std::string_view source);
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
  std::vector<Planned>* planned_ = nullptr;
  const llvm::Function* function_ = nullptr;
  std::unique_ptr<Version> version_;
  std::unique_ptr<llvm::DominatorTree> dominators_;
  std::set<std::array<std::uint64_t, 8>> written_;
  std::map<const llvm::BasicBlock*, std::int32_t> counters_;  ///< by a loop's head; only looked up
  std::map<const llvm::Value*, llvm::KnownBits> stale_;       ///< of Lie::StaleFact
};

}  // namespace assay::llvm_worker
