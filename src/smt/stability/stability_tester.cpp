#include "smt/stability/stability_tester.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "smt/compare/user_scripts.hpp"
#include "smt/judge/compared_answer.hpp"
#include "smt/reduce/smt_reduce.hpp"

namespace assay::smt {
namespace {

using core::Stability;
using core::Verdict;

constexpr core::PassRow kClassified{"`smt stability` classified a script", "no mutant contradicts another mutant",
                                    "the answer, where all mutants give the same"};

std::string fraction(const core::Sampling& sampling) {
  return std::to_string(sampling.answered) + " of " + std::to_string(sampling.runs) + " mutants answer";
}

std::string answer_of(const SampledScript& sampled) {
  if (!sampled.answers.empty()) return join(sampled.answers, " ");
  const std::string answer = summary(sampled.original);
  return answer.empty() ? "no check" : answer;
}

/// The note with the place of the first error, which messages leave open because signatures are made from them.
std::string placed_note(const SampledScript& sampled) {
  constexpr std::string_view kSomewhere = "line N column N";
  const std::vector<std::string>& places = sampled.original.rejected;
  if (places.empty() || !sampled.note.starts_with(kSomewhere)) return sampled.note;
  return places.front() + sampled.note.substr(kSomewhere.size());
}

}  // namespace

std::variant<core::Case, core::Skip> StabilityTester::generate(std::uint64_t index, const std::stop_token&) {
  return case_of_script(config_->scripts[index], config_->names[index], index);
}

Verdict StabilityTester::verdict_on(const SampledScript& sampled) const {
  if (sampled.contradicting)
    return Verdict::bug(core::BugKind::Inconsistent, "mutants contradict each other",
                        "the script and its mutants mean the same; the first answer is " + join(sampled.answers, " ") +
                            ", and a mutant has another one");
  if (sampled.stability == Stability::NotTested) return Verdict::refusal("not tested: " + sampled.note);
  if (sampled.stability == Stability::Unstable && config_->fails_on("unstable"))
    return Verdict::bug(core::BugKind::Unstable, "unstable",
                        fraction(sampled.sampling) + " " + answer_of(sampled) + "; " + sampled.note);
  const bool is_stable = sampled.stability == Stability::Stable;
  return Verdict::pass(kClassified, is_stable ? std::string() : std::string(name(sampled.stability)));
}

core::Trial StabilityTester::run(const core::Case& subject, std::size_t target, core::RunMode,
                                 const std::stop_token& stop) {
  const SolverDefinition& definition = config_->targets[target].definition;
  const std::string& script = subject.files.front().content;
  const SampledScript sampled = sample_script(config_->sampler, definition, script, stop);
  core::Trial trial;
  trial.verdict = stop.stop_requested() ? Verdict::skip("cancelled") : verdict_on(sampled);
  trial.answer = answer_of(sampled);
  trial.output = sampled.original.output;
  trial.command = solver_input(definition, script, {}).argv;
  trial.cpu_seconds = sampled.usage.cpu_seconds();
  trial.wall_seconds = sampled.usage.wall_seconds;
  const std::string path =
      subject.index < config_->scripts.size() ? config_->scripts[subject.index] : name_of_script(subject);
  trial.measurement = core::Measurement{path,
                                        std::string(name(sampled.stability)),
                                        placed_note(sampled),
                                        sampled.usage.cpu_seconds(),
                                        sampled.usage.wall_seconds,
                                        sampled.usage.peak_memory_bytes,
                                        sampled.original.work,
                                        sampled.sampling};
  return trial;
}

std::vector<std::pair<std::size_t, Verdict>> StabilityTester::compare(const core::Case&,
                                                                      const std::vector<core::Trial>& trials) {
  std::vector<std::pair<std::size_t, Verdict>> bugs;
  const auto is = [](const core::Trial& trial, Stability stability) {
    return trial.measurement && trial.measurement->change == name(stability);
  };
  if (!config_->fails_on("worse") || trials.empty() || !is(trials.front(), Stability::Stable)) return bugs;
  for (std::size_t target = 1; target < trials.size(); ++target)
    if (is(trials[target], Stability::Unstable) || is(trials[target], Stability::Unsolvable))
      bugs.emplace_back(target, Verdict::bug(core::BugKind::Unstable, "worse: " + trials[target].measurement->change,
                                             "stable with " + config_->targets.front().definition.name + "; " +
                                                 fraction(*trials[target].measurement->sampling) + " with " +
                                                 config_->targets[target].definition.name));
  return bugs;
}

core::Case StabilityTester::reduce(const core::Case& failing, std::size_t target, const Verdict& wanted,
                                   const core::ReduceBudget& budget) {
  const bool is_worse = wanted.reason.starts_with("worse");
  const StillFails still_fails = [&](const core::Case& candidate) {
    const auto sampled_by = [&](std::size_t solver) {
      SampledScript sampled = sample_script(config_->sampler, config_->targets[solver].definition,
                                            candidate.files.front().content, budget.stop);
      reduction_cpu_seconds_ += sampled.usage.cpu_seconds();
      return sampled;
    };
    const SampledScript sampled = sampled_by(target);
    if (wanted.kind == core::BugKind::Inconsistent) return sampled.contradicting.has_value();
    if (is_worse)
      return wanted.reason.ends_with(name(sampled.stability)) && sampled_by(0).stability == Stability::Stable;
    return sampled.stability == Stability::Unstable;
  };
  return reduce_case(failing, still_fails, budget, false);
}

std::string StabilityTester::signature(const core::Case& reduced, std::size_t target, const Verdict& verdict) {
  // Nothing tells whether two scripts are unstable for the same reason, and a baseline is about scripts.
  const std::string script = name_of_script(reduced);
  if (!script.empty()) return std::string(name(verdict.kind)) + " " + script;
  return smt::signature(config_->targets[target].definition, reduced, verdict);
}

core::Reproduction StabilityTester::reproduction(const core::Finding& finding, std::size_t target,
                                                 const std::stop_token& stop) {
  core::Reproduction out = core::reproduction_of_run(finding);
  const SolverDefinition& definition = config_->targets[target].definition;
  const std::string& script = finding.smallest().files.front().content;
  const SampledScript sampled = sample_script(config_->sampler, definition, script, stop);
  const std::optional<Mutant>& other = sampled.contradicting ? sampled.contradicting : sampled.failed;
  if (!sampled.answered || !other) return out;
  const auto seconds = static_cast<unsigned>(config_->sampler.limits.cpu_seconds) + 1;
  out.files.clear();
  out.commands.clear();
  const auto add = [&](const Mutant& mutant, const std::string& file, const std::string& title) {
    const SolverInput input = solver_input(with_seed(definition, mutant.solver_seed), mutant.script, {});
    out.files.push_back({file, input.text});
    out.commands.push_back({title, core::command_line(core::portable_command(input.argv), file), seconds});
  };
  add(*other, "fails.smt2", "The mutant without the answer");
  add(*sampled.answered, "answers.smt2", "The mutant with the answer");
  out.expected = "the answers of the second command: both scripts mean the same. " + finding.detail;
  out.shows = "[ \"$(grep -xE 'sat|unsat' output_1)\" != \"$(grep -xE 'sat|unsat' output_2)\" ]";
  return out;
}

}  // namespace assay::smt
