#include "known_bits.hpp"

#include <llvm/Config/llvm-config.h>

#include "domain/libraries/llvm/llvm.hpp"

namespace assay::domain {

Contract KnownBitsTraits::contract(unsigned width) { return value_contract(kType, LLVM_VERSION_STRING, width); }

llvm::KnownBits KnownBitsTraits::known(unsigned width, const llvm::APInt& zero, const llvm::APInt& one) {
  Value value(width);
  value.Zero = zero;
  value.One = one;
  return value;
}

std::string KnownBitsTraits::print(const Value& value) {
  if (value.hasConflict()) return "none";
  std::string text;
  for (unsigned bit = value.getBitWidth(); bit-- > 0;) text += value.Zero[bit] ? '0' : value.One[bit] ? '1' : '?';
  return text;
}

std::string KnownBitsTraits::construction(const Value& value) {
  return "known(" + std::to_string(value.getBitWidth()) + ", " + std::to_string(value.Zero.getZExtValue()) + "u, " +
         std::to_string(value.One.getZExtValue()) + "u)";
}

std::vector<llvm::KnownBits> KnownBitsTraits::all(unsigned width) {
  std::vector<Value> values = {bottom(width)};
  const std::uint64_t limit = std::uint64_t{1} << width;
  for (unsigned unknown = 0; unknown <= width; ++unknown) {
    for (std::uint64_t zero = 0; zero < limit; ++zero) {
      for (std::uint64_t one = 0; one < limit; ++one) {
        const llvm::APInt both(width, zero | one);
        if ((zero & one) == 0 && both.countPopulation() == width - unknown)
          values.push_back(known(width, llvm::APInt(width, zero), llvm::APInt(width, one)));
      }
    }
  }
  return values;
}

DomainFactory llvm_known_bits(unsigned width) {
  return [width](unsigned) { return std::make_unique<ValueDomain<KnownBitsTraits>>(width); };
}

}  // namespace assay::domain
