#pragma once

#include <string>
#include <vector>

#include "smt/fuzz/script/assemble.hpp"
#include "smt/fuzz/seed/fragments.hpp"

namespace assay::smt {

/// How assertions whose truth nobody knows become a script.
struct OpenLayout {
  bool levels = false;                 ///< pushed and popped, asked about several times, under assumptions
  bool named = false;                  ///< each assertion has a name: the unsat core can be asked for
  const Skeleton* skeleton = nullptr;  ///< of the seed, whose assertions these are, each in its place
};

/// The script, with Truth::Open for each check. The sets of formulas that are asked about lie within one another often:
/// answers about them can contradict each other. `prefix` begins new names.
[[nodiscard]] Assembled assemble_open(TermStore& store, const std::vector<Assertion>& assertions,
                                      const std::string& logic, const OpenLayout& layout, const std::string& prefix,
                                      core::Rng& rng);

}  // namespace assay::smt
