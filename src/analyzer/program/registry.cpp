#include <array>

#include "assay/analyzer/program.hpp"

namespace assay::analyzer {

std::span<const ProgramGenerator> program_generators() {
  static constexpr std::array<ProgramGenerator, 0> kGenerators = {};
  return kGenerators;
}

}  // namespace assay::analyzer
