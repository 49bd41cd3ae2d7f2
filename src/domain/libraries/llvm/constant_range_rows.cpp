#include <llvm/IR/Operator.h>

#include <utility>

#include "constant_range.hpp"

namespace assay::domain {
namespace {

using llvm::CmpInst;
using llvm::ConstantRange;
using R = const ConstantRange&;
using Row = TransformerRow<ConstantRange>;
using Flags = llvm::OverflowingBinaryOperator;
constexpr unsigned kBoth = Flags::NoUnsignedWrap | Flags::NoSignedWrap;

/// The result of a test as a range: {0}, {1}, both, or empty for empty arguments.
ConstantRange truth(unsigned width, bool may_be_false, bool may_be_true) {
  const ConstantRange no(llvm::APInt(width, 0));
  const ConstantRange yes(llvm::APInt(width, 1));
  if (may_be_false && may_be_true) return no.unionWith(yes);
  if (may_be_false) return no;
  return may_be_true ? yes : ConstantRange::getEmpty(width);
}

ConstantRange overflow(R a, R b, ConstantRange::OverflowResult result) {
  using Answer = ConstantRange::OverflowResult;
  if (a.isEmptySet() || b.isEmptySet()) return ConstantRange::getEmpty(a.getBitWidth());
  return truth(a.getBitWidth(), result == Answer::MayOverflow || result == Answer::NeverOverflows,
               result != Answer::NeverOverflows);
}

ConstantRange keep_half(R a, bool is_signed) {
  const unsigned width = a.getBitWidth();
  if (width == 1) return a;
  const ConstantRange half = a.truncate(width / 2);
  return is_signed ? half.signExtend(width) : half.zeroExtend(width);
}

// `best` is promised if the documentation says "smallest" (makeAllowedICmpRegion and intersectWith together for
// assume-*), or if LLVM's unit tests check that the results for all ranges of 4 bits are smallest: sums, differences,
// complements, icmp, and the overflow tests of sums and differences. For all other rows, the tests require the smallest
// range that does not wrap around, or the best result only for some arguments, or only soundness.

void add_arithmetic(std::vector<Row>& rows) {
  const std::vector<Row> more = {
      {"add", true, [](R a, R b, R) { return a.add(b); }, "a.add(b)"},
      {"add-nsw", false, [](R a, R b, R) { return a.addWithNoWrap(b, Flags::NoSignedWrap); },
       "a.addWithNoWrap(b, OverflowingBinaryOperator::NoSignedWrap)"},
      {"add-nuw", false, [](R a, R b, R) { return a.addWithNoWrap(b, Flags::NoUnsignedWrap); },
       "a.addWithNoWrap(b, OverflowingBinaryOperator::NoUnsignedWrap)"},
      {"add-nuw-nsw", false, [](R a, R b, R) { return a.addWithNoWrap(b, kBoth); },
       "a.addWithNoWrap(b, OverflowingBinaryOperator::NoUnsignedWrap | OverflowingBinaryOperator::NoSignedWrap)"},
      {"sub", true, [](R a, R b, R) { return a.sub(b); }, "a.sub(b)"},
      {"sub-nsw", false, [](R a, R b, R) { return a.subWithNoWrap(b, Flags::NoSignedWrap); },
       "a.subWithNoWrap(b, OverflowingBinaryOperator::NoSignedWrap)"},
      {"sub-nuw", false, [](R a, R b, R) { return a.subWithNoWrap(b, Flags::NoUnsignedWrap); },
       "a.subWithNoWrap(b, OverflowingBinaryOperator::NoUnsignedWrap)"},
      {"sub-nuw-nsw", false, [](R a, R b, R) { return a.subWithNoWrap(b, kBoth); },
       "a.subWithNoWrap(b, OverflowingBinaryOperator::NoUnsignedWrap | OverflowingBinaryOperator::NoSignedWrap)"},
      {"mul", false, [](R a, R b, R) { return a.multiply(b); }, "a.multiply(b)"},
      {"smul-fast", false, [](R a, R b, R) { return a.smul_fast(b); }, "a.smul_fast(b)"},
      {"udiv", false, [](R a, R b, R) { return a.udiv(b); }, "a.udiv(b)"},
      {"sdiv", false, [](R a, R b, R) { return a.sdiv(b); }, "a.sdiv(b)"},
      {"urem", false, [](R a, R b, R) { return a.urem(b); }, "a.urem(b)"},
      {"srem", false, [](R a, R b, R) { return a.srem(b); }, "a.srem(b)"},
      {"umax", false, [](R a, R b, R) { return a.umax(b); }, "a.umax(b)"},
      {"umin", false, [](R a, R b, R) { return a.umin(b); }, "a.umin(b)"},
      {"smax", false, [](R a, R b, R) { return a.smax(b); }, "a.smax(b)"},
      {"smin", false, [](R a, R b, R) { return a.smin(b); }, "a.smin(b)"},
      {"abs", false, [](R a, R, R) { return a.abs(); }, "a.abs()"},
      {"abs-poison", false, [](R a, R, R) { return a.abs(true); }, "a.abs(true)"},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

void add_bits(std::vector<Row>& rows) {
  const std::vector<Row> more = {
      {"and", false, [](R a, R b, R) { return a.binaryAnd(b); }, "a.binaryAnd(b)"},
      {"or", false, [](R a, R b, R) { return a.binaryOr(b); }, "a.binaryOr(b)"},
      {"xor", false, [](R a, R b, R) { return a.binaryXor(b); }, "a.binaryXor(b)"},
      {"not", true, [](R a, R, R) { return a.binaryNot(); }, "a.binaryNot()"},
      {"shl", false, [](R a, R b, R) { return a.shl(b); }, "a.shl(b)"},
      {"lshr", false, [](R a, R b, R) { return a.lshr(b); }, "a.lshr(b)"},
      {"ashr", false, [](R a, R b, R) { return a.ashr(b); }, "a.ashr(b)"},
      {"trunc-zext", false, [](R a, R, R) { return keep_half(a, false); }, "keep_half(a, false)"},
      {"trunc-sext", false, [](R a, R, R) { return keep_half(a, true); }, "keep_half(a, true)"},
      {"zext-trunc", false, [](R a, R, R) { return a.zeroExtend(2 * a.getBitWidth()).truncate(a.getBitWidth()); },
       "a.zeroExtend(2 * a.getBitWidth()).truncate(a.getBitWidth())"},
      {"sext-trunc", false, [](R a, R, R) { return a.signExtend(2 * a.getBitWidth()).truncate(a.getBitWidth()); },
       "a.signExtend(2 * a.getBitWidth()).truncate(a.getBitWidth())"},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

void add_saturating(std::vector<Row>& rows) {
  const std::vector<Row> more = {
      {"uadd-sat", false, [](R a, R b, R) { return a.uadd_sat(b); }, "a.uadd_sat(b)"},
      {"sadd-sat", false, [](R a, R b, R) { return a.sadd_sat(b); }, "a.sadd_sat(b)"},
      {"usub-sat", false, [](R a, R b, R) { return a.usub_sat(b); }, "a.usub_sat(b)"},
      {"ssub-sat", false, [](R a, R b, R) { return a.ssub_sat(b); }, "a.ssub_sat(b)"},
      {"umul-sat", false, [](R a, R b, R) { return a.umul_sat(b); }, "a.umul_sat(b)"},
      {"smul-sat", false, [](R a, R b, R) { return a.smul_sat(b); }, "a.smul_sat(b)"},
      {"ushl-sat", false, [](R a, R b, R) { return a.ushl_sat(b); }, "a.ushl_sat(b)"},
      {"sshl-sat", false, [](R a, R b, R) { return a.sshl_sat(b); }, "a.sshl_sat(b)"},
      {"uadd-overflows", true, [](R a, R b, R) { return overflow(a, b, a.unsignedAddMayOverflow(b)); },
       "overflow(a, b, a.unsignedAddMayOverflow(b))"},
      {"sadd-overflows", true, [](R a, R b, R) { return overflow(a, b, a.signedAddMayOverflow(b)); },
       "overflow(a, b, a.signedAddMayOverflow(b))"},
      {"usub-overflows", true, [](R a, R b, R) { return overflow(a, b, a.unsignedSubMayOverflow(b)); },
       "overflow(a, b, a.unsignedSubMayOverflow(b))"},
      {"ssub-overflows", true, [](R a, R b, R) { return overflow(a, b, a.signedSubMayOverflow(b)); },
       "overflow(a, b, a.signedSubMayOverflow(b))"},
      {"umul-overflows", false, [](R a, R b, R) { return overflow(a, b, a.unsignedMulMayOverflow(b)); },
       "overflow(a, b, a.unsignedMulMayOverflow(b))"},
  };
  rows.insert(rows.end(), more.begin(), more.end());
}

template <CmpInst::Predicate P>
void add_predicate(std::vector<Row>& rows, unsigned index) {
  const Predicate& of = predicate(index);
  const std::string enumerator = "CmpInst::" + std::string(of.enumerator);
  rows.push_back(
      {semantics_of("icmp-" + std::string(of.name)).name, true,
       [](R a, R b, R) { return truth(a.getBitWidth(), !a.icmp(P, b), !a.icmp(CmpInst::getInversePredicate(P), b)); },
       "truth(a.getBitWidth(), !a.icmp(" + enumerator + ", b), !a.icmp(CmpInst::getInversePredicate(" + enumerator +
           "), b))"});
  rows.push_back({semantics_of("assume-" + std::string(of.name)).name, true,
                  [](R a, R b, R) { return a.intersectWith(ConstantRange::makeAllowedICmpRegion(P, b)); },
                  "a.intersectWith(ConstantRange::makeAllowedICmpRegion(" + enumerator + ", b))"});
}

template <CmpInst::Predicate... P>
void add_predicates(std::vector<Row>& rows) {
  unsigned index = 0;
  (add_predicate<P>(rows, index++), ...);
}

template <llvm::Instruction::BinaryOps Operator, unsigned Flag>
ConstantRange may_wrap(R a, R b, R) {
  return a.intersectWith(ConstantRange::makeGuaranteedNoWrapRegion(Operator, b, Flag).inverse());
}

// makeGuaranteedNoWrapRegion promises the "largest range" without overflow, whose complement is the smallest range that
// may overflow. For four operations this does not hold with an empty second range, for which nothing can overflow and
// the result still excludes values: `best` is not promised there.
void add_regions(std::vector<Row>& rows) {
  using llvm::Instruction;
  const std::vector<Row> more = {
      {"wraps-add-nuw", false, may_wrap<Instruction::Add, Flags::NoUnsignedWrap>, "Add, b, NoUnsignedWrap"},
      {"wraps-add-nsw", true, may_wrap<Instruction::Add, Flags::NoSignedWrap>, "Add, b, NoSignedWrap"},
      {"wraps-sub-nuw", false, may_wrap<Instruction::Sub, Flags::NoUnsignedWrap>, "Sub, b, NoUnsignedWrap"},
      {"wraps-sub-nsw", true, may_wrap<Instruction::Sub, Flags::NoSignedWrap>, "Sub, b, NoSignedWrap"},
      {"wraps-mul-nuw", false, may_wrap<Instruction::Mul, Flags::NoUnsignedWrap>, "Mul, b, NoUnsignedWrap"},
      {"wraps-mul-nsw", false, may_wrap<Instruction::Mul, Flags::NoSignedWrap>, "Mul, b, NoSignedWrap"},
      {"wraps-shl-nuw", true, may_wrap<Instruction::Shl, Flags::NoUnsignedWrap>, "Shl, b, NoUnsignedWrap"},
      {"wraps-shl-nsw", true, may_wrap<Instruction::Shl, Flags::NoSignedWrap>, "Shl, b, NoSignedWrap"},
  };
  for (Row row : more) {
    const std::size_t flag = row.call.rfind(' ') + 1;
    row.call = "a.intersectWith(ConstantRange::makeGuaranteedNoWrapRegion(Instruction::" + row.call.substr(0, flag) +
               "OverflowingBinaryOperator::" + row.call.substr(flag) + ").inverse())";
    rows.push_back(std::move(row));
  }
}

std::vector<Row> make() {
  std::vector<Row> rows;
  add_arithmetic(rows);
  add_bits(rows);
  add_saturating(rows);
  add_regions(rows);
  add_predicates<CmpInst::ICMP_EQ, CmpInst::ICMP_NE, CmpInst::ICMP_UGT, CmpInst::ICMP_UGE, CmpInst::ICMP_ULT,
                 CmpInst::ICMP_ULE, CmpInst::ICMP_SGT, CmpInst::ICMP_SGE, CmpInst::ICMP_SLT, CmpInst::ICMP_SLE>(rows);
  return rows;
}

}  // namespace

const std::vector<Row>& ConstantRangeTraits::rows() {
  static const std::vector<Row> table = make();
  return table;
}

}  // namespace assay::domain
