#include "workers/llvm/notebook.hpp"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

#include "workers/llvm/predicates.hpp"

namespace assay::llvm_worker {
namespace {

using Kind = Check::Kind;

std::string text_of(const llvm::Type& type) {
  if (type.isFloatTy() || type.isDoubleTy()) return type.isFloatTy() ? "float" : "double";
  return type.isPointerTy() ? "ptr" : type.isIntegerTy() ? "i" + std::to_string(type.getIntegerBitWidth()) : "?";
}

unsigned width_of(const llvm::Value& value) {
  if (value.getType()->isFloatTy()) return 32;
  return value.getType()->isIntegerTy() ? value.getType()->getIntegerBitWidth() : 64;
}

std::string hexadecimal(const llvm::APInt& bits) { return llvm::toString(bits, 16, false); }

std::string operation_of(const llvm::Value& value) {
  if (llvm::isa<llvm::Argument>(value)) return "argument";
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) return "constant";
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(instruction);
      call != nullptr && call->getCalledFunction() != nullptr) {
    const llvm::StringRef callee = call->getCalledFunction()->getName();
    if (callee.startswith("llvm.")) return callee.drop_front(5).rsplit('.').first.str();
  }
  return instruction->getOpcodeName();
}

}  // namespace

void Notebook::look_at(const llvm::Function& function, std::vector<PlannedCheck>& planned) {
  function_ = &function;
  planned_ = &planned;
  version_ = std::make_unique<Version>(Snapshot());
  dominators_.reset();
  written_.clear();
  // The numbers only identify values here.
  std::int32_t number = 0;
  for (const llvm::Argument& argument : function.args()) version_->snapshot().slots[&argument] = number++;
  for (const llvm::BasicBlock& block : function) {
    version_->snapshot().slots[&block] = number++;
    for (const llvm::Instruction& instruction : block) version_->snapshot().slots[&instruction] = number++;
  }
}

void Notebook::look_at(const llvm::Function& function, bool with_text) {
  function_ = &function;
  version_ = std::make_unique<Version>(flatten(function));
  version_->function = function.getName().str();
  dominators_.reset();
  written_.clear();
  counters_.clear();
  if (!with_text) return;
  llvm::raw_string_ostream stream(version_->text);
  function.print(stream);
}

const llvm::DominatorTree& Notebook::dominators() {
  // Computed from the current function, because the pass need not keep its own tree up to date.
  if (!dominators_) dominators_ = std::make_unique<llvm::DominatorTree>(const_cast<llvm::Function&>(*function_));
  return *dominators_;
}

std::int32_t Notebook::slot(const llvm::Value& value) {
  Snapshot& snapshot = version_->snapshot();
  const auto found = snapshot.slots.find(&value);
  if (found != snapshot.slots.end()) return found->second;
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value); number != nullptr && number->getBitWidth() <= 64)
    return snapshot.slots[&value] = constant_slot(snapshot, number->getZExtValue());
  if (llvm::isa<llvm::ConstantPointerNull>(value)) return snapshot.slots[&value] = constant_slot(snapshot, 0);
  if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(&value);
      real != nullptr && (value.getType()->isFloatTy() || value.getType()->isDoubleTy()))
    return snapshot.slots[&value] = constant_slot(snapshot, float_bits(*real));
  if (llvm::isa<llvm::UndefValue>(value)) {
    const std::int32_t made = constant_slot(snapshot, 0);
    snapshot.code.frame[static_cast<std::size_t>(made)].state =
        llvm::isa<llvm::PoisonValue>(value) ? State::Poison : State::Unknown;
    return snapshot.slots[&value] = made;
  }
  return -1;
}

std::string Notebook::name(const llvm::Value& value) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return llvm::toString(number->getValue(), 10, true);
  if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(&value)) {
    llvm::SmallString<32> text;
    real->getValueAPF().toString(text);
    return text.str().str();
  }
  if (llvm::isa<llvm::PoisonValue>(value)) return "poison";
  if (llvm::isa<llvm::UndefValue>(value)) return "undef";
  if (llvm::isa<llvm::ConstantPointerNull>(value)) return "null";
  if (value.hasName()) return "%" + value.getName().str();
  return "%" + operation_of(value) + "#" + std::to_string(slot(value));
}

std::optional<Notebook::Spot> Notebook::spot(const llvm::Value& value, const Where& where) {
  Snapshot& snapshot = version_->snapshot();
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction != nullptr && !snapshot.before.count(instruction)) return std::nullopt;
  if (where.from != nullptr) {
    const auto edge = snapshot.edges.find({where.from, where.to});
    if (edge == snapshot.edges.end()) return std::nullopt;
    if (instruction != nullptr && !dominators().dominates(instruction->getParent(), where.from)) return std::nullopt;
    return Spot{edge->second, "edge " + name(*where.from) + " " + name(*where.to)};
  }
  const llvm::Instruction* at = where.at;
  if (at != nullptr && !snapshot.before.count(at)) return std::nullopt;
  if (at == nullptr || at == instruction) {
    if (instruction == nullptr) {
      const auto entry = snapshot.start.find(&function_->getEntryBlock());
      return Spot{entry->second, ""};
    }
    return Spot{snapshot.after.lookup(instruction), ""};
  }
  const bool same = instruction != nullptr && instruction->getParent() == at->getParent();
  if (same ? snapshot.before.lookup(instruction) > snapshot.before.lookup(at) || !instruction->comesBefore(at)
           : instruction != nullptr && !dominators().dominates(instruction, at))
    return std::nullopt;
  return Spot{snapshot.before.lookup(at), "at " + name(*at)};
}

std::optional<Notebook::Spot> Notebook::spot(const llvm::Value& left, const llvm::Value& right, const Where& where) {
  if (where.at != nullptr || where.from != nullptr) {
    std::optional<Spot> first = spot(left, where);
    return first && spot(right, where) ? first : std::nullopt;
  }
  const auto* a = llvm::dyn_cast<llvm::Instruction>(&left);
  const auto* b = llvm::dyn_cast<llvm::Instruction>(&right);
  const Snapshot& snapshot = version_->snapshot();
  if ((a != nullptr && !snapshot.before.count(a)) || (b != nullptr && !snapshot.before.count(b))) return std::nullopt;
  if (a == nullptr || b == nullptr || a == b) return spot(a == nullptr ? right : left, where);
  if (dominators().dominates(a, b)) return spot(right, where);
  if (dominators().dominates(b, a)) return spot(left, where);
  return std::nullopt;
}

bool Notebook::is_new(std::string_view source, Check check, std::int32_t position) {
  const auto number = [](auto value) { return static_cast<std::uint64_t>(value); };
  return written_
      .insert({std::hash<std::string_view>{}(source),
               number(check.kind) | (number(check.code) << 8U) | (number(check.flags) << 16U), number(check.a),
               number(check.b), check.low, check.high, number(position), check.width})
      .second;
}

Claim Notebook::claim(const llvm::Value& value, std::string property, std::string_view source, std::string context) {
  Claim made;
  made.function = function_->getName().str();
  made.subject = name(value);
  made.operation = operation_of(value);
  made.type = text_of(*value.getType());
  made.property = std::move(property);
  made.source = source;
  made.context = std::move(context);
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (const llvm::DILocation* place = instruction == nullptr ? nullptr : instruction->getDebugLoc().get()) {
    made.line = place->getLine();
    made.column = place->getColumn();
    made.file = place->getFilename().str();
  } else if (const llvm::DISubprogram* all = function_->getSubprogram()) {
    made.line = all->getLine();
    made.file = all->getFilename().str();
  }
  return made;
}

void Notebook::write(const llvm::Value& value, const llvm::Value* other, const Where& where, const Check& check,
                     std::string property, std::string_view source) {
  if (planned_ != nullptr) return plan(value, other, where, check, std::move(property), source);
  if (!version_->runs()) {
    ++ledger_.unread["not run: " + version_->snapshot().refusal];
    return;
  }
  const std::optional<Spot> place = other == nullptr ? spot(value, where) : spot(value, *other, where);
  const bool known = check.kind == Kind::Never || (check.a >= 0 && (other == nullptr || check.b >= 0));
  if (!place || !known) {
    ++ledger_.unread["value does not reach the place"];
  } else if (is_new(source, check, place->position)) {
    version_->add(place->position, {}, check, ledger_.number(claim(value, std::move(property), source, place->context)),
                  &value);
  }
}

void Notebook::plan(const llvm::Value& value, const llvm::Value* other, const Where& where, const Check& check,
                    std::string property, std::string_view source) {
  PlannedCheck planned{&value, other, where, check, 0, nullptr, {}};
  const auto* own = llvm::dyn_cast<llvm::Instruction>(&value);
  const auto* second = llvm::dyn_cast_or_null<llvm::Instruction>(other);
  if (planned.where.at == own) planned.where.at = nullptr;
  if (planned.where.at == nullptr && where.from == nullptr && second != nullptr && second != own) {
    // The check goes after the later of the two instructions.
    if (own == nullptr || dominators().dominates(own, second)) planned.where.at = second->getNextNode();
    if (planned.where.at != nullptr && llvm::isa<llvm::PHINode>(planned.where.at))
      planned.where.at = &*second->getParent()->getFirstInsertionPt();
  }
  // The result of a call that may throw is there in another block.
  const auto ends_block = [](const llvm::Instruction* one) { return one != nullptr && one->isTerminator(); };
  if (planned.where.at == nullptr && where.from == nullptr && (ends_block(own) || ends_block(second))) {
    ++ledger_.unread["no place for a check"];
    return;
  }
  const llvm::Instruction* at = where.from != nullptr ? where.from->getTerminator() : planned.where.at;
  std::string context;
  if (where.from != nullptr)
    context = "edge " + name(*where.from) + " " + name(*where.to);
  else if (at != nullptr)
    context = "at " + name(*at);
  for (const llvm::Instruction* each : {own, second}) {
    const llvm::Instruction* point = at != nullptr ? at : own;
    if (each == nullptr || each == point || point == nullptr) continue;
    if (dominators().dominates(each, point)) continue;
    ++ledger_.unread["value does not reach the place"];
    return;
  }
  const auto position = static_cast<std::int32_t>(at == nullptr ? -1 : slot(*at));
  if (!is_new(std::string(source) + context, check, position)) return;
  planned.claim = ledger_.number(claim(value, std::move(property), source, std::move(context)));
  planned_->push_back(std::move(planned));
}

void Notebook::known_bits(const llvm::Value& value, const Where& where, const llvm::KnownBits& known,
                          std::string_view source) {
  llvm::KnownBits said = known;
  if (!value.getType()->isIntegerTy() || known.getBitWidth() > 64) return;
  if (lie_ == Lie::StaleFact) {
    said = stale_.emplace(&value, known).first->second;
    if (said.getBitWidth() != known.getBitWidth()) return;
  }
  if (said.isUnknown() || llvm::isa<llvm::Constant>(value)) return;
  const std::uint64_t zeros = said.Zero.getZExtValue(), ones = said.One.getZExtValue();
  write(value, nullptr, where, {Kind::Bits, Code::Eq, 0, width_of(value), slot(value), -1, zeros, ones},
        "bits " + std::to_string(width_of(value)) + " " + hexadecimal(said.Zero) + " " + hexadecimal(said.One), source);
}

void Notebook::range(const llvm::Value& value, const Where& where, const llvm::ConstantRange& given, bool is_signed,
                     std::string_view source) {
  llvm::ConstantRange range = given;
  if (!value.getType()->isIntegerTy() || width_of(value) > 64 || range.isFullSet() || llvm::isa<llvm::Constant>(value))
    return;
  const unsigned width = width_of(value);
  if (lie_ == Lie::HighOffByOne && !range.isEmptySet() && !range.isSingleElement())
    range = {range.getLower(), range.getUpper() - 1};
  if (lie_ == Lie::LowOffByOne && !range.isEmptySet() && !range.isSingleElement())
    range = {range.getLower() + 1, range.getUpper()};
  std::string property = "never";
  if (!range.isEmptySet()) {
    const bool wrapped = is_signed ? range.isSignWrappedSet() : range.isWrappedSet();
    const llvm::APInt low = wrapped ? range.getLower() : is_signed ? range.getSignedMin() : range.getUnsignedMin();
    const llvm::APInt high = wrapped ? range.getUpper() - 1 : is_signed ? range.getSignedMax() : range.getUnsignedMax();
    property = std::string(wrapped ? "range " : "interval ") + llvm::toString(low, 10, is_signed) + " " +
               llvm::toString(high, 10, is_signed);
  }
  Check check{range.isEmptySet() ? Kind::Never : Kind::Range, Code::Eq, 0, width, slot(value), -1, 0, 0};
  check.low = range.getLower().getZExtValue();
  check.high = range.getUpper().getZExtValue();
  // An empty range is a claim about defined values only, so the check is an empty range, not Never.
  if (range.isEmptySet()) check = {Kind::Range, Code::Eq, 0, width, slot(value), -1, 0, 0};
  write(value, nullptr, where, check, property, std::string(source) + (is_signed ? ", signed" : ""));
}

void Notebook::non_zero(const llvm::Value& value, const Where& where, std::string_view source) {
  if (llvm::isa<llvm::Constant>(value)) return;
  write(value, nullptr, where, {Kind::NonZero, Code::Eq, 0, width_of(value), slot(value), -1, 0, 0}, "values !0",
        source);
}

void Notebook::not_in_class(const llvm::Value& value, unsigned classes, std::string_view name,
                            std::string_view source) {
  if (llvm::isa<llvm::Constant>(value) || planned_ != nullptr) return;
  write(value, nullptr, {}, {Kind::NotInClass, Code::Eq, 0, width_of(value), slot(value), -1, classes, 0},
        "named " + std::string(name), source);
}

void Notebook::power_of_two(const llvm::Value& value, const Where& where, bool or_zero, std::string_view source) {
  if (llvm::isa<llvm::Constant>(value) || !value.getType()->isIntegerTy()) return;
  write(value, nullptr, where, {Kind::Power, Code::Eq, 0, width_of(value), slot(value), -1, or_zero ? 0U : 1U, 0},
        or_zero ? "named power-of-two-or-zero" : "named power-of-two", source);
}

void Notebook::sign_bits(const llvm::Value& value, const Where& where, unsigned bits, std::string_view source) {
  if (lie_ == Lie::SignBitsOneMore) ++bits;
  if (!value.getType()->isIntegerTy() || bits <= 1 || llvm::isa<llvm::Constant>(value)) return;
  write(value, nullptr, where, {Kind::SignBits, Code::Eq, 0, width_of(value), slot(value), -1, bits, 0},
        "named sign-bits " + std::to_string(bits), source);
}

void Notebook::not_poison(const llvm::Value& value, const Where& where, std::string_view source) {
  if (llvm::isa<llvm::Constant>(value)) return;
  write(value, nullptr, where, {Kind::Defined, Code::Eq, 0, width_of(value), slot(value), -1, 0, 0}, "named not-poison",
        source);
}

void Notebook::compare(const llvm::Value& left, llvm::CmpInst::Predicate predicate, const llvm::Value& right,
                       bool truth, const Where& where, std::string_view source) {
  if (!left.getType()->isIntegerTy() || width_of(left) > 64) return;
  if (lie_ == Lie::SignLost && llvm::CmpInst::isSigned(predicate))
    predicate = llvm::CmpInst::getUnsignedPredicate(predicate);
  const llvm::CmpInst::Predicate holds = truth ? predicate : llvm::CmpInst::getInversePredicate(predicate);
  write(left, &right, where, {Kind::Compare, code_of(holds), 0, width_of(left), slot(left), slot(right), 1, 0},
        "relation " + llvm::CmpInst::getPredicateName(holds).str() + " " + name(right), source);
}

void Notebook::implies(const llvm::Value& left, const llvm::Value& right, bool truth, std::string_view source) {
  write(left, &right, {}, {Kind::Implies, Code::Eq, 0, 1, slot(left), slot(right), truth ? 1U : 0U, 0},
        std::string("named implies ") + (truth ? "" : "not ") + name(right), source);
}

void Notebook::overflow(unsigned opcode, bool is_signed, const llvm::Value& left, const llvm::Value& right, bool truth,
                        const Where& where, std::string_view source) {
  if (!left.getType()->isIntegerTy() || width_of(left) > 64) return;
  const Code code = opcode == llvm::Instruction::Add   ? Code::Add
                    : opcode == llvm::Instruction::Sub ? Code::Sub
                    : opcode == llvm::Instruction::Mul ? Code::Mul
                                                       : Code::Shl;
  Check check{Kind::Overflow, code,        is_signed ? kNsw : kNuw, width_of(left),
              slot(left),     slot(right), truth ? 1U : 0U,         0};
  write(left, &right, where, check,
        std::string("named ") + (truth ? "wraps " : "no-wrap ") + (is_signed ? "signed " : "unsigned ") +
            llvm::Instruction::getOpcodeName(opcode) + " " + name(right),
        source);
}

void Notebook::simplified(const llvm::Instruction& instruction, const llvm::Value& to, std::string_view source) {
  const auto* other = llvm::dyn_cast<llvm::Instruction>(&to);
  const bool reaches = other == nullptr || dominators().dominates(other, &instruction);
  if (!reaches) return;
  write(instruction, &to, {}, {Kind::Equal, Code::Eq, 0, width_of(instruction), slot(instruction), slot(to), 0, 0},
        "relation eq " + name(to), source);
}

void Notebook::alias(const llvm::Value& left, std::uint64_t left_size, const llvm::Value& right,
                     std::uint64_t right_size, bool same, const llvm::Instruction* later, std::string_view source) {
  if (planned_ != nullptr && later == nullptr) {
    ++ledger_.unread["accesses that do not follow each other"];
    return;
  }
  write(left, &right, {planned_ == nullptr ? nullptr : later},
        {same ? Kind::Same : Kind::Apart, Code::Eq, 0, 64, slot(left), slot(right), left_size, right_size},
        "alias " + name(right) + (same ? " 1" : " 0"), source);
}

void Notebook::unreachable(const llvm::BasicBlock& block, std::string_view source) {
  const llvm::Instruction* first = &*block.getFirstInsertionPt();
  Check check;
  check.kind = Kind::Never;
  write(*first, nullptr, {first->getPrevNode() == nullptr ? nullptr : first}, check, "unreachable", source);
}

}  // namespace assay::llvm_worker
