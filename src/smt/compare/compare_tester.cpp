#include "smt/compare/compare_tester.hpp"

#include <algorithm>
#include <numeric>

#include "core/finding/finding.hpp"
#include "core/rng/rng.hpp"
#include "smt/compare/compare_passes.hpp"
#include "smt/compare/user_scripts.hpp"
#include "smt/mutant/mutant.hpp"
#include "smt/reduce/kept_change.hpp"
#include "smt/reduce/smt_reduce.hpp"

namespace assay::smt {
namespace {

using core::Change;
using core::Verdict;

/// The share of a reduction's time for quick tries, in which the second target gets a multiple of the first one's time.
/// The rest is for tries with the campaign's limits, if the result of the quick ones does not fail under these.
constexpr double kQuickShare = 0.7;
/// The share of the limit for a run that had no answer before.
constexpr double kShortShare = 0.1;
/// A flag that may bring an answer back gets this multiple of the first target's CPU time, and a second.
constexpr double kMoreTime = 2;

core::Limits limits_for(core::Limits limits, double cpu_seconds) {
  limits.cpu_seconds = std::min(cpu_seconds, limits.cpu_seconds);
  return limits;
}

std::string seconds_text(double seconds) {
  std::string text = std::to_string(seconds);
  return text.substr(0, text.find('.') + 3) + " s";
}

}  // namespace

CompareTester::CompareTester(std::shared_ptr<const CompareConfig> config)
    : config_(std::move(config)), contradictions_(config_) {
  for (const Target& target : config_->targets) {
    solvers_.push_back(config_->make_solver(target.definition, config_->limits));
    measured_.push_back(config_->make_solver(with_statistics(target.definition), config_->limits));
  }
}

std::variant<core::Case, core::Skip> CompareTester::generate(std::uint64_t index, const std::stop_token&) {
  return case_of_script(config_->scripts[index], config_->names[index], index);
}

SolverAnswer CompareTester::run_script(std::size_t target, const std::string& script, core::RunMode mode,
                                       const std::stop_token& stop) {
  SolverPort& solver = mode == core::RunMode::Campaign ? *measured_[target] : *solvers_[target];
  return solver.run(script, question_of(script), RunStyle::Process, stop);
}

CompareTester::Round CompareTester::measure(const core::Case& subject, core::RunMode mode, const std::stop_token& stop,
                                            std::optional<std::size_t> only) {
  Round round{subject.files.front().content, {}, std::vector<std::string>(solvers_.size())};
  SolverAnswer none;
  none.kind = SolverAnswer::Kind::Cancelled;
  round.answers.assign(solvers_.size(), none);
  std::vector<std::size_t> order(solvers_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  core::Rng rng = core::Rng(config_->options.seed).split(subject.index);
  for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[rng.below(left)]);
  if (start_seconds_.empty())
    for (const auto& solver : solvers_) start_seconds_.push_back(seconds_to_start(*solver, stop));
  std::vector<std::size_t> short_runs;
  for (const std::size_t target : order) {
    if (stop.stop_requested()) break;
    if (only && target != 0 && target != *only) continue;
    const bool had_none =
        mode == core::RunMode::Campaign && !config_->programs.empty() &&
        config_->learned.has_no_answer(LearnedRuns::key(config_->programs[target], round.script), config_->limits);
    if (had_none) short_runs.push_back(target);
    round.answers[target] =
        had_none ? run_shortly(target, round.script, stop) : run_script(target, round.script, mode, stop);
  }
  complete_short_runs(round, short_runs, stop);
  return round;
}

SolverAnswer CompareTester::run_shortly(std::size_t target, const std::string& script, const std::stop_token& stop) {
  const core::Limits limits = limits_for(config_->limits, kShortShare * config_->limits.cpu_seconds);
  return config_->make_solver(with_statistics(config_->targets[target].definition), limits)
      ->run(script, question_of(script), RunStyle::Process, stop);
}

void CompareTester::complete_short_runs(Round& round, const std::vector<std::size_t>& targets,
                                        const std::stop_token& stop) {
  const auto is_answer = [](const SolverAnswer& answer) {
    const std::vector<std::string> texts = compared(answer).answers;
    return std::any_of(texts.begin(), texts.end(), [](const std::string& text) { return !text.empty(); });
  };
  const bool needed = std::any_of(round.answers.begin(), round.answers.end(), is_answer);
  for (const std::size_t target : targets) {
    if (is_answer(round.answers[target]) || stop.stop_requested()) continue;
    if (needed)
      round.answers[target] = run_script(target, round.script, core::RunMode::Campaign, stop);
    else
      round.notes[target] =
          "a short run: it had no answer within " + seconds_text(config_->limits.cpu_seconds) + " before";
  }
}

Change CompareTester::change_of(const Round& round, std::size_t target) const {
  return core::change_between(compared_run(round.answers.front(), 0), compared_run(round.answers[target], target),
                              config_->slow_rule());
}

void CompareTester::repeat(Round& round, std::size_t target, const std::stop_token& stop) {
  const double limit = config_->limits.cpu_seconds;
  for (unsigned run = 1; run < config_->options.repeat && !stop.stop_requested(); ++run) {
    const Change change = change_of(round, target);
    const double longest =
        std::min(round.answers.front().usage.cpu_seconds(), round.answers[target].usage.cpu_seconds());
    const bool is_close = (change == Change::Lost || change == Change::Gained) && longest > limit / 2;
    if (change != Change::Slower && change != Change::Faster && !is_close) return;
    for (const std::size_t side : {std::size_t{0}, target})
      round.answers[side] =
          better_run(round.answers[side], run_script(side, round.script, core::RunMode::Campaign, stop));
  }
}

std::string CompareTester::stability(const Round& round, std::size_t target, Change change,
                                     const std::stop_token& stop) {
  // A variant may differ from the plain run only by the solver's heuristics.
  const MutantMaker variants(round.script, {.order = true}, config_->options.seed);
  const unsigned count = config_->options.controls;
  unsigned alike = 0, unstable_before = 0;
  // Both sides are compared with the plain run of the first target, which is what the user has. A variant that exceeds
  // a multiple of its time has lost the answer, or is slower; a faster variant is no sign of instability.
  const core::ComparedRun first = compared_run(round.answers.front(), 0);
  for (unsigned i = 1; i <= count; ++i) {
    const std::string script = variants.make(i).script;
    const auto costs = [&](std::size_t side) {
      const core::Limits limits = limits_for(config_->limits, enough_for(side, first));
      const auto solver = config_->make_solver(with_seed(config_->targets[side].definition, i), limits);
      const Change found = core::change_between(
          first, compared_run(solver->run(script, question_of(script), RunStyle::Process, stop), side),
          config_->slow_rule());
      return found == Change::Lost || found == Change::Slower;
    };
    if (costs(0)) ++unstable_before;
    if (costs(target)) ++alike;
    if (stop.stop_requested()) return {};
  }
  const std::string of = " of " + std::to_string(count) + " variants";
  if (unstable_before > 0) return "unstable before, too: " + std::to_string(unstable_before) + of;
  if (alike < count) return "unstable: " + std::string(name(change)) + " in " + std::to_string(alike) + of;
  return count == 0 ? "" : "systematic";
}

std::string CompareTester::find_remedy(const Round& round, std::size_t target, const std::stop_token& stop) {
  const core::ComparedRun first = compared_run(round.answers.front(), 0);
  // There are many flags, and a remedy that is worth a line answers about as soon as the first target.
  core::Limits limits = limits_for(config_->limits, kMoreTime * first.cpu_seconds + start_seconds_[target] + 1);
  const SolverDefinition& definition = config_->targets[target].definition;
  std::string best;
  double best_seconds = limits.cpu_seconds;
  for (const std::string& flag : config_->learned.in_order(definition.earlier_behaviour)) {
    if (stop.stop_requested()) return {};
    SolverDefinition other = definition;
    other.argv.push_back(flag);
    const SolverAnswer answer =
        config_->make_solver(other, limits)->run(round.script, question_of(round.script), RunStyle::Process, stop);
    const core::ComparedRun run = compared_run(answer, target);
    const Change change = core::change_between(first, run, config_->slow_rule());
    if ((change != Change::Same && change != Change::Faster) || run.cpu_seconds >= best_seconds) continue;
    best_seconds = run.cpu_seconds;
    // A flag that needs more time than the best one is no remedy.
    limits = limits_for(limits, best_seconds);
    best = note_on_flag(flag, summary(answer) + " " + seconds_text(run.cpu_seconds));
  }
  return best;
}

core::Trial CompareTester::run(const core::Case& subject, std::size_t target, core::RunMode mode,
                               const std::stop_token& stop) {
  // A control may ask any target first.
  if (target == 0 || !round_ || round_->script != subject.files.front().content) {
    round_ = measure(subject, mode, stop);
    if (mode == core::RunMode::Campaign) examine(*round_, stop);
  }
  const SolverAnswer& answer = round_->answers[target];
  core::Trial trial;
  trial.verdict = own_verdict(*round_, target);
  trial.answer = answer_text(answer);
  trial.output = answer.output;
  trial.command = solver_input(config_->targets[target].definition, round_->script, {}).argv;
  trial.cpu_seconds = answer.usage.cpu_seconds();
  trial.wall_seconds = answer.usage.wall_seconds;
  if (mode == core::RunMode::Campaign && subject.index < config_->scripts.size())
    trial.measurement = core::Measurement{config_->scripts[subject.index],
                                          std::string(name(change_of(*round_, target))),
                                          note_on(*round_, target),
                                          answer.usage.cpu_seconds(),
                                          answer.usage.wall_seconds,
                                          answer.usage.peak_memory_bytes,
                                          answer.work};
  return trial;
}

std::string CompareTester::note_on(const Round& round, std::size_t target) const {
  if (target == 0 || change_of(round, target) != Change::NotComparable) return round.notes[target];
  for (const std::size_t side : {target, std::size_t{0}})
    if (const std::string why = compared(round.answers[side]).refusal; !why.empty())
      return config_->targets[side].definition.name + ": " + why;
  return "they reject different commands";
}

void CompareTester::examine(Round& round, const std::stop_token& stop) {
  for (std::size_t target = 1; target < solvers_.size(); ++target) {
    repeat(round, target, stop);
    const Change change = change_of(round, target);
    if ((change != Change::Lost && change != Change::Slower) || config_->options.controls == 0) continue;
    round.notes[target] = stability(round, target, change, stop);
    if (const std::string flag = find_remedy(round, target, stop); !flag.empty()) round.notes[target] += "; " + flag;
  }
}

Verdict CompareTester::own_verdict(const Round& round, std::size_t target) const {
  if (round.answers[target].kind == SolverAnswer::Kind::Cancelled) return Verdict::skip("cancelled");
  if (!compared(round.answers[target]).refusal.empty())
    return Verdict::refusal("not comparable: the solver does not take the script");
  if (target == 0) return Verdict::pass(kFirstVersion);
  const Change change = change_of(round, target);
  if (change == Change::NotComparable)
    return Verdict::skip(compared(round.answers.front()).refusal.empty()
                             ? "not comparable: the solvers reject different parts of the script"
                             : "not comparable: the first solver does not take the script");
  return Verdict::pass(kComparedVersion, change == Change::Same ? std::string() : std::string(name(change)));
}

std::vector<std::pair<std::size_t, Verdict>> CompareTester::compare(const core::Case&,
                                                                    const std::vector<core::Trial>& trials) {
  std::vector<std::pair<std::size_t, Verdict>> bugs;
  for (std::size_t target = 0; target < trials.size(); ++target)
    if (std::optional<Verdict> bug = difference_of(*round_, target, {})) bugs.emplace_back(target, std::move(*bug));
  return bugs;
}

std::optional<Verdict> CompareTester::difference_of(const Round& round, std::size_t target,
                                                    const std::stop_token& stop) {
  const std::vector<std::string>& fail_on = config_->options.fail_on;
  const auto fails = [&](Change change) {
    return std::find(fail_on.begin(), fail_on.end(), name(change)) != fail_on.end();
  };
  if (fails(Change::Contradicts))
    if (auto wrong = contradictions_.judge(round.script, round.answers, target, stop)) return wrong;
  const Change change = change_of(round, target);
  if ((change != Change::Lost && change != Change::Slower) || !fails(change)) return std::nullopt;
  const core::ComparedRun before = compared(round.answers.front()), now = compared(round.answers[target]);
  const std::string detail = config_->targets.front().definition.name + " answers " +
                             answer_text(round.answers.front()) + " in " + seconds_text(before.cpu_seconds) +
                             " of CPU time; " + config_->targets[target].definition.name + ": " +
                             answer_text(round.answers[target]) + " after " + seconds_text(now.cpu_seconds) +
                             (round.notes[target].empty() ? "" : " (" + round.notes[target] + ")");
  return Verdict::bug(change == Change::Lost ? core::BugKind::Lost : core::BugKind::Slow, reason_of(change, now),
                      detail);
}

std::string CompareTester::signature(const core::Case& reduced, std::size_t target, const Verdict& verdict) {
  // Nothing tells whether two scripts are lost for the same reason, and a baseline is about scripts. The reduced script
  // depends on the machine's speed.
  const bool of_script = verdict.kind == core::BugKind::Lost || verdict.kind == core::BugKind::Slow;
  const std::string script = name_of_script(reduced);
  if (of_script && !script.empty()) return std::string(name(verdict.kind)) + " " + script;
  return smt::signature(config_->targets[target].definition, reduced, verdict);
}

core::Reproduction CompareTester::reproduction(const core::Finding& finding, std::size_t target,
                                               const std::stop_token&) {
  core::Reproduction out = core::reproduction_of_run(finding);
  const std::string& script = finding.smallest().files.front().content;
  const Query question = question_of(script);
  if (!out.files.empty())
    out.files.front().content = solver_input(config_->targets[target].definition, script, question).text;
  if (target == 0 || out.commands.size() != 1) return out;
  // Two versions of a program have one name: the reader says where each is. Without that, run.sh finds no program of
  // the target's name, and says that the bug cannot be tried.
  const auto command = [&](std::size_t side, const char* variable, const std::string& input) {
    std::vector<std::string> argv =
        core::portable_command(solver_input(config_->targets[side].definition, script, question).argv);
    argv.erase(argv.begin(), argv.begin() + (argv.empty() ? 0 : 1));
    argv.insert(argv.begin(), "PROGRAM");
    std::string shell = core::command_line(argv, input);
    const auto seconds = static_cast<unsigned>(config_->limits.cpu_seconds) + 1;
    return core::ReproductionCommand{config_->targets[side].definition.name,
                                     "\"${" + std::string(variable) + ":-" + config_->targets[side].definition.name +
                                         "}\"" + shell.substr(shell.find("PROGRAM") + 7),
                                     seconds};
  };
  const std::string input = finding.input_name();
  out.commands = {command(target, "NEW", input), command(0, "OLD", input)};
  out.needs.clear();
  out.expected = "the answer of " + config_->targets.front().definition.name +
                 ". Set OLD to its program, and NEW to that of " + config_->targets[target].definition.name + ". " +
                 finding.detail;
  const std::string replies =
      question.objectives ? "sed -n '/^(objectives/,$p' output_" : "grep -xE 'sat|unsat' output_";
  out.shows = "[ -n \"$(" + replies + "2)\" ] && [ \"$(" + replies + "1)\" != \"$(" + replies + "2)\" ]";
  if (finding.kind != core::BugKind::Slow) return out;
  const std::string start = "start.smt2";
  out.files.push_back({start, "(check-sat)\n"});
  out.commands.push_back(command(target, "NEW", start));
  out.commands.push_back(command(0, "OLD", start));
  out.expected += ". The time that each takes to start does not count.";
  const auto whole = [](double number) { return std::to_string(static_cast<unsigned>(number)); };
  out.shows = "new=$((cpu_1 - cpu_3)) old=$((cpu_2 - cpu_4))\n[ \"$new\" -ge $((old + " +
              whole(1000 * config_->options.min_seconds) + ")) ] && [ \"$new\" -ge $((" +
              whole(config_->options.factor) + " * old)) ]";
  return out;
}

bool CompareTester::fails_alike(const core::Case& candidate, std::size_t target, const Verdict& wanted,
                                const std::stop_token& stop) {
  // A loss is between two versions; a contradiction may be judged by the model of any.
  const bool of_two = wanted.kind == core::BugKind::Lost || wanted.kind == core::BugKind::Slow;
  const Round round =
      measure(candidate, core::RunMode::Fresh, stop, of_two ? std::optional<std::size_t>(target) : std::nullopt);
  for (const SolverAnswer& answer : round.answers) reduction_cpu_seconds_ += answer.usage.cpu_seconds();
  const std::optional<Verdict> found = difference_of(round, target, stop);
  // The reason of a loss is its ending, which a reduction keeps: "lost: unknown" is another loss than "lost: timeout".
  return found && found->kind == wanted.kind && (wanted.kind != core::BugKind::Lost || found->reason == wanted.reason);
}

core::Case CompareTester::last_failing(const core::Case& failing, std::vector<core::Case> steps, std::size_t target,
                                       const Verdict& wanted, const std::stop_token& stop) {
  if (steps.empty()) return failing;
  if (stop.stop_requested() || fails_alike(steps.back(), target, wanted, stop)) return std::move(steps.back());
  // steps[good - 1] fails alike, or is the unreduced case; steps[bad] does not.
  std::size_t good = 0, bad = steps.size() - 1;
  while (good < bad && !stop.stop_requested()) {
    const std::size_t middle = good + (bad - good) / 2;
    if (fails_alike(steps[middle], target, wanted, stop)) {
      good = middle + 1;
    } else {
      bad = middle;
    }
  }
  return good == 0 ? failing : steps[good - 1];
}

core::Case CompareTester::reduce(const core::Case& failing, std::size_t target, const Verdict& wanted,
                                 const core::ReduceBudget& budget) {
  const StillFails fails_fully = [&](const core::Case& candidate) {
    return fails_alike(candidate, target, wanted, budget.stop);
  };
  if (wanted.kind != core::BugKind::Lost && wanted.kind != core::BugKind::Slow)
    return reduce_case(failing, fails_fully, budget, false);
  const core::ReductionClock clock(budget);
  const auto make = [this](const SolverDefinition& definition, const core::Limits& limits) {
    return config_->make_solver(definition, limits);
  };
  KeptChange kept(config_->targets.front().definition, config_->targets[target].definition, config_->limits,
                  config_->slow_rule(), make);
  kept.start(failing.files.front().content, budget.stop);
  // A try gives the second target less time than the campaign does, so a step may only be slower and not lost.
  std::vector<core::Case> steps;
  const auto size = [](const core::Case& one) { return one.files.front().content.size(); };
  const References references = kept.references(budget.stop);
  const auto phase = [&](const core::Case& from, const StillFails& still_fails, const core::ReduceBudget& part) {
    return reduce_case(kept.subject(from), still_fails, part, false, references);
  };
  core::ReduceBudget first = budget;
  first.max_seconds *= kQuickShare;
  core::Case reduced = kept.reduce(failing, wanted.reason, first, phase, steps);
  reduction_cpu_seconds_ += kept.cpu_seconds();
  const std::size_t smallest = size(reduced);
  if (smallest < size(steps.empty() ? failing : steps.back())) steps.push_back(std::move(reduced));
  core::Case checked = last_failing(failing, std::move(steps), target, wanted, budget.stop);
  if (size(checked) == smallest) return checked;
  const StillFails both = [&](const core::Case& one) {
    return kept.holds(one.files.front().content, wanted.reason, budget.stop) && fails_fully(one);
  };
  core::Case further = reduce_case(kept.subject(checked), both, clock.rest(), false, references);
  return size(further) < size(checked) ? further : checked;
}

}  // namespace assay::smt
