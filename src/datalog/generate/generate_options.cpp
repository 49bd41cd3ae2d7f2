#include "assay/datalog/generate.hpp"

namespace assay::datalog {
namespace {

struct GenerateRow {
  const char* name;
  const char* help;
  unsigned GenerateOptions::*member;
  unsigned least;
  unsigned most;
};

constexpr GenerateRow kGenerateRows[] = {
    {"inputs", "most relations that facts give", &GenerateOptions::inputs, 1, 50},
    {"relations", "most relations that rules define", &GenerateOptions::relations, 1, 50},
    {"rules", "most rules of a relation", &GenerateOptions::rules, 1, 20},
    {"failing", "percent of the rules with another one beside them, around a derivation that fails",
     &GenerateOptions::failing, 0, 100},
    {"atoms", "most positive atoms of a rule", &GenerateOptions::atoms, 1, 12},
    {"arity", "most attributes of a relation", &GenerateOptions::arity, 1, 12},
    {"facts", "most facts of a relation", &GenerateOptions::facts, 1, 1000},
    {"domain", "most different values of a type", &GenerateOptions::domain, 1, 1000},
    {"recursion", "percent of the relations that may use themselves", &GenerateOptions::recursion, 0, 100},
    {"negation", "percent of the rules with a negated atom", &GenerateOptions::negation, 0, 100},
    {"aggregates", "percent of the rules with an aggregate", &GenerateOptions::aggregates, 0, 100},
    {"arithmetic", "percent of the rules that compute", &GenerateOptions::arithmetic, 0, 100},
    {"comparisons", "percent of the rules with a comparison", &GenerateOptions::comparisons, 0, 100},
    {"constants", "percent of the arguments that are constants", &GenerateOptions::constants, 0, 100},
    {"wildcards", "percent of the arguments that are wildcards", &GenerateOptions::wildcards, 0, 100},
    {"symbols", "percent of the attributes that are symbols", &GenerateOptions::symbols, 0, 100},
    {"unsigned", "percent of the other attributes that are unsigned, where there are such",
     &GenerateOptions::unsigned_numbers, 0, 100},
    {"floats", "percent of the attributes left that are floats, where there are such", &GenerateOptions::floats, 0,
     100},
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
      rows.add(row.name, row.member, row.help).range(row.least, row.most).affects(core::Affects::Cases);
    rows.add(
            "result-tuples", [](Options& options) -> std::uint64_t& { return options.limits.tuples; },
            "most tuples that a program may have in all relations")
        .affects(core::Affects::Cases);
    rows.add(
            "result-steps", [](Options& options) -> std::uint64_t& { return options.limits.steps; },
            "most tuples that its evaluation may look at")
        .affects(core::Affects::Cases);
    return rows;
  }();
  return table;
}

}  // namespace assay::datalog
