#include "answer_patterns.hpp"

namespace assay::smt {
namespace {

std::vector<core::OutputPattern> output_patterns(const std::vector<ConfessionPattern>& rows) {
  std::vector<core::OutputPattern> patterns;
  for (const ConfessionPattern& row : rows) patterns.push_back({row.pattern, row.meaning});
  return patterns;
}

}  // namespace

Patterns::Patterns(const SolverDefinition& definition)
    : crashes(definition.crashes),
      out_of_memory(definition.out_of_memory),
      timeouts(definition.timeouts),
      skips(definition.skips),
      noise(definition.noise),
      work_counter(definition.work_counter),
      confessed(output_patterns(definition.confessions)),
      confessions(definition.confessions) {}

}  // namespace assay::smt
