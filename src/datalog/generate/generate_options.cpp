#include "datalog/generate/generate.hpp"

namespace assay::datalog {
namespace {

struct GenerateRow {
  const char* name;
  const char* help;
  unsigned GenerateOptions::*member;
  unsigned min;
  unsigned max;
};

constexpr GenerateRow kGenerateRows[] = {
    {"inputs", "maximum number of relations that are given by facts", &GenerateOptions::inputs, 1, 50},
    {"relations", "maximum number of relations that rules define", &GenerateOptions::relations, 1, 50},
    {"rules", "maximum number of rules of a relation", &GenerateOptions::rules, 1, 20},
    {"failing", "percent of the rules after which a rule is added whose derivation fails", &GenerateOptions::failing, 0,
     100},
    {"atoms", "usual maximum number of positive atoms of a rule", &GenerateOptions::atoms, 1, 12},
    {"arity", "maximum number of attributes of a relation", &GenerateOptions::arity, 1, 12},
    {"facts", "maximum number of facts of a relation", &GenerateOptions::facts, 1, 1000},
    {"domain", "maximum number of different values of a type", &GenerateOptions::domain, 1, 1000},
    {"recursion", "percent of the relations that may depend on themselves", &GenerateOptions::recursion, 0, 100},
    {"negation", "percent of the rules with a negated atom", &GenerateOptions::negation, 0, 100},
    {"aggregates", "percent of the rules with an aggregate", &GenerateOptions::aggregates, 0, 100},
    {"arithmetic", "percent of the rules that compute", &GenerateOptions::arithmetic, 0, 100},
    {"comparisons", "percent of the rules with a comparison", &GenerateOptions::comparisons, 0, 100},
    {"constants", "percent of the arguments that are constants", &GenerateOptions::constants, 0, 100},
    {"wildcards", "percent of the arguments that are wildcards", &GenerateOptions::wildcards, 0, 100},
    {"symbols", "percent of the attributes that are symbols", &GenerateOptions::symbols, 0, 100},
    {"unsigned", "percent of the other attributes that are unsigned, if the dialect has unsigned numbers",
     &GenerateOptions::unsigned_numbers, 0, 100},
    {"floats", "percent of the remaining attributes that are floats, if the dialect has floats",
     &GenerateOptions::floats, 0, 100},
    {"boundary-values", "percent of the programs with the ends of the integers' range",
     &GenerateOptions::boundary_values, 0, 100},
};

}  // namespace

const core::OptionTable<GenerateOptions>& generate_option_table() {
  using Options = GenerateOptions;
  static const core::OptionTable<Options> table = [] {
    core::OptionTable<Options> rows;
    rows.group("Programs");
    for (const GenerateRow& row : kGenerateRows)
      rows.add(row.name, row.member, row.help).range(row.min, row.max).affects(core::Affects::Cases);
    rows.add(
            "result-tuples", [](Options& options) -> std::uint64_t& { return options.limits.tuples; },
            "maximum number of tuples in all relations of a program")
        .affects(core::Affects::Cases);
    rows.add(
            "result-steps", [](Options& options) -> std::uint64_t& { return options.limits.steps; },
            "maximum number of tuples that its evaluation may visit")
        .affects(core::Affects::Cases);
    return rows;
  }();
  return table;
}

}  // namespace assay::datalog
