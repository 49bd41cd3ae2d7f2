#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace assay::datalog {

Capabilities every_capability() {
  Capabilities can;
  can.unsigned_numbers = true;
  can.floats = true;
  can.arithmetic = true;
  can.division = true;
  can.aggregates = true;
  can.multiple_heads = true;
  can.qualifiers = QualifierSet::all();
  return can;
}

EvaluationLimits small_limits() { return {.tuples = 20'000, .steps = 1'000'000, .integer_bits = 32}; }

RelationId add_relation(Program& program, std::string_view name, std::string_view columns,
                        std::initializer_list<std::vector<Value>> facts) {
  Relation relation;
  relation.name = std::string(name);
  for (const char c : columns) {
    Attribute attribute;
    attribute.name = "a" + std::to_string(relation.attributes.size());
    switch (c) {
      case 'u': attribute.type = Type::Unsigned; break;
      case 's': attribute.type = Type::Symbol; break;
      case 'f': attribute.type = Type::Float; break;
      case 'b': attribute.type = Type::Bool; break;
      case 'o': attribute.type = Type::Opaque; break;
      default: attribute.type = Type::Number;
    }
    relation.attributes.push_back(attribute);
  }
  relation.facts.arity = relation.arity();
  for (const std::vector<Value>& fact : facts) relation.facts.add(fact);
  program.relations.push_back(std::move(relation));
  return static_cast<RelationId>(program.relations.size() - 1);
}

void add_rule(Program& program, std::vector<Atom> heads, std::vector<Literal> body) {
  Rule rule{std::move(heads), std::move(body), {}};
  for_each_term(rule, [&](const Term& term) {
    if (!term.is_variable()) return;
    const auto number = static_cast<std::size_t>(term.value);
    if (number >= rule.variables.size()) rule.variables.resize(number + 1, Type::Number);
    rule.variables[number] = term.type;
  });
  program.rules.push_back(std::move(rule));
}

namespace {

std::string text(const Term& term) {
  if (term.is_wildcard()) return "_";
  return (term.is_variable() ? "X" : "") + std::to_string(term.value);
}

std::string text(const Program& program, const Atom& atom) {
  std::string result = (atom.negated ? "!" : "") + program.relations[atom.relation].name + "(";
  for (std::size_t i = 0; i < atom.arguments.size(); ++i) result += (i > 0 ? ", " : "") + text(atom.arguments[i]);
  return result + ")";
}

std::string text(const Comparison& comparison) {
  static const char* const kSigns[] = {" = ", " != ", " < ", " <= ", " > ", " >= "};
  return text(comparison.left) + kSigns[static_cast<int>(comparison.comparator)] + text(comparison.right);
}

std::string text(const Computation& computation) {
  static const char* const kSigns[] = {" + ", " - ", " * ", " / ", " % ", " min ", " max "};
  return text(computation.result) + " = " + text(computation.left) + kSigns[static_cast<int>(computation.op)] +
         text(computation.right);
}

std::string text(const Program& program, const Aggregate& aggregate) {
  static const char* const kNames[] = {"count", "sum", "min", "max"};
  std::string result = text(aggregate.result) + " = " + kNames[static_cast<int>(aggregate.aggregator)] + " " +
                       text(aggregate.target) + " : {";
  for (const Atom& atom : aggregate.atoms) result += " " + text(program, atom);
  for (const Comparison& comparison : aggregate.comparisons) result += " " + text(comparison);
  return result + " }";
}

std::string text(const Program& program, const Literal& literal) {
  if (const auto* it = std::get_if<Atom>(&literal)) return text(program, *it);
  if (const auto* it = std::get_if<Comparison>(&literal)) return text(*it);
  if (const auto* it = std::get_if<Computation>(&literal)) return text(*it);
  if (const auto* it = std::get_if<Call>(&literal)) return text(it->result) + " = " + it->name + "(...)";
  return text(program, std::get<Aggregate>(literal));
}

}  // namespace

std::string text(const Program& program, const Rule& rule) {
  std::string result;
  for (const Atom& head : rule.heads) result += (result.empty() ? "" : ", ") + text(program, head);
  result += " :- ";
  for (std::size_t i = 0; i < rule.body.size(); ++i) result += (i > 0 ? ", " : "") + text(program, rule.body[i]);
  return result + ".";
}

std::string text(const Program& program) {
  std::ostringstream out;
  for (const Relation& relation : program.relations) {
    out << relation.name << "/" << relation.arity();
    if (relation.representation == Representation::Eqrel) out << " eqrel";
    if (relation.representation == Representation::Btree) out << " btree";
    if (relation.representation == Representation::Brie) out << " brie";
    if (relation.inlining != Inlining::Default)
      out << (relation.inlining == Inlining::Inline ? " inline" : " no_inline");
    if (relation.magic != MagicSets::Default) out << (relation.magic == MagicSets::Magic ? " magic" : " no_magic");
    out << ":";
    for (std::size_t i = 0; i < relation.facts.count; ++i) {
      out << " (";
      for (std::size_t j = 0; j < relation.arity(); ++j) out << (j > 0 ? "," : "") << relation.facts.row(i)[j];
      out << ")";
    }
    out << "\n";
  }
  for (const Rule& rule : program.rules) out << text(program, rule) << "\n";
  return out.str();
}

bool same(const Program& left, const Program& right) {
  return text(left) == text(right) && left.rules == right.rules && left.symbols == right.symbols;
}

std::vector<std::string> outcomes(const Program& program, RelationId output, std::string_view row, int times,
                                  const Capabilities& can) {
  std::set<std::string> found;
  const Transformation* chosen = transformation(row);
  EXPECT_NE(chosen, nullptr) << row;
  if (chosen == nullptr) return {};
  int applied = 0;
  for (int i = 0; i < 50 * times && applied < times; ++i) {
    Workspace workspace(program, output, can, small_limits());
    workspace.take_samples();
    workspace.steer(chosen->oracle != Oracle::Equal);
    core::Rng rng = core::Rng(5).split(static_cast<std::uint64_t>(i));
    const auto changes = chosen->apply(workspace, rng);
    if (!changes) {
      EXPECT_TRUE(same(workspace.program(), program)) << row << " did not apply and changed the program";
      continue;
    }
    ++applied;
    workspace.note(*changes);
    EXPECT_EQ(violation(program, workspace), "") << row;
    found.insert(text(workspace.program()));
  }
  return {found.begin(), found.end()};
}

std::vector<std::string> rule_outcomes(const Program& program, RelationId output, std::string_view row,
                                       const Capabilities& can) {
  std::set<std::string> found;
  for (const std::string& outcome : outcomes(program, output, row, 80, can)) {
    std::istringstream in(outcome);
    std::string rules;
    for (std::string line; std::getline(in, line);) {
      if (line.find(" :- ") != std::string::npos) rules += (rules.empty() ? "" : "\n") + line;
    }
    found.insert(rules);
  }
  return {found.begin(), found.end()};
}

bool never_applies(const Program& program, RelationId output, std::string_view row, const Capabilities& can) {
  return outcomes(program, output, row, 20, can).empty();
}

namespace {

/// A construct that the program uses although the capabilities exclude it; "" if there is none.
std::string beyond(const Capabilities& can, const Program& program) {
  for (const Relation& relation : program.relations) {
    if (!can.nullary && relation.arity() == 0) return "nullary relation";
    if (can.qualifiers.empty() && (relation.inlining != Inlining::Default || relation.magic != MagicSets::Default ||
                                   relation.representation != Representation::Default))
      return "representation";
  }
  for (const Rule& rule : program.rules) {
    if (!can.multiple_heads && rule.heads.size() > 1) return "several heads";
    for (const Literal& literal : rule.body) {
      if (const auto* it = std::get_if<Atom>(&literal)) {
        if (it->negated && !can.negation) return "negation";
        for (const Term& term : it->arguments) {
          if (term.is_wildcard() && (!can.wildcards || (it->negated && !can.negated_wildcards))) return "wildcard";
          if (term.is_constant() && term.type == Type::Number && term.value < 0 && !can.negative_numbers)
            return "negative number";
        }
      }
      if (const auto* it = std::get_if<Comparison>(&literal)) {
        if (!can.comparisons) return "comparison";
        if (!can.order && it->comparator != Comparator::Equal && it->comparator != Comparator::NotEqual) return "order";
      }
    }
  }
  return {};
}

/// The program without parts that the reference cannot evaluate.
Program opened(Program program) {
  for (Relation& relation : program.relations) {
    relation.from_seed = false;
    relation.choice_domains.clear();
  }
  return program;
}

}  // namespace

std::string violation(const Program& before, Workspace& after, bool* evaluated) {
  if (evaluated != nullptr) *evaluated = false;
  const Program& program = after.program();
  if (const Status status = check(program); !status.ok()) return status.error().text();
  if (const std::string what = beyond(after.capabilities(), program); !what.empty()) return "capabilities: " + what;
  const Evaluation old = evaluate(opened(before), small_limits());
  const Evaluation now = evaluate(opened(program), small_limits());
  if (old.problem || now.problem || old.join_on_floats) return {};
  if (now.join_on_floats) return "joins on floats";
  if (evaluated != nullptr) *evaluated = true;
  for (RelationId i = 0; i < after.expectations().size(); ++i) {
    const auto& [name, oracle] = after.expectations()[i];
    if (program.relations[i].name != name) return "an expectation speaks of another relation: " + name;
    const auto at = std::find_if(before.relations.begin(), before.relations.end(),
                                 [&wanted = name](const Relation& relation) { return relation.name == wanted; });
    if (at == before.relations.end()) return "an expectation of a new relation: " + name;
    const Tuples& left = old.relations[static_cast<std::size_t>(at - before.relations.begin())];
    const Tuples& right = now.relations[i];
    const bool less = is_subset(right, left);
    const bool more = is_subset(left, right);
    if ((oracle == Oracle::Equal && !(less && more)) || (oracle == Oracle::Superset && !more) ||
        (oracle == Oracle::Subset && !less))
      return name + " is not " + std::string(datalog::name(oracle));
  }
  return {};
}

}  // namespace assay::datalog
