#include "stratification.hpp"

#include <variant>
#include <vector>

namespace assay::datalog {
namespace {

struct Flow {
  RelationId from = 0;
  RelationId to = 0;
  bool strict = false;  ///< through a negation or an aggregate, or to a relation with subsumption
  std::uint32_t rule = 0;
};

std::vector<Flow> flows(const Program& program) {
  std::vector<Flow> result;
  for (std::uint32_t i = 0; i < program.rules.size(); ++i) {
    for (const Atom& head : program.rules[i].heads) {
      const bool subsumed = program.relations[head.relation].dominance.has_value();
      for (const Literal& literal : program.rules[i].body) {
        if (const auto* atom = std::get_if<Atom>(&literal)) {
          result.push_back({atom->relation, head.relation, atom->negated || subsumed, i});
        } else if (const auto* aggregate = std::get_if<Aggregate>(&literal)) {
          for (const Atom& inner : aggregate->atoms) result.push_back({inner.relation, head.relation, true, i});
        }
      }
    }
  }
  return result;
}

/// By relation: whether `from` flows to it. True for `from` itself.
std::vector<bool> reachable(RelationId from, const std::vector<std::vector<RelationId>>& next) {
  std::vector<bool> seen(next.size(), false);
  std::vector<RelationId> waiting{from};
  seen[from] = true;
  while (!waiting.empty()) {
    const RelationId at = waiting.back();
    waiting.pop_back();
    for (const RelationId to : next[at]) {
      if (seen[to]) continue;
      seen[to] = true;
      waiting.push_back(to);
    }
  }
  return seen;
}

}  // namespace

std::optional<std::uint32_t> unstratified_rule(const Program& program) {
  const std::vector<Flow> all = flows(program);
  std::vector<std::vector<RelationId>> next(program.relations.size());
  for (const Flow& flow : all) next[flow.from].push_back(flow.to);
  // One search for each relation that a strict edge leads to.
  std::vector<std::vector<bool>> known(program.relations.size());
  for (const Flow& flow : all) {
    if (!flow.strict) continue;
    if (known[flow.to].empty()) known[flow.to] = reachable(flow.to, next);
    if (known[flow.to][flow.from]) return flow.rule;
  }
  return std::nullopt;
}

}  // namespace assay::datalog
