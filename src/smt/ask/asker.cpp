#include "smt/ask/asker.hpp"

#include <optional>
#include <utility>

#include "smt/solver/drawn_options.hpp"

namespace assay::smt {

Asker::Asker(Setup setup)
    : setup_(std::move(setup)),
      options_(setup_.targets),
      solvers_(setup_.targets.size()),
      short_limits_(setup_.limits) {}

Asker::RunInput Asker::make_input(const core::Case& subject, const OpenedCase& opened, std::size_t target) const {
  const SolverDefinition& tested = definition(target);
  RunInput out;
  out.written = options_.configured_case(subject, opened.facts, target).value_or(subject);
  out.options = options_.options_of(opened.facts, target);
  out.flags = option_flags(tested, out.options);
  std::optional<std::string> own_text;
  if (speaks_otherwise(tested, opened.features))
    own_text =
        options_.with_options(respelled(tested, *opened.store, *opened.script, opened.text), opened.facts, target);
  out.text = input_text(tested, out.written, std::move(own_text));
  return out;
}

std::vector<std::string> Asker::command(const RunInput& input, const Query& query, std::size_t target) const {
  std::vector<std::string> argv = solver_input(definition(target), input.text, query).argv;
  argv.insert(argv.end(), input.flags.begin(), input.flags.end());
  return argv;
}

SolverPort& Asker::solver(std::size_t target) {
  if (!solvers_[target]) solvers_[target] = setup_.make_solver(definition(target), setup_.limits);
  return *solvers_[target];
}

std::unique_ptr<SolverPort> Asker::configured(std::size_t target, const std::vector<std::string>& flags,
                                              const core::Limits& limits) const {
  SolverDefinition with_flags = definition(target);
  with_flags.argv.insert(with_flags.argv.end(), flags.begin(), flags.end());
  return setup_.make_solver(with_flags, limits);
}

SolverAnswer Asker::ask(const RunInput& input, const Query& query, RunStyle style, std::size_t target,
                        const std::stop_token& stop) {
  if (input.flags.empty()) return solver(target).run(input.text, query, style, stop);
  return configured(target, input.flags, setup_.limits)->run(input.text, query, style, stop);
}

SolverAnswer Asker::ask_within(std::size_t step, const RunInput& input, const Query& query, RunStyle style,
                               std::size_t target, const std::stop_token& stop) {
  if (step >= brief_solvers_.size()) return ask(input, query, style, target, stop);
  const core::Limits limits = short_limits_.at(step);
  if (!input.flags.empty()) return configured(target, input.flags, limits)->run(input.text, query, style, stop);
  BriefSolver& brief = brief_solvers_[step];
  if (!brief.port || brief.wall_seconds != limits.wall_seconds)
    brief = {limits.wall_seconds, configured(target, {}, limits)};
  return brief.port->run(input.text, query, style, stop);
}

SolverAnswer Asker::ask_briefly(const RunInput& input, const Query& query, RunStyle style, std::size_t target,
                                const std::stop_token& stop) {
  if (size() != 1 || !short_limits_.is_needed()) return ask(input, query, style, target, stop);
  SolverAnswer answer;
  core::Usage before;  // of the runs with shorter limits; they count as the target's usage
  const core::Limits brief = short_limits_.at(0);
  for (std::size_t step = 0, next = 0; step < ShortLimits::kSteps; step = next) {
    next = short_limits_.after(step);
    answer = ask_within(step, input, query, style, target, stop);
    const core::Usage usage = answer.usage;
    answer.usage.user_seconds += before.user_seconds;
    answer.usage.system_seconds += before.system_seconds;
    before = answer.usage;
    short_limits_.note(step, usage.wall_seconds, answer.kind == SolverAnswer::Kind::Answered);
    if (answer.kind != SolverAnswer::Kind::Timeout || stop.stop_requested()) break;
    if (next < ShortLimits::kSteps && !short_limits_.allows(next) && ShortLimits::used_cpu(usage, brief)) break;
  }
  return answer;
}

}  // namespace assay::smt
