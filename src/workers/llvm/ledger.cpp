#include "workers/llvm/ledger.hpp"

#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>

#include "workers/llvm/float_operations.hpp"

namespace assay::llvm_worker {
namespace {

std::uint64_t drawn(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15U;
  std::uint64_t x = state;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

std::uint64_t boundary(std::uint64_t choice, unsigned width) {
  const std::uint64_t mask = mask_of(width), top = std::uint64_t{1} << (width - 1);
  const std::uint64_t values[] = {0, 1, 2, mask, mask - 1, top, top - 1, top + 1, 3, 7, 8, 15, 16, 0x55, 0xaa, 0xff};
  return values[choice % std::size(values)] & mask;
}

/// Zeros, infinities, NaN, the ends of the normal and of the other numbers, neighbours of 1 and of integers' ends.
std::uint64_t float_boundary(std::uint64_t choice, unsigned width) {
  constexpr double kValues[] = {0.0, -0.0,  1.0,  -1.0,  0.5,          2.0,           3.0,          -2.5,
                                0.1, 255.0, 1e10, -1e10, 2147483648.0, -2147483648.0, 4294967296.0, 9007199254740992.0};
  constexpr std::uint64_t kDoubles[] = {0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 1,
                                        0x8000000000000001, 0x000fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff,
                                        0xffefffffffffffff, 0x3ff0000000000001};
  constexpr std::uint64_t kFloats[] = {0x7f800000, 0xff800000, 0x7fc00000, 1,          0x80000001,
                                       0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x3f800001};
  const std::size_t number = choice % (std::size(kValues) + std::size(kDoubles));
  if (number >= std::size(kValues))
    return width == 32 ? kFloats[number - std::size(kValues)] : kDoubles[number - std::size(kValues)];
  return width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(kValues[number]))
                     : std::bit_cast<std::uint64_t>(kValues[number]);
}

/// A drawn floating-point number: random bits, or a small integer.
std::uint64_t drawn_float(std::uint64_t bits, unsigned width) {
  const auto small = static_cast<double>(static_cast<std::int64_t>(bits) >> 56);
  if ((bits & 1U) != 0)
    return width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(small)) : std::bit_cast<std::uint64_t>(small);
  bits &= mask_of(width);
  return is_nan(bits, width) ? nan_bits(width) : bits;
}

std::vector<Cell> nth_input(std::uint64_t number, const std::vector<std::uint8_t>& widths) {
  std::vector<Cell> input;
  for (const std::uint8_t width : widths) {
    input.push_back({number & mask_of(width), State::Defined});
    number = width >= 64 ? 0 : number >> width;
  }
  return input;
}

std::string hexadecimal(std::uint64_t bits) {
  std::string text;
  do {
    text.insert(text.begin(), "0123456789abcdef"[bits & 15U]);
    bits >>= 4;
  } while (bits != 0);
  return "0x" + text;
}

std::string text_of(const Cell& cell) {
  if (cell.state == State::Poison) return "poison";
  return cell.state == State::Unknown ? "undef" : std::to_string(cell.bits);
}

/// "-0x1.8p+3", which LLVM's users read from the bits.
std::string text_of_float(const Cell& cell, std::uint64_t width) {
  if (cell.state != State::Defined) return text_of(cell);
  const double value = width == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(cell.bits)))
                                   : std::bit_cast<double>(cell.bits);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.17g (0x%llx)", value, static_cast<unsigned long long>(cell.bits));
  return text.data();
}

/// "null", or "to" and the bytes of the object.
std::string text_of_pointer(const Cell& cell, std::size_t parameter, const FlatFunction& function) {
  if (cell.state != State::Defined) return text_of(cell);
  for (const FlatFunction::PointerParameter& pointer : function.pointers) {
    if (static_cast<std::size_t>(pointer.slot) != parameter) continue;
    if (pointer.may_be_null && cell.bits == 0) return "null";
    std::string digits;
    for (const Byte& byte : function.objects[static_cast<std::size_t>(pointer.object)].bytes)
      for (const unsigned digit : {byte.bits / 16U, byte.bits % 16U}) digits += "0123456789abcdef"[digit];
    return "to " + digits;
  }
  return "to an object";
}

}  // namespace

std::vector<std::vector<Cell>> inputs_for(const std::vector<std::uint8_t>& widths, unsigned max_inputs) {
  unsigned bits = 0;
  for (const std::uint8_t width : widths) bits += width & ~kFloat;
  std::vector<std::vector<Cell>> inputs;
  if (bits < 20 && (1U << bits) <= max_inputs) {
    for (std::uint64_t i = 0; i < (std::uint64_t{1} << bits); ++i) inputs.push_back(nth_input(i, widths));
    return inputs;
  }
  std::uint64_t state = bits;
  for (unsigned i = 0; i < std::min(max_inputs, 1024U); ++i) {
    std::vector<Cell> input;
    for (const std::uint8_t of : widths) {
      const unsigned width = of & ~kFloat;
      const std::uint64_t number = drawn(state);
      const bool at_boundary = (number & 1U) != 0;
      if ((of & kFloat) != 0) {
        input.push_back(
            {at_boundary ? float_boundary(number >> 8U, width) : drawn_float(drawn(state), width), State::Defined});
        continue;
      }
      input.push_back({at_boundary ? boundary(number >> 8U, width) : drawn(state) & mask_of(width), State::Defined});
    }
    inputs.push_back(std::move(input));
  }
  return inputs;
}

std::string text_of(const std::vector<Cell>& inputs, const FlatFunction& function) {
  std::string text;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (i > 0) text += ", ";
    const unsigned width = function.arguments[i];
    if ((width & kFloat) != 0)
      text += (width == (kFloat | 32U) ? "float " : "double ") + text_of_float(inputs[i], width & mask_of(7));
    else
      text += width == 0 ? "pointer " + text_of_pointer(inputs[i], i, function)
                         : "i" + std::to_string(width) + " " + text_of(inputs[i]);
  }
  return text;
}

void Version::add(std::int32_t position, const std::vector<Op>& ops, const Check& check, std::size_t claim,
                  const llvm::Value* subject) {
  for (const Op& op : ops) more_.emplace_back(position, op);
  Op judge;
  judge.code = Code::Check;
  judge.to = static_cast<std::int32_t>(checks_.size());
  more_.emplace_back(position, judge);
  checks_.push_back(check);
  claim_of_.push_back(claim);
  subject_of_.push_back(subject);
}

bool Version::is_meaningless(const llvm::Value* subject, const std::vector<Cell>& input) {
  if (!runs()) return false;
  std::vector<std::pair<std::int32_t, Op>> more;
  std::vector<Check> checks;
  const auto* instruction = llvm::dyn_cast_or_null<llvm::Instruction>(subject);
  const auto place = snapshot_.after.find(instruction);
  if (instruction != nullptr && place != snapshot_.after.end()) {
    Op judge;
    judge.code = Code::Check;
    judge.to = 0;
    more.emplace_back(place->second, judge);
    checks.push_back({Check::Kind::Defined, Code::Eq, 0, 1, snapshot_.slots.lookup(subject), -1, 0, 0});
  }
  Machine machine;
  const Outcome outcome = machine.run(with_ops(snapshot_.code, more), input, checks);
  return outcome.end != Outcome::End::Returned ||
         std::any_of(machine.hits().begin(), machine.hits().end(),
                     [](const Machine::Hit& hit) { return hit.judgement == Judgement::Broken; });
}

void Version::run(const std::vector<std::vector<Cell>>& inputs, std::vector<Claim>& claims, std::uint64_t max_steps,
                  std::vector<Outcome>* outcomes, std::uint64_t& judged) {
  if (!runs()) return;
  const FlatFunction code = with_ops(snapshot_.code, more_);
  constexpr std::uint64_t kWastedShare = 8;
  std::uint64_t wasted = 0;
  Machine machine;
  for (const std::vector<Cell>& input : inputs) {
    // Runs that do not end check nothing, so they get only a small part of the steps.
    if (machine.steps() > max_steps || wasted > max_steps / kWastedShare) break;
    const bool given_poison =
        std::any_of(input.begin(), input.end(), [](const Cell& cell) { return cell.state == State::Poison; });
    const std::uint64_t before = machine.steps();
    Outcome outcome = machine.run(code, input, checks_);
    if (outcome.end == Outcome::End::Limit) wasted += machine.steps() - before;
    if (outcome.end == Outcome::End::Returned) {
      for (const Machine::Hit& hit : machine.hits()) {
        Claim& claim = claims[claim_of_[static_cast<std::size_t>(hit.check)]];
        const llvm::Value* subject = subject_of_[static_cast<std::size_t>(hit.check)];
        if (hit.judgement == Judgement::Broken && begin != nullptr && begin->is_meaningless(subject, input)) continue;
        ++claim.runs;
        if (hit.judgement == Judgement::Kept) continue;
        ++claim.broken;
        // A witness without poison is preferred.
        if (claim.broken > 1 && (!claim.poison_in_witness || given_poison)) continue;
        claim.poison_in_witness = given_poison;
        claim.witness = "value " + text_of(hit.value) + " (" + hexadecimal(hit.value.bits) + ") for " +
                        text_of(input, snapshot_.code);
        if (!text.empty()) claim.witness += "\n" + text;
        if (begin != nullptr && !begin->text.empty()) claim.witness += "; as the pass first asked\n" + begin->text;
      }
      judged += machine.hits().size();
    }
    if (outcomes != nullptr) outcomes->push_back(std::move(outcome));
  }
}

namespace {

/// A difference between the visible memory after both runs. Nullopt if the target refines the source. Bytes that are
/// not among the changes have their initial values.
std::optional<RefinementProblem> memory_problem(const Outcome& source, const Outcome& target) {
  const auto same_place = [](const Outcome::Change& a, const Outcome::Change& b) {
    return a.object == b.object && a.offset == b.offset;
  };
  const auto earlier = [](const Outcome::Change& a, const Outcome::Change& b) {
    return a.object != b.object ? a.object < b.object : a.offset < b.offset;
  };
  auto left = source.changes.begin();
  auto right = target.changes.begin();
  while (left != source.changes.end() || right != target.changes.end()) {
    const bool both = left != source.changes.end() && right != target.changes.end();
    const bool take_left = right == target.changes.end() || (both && !earlier(*right, *left));
    const bool take_right = left == source.changes.end() || (both && same_place(*left, *right)) || !take_left;
    const Byte before = take_left ? left->now : right->before;
    const Byte after = take_right ? right->now : left->before;
    if (take_left) ++left;
    if (take_right) ++right;
    // Pointers cannot be compared, because each version numbers its own objects.
    if (before.state != State::Defined || after.state == State::Unknown || before.of_pointer || after.of_pointer)
      continue;
    if (after.state == State::Poison)
      return RefinementProblem{RefinementProblem::Kind::Poison, "it leaves poison in memory"};
    if (before.bits != after.bits)
      return RefinementProblem{
          RefinementProblem::Kind::Value,
          "it leaves " + std::to_string(after.bits) + " instead of " + std::to_string(before.bits) + " in memory"};
  }
  return std::nullopt;
}

}  // namespace

std::string_view name(RefinementProblem::Kind kind) {
  switch (kind) {
    case RefinementProblem::Kind::Value: return "";
    case RefinementProblem::Kind::Poison: return ", makes poison";
    case RefinementProblem::Kind::Undefined: return ", makes undefined behaviour";
  }
  return "";
}

std::optional<RefinementProblem> refinement_problem(const Outcome& source, const Outcome& target) {
  using End = Outcome::End;
  using Difference = RefinementProblem::Kind;
  using Problem = RefinementProblem;
  if (source.end != End::Returned || target.end == End::Limit || target.end == End::Unclear) return std::nullopt;
  if (target.end == End::Undefined) return Problem{Difference::Undefined, "undefined behaviour where there was none"};
  if (source.events.size() != target.events.size()) return Problem{Difference::Value, "other calls"};
  for (std::size_t i = 0; i < source.events.size(); ++i) {
    const Cell& before = source.events[i];
    const Cell& after = target.events[i];
    if (before.state != State::Defined || after.state == State::Unknown) continue;
    if (after.state == State::Poison) return Problem{Difference::Poison, "a call's argument is poison"};
    if (before.bits != after.bits)
      return Problem{Difference::Value, "a call's argument is " + text_of(after) + " instead of " + text_of(before)};
  }
  if (std::optional<Problem> problem = memory_problem(source, target)) return problem;
  if (!source.has_value || source.value.state == State::Poison || target.value.state == State::Unknown)
    return std::nullopt;
  if (source.value.state == State::Unknown) {
    if (target.value.state != State::Poison) return std::nullopt;
    return Problem{Difference::Poison, "it returns poison instead of a frozen value or undef"};
  }
  if (target.value.state == State::Poison)
    return Problem{Difference::Poison, "it returns poison instead of " + text_of(source.value)};
  if (source.value.bits == target.value.bits) return std::nullopt;
  return Problem{Difference::Value, "it returns " + text_of(target.value) + " instead of " + text_of(source.value)};
}

std::size_t Ledger::number(Claim claim) {
  std::string key = claim.function;
  for (const std::string* part : {&claim.source, &claim.subject, &claim.property, &claim.context}) key += '\t' + *part;
  const auto [place, added] = numbers_.emplace(std::move(key), claims_.size());
  if (added) claims_.push_back(std::move(claim));
  return place->second;
}

void Ledger::skip(Claim claim, const std::string& why) {
  Claim& kept = claims_[number(std::move(claim))];
  if (kept.runs == 0) kept.skip = why;
}

}  // namespace assay::llvm_worker
