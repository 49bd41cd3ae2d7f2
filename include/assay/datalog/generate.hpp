#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "assay/core/options.hpp"
#include "assay/core/rng.hpp"
#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"
#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// What generated programs look like. Percentages are of the places where the thing could stand.
struct GenerateOptions {
  unsigned inputs = 3;     ///< most relations that are given by facts
  unsigned relations = 6;  ///< most relations that are defined by rules
  unsigned rules = 3;      ///< most rules of one relation
  unsigned failing = 50;   ///< of the rules: another one beside it, around a derivation that fails
  unsigned atoms = 4;      ///< most positive atoms of a rule
  unsigned arity = 4;
  unsigned facts = 12;  ///< most facts of an input
  unsigned domain = 6;  ///< most different values of a type
  unsigned recursion = 30;
  unsigned negation = 25;
  unsigned aggregates = 15;
  unsigned arithmetic = 20;
  unsigned comparisons = 25;
  unsigned constants = 12;
  unsigned wildcards = 10;
  unsigned symbols = 25;           ///< of the attributes; of the others:
  unsigned unsigned_numbers = 12;  ///< and of what is left then:
  unsigned floats = 4;             ///< the rest are numbers
  unsigned boundary_values = 10;   ///< of the domain: the ends of the integers' range
  unsigned tries = 8;              ///< programs that are thrown away because they are too large, overflow or are empty
  EvaluationLimits limits{.tuples = 2'000, .steps = 100'000, .integer_bits = 32};  ///< bits: the dialect's are taken
};

/// The options, as a part of a campaign's.
[[nodiscard]] const core::OptionTable<GenerateOptions>& generate_option_table();

struct Generated {
  Program program;
  RelationId output = 0;  ///< what a sequence's intended oracle speaks of
  /// Values of all relations, where the reference has them: not for a seed's own relations.
  std::vector<Tuples> values;
};

/// A random program within the capabilities: safe, typed, stratified, and such that its evaluation does not explode.
/// It extends `seed` (an empty program: it is made from nothing). Rules are built around a derivation that succeeds, so
/// that joins meet (queryFuzz's programs were mostly empty). Nullopt when every try failed; `problem`, if given, then
/// holds the problem of the last try's evaluation.
[[nodiscard]] std::optional<Generated> generate_program(const Program& seed, const Capabilities& capabilities,
                                                        const GenerateOptions& options, const core::Rng& rng,
                                                        std::optional<EvaluationProblem>* problem = nullptr);

}  // namespace assay::datalog
