#include "assay/datalog/qualifiers.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace assay::datalog {
namespace {

bool inlined(const Relation& relation) { return relation.inlining == Inlining::Inline; }
bool is_eqrel(const Relation& relation) { return relation.representation == Representation::Eqrel; }
bool chooses(const Relation& relation) { return !relation.choice_domains.empty(); }
bool subsumes(const Relation& relation) { return relation.dominance.has_value(); }

constexpr std::array<QualifierRow, 10> kRows = {{
    {Qualifier::Btree, "btree", [](const Relation& it) { return it.representation == Representation::Btree; }},
    {Qualifier::Brie, "brie", [](const Relation& it) { return it.representation == Representation::Brie; }},
    {Qualifier::Eqrel, "eqrel", is_eqrel},
    {Qualifier::BtreeDelete, "btree_delete",
     [](const Relation& it) { return it.representation == Representation::BtreeDelete; }},
    {Qualifier::Inline, "inline", inlined},
    {Qualifier::NoInline, "no_inline", [](const Relation& it) { return it.inlining == Inlining::NoInline; }},
    {Qualifier::Magic, "magic", [](const Relation& it) { return it.magic == MagicSets::Magic; }},
    {Qualifier::NoMagic, "no_magic", [](const Relation& it) { return it.magic == MagicSets::NoMagic; }},
    {Qualifier::ChoiceDomain, "choice-domain", chooses},
    {Qualifier::Subsumption, "subsumption", subsumes},
}};

/// Whether the relation has two columns of one type whose values can be compared for equality.
bool has_equal_columns(const Relation& relation) {
  const std::vector<Attribute>& columns = relation.attributes;
  return columns.size() == 2 && columns[0].type == columns[1].type && columns[0].declared == columns[1].declared &&
         columns[0].type != Type::Float;
}

bool has_dominance_column(const Relation& relation) {
  const std::size_t column = relation.dominance->column;
  if (column >= relation.arity() || relation.arity() < 2) return false;
  const Type type = relation.attributes[column].type;
  return (type == Type::Number || type == Type::Unsigned) &&
         std::none_of(relation.attributes.begin(), relation.attributes.end(),
                      [](const Attribute& it) { return it.type == Type::Float || it.type == Type::Opaque; });
}

/// A rule about qualifiers: a relation is refused if both `applies` and `clashes` hold.
struct Clash {
  bool (*applies)(const Relation& wanted);
  bool (*clashes)(const Relation& wanted, const QualifierCheck::Use& use);
  std::string_view why;
};

using Use = QualifierCheck::Use;

constexpr std::array<Clash, 14> kClashes = {{
    {is_eqrel, [](const Relation& it, const Use&) { return !has_equal_columns(it); },
     "an equivalence has two columns of one type, and no floats"},
    {[](const Relation& it) { return it.representation != Representation::Default; },
     [](const Relation& it, const Use&) { return it.arity() == 0; }, "a relation without columns has no storage"},
    {inlined, [](const Relation& it, const Use&) { return it.is_input || it.is_output; },
     "input and output relations are not inlined"},
    {inlined, [](const Relation&, const Use& use) { return use.aggregated; }, "aggregated relations are not inlined"},
    {inlined, [](const Relation&, const Use& use) { return use.calls_itself_inlined; },
     "inlined relations call each other in a cycle"},
    {inlined, [](const Relation&, const Use& use) { return use.negated && use.introduces; },
     "a negated relation that is inlined has no variables of its own"},
    {inlined, [](const Relation&, const Use& use) { return use.negated_with_wildcard; },
     "a relation that is negated with a wildcard is not inlined"},
    {inlined, [](const Relation& it, const Use&) { return chooses(it) || subsumes(it); },
     "relations with a choice domain or subsumption are not inlined"},
    {chooses, [](const Relation& it, const Use&) { return is_eqrel(it) || subsumes(it); },
     "a choice is not closed, and not subsumed"},
    {subsumes, [](const Relation& it, const Use&) { return !has_dominance_column(it); },
     "subsumption needs a column of numbers, and other columns without floats"},
    {subsumes, [](const Relation&, const Use& use) { return use.recursive; },
     "the result of subsumption in a cycle is not defined"},
    {subsumes,
     [](const Relation& it, const Use&) {
       return it.representation != Representation::Default && it.representation != Representation::BtreeDelete;
     },
     "subsumption deletes, which only btree_delete can"},
    {[](const Relation& it) { return it.representation == Representation::BtreeDelete; },
     [](const Relation& it, const Use&) { return chooses(it); }, "a choice is not deleted"},
    {inlined, [](const Relation& it, const Use&) { return it.from_seed; }, "the seed declares it"},
}};

}  // namespace

std::span<const QualifierRow> qualifier_rows() { return kRows; }

QualifierCheck::QualifierCheck(const Program& program)
    : program_(program), uses_(program.relations.size()), feeds_(program.relations.size()) {
  for (const Rule& rule : program.rules) add_uses(rule);
  propagate_introductions();
  for (RelationId id = 0; id < uses_.size(); ++id) {
    uses_[id].recursive = reaches_itself(id, false);
    uses_[id].calls_itself_inlined = uses_[id].recursive && reaches_itself(id, true);
  }
}

void QualifierCheck::add_uses(const Rule& rule) {
  for_each_body_atom(rule, [&](const Atom& atom) {
    for (const Atom& head : rule.heads) feeds_[atom.relation].push_back(head.relation);
  });
  for (const Literal& literal : rule.body) {
    if (const auto* aggregate = std::get_if<Aggregate>(&literal))
      for (const Atom& inner : aggregate->atoms) uses_[inner.relation].aggregated = true;
    const auto* atom = std::get_if<Atom>(&literal);
    if (atom == nullptr || !atom->negated) continue;
    Use& use = uses_[atom->relation];
    use.negated = true;
    for (const Term& term : atom->arguments) use.negated_with_wildcard |= term.is_wildcard();
  }
  for (const Atom& head : rule.heads) {
    Rule body{{}, rule.body, {}};
    for_each_term(body, [&](const Term& term) {
      const Terms& columns = head.arguments;
      if (!term.is_constant() && std::find(columns.begin(), columns.end(), term) == columns.end())
        uses_[head.relation].introduces = true;
    });
  }
}

/// Marks the relations whose rules inline a relation that introduces variables: they introduce them, too.
void QualifierCheck::propagate_introductions() {
  std::vector<RelationId> waiting;
  for (RelationId id = 0; id < uses_.size(); ++id)
    if (uses_[id].introduces) waiting.push_back(id);
  while (!waiting.empty()) {
    const RelationId at = waiting.back();
    waiting.pop_back();
    if (!inlined(program_.relations[at])) continue;
    for (const RelationId to : feeds_[at])
      if (!std::exchange(uses_[to].introduces, true)) waiting.push_back(to);
  }
}

bool QualifierCheck::reaches_itself(RelationId start, bool inlined_only) const {
  std::vector<bool> seen(feeds_.size(), false);
  std::vector<RelationId> waiting = {start};
  while (!waiting.empty()) {
    const RelationId at = waiting.back();
    waiting.pop_back();
    for (const RelationId to : feeds_[at]) {
      if (to == start) return true;
      if (seen[to] || (inlined_only && !inlined(program_.relations[to]))) continue;
      seen[to] = true;
      waiting.push_back(to);
    }
  }
  return false;
}

std::string_view QualifierCheck::refusal(RelationId relation, const Relation& wanted) const {
  for (const Clash& clash : kClashes)
    if (clash.applies(wanted) && clash.clashes(wanted, uses_[relation])) return clash.why;
  return {};
}

void drop_refused_inlining(Program& program) {
  if (std::none_of(program.relations.begin(), program.relations.end(), inlined)) return;
  for (RelationId id = 0; id < program.relations.size(); ++id) {
    Relation& relation = program.relations[id];
    if (!inlined(relation) || relation.from_seed) continue;
    // A new check for each relation: removing one relation's qualifier may break a cycle of inlined relations.
    if (!QualifierCheck(program).refusal(id, relation).empty()) relation.inlining = Inlining::Default;
  }
}

bool has_choices(const Program& program) {
  return std::any_of(program.relations.begin(), program.relations.end(), chooses);
}

}  // namespace assay::datalog
