#include "datalog/fuzz/judge/choices.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "datalog/fuzz/result/compare.hpp"

namespace assay::datalog {
namespace {

std::vector<RelationId> relations_with_choices(const Program& program) {
  std::vector<RelationId> found;
  for (RelationId id = 0; id < program.relations.size(); ++id)
    if (!program.relations[id].choice_domains.empty()) found.push_back(id);
  return found;
}

std::vector<Value> key_of(const Value* tuple, const std::vector<std::uint32_t>& domain) {
  std::vector<Value> key;
  for (const std::uint32_t column : domain) key.push_back(tuple[column]);
  return key;
}

using Keys = std::set<std::vector<Value>>;

/// The values that the tuples have in each choice domain. `twice` gets the first row that repeats the values of an
/// earlier row.
std::vector<Keys> keys_of(const Relation& relation, const Tuples& tuples, std::optional<std::size_t>& twice) {
  std::vector<Keys> keys(relation.choice_domains.size());
  for (std::size_t row = 0; row < tuples.count; ++row)
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (!keys[i].insert(key_of(tuples.row(row), relation.choice_domains[i])).second && !twice) twice = row;
  return keys;
}

TupleDifference single_tuple(const Tuples& tuples, std::size_t row) {
  TupleDifference differing;
  differing.some.arity = tuples.arity;
  differing.some.add(tuples.row(row));
  differing.count = 1;
  return differing;
}

/// The verdict on the choice of `chosen` from `all`; nullopt if it is a legal one.
std::optional<core::Verdict> wrong_choice(const Relation& relation, const Tuples& chosen, const Tuples& all,
                                          const std::vector<std::string>& symbols) {
  std::optional<std::size_t> twice;
  const std::vector<Keys> keys = keys_of(relation, chosen, twice);
  if (twice)
    return wrong_relation(relation, "no two tuples may agree in a choice domain", {}, single_tuple(chosen, *twice),
                          symbols);
  if (Tuples extra = difference(chosen, all); !extra.empty()) {
    const std::size_t count = extra.count;
    return wrong_relation(relation, "all chosen tuples must follow from the rules", {}, {std::move(extra), count},
                          symbols);
  }
  const Tuples rest = difference(all, chosen);
  for (std::size_t row = 0; row < rest.count; ++row) {
    bool clashes = false;
    for (std::size_t i = 0; i < keys.size(); ++i)
      clashes = clashes || keys[i].contains(key_of(rest.row(row), relation.choice_domains[i]));
    if (!clashes)
      return wrong_relation(relation, "a tuple that is left out must clash with a chosen one", single_tuple(rest, row),
                            {}, symbols);
  }
  return std::nullopt;
}

}  // namespace

std::variant<Program, core::Skip> with_choices(const Program& program, const Output& chosen) {
  Program made = program;
  made.symbols = chosen.symbols;
  for (const RelationId id : relations_with_choices(program)) {
    if (!chosen.present[id] || program.relations[id].from_seed) return core::Skip{"what was chosen is not printed"};
    const auto& columns = program.relations[id].attributes;
    if (std::any_of(columns.begin(), columns.end(), [](const Attribute& it) { return it.type == Type::Opaque; }))
      return core::Skip{"what was chosen has records"};
    Relation all = program.relations[id];
    all.name += "_all";
    all.choice_domains.clear();
    all.representation = Representation::Default;
    const auto all_id = static_cast<RelationId>(made.relations.size());
    made.relations.push_back(std::move(all));
    made.relations[id].facts = chosen.relations[id];
    made.relations[id].choice_domains.clear();
    for (Rule& rule : made.rules)
      for (Atom& head : rule.heads)
        if (head.relation == id) head.relation = all_id;
  }
  return made;
}

bool clashes(const Relation& relation, const Tuples& tuples) {
  std::optional<std::size_t> twice;
  static_cast<void>(keys_of(relation, tuples, twice));
  return twice.has_value();
}

std::optional<core::Verdict> compare_with_choices(const Program& program, const Output& chosen,
                                                  const Evaluation& evaluation) {
  const std::vector<RelationId> choices = relations_with_choices(program);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const RelationId id = choices[i];
    if (auto wrong = wrong_choice(program.relations[id], chosen.relations[id],
                                  evaluation.relations[program.relations.size() + i], chosen.symbols))
      return wrong;
  }
  return compare_with_reference(program, chosen, evaluation);
}

}  // namespace assay::datalog
