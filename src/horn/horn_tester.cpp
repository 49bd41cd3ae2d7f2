#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "assay/base/hash.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "core/target/ending.hpp"
#include "horn/horn_config.hpp"
#include "horn/horn_input.hpp"
#include "horn/horn_judge.hpp"
#include "smt/judge/judge.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/solver/drawn_options.hpp"
#include "smt/term/subterms.hpp"

namespace assay::horn {
namespace {

using core::BugKind;
using core::Verdict;

/// The command line with further flags.
std::vector<std::string> with_flags(std::vector<std::string> argv, const std::vector<std::string>& flags) {
  argv.insert(argv.begin() + 1, flags.begin(), flags.end());
  return argv;
}

/// Runs solvers, with one process or session for each.
class Ports {
 public:
  explicit Ports(const HornOptions& options)
      : make_(options.make_solver ? options.make_solver : smt::make_runner_port), limits_(options.limits) {}

  smt::SolverAnswer run(const smt::SolverDefinition& definition, const HornInput& input, const smt::Query& query,
                        smt::RunStyle style, const std::stop_token& stop) {
    if (!input.flags.empty()) {
      smt::SolverDefinition configured = definition;
      configured.argv = with_flags(definition.argv, input.flags);
      return make_(configured, limits_)->run(input.text, query, smt::RunStyle::Process, stop);
    }
    auto& port = ports_[definition.name];
    if (!port) port = make_(definition, limits_);
    return port->run(input.text, query, input.options.empty() ? style : smt::RunStyle::Process, stop);
  }

 private:
  smt::SolverFactory make_;
  core::Limits limits_;
  std::map<std::string, std::unique_ptr<smt::SolverPort>> ports_;
};

class HornTester final : public core::Tester {
 public:
  explicit HornTester(std::shared_ptr<const HornConfig> config)
      : config_(std::move(config)), ports_(config_->options), reference_ports_(config_->options) {}

  std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token&) override {
    return generate_horn_case(*config_, index);
  }

  core::Trial run(const core::Case& subject, std::size_t target, core::RunMode mode,
                  const std::stop_token& stop) override {
    const smt::SolverDefinition& tested = config_->targets[target].definition;
    core::Trial trial;
    trial.command = tested.argv;
    OpenedHorn opened = open_horn_case(subject);
    if (!opened.problem.empty()) {
      trial.verdict = Verdict::skip(opened.problem);
      return trial;
    }
    if (const auto skip = smt::unsupported(tested, *opened.store, opened.script)) {
      trial.verdict = Verdict::skip(skip->reason);
      return trial;
    }
    const HornInput input = horn_input(opened, tested);
    trial.command = with_flags(tested.argv, input.flags);
    const smt::RunStyle style = mode == core::RunMode::Campaign ? config_->options.style : smt::RunStyle::Process;
    const smt::SolverAnswer answer = ports_.run(tested, input, query(input), style, stop);
    note(trial, answer);
    const auto reply = reply_of(answer, input.muz);
    trial.answer = reply ? std::string(smt::name(*reply)) : smt::summary(answer);
    const std::vector<Reference> references = references_for(target, stop);
    const auto ask_derivation = [&]() -> std::optional<smt::SolverAnswer> {
      const auto prints = [&](std::string_view text) { return answer.output.find(text) != std::string::npos; };
      if (prints("false ->")) return answer;  // printed already
      const auto request = derivation_input(opened, tested);
      if (!request) return prints(":premises") ? std::optional(answer) : std::nullopt;
      smt::SolverAnswer again = ports_.run(tested, *request, {}, smt::RunStyle::Process, stop);
      trial.output += kRequestLine;
      note(trial, again);
      return again;
    };
    trial.verdict =
        judge_horn({opened, subject, tested, answer, reply, input.muz, input.options, references, ask_derivation});
    const bool is_skip = trial.verdict.outcome == Verdict::Outcome::Skip;
    if (is_skip && subject.strategy == "control" && trial.verdict.reason != core::kTimeout)
      trial.verdict = Verdict::skip("no answer to a system of three clauses: it solves no Horn clauses");
    const bool is_right = trial.verdict.outcome == Verdict::Outcome::Pass && trial.verdict.reason.empty();
    if (reply && is_right && opened.facts.follows_up) ask_about_witness(subject, target, mode, stop, trial);
    return trial;
  }

  // Slow targets, and answers to systems of open truth that two other families contradict.
  std::vector<std::pair<std::size_t, Verdict>> compare(const core::Case& subject,
                                                       const std::vector<core::Trial>& trials) override {
    const auto facts = HornFacts::from_json(subject.metadata);
    if (!facts || trials.size() != config_->targets.size()) return {};
    smt::PeerRuns runs;
    for (std::size_t i = 0; i < trials.size(); ++i) {
      smt::PeerRuns::Run& run = runs.runs.emplace_back();
      run.target = &config_->targets[i].definition;
      run.trial = &trials[i];
      const bool votes = facts->truth == smt::Truth::Open && trials[i].verdict.outcome == Verdict::Outcome::Pass;
      if (votes && (trials[i].answer == "sat" || trials[i].answer == "unsat"))
        run.vote = smt::Vote{run.target->name, smt::family_of(*run.target),
                             trials[i].answer == "sat" ? smt::Reply::Sat : smt::Reply::Unsat, std::nullopt};
    }
    runs.by_default = facts->options.empty();
    runs.slow_factor = config_->options.slow_factor;
    runs.slow_seconds = config_->options.slow_seconds;
    runs.versions_of_one = config_->options.only_changes;
    return smt::compare(runs);
  }

  core::Case reduce(const core::Case& failing, std::size_t target, const Verdict& wanted,
                    const core::ReduceBudget& budget) override {
    const bool by_comparison = wanted.kind == BugKind::Slow || wanted.kind == BugKind::Disagreement;
    if (by_comparison && !budget.differs) return failing;
    core::ReductionClock clock(budget);
    const auto still_fails = [&](const core::Case& subject) {
      return clock.take() && budget.accepts(subject, [&] {
        const core::Trial trial = run(subject, target, core::RunMode::Fresh, budget.stop);
        reduction_cpu_seconds_ += trial.cpu_seconds;
        return smt::same_failure(trial.verdict, wanted);
      });
    };
    // A failure on the further system becomes a failure on that system alone.
    const auto reduced = [&](const core::Case& one) {
      return reduce_horn_case(one, smt::truth_matters(wanted.kind), still_fails);
    };
    if (HornFacts facts = open_horn_case(failing).facts; facts.follows_up) {
      facts.follows_up = false;
      core::Case plain = failing;
      plain.metadata = facts.json();
      const core::Trial trial = run(plain, target, core::RunMode::Fresh, budget.stop);
      const auto next = follow_up(failing, trial.answer == "sat", trial.output);
      if (still_fails(plain)) return reduced(plain);
      if (next && still_fails(*next)) return reduced(*next);
    }
    return reduced(failing);
  }

  // A message identifies a crash. A wrong answer is identified by its options, or else by the system's features.
  std::string signature(const core::Case& reduced, std::size_t target, const Verdict& verdict) override {
    const std::string kind(core::name(verdict.kind));
    const smt::SolverDefinition& tested = config_->targets[target].definition;
    const OpenedHorn opened = open_horn_case(reduced);
    const std::vector<std::string> options = options_for(opened.facts, tested);
    const std::string with = options.empty() ? "" : " with " + smt::cause_of_options(tested, options);
    const bool is_shape = verdict.reason.ends_with(kWithoutVariables);  // operators elsewhere say nothing of its cause
    if (smt::told_by_message(verdict.kind, verdict.reason) || verdict.kind == BugKind::Incomplete || is_shape)
      return kind + " " + normalised(verdict.reason) + with;
    if (!options.empty()) return kind + with;
    const std::vector<std::string> features = causes(reduced, target, verdict);
    std::uint64_t hash = hash_bytes(tested.family);
    for (const std::string& feature : features) hash = combine(hash, hash_bytes(feature));
    return kind + " " + join(features, ",") + " " + to_hex(hash).substr(0, 8);
  }

  /// The operators and sorts of the system, and its shape.
  std::vector<std::string> causes(const core::Case& reduced, std::size_t, const Verdict& verdict) override {
    if (smt::told_by_message(verdict.kind, verdict.reason)) return {};
    const OpenedHorn opened = open_horn_case(reduced);
    if (!opened.problem.empty()) return {};
    return features_of(*opened.store, opened.known.system);
  }

  bool reason_identifies(BugKind kind, std::string_view reason) const override {
    return smt::told_by_message(kind, reason) || kind == BugKind::Incomplete;
  }

  double reduction_cpu_seconds() const override { return reduction_cpu_seconds_; }

  core::Reproduction reproduction(const core::Finding& finding, std::size_t target,
                                  const std::stop_token& stop) override;

 private:
  /// Runs the target on the system that its witness makes. A bug there is the case's bug.
  void ask_about_witness(const core::Case& subject, std::size_t target, core::RunMode mode, const std::stop_token& stop,
                         core::Trial& trial) {
    const auto next = follow_up(subject, trial.answer == "sat", trial.output);
    if (!next) return;
    core::Trial further = run(*next, target, mode, stop);
    trial.cpu_seconds += further.cpu_seconds;
    trial.wall_seconds += further.wall_seconds;
    if (!further.verdict.is_bug()) return;
    trial.verdict = std::move(further.verdict);
    trial.verdict.detail = "on the system made from its own witness: " + trial.verdict.detail;
    trial.output += std::string(kFollowUpLine) + further.output;
  }

  static smt::Query query(const HornInput& input) { return {.model = !input.muz}; }

  static void note(core::Trial& trial, const smt::SolverAnswer& answer) {
    trial.output += answer.output;
    trial.cpu_seconds += answer.usage.cpu_seconds();
    trial.wall_seconds += answer.usage.wall_seconds;
  }

  static std::vector<std::string> features_of(const TermStore& store, const System& system) {
    std::set<std::string> found;
    const std::vector<TermId> terms = terms_of(system);
    for (smt::Subterms below(store, terms); const auto top = below.next();) {
      if (store.node(*top).kind == smt::TermKind::Apply) {
        const smt::OperatorRow& row = smt::Operators::get().row(store.op(*top));
        if (row.theory != smt::Theory::Core || row.name == "ite") found.insert(std::string(row.name));
      }
      if (store.node(*top).kind == smt::TermKind::Call) found.insert("datatypes");
    }
    for (const Clause& clause : system.clauses)
      if (clause.body.size() > 1) found.insert("nonlinear");
    return {found.begin(), found.end()};
  }

  /// The target itself is no reference.
  std::vector<Reference> references_for(std::size_t target, const std::stop_token& stop) {
    std::vector<Reference> made;
    for (const smt::Target& reference : config_->references) {
      const smt::SolverDefinition& definition = reference.definition;
      if (definition.name == config_->targets[target].definition.name) continue;
      made.push_back(
          {definition.family, [this, &definition, stop](const std::string& script, const smt::Query& asked) {
             return reference_ports_.run(definition, {script, {}, {}, false}, asked, smt::RunStyle::Auto, stop);
           }});
    }
    return made;
  }

  std::shared_ptr<const HornConfig> config_;
  Ports ports_;
  Ports reference_ports_;
  double reduction_cpu_seconds_ = 0;
};

/// Shell: the bug shows if the output has all lines of `output`.
std::string same_lines(const std::string& output) {
  std::string same;
  for (const std::string_view line : split(output, '\n')) {
    if (line.starts_with("[standard error]")) break;
    if (!trim(line).empty()) same += core::output_has_line(std::string(line)) + " &&\n";
  }
  return same + "return 0\n";
}

/// Shell: with this answer, a person has to compare what follows it.
std::string by_hand(const std::string& answer) {
  return answer + " && { echo 'Compare the rest of the answer with the report by hand.'; exit 2; }\nreturn 1";
}

std::string expected_text(const OpenedHorn& opened, const core::Finding& finding, bool is_muz) {
  switch (finding.kind) {
    case BugKind::RefutationUnsound:
      return is_muz ? "unsat, which says of a query that it cannot be reached: the model below makes every rule true."
                    : "sat: the model below makes every clause true.";
    case BugKind::SolutionUnsound:
      return std::string(is_muz ? "sat, which says of a query that it can be reached" : "unsat") +
             ": the derivation below is a refutation. A step names a clause (from 0) and the values of its variables, "
             "in their order.";
    case BugKind::InvalidModel: return "A model that makes every clause true. " + finding.detail;
    case BugKind::InvalidProof: return "A derivation in which each fact follows. " + finding.detail;
    case BugKind::Incomplete: return "unsat, as without the request for a derivation.";
    default: break;
  }
  return opened.facts.truth == smt::Truth::Open ? "An answer." : std::string(smt::name(opened.facts.truth)) + ".";
}

}  // namespace

core::Reproduction HornTester::reproduction(const core::Finding& finding, std::size_t target, const std::stop_token&) {
  core::Case subject = finding.reduced ? *finding.reduced : finding.original;
  std::string printed = finding.output;
  if (const std::size_t line = printed.find(kFollowUpLine); line != std::string::npos)
    if (auto next = follow_up(subject, printed.find("unsat") > printed.find("sat"), printed)) {
      subject = *std::move(next);
      printed = printed.substr(line + kFollowUpLine.size());
    }
  OpenedHorn opened = open_horn_case(subject);
  if (!opened.problem.empty()) return core::reproduction_of_run(finding);
  const smt::SolverDefinition& tested = config_->targets[target].definition;
  HornInput input = horn_input(opened, tested);
  smt::Query asked = query(input);
  const std::size_t line = printed.find(kRequestLine);
  if (finding.kind == BugKind::InvalidProof || finding.kind == BugKind::Incomplete)
    if (auto request = derivation_input(opened, tested)) {
      input = std::move(*request);
      asked = {};
      if (line != std::string::npos) printed = printed.substr(line + kRequestLine.size());
    }
  const smt::SolverInput sent = smt::solver_input(tested, input.text, asked);
  const std::vector<std::string> argv = with_flags(core::portable_command(sent.argv), input.flags);
  core::Reproduction made;
  made.files = {{"input.smt2", sent.text}};
  made.needs = {argv[0]};
  made.commands = {{"", core::command_line(argv, "input.smt2")}};
  made.prints = printed;
  made.expected = expected_text(opened, finding, input.muz);
  for (const std::string_view name : {kModelFile, kDerivationFile})
    if (const core::File* evidence = subject.file(name)) made.evidence += evidence->content;
  const std::vector<std::string> words = {"sat", "unsat", "unknown"};
  const auto answers = [&](const std::string& word) {
    const std::string other = word == "sat" ? "unsat" : "sat";
    return core::answer_is(input.muz && word != "unknown" ? other : word, words);
  };
  switch (finding.kind) {
    case BugKind::RefutationUnsound: made.shows = answers("unsat"); break;
    case BugKind::SolutionUnsound: made.shows = answers("sat"); break;
    // Another model or derivation may be right.
    case BugKind::InvalidModel: made.shows = same_lines(printed) + by_hand(answers("sat")); break;
    case BugKind::InvalidProof: made.shows = by_hand(answers("unsat")); break;
    case BugKind::Incomplete: made.shows = answers("unknown"); break;
    default: made.shows = core::failed(); break;
  }
  return made;
}

std::unique_ptr<core::Tester> make_horn_tester(std::shared_ptr<const HornConfig> config) {
  return std::make_unique<HornTester>(std::move(config));
}

}  // namespace assay::horn
