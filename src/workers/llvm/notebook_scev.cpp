#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

#include "workers/llvm/notebook.hpp"

namespace assay::llvm_worker {
namespace {

std::string text_of(const llvm::SCEV& scev) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  scev.print(stream);
  return stream.str();
}

unsigned width_of(const llvm::SCEV& scev) {
  return scev.getType()->isIntegerTy() ? scev.getType()->getIntegerBitWidth() : 0;
}

/// Finds the innermost loop of the recurrences in an expression. `several`: the loops are not nested.
struct FindLoop {
  const llvm::Loop* loop = nullptr;
  bool several = false;
  bool follow(const llvm::SCEV* scev) {
    if (const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(scev)) {
      const llvm::Loop* found = recurrence->getLoop();
      if (loop == nullptr || loop->contains(found)) {
        loop = found;
      } else if (!found->contains(loop)) {
        several = true;
      }
    }
    return true;
  }
  [[nodiscard]] bool isDone() const { return several; }  // NOLINT: LLVM's name
};

std::string count_text(const llvm::SCEV& count) {
  if (const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(&count))
    return llvm::toString(constant->getAPInt(), 10, false);
  return "";
}

}  // namespace

std::int32_t Notebook::counter(const llvm::Loop& loop) {
  const auto found = counters_.find(loop.getHeader());
  if (found != counters_.end()) return found->second;
  Snapshot& snapshot = version_->snapshot();
  const auto number = static_cast<std::int32_t>(snapshot.code.counters++);
  for (const llvm::BasicBlock* from : llvm::predecessors(loop.getHeader())) {
    const auto edge = snapshot.edges.find({from, loop.getHeader()});
    if (edge == snapshot.edges.end()) continue;
    Op op;
    op.code = loop.contains(from) ? Code::CounterBump : Code::CounterReset;
    op.to = number;
    version_->add_op(edge->second, op);
  }
  return counters_[loop.getHeader()] = number;
}

std::optional<std::int32_t> Notebook::recurrence(const llvm::SCEV& scev, const llvm::Instruction& at,
                                                 std::vector<Op>& ops) {
  const auto& chain = llvm::cast<llvm::SCEVAddRecExpr>(scev);
  if (!chain.isAffine() || !chain.getLoop()->contains(at.getParent())) return std::nullopt;
  const std::optional<std::int32_t> start = expression(*chain.getStart(), at, ops);
  const std::optional<std::int32_t> step = expression(*chain.getOperand(1), at, ops);
  if (!start || !step) return std::nullopt;
  Snapshot& snapshot = version_->snapshot();
  const auto width = static_cast<std::uint8_t>(width_of(scev));
  const std::int32_t turn = constant_slot(snapshot, 0), narrow = constant_slot(snapshot, 0);
  const std::int32_t product = constant_slot(snapshot, 0), sum = constant_slot(snapshot, 0);
  ops.push_back({Code::CounterRead, 0, 64, 0, turn, -1, -1, -1, counter(*chain.getLoop()), -1});
  ops.push_back({Code::Trunc, 0, width, 64, narrow, turn});
  ops.push_back({Code::Mul, 0, width, 0, product, narrow, *step});
  ops.push_back({Code::Add, 0, width, 0, sum, product, *start});
  return sum;
}

/// Adds ops that compute an expression from its values, and returns the slot of the result. No-wrap flags are ignored.
std::optional<std::int32_t> Notebook::expression(const llvm::SCEV& scev, const llvm::Instruction& at,
                                                 std::vector<Op>& ops) {
  const unsigned width = width_of(scev);
  if (width == 0 || width > 64) return std::nullopt;
  if (const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(&scev)) return slot(*constant->getValue());
  if (const auto* unknown = llvm::dyn_cast<llvm::SCEVUnknown>(&scev)) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(unknown->getValue());
    if (instruction != nullptr && !dominators().dominates(instruction, &at)) return std::nullopt;
    const std::int32_t found = slot(*unknown->getValue());
    return found < 0 ? std::nullopt : std::optional(found);
  }
  if (llvm::isa<llvm::SCEVAddRecExpr>(scev)) return recurrence(scev, at, ops);
  Code code = Code::Copy;
  switch (scev.getSCEVType()) {
    case llvm::scTruncate: code = Code::Trunc; break;
    case llvm::scZeroExtend: code = Code::ZExt; break;
    case llvm::scSignExtend: code = Code::SExt; break;
    case llvm::scAddExpr: code = Code::Add; break;
    case llvm::scMulExpr: code = Code::Mul; break;
    case llvm::scUDivExpr: code = Code::UDiv; break;
    case llvm::scUMaxExpr: code = Code::UMax; break;
    case llvm::scUMinExpr: code = Code::UMin; break;
    case llvm::scSMaxExpr: code = Code::SMax; break;
    case llvm::scSMinExpr: code = Code::SMin; break;
    default: return std::nullopt;
  }
  std::vector<const llvm::SCEV*> operands;
  if (const auto* cast = llvm::dyn_cast<llvm::SCEVCastExpr>(&scev)) operands = {cast->getOperand()};
  if (const auto* list = llvm::dyn_cast<llvm::SCEVNAryExpr>(&scev)) operands.assign(list->op_begin(), list->op_end());
  if (const auto* division = llvm::dyn_cast<llvm::SCEVUDivExpr>(&scev)) {
    // A division by zero would end the run although the function does not divide.
    if (!llvm::isa<llvm::SCEVConstant>(division->getRHS()) || division->getRHS()->isZero()) return std::nullopt;
    operands = {division->getLHS(), division->getRHS()};
  }
  std::optional<std::int32_t> result;
  for (const llvm::SCEV* operand : operands) {
    const std::optional<std::int32_t> next = expression(*operand, at, ops);
    if (!next) return std::nullopt;
    if (result || operands.size() == 1) {
      const std::int32_t made = constant_slot(version_->snapshot(), 0);
      Op op{code,
            0,
            static_cast<std::uint8_t>(width),
            static_cast<std::uint8_t>(width_of(*operand)),
            made,
            result ? *result : *next};
      if (result) op.b = *next;
      ops.push_back(op);
      result = made;
    } else {
      result = next;
    }
  }
  return result;
}

void Notebook::scev_compare(const llvm::SCEV& left, llvm::CmpInst::Predicate predicate, const llvm::SCEV& right,
                            bool truth, const llvm::Instruction* at, std::string_view source) {
  if (planned_ != nullptr) return;
  if (!version_->runs()) {
    ++ledger_.unread["not run: " + version_->snapshot().refusal];
    return;
  }
  FindLoop find;
  llvm::visitAll(&left, find);
  llvm::visitAll(&right, find);
  if (at == nullptr && find.loop != nullptr && !find.several) at = &*find.loop->getHeader()->getFirstInsertionPt();
  std::vector<Op> ops;
  std::optional<std::int32_t> a, b;
  if (at != nullptr && version_->snapshot().before.count(at) && !find.several) {
    a = expression(left, *at, ops);
    b = expression(right, *at, ops);
  }
  if (!a || !b) {
    ++ledger_.unread["SCEV that has no value at the place"];
    return;
  }
  if (lie_ == Lie::SignLost && llvm::CmpInst::isSigned(predicate))
    predicate = llvm::CmpInst::getUnsignedPredicate(predicate);
  const Check check{Check::Kind::Compare, Code::Eq, 0, width_of(left), *a, *b, 1, 0};
  Claim made;
  made.function = at->getFunction()->getName().str();
  made.subject = text_of(left);
  made.operation = "scev";
  made.type = "i" + std::to_string(width_of(left));
  const llvm::CmpInst::Predicate holds = truth ? predicate : llvm::CmpInst::getInversePredicate(predicate);
  made.property = "relation " + llvm::CmpInst::getPredicateName(holds).str() + " " + text_of(right);
  made.source = source;
  made.context = "at " + name(*at);
  // The slots of expressions are new each time, so duplicates are recognized by the claim's text.
  Check compare = check;
  const std::size_t number = ledger_.number(std::move(made));
  if (!is_new(source, {Check::Kind::Compare, Code::Eq, 0, 0, static_cast<std::int32_t>(number), -2, 0, 0}, -1)) return;
  switch (holds) {
    case llvm::CmpInst::ICMP_NE: compare.code = Code::Ne; break;
    case llvm::CmpInst::ICMP_UGT: compare.code = Code::Ugt; break;
    case llvm::CmpInst::ICMP_UGE: compare.code = Code::Uge; break;
    case llvm::CmpInst::ICMP_ULT: compare.code = Code::Ult; break;
    case llvm::CmpInst::ICMP_ULE: compare.code = Code::Ule; break;
    case llvm::CmpInst::ICMP_SGT: compare.code = Code::Sgt; break;
    case llvm::CmpInst::ICMP_SGE: compare.code = Code::Sge; break;
    case llvm::CmpInst::ICMP_SLT: compare.code = Code::Slt; break;
    case llvm::CmpInst::ICMP_SLE: compare.code = Code::Sle; break;
    default: break;
  }
  version_->add(version_->snapshot().before.lookup(at), ops, compare, number);
}

void Notebook::plan_count(const llvm::Loop& loop, const llvm::BasicBlock& from, const llvm::BasicBlock& to,
                          const llvm::SCEV& count, Count kind, std::string_view source) {
  const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(&count);
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
  if (constant == nullptr || constant->getAPInt().getActiveBits() > 62 || branch == nullptr ||
      !branch->isConditional()) {
    ++ledger_.unread["trip count that is no number"];
    return;
  }
  PlannedCheck planned;
  planned.where = {nullptr, &from, &to};
  planned.check = {Check::Kind::Compare,
                   kind == Count::Exact ? Code::Eq : Code::Ule,
                   0,
                   64,
                   -1,
                   -1,
                   constant->getAPInt().getZExtValue(),
                   0};
  const bool lies = lie_ == (kind == Count::Exact ? Lie::LoopExitsEarly : Lie::LoopBoundEarly);
  if (lies && planned.check.low > 0) --planned.check.low;
  planned.head = loop.getHeader();
  for (const llvm::BasicBlock* each : llvm::predecessors(loop.getHeader()))
    if (loop.contains(each)) planned.latches.push_back(each);
  const std::string number = count_text(count);
  Claim made = claim(*from.getTerminator(), "interval " + (kind == Count::Exact ? number : "-") + " " + number, source,
                     "edge " + name(from) + " " + name(to));
  made.subject = name(*loop.getHeader());
  made.operation = "loop";
  made.measure = "trip-count";
  planned.claim = ledger_.number(std::move(made));
  planned_->push_back(std::move(planned));
}

void Notebook::trip_count(const llvm::Loop& loop, const llvm::BasicBlock& from, const llvm::BasicBlock& to,
                          const llvm::SCEV& count, Count kind, std::string_view source) {
  if (planned_ != nullptr) return plan_count(loop, from, to, count, kind, source);
  Snapshot& snapshot = version_->snapshot();
  const auto edge = snapshot.edges.find({&from, &to});
  if (!version_->runs() || edge == snapshot.edges.end()) return;
  std::vector<Op> ops;
  std::optional<std::int32_t> said = expression(count, *loop.getHeader()->getFirstInsertionPt(), ops);
  if (!said) {
    ++ledger_.unread["trip count that has no value at the place"];
    return;
  }
  const bool lies = kind == Count::Exact ? lie_ == Lie::LoopExitsEarly : lie_ == Lie::LoopBoundEarly;
  if (lies) {
    const std::int32_t less = constant_slot(snapshot, 0);
    ops.push_back({Code::Sub, 0, 64, 0, less, *said, constant_slot(snapshot, 1)});
    said = less;
  }
  const std::int32_t counted = constant_slot(snapshot, 0);
  ops.push_back({Code::CounterRead, 0, 64, 0, counted, -1, -1, -1, counter(loop), -1});
  Claim made = claim(*loop.getHeader(), "", source, "edge " + name(from) + " " + name(to));
  const std::string number = count_text(count);
  made.operation = "loop";
  made.type = "i" + std::to_string(width_of(count));
  made.measure = "trip-count";
  made.property = number.empty() ? std::string("relation ") + (kind == Count::Exact ? "eq " : "ule ") + text_of(count)
                                 : "interval " + (kind == Count::Exact ? number : "-") + " " + number;
  version_->add(edge->second, ops,
                {Check::Kind::Compare, kind == Count::Exact ? Code::Eq : Code::Ule, 0, 64, counted, *said, 1, 0},
                ledger_.number(std::move(made)));
}

void Notebook::trip_multiple(const llvm::Loop& loop, const llvm::BasicBlock& from, const llvm::BasicBlock& to,
                             unsigned multiple, std::string_view source) {
  if (planned_ != nullptr) return;
  Snapshot& snapshot = version_->snapshot();
  const auto edge = snapshot.edges.find({&from, &to});
  if (!version_->runs() || edge == snapshot.edges.end() || multiple <= 1) return;
  std::vector<Op> ops;
  const std::int32_t counted = constant_slot(snapshot, 0), trips = constant_slot(snapshot, 0);
  const std::int32_t rest = constant_slot(snapshot, 0), zero = constant_slot(snapshot, 0);
  ops.push_back({Code::CounterRead, 0, 64, 0, counted, -1, -1, -1, counter(loop), -1});
  ops.push_back({Code::Add, 0, 64, 0, trips, counted, constant_slot(snapshot, 1)});
  ops.push_back({Code::URem, 0, 64, 0, rest, trips, constant_slot(snapshot, multiple)});
  Claim made = claim(*loop.getHeader(), "named trips-multiple-of " + std::to_string(multiple), source,
                     "edge " + name(from) + " " + name(to));
  made.operation = "loop";
  made.measure = "trip-count";
  version_->add(edge->second, ops, {Check::Kind::Compare, Code::Eq, 0, 64, rest, zero, 1, 0},
                ledger_.number(std::move(made)));
}

}  // namespace assay::llvm_worker
