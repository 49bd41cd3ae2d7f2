#include "datalog_lies.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "assay/datalog/evaluate.hpp"
#include "datalog/fuzz/result/structure_text.hpp"
#include "datalog/graph/graph.hpp"

namespace assay::datalog {
namespace {

/// The honest answer to another program, whose first relations are the relations of the asked program.
EngineAnswer answer_for(Program changed, const Asked& asked) {
  const std::size_t count = asked.program.relations.size();
  EngineAnswer answer = honest_answer({changed, asked.flags, asked.call, asked.integer_bits});
  if (answer.kind != EngineAnswer::Kind::Computed) return answer;
  answer.output.relations.resize(count);
  answer.output.present.resize(count);
  return answer;
}

bool has_rules(const Program& program, RelationId relation) {
  return std::any_of(program.rules.begin(), program.rules.end(), [&](const Rule& rule) {
    return std::any_of(rule.heads.begin(), rule.heads.end(),
                       [&](const Atom& head) { return head.relation == relation; });
  });
}

std::size_t positive_atoms(const Rule& rule) {
  return static_cast<std::size_t>(std::count_if(rule.body.begin(), rule.body.end(), [](const Literal& literal) {
    const auto* atom = std::get_if<Atom>(&literal);
    return atom != nullptr && !atom->negated;
  }));
}

/// Drops the literals for which `wanted` holds, unless the rule would be unsafe or without a body then.
template <typename Wanted>
void drop_literals(Rule& rule, Wanted wanted) {
  for (std::size_t i = rule.body.size(); i-- > 0;) {
    if (rule.body.size() < 2 || !wanted(rule.body[i])) continue;
    Rule smaller = rule;
    smaller.body.erase(smaller.body.begin() + static_cast<std::ptrdiff_t>(i));
    if (is_safe(smaller)) rule = std::move(smaller);
  }
}

// Minimization treats a relation with one tuple as always true.
EngineAnswer singleton_dropped(const Asked& asked) {
  Program changed = asked.program;
  for (Rule& rule : changed.rules)
    drop_literals(rule, [&](const Literal& literal) {
      const auto* atom = std::get_if<Atom>(&literal);
      return atom != nullptr && !atom->negated && asked.program.relations[atom->relation].facts.count == 1 &&
             !has_rules(asked.program, atom->relation);
    });
  return answer_for(std::move(changed), asked);
}

EngineAnswer magic_drops_negation(const Asked& asked) {
  Program changed = asked.program;
  const PrecedenceGraph graph(asked.program);
  for (Rule& rule : changed.rules) {
    if (positive_atoms(rule) < 3 && !graph.recursive(rule.heads[0].relation)) continue;
    drop_literals(rule, [](const Literal& literal) {
      const auto* atom = std::get_if<Atom>(&literal);
      return atom != nullptr && atom->negated;
    });
  }
  return answer_for(std::move(changed), asked);
}

// The closure by rules, without the rule for symmetry.
EngineAnswer eqrel_not_symmetric(const Asked& asked) {
  Program changed = asked.program;
  for (RelationId id = 0; id < changed.relations.size(); ++id) {
    Relation& relation = changed.relations[id];
    if (relation.representation != Representation::Eqrel) continue;
    relation.representation = Representation::Default;
    const Type type = relation.attributes[0].type;
    const auto variable = [&](std::uint32_t number) { return Term::variable(number, type); };
    const auto atom = [&](Term left, Term right) { return Atom{id, false, {left, right}}; };
    const Term any = Term::wildcard(type);
    changed.rules.push_back({{atom(variable(0), variable(0))}, {atom(variable(0), any)}, {type}});
    changed.rules.push_back({{atom(variable(0), variable(0))}, {atom(any, variable(0))}, {type}});
    changed.rules.push_back({{atom(variable(0), variable(2))},
                             {atom(variable(0), variable(1)), atom(variable(1), variable(2))},
                             {type, type, type}});
  }
  return answer_for(std::move(changed), asked);
}

EngineAnswer repeated_variable_ignored(const Asked& asked) {
  Program changed = asked.program;
  for (Rule& rule : changed.rules) {
    for (Literal& literal : rule.body) {
      auto* atom = std::get_if<Atom>(&literal);
      if (atom == nullptr || atom->negated) continue;
      std::set<Value> seen;
      for (Term& term : atom->arguments)
        if (term.is_variable() && !seen.insert(term.value).second) term = Term::wildcard(term.type);
    }
  }
  return answer_for(std::move(changed), asked);
}

// A counter that wraps at 9, like a 32-bit counter of an engine with many more tuples.
EngineAnswer count_wraps(const Asked& asked) {
  constexpr Value kWidth = 9;
  Program changed = asked.program;
  for (Rule& rule : changed.rules) {
    std::vector<Literal> wraps;
    for (Literal& literal : rule.body) {
      auto* aggregate = std::get_if<Aggregate>(&literal);
      if (aggregate == nullptr || aggregate->aggregator != Aggregator::Count) continue;
      const Term counted = Term::variable(static_cast<std::uint32_t>(rule.variables.size()), Type::Number);
      rule.variables.push_back(Type::Number);
      wraps.emplace_back(
          Computation{aggregate->result, Operator::Modulo, counted, Term::constant(kWidth, Type::Number)});
      aggregate->result = counted;
    }
    rule.body.insert(rule.body.end(), wraps.begin(), wraps.end());
  }
  return answer_for(std::move(changed), asked);
}

// A negated relation is read before its own rules have been run.
EngineAnswer strata_in_wrong_order(const Asked& asked) {
  Program changed = asked.program;
  for (Rule& rule : changed.rules)
    drop_literals(rule, [&](const Literal& literal) {
      const auto* atom = std::get_if<Atom>(&literal);
      return atom != nullptr && atom->negated && asked.program.relations[atom->relation].facts.empty() &&
             has_rules(asked.program, atom->relation);
    });
  return answer_for(std::move(changed), asked);
}

EngineAnswer count_of_nothing_fails(const Asked& asked) {
  Program changed = asked.program;
  for (Rule& rule : changed.rules) {
    std::vector<Literal> tests;
    for (const Literal& literal : rule.body) {
      const auto* aggregate = std::get_if<Aggregate>(&literal);
      if (aggregate != nullptr && aggregate->aggregator == Aggregator::Count)
        tests.emplace_back(Comparison{Comparator::NotEqual, aggregate->result, Term::constant(0, Type::Number)});
    }
    rule.body.insert(rule.body.end(), tests.begin(), tests.end());
  }
  return answer_for(std::move(changed), asked);
}

// A minimum over no tuples is 0: adds a rule with the result 0 for this case to each rule with a minimum.
EngineAnswer min_of_nothing_is_zero(const Asked& asked) {
  Program changed = asked.program;
  for (const Rule& rule : asked.program.rules) {
    for (std::size_t i = 0; i < rule.body.size(); ++i) {
      const auto* aggregate = std::get_if<Aggregate>(&rule.body[i]);
      if (aggregate == nullptr || aggregate->aggregator != Aggregator::Minimum) continue;
      Rule other = rule;
      const Term zero = Term::constant(0, Type::Number);
      const Term counted = Term::variable(static_cast<std::uint32_t>(rule.variables.size()), Type::Number);
      other.variables.push_back(Type::Number);
      auto& counting = std::get<Aggregate>(other.body[i]);
      counting.aggregator = Aggregator::Count;
      counting.target = Term::wildcard(Type::Number);
      counting.result = counted;
      other.body.emplace_back(Comparison{Comparator::Equal, counted, zero});
      other.body.emplace_back(Comparison{Comparator::Equal, aggregate->result, zero});
      if (is_safe(other)) changed.rules.push_back(std::move(other));
    }
  }
  return answer_for(std::move(changed), asked);
}

// "not r(x, _)" is read as "there is a y without r(x, y)", which is always true.
EngineAnswer negated_wildcard_for_all(const Asked& asked) {
  Program changed = asked.program;
  for (Rule& rule : changed.rules)
    drop_literals(rule, [](const Literal& literal) {
      const auto* atom = std::get_if<Atom>(&literal);
      return atom != nullptr && atom->negated &&
             std::any_of(atom->arguments.begin(), atom->arguments.end(),
                         [](const Term& term) { return term.is_wildcard(); });
    });
  return answer_for(std::move(changed), asked);
}

EngineAnswer head_constant_lost(const Asked& asked) {
  Program changed = asked.program;
  for (Rule& rule : changed.rules)
    for (Atom& head : rule.heads)
      for (Term& term : head.arguments)
        if (term.is_constant()) term.value = 0;
  return answer_for(std::move(changed), asked);
}

/// The program with a relation, which is recursive only through itself, unrolled to `rounds` rounds of its rules.
Program unrolled(const Program& program, RelationId relation, std::size_t rounds) {
  Program changed = program;
  const auto first = static_cast<RelationId>(program.relations.size());
  for (std::size_t i = 0; i < rounds; ++i) {
    Relation round = program.relations[relation];
    round.name += "_round_" + std::to_string(i);
    changed.relations.push_back(std::move(round));
  }
  changed.rules.clear();
  const auto uses_itself = [&](const Rule& rule) {
    bool found = false;
    for_each_body_atom(rule, [&](const Atom& atom) { found = found || atom.relation == relation; });
    return found;
  };
  for (const Rule& rule : program.rules) {
    if (rule.heads.size() > 1 || rule.heads[0].relation != relation) {
      changed.rules.push_back(rule);
      continue;
    }
    for (std::size_t i = uses_itself(rule) ? 1 : 0; i < rounds; ++i) {
      Rule copy = rule;
      copy.heads[0].relation = first + static_cast<RelationId>(i);
      for (Literal& literal : copy.body)
        if (auto* atom = std::get_if<Atom>(&literal); atom != nullptr && atom->relation == relation)
          atom->relation = first + static_cast<RelationId>(i) - 1;
      changed.rules.push_back(std::move(copy));
    }
  }
  Rule copy;
  copy.heads.push_back({relation, false, {}});
  for (const Attribute& attribute : program.relations[relation].attributes) {
    copy.heads[0].arguments.push_back(
        Term::variable(static_cast<std::uint32_t>(copy.variables.size()), attribute.type));
    copy.variables.push_back(attribute.type);
  }
  copy.body.emplace_back(Atom{first + static_cast<RelationId>(rounds) - 1, false, copy.heads[0].arguments});
  changed.rules.push_back(std::move(copy));
  return changed;
}

bool unrolls(const Program& program, const PrecedenceGraph& graph, RelationId relation) {
  const bool several =
      std::any_of(program.rules.begin(), program.rules.end(), [](const Rule& rule) { return rule.heads.size() > 1; });
  return !several && graph.recursive(relation) && graph.component(graph.component_of(relation)).size() == 1 &&
         program.relations[relation].representation != Representation::Eqrel;
}

EngineAnswer last_round_lost(const Asked& asked) {
  constexpr std::size_t kDepth = 3;
  constexpr std::size_t kMaxRounds = 12;
  const EngineAnswer honest = honest_answer(asked);
  const PrecedenceGraph graph(asked.program);
  for (RelationId id = 0; id < asked.program.relations.size(); ++id) {
    if (honest.kind != EngineAnswer::Kind::Computed || !unrolls(asked.program, graph, id)) continue;
    for (std::size_t rounds = kDepth - 1; rounds < kMaxRounds; ++rounds) {
      const EngineAnswer fewer = answer_for(unrolled(asked.program, id, rounds), asked);
      if (fewer.kind != EngineAnswer::Kind::Computed || fewer.output.relations[id] == honest.output.relations[id])
        break;
      const EngineAnswer more = answer_for(unrolled(asked.program, id, rounds + 1), asked);
      if (more.kind == EngineAnswer::Kind::Computed && more.output.relations[id] == honest.output.relations[id])
        return fewer;
    }
  }
  return honest;
}

EngineAnswer less_is_less_equal(const Asked& asked) {
  Program changed = asked.program;
  for (Rule& rule : changed.rules)
    for (Literal& literal : rule.body)
      if (auto* comparison = std::get_if<Comparison>(&literal))
        if (comparison->comparator == Comparator::Less && comparison->left.is_variable() &&
            comparison->right.is_variable())
          comparison->comparator = Comparator::LessEqual;
  return answer_for(std::move(changed), asked);
}

EngineAnswer max_is_min(const Asked& asked) {
  Program changed = asked.program;
  for (Rule& rule : changed.rules)
    for (Literal& literal : rule.body)
      if (auto* aggregate = std::get_if<Aggregate>(&literal))
        if (aggregate->aggregator == Aggregator::Maximum) aggregate->aggregator = Aggregator::Minimum;
  return answer_for(std::move(changed), asked);
}

/// Heads and atoms of a rule. The wrong check for duplicates compares only these.
std::vector<Atom> atoms_of(const Rule& rule) {
  std::vector<Atom> atoms = rule.heads;
  for (const Literal& literal : rule.body)
    if (const auto* atom = std::get_if<Atom>(&literal)) atoms.push_back(*atom);
  return atoms;
}

// Rules that differ at most in their tests are all dropped: each is taken for a copy of the other.
EngineAnswer duplicate_takes_sibling(const Asked& asked) {
  Program changed = asked.program;
  changed.rules.clear();
  const std::vector<Rule>& rules = asked.program.rules;
  for (const Rule& rule : rules) {
    const auto alike =
        std::count_if(rules.begin(), rules.end(), [&](const Rule& other) { return atoms_of(rule) == atoms_of(other); });
    if (alike < 2) changed.rules.push_back(rule);
  }
  return answer_for(std::move(changed), asked);
}

/// Removes the last tuple of the last relation with more than `least` tuples.
void lose_a_tuple(EngineAnswer& answer, std::size_t least) {
  for (std::size_t i = answer.output.relations.size(); i-- > 0;) {
    Tuples& tuples = answer.output.relations[i];
    if (!answer.output.present[i] || tuples.count <= least) continue;
    tuples.remove(tuples.count - 1);
    return;
  }
}

EngineAnswer option_changes_result(const Asked& asked) {
  EngineAnswer answer = honest_answer(asked);
  if (!asked.flags.empty()) lose_a_tuple(answer, 4);
  return answer;
}

EngineAnswer crashes_on_nullary_negation(const Asked& asked) {
  for (const Rule& rule : asked.program.rules) {
    bool found = false;
    for_each_body_atom(rule, [&](const Atom& atom) { found = found || (atom.negated && atom.arguments.empty()); });
    if (!found) continue;
    EngineAnswer answer;
    answer.kind = EngineAnswer::Kind::Crashed;
    answer.reason = "signal 11";
    return answer;
  }
  return honest_answer(asked);
}

EngineAnswer rejects_many_rules(const Asked& asked) {
  constexpr std::size_t kMaxRules = 5;
  if (asked.program.rules.size() <= kMaxRules) return honest_answer(asked);
  EngineAnswer answer;
  answer.kind = EngineAnswer::Kind::Rejected;
  answer.reason = "syntax error";
  return answer;
}

EngineAnswer large_relation_grows(const Asked& asked) {
  constexpr std::size_t kLarge = 20;
  EngineAnswer answer = honest_answer(asked);
  for (std::size_t i = 0; i < answer.output.relations.size(); ++i) {
    Tuples& tuples = answer.output.relations[i];
    const bool numbers =
        !asked.program.relations[i].attributes.empty() && asked.program.relations[i].attributes[0].type == Type::Number;
    if (!numbers || tuples.count <= kLarge) continue;
    std::vector<Value> tuple(tuples.row(0), tuples.row(0) + tuples.arity);
    tuple[0] = 77;
    tuples.add(tuple);
    tuples.sort();
  }
  return answer;
}

EngineAnswer every_seventh_is_wrong(const Asked& asked) {
  EngineAnswer answer = honest_answer(asked);
  if (asked.call % 7 == 6) lose_a_tuple(answer, 0);
  return answer;
}

void lose_a_relation(EngineAnswer& answer) {
  std::vector<bool>& present = answer.output.present;
  const auto last = std::find(present.rbegin(), present.rend(), true);
  if (last == present.rend()) return;
  Tuples& tuples = answer.output.relations[static_cast<std::size_t>(present.rend() - last) - 1];
  while (!tuples.empty()) tuples.remove(tuples.count - 1);
  *last = false;
}

EngineAnswer relation_not_printed(const Asked& asked) {
  EngineAnswer answer = honest_answer(asked);
  lose_a_relation(answer);
  return answer;
}

EngineAnswer option_loses_relation(const Asked& asked) {
  EngineAnswer answer = honest_answer(asked);
  if (!asked.flags.empty()) lose_a_relation(answer);
  return answer;
}

class FakeEngine final : public EnginePort {
 public:
  FakeEngine(EngineAnswer (*answer)(const Asked&), unsigned integer_bits)
      : answer_(answer), integer_bits_(integer_bits) {}
  EngineAnswer run(const Program& program, const std::vector<std::string>& flags, bool,
                   const std::stop_token&) override {
    return answer_({program, flags, calls_++, integer_bits_});
  }

 private:
  EngineAnswer (*answer_)(const Asked&);
  unsigned integer_bits_;
  std::uint64_t calls_ = 0;
};

}  // namespace

EngineAnswer honest_answer(const Asked& asked) {
  if (has_choices(asked.program)) return chosen_answer(asked);
  EngineAnswer answer;
  EvaluationLimits limits{.tuples = 100'000, .steps = 5'000'000, .integer_bits = asked.integer_bits};
  Evaluation evaluation = evaluate(asked.program, limits);
  if (evaluation.problem) {
    answer.kind = EngineAnswer::Kind::Limited;
    answer.reason = std::string(description(*evaluation.problem));
    return answer;
  }
  std::optional<Output> output = as_output(asked.program, evaluation);
  if (!output) {
    answer.kind = EngineAnswer::Kind::Limited;
    answer.reason = "a record that is too long";
    return answer;
  }
  answer.output = *std::move(output);
  answer.output.present.clear();
  for (const Relation& relation : asked.program.relations) answer.output.present.push_back(relation.is_output);
  return answer;
}

const std::vector<Lie>& lies() {
  using core::BugKind;
  static const std::vector<Lie> all = {
      {"singleton_dropped", BugKind::WrongResult, singleton_dropped},
      {"magic_drops_negation", BugKind::WrongResult, magic_drops_negation},
      {"eqrel_not_symmetric", BugKind::WrongResult, eqrel_not_symmetric},
      {"repeated_variable_ignored", BugKind::WrongResult, repeated_variable_ignored},
      {"count_wraps", BugKind::WrongResult, count_wraps},
      {"strata_in_wrong_order", BugKind::WrongResult, strata_in_wrong_order},
      {"count_of_nothing_fails", BugKind::WrongResult, count_of_nothing_fails},
      {"min_of_nothing_is_zero", BugKind::WrongResult, min_of_nothing_is_zero},
      {"negated_wildcard_for_all", BugKind::WrongResult, negated_wildcard_for_all},
      {"head_constant_lost", BugKind::WrongResult, head_constant_lost},
      {"last_round_lost", BugKind::WrongResult, last_round_lost},
      {"less_is_less_equal", BugKind::WrongResult, less_is_less_equal},
      {"max_is_min", BugKind::WrongResult, max_is_min},
      {"duplicate_takes_sibling", BugKind::WrongResult, duplicate_takes_sibling},
      {"option_changes_result", BugKind::WrongResult, option_changes_result},
      {"relation_not_printed", BugKind::WrongResult, relation_not_printed},
      {"option_loses_relation", BugKind::WrongResult, option_loses_relation},
      {"crashes_on_nullary_negation", BugKind::Crash, crashes_on_nullary_negation},
      {"rejects_many_rules", BugKind::RejectsValid, rejects_many_rules},
      {"large_relation_grows", BugKind::WrongResult, large_relation_grows},
      {"every_seventh_is_wrong", BugKind::WrongResult, every_seventh_is_wrong, false},
  };
  return all;
}

EngineTarget fake_target() {
  EngineTarget target;
  target.dialect = dialect("souffle");
  target.capabilities = target.dialect->capabilities;
  target.definition.name = "fake";
  target.definition.dialect = "souffle";
  target.definition.argv = {"fake"};
  target.definition.sweeps = {{"magic", {"--magic"}}, {"magic-one", {"--magic-one={relation}"}}};
  target.version = "1";
  return target;
}

std::unique_ptr<EnginePort> fake_engine(EngineAnswer (*answer)(const Asked& asked), unsigned integer_bits) {
  return std::make_unique<FakeEngine>(answer, integer_bits);
}

}  // namespace assay::datalog
