#include <algorithm>

#include "rows.hpp"
#include "souffle.hpp"

namespace assay::datalog {

Dialect souffle_dialect() {
  Capabilities all;
  all.unsigned_numbers = true;
  all.floats = true;
  all.arithmetic = true;
  all.division = true;
  all.aggregates = true;
  all.multiple_heads = true;
  all.representations = true;
  all.integer_bits = kSouffleBits;
  return {"souffle", "Soufflé", ".dl", all, print_souffle, read_souffle_output};
}

const std::vector<Dialect>& dialects() {
  static const std::vector<Dialect> rows = {
      souffle_dialect(), muz_dialect(),      bddbddb_dialect(), gringo_dialect(), prolog_dialect(),  racket_dialect(),
      ddlog_dialect(),   formulog_dialect(), flix_dialect(),    ascent_dialect(), scallop_dialect(), cozo_dialect(),
  };
  return rows;
}

const Dialect* dialect(std::string_view name) {
  const auto& rows = dialects();
  const auto it = std::find_if(rows.begin(), rows.end(), [name](const Dialect& row) { return row.name == name; });
  return it == rows.end() ? nullptr : &*it;
}

}  // namespace assay::datalog
