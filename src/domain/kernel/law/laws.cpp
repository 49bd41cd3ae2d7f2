#include <algorithm>

#include "assay/domain/law.hpp"
#include "domain/kernel/law/law_rows.hpp"

namespace assay::domain {

const std::vector<Law>& laws() {
  static const std::vector<Law> all = [] {
    std::vector<Law> rows;
    add_lattice_laws(rows);
    add_transformer_laws(rows);
    return rows;
  }();
  return all;
}

const Law* law(unsigned number) {
  const auto at = std::find_if(laws().begin(), laws().end(), [&](const Law& row) { return row.number == number; });
  return at == laws().end() ? nullptr : &*at;
}

namespace {

bool names(const std::vector<unsigned>& numbers, const Law& law) {
  return std::find(numbers.begin(), numbers.end(), law.number) != numbers.end();
}

}  // namespace

bool applies(const Law& law, const Contract& contract) {
  if (!contract.operations.has_all(law.needs)) return false;
  if (law.needs_lattice && !contract.lattice) return false;
  return !names(contract.without_laws, law) && (!law.claimed || names(contract.with_laws, law));
}

}  // namespace assay::domain
