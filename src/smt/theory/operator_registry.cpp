#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "assay/base/check.hpp"
#include "assay/smt/operator.hpp"
#include "assay/smt/term.hpp"
#include "smt/theory/row/tables.hpp"

namespace assay::smt {

std::string_view name(Theory theory) {
  constexpr std::array<std::string_view, kTheoryCount> kNames = {
      "core",    "ints",      "reals",         "bit-vectors",   "floating-point", "arrays",
      "strings", "reglan",    "sequences",     "datatypes",     "sets",           "tuples",
      "bags",    "nullables", "finite-fields", "pseudo-boolean"};
  return kNames[static_cast<std::size_t>(theory)];
}

std::optional<Theory> theory_of(SortKind kind) {
  switch (kind) {
    case SortKind::Bool: return Theory::Core;
    case SortKind::Int: return Theory::Ints;
    case SortKind::Real: return Theory::Reals;
    case SortKind::BitVector: return Theory::BitVectors;
    case SortKind::RoundingMode:
    case SortKind::Float: return Theory::FloatingPoint;
    case SortKind::Array: return Theory::Arrays;
    case SortKind::String: return Theory::Strings;
    case SortKind::RegLan: return Theory::RegLan;
    case SortKind::Sequence: return Theory::Sequences;
    case SortKind::Datatype: return Theory::Datatypes;
    case SortKind::Set: return Theory::Sets;
    case SortKind::Tuple: return Theory::Tuples;
    case SortKind::Bag: return Theory::Bags;
    case SortKind::Nullable: return Theory::Nullables;
    case SortKind::FiniteField: return Theory::FiniteFields;
    default: return std::nullopt;
  }
}

std::string_view name(Lack lack) {
  constexpr std::array<std::string_view, 6> kNames = {"none",       "unspecified", "opaque",
                                                      "quantified", "missing",     "budget"};
  return kNames[static_cast<std::size_t>(lack)];
}

Operators::Operators() {
  for (const auto rows_of : {core_rows, arithmetic_rows, bit_vectors_rows, floating_point_rows, arrays_rows,
                             strings_rows, regex_rows, sequences_rows, sets_rows, relations_rows, tuples_rows,
                             bags_rows, nullables_rows, finite_fields_rows, pseudo_boolean_rows, higher_order_rows}) {
    std::vector<OperatorRow> rows = rows_of();
    std::move(rows.begin(), rows.end(), std::back_inserter(rows_));
  }
  for (std::uint32_t i = 0; i < rows_.size(); ++i) {
    by_name_.emplace_back(rows_[i].name, OperatorId{i});
    for (const std::string_view alias : rows_[i].aliases) {
      by_name_.emplace_back(alias, OperatorId{i});
    }
  }
  std::sort(by_name_.begin(), by_name_.end());
  for (std::size_t i = 1; i < by_name_.size(); ++i) {
    const auto& [spelling, id] = by_name_[i];
    const auto& [previous, other] = by_name_[i - 1];
    ASSAY_CHECK(spelling != previous || row(id).index_count != row(other).index_count,
                "two operator rows share a spelling and a number of indices");
  }
}

const Operators& Operators::get() {
  static const Operators operators;
  return operators;
}

std::optional<OperatorId> Operators::find(std::string_view name, std::size_t index_count) const {
  auto it = std::lower_bound(by_name_.begin(), by_name_.end(), name,
                             [](const auto& entry, std::string_view wanted) { return entry.first < wanted; });
  for (; it != by_name_.end() && it->first == name; ++it) {
    if (row(it->second).index_count == index_count) {
      return it->second;
    }
  }
  return std::nullopt;
}

OperatorId Operators::at(std::string_view name) const {
  const auto it = std::lower_bound(by_name_.begin(), by_name_.end(), name,
                                   [](const auto& entry, std::string_view wanted) { return entry.first < wanted; });
  ASSAY_CHECK(it != by_name_.end() && it->first == name, "no operator has this name");
  return it->second;
}

}  // namespace assay::smt
