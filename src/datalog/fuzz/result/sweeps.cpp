#include "datalog/fuzz/result/sweeps.hpp"

#include <utility>

#include "base/text.hpp"
#include "core/finding/finding.hpp"

namespace assay::datalog {

std::optional<OptionVariation> option_variation(const EngineDefinition& engine, const Program& program,
                                                std::uint64_t number) {
  const std::vector<EngineSweep>& sweeps = engine.sweeps;
  if (sweeps.empty()) return std::nullopt;
  const EngineSweep& sweep = sweeps[number % sweeps.size()];
  OptionVariation result{sweep.name, {}, engine.command(), {}, {}};
  const std::uint64_t relation = number / sweeps.size();
  const std::string name =
      program.relations.empty() ? std::string() : program.relations[relation % program.relations.size()].name;
  for (const std::string& flag : sweep.flags) result.flags.push_back(replace_all(flag, "{relation}", name));
  result.command = with_flags(engine.command(), result.flags);
  const Dialect* known = dialect(engine.dialect);
  result.input = "original" + std::string(known == nullptr ? ".dl" : known->extension);
  return result;
}

core::Verdict with_both_commands(const OptionVariation& variation, core::Verdict verdict) {
  if (!verdict.is_bug()) return verdict;
  verdict.detail = "one program, two command lines (" + variation.name + "):\n  " +
                   core::command_line(variation.plain, variation.input) + "\n  " +
                   core::command_line(variation.command, variation.input) + "\n" + verdict.detail;
  return verdict;
}

}  // namespace assay::datalog
