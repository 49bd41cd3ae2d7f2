#include "datalog/fuzz/one_program.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "datalog/fuzz/case/datalog_config.hpp"
#include "datalog/reduce/datalog_reduce.hpp"

namespace assay::datalog {
namespace {

constexpr std::array<std::string_view, 6> kForms = {"wrong",   "crash",         "error",
                                                    "timeout", core::kKeepExit, core::kKeepOutput};

Program with_outputs(Program program) {
  const auto is_output = [](const Relation& relation) { return relation.is_output; };
  if (std::none_of(program.relations.begin(), program.relations.end(), is_output))
    for (Relation& relation : program.relations) relation.is_output = true;
  return program;
}

Program in_language(const UserProgram& user, const Dialect& dialect) {
  Program program = with_outputs(*user.program);
  if (user.dialect != &dialect) make_names_portable(program, user.dialect->name);
  return program;
}

}  // namespace

Result<std::unique_ptr<ProgramJudge>> ProgramJudge::open(const std::string& target, const core::Limits& limits,
                                                         const EvaluationLimits& reference) {
  FuzzOptions options;
  options.targets = {target};
  options.limits = limits;
  options.generate.limits = reference;
  const auto config = make_config(options, {});
  if (!config) return config.error();
  return std::unique_ptr<ProgramJudge>(new ProgramJudge(std::make_shared<FuzzConfig>(**config)));
}

ProgramJudge::ProgramJudge(std::shared_ptr<FuzzConfig> config) : config_(std::move(config)), judge_(*config_) {}

Program ProgramJudge::fitted(const UserProgram& user) const { return in_language(user, *target().dialect); }

core::Verdict ProgramJudge::judge(const Program& program, const std::stop_token& stop) {
  OpenCase open;
  open.original = program;
  core::Trial trial;
  return judge_.judge(open, {0, true, true, stop}, trial);
}

core::Verdict ProgramJudge::judge_first(const Program& program, const std::stop_token& stop) {
  core::Verdict verdict = judge(program, stop);
  if (!verdict.reason.starts_with(kKnownBug)) return verdict;
  const std::string cause = verdict.reason;
  config_->targets.front().definition.known_bugs.clear();
  verdict = judge(program, stop);
  verdict.detail += cause + "\n";
  return verdict;
}

std::string reduce_failing(const UserProgram& user, ProgramJudge& judge, const core::Verdict& wanted,
                           const core::ReduceBudget& budget) {
  core::ReductionClock clock(budget);
  bool smaller = false;
  const Program reduced = reduce_program(judge.fitted(user), [&](const Program& candidate) {
    if (!clock.take()) return false;
    const core::Verdict verdict = judge.judge(candidate, budget.stop);
    const bool fails = verdict.is_bug() && verdict.kind == wanted.kind && verdict.reason == wanted.reason;
    smaller = smaller || fails;
    return fails;
  });
  const Dialect& dialect = *judge.target().dialect;
  return smaller || user.dialect != &dialect ? dialect.print(reduced) : user.text;
}

Result<std::string> reduce_keeping(const UserProgram& user, const Dialect& printed_as, const core::KeepsText& keeps,
                                   const core::ReduceBudget& budget, const Error& refusal) {
  std::optional<core::LanguageReducer> language;
  if (user.is_complete() && lacks(printed_as.capabilities, *user.program).empty()) {
    const Program program = in_language(user, printed_as);
    language = core::LanguageReducer{
        printed_as.print(program), [program, &printed_as](const core::KeepsText& kept, core::ReductionClock& clock) {
          return printed_as.print(reduce_program(
              program, [&](const Program& candidate) { return clock.take() && kept(printed_as.print(candidate)); }));
        }};
  }
  const bool is_of_language = user.dialect == &printed_as;
  if (!is_of_language && !language)
    return Error{"Assay cannot translate the program into the language " + std::string(printed_as.name) +
                     (user.problem.empty() ? "" : ": " + user.problem),
                 "give a program in the target's own language"};
  std::optional<std::string> reduced =
      core::reduce_file(is_of_language ? user.text : language->printed, language, keeps, budget);
  return reduced ? Result<std::string>(*std::move(reduced)) : Result<std::string>(refusal);
}

std::span<const std::string_view> kept_forms() { return kForms; }

EngineCommand command_of(const EngineDefinition& definition) {
  EngineCommand command{definition.argv, {}};
  if (!definition.driver.empty()) command.beside.push_back({"driver", definition.driver});
  return command;
}

}  // namespace assay::datalog
