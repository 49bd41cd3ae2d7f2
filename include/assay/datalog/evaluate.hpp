#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

struct EvaluationLimits {
  std::uint64_t tuples = 20'000;    ///< in all relations together
  std::uint64_t steps = 2'000'000;  ///< tuples looked at
  unsigned integer_bits = 32;       ///< numbers are signed, unsigned ones unsigned, of this width
};

/// Why there is no value to compare an engine's value with.
enum class EvaluationProblem : std::uint8_t {
  TooLarge,       ///< a limit
  Overflow,       ///< a number left its width, or a division by zero
  NotStratified,  ///< negation or aggregation in a cycle
  Opaque,         ///< the seed's own rules, choice domains, floats compared for equality
};
[[nodiscard]] std::string_view description(EvaluationProblem problem);

/// A record or a branch of an algebraic data type with its arguments: what a value of Type::Opaque stands for.
struct Structure {
  std::string name;  ///< a branch's; of a record empty
  std::vector<Value> arguments;
  auto operator<=>(const Structure&) const = default;
};

struct Evaluation {
  std::optional<EvaluationProblem> problem;
  std::vector<Tuples> relations;  ///< sorted sets, by RelationId; complete only without a problem
  /// Program::symbols, and behind them those that functors made; empty: none did. Values of Type::Opaque are
  /// positions in `structures`.
  std::vector<std::string> symbols;
  std::vector<Structure> structures;
  bool join_on_floats = false;  ///< a float was matched by equality: the values are not to be trusted
};

/// The symbols that the values of an evaluation of the program are positions in.
[[nodiscard]] const std::vector<std::string>& symbols_of(const Program& program, const Evaluation& evaluation);

/// A construct of the program that the reference never evaluates, as a short phrase ("the functor 'match'"); empty:
/// none.
[[nodiscard]] std::string unvalued(const Program& program);

/// Relations that need not be computed: known ones, and those that are not needed.
struct EvaluationScope {
  /// By RelationId: the values that the relation has in another program, where its own facts and rules are the same, or
  /// null. They are taken where the same holds for all that the relation depends on. Empty: all are computed.
  std::vector<const Tuples*> known;
  /// The only relation whose values count; what it does not depend on stays empty. Problems there are not seen.
  std::optional<RelationId> wanted;
};

/// The stratified (perfect) model of the program, by semi-naive evaluation of one component of the precedence graph
/// after the other. The kernel of trust of the Datalog module. Relations held as Eqrel are closed.
[[nodiscard]] Evaluation evaluate(const Program& program, const EvaluationLimits& limits,
                                  const EvaluationScope& scope = {});

}  // namespace assay::datalog
