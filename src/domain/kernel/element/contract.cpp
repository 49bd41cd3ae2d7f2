#include "assay/domain/contract.hpp"

#include <array>

namespace assay::domain {

std::string_view name(Operation operation) {
  static constexpr std::array<std::string_view, kOperations> kNames = {"top",
                                                                       "bottom",
                                                                       "leq",
                                                                       "equal",
                                                                       "is-bottom",
                                                                       "is-top",
                                                                       "join",
                                                                       "meet",
                                                                       "widen",
                                                                       "narrow",
                                                                       "assume",
                                                                       "assign",
                                                                       "parallel-assign",
                                                                       "substitute",
                                                                       "assign-expression",
                                                                       "assume-expression",
                                                                       "forget",
                                                                       "add-rays",
                                                                       "close",
                                                                       "loosen",
                                                                       "resize",
                                                                       "copy",
                                                                       "canonicalize",
                                                                       "reimport",
                                                                       "regenerate",
                                                                       "bounds",
                                                                       "satisfies",
                                                                       "contains",
                                                                       "abstract",
                                                                       "print",
                                                                       "transform"};
  return kNames.at(static_cast<std::size_t>(operation));
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
