#pragma once

#include <string>
#include <vector>

#include "smt/fuzz/script/assemble.hpp"
#include "smt/fuzz/seed/fragments.hpp"

namespace assay::smt {

/// How assertions of open truth are laid out as a script.
struct OpenLayout {
  bool levels = false;                 ///< with push, pop, several checks and assumptions
  bool named = false;                  ///< each assertion has a name, so that solvers can return an unsat core
  const Skeleton* skeleton = nullptr;  ///< the seed's levels and checks, if assertion i replaces the seed's assertion i
};

/// The script, with Truth::Open for each check. The sets of active assertions at two checks are often subsets of one
/// another, so that the answers can contradict each other. New names begin with `prefix`.
[[nodiscard]] AssembledScript assemble_open(TermStore& store, const std::vector<Assertion>& assertions,
                                            const std::string& logic, const OpenLayout& layout,
                                            const std::string& prefix, core::Rng& rng);

}  // namespace assay::smt
