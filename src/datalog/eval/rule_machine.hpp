#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "calls.hpp"
#include "plan.hpp"

namespace assay::datalog {

/// Runs plans. Stops early if the budget has failed.
class Machine {
 public:
  Machine(Code& code, Store& store, Budget& budget, unsigned integer_bits, CallValues& calls)
      : code_(code), store_(store), budget_(budget), integer_bits_(integer_bits), calls_(calls) {}

  /// Adds the tuples that the plan's rule derives from visible rows.
  void run(const RulePlan& plan);

 private:
  /// The state of a Scan.
  struct Cursor {
    std::uint32_t at = 0;   ///< the next row
    std::uint32_t low = 0;  ///< the atom reads rows [low, high)
    std::uint32_t high = 0;
    bool chained = false;  ///< true: follows a chain of the index to smaller row numbers; false: scans all rows
  };

  template <typename Sink>
  void execute(std::uint32_t first, Sink sink);
  template <typename Sink>
  bool forward(const PlanStep& step, std::uint32_t at, Sink& sink);

  void open(const PlanStep& step, Cursor& cursor);
  bool advance(const PlanStep& step, Cursor& cursor);
  bool exists(const PlanStep& step);
  bool find(const PlanStep& step);
  bool matches(const PlanStep& step, const Value* row);
  bool compute(const PlanStep& step);
  bool aggregate(const PlanStep& step);
  bool call(const PlanStep& step);
  bool take_apart(const PlannedCall& planned, Value structure);
  /// Compares the value with the step's known result, or stores it as the result.
  bool settle(const PlanStep& step, Value value);
  void derive(const RulePlan& plan);

  Code& code_;
  Store& store_;
  Budget& budget_;
  unsigned integer_bits_;
  CallValues& calls_;
  std::vector<Value> arguments_;  ///< arguments of the current call
  std::vector<Cursor> cursors_;   ///< by position in Code::steps
  std::vector<Value> row_;        ///< a tuple that is searched or added
};

}  // namespace assay::datalog
