// Reproductions of findings about solvers without Assay: the solver's input, its command, and the outputs to compare.

#include <algorithm>
#include <cmath>
#include <utility>

#include "assay/smt/eval.hpp"
#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "smt/judge/judges.hpp"
#include "smt/reduce/solver_tester.hpp"

namespace assay::smt {
namespace {

using core::BugKind;

constexpr std::size_t kMaxLines = 40;  ///< of the output in the report and in the condition

const std::vector<std::string> kAnswers = {"sat", "unsat", "unknown"};

std::vector<std::string> answers_in(const std::string& output) {
  std::vector<std::string> answers;
  for (const std::string_view line : split(output, '\n'))
    if (std::find(kAnswers.begin(), kAnswers.end(), line) != kAnswers.end()) answers.emplace_back(line);
  return answers;
}

/// The lines of standard output without empty lines; at most kMaxLines.
std::vector<std::string> printed_lines(const std::string& output) {
  std::vector<std::string> lines;
  for (const std::string_view line : split(output, '\n')) {
    if (lines.size() >= kMaxLines || line.starts_with("[standard error]")) break;
    if (!trim(line).empty()) lines.emplace_back(line);
  }
  return lines;
}

/// The first line that begins with `begin` and is neither blank nor an answer; empty: none.
std::string message_in(const std::string& output, std::string_view begin = {}) {
  for (const std::string_view line : split(output, '\n')) {
    const bool answer = std::find(kAnswers.begin(), kAnswers.end(), line) != kAnswers.end();
    if (!answer && !trim(line).empty() && !line.starts_with("[standard error]") && line.starts_with(begin))
      return std::string(line);
  }
  return {};
}

/// The kind of the failure. For a failure in some runs only, the kind is at the beginning of the reason.
BugKind kind_of(const core::Finding& finding) {
  if (finding.kind != BugKind::Nondeterministic) return finding.kind;
  return core::bug_kind(finding.reason.substr(0, finding.reason.find(':'))).value_or(finding.kind);
}

/// The index of the first check whose answer contradicts its truth; 0 if there is none.
std::size_t wrong_check(const SmtFacts& facts, const std::vector<std::string>& answers) {
  for (std::size_t i = 0; i < std::min(facts.truths.size(), answers.size()); ++i)
    if (facts.truths[i] != Truth::Open && answers[i] != name(facts.truths[i])) return i;
  return 0;
}

std::string of_check(std::size_t check, const SmtFacts& facts) {
  if (facts.truths.size() < 2) return "";
  return " for check " + std::to_string(check + 1) + " of " + std::to_string(facts.truths.size());
}

/// For a wrong answer: the truth of the check and the evidence for it.
void explain_answer(const core::Finding& finding, const SmtFacts& facts, core::Reproduction& out) {
  const std::vector<std::string> answers = answers_in(finding.output);
  const std::size_t check = wrong_check(facts, answers);
  const Truth truth = check < facts.truths.size() ? facts.truths[check] : Truth::Open;
  if (check < answers.size()) out.shows = core::answer_is(answers[check], kAnswers, check + 1);
  out.prints = join(answers, "\n");
  out.expected = std::string(name(truth)) + of_check(check, facts);
  const core::File* witness = finding.smallest().file(kWitnessFile);
  const core::File* instances = finding.smallest().file(kInstancesFile);
  if (truth == Truth::Sat && witness != nullptr) {
    out.expected += ": these definitions, in place of the declarations, make every assertion true.";
    out.evidence = witness->content;
  } else if (truth == Truth::Unsat && instances != nullptr) {
    out.expected += ": instances of the axioms contradict the ground assertions";
    out.expected += facts.by_matching ? ", and the patterns allow each of these instances." : ".";
    out.evidence = instances->content;
  } else if (truth == Truth::Unsat) {
    out.expected += ": the assertions contradict each other";
    out.expected += facts.operations.empty() ? "." : " by the meaning of " + join(facts.operations, ", ") + ".";
    if (!facts.core.empty()) out.evidence = "contradictory: " + join(facts.core, " ");
  } else {
    out.expected += ". " + finding.detail;
  }
}

void explain_model(const core::Finding& finding, core::Reproduction& out) {
  const std::vector<std::string> lines = printed_lines(finding.output);
  out.prints = join(lines, "\n");
  std::string same;
  for (const std::string& line : lines) same += (same.empty() ? "" : " &&\n") + core::output_has_line(line);
  const std::size_t last = std::max<std::size_t>(1, answers_in(finding.output).size());
  if (!same.empty())
    out.shows = same + " && return 0\n" + core::answer_is("sat", kAnswers, last) +
                " && { echo 'Another model: compare it by hand.'; exit 2; }\nreturn 1";
  out.expected = "A model in which every assertion is true, or another answer.";
  const std::size_t colon = finding.detail.find(": (");
  if (colon == std::string::npos) {
    out.expected += " " + finding.detail;
    return;
  }
  out.expected += " In this model, the following assertion is false:";
  out.evidence = finding.detail.substr(colon + 2);
}

void explain_core(const core::Finding& finding, core::Reproduction& out) {
  const std::vector<std::string> lines = printed_lines(finding.output);
  out.prints = join(lines, "\n");
  std::string same;
  for (const std::string& line : lines) same += (same.empty() ? "" : " &&\n") + core::output_has_line(line);
  if (!same.empty()) out.shows = same;
  out.expected = finding.kind == BugKind::Imprecise ? "A core in which every assertion is needed. " + finding.detail
                                                    : "A core that is unsatisfiable. " + finding.detail;
}

void explain_certificate(const core::Finding& finding, core::Reproduction& out) {
  explain_core(finding, out);
  const std::size_t end = finding.reason.find(": ");  // of the request
  out.expected = "Another reply" +
                 (end == std::string::npos
                      ? ", because " + finding.reason
                      : " to the " + finding.reason.substr(0, end) + ", because " + finding.reason.substr(end + 2)) +
                 ".";
  out.evidence = finding.detail;
}

void explain_crash(const core::Finding& finding, core::Reproduction& out) {
  const std::string message = message_in(finding.output);
  if (finding.reason.starts_with("SIG")) {
    out.shows = core::ended_by_signal();
  } else if (!message.empty()) {
    out.shows = core::ended_by_signal() + " || " + core::output_contains(message);
  }
  if (trim(out.prints).empty()) out.prints = finding.reason;
  out.expected = "An answer. The solver fails instead: " + finding.reason;
}

void explain_rejection(const core::Finding& finding, core::Reproduction& out) {
  const std::string message = message_in(finding.output, "(error");
  if (!message.empty()) {
    out.shows = core::output_contains(message);
    out.prints = message;
  }
  out.expected = "An answer: the script is well-formed and well-sorted by the SMT-LIB standard.";
}

}  // namespace

std::string SolverTester::text_of_agreeing_peers(const OpenedCase& opened, Truth truth, const std::stop_token& stop) {
  if (opened.facts.truths.size() != 1 || truth == Truth::Open) return {};
  std::vector<std::string> names;
  for (const Vote& vote : votes_of_peers(opened, stop))
    if (name(vote.reply) == name(truth)) names.push_back(vote.name);
  if (names.empty()) return {};
  return " " + join(names, " and ") + (names.size() == 1 ? " answers " : " answer ") + std::string(name(truth)) + ".";
}

std::vector<SolverTester::FurtherScript> SolverTester::scripts_of_core(std::size_t target, const OpenedCase& opened,
                                                                       const SolverAnswer& answer, BugKind kind,
                                                                       const std::stop_token& stop) {
  if (!answer.core) return {};
  TermStore& store = *opened.store;
  const Script& script = *opened.script;
  if (kind == BugKind::InvalidCore)
    return {{"The core's assertions alone", print_script(store, restricted_to(store, script, *answer.core)), {}}};
  for (const std::string& needless : *answer.core) {
    std::vector<std::string> names = *answer.core;
    std::erase(names, needless);
    std::string text = print_script(store, restricted_to(store, script, names));
    const SolverAnswer alone = asker_.ask_afresh(target, text, {}, stop);
    if (!alone.replies.empty() && alone.replies.back() == Reply::Unsat)
      return {{"The core without " + needless, std::move(text), {}}};
  }
  return {};
}

std::vector<SolverTester::FurtherScript> SolverTester::script_of_model(std::size_t target, const OpenedCase& opened,
                                                                       const SolverAnswer& answer,
                                                                       const std::stop_token& stop) {
  TermStore& store = *opened.store;
  Script script = *opened.script;
  if (!answer.model || opened.facts.truths.size() != 1) return {};
  const Result<Model> model = parse_model(store, script, *answer.model);
  if (!model || answer.model->find('@') != std::string::npos) return {};
  std::vector<FunctionId> declared;
  std::string before, after;
  for (const Command& command : script.commands) {
    const bool given = command.kind == CommandKind::DeclareFunction &&
                       std::all_of(command.functions.begin(), command.functions.end(),
                                   [&](FunctionId id) { return model->functions.contains(id); });
    if (given) declared.insert(declared.end(), command.functions.begin(), command.functions.end());
    Script one;
    one.commands = {command};
    if (!given) (declared.empty() ? before : after) += print_script(store, one);
  }
  if (declared.empty()) return {};
  std::string text = before + print_model(store, restricted(store, *model, declared)) + after;
  const SolverAnswer alone = asker_.ask_afresh(target, text, {}, stop);
  if (alone.replies != std::vector{Reply::Unsat}) return {};
  return {{"The model in place of the declarations: the same solver answers unsat", std::move(text), {}}};
}

// find_contradiction stops at the first contradiction, so that the last script is part of it.
std::vector<SolverTester::FurtherScript> SolverTester::script_of_check(std::size_t target, const OpenedCase& opened,
                                                                       const SolverAnswer& answer,
                                                                       const std::stop_token& stop) {
  std::string last;
  const AskForModel ask = [&](const Script& question) {
    last = respelled(definition(target), *opened.store, question, print_script(*opened.store, question));
    return asker_.ask_afresh(target, last, {.model = true}, stop);
  };
  const bool found =
      find_contradiction(*opened.store, *opened.script, answer.replies, ask, kMaxChecksAlone).has_value();
  if (!found || last.empty()) return {};
  return {{"The formulas of one check alone", std::move(last), {.model = true}}};
}

std::vector<SolverTester::FurtherScript> SolverTester::further_scripts(std::size_t target, const OpenedCase& opened,
                                                                       const SolverAnswer& answer, BugKind kind,
                                                                       const std::stop_token& stop) {
  switch (kind) {
    case BugKind::InvalidCore:
    case BugKind::Imprecise: return scripts_of_core(target, opened, answer, kind, stop);
    case BugKind::InvalidModel: return script_of_model(target, opened, answer, stop);
    case BugKind::Inconsistent: return script_of_check(target, opened, answer, stop);
    default: return {};
  }
}

void SolverTester::explain(const core::Finding& finding, const OpenedCase& opened, const std::stop_token& stop,
                           core::Reproduction& out) {
  const BugKind kind = kind_of(finding);
  switch (kind) {
    case BugKind::RefutationUnsound:
    case BugKind::SolutionUnsound:
    case BugKind::Incomplete:
      explain_answer(finding, opened.facts, out);
      if (!opened.facts.truths.empty())
        out.expected += text_of_agreeing_peers(opened, opened.facts.truths.front(), stop);
      break;
    case BugKind::InvalidModel: explain_model(finding, out); break;
    case BugKind::InvalidCore:
    case BugKind::Imprecise: explain_core(finding, out); break;
    case BugKind::InvalidCertificate: explain_certificate(finding, out); break;
    case BugKind::Crash: explain_crash(finding, out); break;
    case BugKind::InvalidProof:
      if (finding.answer != "unsat") {
        explain_crash(finding, out);
        break;
      }
      out.prints = finding.detail;
      out.expected =
          "a proof without a wrong step. For a checker, take the command's output without its first line and the "
          "parentheses around the proof.";
      out.shows = core::answer_is("unsat", kAnswers, 1) +
                  " && { echo 'The proof has to be checked as the report says.'; exit 2; }\nreturn 1";
      break;
    case BugKind::RejectsValid: explain_rejection(finding, out); break;
    case BugKind::Slow:
      out.shows = "[ \"$cpu_1\" -ge " + std::to_string(static_cast<int>(1000 * setup_.slow_seconds)) + " ]";
      out.prints = finding.answer;
      break;
    case BugKind::Lost:
    case BugKind::Disagreement:
    case BugKind::Inconsistent:
      if (const auto answers = answers_in(finding.output); !answers.empty()) {
        out.shows.clear();
        for (std::size_t i = 0; i < answers.size(); ++i)
          out.shows += (i == 0 ? "" : " &&\n") + core::answer_is(answers[i], kAnswers, i + 1);
        out.prints = join(answers, "\n");
      }
      break;
    default: break;
  }
}

core::Reproduction SolverTester::reproduction(const core::Finding& finding, std::size_t target,
                                              const std::stop_token& stop) {
  core::Reproduction out = core::reproduction_of_run(finding);
  const core::Case& shown = finding.smallest();
  const OpenedCase& opened = open(shown, core::RunMode::Fresh);
  if (!opened.problem.empty()) return out;
  const Asker::RunInput run_input = asker_.make_input(shown, opened, target);
  const Query asked = queries_of(shown, opened);
  const auto seconds = static_cast<unsigned>(std::ceil(std::max(60.0, 2 * setup_.asker.limits.wall_seconds)));
  const auto add = [&](const std::string& file, FurtherScript script, const std::vector<std::string>& flags) {
    SolverInput input = solver_input(definition(target), script.text, script.query);
    input.argv.insert(input.argv.end(), flags.begin(), flags.end());
    input.text.resize(input.text.find_last_not_of('\n') + 1);
    out.files.push_back({file, std::move(input.text) + "\n"});
    out.commands.push_back(
        {std::move(script.title), core::command_line(core::portable_command(std::move(input.argv)), file), seconds});
  };
  out.files.clear();
  out.commands.clear();
  add(std::string(kScriptFile), {{}, run_input.text, asked}, run_input.flags);
  explain(finding, opened, stop, out);
  const SolverAnswer answer = asker_.ask(run_input, asked, RunStyle::Process, target, stop);
  std::size_t number = 2;
  for (FurtherScript& script : further_scripts(target, opened, answer, kind_of(finding), stop))
    add("script-" + std::to_string(number++) + ".smt2", std::move(script), run_input.flags);
  return out;
}

}  // namespace assay::smt
