#include "assay/smt/fuzz.hpp"
#include "smt/fuzz/fuzz_strategies.hpp"
#include "smt/fuzz/strategy.hpp"

namespace assay::smt {

const std::vector<StrategyRow>& strategy_rows() {
  static const std::vector<StrategyRow> rows{
      {"storm", "new Boolean structure over a seed's sub-formulas (STORM, Algorithm 1)", make_storm},
      {"original", "each seed as it stands, once: its truth found by answers and evaluated models", make_original,
       false, true},
      {"graft", "sub-terms of any sort replaced by others of the same value", make_graft},
      {"mutate", "any well-sorted mutant of a seed, its truth found by answers and evaluated models", make_mutate,
       false},
      {"tiny", "formulas over small finite sorts, also quantified: every assignment is tried", make_tiny, false},
      {"refute", "mutants of contradictory seeds that stay so; references of two families confirm the seed",
       make_refute, false},
      {"plant", "contradictions of rules over a seed's terms, beside what holds in it", make_plant, false},
      {"fuse", "formulas of two seeds whose constants are fused: satisfiable ones, and contradictions (PLDI 2020)",
       make_fuse, false, false, 3},
      {"quantify", "quantifiers put into a seed's formulas: over one value, a bounded range or a finite sort",
       make_quantify},
      {"algebra", "polynomials over a seed's numbers, at, just inside of and just outside of the witness",
       make_algebra},
  };
  return rows;
}

const StrategyRow* find_strategy(std::string_view name) {
  for (const StrategyRow& row : strategy_rows())
    if (row.name == name) return &row;
  return nullptr;
}

std::vector<std::pair<std::string_view, std::string_view>> fuzz_strategies() {
  std::vector<std::pair<std::string_view, std::string_view>> all;
  for (const StrategyRow& row : strategy_rows()) all.emplace_back(row.name, row.help);
  return all;
}

}  // namespace assay::smt
