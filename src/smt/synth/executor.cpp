#include "smt/synth/executor.hpp"

#include <utility>
#include <vector>

namespace assay::smt {

EvalOptions witness_options() {
  EvalOptions options;
  options.unspecified = UnspecifiedMode::Fix;
  return options;
}

Executor::Executor(TermStore& store) : store_(store), open_(store, empty_, witness_options()), detector_(open_) {}

std::optional<Execution> Executor::run(const Operation& operation, std::span<const Value* const> arguments) {
  if (operation.body) return run_body(operation, arguments);
  std::vector<Outcome> outcomes;
  outcomes.reserve(arguments.size());
  for (const Value* value : arguments) outcomes.emplace_back(*value);
  std::vector<const Outcome*> pointers;
  for (const Outcome& outcome : outcomes) pointers.push_back(&outcome);
  const Arguments call{store_,   operation.op,      operation.result, operation.arguments,
                       pointers, operation.indices, &detector_};
  detector_.asked = false;
  const Outcome outcome = Operators::get().row(operation.op).evaluate(call);
  if (!outcome.known()) return std::nullopt;
  return Execution{outcome.value, !detector_.asked};
}

std::optional<Execution> Executor::run_body(const Operation& operation, std::span<const Value* const> arguments) {
  Model model;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    Interpretation interpretation;
    interpretation.fallback = *arguments[i];
    model.functions.emplace(store_.function_of(operation.variables[i]), std::move(interpretation));
  }
  const Outcome specified = Evaluator(store_, model).evaluate(*operation.body);
  if (specified.known()) return Execution{specified.value, true};
  const Outcome fixed = Evaluator(store_, model, witness_options()).evaluate(*operation.body);
  if (!fixed.known()) return std::nullopt;
  return Execution{fixed.value, false};
}

}  // namespace assay::smt
