#include "smt/compare/better_point.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "assay/smt/operator.hpp"
#include "smt/parse/check_script.hpp"

namespace assay::smt {
namespace {

/// The commands of the objectives, in order.
std::vector<const Command*> objectives_of(const Script& script) {
  std::vector<const Command*> commands;
  for (const Command& command : script.commands)
    if (command.kind == CommandKind::Optimize) commands.push_back(&command);
  return commands;
}

bool is_maximized(const Command& objective) { return objective.text == "maximize"; }

bool is_each_alone(const Script& script) {
  return std::any_of(script.commands.begin(), script.commands.end(), [](const Command& command) {
    return command.kind == CommandKind::SetOption && command.keyword == ":opt.priority" && command.text == "box";
  });
}

/// The constraint `term relation bound`. A bound between two integers is rounded for terms of sort Int, so that the
/// constraint has the same solutions; nullopt if there are none.
std::optional<TermId> constraint(TermStore& store, const char* relation, TermId term, mpq_class bound) {
  const SortId sort = store.sort_of(term);
  const bool is_strict = relation[1] == '\0';
  const bool is_below = relation[0] == '<';
  if (sort == store.int_sort() && bound.get_den() != 1) {
    if (relation[0] == '=') return std::nullopt;
    // t < 7/2 is t < 4, and t <= 7/2 is t <= 3; t > 7/2 is t > 3, and t >= 7/2 is t >= 4.
    mpz_class rounded;
    (is_below == is_strict ? mpz_cdiv_q : mpz_fdiv_q)(rounded.get_mpz_t(), bound.get_num_mpz_t(),
                                                      bound.get_den_mpz_t());
    bound = rounded;
  }
  const TermId value = sort == store.int_sort() ? store.constant(Value(mpz_class(bound.get_num())), sort)
                                                : store.constant(Value(std::move(bound)), sort);
  const std::array<TermId, 2> sides = {term, value};
  return store.apply(Operators::get().at(relation), sides);
}

/// The script to its check, with these assertions instead of its objectives.
std::string with_constraints(TermStore& store, const Script& script, const std::vector<TermId>& constraints) {
  Script out;
  out.logic = script.logic;
  for (const Command& command : script.commands) {
    if (command.kind == CommandKind::Optimize) continue;
    for (std::size_t i = 0; is_check(command.kind) && i < constraints.size(); ++i)
      out.commands.push_back(make_command(CommandKind::Assert, {constraints[i]}));
    out.commands.push_back(command);
    if (is_check(command.kind)) break;
  }
  return print_script(store, out);
}

/// The constraints that the objectives before `index` have their reported values.
std::optional<std::vector<TermId>> earlier_values(TermStore& store, const ReportedOptimum& optimum, std::size_t index) {
  std::vector<TermId> constraints;
  if (is_each_alone(*optimum.script)) return constraints;
  const std::vector<const Command*> objectives = objectives_of(*optimum.script);
  for (std::size_t i = 0; i < index; ++i) {
    const ObjectiveValue& value = optimum.values[i];
    if (value.infinite != 0 || value.infinitesimal != 0) return std::nullopt;
    const auto equal = constraint(store, "=", objectives[i]->terms.front(), value.finite);
    if (!equal) return std::nullopt;
    constraints.push_back(*equal);
  }
  return constraints;
}

std::optional<std::string> script_beyond(TermStore& store, const ReportedOptimum& optimum, std::size_t index,
                                         const char* relation, const mpq_class& bound) {
  std::optional<std::vector<TermId>> constraints = earlier_values(store, optimum, index);
  if (!constraints) return std::nullopt;
  const auto last = constraint(store, relation, objectives_of(*optimum.script)[index]->terms.front(), bound);
  if (!last) return std::nullopt;
  constraints->push_back(*last);
  return with_constraints(store, *optimum.script, *constraints);
}

}  // namespace

bool has_plain_objectives(const TermStore& store, const Script& script) {
  const std::vector<const Command*> objectives = objectives_of(script);
  return std::all_of(objectives.begin(), objectives.end(), [&](const Command* objective) {
    if (objective->text == "assert-soft" || objective->terms.size() != 1) return false;
    const SortId sort = store.sort_of(objective->terms.front());
    return sort == store.int_sort() || sort == store.real_sort();
  });
}

int compare_optima(const Script& script, std::size_t index, const ObjectiveValue& one, const ObjectiveValue& other) {
  return ObjectiveValue::compare(one, other) * (is_maximized(*objectives_of(script)[index]) ? 1 : -1);
}

std::optional<std::string> script_of_better_point(TermStore& store, const ReportedOptimum& optimum, std::size_t index) {
  const ObjectiveValue& value = optimum.values[index];
  if (value.infinite != 0) return std::nullopt;
  const bool up = is_maximized(*objectives_of(*optimum.script)[index]);
  // A supremum that is not reached (7 - epsilon) is wrong if it is reached.
  const bool may_be_equal = sgn(value.infinitesimal) == (up ? -1 : 1);
  return script_beyond(store, optimum, index, up ? (may_be_equal ? ">=" : ">") : (may_be_equal ? "<=" : "<"),
                       value.finite);
}

std::optional<std::string> script_of_reached_point(TermStore& store, const ReportedOptimum& optimum, std::size_t index,
                                                   const ObjectiveValue& bound) {
  const ObjectiveValue& value = optimum.values[index];
  const bool up = is_maximized(*objectives_of(*optimum.script)[index]);
  if (value.infinite == 0 && value.infinitesimal == 0)
    return script_beyond(store, optimum, index, up ? ">=" : "<=", value.finite);
  if (value.infinite == 0 || bound.infinite != 0) return std::nullopt;
  return script_beyond(store, optimum, index, up ? ">" : "<", bound.finite);
}

}  // namespace assay::smt
