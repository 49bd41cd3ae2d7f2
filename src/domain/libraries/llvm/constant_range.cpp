#include "constant_range.hpp"

#include <llvm/Config/llvm-config.h>
#include <llvm/Support/raw_ostream.h>

#include "domain/libraries/llvm/llvm.hpp"

namespace assay::domain {

Contract ConstantRangeTraits::contract(unsigned width) {
  Contract contract = value_contract(kType, LLVM_VERSION_STRING, width);
  // unionWith and intersectWith promise a smallest range, which need not be unique: for an intersection with two parts
  // they may return either argument, depending on the order of the arguments, which is no lower bound. The laws that
  // need bounds or this order are not promised; a test shows that these laws fail and all others hold.
  contract.lattice = false;
  contract.without_laws = {10, 15, 18, 19, 20, 21, 24};
  return contract;
}

std::string ConstantRangeTraits::print(const Value& value) {
  std::string text;
  llvm::raw_string_ostream out(text);
  value.print(out);
  return out.str();
}

std::string ConstantRangeTraits::construction(const Value& value) {
  const std::string width = std::to_string(value.getBitWidth());
  if (value.isFullSet()) return "ConstantRange::getFull(" + width + ")";
  if (value.isEmptySet()) return "ConstantRange::getEmpty(" + width + ")";
  const auto number = [&](const llvm::APInt& of) {
    return "APInt(" + width + ", " + std::to_string(of.getZExtValue()) + "u)";
  };
  return "ConstantRange(" + number(value.getLower()) + ", " + number(value.getUpper()) + ")";
}

std::vector<llvm::ConstantRange> ConstantRangeTraits::all(unsigned width) {
  std::vector<Value> ranges = {bottom(width)};
  const std::uint64_t values = std::uint64_t{1} << width;
  for (std::uint64_t size = 1; size < values; ++size)
    for (std::uint64_t low = 0; low < values; ++low)
      ranges.emplace_back(llvm::APInt(width, low), llvm::APInt(width, (low + size) % values));
  ranges.push_back(top(width));
  return ranges;
}

DomainFactory llvm_constant_range(unsigned width) {
  return [width](unsigned) { return std::make_unique<ValueDomain<ConstantRangeTraits>>(width); };
}

}  // namespace assay::domain
