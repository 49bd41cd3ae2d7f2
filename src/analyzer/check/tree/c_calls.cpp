#include "analyzer/check/tree/c_calls.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/check/tree/c_scope.hpp"

namespace assay::analyzer {
namespace {

/// The functions that each function calls, by name. Without functions that are defined elsewhere.
using CallGraph = std::map<std::string, std::set<std::string>>;

/// Whether a function's name is the callee of a call.
bool is_called(const CTree& tree, std::size_t name) {
  std::size_t at = name;
  while (tree.node(tree.node(at).parent).kind == "ImplicitCastExpr" ||
         tree.node(tree.node(at).parent).kind == "ParenExpr")
    at = tree.node(at).parent;
  const CNode& outer = tree.node(tree.node(at).parent);
  return outer.kind == "CallExpr" && outer.children.front() == at;
}

bool has_circle(CallGraph graph) {
  // A function without calls is in no cycle: remove such functions until none is left.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto one = graph.begin(); one != graph.end();) {
      std::erase_if(one->second, [&](const std::string& callee) { return !graph.contains(callee); });
      if (one->second.empty()) {
        one = graph.erase(one);
        changed = true;
      } else {
        ++one;
      }
    }
  }
  return !graph.empty();
}

}  // namespace

bool may_be_recursive(const CTree& tree) {
  CallGraph graph;
  for (std::size_t i = 1; i < tree.nodes().size(); ++i) {
    const CNode& one = tree.node(i);
    if (one.kind != "DeclRefExpr" || one.referenced_kind != "FunctionDecl") continue;
    if (!is_called(tree, i)) return true;
    std::size_t function = i;
    while (function != 0 && !is_function(tree.node(function))) function = tree.node(function).parent;
    graph[tree.node(function).name].insert(one.referenced);
  }
  return has_circle(std::move(graph));
}

}  // namespace assay::analyzer
