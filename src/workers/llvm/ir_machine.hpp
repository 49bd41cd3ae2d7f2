#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "workers/llvm/operations.hpp"

namespace assay::llvm_worker {

/// One instruction of the flat form of a function. Operands are slots of the frame; -1: none.
struct Op {
  Code code = Code::Copy;
  std::uint8_t flags = 0;  ///< PointerCompare: the comparison
  std::uint8_t width = 0;
  std::uint8_t from = 0;
  std::int32_t out = -1, a = -1, b = -1, c = -1;
  /// Jump, Branch: instructions to go on with. Switch: a row of `switches`. Call: a row of `calls`. Check, counters:
  /// their number. Alloca: bytes. Gep: bytes of one step.
  std::int32_t to = -1, otherwise = -1;
};

/// A condition on the values of one run at one place.
struct Check {
  enum class Kind : std::uint8_t {
    Bits,   ///< low: bits known to be zero, high: to be one
    Range,  ///< from `low` up to before `high`, modulo 2^width; equal: none
    NonZero,
    SignBits,  ///< low: that many at least
    Compare,   ///< slot `a` compared with slot `b` by `code` is `low`
    Equal,     ///< slot `b` is what `a` is
    Never,     ///< the place is not reached
    Implies,   ///< where `a` is true, `b` is `low`
    Overflow,  ///< code (Add, Sub, Mul; flags kNuw or kNsw) of `a` and `b` overflows: `low`
    Power,     ///< one bit at most (`low`: exactly one)
    Apart,     ///< `low` bytes at `a` and `high` at `b` share none
    Same,      ///< pointers `a` and `b` are the same
    Defined,   ///< not poison
  };
  Kind kind = Kind::Never;
  Code code = Code::Eq;
  std::uint8_t flags = 0;
  unsigned width = 0;
  std::int32_t a = -1, b = -1;
  std::uint64_t low = 0, high = 0;
};
/// Broken, kept, or not to be judged.
enum class Judgement : std::uint8_t { Kept, Broken, Unjudged };

/// One byte of memory. A pointer's bytes are of this machine alone: what reads them as a number knows nothing.
struct Byte {
  std::uint8_t bits = 0;
  State state = State::Unknown;
  bool of_pointer = false;
};

/// A piece of memory that is there before a run begins: a global variable's, or what a parameter points to.
struct Object {
  std::uint64_t name = 0;   ///< a hash, the same in all versions of a function
  bool constant = false;    ///< to store there is undefined
  bool visible = false;     ///< others may look at what a run leaves there
  bool significant = true;  ///< its address is not that of another object
  std::vector<Byte> bytes;
};

/// A function as a flat program, which no change of the function touches any more.
struct FlatFunction {
  struct SwitchRow {
    std::vector<std::pair<std::uint64_t, std::int32_t>> cases;
    std::int32_t otherwise = -1;
  };
  struct CallRow {
    std::uint64_t callee = 0;  ///< a hash of its name
    std::vector<std::int32_t> arguments;
  };
  std::vector<Op> ops;
  std::vector<SwitchRow> switches;
  std::vector<CallRow> calls;
  std::vector<Cell> frame;              ///< as a run begins: the parameters' slots first, constants
  std::vector<std::uint8_t> arguments;  ///< widths of the parameters; 0: a pointer
  unsigned counters = 0;
  std::vector<Object> objects;  ///< pointers' upper halves number them, from 1
  /// A parameter that is a pointer: null when its argument is 0 (and it may be null), else to its object.
  struct PointerParameter {
    std::int32_t slot = -1, object = -1;
    bool may_be_null = true;
  };
  std::vector<PointerParameter> pointers;
  std::vector<std::int32_t> defined;  ///< parameters that undefined or poison may not be passed for
};

/// How a run ended.
struct Outcome {
  enum class End : std::uint8_t {
    Returned,
    Undefined,
    Unclear,
    Limit,  ///< too many steps
  };
  End end = End::Limit;
  bool has_value = false;
  Cell value;
  /// Calls that the world sees: the callee's name as a hash, then its arguments.
  std::vector<Cell> events;
  /// A byte that others may look at, and that is not what it was when the run began.
  struct Change {
    std::uint64_t object = 0;  ///< its name
    std::uint64_t offset = 0;
    Byte before, now;
  };
  std::vector<Change> changes;  ///< ascending
};

/// Runs flat functions.
class Machine {
 public:
  /// Steps of one run: loops on narrow integers end long before, or never.
  static constexpr std::uint64_t kSteps = 6000;

  /// Hits of checks in a run that means something.
  struct Hit {
    std::int32_t check;
    Judgement judgement;
    Cell value;
  };

  Outcome run(const FlatFunction& function, const std::vector<Cell>& arguments, const std::vector<Check>& checks);
  /// Steps of all runs so far.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  /// Of the last run: in the order of their places.
  [[nodiscard]] const std::vector<Hit>& hits() const { return hits_; }

 private:
  void begin(const FlatFunction& function, const std::vector<Cell>& arguments);
  void forget(const Cell& pointer);
  void end(const FlatFunction& function, Outcome& outcome) const;
  Step memory_step(const Op& op);
  Step load(const Op& op);
  Step store(const Op& op);
  [[nodiscard]] bool bytes_at(const Cell& pointer, unsigned size, std::size_t& first) const;
  void call(const FlatFunction& function, const Op& op, Outcome& outcome);
  void compare_pointers(const Op& op);
  void judge(std::int32_t number, const Check& check);
  [[nodiscard]] bool inside(const Cell& pointer, std::uint64_t size) const;
  [[nodiscard]] Judgement judgement_of(const Check& check) const;

  std::vector<Cell> frame_;
  std::vector<std::uint64_t> counters_;  ///< how often back edges were taken since their loops were entered
  std::vector<Byte> memory_;
  struct Placed {
    std::size_t first = 0, size = 0;
    bool constant = false, significant = true;
  };
  std::vector<Placed> objects_;
  std::vector<Hit> hits_;
  std::uint64_t steps_ = 0;
};

}  // namespace assay::llvm_worker
