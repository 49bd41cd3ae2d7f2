#include "workers/llvm/objects.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <utility>

#include "workers/llvm/flatten.hpp"

namespace assay::llvm_worker {
namespace {

/// A part of an initialiser, and its offset.
using Part = std::pair<const llvm::Constant*, std::uint64_t>;

void add_parts(const Part& whole, const llvm::DataLayout& layout, std::vector<Part>& parts) {
  const auto& [constant, at] = whole;
  if (const auto* record = llvm::dyn_cast<llvm::ConstantStruct>(constant)) {
    const llvm::StructLayout* places = layout.getStructLayout(record->getType());
    for (unsigned i = 0; i < record->getNumOperands(); ++i)
      parts.emplace_back(record->getOperand(i), at + places->getElementOffset(i));
    return;
  }
  const auto* array = llvm::dyn_cast<llvm::ArrayType>(constant->getType());
  if (array == nullptr || llvm::isa<llvm::ConstantExpr>(constant)) return;
  const std::uint64_t step = layout.getTypeAllocSize(array->getElementType()).getFixedSize();
  for (unsigned i = 0; i < array->getNumElements(); ++i)
    if (const llvm::Constant* element = constant->getAggregateElement(i)) parts.emplace_back(element, at + i * step);
}

/// Sets the initial bytes of a global variable. Padding bytes and addresses are unknown.
void fill_bytes(const llvm::Constant& initialiser, const llvm::DataLayout& layout, std::vector<Byte>& bytes) {
  std::vector<Part> left = {{&initialiser, 0}};
  while (!left.empty()) {
    const Part part = left.back();
    left.pop_back();
    const auto& [constant, at] = part;
    const std::uint64_t size = layout.getTypeStoreSize(constant->getType()).getFixedSize();
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(constant);
    if (constant->isNullValue() || (number != nullptr && number->getBitWidth() <= 64)) {
      const std::uint64_t bits = number == nullptr || number->getBitWidth() > 64 ? 0 : number->getZExtValue();
      for (std::uint64_t i = 0; i < size; ++i)
        bytes[at + i] = {i < 8 ? static_cast<std::uint8_t>(bits >> (8 * i)) : std::uint8_t{0}, State::Defined, false};
    } else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(constant);
               real != nullptr && (real->getType()->isFloatTy() || real->getType()->isDoubleTy())) {
      const std::uint64_t bits = float_bits(*real);
      for (std::uint64_t i = 0; i < size; ++i)
        bytes[at + i] = {static_cast<std::uint8_t>(bits >> (8 * i)), State::Defined, real->isNaN()};
    } else if (llvm::isa<llvm::PoisonValue>(constant)) {
      for (std::uint64_t i = 0; i < size; ++i) bytes[at + i].state = State::Poison;
    } else {
      add_parts(part, layout, left);
    }
  }
}

}  // namespace

std::uint64_t hash_of(llvm::StringRef text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

std::uint64_t combined(std::uint64_t hash, std::uint64_t with) {
  hash = (hash ^ with) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 29);
}

std::uint64_t ObjectTable::refuse(const char* why) {
  if (refusal_.empty()) refusal_ = why;
  return 0;
}

std::uint64_t ObjectTable::of_global(const llvm::GlobalVariable& variable) {
  const auto known = globals_.find(&variable);
  if (known != globals_.end()) return known->second;
  if (!variable.hasInitializer() || variable.isThreadLocal() || variable.getAddressSpace() != 0)
    return refuse("a global of another module");
  const llvm::DataLayout& layout = variable.getParent()->getDataLayout();
  const std::uint64_t bytes = layout.getTypeAllocSize(variable.getValueType()).getFixedSize();
  if (bytes > kMaxBytes) return refuse("a large object");
  Object object;
  object.name = hash_of(variable.getName());
  object.constant = variable.isConstant();
  object.visible = !variable.hasLocalLinkage();
  object.significant = !variable.hasAtLeastLocalUnnamedAddr();
  object.bytes.resize(bytes);
  fill_bytes(*variable.getInitializer(), layout, object.bytes);
  objects_.push_back(std::move(object));
  return globals_[&variable] = objects_.size();
}

std::uint64_t ObjectTable::of_parameter(const llvm::Argument& argument) {
  constexpr std::uint64_t kBytes = 64;
  using Attribute = llvm::Attribute;
  for (const Attribute::AttrKind kind : {Attribute::ByVal, Attribute::StructRet, Attribute::InAlloca,
                                         Attribute::Preallocated, Attribute::SwiftError, Attribute::Nest})
    if (argument.hasAttribute(kind)) return refuse("attributes of a parameter");
  if (llvm::NullPointerIsDefined(argument.getParent(), argument.getType()->getPointerAddressSpace()))
    return refuse("attributes of a parameter");
  const std::uint64_t bytes = std::max(kBytes, argument.getDereferenceableBytes());
  if (bytes > kMaxBytes) return refuse("a large object");
  Object object;
  object.name = hash_of("parameter " + std::to_string(argument.getArgNo()));
  object.constant = argument.onlyReadsMemory();
  object.visible = true;
  for (std::uint64_t i = 0; i < bytes; ++i)
    object.bytes.push_back({static_cast<std::uint8_t>(combined(object.name, i)), State::Defined, false});
  objects_.push_back(std::move(object));
  return objects_.size();
}

}  // namespace assay::llvm_worker
