#pragma once

#include <llvm/IR/InstrTypes.h>

#include <utility>

#include "workers/llvm/operations.hpp"

namespace assay::llvm_worker {

/// The machine's and LLVM's names of integer comparisons.
inline constexpr std::pair<Code, llvm::CmpInst::Predicate> kPredicates[] = {
    {Code::Eq, llvm::CmpInst::ICMP_EQ},   {Code::Ne, llvm::CmpInst::ICMP_NE},   {Code::Ugt, llvm::CmpInst::ICMP_UGT},
    {Code::Uge, llvm::CmpInst::ICMP_UGE}, {Code::Ult, llvm::CmpInst::ICMP_ULT}, {Code::Ule, llvm::CmpInst::ICMP_ULE},
    {Code::Sgt, llvm::CmpInst::ICMP_SGT}, {Code::Sge, llvm::CmpInst::ICMP_SGE}, {Code::Slt, llvm::CmpInst::ICMP_SLT},
    {Code::Sle, llvm::CmpInst::ICMP_SLE},
};

[[nodiscard]] constexpr Code code_of(llvm::CmpInst::Predicate predicate) {
  for (const auto& [code, name] : kPredicates)
    if (name == predicate) return code;
  return Code::Eq;
}
[[nodiscard]] constexpr llvm::CmpInst::Predicate predicate_of(Code wanted) {
  for (const auto& [code, name] : kPredicates)
    if (code == wanted) return name;
  return llvm::CmpInst::ICMP_EQ;
}

}  // namespace assay::llvm_worker
