#include <algorithm>

#include "datalog/dialect/souffle/words/souffle.hpp"
#include "datalog/dialect/text/dialect_rows.hpp"

namespace assay::datalog {

namespace {

Dialect souffle_dialect() {
  Capabilities all;
  all.unsigned_numbers = true;
  all.floats = true;
  all.arithmetic = true;
  all.division = true;
  all.aggregates = true;
  all.calls = true;
  all.multiple_heads = true;
  all.qualifiers = QualifierSet::all();
  all.integer_bits = kSouffleBits;
  return {"souffle", "Soufflé", ".dl", all, print_souffle, read_souffle_output, true, {"{}", ""}};
}

}  // namespace

const std::vector<Dialect>& dialects() {
  static const std::vector<Dialect> rows = [] {
    std::vector<Dialect> all = {
        souffle_dialect(), muz::dialect(),      bddbddb::dialect(), gringo::dialect(), prolog::dialect(),
        racket::dialect(), formulog::dialect(), ascent::dialect(),  cozo::dialect(),   dbsp::dialect(),
    };
    for (const Dialect& row : sql::dialects()) all.push_back(row);
    return all;
  }();
  return rows;
}

const Dialect* dialect(std::string_view name) {
  const auto& rows = dialects();
  const auto it = std::find_if(rows.begin(), rows.end(), [name](const Dialect& row) { return row.name == name; });
  return it == rows.end() ? nullptr : &*it;
}

}  // namespace assay::datalog
