#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "smt/synth/workshop.hpp"

namespace assay::smt {

/// One execution of an operation on constants.
struct Run {
  std::uint32_t combination = 0;
  std::uint32_t result = 0;  ///< index of the result among the distinct results
  bool specified = true;
};

/// The executions of an operation on all combinations of constants, and formulas about one execution.
class OperationTable {
 public:
  OperationTable(Workshop& workshop, const Operation& operation) : workshop_(workshop), operation_(operation) {}

  [[nodiscard]] const Operation& operation() const { return operation_; }
  [[nodiscard]] std::string theory() const { return std::string(operation_.theory->name); }
  [[nodiscard]] std::size_t arity() const { return operation_.arguments.size(); }
  /// The executions that have a result; computed on the first call.
  [[nodiscard]] const std::vector<Run>& runs();
  [[nodiscard]] const Value& result(const Run& run) const { return results_[run.result]; }
  /// Bit i: argument i may be free; bit arity(): the result may be free.
  [[nodiscard]] std::uint32_t all_free() const;
  /// A number that identifies the constants at the arguments that are not free.
  [[nodiscard]] std::uint64_t fixed_part(const Run& run, std::uint32_t free);
  [[nodiscard]] const std::vector<const Constant*>& arguments(const Run& run);
  /// The variable for the argument at `position`; for arity(), the variable for the result.
  [[nodiscard]] TermId variable(std::size_t position);

  /// op(...) = result with the arguments in `free` as variables, and its witness.
  [[nodiscard]] Formula formula(const Run& run, std::uint32_t free, const CategoryRow& category);
  /// op(constants) = right.
  [[nodiscard]] Formula equated_formula(const Run& run, TermId right, const CategoryRow& category);

 private:
  void execute();
  [[nodiscard]] Formula formula_without_terms(const Run& run, const CategoryRow& category);

  Workshop& workshop_;
  const Operation& operation_;
  bool is_executed_ = false;
  std::vector<const std::vector<Constant>*> lists_;
  std::vector<std::size_t> sizes_;
  std::vector<Run> runs_;
  std::vector<Value> results_;
  std::vector<const Constant*> arguments_;
};

}  // namespace assay::smt
