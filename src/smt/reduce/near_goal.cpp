#include "smt/reduce/near_goal.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "smt/term/term_map.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMinAssertions = 50;
constexpr std::size_t kMaxSteps = 4;
/// A symbol leads to an assertion if it occurs in at most this multiple of the assertions of the rarest one there.
constexpr double kTolerance = 1.5;

std::set<FunctionId> functions_in(const TermStore& store, TermId root) {
  std::set<FunctionId> found;
  TermSet seen;
  std::vector<TermId> work{root};
  while (!work.empty()) {
    const TermId term = work.back();
    work.pop_back();
    if (!seen.insert(term)) continue;
    if (store.node(term).kind == TermKind::Call) found.insert(store.function_of(term));
    const auto children = store.children(term);
    work.insert(work.end(), children.begin(), children.end());
  }
  return found;
}

struct Axiom {
  std::size_t position = 0;
  std::set<FunctionId> functions;
  std::vector<FunctionId> rarest;
  bool is_near = false;
};

std::vector<Axiom> axioms_of(const TermStore& store, const Script& script) {
  std::vector<Axiom> axioms;
  std::map<FunctionId, double> count;
  for (std::size_t i = 0; i < script.commands.size(); ++i) {
    if (script.commands[i].kind != CommandKind::Assert) continue;
    axioms.push_back({i, functions_in(store, script.commands[i].terms[0]), {}});
    for (const FunctionId function : axioms.back().functions) ++count[function];
  }
  for (Axiom& axiom : axioms) {
    double least = std::numeric_limits<double>::max();
    for (const FunctionId function : axiom.functions) least = std::min(least, count[function]);
    for (const FunctionId function : axiom.functions)
      if (count[function] <= kTolerance * least) axiom.rarest.push_back(function);
  }
  return axioms;
}

}  // namespace

std::vector<std::vector<std::size_t>> near_goal(const TermStore& store, const Script& script) {
  std::vector<Axiom> axioms = axioms_of(store, script);
  if (axioms.size() < kMinAssertions) return {};
  std::vector<std::vector<std::size_t>> sets;
  axioms.back().is_near = true;
  std::set<FunctionId> relevant = axioms.back().functions;
  std::size_t size = 1;
  while (sets.size() < kMaxSteps) {
    std::vector<std::size_t> near;
    for (Axiom& axiom : axioms) {
      axiom.is_near = axiom.is_near || std::any_of(axiom.rarest.begin(), axiom.rarest.end(),
                                                   [&](FunctionId function) { return relevant.contains(function); });
      if (axiom.is_near) near.push_back(axiom.position);
    }
    if (near.size() == size || near.size() == axioms.size()) break;
    size = near.size();
    for (const Axiom& axiom : axioms)
      if (axiom.is_near) relevant.insert(axiom.functions.begin(), axiom.functions.end());
    sets.push_back(std::move(near));
  }
  return sets;
}

std::vector<std::size_t> assertions_near_goal(const TermStore& store, const Script& script) {
  constexpr std::size_t kStepsFromGoal = 2;
  std::vector<std::vector<std::size_t>> near = near_goal(store, script);
  if (near.size() > kStepsFromGoal) near.resize(kStepsFromGoal);
  std::vector<std::size_t> positions;
  std::size_t next = 0;
  for (std::size_t i = 0; i < script.commands.size(); ++i) {
    if (script.commands[i].kind != CommandKind::Assert) continue;
    if (!near.empty() && std::binary_search(near.back().begin(), near.back().end(), i)) positions.push_back(next);
    ++next;
  }
  return positions;
}

}  // namespace assay::smt
