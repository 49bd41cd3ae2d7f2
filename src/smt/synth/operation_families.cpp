#include <algorithm>
#include <bit>
#include <memory>
#include <set>

#include "smt/synth/family.hpp"
#include "smt/synth/operation_table.hpp"
#include "smt/synth/workshop.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxWrongConstants = 4;  // for one execution

/// Step 1: op(arguments) = res with arguments and result free.
class Simple final : public Family {
 public:
  explicit Simple(std::shared_ptr<OperationTable> table)
      : Family(smt::category("operation"), table->theory(), table->operation().name), table_(std::move(table)) {}

  // Arguments that must be values have their constants of the first execution.
  std::uint64_t count() override { return table_->runs().empty() ? 0 : 1; }

  Formula make(std::uint64_t) override {
    return table_->formula(table_->runs().front(), ~std::uint32_t{0}, category());
  }

 private:
  std::shared_ptr<OperationTable> table_;
};

/// Step 2a: constant assignment (thesis, Alg. 3.2). Executions that differ only in free arguments give the same
/// formula, which is listed once.
class ConstantAssignment final : public Family {
 public:
  explicit ConstantAssignment(std::shared_ptr<OperationTable> table)
      : Family(smt::category("constant"), table->theory(), table->operation().name), table_(std::move(table)) {}

  std::uint64_t count() override {
    if (!is_listed_) list();
    return entries_.size();
  }

  Formula make(std::uint64_t number) override {
    if (!is_listed_) list();
    const Entry& entry = entries_[static_cast<std::size_t>(number)];
    return table_->formula(table_->runs()[entry.run], entry.free, category());
  }

 private:
  struct Entry {
    std::uint32_t run = 0;
    std::uint32_t free = 0;  ///< bit i: argument i is a variable; bit n: the result is a variable
  };

  // Lists subsets with more free arguments first. The subset of all is the category "operation".
  void list() {
    is_listed_ = true;
    const std::uint32_t all = table_->all_free();
    const std::vector<Run>& runs = table_->runs();
    std::vector<std::uint32_t> subsets;
    for (std::uint32_t free = all;; free = (free - 1) & all) {
      if (free != all) subsets.push_back(free);
      if (free == 0) break;
    }
    std::stable_sort(subsets.begin(), subsets.end(),
                     [](std::uint32_t a, std::uint32_t b) { return std::popcount(a) > std::popcount(b); });
    for (const std::uint32_t free : subsets) {
      std::set<std::pair<std::uint64_t, std::uint32_t>> seen;
      const bool result_free = (free >> table_->arity() & 1U) != 0;
      for (std::uint32_t i = 0; i < runs.size(); ++i) {
        const std::uint64_t fixed = table_->fixed_part(runs[i], free);
        if (seen.emplace(fixed, result_free ? 0 : runs[i].result + 1).second) entries_.push_back({i, free});
      }
    }
  }

  std::shared_ptr<OperationTable> table_;
  std::vector<Entry> entries_;
  bool is_listed_ = false;
};

/// Unsat constant assignment (thesis, 3.5.1): op(constants) = c for a constant c that is not the result.
class WrongConstant final : public Family {
 public:
  WrongConstant(Workshop& workshop, std::shared_ptr<OperationTable> table)
      : Family(smt::category("unsat-constant"), table->theory(), table->operation().name),
        workshop_(workshop),
        table_(std::move(table)) {}

  std::uint64_t count() override {
    if (!is_listed_) list();
    return entries_.size();
  }

  Formula make(std::uint64_t number) override {
    if (!is_listed_) list();
    const auto& [run, wrong] = entries_[static_cast<std::size_t>(number)];
    return table_->equated_formula(table_->runs()[run], constants()[wrong].term, category());
  }

 private:
  const std::vector<Constant>& constants() { return workshop_.constants.of(table_->operation().result); }

  void list() {
    is_listed_ = true;
    const std::vector<Run>& runs = table_->runs();
    for (std::uint32_t i = 0; i < runs.size(); ++i) {
      if (!runs[i].specified) continue;
      std::size_t added = 0;
      for (std::uint32_t c = 0; c < constants().size() && added < kMaxWrongConstants; ++c) {
        if (constants()[c].value == table_->result(runs[i])) continue;
        entries_.emplace_back(i, c);
        ++added;
      }
    }
  }

  Workshop& workshop_;
  std::shared_ptr<OperationTable> table_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> entries_;
  bool is_listed_ = false;
};

}  // namespace

void add_operation_families(Workshop& workshop, Families& families) {
  for (const Operation& operation : workshop.operations) {
    if (!operation.tested || operation.theory->terms_only) continue;
    const auto table = std::make_shared<OperationTable>(workshop, operation);
    families.push_back(std::make_unique<Simple>(table));
    families.push_back(std::make_unique<ConstantAssignment>(table));
    families.push_back(std::make_unique<WrongConstant>(workshop, table));
  }
}

}  // namespace assay::smt
