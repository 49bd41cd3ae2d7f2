#include <algorithm>

#include "assay/domain/law.hpp"
#include "rows.hpp"

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

bool applies(const Law& law, const Contract& contract) {
  if (!contract.operations.has_all(law.needs)) return false;
  if (law.needs_lattice && !contract.lattice) return false;
  return std::find(contract.without_laws.begin(), contract.without_laws.end(), law.number) ==
         contract.without_laws.end();
}

}  // namespace assay::domain
