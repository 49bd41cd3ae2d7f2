// Bugs of fake engines that only show with qualifiers of declarations, or in rules that contradict themselves.
#include <algorithm>
#include <optional>
#include <utility>

#include "assay/datalog/evaluate.hpp"
#include "datalog/fuzz/judge/choices.hpp"
#include "datalog/fuzz/result/structure_text.hpp"
#include "datalog_lies.hpp"

namespace assay::datalog {
namespace {

// An equivalence relation is closed, but not with magic sets.
EngineAnswer magic_eqrel_not_closed(const Asked& asked) {
  Program changed = asked.program;
  for (Relation& relation : changed.relations)
    if (relation.representation == Representation::Eqrel && relation.magic == MagicSets::Magic)
      relation.representation = Representation::Default;
  return honest_answer({changed, asked.flags, asked.call, asked.integer_bits});
}

bool is_negated(const Program& program, RelationId relation) {
  return std::any_of(program.rules.begin(), program.rules.end(), [&](const Rule& rule) {
    bool found = false;
    for_each_body_atom(rule, [&](const Atom& atom) { found = found || (atom.negated && atom.relation == relation); });
    return found;
  });
}

// The negation of an inlined relation with several facts only looks at the first fact.
EngineAnswer inlined_negation_of_first_fact(const Asked& asked) {
  Program changed = asked.program;
  for (RelationId id = 0; id < changed.relations.size(); ++id) {
    Relation& relation = changed.relations[id];
    if (relation.inlining != Inlining::Inline || !is_negated(changed, id)) continue;
    while (relation.facts.count > 1) relation.facts.remove(1);
  }
  return honest_answer({changed, asked.flags, asked.call, asked.integer_bits});
}

// A brie that is not inlined loses its last tuple.
EngineAnswer brie_no_inline_loses(const Asked& asked) {
  EngineAnswer answer = honest_answer(asked);
  for (std::size_t id = 0; id < answer.output.relations.size(); ++id) {
    const Relation& relation = asked.program.relations[id];
    Tuples& tuples = answer.output.relations[id];
    if (relation.representation == Representation::Brie && relation.inlining == Inlining::NoInline && !tuples.empty())
      tuples.remove(tuples.count - 1);
  }
  return answer;
}

EngineAnswer subsumption_keeps_the_other(const Asked& asked) {
  Program changed = asked.program;
  for (Relation& relation : changed.relations)
    if (relation.dominance) relation.dominance->greatest = !relation.dominance->greatest;
  return honest_answer({changed, asked.flags, asked.call, asked.integer_bits});
}

// Choice domains are ignored: all tuples that the rules derive are kept.
EngineAnswer choice_keeps_all(const Asked& asked) {
  Program changed = asked.program;
  for (Relation& relation : changed.relations) relation.choice_domains.clear();
  return honest_answer({changed, asked.flags, asked.call, asked.integer_bits});
}

// A choice that stops too early.
EngineAnswer choice_stops_early(const Asked& asked) {
  EngineAnswer answer = honest_answer(asked);
  for (std::size_t id = 0; id < answer.output.relations.size(); ++id)
    if (!asked.program.relations[id].choice_domains.empty() && answer.output.relations[id].count > 1)
      answer.output.relations[id].remove(0);
  return answer;
}

bool repeats(const Terms& terms) {
  for (std::size_t i = 0; i < terms.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (terms[i].is_variable() && terms[i] == terms[j]) return true;
  return false;
}

// `e(x, x), !e(x, x)` is taken for `e(x, x)`.
EngineAnswer repeated_contradiction_holds(const Asked& asked) {
  Program changed = asked.program;
  for (Rule& rule : changed.rules) {
    std::erase_if(rule.body, [&](const Literal& literal) {
      const auto* atom = std::get_if<Atom>(&literal);
      if (atom == nullptr || !atom->negated || !repeats(atom->arguments)) return false;
      Atom opposite = *atom;
      opposite.negated = false;
      return std::find(rule.body.begin(), rule.body.end(), Literal(opposite)) != rule.body.end();
    });
  }
  return honest_answer({changed, asked.flags, asked.call, asked.integer_bits});
}

// A constant in a counted atom matches any value.
EngineAnswer aggregated_constant_ignored(const Asked& asked) {
  Program changed = asked.program;
  for (Rule& rule : changed.rules) {
    for (Literal& literal : rule.body) {
      auto* aggregate = std::get_if<Aggregate>(&literal);
      if (aggregate == nullptr) continue;
      for (Atom& atom : aggregate->atoms)
        for (Term& term : atom.arguments) {
          if (!term.is_constant()) continue;
          rule.variables.push_back(term.type);
          term = Term::variable(static_cast<std::uint32_t>(rule.variables.size() - 1), term.type);
        }
    }
  }
  return honest_answer({changed, asked.flags, asked.call, asked.integer_bits});
}

// Magic sets for this relation alone lose its last tuple.
EngineAnswer magic_of_one_relation(const Asked& asked) {
  EngineAnswer answer = honest_answer(asked);
  for (std::size_t id = 0; id < answer.output.relations.size(); ++id) {
    Tuples& tuples = answer.output.relations[id];
    const std::string flag = "--magic-one=" + asked.program.relations[id].name;
    if (!asked.flags.empty() && asked.flags[0] == flag && !tuples.empty()) tuples.remove(tuples.count - 1);
  }
  return answer;
}

}  // namespace

/// The largest choice in the order of the tuples. Adds one tuple at a time, as long as a tuple can be added.
EngineAnswer chosen_answer(const Asked& asked) {
  EngineAnswer answer;
  Output& output = answer.output;
  output.symbols = asked.program.symbols;
  output.present.assign(asked.program.relations.size(), true);
  for (const Relation& relation : asked.program.relations) output.relations.push_back({relation.arity(), 0, {}});
  for (bool more = true; more;) {
    const auto chosen = with_choices(asked.program, output);
    const auto* made = std::get_if<Program>(&chosen);
    answer.kind = EngineAnswer::Kind::Limited;
    answer.reason = "no value";
    if (made == nullptr) return answer;
    const Evaluation evaluation =
        evaluate(*made, {.tuples = 100'000, .steps = 5'000'000, .integer_bits = asked.integer_bits});
    std::optional<Output> known = evaluation.problem ? std::nullopt : as_output(*made, evaluation);
    if (!known) return answer;
    answer.kind = EngineAnswer::Kind::Computed;
    answer.reason.clear();
    output.symbols = std::move(known->symbols);
    more = false;
    std::size_t all = asked.program.relations.size();
    for (RelationId id = 0; id < asked.program.relations.size(); ++id) {
      if (asked.program.relations[id].choice_domains.empty()) {
        output.relations[id] = known->relations[id];
        continue;
      }
      const Tuples& possible = evaluation.relations[all++];
      for (std::size_t row = 0; row < possible.count && !more; ++row) {
        Output larger = output;
        larger.relations[id].add(possible.row(row));
        larger.relations[id].sort();
        if (larger.relations[id] == output.relations[id] || clashes(asked.program.relations[id], larger.relations[id]))
          continue;
        output = std::move(larger);
        more = true;
      }
    }
  }
  for (RelationId id = 0; id < asked.program.relations.size(); ++id) {
    output.present[id] = asked.program.relations[id].is_output;
  }
  return answer;
}

const std::vector<Lie>& qualifier_lies() {
  constexpr core::BugKind kWrong = core::BugKind::WrongResult;
  static const std::vector<Lie> all = {
      {"magic_eqrel_not_closed", kWrong, magic_eqrel_not_closed},
      {"inlined_negation_of_first_fact", kWrong, inlined_negation_of_first_fact},
      {"brie_no_inline_loses", kWrong, brie_no_inline_loses},
      {"subsumption_keeps_the_other", kWrong, subsumption_keeps_the_other},
      {"choice_keeps_all", kWrong, choice_keeps_all},
      {"choice_stops_early", kWrong, choice_stops_early},
      {"repeated_contradiction_holds", kWrong, repeated_contradiction_holds},
      {"aggregated_constant_ignored", kWrong, aggregated_constant_ignored},
      {"magic_of_one_relation", kWrong, magic_of_one_relation},
  };
  return all;
}

}  // namespace assay::datalog
