#include "incremental.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace assay::datalog {
namespace {

constexpr std::size_t kMostFacts = 5000;

bool takes_part(const Rule& rule, RelationId relation) {
  return std::any_of(rule.heads.begin(), rule.heads.end(), [&](const Atom& head) { return head.relation == relation; });
}

bool has_values(const Relation& relation) {
  return relation.choice_domains.empty() &&
         std::all_of(relation.attributes.begin(), relation.attributes.end(), [](const Attribute& attribute) {
           return attribute.type != Type::Float && attribute.type != Type::Opaque;
         });
}

/// The rule with the heads that are of the relation, turned to the new one.
Rule turned(const Rule& rule, RelationId relation, RelationId alone) {
  Rule only = rule;
  std::erase_if(only.heads, [&](const Atom& head) { return head.relation != relation; });
  for (Atom& head : only.heads) head.relation = alone;
  return only;
}

}  // namespace

std::variant<Program, core::Skip> rules_alone(const Program& program, const Output& known, std::string_view relation) {
  Program only;
  only.symbols = known.symbols;
  RelationId chosen = static_cast<RelationId>(program.relations.size());
  std::size_t facts = 0;
  for (RelationId id = 0; id < program.relations.size(); ++id) {
    Relation given = program.relations[id];
    if (given.name == relation) chosen = id;
    if (!known.present[id]) return core::Skip{"a relation was not printed"};
    if (!has_values(given)) return core::Skip{"values that cannot be given as facts"};
    given.facts = known.relations[id];
    given.is_output = false;
    given.is_input = false;
    given.representation = Representation::Default;  // what it held is closed already
    given.inlining = Inlining::Default;
    facts += given.facts.count;
    only.relations.push_back(std::move(given));
  }
  if (chosen == program.relations.size()) return core::Skip{"the relation is gone"};
  if (facts > kMostFacts) return core::Skip{"too many facts"};
  Relation filled = program.relations[chosen];
  filled.name = std::string(kAlone) + filled.name;
  filled.inlining = Inlining::Default;
  filled.is_output = true;
  only.relations.push_back(std::move(filled));
  const auto alone = static_cast<RelationId>(only.relations.size() - 1);
  for (const Rule& rule : program.rules)
    if (takes_part(rule, chosen)) only.rules.push_back(turned(rule, chosen, alone));
  return only;
}

}  // namespace assay::datalog
