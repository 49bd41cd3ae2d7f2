#include "datalog/fuzz/result/lost_output.hpp"

#include <algorithm>
#include <cstddef>

namespace assay::datalog {

const Relation* lost_relation(const PrintedRelations& run) {
  for (std::size_t id = 0; id < run.program.relations.size(); ++id) {
    const Relation& relation = run.program.relations[id];
    if (relation.is_output && !relation.from_seed && !run.present[id]) return &relation;
  }
  return nullptr;
}

const Relation* lost_by_one(const PrintedRelations& one, const PrintedRelations& other) {
  const auto asked = [](const Relation& relation) { return relation.is_output && relation.from_seed; };
  const std::vector<Relation>& there = other.program.relations;
  for (std::size_t id = 0; id < one.program.relations.size(); ++id) {
    const Relation& relation = one.program.relations[id];
    if (!asked(relation)) continue;
    const auto same = std::find_if(there.begin(), there.end(), [&](const Relation& candidate) {
      return candidate.name == relation.name && asked(candidate);
    });
    if (same == there.end()) continue;
    if (one.present[id] != other.present[static_cast<std::size_t>(same - there.begin())]) return &relation;
  }
  return nullptr;
}

core::Verdict verdict_on_lost(const Relation& relation, const Dialect& dialect) {
  if (!dialect.announces_all) return core::Verdict::skip("a relation was not printed");
  return core::Verdict::bug(
      core::BugKind::WrongResult, "relation not printed",
      "relation " + relation.name + ": it is an output of the program, and the engine's output does not name it\n");
}

}  // namespace assay::datalog
