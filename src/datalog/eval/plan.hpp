#pragma once

#include <cstdint>
#include <vector>

#include "assay/datalog/program.hpp"
#include "table.hpp"

namespace assay::datalog {

/// A place in Code::values that holds a variable's value or a constant.
using ValueIndex = std::uint32_t;

/// A column of an atom, and the slot that it is compared with or stored to.
struct Column {
  std::uint32_t column = 0;
  ValueIndex slot = 0;
};

/// Which rows of a table an atom sees: of relations of the component that is computed, those that were there before the
/// last round, those that the last round found, or both.
enum class Rows : std::uint8_t { Visible, Old, Fresh };

/// An instruction. Reached forwards it starts; reached backwards it goes on to its next row. What has at most one way
/// to hold is never reached backwards.
struct PlanStep {
  enum class Kind : std::uint8_t {
    Scan,       ///< each matching row
    Exists,     ///< whether there is a matching row
    NotExists,  ///< whether there is none
    Find,       ///< whether the row is there: all columns are known
    NotFind,
    Compare,
    Assign,     ///< result := left
    Compute,    ///< result := left op right, or a test
    Call,       ///< a Call: builds, tests or takes apart
    Aggregate,  ///< result := what the instructions from `inner` on give, or a test
    End,        ///< all literals hold
  };
  Kind kind = Kind::End;
  Rows rows = Rows::Visible;
  bool is_test = false;  ///< Compute, Aggregate: the result was known before
  Comparator comparator = Comparator::Equal;
  Operator op = Operator::Add;
  Aggregator aggregator = Aggregator::Count;
  Type type = Type::Number;
  RelationId relation = 0;
  std::uint32_t index = kNone;  ///< in Indexes: Scan, Exists and NotExists may use it
  /// In Code::columns: [keys, binds) are compared with known values, [binds, repeats) are stored, [repeats, end) are
  /// compared with what was just stored.
  std::uint32_t keys = 0;
  std::uint32_t binds = 0;
  std::uint32_t repeats = 0;
  std::uint32_t end = 0;
  ValueIndex result = 0;
  ValueIndex left = 0;  ///< of Aggregate: the target
  ValueIndex right = 0;
  std::uint32_t inner = 0;     ///< of Call: in Code::calls
  std::uint32_t back = kNone;  ///< the Scan in front of it, where to go on when it does not hold
};

/// A Call with its slots; kNone stands for a wildcard.
struct PlannedCall {
  const Call* call = nullptr;
  bool takes_apart = false;  ///< its result is known: the arguments are stored, or compared with what is known
  std::vector<ValueIndex> arguments;
  std::vector<bool> stored;  ///< by argument, where it is taken apart
};

/// A head's tuple: slots [begin, end) of Code::head_slots.
struct Head {
  RelationId relation = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// One way to evaluate a rule.
struct RulePlan {
  std::uint32_t first = 0;  ///< in Code::steps
  std::uint32_t heads_begin = 0;
  std::uint32_t heads_end = 0;
  RelationId fresh = kNone;  ///< the relation of the atom that sees only fresh rows, if any
};

/// The instructions of some plans, in flat vectors that are used again.
struct Code {
  std::vector<PlanStep> steps;
  std::vector<Column> columns;
  std::vector<PlannedCall> calls;
  std::vector<Head> heads;
  std::vector<ValueIndex> head_slots;
  std::vector<Value> values;  ///< by ValueIndex: the variables' current values, and constants

  /// Room for the rules of a usual component.
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

/// Everything that is known of the relations.
struct Store {
  std::vector<Table> tables;
  std::vector<Index> indexes;
};

}  // namespace assay::datalog
