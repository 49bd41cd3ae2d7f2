#include "datalog/fuzz/case/fuzz.hpp"
#include "datalog/fuzz/result/compare.hpp"
#include "datalog/fuzz/result/structure_text.hpp"

namespace assay::datalog {

Result<std::string> evaluated_text(const Program& program, const EvaluationLimits& limits,
                                   const std::string& relation) {
  if (!program.seed.dialect.empty())
    return Error{"the reference cannot evaluate the program: " + program.seed.reason, ""};
  if (const std::string what = unvalued(program); !what.empty())
    return Error{"the reference cannot evaluate the program: it has " + what, ""};
  bool has_output = false, is_there = relation.empty();
  for (const Relation& one : program.relations) {
    has_output = has_output || one.is_output;
    is_there = is_there || one.name == relation;
  }
  if (!is_there) return Error{"there is no relation '" + relation + "'", "name one that the program declares"};
  const Evaluation evaluation = evaluate(program, limits);
  if (evaluation.problem)
    return Error{"the reference has no values: " + std::string(description(*evaluation.problem)), ""};
  const std::optional<Output> output = as_output(program, evaluation);
  if (!output) return Error{"a value's text is longer than 4096 bytes", ""};
  std::string text;
  for (RelationId id = 0; id < program.relations.size(); ++id) {
    const Relation& one = program.relations[id];
    if (relation.empty() ? has_output && !one.is_output : one.name != relation) continue;
    const Tuples& tuples = output->relations[id];
    for (std::size_t row = 0; row < tuples.count; ++row)
      text += tuple_text(one, tuples.row(row), output->symbols) + ".\n";
  }
  return text;
}

}  // namespace assay::datalog
