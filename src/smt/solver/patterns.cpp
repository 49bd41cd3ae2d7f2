#include "patterns.hpp"

namespace assay::smt {

Patterns::Patterns(const SolverDefinition& definition)
    : crashes(definition.crashes),
      out_of_memory(definition.out_of_memory),
      timeouts(definition.timeouts),
      skips(definition.skips),
      noise(definition.noise) {}

}  // namespace assay::smt
