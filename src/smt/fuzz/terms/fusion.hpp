#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// A fusion function for two constants of one sort, with its two inversion functions (Winterer, Zhang, Su: Validating
/// SMT Solvers via Semantic Fusion, PLDI 2020, section 3). The texts are SMT-LIB over x, y and z. S is the sort of x
/// and y, W their bit width, W2 = 2 W, HIGH = 2 W - 1, LOW = W - 1, and b a further constant of z's sort.
struct FusionRow {
  SortKind kind;                    ///< of x and y; Unknown: any sort that arrays may hold
  std::string_view sort;            ///< of z
  std::string_view fuse;            ///< z as a function of x and y
  std::string_view first;           ///< x as a function of y and z
  std::string_view second;          ///< y as a function of x and z
  std::string_view needs = "true";  ///< condition on x and y under which the inversions hold
};
[[nodiscard]] const std::vector<FusionRow>& fusion_rows();
/// True if the row can fuse constants of this sort.
[[nodiscard]] bool fits(const TermStore& store, const FusionRow& row, SortId sort);

/// A row instantiated for two declared constants of one sort; the fields are the row's texts as terms.
struct Fusion {
  TermId z;
  std::optional<TermId> base;  ///< the row's b, if it uses b
  TermId fused;
  TermId first;
  TermId second;
  TermId needs;
};
/// `name`: the name of z, and the prefix of other new names. Nullopt if the row does not fit the sort.
[[nodiscard]] std::optional<Fusion> fusion_of(TermStore& store, const FusionRow& row, TermId x, TermId y,
                                              std::string_view name);

}  // namespace assay::smt
