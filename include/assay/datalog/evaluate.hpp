#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

struct EvaluationLimits {
  std::uint64_t tuples = 20'000;    ///< maximum number of tuples in all relations together
  std::uint64_t steps = 2'000'000;  ///< maximum number of visited tuples
  unsigned integer_bits = 32;       ///< width of Type::Number (signed) and Type::Unsigned, 1 to 64
};

/// The reason why the reference has no values for a program.
enum class EvaluationProblem : std::uint8_t {
  TooLarge,       ///< a limit was reached
  Overflow,       ///< a number does not fit its width, or an operation is undefined (division by zero)
  NotStratified,  ///< negation or aggregation in a cycle
  Opaque,         ///< the program has a construct that unvalued() names
};
[[nodiscard]] std::string_view description(EvaluationProblem problem);

/// A record, or a branch of an algebraic data type, with its arguments. Values of Type::Opaque stand for structures.
struct Structure {
  std::string name;  ///< the branch's name; empty for a record
  std::vector<Value> arguments;
  auto operator<=>(const Structure&) const = default;
};

struct Evaluation {
  std::optional<EvaluationProblem> problem;
  std::vector<Tuples> relations;  ///< sorted sets, by RelationId; complete only without a problem
  /// Program::symbols, followed by the symbols that functors made. Empty if functors made none.
  std::vector<std::string> symbols;
  std::vector<Structure> structures;  ///< values of Type::Opaque are positions in this list
  bool join_on_floats = false;        ///< true: floats are matched by equality, so engines may have other values
};

/// The list of symbols for the symbol values of an evaluation of the program.
[[nodiscard]] const std::vector<std::string>& symbols_of(const Program& program, const Evaluation& evaluation);

/// A construct of the program that the reference cannot evaluate, as a phrase ("a choice domain"); empty: there is
/// none.
[[nodiscard]] std::string unvalued(const Program& program);

/// Restricts an evaluation to the relations that must be computed.
struct EvaluationScope {
  /// By RelationId: the relation's values in another program in which it has the same facts and rules; null: unknown.
  /// The values are used if all relations that it depends on have values here, too. Empty: all relations are computed.
  std::vector<const Tuples*> known;
  /// The only relation whose values are needed. Relations that it does not depend on stay empty, and their problems are
  /// not detected. Nullopt: all relations are needed.
  std::optional<RelationId> target;
};

/// Computes the stratified (perfect) model of the program: semi-naive evaluation of the components of the precedence
/// graph, in topological order. All reference judgements rely on this function. Relations with the representation Eqrel
/// are closed to equivalences.
[[nodiscard]] Evaluation evaluate(const Program& program, const EvaluationLimits& limits,
                                  const EvaluationScope& scope = {});

}  // namespace assay::datalog
