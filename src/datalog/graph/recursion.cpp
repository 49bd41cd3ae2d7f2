#include "datalog/graph/recursion.hpp"

#include "datalog/graph/graph.hpp"

namespace assay::datalog {

RecursionUse recursion_of(const Program& program) {
  const PrecedenceGraph graph(program);
  RecursionUse use;
  for (std::size_t i = 0; i < graph.component_count(); ++i) use.mutual = use.mutual || graph.component(i).size() > 1;
  for (const Rule& rule : program.rules) {
    for (const Atom& head : rule.heads) {
      std::size_t own = 0;
      for_each_body_atom(rule, [&](const Atom& atom) {
        own += graph.component_of(atom.relation) == graph.component_of(head.relation) ? 1 : 0;
      });
      use.non_linear = use.non_linear || own > 1;
    }
  }
  return use;
}

}  // namespace assay::datalog
