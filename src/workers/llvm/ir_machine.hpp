#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "workers/llvm/operations.hpp"

namespace assay::llvm_worker {

/// One instruction of a flat function. Operands are slots of the frame; -1: no operand.
struct Op {
  Code code = Code::Copy;
  std::uint8_t flags = 0;  ///< PointerCompare: the comparison
  std::uint8_t width = 0;
  std::uint8_t from = 0;
  std::int32_t out = -1, a = -1, b = -1, c = -1;
  /// Jump, Branch: the position of the next instruction. Switch: a row of `switches`. Call: a row of `calls`. Check,
  /// counters: the number. Alloca: the size in bytes. Gep: the size of one step in bytes.
  std::int32_t to = -1, otherwise = -1;
};

/// A condition on the values of a run at one position.
struct Check {
  enum class Kind : std::uint8_t {
    Bits,   ///< the bits in `low` are zero, and the bits in `high` are one
    Range,  ///< from `low` (inclusive) to `high` (exclusive), modulo 2^width; empty if they are equal
    NonZero,
    SignBits,    ///< at least `low` sign bits
    Compare,     ///< the comparison `code` of slots `a` and `b` gives `low`
    Equal,       ///< slots `a` and `b` are equal
    Never,       ///< the position is not reached
    Implies,     ///< if `a` is true, `b` is `low`
    Overflow,    ///< whether `code` (Add, Sub, Mul; flags kNuw or kNsw) of `a` and `b` overflows is `low`
    Power,       ///< at most one bit is set (`low` 1: exactly one)
    Apart,       ///< `low` bytes at `a` and `high` bytes at `b` do not overlap
    Same,        ///< pointers `a` and `b` are equal
    Defined,     ///< not poison
    NotInClass,  ///< a floating-point number that has none of the classes in `low`
  };
  Kind kind = Kind::Never;
  Code code = Code::Eq;
  std::uint8_t flags = 0;
  unsigned width = 0;
  std::int32_t a = -1, b = -1;
  std::uint64_t low = 0, high = 0;
};
/// The result of a check. Unjudged: the values do not allow a judgement.
enum class Judgement : std::uint8_t { Kept, Broken, Unjudged };

/// One byte of memory. A pointer's bytes are specific to this machine: reading them as a number gives an unknown value.
struct Byte {
  std::uint8_t bits = 0;
  State state = State::Unknown;
  bool of_pointer = false;  ///< also of a NaN, whose sign and payload are left open
};

/// A block of memory that exists before a run: a global variable, or the target of a pointer parameter.
struct Object {
  std::uint64_t name = 0;   ///< a hash that is the same in all versions of a function
  bool constant = false;    ///< stores are undefined behaviour
  bool visible = false;     ///< other code can read the contents after a run
  bool significant = true;  ///< the address differs from the addresses of other objects
  std::vector<Byte> bytes;
};

/// A function as a flat program, independent of later changes of the LLVM function.
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
  std::vector<Cell> frame;  ///< at the start of a run: the parameters' slots come first; then constants
  /// Widths of the parameters; 0: a pointer. kFloat is added for a floating-point number.
  std::vector<std::uint8_t> arguments;
  unsigned counters = 0;
  std::vector<Object> objects;  ///< the upper half of a pointer is the object's number, from 1
  /// A pointer parameter. It is null if its argument is 0 and `may_be_null`; else it points to its object.
  struct PointerParameter {
    std::int32_t slot = -1, object = -1;
    bool may_be_null = true;
  };
  std::vector<PointerParameter> pointers;
  std::vector<std::int32_t> defined;  ///< parameters whose arguments must not be undef or poison
};

/// The result of a run.
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
  /// The calls: for each the hash of the callee's name, then the arguments.
  std::vector<Cell> events;
  /// A byte of a visible object that the run changed.
  struct Change {
    std::uint64_t object = 0;  ///< the object's name
    std::uint64_t offset = 0;
    Byte before, now;
  };
  std::vector<Change> changes;  ///< sorted by object and offset
};

/// Runs flat functions.
class Machine {
 public:
  /// Maximum number of steps of one run. Loops on narrow integers need far fewer, or never end.
  static constexpr std::uint64_t kSteps = 6000;

  /// One evaluation of a check in a run, which was Kept or Broken.
  struct Hit {
    std::int32_t check;
    Judgement judgement;
    Cell value;
  };

  Outcome run(const FlatFunction& function, const std::vector<Cell>& arguments, const std::vector<Check>& checks);
  /// Steps of all runs so far.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  /// The hits of the last run, in order of execution.
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
  std::vector<std::uint64_t> counters_;  ///< the number of back edges taken since the loop was entered
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
