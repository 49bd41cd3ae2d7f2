#include "datalog/fuzz/judge/incremental.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace assay::datalog {
namespace {

constexpr std::size_t kMaxFacts = 5000;

bool defines(const Rule& rule, RelationId relation) {
  return std::any_of(rule.heads.begin(), rule.heads.end(), [&](const Atom& head) { return head.relation == relation; });
}

/// Whether the relation's content can be written as facts: no choice domain, no structures, all floats finite.
bool can_be_facts(const Relation& relation, const Tuples& tuples) {
  if (!relation.choice_domains.empty()) return false;
  for (std::size_t column = 0; column < relation.arity(); ++column) {
    const Type type = relation.attributes[column].type;
    if (type == Type::Opaque) return false;
    for (std::size_t row = 0; type == Type::Float && row < tuples.count; ++row)
      if (!std::isfinite(std::bit_cast<double>(tuples.row(row)[column]))) return false;
  }
  return true;
}

/// By relation: whether the rules of `relation` read it. True for `relation` itself.
std::vector<bool> read_by(const Program& program, std::string_view relation) {
  std::vector<bool> read(program.relations.size(), false);
  for (RelationId id = 0; id < read.size(); ++id) read[id] = program.relations[id].name == relation;
  const auto fills = [&](const Atom& head) { return program.relations[head.relation].name == relation; };
  for (const Rule& rule : program.rules)
    if (std::any_of(rule.heads.begin(), rule.heads.end(), fills))
      for_each_body_atom(rule, [&](const Atom& atom) { read[atom.relation] = true; });
  return read;
}

/// The rule with only the heads of `relation`, which become heads of `alone`.
Rule with_new_head(const Rule& rule, RelationId relation, RelationId alone) {
  Rule only = rule;
  std::erase_if(only.heads, [&](const Atom& head) { return head.relation != relation; });
  for (Atom& head : only.heads) head.relation = alone;
  return only;
}

}  // namespace

Program printed_for(const Program& program, std::string_view relation) {
  Program printed = program;
  const std::vector<bool> read = read_by(program, relation);
  for (RelationId id = 0; id < read.size(); ++id) {
    if (!read[id]) continue;
    printed.relations[id].is_output = true;
    if (printed.relations[id].inlining == Inlining::Inline) printed.relations[id].inlining = Inlining::Default;
  }
  return printed;
}

std::variant<Program, core::Skip> rules_alone(const Program& program, const Output& known, std::string_view relation) {
  Program only;
  only.types = program.types;
  only.symbols = known.symbols;
  RelationId chosen = static_cast<RelationId>(program.relations.size());
  std::size_t facts = 0;
  const std::vector<bool> read = read_by(program, relation);
  for (RelationId id = 0; id < program.relations.size(); ++id) {
    Relation given = program.relations[id];
    if (given.name == relation) chosen = id;
    if (read[id] && !known.present[id]) return core::Skip{"a relation was not printed"};
    if (read[id] && !can_be_facts(given, known.relations[id]))
      return core::Skip{"values that cannot be given as facts"};
    given.facts = read[id] ? known.relations[id] : Tuples{given.arity(), 0, {}};
    given.choice_domains.clear();
    given.dominance.reset();
    given.is_output = false;
    given.is_input = false;
    given.representation = Representation::Default;  // an eqrel's printed tuples are closed already
    given.inlining = Inlining::Default;
    facts += given.facts.count;
    only.relations.push_back(std::move(given));
  }
  if (chosen == program.relations.size()) return core::Skip{"the relation is gone"};
  if (facts > kMaxFacts) return core::Skip{"too many facts"};
  Relation filled = program.relations[chosen];
  filled.name = std::string(kAlone) + filled.name;
  filled.inlining = Inlining::Default;
  filled.is_output = true;
  only.relations.push_back(std::move(filled));
  const auto alone = static_cast<RelationId>(only.relations.size() - 1);
  for (const Rule& rule : program.rules)
    if (defines(rule, chosen)) only.rules.push_back(with_new_head(rule, chosen, alone));
  return only;
}

}  // namespace assay::datalog
