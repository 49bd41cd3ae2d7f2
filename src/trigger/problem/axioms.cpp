#include "trigger/problem/axioms.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "assay/smt/eval.hpp"
#include "trigger/problem/formula/names.hpp"
#include "trigger/problem/formula/normal_form.hpp"
#include "trigger/problem/formula/rewrite.hpp"
#include "trigger/problem/problem.hpp"

namespace assay::trigger {
namespace {

using smt::CommandKind;
using smt::TermId;
using smt::TermKind;
using smt::TermStore;

bool is_binder(const TermStore& store, TermId term, smt::BinderKind kind) {
  return store.node(term).kind == TermKind::Binder && store.binder_info(term).kind == kind;
}

bool is_universal(const TermStore& store, const Connectives& ops, TermId term) {
  if (is_binder(store, term, smt::BinderKind::Forall)) return true;
  return store.is(term, ops.negation) && is_binder(store, store.children(term)[0], smt::BinderKind::Exists);
}

TermId without_annotation(const TermStore& store, TermId term) {
  while (store.node(term).kind == TermKind::Annotated) term = store.children(term)[0];
  return term;
}

/// The effect of a command on the set of active assertions.
enum class Effect : std::uint8_t { Declares, Checks, Changes, None };

Effect effect_of(CommandKind kind) {
  switch (kind) {
    case CommandKind::SetLogic:
    case CommandKind::DeclareSort:
    case CommandKind::DefineSort:
    case CommandKind::DeclareFunction:
    case CommandKind::DefineFunction:
    case CommandKind::DefineRecursive:
    case CommandKind::DeclareDatatypes: return Effect::Declares;
    case CommandKind::CheckSat: return Effect::Checks;
    case CommandKind::CheckSatAssuming:
    case CommandKind::CheckSatUsing:
    case CommandKind::Push:
    case CommandKind::Pop:
    case CommandKind::Reset:
    case CommandKind::ResetAssertions:
    case CommandKind::Exit: return Effect::Changes;
    default: return Effect::None;
  }
}

/// The places (line, column) of the assertions that a verifier makes once for all of its checks: those outside of each
/// `push`, if the script's last check is inside of a `push`. Empty if that check is outside. If nothing is asserted
/// inside, assertions behind the last quantified assertion may be the goal and do not count.
std::set<std::pair<std::uint32_t, std::uint32_t>> background_of(const TermStore& store, const smt::Script& script) {
  using Places = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  Places outside;
  std::size_t up_to_axiom = 0;  // how many of `outside` end with the last quantified assertion
  std::uint64_t level = 0;
  bool inside = false;  // whether there is an assertion inside of the current `push`
  std::set<Places::value_type> background;
  for (const smt::Command& command : script.commands) {
    switch (command.kind) {
      case CommandKind::Push: level += command.number; break;
      case CommandKind::Pop: level -= std::min(level, command.number); break;
      case CommandKind::Reset:
      case CommandKind::ResetAssertions: level = 0; break;
      case CommandKind::Assert:
        inside = inside || level > 0;
        if (level == 0) outside.emplace_back(command.where.line, command.where.column);
        if (level == 0 && store.has(command.terms.front(), smt::kHasQuantifier)) up_to_axiom = outside.size();
        break;
      case CommandKind::CheckSat:
      case CommandKind::CheckSatAssuming:
      case CommandKind::CheckSatUsing: {
        const std::size_t known = level == 0 ? 0 : inside ? outside.size() : up_to_axiom;
        background = {outside.begin(), outside.begin() + static_cast<std::ptrdiff_t>(known)};
        break;
      }
      default: break;
    }
    if (level == 0) inside = false;
  }
  return background;
}

smt::Command assertion(TermId term, const SourceLocation& where) {
  smt::Command command;
  command.kind = CommandKind::Assert;
  command.where = where;
  command.terms = {term};
  return command;
}

/// The byte offset of the check-sat in the line `where`. The column is not used, as it may count bytes or characters.
/// Nullopt if the line has no or several `(check-sat`.
std::optional<std::size_t> offset_of(std::string_view text, const SourceLocation& where) {
  std::size_t line = 1;
  std::size_t at = 0;
  for (; line < where.line; ++line) {
    at = text.find('\n', at);
    if (at == std::string_view::npos) return std::nullopt;
    ++at;
  }
  const std::size_t end = std::min(text.find('\n', at), text.size());
  const std::string_view rest = text.substr(at, end - at);
  const std::size_t found = rest.find("(check-sat");
  if (found == std::string_view::npos || rest.find("(check-sat", found + 1) != std::string_view::npos)
    return std::nullopt;
  return at + found;
}

}  // namespace

Axioms axioms_of(TermStore& store, const smt::Script& script, bool ground, const std::stop_token& stop) {
  Axioms axioms;
  axioms.script.logic = script.logic;
  for (const smt::Command& command : script.commands)
    if (effect_of(command.kind) == Effect::Declares || command.kind == CommandKind::SetOption)
      axioms.script.commands.push_back(command);
  const Connectives ops;
  Names names(store, script);
  const auto background = background_of(store, script);
  for (const smt::JudgedAssertion& one : smt::active_assertions(script)) {
    const std::optional<TermId> expanded = expand_definitions(store, one.term, names, stop);
    if (!expanded) {
      ++axioms.left_out;
      continue;
    }
    const TermId whole = *expanded;
    const std::vector<TermId> parts = parts_of(store, ops.conjunction, without_annotation(store, whole));
    for (const TermId part : parts) {
      const bool known = ground || background.contains({one.where.line, one.where.column});
      const bool fact = known && !store.has(part, smt::kHasQuantifier);
      if (!is_universal(store, ops, without_annotation(store, part)) && !fact) {
        ++axioms.left_out;
        continue;
      }
      ++axioms.taken;
      // `whole` includes the assertion's name.
      axioms.script.commands.push_back(assertion(parts.size() == 1 ? whole : part, one.where));
    }
  }
  smt::Command check;
  check.kind = CommandKind::CheckSat;
  axioms.script.commands.push_back(check);
  return axioms;
}

std::optional<std::string> pasted(std::string_view text, const smt::Script& script, std::string_view assertion_text) {
  std::size_t at = text.size();
  std::size_t checks = 0;
  for (const smt::Command& command : script.commands) {
    const Effect effect = effect_of(command.kind);
    if (effect == Effect::Changes) return std::nullopt;
    if (effect != Effect::Checks) continue;
    const auto offset = offset_of(text, command.where);
    if (++checks > 1 || !offset) return std::nullopt;
    at = *offset;
  }
  std::string result(text.substr(0, at));
  if (!result.empty() && result.back() != '\n') result += '\n';
  result += assertion_text;
  if (result.back() != '\n') result += '\n';
  return result + (checks == 0 ? "(check-sat)\n" : std::string(text.substr(at)));
}

smt::Script with_own_patterns(TermStore& store, const smt::Script& script, const std::stop_token& stop) {
  smt::Script result = script;
  for (smt::Command& command : result.commands) {
    if (stop.stop_requested()) break;
    if (command.kind != CommandKind::Assert) continue;
    const TermId term = command.terms[0];
    command.terms[0] = with_patterns(store, term, [&](TermId binder) { return patterns_of(store, binder); });
  }
  return result;
}

}  // namespace assay::trigger
