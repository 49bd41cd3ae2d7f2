#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"
#include "assay/datalog/program.hpp"
#include "core/options/options.hpp"
#include "core/rng/rng.hpp"

namespace assay::datalog {

/// The shape of generated programs: maximum numbers (at least 1), and percentages of the places where something can
/// stand.
struct GenerateOptions {
  unsigned inputs = 3;             ///< maximum number of input relations, which have facts and no rules
  unsigned relations = 6;          ///< maximum number of relations that are defined by rules
  unsigned rules = 3;              ///< maximum number of rules of one relation, without `failing` ones
  unsigned failing = 50;           ///< percent of the rules after which a rule with a failing derivation is added
  unsigned atoms = 4;              ///< usual maximum number of positive atoms of a rule
  unsigned arity = 4;              ///< maximum number of attributes
  unsigned facts = 12;             ///< maximum number of facts of a relation
  unsigned domain = 6;             ///< maximum number of values of each type
  unsigned recursion = 30;         ///< percent of the relations
  unsigned negation = 25;          ///< percent of the rules
  unsigned aggregates = 15;        ///< percent of the rules
  unsigned arithmetic = 20;        ///< percent of the rules
  unsigned comparisons = 25;       ///< percent of the rules
  unsigned constants = 12;         ///< percent of the arguments
  unsigned wildcards = 10;         ///< percent of the arguments
  unsigned symbols = 25;           ///< percent of the attributes
  unsigned unsigned_numbers = 12;  ///< percent of the attributes that are no symbols
  unsigned floats = 4;             ///< percent of the remaining attributes; all others are numbers
  unsigned boundary_values = 10;   ///< percent of the programs whose values include an end of the integers' range
  unsigned tries = 8;              ///< attempts to draw a program that is small enough, does not overflow, is not empty
  EvaluationLimits limits{.tuples = 2'000, .steps = 100'000, .integer_bits = 32};  ///< the target sets integer_bits
};

/// The generator's rows of a campaign's table of options.
[[nodiscard]] const core::OptionTable<GenerateOptions>& generate_option_table();

struct Generated {
  Program program;
  RelationId output = 0;  ///< the relation that a sequence's intended oracle is about
  /// Values of all relations by RelationId; empty if the reference evaluation cannot compute them.
  std::vector<Tuples> values;
};

/// Makes a random program within the capabilities by adding relations to `seed`, which may be empty. The program is
/// safe, typed and stratified, and its evaluation stays within the limits. Rules are built around a derivation that
/// succeeds, so that joins have results (queryFuzz's programs were mostly empty). Nullopt if every try failed; then
/// `problem`, if not null, gets the problem of the last try's evaluation.
[[nodiscard]] std::optional<Generated> generate_program(const Program& seed, const Capabilities& capabilities,
                                                        const GenerateOptions& options, const core::Rng& rng,
                                                        std::optional<EvaluationProblem>* problem = nullptr);

}  // namespace assay::datalog
