#pragma once

#include <cstdint>
#include <vector>

#include "assay/datalog/program.hpp"
#include "table.hpp"

namespace assay::datalog {

/// A position in Code::values, which holds a variable's value or a constant.
using ValueIndex = std::uint32_t;

/// A column of an atom, and the slot that it is compared with or stored to.
struct Column {
  std::uint32_t column = 0;
  ValueIndex slot = 0;
};

/// The rows of a table that an atom reads. Old and Fresh are for relations of the component that is computed.
enum class Rows : std::uint8_t {
  Visible,  ///< Old and Fresh
  Old,      ///< rows from before the last round
  Fresh,    ///< rows of the last round
};

/// An instruction. Reached forwards, it starts; reached backwards, it continues with its next row. Only a Scan is
/// reached backwards: all other instructions hold in at most one way.
struct PlanStep {
  enum class Kind : std::uint8_t {
    Scan,       ///< visits each matching row
    Exists,     ///< holds if there is a matching row
    NotExists,  ///< holds if there is no matching row
    Find,       ///< holds if the row is in the table; all columns are known
    NotFind,    ///< holds if the row is not in the table; all columns are known
    Compare,    ///< holds if `left comparator right`
    Assign,     ///< result := left
    Compute,    ///< result := left op right, or compares both
    Call,       ///< evaluates a Call: builds, tests or takes apart
    Aggregate,  ///< result := the aggregate over the instructions from `inner` on, or compares both
    End,        ///< all literals hold
  };
  Kind kind = Kind::End;
  Rows rows = Rows::Visible;
  bool is_test = false;  ///< Compute, Call, Aggregate: the result is already known and must be equal
  Comparator comparator = Comparator::Equal;
  Operator op = Operator::Add;
  Aggregator aggregator = Aggregator::Count;
  Type type = Type::Number;
  RelationId relation = 0;
  std::uint32_t index = kNone;  ///< position in Store::indexes; kNone: no index. For Scan, Exists and NotExists
  /// Ranges of Code::columns: the columns [keys, binds) are compared with known values, [binds, repeats) are stored,
  /// and [repeats, end) are compared with the stored values.
  std::uint32_t keys = 0;
  std::uint32_t binds = 0;
  std::uint32_t repeats = 0;
  std::uint32_t end = 0;
  ValueIndex result = 0;
  ValueIndex left = 0;  ///< Aggregate: the target
  ValueIndex right = 0;
  std::uint32_t inner = 0;     ///< Call: position in Code::calls; Aggregate: first instruction in Code::steps
  std::uint32_t back = kNone;  ///< the last Scan before this step, which continues if this step does not hold
};

/// A Call with its slots.
struct PlannedCall {
  const Call* call = nullptr;
  bool takes_apart = false;           ///< the structure is known; its arguments are stored or compared
  std::vector<ValueIndex> arguments;  ///< kNone: a wildcard
  std::vector<bool> stored;           ///< by argument, for takes_apart: true: stored; false: compared
};

/// A head's tuple: slots [begin, end) of Code::head_slots.
struct Head {
  RelationId relation = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// One way to evaluate a rule.
struct RulePlan {
  std::uint32_t first = 0;        ///< position in Code::steps
  std::uint32_t heads_begin = 0;  ///< heads [heads_begin, heads_end) of Code::heads
  std::uint32_t heads_end = 0;
  RelationId fresh = kNone;  ///< the relation of the atom that reads fresh rows only; kNone: there is no such atom
};

/// The instructions of plans, in flat vectors that are reused.
struct Code {
  std::vector<PlanStep> steps;
  std::vector<Column> columns;
  std::vector<PlannedCall> calls;
  std::vector<Head> heads;
  std::vector<ValueIndex> head_slots;
  std::vector<Value> values;  ///< by ValueIndex: the variables' current values, and constants

  /// Reserves capacity for the rules of a component of usual size.
  void reserve() {
    steps.reserve(16);
    columns.reserve(32);
    heads.reserve(8);
    head_slots.reserve(16);
    values.reserve(32);
  }
  void clear() {
    steps.clear();
    columns.clear();
    calls.clear();
    heads.clear();
    head_slots.clear();
    values.clear();
  }
};

/// The content of all relations, and indexes on them.
struct Store {
  std::vector<Table> tables;  ///< by RelationId
  std::vector<Index> indexes;
};

}  // namespace assay::datalog
