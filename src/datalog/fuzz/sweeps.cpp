#include "sweeps.hpp"

#include <utility>

#include "assay/base/text.hpp"
#include "assay/core/finding.hpp"

namespace assay::datalog {

std::optional<Swept> swept(const EngineDefinition& engine, const Program& program, std::uint64_t number) {
  const std::vector<EngineSweep>& sweeps = engine.sweeps;
  if (sweeps.empty()) return std::nullopt;
  const EngineSweep& sweep = sweeps[number % sweeps.size()];
  Swept result{sweep.name, {}, engine.command(), {}, {}};
  const std::uint64_t relation = number / sweeps.size();
  const std::string name =
      program.relations.empty() ? std::string() : program.relations[relation % program.relations.size()].name;
  for (const std::string& flag : sweep.flags) result.flags.push_back(replace_all(flag, "{relation}", name));
  result.command = with_flags(engine.command(), result.flags);
  const Dialect* known = dialect(engine.dialect);
  result.input = "original" + std::string(known == nullptr ? ".dl" : known->extension);
  return result;
}

core::Verdict told_with_both(const Swept& sweep, core::Verdict verdict) {
  if (!verdict.is_bug()) return verdict;
  verdict.detail = "one program, two command lines (" + sweep.name + "):\n  " +
                   core::command_line(sweep.plain, sweep.input) + "\n  " +
                   core::command_line(sweep.command, sweep.input) + "\n" + verdict.detail;
  return verdict;
}

}  // namespace assay::datalog
