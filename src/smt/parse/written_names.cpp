#include "smt/parse/written_names.hpp"

#include <algorithm>
#include <vector>

#include "smt/term/subterms.hpp"

namespace assay::smt {
namespace {

/// Maximum number of nodes visited for one term. Variables that are undecided by then keep the reader's names.
constexpr std::size_t kMaxVisits = 200'000;

}  // namespace

void WrittenNames::analyze(TermId root, std::span<const BoundVariable> parameters) {
  names_.clear();
  if (!wanted_ || !store_.has_written_names()) return;
  visits_left_ = kMaxVisits;
  const std::vector<TermId> whole = {root};
  decide(parameters, whole);
  for (Subterms below(store_, root); const auto top = below.next();) {
    if (!store_.has(*top, kHasBinder)) below.skip_below();
    if (store_.node(*top).kind == TermKind::Binder)
      // Variables of a pattern keep their names, which distinguish them from constructors.
      decide(store_.binder_info(*top).kind == BinderKind::MatchCase ? std::span<const BoundVariable>()
                                                                    : store_.binder_info(*top).variables,
             store_.children(*top));
  }
}

void WrittenNames::decide(std::span<const BoundVariable> variables, std::span<const TermId> scope) {
  for (const BoundVariable& variable : variables) {
    const SymbolId written = store_.written_name(variable.name);
    if (written == variable.name) continue;
    const auto known = names_.find(variable.name);
    if (known != names_.end() && known->second == variable.name) continue;
    names_[variable.name] = clashes(variable.name, written, variables, scope) ? variable.name : written;
  }
}

bool WrittenNames::clashes(SymbolId variable, SymbolId written, std::span<const BoundVariable> beside,
                           std::span<const TermId> scope) {
  const auto looks_alike = [&](SymbolId other) {
    return other != variable && (other == written || store_.written_name(other) == written);
  };
  if (std::any_of(beside.begin(), beside.end(), [&](const BoundVariable& other) { return looks_alike(other.name); }))
    return true;
  for (const TermId term : scope) {
    if (visits_left_ == 0) return true;
    const std::vector<SymbolId> free = store_.free_variables(term);
    visits_left_ -= std::min(visits_left_, free.size() + 1);
    if (std::any_of(free.begin(), free.end(), looks_alike)) return true;
  }
  return Operators::get().find(store_.spelling(written), 0).has_value() || is_called(written, scope);
}

bool WrittenNames::is_called(SymbolId name, std::span<const TermId> scope) {
  for (Subterms below(store_, scope); const auto top = below.next();) {
    if (visits_left_ == 0) return true;
    --visits_left_;
    const TermKind kind = store_.node(*top).kind;
    if (kind == TermKind::Call && store_.node(store_.function_of(*top)).name == name) return true;
    if (kind == TermKind::Apply && Operators::get().row(store_.op(*top)).name == store_.spelling(name)) return true;
  }
  return false;
}

std::string_view WrittenNames::of(SymbolId variable) const {
  const auto known = names_.find(variable);
  return store_.spelling(known == names_.end() ? variable : known->second);
}

}  // namespace assay::smt
