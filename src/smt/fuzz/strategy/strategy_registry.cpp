#include "assay/smt/fuzz.hpp"
#include "smt/fuzz/strategy/fuzz_strategies.hpp"
#include "smt/fuzz/strategy/strategy.hpp"

namespace assay::smt {

const std::vector<StrategyRow>& strategy_rows() {
  static const std::vector<StrategyRow> rows{
      {.name = "storm",
       .help = "new Boolean structure over a seed's sub-formulas (STORM, Algorithm 1)",
       .make = make_storm,
       .needs = {.new_names = false},
       .leaves_logic = false},
      {.name = "original",
       .help = "each seed as it stands, once: its truth found by answers and evaluated models",
       .make = make_original,
       .needs = {.values = false, .new_names = false},
       .leaves_logic = false,
       .once = true},
      {.name = "graft",
       .help = "sub-terms of any sort replaced by others of the same value",
       .make = make_graft,
       .needs = {.new_names = false}},
      {.name = "mutate",
       .help = "any well-sorted mutant of a seed, its truth found by answers and evaluated models",
       .make = make_mutate,
       .needs = {.values = false}},
      {.name = "tiny",
       .help = "formulas over small finite sorts, also quantified: every assignment is tried",
       .make = make_tiny,
       .needs = {.values = false, .new_names = false}},
      {.name = "refute",
       .help = "mutants of contradictory seeds that stay so; references of two families confirm the seed",
       .make = make_refute,
       .needs = {.values = false, .refuted_seed = true, .new_names = false}},
      {.name = "plant",
       .help = "contradictions of rules over a seed's terms, beside what holds in it",
       .make = make_plant,
       .needs = {.values = false}},
      {.name = "fuse",
       .help = "formulas of two seeds whose constants are fused: satisfiable ones, and contradictions (PLDI 2020)",
       .make = make_fuse,
       .needs = {.values = false},
       .blocks = 3},
      {.name = "quantify",
       .help = "quantifiers put into a seed's formulas: over one value, a bounded range or a finite sort",
       .make = make_quantify},
      {.name = "algebra",
       .help = "polynomials over a seed's numbers, at, just inside of and just outside of the witness",
       .make = make_algebra,
       .needs = {.fits = has_numbers}},
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
