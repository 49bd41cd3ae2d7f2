#include "assay/domain/contract.hpp"

#include "domain/kernel/element/operation_table.hpp"

namespace assay::domain {
namespace {

constexpr bool rows_are_in_order() {
  for (std::size_t i = 0; i < kOperationTable.size(); ++i)
    if (kOperationTable[i].operation != static_cast<Operation>(i)) return false;
  return true;
}
static_assert(rows_are_in_order(), "kOperationTable has the order of Operation");

}  // namespace

std::string_view name(Operation operation) { return signature(operation).name; }

std::optional<Operation> operation_named(std::string_view name) {
  for (const OperationSignature& row : kOperationTable)
    if (row.name == name) return row.operation;
  return std::nullopt;
}

std::string_view name(Shape shape) {
  switch (shape) {
    case Shape::Box: return "box";
    case Shape::Differences: return "differences";
    case Shape::Octagon: return "octagon";
    case Shape::Polyhedron: return "polyhedron";
    case Shape::Other: return "other";
    case Shape::Value: return "value";
  }
  return "other";
}

}  // namespace assay::domain
