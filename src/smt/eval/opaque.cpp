#include <cstdint>
#include <unordered_set>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/operator.hpp"

namespace assay::smt {

std::string why_opaque(std::string_view name) {
  const bool known = Operators::get().find(name, 0).has_value();
  return known ? "'" + std::string(name) + "' with other arguments than SMT-LIB's, an extension of a solver's"
               : "unknown to Assay: " + std::string(name);
}

std::optional<std::string> why_opaque(const TermStore& store, TermId term) {
  std::vector<TermId> pending = {term};
  std::unordered_set<std::uint32_t> seen;
  while (!pending.empty()) {
    const TermId node = pending.back();
    pending.pop_back();
    if (!seen.insert(node.index).second) continue;
    if (store.node(node).kind == TermKind::Call) {
      const Function& function = store.node(store.function_of(node));
      if (function.kind == FunctionKind::Opaque) return why_opaque(store.spelling(function.name));
    }
    for (const TermId child : store.children(node)) pending.push_back(child);
  }
  return std::nullopt;
}

}  // namespace assay::smt
