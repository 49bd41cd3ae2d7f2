#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// A way to fuse two constants of a sort (Winterer, Zhang, Su: Validating SMT Solvers via Semantic Fusion, PLDI 2020,
/// section 3): z = fuse(x, y), and x and y again from z and the other one. In SMT-LIB, over x, y and z; S is their
/// sort, W and W2 a bit-vector's width and twice it, b a further constant of z's sort.
struct FusionRow {
  SortKind kind;          ///< of x and y; Unknown: any that arrays may hold
  std::string_view sort;  ///< of z
  std::string_view fuse;
  std::string_view first;           ///< x, from y and z
  std::string_view second;          ///< y, from x and z
  std::string_view needs = "true";  ///< about x and y: where the rows before hold
};
[[nodiscard]] const std::vector<FusionRow>& fusion_rows();
/// Whether the row is about constants of this sort.
[[nodiscard]] bool fits(const TermStore& store, const FusionRow& row, SortId sort);

/// A row over two declared constants of one sort.
struct Fusion {
  TermId z;
  std::optional<TermId> base;  ///< the row's b
  TermId fused;
  TermId first;
  TermId second;
  TermId needs;
};
/// `name` is z's; what else is new begins with it. Nothing: the row is not about this sort.
[[nodiscard]] std::optional<Fusion> fusion_of(TermStore& store, const FusionRow& row, TermId x, TermId y,
                                              std::string_view name);

}  // namespace assay::smt
