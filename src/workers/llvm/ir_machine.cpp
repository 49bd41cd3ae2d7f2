#include "workers/llvm/ir_machine.hpp"

#include <algorithm>

#include "workers/llvm/float_operations.hpp"

namespace assay::llvm_worker {
namespace {

constexpr unsigned kObjectShift = 32;

std::int64_t offset_of(std::uint64_t pointer) { return static_cast<std::int32_t>(pointer & 0xffffffffU); }
std::size_t object_of(std::uint64_t pointer) { return static_cast<std::size_t>(pointer >> kObjectShift); }

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

Judgement kept_if(bool kept) { return kept ? Judgement::Kept : Judgement::Broken; }

bool overflows(const Check& check, const Cell& a, const Cell& b) {
  Cell out;
  (void)apply(check.code, check.flags, check.width, check.width, a, b, {}, out);
  return out.state == State::Poison;
}

bool in_range(const Check& check, std::uint64_t value) {
  const std::uint64_t mask = mask_of(check.width);
  return ((value - check.low) & mask) < ((check.high - check.low) & mask);
}

bool apart(const Check& check, std::uint64_t a, std::uint64_t b) {
  if (object_of(a) != object_of(b)) return true;
  const std::int64_t left = offset_of(a), right = offset_of(b);
  return left + static_cast<std::int64_t>(check.low) <= right || right + static_cast<std::int64_t>(check.high) <= left;
}

/// Whether the pointer has the alignment of the access (2^op.from). Objects are aligned to all powers of two.
bool aligned(const Cell& pointer, const Op& op) { return (pointer.bits & mask_of(op.from)) == 0; }

}  // namespace

bool Machine::inside(const Cell& pointer, std::uint64_t size) const {
  constexpr std::uint64_t kUnknownSize = 1U << 20;
  std::size_t first = 0;
  return bytes_at(pointer, size < kUnknownSize ? static_cast<unsigned>(size) : 1, first);
}

Judgement Machine::judgement_of(const Check& check) const {
  if (check.kind == Check::Kind::Never) return Judgement::Broken;
  const Cell& a = frame_[static_cast<std::size_t>(check.a)];
  if (check.kind == Check::Kind::Defined) return kept_if(a.state != State::Poison);
  if (a.state != State::Defined) return Judgement::Unjudged;
  const Cell b = check.b < 0 ? Cell{} : frame_[static_cast<std::size_t>(check.b)];
  if (check.kind == Check::Kind::Equal)
    return b.state == State::Unknown ? Judgement::Unjudged : kept_if(b.state == State::Defined && a.bits == b.bits);
  if (b.state != State::Defined) return Judgement::Unjudged;
  switch (check.kind) {
    case Check::Kind::Bits: return kept_if((a.bits & check.low) == 0 && (a.bits & check.high) == check.high);
    case Check::Kind::Range: return kept_if(in_range(check, a.bits));
    case Check::Kind::NotInClass: return kept_if((float_class(a.bits, check.width) & check.low) == 0);
    case Check::Kind::NonZero: return kept_if(a.bits != 0);
    case Check::Kind::SignBits: return kept_if(sign_bits(a.bits, check.width) >= check.low);
    case Check::Kind::Compare: {
      Cell out;
      (void)apply(check.code, 0, check.width, check.width, a, b, {}, out);
      return kept_if(out.bits == check.low);
    }
    case Check::Kind::Overflow: return kept_if(overflows(check, a, b) == (check.low != 0));
    case Check::Kind::Implies: return a.bits == 0 ? Judgement::Unjudged : kept_if(b.bits == check.low);
    case Check::Kind::Power: return kept_if((a.bits & (a.bits - 1)) == 0 && (check.low == 0 || a.bits != 0));
    case Check::Kind::Apart:
      // An access that is not inside its object is undefined behaviour, so the claim does not cover it.
      if (!inside(a, check.low) || !inside(b, check.high)) return Judgement::Unjudged;
      return kept_if(apart(check, a.bits, b.bits));
    default:
      if (check.kind == Check::Kind::Same && (!inside(a, 1) || !inside(b, 1))) return Judgement::Unjudged;
      return kept_if(a.bits == b.bits);
  }
}

void Machine::judge(std::int32_t number, const Check& check) {
  const Judgement judgement = judgement_of(check);
  if (judgement == Judgement::Unjudged) return;
  hits_.push_back({number, judgement, check.a >= 0 ? frame_[static_cast<std::size_t>(check.a)] : Cell{}});
}

bool Machine::bytes_at(const Cell& pointer, unsigned size, std::size_t& first) const {
  const std::size_t object = object_of(pointer.bits);
  const std::int64_t offset = offset_of(pointer.bits);
  if (object == 0 || object > objects_.size() || offset < 0) return false;
  const Placed& placed = objects_[object - 1];
  if (static_cast<std::size_t>(offset) + size > placed.size) return false;
  first = placed.first + static_cast<std::size_t>(offset);
  return true;
}

Step Machine::load(const Op& op) {
  const Cell pointer = frame_[static_cast<std::size_t>(op.a)];
  if (pointer.state != State::Defined) return pointer.state == State::Poison ? Step::Undefined : Step::Unclear;
  const unsigned size = (op.width + 7U) / 8U;
  std::size_t first = 0;
  if (!bytes_at(pointer, size, first) || !aligned(pointer, op)) return Step::Undefined;
  Cell value;
  bool other_kind = false;
  unsigned opaque = 0;  // bytes of pointers and of NaNs
  for (unsigned i = 0; i < size; ++i) {
    const Byte& byte = memory_[first + i];
    value.bits |= std::uint64_t{byte.bits} << (8 * i);
    value.state = std::max(value.state, byte.state);
    other_kind = other_kind || byte.of_pointer != ((op.flags & kPointer) != 0);
    opaque += byte.of_pointer ? 1 : 0;
  }
  if ((op.flags & kFloat) != 0) {
    const bool nan = is_nan(value.bits, op.width);
    other_kind = opaque != 0 && (opaque != size || !nan);
    if (nan) value.bits = nan_bits(op.width);
  }
  // A pointer read as a number, or a number read as a pointer, is unknown, except for null.
  if (other_kind && value.bits != 0) value.state = std::max(value.state, State::Unknown);
  // If bits beyond the type's width are set, another type was stored there. The LangRef leaves the result open.
  if ((value.bits & ~mask_of(op.width)) != 0) value.state = std::max(value.state, State::Unknown);
  if (value.state != State::Defined) value.bits = 0;
  frame_[static_cast<std::size_t>(op.out)] = value;
  return Step::Done;
}

Step Machine::store(const Op& op) {
  const Cell value = frame_[static_cast<std::size_t>(op.a)];
  const Cell pointer = frame_[static_cast<std::size_t>(op.b)];
  if (pointer.state != State::Defined) return pointer.state == State::Poison ? Step::Undefined : Step::Unclear;
  const unsigned size = (op.width + 7U) / 8U;
  std::size_t first = 0;
  if (!bytes_at(pointer, size, first) || !aligned(pointer, op)) return Step::Undefined;
  if (objects_[object_of(pointer.bits) - 1].constant) return Step::Undefined;
  const bool is_pointer =
      ((op.flags & kPointer) != 0 && value.bits != 0) || ((op.flags & kFloat) != 0 && is_nan(value.bits, op.width));
  for (unsigned i = 0; i < size; ++i)
    memory_[first + i] = {static_cast<std::uint8_t>(value.bits >> (8 * i)), value.state, is_pointer};
  return Step::Done;
}

void Machine::compare_pointers(const Op& op) {
  const Cell a = frame_[static_cast<std::size_t>(op.a)], b = frame_[static_cast<std::size_t>(op.b)];
  Cell& out = frame_[static_cast<std::size_t>(op.out)];
  const auto code = static_cast<Code>(op.flags);
  if (a.state != State::Defined || b.state != State::Defined) {
    out = {0, std::max(a.state, b.state)};
    return;
  }
  const bool equality = code == Code::Eq || code == Code::Ne;
  std::size_t unused = 0;
  if (object_of(a.bits) == object_of(b.bits)) {
    const bool ordered =
        equality || (code >= Code::Ugt && code <= Code::Ule && offset_of(a.bits) >= 0 && offset_of(b.bits) >= 0);
    (void)apply(code, 0, kObjectShift, kObjectShift, {a.bits & mask_of(kObjectShift), State::Defined},
                {b.bits & mask_of(kObjectShift), State::Defined}, {}, out);
    if (!ordered) out = {0, State::Unknown};
  } else if (equality && bytes_at(a, 1, unused) && bytes_at(b, 1, unused) &&
             objects_[object_of(a.bits) - 1].significant && objects_[object_of(b.bits) - 1].significant) {
    out = {code == Code::Ne ? 1U : 0U, State::Defined};
  } else {
    out = {0, State::Unknown};
  }
}

Step Machine::memory_step(const Op& op) {
  Cell& out = frame_[static_cast<std::size_t>(std::max(op.out, 0))];
  switch (op.code) {
    case Code::Alloca: {
      constexpr std::size_t kMaxMemoryBytes = 1U << 16;
      const auto bytes = static_cast<std::size_t>(op.to);
      if (memory_.size() + bytes > kMaxMemoryBytes) return Step::Unclear;
      objects_.push_back({memory_.size(), bytes});
      memory_.resize(memory_.size() + bytes);
      out = {std::uint64_t{objects_.size()} << kObjectShift, State::Defined};
      return Step::Done;
    }
    case Code::Load: return load(op);
    case Code::Store: return store(op);
    case Code::Forget: forget(frame_[static_cast<std::size_t>(op.a)]); return Step::Done;
    case Code::PointerCompare: compare_pointers(op); return Step::Done;
    default: break;
  }
  const Cell base = frame_[static_cast<std::size_t>(op.a)], index = frame_[static_cast<std::size_t>(op.b)];
  const State worst = std::max(base.state, index.state);
  if (worst != State::Defined) {
    out = {0, worst};
    return Step::Done;
  }
  const std::int64_t offset = offset_of(base.bits) + signed_of(index.bits, op.width) * op.to;
  const std::size_t object = object_of(base.bits);
  const auto size = static_cast<std::int64_t>(object == 0 || object > objects_.size() ? 0 : objects_[object - 1].size);
  if ((op.flags & kInBounds) != 0 && (offset < 0 || offset > size)) {
    out = {0, State::Poison};
  } else if (offset != static_cast<std::int32_t>(offset)) {
    out = {0, State::Unknown};
  } else {
    out = {(std::uint64_t{object} << kObjectShift) | static_cast<std::uint32_t>(offset), State::Defined};
  }
  return Step::Done;
}

/// Makes the contents of the whole object unknown.
void Machine::forget(const Cell& pointer) {
  std::size_t first = 0;
  if (pointer.state != State::Defined || !bytes_at(pointer, 0, first)) return;
  const Placed& placed = objects_[object_of(pointer.bits) - 1];
  std::fill_n(memory_.begin() + static_cast<std::ptrdiff_t>(placed.first), placed.size, Byte{});
}

void Machine::begin(const FlatFunction& function, const std::vector<Cell>& arguments) {
  frame_ = function.frame;
  std::copy(arguments.begin(), arguments.end(), frame_.begin());
  counters_.assign(function.counters, 0);
  memory_.clear();
  objects_.clear();
  hits_.clear();
  for (const Object& object : function.objects) {
    objects_.push_back({memory_.size(), object.bytes.size(), object.constant, object.significant});
    memory_.insert(memory_.end(), object.bytes.begin(), object.bytes.end());
  }
  for (const FlatFunction::PointerParameter& pointer : function.pointers) {
    Cell& cell = frame_[static_cast<std::size_t>(pointer.slot)];
    const bool null = pointer.may_be_null && cell.bits == 0;
    cell.bits = null ? 0 : static_cast<std::uint64_t>(pointer.object + 1) << kObjectShift;
  }
}

/// Collects the changes of memory that other code can see.
void Machine::end(const FlatFunction& function, Outcome& outcome) const {
  for (std::size_t i = 0; i < function.objects.size(); ++i) {
    const Object& object = function.objects[i];
    if (!object.visible || object.constant) continue;
    for (std::size_t at = 0; at < object.bytes.size(); ++at) {
      const Byte& before = object.bytes[at];
      const Byte& now = memory_[objects_[i].first + at];
      if (before.bits != now.bits || before.state != now.state || before.of_pointer != now.of_pointer)
        outcome.changes.push_back({object.name, at, before, now});
    }
  }
  std::sort(outcome.changes.begin(), outcome.changes.end(), [](const Outcome::Change& a, const Outcome::Change& b) {
    return a.object != b.object ? a.object < b.object : a.offset < b.offset;
  });
}

void Machine::call(const FlatFunction& function, const Op& op, Outcome& outcome) {
  const FlatFunction::CallRow& row = function.calls[static_cast<std::size_t>(op.to)];
  const std::uint64_t drawn = mixed(row.callee + outcome.events.size());
  outcome.events.push_back({row.callee, State::Defined});
  for (const std::int32_t argument : row.arguments)
    outcome.events.push_back(frame_[static_cast<std::size_t>(argument)]);
  if (op.out >= 0) frame_[static_cast<std::size_t>(op.out)] = {drawn & mask_of(op.width), State::Defined};
}

Outcome Machine::run(const FlatFunction& function, const std::vector<Cell>& arguments,
                     const std::vector<Check>& checks) {
  Outcome outcome;
  begin(function, arguments);
  const auto cell = [this](std::int32_t slot) -> Cell& { return frame_[static_cast<std::size_t>(std::max(slot, 0))]; };
  const auto stop = [&outcome](Step step) {
    outcome.end = step == Step::Undefined ? Outcome::End::Undefined : Outcome::End::Unclear;
    return outcome;
  };
  for (const std::int32_t slot : function.defined)
    if (cell(slot).state != State::Defined) return stop(Step::Undefined);
  std::size_t at = 0;
  for (const std::uint64_t last = steps_ + kSteps; steps_ < last;) {
    ++steps_;
    const Op& op = function.ops[at++];
    switch (op.code) {
      case Code::Jump: at = static_cast<std::size_t>(op.to); break;
      case Code::Branch: {
        const Cell& condition = cell(op.a);
        if (condition.state != State::Defined)
          return stop(condition.state == State::Poison ? Step::Undefined : Step::Unclear);
        at = static_cast<std::size_t>(condition.bits != 0 ? op.to : op.otherwise);
        break;
      }
      case Code::Switch: {
        const Cell& condition = cell(op.a);
        if (condition.state != State::Defined)
          return stop(condition.state == State::Poison ? Step::Undefined : Step::Unclear);
        const FlatFunction::SwitchRow& row = function.switches[static_cast<std::size_t>(op.to)];
        at = static_cast<std::size_t>(row.otherwise);
        for (const auto& [value, target] : row.cases)
          if (value == condition.bits) at = static_cast<std::size_t>(target);
        break;
      }
      case Code::Return:
        outcome.end = Outcome::End::Returned;
        outcome.has_value = op.a >= 0;
        if (outcome.has_value) outcome.value = cell(op.a);
        end(function, outcome);
        return outcome;
      case Code::Unreachable: return stop(Step::Undefined);
      case Code::Assume: {
        const Cell& condition = cell(op.a);
        if (condition.state == State::Unknown) return stop(Step::Unclear);
        if (condition.state == State::Poison || condition.bits == 0) return stop(Step::Undefined);
        break;
      }
      case Code::Check: judge(op.to, checks[static_cast<std::size_t>(op.to)]); break;
      case Code::CounterReset: counters_[static_cast<std::size_t>(op.to)] = 0; break;
      case Code::CounterBump: ++counters_[static_cast<std::size_t>(op.to)]; break;
      case Code::CounterRead: cell(op.out) = {counters_[static_cast<std::size_t>(op.to)], State::Defined}; break;
      case Code::Call: call(function, op, outcome); break;
      case Code::Alloca:
      case Code::Load:
      case Code::Store:
      case Code::Forget:
      case Code::Gep:
      case Code::PointerCompare: {
        const Step done = memory_step(op);
        if (done != Step::Done) return stop(done);
        break;
      }
      default: {
        const Step done = apply(op.code, op.flags, op.width, op.from, cell(op.a), cell(op.b), cell(op.c), cell(op.out));
        if (done != Step::Done) return stop(done);
      }
    }
  }
  return outcome;
}

}  // namespace assay::llvm_worker
