#include <algorithm>
#include <cstdint>

#include "near_goal.hpp"
#include "smt_reduction.hpp"

namespace assay::smt {
namespace {

bool is_declaration(CommandKind kind) {
  return kind == CommandKind::DeclareSort || kind == CommandKind::DefineSort || kind == CommandKind::DeclareFunction ||
         kind == CommandKind::DefineFunction || kind == CommandKind::DefineRecursive ||
         kind == CommandKind::DeclareDatatypes;
}

/// The positions of every push of one level and of the pop that ends it (without a pop: the number of commands).
std::vector<std::pair<std::size_t, std::size_t>> enclosures(const Script& script) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < script.commands.size(); ++i) {
    const Command& command = script.commands[i];
    if (command.kind == CommandKind::Push && command.number == 1) open.push_back(i);
    if (command.kind == CommandKind::Pop && command.number == 1 && !open.empty()) {
      out.emplace_back(open.back(), i);
      open.pop_back();
    }
  }
  for (const std::size_t at : open) out.emplace_back(at, script.commands.size());
  std::sort(out.begin(), out.end());
  return out;
}

/// Removes all pushes and pops at once, because nested levels make smaller steps costly.
bool drop_all_levels(Reduction& reduction) {
  Script flat = reduction.script();
  const auto is_level = [](const Command& command) {
    return command.kind == CommandKind::Push || command.kind == CommandKind::Pop;
  };
  return std::erase_if(flat.commands, is_level) > 0 && reduction.attempt(std::move(flat));
}

/// Removes levels with all commands in them.
bool drop_blocks(Reduction& reduction) {
  std::vector<Reduction::Unit> units;
  const std::vector<Command>& commands = reduction.script().commands;
  for (const auto& [from, to] : enclosures(reduction.script())) {
    Reduction::Unit& unit = units.emplace_back();
    for (std::size_t at = from; at <= to && at < commands.size(); ++at)
      if (!is_declaration(commands[at].kind)) unit.push_back(at);
  }
  return reduction.attempt_removals(units);
}

/// Removes single commands (checks, or others), except push and pop, whose removal would change other levels.
bool drop_single(Reduction& reduction, bool checks) {
  std::vector<Reduction::Unit> units;
  const std::vector<Command>& commands = reduction.script().commands;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const CommandKind kind = commands[i].kind;
    if (!is_declaration(kind) && kind != CommandKind::Push && kind != CommandKind::Pop && is_check(kind) == checks)
      units.push_back({i});
  }
  return reduction.attempt_removals(units);
}

/// Removes the assertions outside the references' unsat core, on which the truth does not depend, in few steps.
bool drop_outside_core(Reduction& reduction) {
  if (reduction.core().empty()) return false;
  std::vector<Reduction::Unit> units;
  const std::vector<TermId>& core = reduction.core();
  const std::vector<Command>& commands = reduction.script().commands;
  for (std::size_t i = 0; i < commands.size(); ++i)
    if (commands[i].kind == CommandKind::Assert && !std::binary_search(core.begin(), core.end(), commands[i].terms[0]))
      units.push_back({i});
  return reduction.attempt_removals(units);
}

/// Without a core: keeps the assertions near the last one only, which is the goal in scripts of verifiers.
bool drop_far_from_goal(Reduction& reduction) {
  if (!reduction.core().empty()) return false;
  for (const std::vector<std::size_t>& near : near_goal(reduction.store(), reduction.script())) {
    Script candidate;
    candidate.logic = reduction.script().logic;
    const std::vector<Command>& commands = reduction.script().commands;
    for (std::size_t i = 0; i < commands.size(); ++i)
      if (commands[i].kind != CommandKind::Assert || std::binary_search(near.begin(), near.end(), i))
        candidate.commands.push_back(commands[i]);
    if (reduction.attempt(std::move(candidate))) return true;
  }
  return false;
}

/// Removes all assumptions of a check, or a single assumption.
bool drop_assumption_of(Reduction& reduction, std::size_t position) {
  const Script& script = reduction.script();
  if (script.commands[position].kind != CommandKind::CheckSatAssuming) return false;
  Script plain = script;
  plain.commands[position].kind = CommandKind::CheckSat;
  plain.commands[position].terms.clear();
  if (reduction.attempt(std::move(plain))) return true;
  for (std::size_t term = script.commands[position].terms.size(); term-- > 0;) {
    Script fewer = script;
    auto& terms = fewer.commands[position].terms;
    terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(term));
    if (reduction.attempt(std::move(fewer))) return true;
  }
  return false;
}

}  // namespace

bool drop_commands(Reduction& reduction) {
  bool changed = drop_outside_core(reduction);
  changed = drop_far_from_goal(reduction) || changed;
  changed = drop_all_levels(reduction) || changed;
  changed = drop_blocks(reduction) || changed;
  for (bool again = true; again && !reduction.exhausted();) {
    // Checks are tried separately, because a script without checks cannot fail.
    again = drop_single(reduction, false);
    again = drop_single(reduction, true) || again;
    changed = changed || again;
  }
  return changed;
}

bool drop_assumptions(Reduction& reduction) {
  bool changed = false;
  // An adopted step may also remove declarations, so that positions refer to the current script.
  for (std::size_t i = 0; i < reduction.script().commands.size() && !reduction.exhausted();)
    if (drop_assumption_of(reduction, i))
      changed = true;
    else
      ++i;
  return changed;
}

bool merge_levels(Reduction& reduction) {
  std::vector<Reduction::Unit> units;
  const std::size_t count = reduction.script().commands.size();
  for (const auto& [from, to] : enclosures(reduction.script()))
    units.push_back(to < count ? Reduction::Unit{from, to} : Reduction::Unit{from});
  return reduction.attempt_removals(units);
}

}  // namespace assay::smt
