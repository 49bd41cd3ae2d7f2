#include "assay/datalog/generate.hpp"

namespace assay::datalog {

const std::vector<GenerateFlag>& generate_flags() {
  using Options = GenerateOptions;
  static const std::vector<GenerateFlag> all = {
      {"inputs", "most relations that facts give", &Options::inputs, 1, 50},
      {"relations", "most relations that rules define", &Options::relations, 1, 50},
      {"rules", "most rules of a relation", &Options::rules, 1, 20},
      {"atoms", "most positive atoms of a rule", &Options::atoms, 1, 12},
      {"arity", "most attributes of a relation", &Options::arity, 1, 12},
      {"facts", "most facts of a relation", &Options::facts, 1, 1000},
      {"domain", "most different values of a type", &Options::domain, 1, 1000},
      {"recursion", "percent of the relations that may use themselves", &Options::recursion, 0, 100},
      {"negation", "percent of the rules with a negated atom", &Options::negation, 0, 100},
      {"aggregates", "percent of the rules with an aggregate", &Options::aggregates, 0, 100},
      {"arithmetic", "percent of the rules that compute", &Options::arithmetic, 0, 100},
      {"comparisons", "percent of the rules with a comparison", &Options::comparisons, 0, 100},
      {"constants", "percent of the arguments that are constants", &Options::constants, 0, 100},
      {"wildcards", "percent of the arguments that are wildcards", &Options::wildcards, 0, 100},
      {"symbols", "percent of the attributes that are symbols", &Options::symbols, 0, 100},
      {"unsigned", "percent of the other attributes that are unsigned, where there are such",
       &Options::unsigned_numbers, 0, 100},
      {"floats", "percent of the attributes left that are floats, where there are such", &Options::floats, 0, 100},
      {"boundary-values", "percent of the programs with the ends of the integers' range", &Options::boundary_values, 0,
       100},
  };
  return all;
}

}  // namespace assay::datalog
