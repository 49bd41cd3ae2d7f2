#include "smt/reduce/kept_change.hpp"

#include <algorithm>
#include <utility>

#include "kept_property.hpp"
#include "near_goal.hpp"
#include "smt/reduce/named_assertions.hpp"
#include "smt/reduce/text_steps.hpp"

namespace assay::smt {
namespace {

using core::Change;

/// The wall-clock limit, beside the limit of CPU time that decides, as a multiple of it.
constexpr double kWait = 6;
/// A difference in CPU time below this says nothing.
constexpr double kNoiseSeconds = 0.05;
/// A try gives the first solver at most this multiple of its CPU time on the smallest script so far, and the noise.
constexpr double kMoreTime = 2;
/// The first solver gets this multiple of that time, and a second, for an unsat core, which may take it much longer.
constexpr double kCoreTime = 5;
/// The factor of "lost", and the CPU seconds that a slower run takes more: the defaults of `smt compare`.
constexpr core::SlowRule kDefaultRule{10, 0.1};
/// The rule of most tries. A solver that has not answered by then has rarely answered by the time of the full rule.
constexpr core::SlowRule kQuickRule{3, 0.1};
/// A case is tried in full when it has at most this share of the bytes of the last full try.
constexpr double kFullTryShare = 0.8;
/// The quick rule says too little about a script on which this many full tries in a row fail.
constexpr unsigned kMaxFailedFullTries = 3;
/// A script of fewer assertions has no unsat core that is worth its time.
constexpr std::size_t kMinAssertionsForCore = 10;
/// A script of at least this many assertions may be reduced word for word, for at most this share of the time.
constexpr std::size_t kManyAssertions = 50;
constexpr double kTextShare = 0.7;
/// The first reduction is of the script as Assay prints it. It ends after this share of the time if it has not halved
/// the script by then.
constexpr double kStartShare = 0.15;
/// Another pass follows if a pass leaves at most this share of the bytes.
constexpr double kGoodPass = 0.9;

/// Whether an ending, or a reason with it, says that the run exceeded a limit.
bool ran_out(std::string_view ending) { return ending.ends_with("timeout") || ending.ends_with("out of memory"); }

bool takes_longer(std::string_view reason) { return reason == name(Change::Slower) || ran_out(reason); }

const std::string& text_of(const core::Case& one) { return one.files.front().content; }

std::vector<std::string> assertions_in(const std::string& script) {
  std::vector<std::string> assertions;
  const TextTree tree = text_tree(script);
  for (const std::size_t command : tree.nodes.front().children)
    if (tree.head(command) == "assert") assertions.emplace_back(tree.text_of(command));
  return assertions;
}

std::string seconds_text(const SolverAnswer& answer) {
  const std::string text = std::to_string(answer.usage.cpu_seconds());
  return summary(answer) + " in " + text.substr(0, text.find('.') + 3) + " s of CPU time";
}

}  // namespace

core::Limits limited_by_cpu(core::Limits limits) {
  if (limits.cpu_seconds <= 0) limits.cpu_seconds = limits.wall_seconds;
  limits.wall_seconds = kWait * limits.cpu_seconds;
  limits.counts_waiting = false;
  return limits;
}

KeptChange::KeptChange(SolverDefinition first, SolverDefinition second, const core::Limits& limits,
                       const core::SlowRule& rule, SolverFactory make_solver)
    : first_(std::move(first)),
      second_(std::move(second)),
      limits_(limits),
      rule_(rule),
      make_solver_(std::move(make_solver)) {}

SolverAnswer KeptChange::run(const SolverDefinition& definition, const std::string& script, double cpu_seconds,
                             const std::stop_token& stop) {
  core::Limits limits = limits_;
  limits.cpu_seconds = std::min(cpu_seconds, limits.cpu_seconds);
  SolverAnswer answer = make_solver_(definition, limits)->run(script, question_of(script), RunStyle::Process, stop);
  cpu_seconds_ += answer.usage.cpu_seconds();
  return answer;
}

const SolverAnswer& KeptChange::start(const std::string& script, const std::stop_token& stop) {
  first_start_ = seconds_to_start(*make_solver_(first_, limits_), stop);
  second_start_ = seconds_to_start(*make_solver_(second_, limits_), stop);
  before_ = run(first_, script, limits_.cpu_seconds, stop);
  first_seconds_ = before_.usage.cpu_seconds();
  return before_;
}

SolverAnswer KeptChange::run_second(const std::string& script, double cpu_seconds, const std::stop_token& stop) {
  return run(second_, script, cpu_seconds, stop);
}

bool KeptChange::holds_under(const core::SlowRule& rule, const std::string& script, std::string_view reason,
                             const std::stop_token& stop) {
  const SolverAnswer old = run(first_, script, kMoreTime * first_seconds_ + kNoiseSeconds, stop);
  if (old.kind != SolverAnswer::Kind::Answered || old.replies != before_.replies) return false;
  // If both solvers reject a command and go on, a step may only remove such commands.
  if (old.rejected.size() > before_.rejected.size()) return false;
  const SolverAnswer answer = run_second(script, enough(rule, old), stop);
  const core::ComparedRun now = compared(answer);
  const Change change = this->change(rule, old, answer);
  const bool is_kept = takes_longer(reason)
                           ? change == Change::Slower || (change == Change::Lost && ran_out(now.ending))
                           : change == Change::Lost && reason_of(change, now) == reason;
  if (is_kept) first_seconds_ = std::min(first_seconds_, old.usage.cpu_seconds());
  return is_kept;
}

double KeptChange::longest_try(const core::SlowRule& rule) const {
  const double first = first_seconds_ + kNoiseSeconds;
  return first + rule.limit_for(first) + second_start_;
}

core::Case KeptChange::reduce(const core::Case& failing, const std::string& reason, const core::ReduceBudget& budget,
                              const Phase& phase, std::vector<core::Case>& steps) {
  const core::ReductionClock clock(budget);
  const StillFails in_full = [&](const core::Case& one) {
    return clock.rest().max_seconds > longest_try(rule_) && holds(text_of(one), reason, budget.stop);
  };
  const bool quick = takes_longer(reason) && rule_.factor > kQuickRule.factor;
  const core::SlowRule& rule = quick ? kQuickRule : rule_;
  std::stop_source ended;
  const std::stop_callback forward(budget.stop, [&] { ended.request_stop(); });
  std::size_t checked = text_of(failing).size();
  unsigned failed_full_tries = 0;
  const auto take = [&](core::Case one) {
    checked = text_of(one).size();
    steps.push_back(std::move(one));
  };
  const auto last = [&]() -> const core::Case& { return steps.empty() ? failing : steps.back(); };
  const auto is_halved = [&] { return 2 * text_of(last()).size() <= text_of(failing).size(); };
  const double left_after_start = (1 - kStartShare) * clock.rest().max_seconds;
  std::stop_source start_ended;
  const std::stop_callback start_too(ended.get_token(), [&] { start_ended.request_stop(); });
  bool starting = false;
  const StillFails tries = [&](const core::Case& one) {
    if (starting && clock.rest().max_seconds < left_after_start && !is_halved()) start_ended.request_stop();
    if (starting && start_ended.stop_requested()) return false;
    // A full try of the result must still fit.
    if (clock.rest().max_seconds < longest_try(rule) + (quick ? longest_try(rule_) : 0)) ended.request_stop();
    if (ended.stop_requested() || !holds_under(rule, text_of(one), reason, ended.get_token())) return false;
    if (static_cast<double>(text_of(one).size()) > kFullTryShare * static_cast<double>(checked)) return true;
    if (quick && !in_full(one)) {
      if (++failed_full_tries >= kMaxFailedFullTries) ended.request_stop();
      return false;
    }
    failed_full_tries = 0;
    take(one);
    return true;
  };
  const auto is_smaller = [&](const core::Case& one) { return text_of(one).size() < text_of(last()).size(); };
  const auto until = [&](const std::stop_source& end) {
    core::ReduceBudget rest = clock.rest();
    rest.stop = end.get_token();
    return rest;
  };
  // `tries` adds steps, so a phase gets a copy of the last one. A core of the script as Assay prints it may do at once.
  const bool is_long = assertions_in(text_of(failing)).size() >= kManyAssertions;
  starting = is_long;
  core::Case shorter = is_long ? phase(failing, tries, until(start_ended)) : failing;
  starting = false;
  asked_for_core_ = false;
  if (is_long && !is_halved()) shorter = shortened(core::Case(last()), tries, until(ended));
  if (is_smaller(shorter) && (!quick || in_full(shorter))) take(std::move(shorter));
  core::Case reduced = phase(core::Case(last()), tries, until(ended));
  const bool smaller = is_smaller(reduced);
  if (smaller && (!quick || in_full(reduced))) {
    take(std::move(reduced));
  } else if (quick && (smaller || failed_full_tries >= kMaxFailedFullTries) && !clock.is_over()) {
    core::Case further = phase(core::Case(last()), in_full, clock.rest());
    if (is_smaller(further)) take(std::move(further));
  }
  return last();
}

core::Case KeptChange::shortened(const core::Case& failing, const StillFails& still_fails, core::ReduceBudget budget) {
  core::Case best = failing;
  budget.max_seconds *= kTextShare;
  core::ReductionClock clock(budget);
  const auto keeps = [&](const std::string& text) {
    core::Case other = failing;
    other.files.front().content = text;
    return still_fails(other);
  };
  const std::set<std::string, std::less<>> needed = needed_assertions(text_of(failing), budget.stop);
  for (double before = 0; !clock.is_over();) {
    TextSteps steps{{}, true};
    const std::vector<std::string> assertions = assertions_in(text_of(best));
    for (std::size_t i = 0; i < assertions.size(); ++i)
      if (needed.contains(assertions[i])) steps.core.push_back(i);
    before = static_cast<double>(text_of(best).size());
    best.files.front().content = reduced_text(text_of(best), keeps, clock, steps);
    if (static_cast<double>(text_of(best).size()) > kGoodPass * before) break;
  }
  return best;
}

std::set<std::string, std::less<>> KeptChange::needed_assertions(const std::string& script,
                                                                 const std::stop_token& stop) {
  const TextTree tree = text_tree(script);
  const NamedAssertions named = name_assertions(tree);
  std::set<std::string, std::less<>> needed;
  const std::optional<std::vector<std::string>> core = refutes() ? core_of(named.script, stop) : std::nullopt;
  for (const std::size_t command : named.commands_of(core.value_or(std::vector<std::string>())))
    needed.emplace(tree.text_of(tree.nodes.front().children[command]));
  TermStore store;
  const Result<Script> read = needed.empty() ? parse_script(store, script, "script") : Result<Script>(Script{});
  if (!needed.empty() || !read) return needed;
  const std::vector<std::string> assertions = assertions_in(script);
  for (const std::size_t position : assertions_near_goal(store, *read))
    if (position < assertions.size()) needed.insert(assertions[position]);
  return needed;
}

References KeptChange::references(const std::stop_token& stop) {
  References references;
  if (refutes()) references.find_core = [this, stop](const core::Case& named) { return core_of(text_of(named), stop); };
  return references;
}

core::Case KeptChange::subject(core::Case failing) const {
  if (!refutes()) return failing;
  Result<SmtFacts> facts = SmtFacts::from_json(failing.metadata);
  if (!facts) return failing;
  facts->truths = {Truth::Unsat};
  failing.metadata = facts->json();
  return failing;
}

std::optional<std::vector<std::string>> KeptChange::core_of(const std::string& named, const std::stop_token& stop) {
  SolverDefinition definition = first_;
  const bool is_worth_it = assertions_in(named).size() >= kMinAssertionsForCore;
  if (definition.prelude_core.empty() || !is_worth_it || std::exchange(asked_for_core_, true)) return std::nullopt;
  // Without minimization, which may take longer than the answer.
  definition.prelude_core = "(set-option :produce-unsat-cores true)\n";
  core::Limits limits = limits_;
  limits.cpu_seconds = std::min(limits.cpu_seconds, kCoreTime * before_.usage.cpu_seconds() + 1);
  const auto solver = make_solver_(definition, limits);
  SolverAnswer answer = solver->run(named, {.core = true}, RunStyle::Process, stop);
  cpu_seconds_ += answer.usage.cpu_seconds();
  return std::move(answer.core);
}

Result<core::Case> reduce_keeping_change(std::string_view text, const std::string& file_name,
                                         const core::KeptProperty& property,
                                         const std::vector<SolverDefinition>& targets, const core::Limits& limits,
                                         const core::ReduceBudget& budget) {
  const std::string script(text);
  const bool slower = property.kind == name(Change::Slower);
  core::SlowRule rule = kDefaultRule;
  if (slower) rule.factor = property.number;
  const core::Limits all = limited_by_cpu(limits);
  const core::ReductionClock clock(budget);
  KeptChange kept(targets[0], targets[1], all, rule, despite_errors(make_runner_port));
  const SolverAnswer& before = kept.start(script, budget.stop);
  const double enough = slower ? kept.enough(rule, before) : all.cpu_seconds;
  const SolverAnswer after = kept.run_second(script, enough, budget.stop);
  const core::ComparedRun now = compared(after);
  const Change change = kept.change(rule, before, after);
  const bool shows =
      slower ? change == Change::Slower || (change == Change::Lost && ran_out(now.ending)) : change == Change::Lost;
  if (!shows)
    return Error{targets[1].name + " does not show '" + property.text + "' beside " + targets[0].name + " on " +
                     file_name + " (" + targets[0].name + ": " + seconds_text(before) + ", " + targets[1].name + ": " +
                     seconds_text(after) + ")",
                 "the first --target is the one that answers. Slower is N times the CPU time, and at least 0.1 s more; "
                 "--timeout gives both more time"};
  const std::string reason = slower ? property.kind : reason_of(change, now);
  std::vector<core::Case> steps;
  const auto phase = [&](const core::Case& from, const StillFails& still_fails, const core::ReduceBudget& part) {
    const auto keeps = [&](const std::string& candidate) {
      core::Case other = from;
      other.files.front().content = candidate;
      return still_fails(other);
    };
    return reduce_unjudged(kept.subject(from), from.files.front().content, true, keeps, part, Steps::All,
                           kept.references(part.stop));
  };
  return kept.reduce(case_of_open_truth(script, {}), reason, clock.rest(), phase, steps);
}

}  // namespace assay::smt
