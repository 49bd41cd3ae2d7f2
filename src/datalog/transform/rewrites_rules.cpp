// Rewriting that turns one rule into two.
#include <algorithm>
#include <utility>

#include "datalog/transform/draft.hpp"
#include "datalog/transform/transformation_rows.hpp"

namespace assay::datalog {
namespace {

/// A variable in a positive atom, and its column.
struct Guarded {
  Term variable;
  RelationId relation = 0;
  std::size_t column = 0;
};

std::vector<Guarded> guardable(const Program& program, const Rule& rule) {
  std::vector<Guarded> found;
  for (const Literal& literal : rule.body) {
    const Atom* atom = positive_atom(literal);
    for (std::size_t i = 0; atom != nullptr && i < atom->arguments.size(); ++i) {
      if (atom->arguments[i].is_variable() && is_joinable(program.relations[atom->relation].attributes[i]))
        found.push_back({atom->arguments[i], atom->relation, i});
    }
  }
  return found;
}

Comparator draw_comparator(const Capabilities& can, core::Rng& rng, Type type) {
  const bool ordered = type == Type::Number || type == Type::Unsigned;
  if (!ordered || !can.order || rng.percent(35)) return rng.coin() ? Comparator::Equal : Comparator::NotEqual;
  return rng.pick(
      std::vector<Comparator>{Comparator::Less, Comparator::LessEqual, Comparator::Greater, Comparator::GreaterEqual});
}

}  // namespace

Applied split_by_guard(Workspace& workspace, core::Rng& rng) {
  const Program& program = workspace.program();
  if (!workspace.capabilities().comparisons || program.rules.size() >= kMaxRules) return std::nullopt;
  const auto place = draw(rng, rules_where(workspace, Aim::Anywhere, [&](const Rule& rule) {
                            return rule.body.size() < kMaxLiterals && !guardable(program, rule).empty();
                          }));
  if (!place) return std::nullopt;
  Rule rule = program.rules[*place];
  const Guarded guarded = rng.pick(guardable(program, rule));
  auto value = draw_value_of(workspace, rng, guarded.relation, guarded.column);
  if (!value) value = draw_value(workspace, rng, guarded.variable.type);
  if (!value) return std::nullopt;
  Comparison guard{draw_comparator(workspace.capabilities(), rng, guarded.variable.type), guarded.variable,
                   Term::constant(*value, guarded.variable.type)};
  Rule other = rule;
  rule.body.emplace_back(guard);
  guard.comparator = complement(guard.comparator);
  other.body.emplace_back(guard);
  put_rule(workspace, *place, std::move(rule));
  add_rule(workspace, rng, std::move(other));
  return Changes{};
}

Applied add_subsumed_rule(Workspace& workspace, core::Rng& rng) {
  if (workspace.program().rules.size() >= kMaxRules) return std::nullopt;
  const std::vector<std::uint32_t> places = rules_where(workspace, Aim::Anywhere, [&](const Rule& rule) {
    return rule.body.size() < kMaxLiterals && is_plain(workspace.program(), rule);
  });
  for (int attempt = 0; attempt < kTries && !places.empty(); ++attempt) {
    const Rule& before = workspace.program().rules[rng.pick(places)];
    const auto source = draw_source(workspace, rng, before, false);
    if (!source) continue;
    Rule rule = before;
    auto atom = draw_joined_atom(workspace, rng, rule, *source, {.joined = 70, .constant = 30});
    if (!atom) continue;
    insert_literal(rule, static_cast<std::size_t>(rng.below(rule.body.size() + 1)), *std::move(atom));
    if (!stays_sound(before, rule) || combinations(workspace, rule) > kMaxCombinations) continue;
    add_rule(workspace, rng, std::move(rule));
    return Changes{};
  }
  return std::nullopt;
}

}  // namespace assay::datalog
