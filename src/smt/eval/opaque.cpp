#include <cstdint>

#include "assay/smt/eval.hpp"
#include "assay/smt/operator.hpp"
#include "smt/term/subterms.hpp"

namespace assay::smt {

std::string why_opaque(std::string_view name) {
  const bool known = Operators::get().find(name, 0).has_value();
  return known ? "'" + std::string(name) + "' with other arguments than SMT-LIB's, an extension of a solver's"
               : "unknown to Assay: " + std::string(name);
}

std::optional<std::string> why_opaque(const TermStore& store, TermId term) {
  for (Subterms below(store, term); const auto node = below.next();) {
    if (store.node(*node).kind != TermKind::Call) continue;
    const Function& function = store.node(store.function_of(*node));
    if (function.kind == FunctionKind::Opaque) return why_opaque(store.spelling(function.name));
  }
  return std::nullopt;
}

}  // namespace assay::smt
