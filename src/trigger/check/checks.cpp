#include "trigger/check/checks.hpp"

#include <cstdint>

#include "base/text.hpp"
#include "trigger/check/labels.hpp"

namespace assay::trigger {
namespace {

constexpr std::uint64_t kBriefMilliseconds = 1000;

}  // namespace

std::vector<Check> checks_of(const smt::Script& script, std::string_view text) {
  const Labels labels(text);
  std::vector<Check> checks;
  std::uint64_t milliseconds = 0;  // z3's `:timeout`; 0: none
  for (std::size_t i = 0; i < script.commands.size(); ++i) {
    const smt::Command& command = script.commands[i];
    if (command.kind == smt::CommandKind::Exit) break;
    if (command.kind == smt::CommandKind::SetOption && command.keyword == ":timeout")
      milliseconds = parse_unsigned(trim(command.text)).value_or(0);
    if (!smt::is_check(command.kind)) continue;
    const bool brief = milliseconds > 0 && milliseconds < kBriefMilliseconds;
    checks.push_back({checks.size() + 1, i, command.where, labels.at(command.where.line), brief});
  }
  return checks;
}

smt::Script script_at(const smt::Script& script, const Check& check) {
  smt::Script result;
  result.logic = script.logic;
  for (std::size_t i = 0; i < check.command; ++i)
    if (!smt::is_check(script.commands[i].kind)) result.commands.push_back(script.commands[i]);
  result.commands.push_back(script.commands[check.command]);
  return result;
}

}  // namespace assay::trigger
