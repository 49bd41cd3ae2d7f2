#include "trigger/problem/formula/names.hpp"

#include <vector>

#include "assay/smt/operator.hpp"

namespace assay::trigger {

Names::Names(smt::TermStore& store, const smt::Script& script) : store_(store) {
  const auto take = [&](smt::FunctionId function) { taken_.emplace(store_.spelling(store_.node(function).name)); };
  std::unordered_set<std::uint32_t> seen;
  for (const smt::Command& command : script.commands) {
    for (const smt::TermId term : command.terms) take_bound(term, seen);
    for (const smt::FunctionId function : command.functions) take(function);
    for (const smt::DatatypeId id : command.datatypes) {
      for (const smt::Constructor& constructor : store_.node(id).constructors) {
        take(constructor.function);
        for (const smt::Field& field : constructor.fields) take(field.selector);
      }
    }
  }
  for (std::uint32_t i = 0; i < smt::Operators::get().size(); ++i) taken_.emplace(smt::Operators::get().row({i}).name);
}

void Names::take_bound(smt::TermId term, std::unordered_set<std::uint32_t>& seen) {
  std::vector<smt::TermId> pending = {term};
  while (!pending.empty()) {
    const smt::TermId top = pending.back();
    pending.pop_back();
    if (!store_.has(top, smt::kHasBinder) || !seen.insert(top.index).second) continue;
    if (store_.node(top).kind == smt::TermKind::Binder) {
      for (const smt::BoundVariable& variable : store_.binder_info(top).variables) {
        const std::string_view name = store_.spelling(variable.name);
        if (name.find('!') != std::string_view::npos) taken_.emplace(name);
      }
    }
    for (const smt::TermId child : store_.children(top)) pending.push_back(child);
  }
}

smt::SymbolId Names::fresh(std::string_view base) {
  std::string name(base);
  std::size_t& number = numbers_[std::string(base)];
  while (!taken_.insert(name).second) name = std::string(base) + "!" + std::to_string(++number);
  return store_.symbol(name);
}

}  // namespace assay::trigger
