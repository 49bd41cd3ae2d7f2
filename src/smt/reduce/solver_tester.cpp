#include "smt/reduce/solver_tester.hpp"

#include <algorithm>
#include <set>

#include "assay/core/target/slow.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/solver/drawn_options.hpp"
#include "smt/solver/model_counts.hpp"

namespace assay::smt {

namespace {

/// Whether the script gives one name to two functions, constants or constructors. Some solvers tell them apart by their
/// sorts; SMT-LIB 2.7 (section 4.2.3) has no such thing, so that an error is no bug.
bool overloads_a_name(const TermStore& store, const Script& script) {
  std::set<SymbolId> names;
  const auto is_new = [&](FunctionId id) { return names.insert(store.node(id).name).second; };
  for (const Command& command : script.commands) {
    if (command.kind == CommandKind::Reset) names.clear();
    if (!std::all_of(command.functions.begin(), command.functions.end(), is_new)) return true;
    for (const DatatypeId id : command.datatypes)
      for (const Constructor& constructor : store.node(id).constructors)
        if (!is_new(constructor.function)) return true;
  }
  return false;
}

/// A pass with an answer counts as answered, and `unknown` as nothing.
core::TimedRun timed(const SolverDefinition& solver, const core::Trial& trial) {
  using End = core::TimedRun::End;
  const bool answered = trial.verdict.outcome == core::Verdict::Outcome::Pass && !trial.answer.empty() &&
                        trial.answer.find("unknown") == std::string::npos;
  const bool timed_out = trial.answer == "timeout" && !trial.verdict.is_bug();
  return {solver.name, family_of(solver),
          timed_out  ? End::TimedOut
          : answered ? End::Answered
                     : End::Other,
          trial.answer, trial.cpu_seconds};
}

std::vector<std::string> with_flags(std::vector<std::string> argv, const std::vector<std::string>& flags) {
  argv.insert(argv.end(), flags.begin(), flags.end());
  return argv;
}

}  // namespace

SolverTester::SolverTester(Setup setup)
    : setup_(std::move(setup)),
      solvers_(setup_.targets.size()),
      short_limits_(setup_.limits),
      served_(setup_.targets.size()) {}

core::Trial SolverTester::run(const core::Case& subject, std::size_t target, core::RunMode mode,
                              const std::stop_token& stop) {
  core::Trial trial;
  const SolverDefinition& tested = definition(target);
  trial.command = tested.argv;
  const OpenedCase& opened = open(subject, mode);
  if (!opened.problem.empty()) {
    trial.verdict = core::Verdict::skip(opened.problem);
    return trial;
  }
  if (const auto lacking = setup_.targets[target].capabilities->unsupported(opened.features)) {
    trial.verdict = core::Verdict::skip(lacking->reason);
    trial.answer = "unsupported";
    return trial;
  }
  const bool fresh = mode == core::RunMode::Fresh;
  if (const auto skip = fresh ? std::nullopt : left_out(subject, target)) {
    trial.verdict = core::Verdict::skip(skip->reason);
    return trial;
  }
  const Sending sending = sending_of(subject, opened, target);
  // What is set outlives a (reset).
  const RunStyle style = fresh || !sending.set.empty() ? RunStyle::Process : setup_.style;
  const Query asked = query(subject, opened);
  trial.command = with_flags(solver_input(tested, sending.text, asked).argv, sending.flags);
  const bool briefly = mode == core::RunMode::Campaign && has_short_limits();
  const SolverAnswer answer = briefly ? ask_in_steps(target, sending.text, asked, style, sending.flags, stop)
                                      : ask(target, sending.text, asked, style, sending.flags, stop);
  if (style != RunStyle::Process) remember(target, opened);
  trial.answer = summary(answer);
  trial.output = answer.output;
  trial.cpu_seconds = answer.usage.cpu_seconds();
  trial.wall_seconds = answer.usage.wall_seconds;
  if (answer.model_asked && !answer.replies.empty() && answer.replies.back() == Reply::Sat)
    trial.measures.push_back(model_measure(tested.name, sending.text.size(), answer.model.has_value()));
  trial.verdict = judged({sending.written, target, opened, mode, stop, !sending.set.empty()}, answer, trial);
  const bool rejected = trial.verdict.is_bug() && trial.verdict.kind == core::BugKind::RejectsValid;
  if (rejected && overloads_a_name(*opened.store, *opened.script))
    trial.verdict = core::Verdict::skip("an error on a script with two things of one name");
  tell_options(target, opened.facts, trial.verdict);
  // Judging may have opened nothing else: the case at hand is still this one.
  if (opened.facts.truths == std::vector{Truth::Open}) count_vote(opened, target, answer);
  return trial;
}

SolverTester::Sending SolverTester::sending_of(const core::Case& subject, const OpenedCase& opened,
                                               std::size_t target) const {
  const SolverDefinition& tested = definition(target);
  Sending out;
  out.written = as_configured(subject, opened.facts, target).value_or(subject);
  out.set = options_of(opened.facts, target);
  out.flags = option_flags(tested, out.set);
  std::optional<std::string> own_text;
  if (speaks_otherwise(tested, opened.features))
    own_text = with_options(respelled(tested, *opened.store, *opened.script, opened.text), opened.facts, target);
  out.text = input_text(tested, out.written, std::move(own_text));
  return out;
}

std::unique_ptr<SolverPort> SolverTester::configured(std::size_t target, const std::vector<std::string>& flags,
                                                     const core::Limits& limits) const {
  SolverDefinition with_flags = definition(target);
  with_flags.argv.insert(with_flags.argv.end(), flags.begin(), flags.end());
  return setup_.make_solver(with_flags, limits);
}

SolverAnswer SolverTester::ask(std::size_t target, const std::string& text, const Query& query, RunStyle style,
                               const std::vector<std::string>& flags, const std::stop_token& stop) {
  if (flags.empty()) return solver(target).run(text, query, style, stop);
  return configured(target, flags, setup_.limits)->run(text, query, style, stop);
}

SolverAnswer SolverTester::ask_within(std::size_t step, std::size_t target, const std::string& text, const Query& query,
                                      RunStyle style, const std::vector<std::string>& flags,
                                      const std::stop_token& stop) {
  if (step >= brief_solvers_.size()) return ask(target, text, query, style, flags, stop);
  const core::Limits limits = short_limits_.at(step);
  if (!flags.empty()) return configured(target, flags, limits)->run(text, query, style, stop);
  BriefSolver& brief = brief_solvers_[step];
  if (!brief.port || brief.wall_seconds != limits.wall_seconds)
    brief = {limits.wall_seconds, configured(target, {}, limits)};
  return brief.port->run(text, query, style, stop);
}

SolverAnswer SolverTester::ask_in_steps(std::size_t target, const std::string& text, const Query& query, RunStyle style,
                                        const std::vector<std::string>& flags, const std::stop_token& stop) {
  SolverAnswer answer;
  core::Usage before;  // of the runs that were too short: they are the target's, too
  const core::Limits brief = short_limits_.at(0);
  for (std::size_t step = 0, next = 0; step < ShortLimits::kSteps; step = next) {
    next = short_limits_.after(step);
    answer = ask_within(step, target, text, query, style, flags, stop);
    const core::Usage usage = answer.usage;
    answer.usage.user_seconds += before.user_seconds;
    answer.usage.system_seconds += before.system_seconds;
    before = answer.usage;
    short_limits_.note(step, usage.wall_seconds, answer.kind == SolverAnswer::Kind::Answered);
    if (answer.kind != SolverAnswer::Kind::Timeout || stop.stop_requested()) break;
    if (next < ShortLimits::kSteps && !short_limits_.allows(next) && ShortLimits::was_run(usage, brief)) break;
  }
  return answer;
}

core::Case SolverTester::as_read_by(const core::Case& subject, std::size_t target) const {
  core::Case told = written_for(subject, target);
  for (core::File& file : told.files) {
    if (file.name != kScriptFile) continue;
    std::string text = respelled(definition(target), file.content);
    TermStore store;
    const auto before = parse_script(store, file.content, file.name);
    const auto after = parse_script(store, text, file.name);
    if (before && after && print_script(store, *before) == print_script(store, *after)) file.content = std::move(text);
  }
  return told;
}

std::vector<std::pair<std::size_t, core::Verdict>> SolverTester::compare(const core::Case& subject,
                                                                         const std::vector<core::Trial>& trials) {
  std::vector<std::pair<std::size_t, core::Verdict>> verdicts;
  // Options are there to make a solver faster on some formulas, and slower on others.
  const bool by_default = !opened_ || opened_->metadata != subject.metadata || opened_->facts.drawn.empty();
  if (by_default) {
    std::vector<core::TimedRun> runs;
    for (std::size_t i = 0; i < trials.size(); ++i) runs.push_back(timed(*setup_.targets[i].definition, trials[i]));
    verdicts = core::slower_than_peers(runs, {setup_.slow_factor, setup_.slow_seconds});
  }
  add_disagreements(subject, verdicts);
  return verdicts;
}

SolverPort& SolverTester::solver(std::size_t target) {
  if (!solvers_[target]) solvers_[target] = setup_.make_solver(definition(target), setup_.limits);
  return *solvers_[target];
}

bool SolverTester::fails_alike(const core::Case& subject, std::size_t target, const core::Verdict& wanted,
                               const std::stop_token& stop) {
  if (wanted.kind != core::BugKind::Slow && wanted.kind != core::BugKind::Disagreement) {
    const core::Trial trial = run(subject, target, core::RunMode::Fresh, stop);
    reduction_cpu_seconds_ += trial.cpu_seconds;
    return same_failure(trial.verdict, wanted);
  }
  std::vector<core::Trial> trials;
  for (std::size_t i = 0; i < setup_.targets.size(); ++i) {
    trials.push_back(run(subject, i, core::RunMode::Fresh, stop));
    reduction_cpu_seconds_ += trials.back().cpu_seconds;
  }
  if (same_failure(trials[target].verdict, wanted)) return true;
  const auto verdicts = compare(subject, trials);
  return std::any_of(verdicts.begin(), verdicts.end(),
                     [&](const auto& found) { return found.first == target && same_failure(found.second, wanted); });
}

core::Case SolverTester::as_asked(const core::Case& found) {
  const OpenedCase& opened = open(found, core::RunMode::Fresh);
  if (!opened.problem.empty() || query(found, opened).any()) return found;
  SmtFacts facts = opened.facts;
  facts.asks_nothing = true;
  core::Case asked = found;
  asked.metadata = facts.json();
  return asked;
}

void SolverTester::open_generated(core::Case& subject, TermStore& store, const Script& script, SmtFacts facts) {
  draw(subject, facts);
  opened_.emplace();
  opened_->text = subject.files[0].content;
  opened_->metadata = subject.metadata;
  opened_->store = &store;
  opened_->script = &script;
  opened_->facts = std::move(facts);
  opened_->features = scanner_.scan(store, script);
}

// A fresh run reads the case's text, as the target does; the campaign's own runs may judge by the terms that the text
// was printed from.
const OpenedCase& SolverTester::open(const core::Case& subject, core::RunMode mode) {
  const bool known = opened_ && !subject.files.empty() && opened_->text == subject.files[0].content &&
                     opened_->metadata == subject.metadata;
  if (known && (mode == core::RunMode::Campaign || opened_->own_store)) return *opened_;
  opened_.emplace();
  opened_->metadata = subject.metadata;
  opened_->problem = read(subject, *opened_);
  return *opened_;
}

std::string SolverTester::read(const core::Case& subject, OpenedCase& into) const {
  const core::File* file = subject.file(kScriptFile);
  if (file == nullptr) return "the case has no script";
  into.text = file->content;
  auto facts = SmtFacts::from_json(subject.metadata);
  if (!facts) return "the case's metadata cannot be read";
  into.facts = std::move(*facts);
  into.own_store = std::make_unique<TermStore>();
  into.store = into.own_store.get();
  auto script = parse_script(*into.store, file->content, file->name);
  if (!script) return "the case's script cannot be read";
  into.own_script = std::move(*script);
  into.script = &into.own_script;
  case_was_read(subject, into);
  into.features = FeatureScanner().scan(*into.store, into.own_script);
  return {};
}

}  // namespace assay::smt
