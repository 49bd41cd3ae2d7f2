#include "smt/fuzz/seed/fuzz.hpp"
#include "smt/fuzz/strategy/strategy.hpp"

namespace assay::smt {

// Each strategy is defined in the file of its name.
std::unique_ptr<Strategy> make_storm();
std::unique_ptr<Strategy> make_original();
std::unique_ptr<Strategy> make_graft();
std::unique_ptr<Strategy> make_mutate();
std::unique_ptr<Strategy> make_tiny();
std::unique_ptr<Strategy> make_refute();
std::unique_ptr<Strategy> make_plant();
std::unique_ptr<Strategy> make_fuse();
std::unique_ptr<Strategy> make_quantify();
std::unique_ptr<Strategy> make_algebra();
std::unique_ptr<Strategy> make_tangle();

/// True if the seed has terms of sort Int or Real, which `algebra` needs.
bool has_numbers(const Fragments& seed);

const std::vector<StrategyRow>& strategy_rows() {
  static const std::vector<StrategyRow> rows{
      {.name = "storm",
       .help = "new Boolean structure over a seed's sub-formulas (STORM, Algorithm 1)",
       .make = make_storm,
       .weight = 1,
       .needs = {.new_names = false},
       .leaves_logic = false},
      {.name = "original",
       .help = "each seed as it stands, once: its truth found by answers and evaluated models",
       .make = make_original,
       .weight = 1,
       .needs = {.values = false, .new_names = false},
       .leaves_logic = false,
       .once = true},
      {.name = "graft",
       .help = "sub-terms of any sort replaced by others of the same value",
       .make = make_graft,
       .weight = 4,
       .needs = {.new_names = false}},
      {.name = "mutate",
       .help = "any well-sorted mutant of a seed, its truth found by answers and evaluated models",
       .make = make_mutate,
       .weight = 6,
       .needs = {.values = false}},
      {.name = "tiny",
       .help = "formulas over small finite sorts, also quantified: every assignment is tried",
       .make = make_tiny,
       .weight = 1,
       .needs = {.values = false, .new_names = false}},
      {.name = "refute",
       .help = "mutants of contradictory seeds that stay so; references of two families confirm the seed",
       .make = make_refute,
       .weight = 4,
       .needs = {.values = false, .refuted_seed = true, .new_names = false}},
      {.name = "plant",
       .help = "contradictions of rules over a seed's terms, beside what holds in it",
       .make = make_plant,
       .weight = 4,
       .needs = {.values = false}},
      {.name = "fuse",
       .help = "formulas of two seeds whose constants are fused: satisfiable ones, and contradictions (PLDI 2020)",
       .make = make_fuse,
       .weight = 4,
       .needs = {.values = false},
       .blocks = 3},
      {.name = "quantify",
       .help = "quantifiers put into a seed's formulas: over one value, a bounded range or a finite sort",
       .make = make_quantify,
       .weight = 2},
      {.name = "algebra",
       .help = "polynomials over a seed's numbers, at, just inside of and just outside of the witness",
       .make = make_algebra,
       .weight = 1,
       .needs = {.fits = has_numbers}},
      {.name = "tangle",
       .help = "=, xor and ite between small variants of a seed's atoms (by default only near a change)",
       .make = make_tangle,
       .needs = {.new_names = false}},
  };
  return rows;
}

const StrategyRow* find_strategy(std::string_view name) {
  for (const StrategyRow& row : strategy_rows())
    if (row.name == name) return &row;
  return nullptr;
}

std::vector<std::pair<std::string, unsigned>> default_strategies() {
  std::vector<std::pair<std::string, unsigned>> all;
  for (const StrategyRow& row : strategy_rows())
    if (row.weight > 0) all.emplace_back(row.name, row.weight);
  return all;
}

std::vector<std::pair<std::string_view, std::string_view>> fuzz_strategies() {
  std::vector<std::pair<std::string_view, std::string_view>> all;
  for (const StrategyRow& row : strategy_rows()) all.emplace_back(row.name, row.help);
  return all;
}

}  // namespace assay::smt
