#include "datalog/fuzz/judge/derivation.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "datalog/program/meaning.hpp"

namespace assay::datalog {
namespace {

constexpr unsigned kMaxInstances = 200;  ///< rule instances that the search for one derivation looks at
constexpr std::size_t kMaxRulesNamed = 3;

std::vector<Value> row_of(const Tuples& tuples, std::size_t row) {
  return {tuples.row(row), tuples.row(row) + tuples.arity};
}

struct AddedLine {
  std::size_t number = 0;  ///< counted from 1
  std::string text;
};
/// The line that `longer` has in addition to all lines of `shorter`; nullopt if the texts differ otherwise.
std::optional<AddedLine> added_line(const std::string& longer, const std::string& shorter) {
  const std::vector<std::string_view> with = split(longer, '\n');
  const std::vector<std::string_view> without = split(shorter, '\n');
  if (with.size() != without.size() + 1) return std::nullopt;
  const auto [at, other] = std::mismatch(with.begin(), with.end(), without.begin(), without.end());
  if (at == with.end() || !std::equal(at + 1, with.end(), other, without.end())) return std::nullopt;
  return AddedLine{static_cast<std::size_t>(at - with.begin()) + 1, std::string(trim(*at))};
}

/// Variables that occur outside of the rule's aggregates.
std::vector<bool> outer_variables(Rule rule) {
  std::vector<bool> outer(rule.variables.size(), false);
  for (Literal& literal : rule.body) {
    if (auto* aggregate = std::get_if<Aggregate>(&literal)) {
      aggregate->atoms.clear();
      aggregate->comparisons.clear();
      aggregate->target = Term::wildcard(Type::Number);
    }
  }
  for_each_term(rule, [&](const Term& term) {
    if (term.is_variable()) outer[static_cast<std::size_t>(term.value)] = true;
  });
  return outer;
}

/// The program without rules, whose relations have the evaluation's tuples as facts.
Program with_values_as_facts(const Program& program, const Evaluation& evaluation) {
  Program out;
  out.types = program.types;
  out.symbols = symbols_of(program, evaluation);
  for (RelationId id = 0; id < program.relations.size(); ++id) {
    Relation relation = program.relations[id];
    relation.facts = evaluation.relations[id];
    relation.representation = Representation::Default;
    relation.dominance.reset();
    relation.choice_domains.clear();
    relation.is_output = false;
    out.relations.push_back(std::move(relation));
  }
  return out;
}

/// The first of `tuples` that matches the positive atom under a binding of the rule's variables.
std::optional<std::vector<Value>> instantiated(const Atom& atom, const std::vector<std::optional<Value>>& binding,
                                               const Tuples& tuples) {
  for (std::size_t row = 0; row < tuples.count; ++row) {
    bool fits = true;
    for (std::size_t i = 0; i < atom.arguments.size() && fits; ++i) {
      const Term& term = atom.arguments[i];
      const std::optional<Value> wanted = term.is_constant()   ? term.value
                                          : term.is_variable() ? binding[static_cast<std::size_t>(term.value)]
                                                               : std::nullopt;
      fits = !wanted || *wanted == tuples.row(row)[i];
    }
    if (fits) return row_of(tuples, row);
  }
  return std::nullopt;
}

}  // namespace

std::string Derivation::fact_text(RelationId relation, const Value* tuple,
                                  const std::vector<std::string>& symbols) const {
  const Relation& declared = program_.relations[relation];
  if (dialect_.capabilities.changing_tables || dialect_.capabilities.wordings)
    return "`" + tuple_text(declared, tuple, symbols) + "`";  // a row, and no statement
  Program with = program_;
  with.symbols = symbols;
  const std::string shorter = dialect_.print(with);
  with.relations[relation].facts.add(tuple);
  const std::optional<AddedLine> line = added_line(dialect_.print(with), shorter);
  return "`" + (line ? line->text : tuple_text(declared, tuple, symbols)) + "`";
}

std::string Derivation::rule_text(std::size_t rule) const {
  // In SQL, a rule is no statement of its own. Where tables change, the evaluated program is not the script.
  if (dialect_.capabilities.changing_tables || dialect_.capabilities.wordings) {
    Program alone = program_;
    alone.rules = {program_.rules[rule]};
    const std::string text = dialect("souffle")->print(alone);
    const std::size_t begin = text.rfind('\n', text.find(" :- ")) + 1;
    return "the rule `" + text.substr(begin, text.find('\n', begin) - begin) + "`";
  }
  Program without = program_;
  without.rules.erase(without.rules.begin() + static_cast<std::ptrdiff_t>(rule));
  const std::optional<AddedLine> line = added_line(dialect_.print(program_), dialect_.print(without));
  if (line) return "the rule in line " + std::to_string(line->number) + " (`" + line->text + "`)";
  return "rule " + std::to_string(rule + 1) + " of " + std::to_string(program_.rules.size());
}

bool Derivation::is_fact(RelationId relation, const std::vector<Value>& tuple) const {
  const Tuples& facts = program_.relations[relation].facts;
  for (std::size_t row = 0; row < facts.count; ++row)
    if (std::equal(tuple.begin(), tuple.end(), facts.row(row))) return true;
  return false;
}

bool Derivation::can_explain() const {
  // With NULL and bags, an instance of a rule is no reason yet.
  return !has_sql_meaning(program_) && evaluation_.structures.empty() && program_.seed.dialect.empty() &&
         std::all_of(program_.relations.begin(), program_.relations.end(), [](const Relation& relation) {
           return relation.representation != Representation::Eqrel && !relation.dominance &&
                  relation.choice_domains.empty() &&
                  std::none_of(relation.attributes.begin(), relation.attributes.end(),
                               [](const Attribute& attribute) { return attribute.type == Type::Opaque; });
         });
}

std::vector<Derivation::Instance> Derivation::instances(std::size_t number, const Atom& head,
                                                        const std::vector<Value>& tuple) const {
  const Rule& rule = program_.rules[number];
  const std::vector<bool> outer = outer_variables(rule);
  Program query = with_values_as_facts(program_, evaluation_);
  Relation found;
  found.name = "found";
  while (std::any_of(query.relations.begin(), query.relations.end(),
                     [&](const Relation& relation) { return relation.name == found.name; }))
    found.name += "_";
  Rule search = rule;
  Atom bindings;
  bindings.relation = static_cast<RelationId>(query.relations.size());
  std::vector<std::size_t> variables;
  for (std::size_t i = 0; i < outer.size(); ++i) {
    if (!outer[i]) continue;
    variables.push_back(i);
    found.attributes.push_back({"v" + std::to_string(i), rule.variables[i], {}});
    bindings.arguments.push_back(Term::variable(static_cast<std::uint32_t>(i), rule.variables[i]));
  }
  found.facts.arity = found.arity();
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    const Term& term = head.arguments[i];
    if (term.is_constant() && term.value != tuple[i]) return {};
    if (term.is_variable())
      search.body.emplace_back(Comparison{Comparator::Equal, term, Term::constant(tuple[i], term.type)});
  }
  search.heads = {bindings};
  query.relations.push_back(std::move(found));
  query.rules.push_back(std::move(search));
  EvaluationScope scope;
  scope.target = bindings.relation;
  const Evaluation solved = evaluate(query, limits_, scope);
  if (solved.problem) return {};
  std::vector<Instance> all;
  const Tuples& rows = solved.relations[bindings.relation];
  for (std::size_t row = 0; row < std::min<std::size_t>(rows.count, kMaxInstances); ++row) {
    std::vector<std::optional<Value>> binding(rule.variables.size());
    for (std::size_t i = 0; i < variables.size(); ++i) binding[variables[i]] = rows.row(row)[i];
    Instance instance{number, {}};
    bool complete = true;
    for (const Literal& literal : rule.body) {
      const auto* atom = std::get_if<Atom>(&literal);
      if (atom == nullptr || atom->negated) continue;
      auto premise = instantiated(*atom, binding, evaluation_.relations[atom->relation]);
      complete = complete && premise.has_value();
      if (premise) instance.premises.emplace_back(atom->relation, std::move(*premise));
    }
    if (complete) all.push_back(std::move(instance));
  }
  return all;
}

std::optional<Derivation::Instance> Derivation::derive(RelationId relation, const std::vector<Value>& tuple,
                                                       std::vector<std::pair<RelationId, std::vector<Value>>>& path,
                                                       unsigned& budget) const {
  path.emplace_back(relation, tuple);
  std::optional<Instance> found;
  for (std::size_t number = 0; number < program_.rules.size() && !found; ++number) {
    for (const Atom& head : program_.rules[number].heads) {
      if (head.relation != relation || found) continue;
      for (Instance& instance : instances(number, head, tuple)) {
        if (budget == 0) break;
        --budget;
        const bool grounded = std::all_of(instance.premises.begin(), instance.premises.end(), [&](const auto& premise) {
          if (is_fact(premise.first, premise.second)) return true;
          if (std::find(path.begin(), path.end(), premise) != path.end()) return false;
          return derive(premise.first, premise.second, path, budget).has_value();
        });
        if (!grounded) continue;
        found = std::move(instance);
        break;
      }
    }
  }
  path.pop_back();
  return found;
}

std::string Derivation::facts_of_instance(const Instance& instance) const {
  std::string text;
  for (const auto& [relation, tuple] : instance.premises)
    text += (text.empty() ? "" : " and ") + fact_text(relation, tuple.data(), symbols_of(program_, evaluation_));
  return text;
}

std::string Derivation::why_missing(RelationId relation, const std::vector<Value>& tuple) const {
  if (is_fact(relation, tuple)) return "it is a fact of the program";
  std::vector<std::pair<RelationId, std::vector<Value>>> path;
  unsigned budget = kMaxInstances;
  const std::optional<Instance> instance = derive(relation, tuple, path, budget);
  if (!instance) return "the rules derive it (Assay's reference evaluation)";
  const std::string premises = facts_of_instance(*instance);
  return rule_text(instance->rule) + " derives it" + (premises.empty() ? "" : " from " + premises);
}

std::string Derivation::why_not(std::size_t rule) const {
  for (const Literal& literal : program_.rules[rule].body) {
    const auto* atom = std::get_if<Atom>(&literal);
    if (atom != nullptr && !atom->negated && evaluation_.relations[atom->relation].empty())
      return ", as " + program_.relations[atom->relation].name + " is empty";
  }
  return {};
}

std::string Derivation::why_extra(RelationId relation) const {
  std::vector<std::size_t> rules;
  for (std::size_t number = 0; number < program_.rules.size(); ++number) {
    const std::vector<Atom>& heads = program_.rules[number].heads;
    if (std::any_of(heads.begin(), heads.end(), [&](const Atom& head) { return head.relation == relation; }))
      rules.push_back(number);
  }
  if (rules.empty()) return "it is no fact of the program, and its relation has no rules";
  if (rules.size() == 1)
    return "it is no fact of the program, and " + rule_text(rules[0]) + " does not derive it" + why_not(rules[0]);
  std::string text =
      "it is no fact of the program, and none of its relation's " + std::to_string(rules.size()) + " rules derives it";
  for (std::size_t i = 0; i < rules.size() && rules.size() <= kMaxRulesNamed; ++i)
    text += (i == 0 ? ": neither " : ", nor ") + rule_text(rules[i]);
  return text;
}

std::string Derivation::reason(const WrongTuples& wrong) const {
  const bool lacks = !wrong.missing.empty();
  const Tuples& tuples = lacks ? wrong.missing : wrong.extra;
  const std::string text = fact_text(wrong.relation, tuples.row(0), wrong.symbols) +
                           (lacks ? " must be in the result: " : " must not be in the result: ");
  if (!can_explain())
    return text + "Assay's reference evaluation of the rules " + (lacks ? "has it" : "does not have it");
  if (!lacks) return text + why_extra(wrong.relation);
  // A missing tuple is searched in the evaluation by its text, because its symbol values may be numbered otherwise.
  const Tuples& all = evaluation_.relations[wrong.relation];
  const std::vector<std::string>& symbols = symbols_of(program_, evaluation_);
  const Relation& declared = program_.relations[wrong.relation];
  const std::string wanted = tuple_text(declared, tuples.row(0), wrong.symbols);
  for (std::size_t row = 0; row < all.count; ++row)
    if (tuple_text(declared, all.row(row), symbols) == wanted)
      return text + why_missing(wrong.relation, row_of(all, row));
  return text + "Assay's reference evaluation of the rules has it";
}

}  // namespace assay::datalog
