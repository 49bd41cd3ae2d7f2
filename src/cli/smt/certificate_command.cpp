#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/output.hpp"
#include "cli/smt/open_solver.hpp"
#include "cli/smt/smt_commands.hpp"
#include "cli/terminal.hpp"
#include "core/report/report.hpp"
#include "smt/certificate/certificate.hpp"
#include "smt/judge/judge.hpp"
#include "smt/solver/solver.hpp"

namespace assay::cli {
namespace {

using Kind = smt::CertificateVerdict::Kind;

struct CertificateFlags {
  std::string script;
  std::string target;
  std::vector<std::string> references;
  std::string solution;
  std::string timeout = "10s";
  bool json = false;
};

/// The result of the command.
struct Findings {
  const smt::Script& script;
  smt::SolverAnswer answer;
  std::vector<smt::JudgedCertificate> certificates;
  std::optional<core::Verdict> other;  ///< a bug in the answers
  std::size_t requests = 0;            ///< number of requests in the script
};

std::string place(const CertificateFlags& flags, const smt::Command& command) {
  return to_string(flags.script, command.where);
}

void print_text(const CertificateFlags& flags, const Findings& found) {
  const Style style = Style::of(stdout);
  if (found.answer.kind != smt::SolverAnswer::Kind::Answered)
    print_out("the run: {}{}\n", smt::summary(found.answer),
              found.answer.message.empty() ? "" : ": " + printable(found.answer.message));
  for (const smt::JudgedCertificate& one : found.certificates) {
    const std::string state = fmt::format("{:<12}", smt::name(one.verdict.kind));
    const bool is_wrong = one.verdict.kind == Kind::Wrong;
    print_out("{} {}  {}{}\n", is_wrong ? style.red(state) : state, place(flags, found.script.commands[one.command]),
              smt::name(one.kind), one.verdict.reason.empty() ? "" : ": " + one.verdict.reason);
    if (!one.verdict.detail.empty()) print_out("             {}\n", one_line(printable(one.verdict.detail), 2000));
  }
  if (found.certificates.size() < found.requests)
    print_out("{} of {} requests have no reply\n", found.requests - found.certificates.size(), found.requests);
  if (found.other) print_out("{}: {}\n", style.red(std::string(core::name(found.other->kind))), found.other->detail);
}

void print_json(const CertificateFlags& flags, const Findings& found) {
  nlohmann::ordered_json json = {{"format", core::kJsonFormat}, {"file", flags.script},
                                 {"target", flags.target},      {"answer", smt::summary(found.answer)},
                                 {"requests", found.requests},  {"certificates", nlohmann::ordered_json::array()}};
  for (const smt::JudgedCertificate& one : found.certificates)
    json["certificates"].push_back({{"line", found.script.commands[one.command].where.line},
                                    {"kind", smt::name(one.kind)},
                                    {"verdict", smt::name(one.verdict.kind)},
                                    {"reason", one.verdict.reason},
                                    {"detail", printable(one.verdict.detail)}});
  json["bug"] = found.other ? nlohmann::ordered_json(core::name(found.other->kind)) : nlohmann::ordered_json(nullptr);
  print_out("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

int exit_code_of(const Findings& found) {
  const auto is = [&](Kind kind) {
    return std::any_of(found.certificates.begin(), found.certificates.end(),
                       [&](const smt::JudgedCertificate& one) { return one.verdict.kind == kind; });
  };
  if (found.other || is(Kind::Wrong)) return kFindings;
  const bool all = found.certificates.size() == found.requests && !is(Kind::NotJudged) && !is(Kind::NotGiven);
  return all ? kNothingFound : kEnvironment;
}

Result<smt::Script> read_requests(smt::TermStore& store, const std::string& text, const std::string& file,
                                  std::size_t& requests) {
  Result<smt::Script> script = smt::parse_script(store, text, file);
  if (!script) return script;
  const auto is_request = [](const smt::Command& command) { return smt::requested_by(command).has_value(); };
  requests = static_cast<std::size_t>(std::count_if(script->commands.begin(), script->commands.end(), is_request));
  if (requests == 0)
    return Error{file + " asks for no certificate",
                 "it needs a command such as get-interpolant, get-qe, simplify or get-unsat-core"};
  return script;
}

/// A bug in the answers to the script's checks.
std::optional<core::Verdict> bug_in_answers(const std::string& text, smt::TermStore& store, const smt::Script& script,
                                            const smt::SolverDefinition& target, const smt::SolverAnswer& answer,
                                            const std::function<smt::SolverAnswer(const std::string&)>& ask) {
  core::Case subject;
  subject.group = script.logic;
  subject.files = {{std::string(smt::kScriptFile), text}};
  smt::SmtFacts facts;
  for (const smt::Command& command : script.commands)
    if (smt::is_check(command.kind)) facts.truths.push_back(smt::Truth::Open);
  smt::ScriptTerms terms(store, script);
  smt::SolverRun run{subject, terms, facts, target, answer};
  run.ask = [&](const std::string& asked, const smt::Query&) { return ask(asked); };
  core::Verdict verdict = smt::judge(run).verdict;
  return verdict.is_bug() ? std::optional(std::move(verdict)) : std::nullopt;
}

void run(const CertificateFlags& flags, Session& session) {
  const Result<std::string> text = read_text_file(flags.script);
  if (!text) return session.fail(text.error());
  const std::optional<double> seconds = parse_duration(flags.timeout);
  if (!seconds) return session.fail({"--timeout " + flags.timeout + " is no duration", "write 10s, 2m or 1h"}, kUsage);
  std::string solution;
  if (!flags.solution.empty()) {
    const Result<std::string> read = read_text_file(flags.solution);
    if (!read) return session.fail(read.error());
    solution = *read;
  }
  smt::TermStore store;
  std::size_t requests = 0;
  const Result<smt::Script> script = read_requests(store, *text, flags.script, requests);
  if (!script) return session.fail(script.error(), kUsage);
  std::vector<std::string> names = {flags.target};
  names.insert(names.end(), flags.references.begin(), flags.references.end());
  const Result<std::vector<smt::SolverDefinition>> solvers = open_solvers(names);
  if (!solvers) return session.fail(solvers.error());

  const Listening listening(session);
  core::Limits limits;
  limits.wall_seconds = *seconds;
  const smt::SolverDefinition& target = solvers->front();
  smt::SolverRunner runner(target, limits);
  Findings found{*script, {}, {}, {}, requests};
  found.answer = runner.run(*text, {.certificates = true}, smt::RunStyle::Process, listening.stop());
  if (found.answer.kind == smt::SolverAnswer::Kind::Missing)
    return session.fail({flags.target + " cannot be started: " + found.answer.message, target.install});
  const auto run_solver = [&](const smt::SolverDefinition& solver, const std::string& asked) {
    return smt::SolverRunner(solver, limits).run(asked, {.model = true}, smt::RunStyle::Process, listening.stop());
  };
  // The target, then the references, until one has a model.
  const auto ask = [&](const smt::Script& asked) -> std::optional<std::string> {
    for (const smt::SolverDefinition& solver : *solvers) {
      smt::SolverAnswer answer =
          run_solver(solver, smt::respelled(solver, store, asked, smt::print_script(store, asked)));
      if (answer.replies == std::vector{smt::Reply::Sat} && answer.model) return std::move(answer.model);
    }
    return std::nullopt;
  };
  found.certificates = smt::judge_certificates({.store = store,
                                                .script = *script,
                                                .replies = found.answer.certificates,
                                                .equivalent_tactics = target.equivalent_tactics,
                                                .implied_tactics = target.implied_tactics,
                                                .answers = found.answer.replies,
                                                .solution = solution,
                                                .ask = ask});
  found.other = bug_in_answers(*text, store, *script, target, found.answer,
                               [&](const std::string& asked) { return run_solver(target, asked); });
  (flags.json ? print_json : print_text)(flags, found);
  session.exit_code = exit_code_of(found);
}

}  // namespace

void add_smt_check_certificate(CLI::App& smt, Session& session) {
  CLI::App* check = smt.add_subcommand(
      "check-certificate", "Judge what a solver hands over: interpolants, eliminated quantifiers, cores and others");
  const auto flags = std::make_shared<CertificateFlags>();
  check->add_option("script", flags->script, "SMT-LIB script with commands that ask for certificates")->required();
  check->add_option("-t,--target", flags->target, "the solver that is asked")->required();
  check->add_option("-r,--reference", flags->references, "further solvers that are asked for points");
  check->add_option("--solution", flags->solution, "file with definitions that solve the script's synthesis problem");
  check->add_option("--timeout", flags->timeout, "wall-clock limit of one run");
  check->add_flag("--json", flags->json, "print JSON");
  check->footer(
      "Runs the script, and judges each reply to: get-interpolant, get-abduct (and -next), get-qe, get-qe-disjunct, "
      "simplify, apply, check-synth (and -next), get-unsat-core, get-unsat-assumptions, get-timeout-core, "
      "get-timeout-core-assuming, get-learned-literals, get-difficulty, declare-pool, get-value, get-assignment; of "
      "z3: "
      "(get-interpolant A B), mbp, get-consequences, apply smt (its lemmas), eval of a predicate of Horn clauses.\n"
      "wrong: certain; Assay's evaluator shows a point, or the text shows it. right: proved. not refuted: no such "
      "point "
      "was found.\n"
      "Exit code: 0 nothing wrong, 1 a wrong certificate or answer, 2 usage, 3 a certificate did not come or cannot be "
      "judged, or environment.");
  check->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli
