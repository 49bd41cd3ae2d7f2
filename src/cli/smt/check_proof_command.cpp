#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/option_flags.hpp"
#include "cli/output.hpp"
#include "cli/smt/open_solver.hpp"
#include "cli/smt/smt_commands.hpp"
#include "cli/terminal.hpp"
#include "core/options/options.hpp"
#include "core/proc/cpu_time.hpp"
#include "smt/checker/checker.hpp"
#include "smt/checker/proof_checks.hpp"

namespace assay::cli {
namespace {

using Outcome = smt::ProofJudgement::Outcome;

/// The sweep row of a target with the flags for its own check of its proofs.
constexpr std::string_view kOwnCheck = "check-proofs";

struct CheckProofFlags {
  std::string script;
  std::string proof;
  std::string target;
  std::string checker;
  std::string signatures;
  std::string model;
  std::uint64_t max_proof_mib = smt::ProofLimits().max_bytes >> 20;
  core::Limits limits;
  bool json = false;
};

/// An Error if the file is larger than the limit, so that a huge file is not read.
Status check_size(const std::string& path, std::uint64_t max_mib) {
  std::error_code failed;
  const std::uintmax_t size = std::filesystem::file_size(path, failed);
  if (failed || size <= max_mib << 20) return {};
  return Error{fmt::format("{} has {} MiB, and a proof may have {}", path, size >> 20, max_mib), "raise --max-proof"};
}

int exit_code_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::Accepted:
    case Outcome::NotRefuted: return kNothingFound;
    case Outcome::Refused:
    case Outcome::Unsound:
    case Outcome::Crashed: return kFindings;
    case Outcome::Holes:
    case Outcome::MissingRule:
    case Outcome::NotJudged: return kEnvironment;
  }
  return kEnvironment;
}

/// A judgement, and what it is about.
struct CheckedProof {
  smt::ProofJudgement judgement;
  std::string checker;                    ///< empty: the proof was judged by values
  std::size_t bytes = 0;                  ///< of the proof
  std::optional<double> solving_seconds;  ///< CPU seconds of the target
  double checking_seconds = 0;            ///< CPU seconds
};

std::string headline(const CheckedProof& checked) {
  const smt::ProofJudgement& judgement = checked.judgement;
  const std::string& checker = checked.checker;
  switch (judgement.outcome) {
    case Outcome::Accepted: return "accepted by " + checker;
    case Outcome::NotRefuted:
      return fmt::format("no wrong step was found: points were tried for {} of {} steps", judgement.tried_steps,
                         judgement.steps);
    case Outcome::Holes: return "accepted by " + checker + ", with steps that have no proof";
    case Outcome::Refused: return "refused";
    case Outcome::MissingRule: return checker + " does not know the rule " + judgement.rule;
    case Outcome::Unsound:
      return checker.empty() ? "the proof refutes the script, but it is satisfiable"
                             : checker + " accepts a proof that the script is unsatisfiable, but it is satisfiable";
    case Outcome::Crashed: return checker + " crashed";
    case Outcome::NotJudged: return "could not be judged";
  }
  return {};
}

std::string cost(const CheckedProof& checked) {
  std::string text =
      fmt::format("{} bytes of proof, {:.2f} CPU seconds of checking", checked.bytes, checked.checking_seconds);
  if (!checked.solving_seconds) return text;
  text += fmt::format(", {:.2f} of solving", *checked.solving_seconds);
  return smt::is_slow_check(*checked.solving_seconds, checked.checking_seconds)
             ? text + ": the check takes more than 100 times as long"
             : text;
}

void print_checked(const CheckedProof& checked) {
  const smt::ProofJudgement& judgement = checked.judgement;
  const Style style = Style::of(stdout);
  const int code = exit_code_of(judgement.outcome);
  const std::string line = headline(checked);
  print_out("{}\n", code == kNothingFound ? style.green(line)
                    : code == kFindings   ? style.red(line)
                                          : style.yellow(line));
  const auto field = [](std::string_view name, const std::string& value) {
    if (!value.empty()) print_out("  {:<9} {}\n", name, printable(value));
  };
  field("reason", judgement.reason);
  field("rule", judgement.rule);
  field("step", judgement.step);
  if (judgement.outcome == Outcome::Refused) field("fault", std::string(smt::name(judgement.fault)));
  field("no proof", join(judgement.holes, ", "));
  if (checked.bytes > 0) field("cost", cost(checked));
  if (!judgement.detail.empty()) print_out("{}\n", printable(trim(judgement.detail)));
}

void print_json(const CheckedProof& checked) {
  const smt::ProofJudgement& judgement = checked.judgement;
  nlohmann::ordered_json out = {{"outcome", smt::name(judgement.outcome)},
                                {"checker", checked.checker},
                                {"fault", smt::name(judgement.fault)},
                                {"rule", printable(judgement.rule)},
                                {"step", printable(judgement.step)},
                                {"reason", printable(judgement.reason)},
                                {"holes", judgement.holes},
                                {"detail", printable(judgement.detail)},
                                {"output", judgement.answer.output},
                                {"steps", judgement.steps},
                                {"tried_steps", judgement.tried_steps},
                                {"proof_bytes", checked.bytes},
                                {"cpu_seconds", checked.checking_seconds}};
  if (checked.solving_seconds) out["solving_cpu_seconds"] = *checked.solving_seconds;
  print_out("{}\n", out.dump());
}

/// Asks the target for its proof, and to check it itself. Nullopt after an error, or if `out` has the result.
std::optional<std::string> ask_target(const CheckProofFlags& flags, const std::string& script, std::string_view format,
                                      CheckedProof& out, Session& session) {
  Result<smt::SolverDefinition> target = open_solver(flags.target);
  if (target && target->prelude_proof.empty())
    target =
        Error{"the definition of " + target->name + " asks for no proofs", "set prelude_proof (docs/user/targets.md)"};
  if (!target) {
    session.fail(target.error());
    return std::nullopt;
  }
  const auto stop = Listening(session).stop();
  const auto run = [&](const smt::SolverDefinition& definition, const smt::Query& query) {
    return smt::SolverRunner(definition, flags.limits).run(script, query, smt::RunStyle::Process, stop);
  };
  const auto refused = [&](const smt::SolverAnswer& answer) {
    out.judgement.answer.output = answer.output;
    if (!answer.confession) return false;
    out.judgement.outcome = Outcome::Refused;
    out.judgement.fault = smt::ProofJudgement::Fault::Solver;
    out.judgement.reason = target->name + " reports " + answer.confession->meaning;
    out.judgement.detail = answer.output;
    return true;
  };
  smt::SolverAnswer answer = run(*target, {.proof = std::string(format)});
  out.solving_seconds = answer.usage.cpu_seconds();
  if (refused(answer)) return std::nullopt;
  if (answer.replies.empty() || answer.replies.back() != smt::Reply::Unsat || !answer.proof) {
    out.judgement.reason = target->name + " gives no proof: " + smt::summary(answer);
    return std::nullopt;
  }
  for (const smt::SolverConfiguration& row : target->sweep) {
    if (row.name != kOwnCheck) continue;
    smt::SolverDefinition checking = *target;
    checking.prelude = row.prelude + checking.prelude;
    checking.argv.insert(checking.argv.end(), row.flags.begin(), row.flags.end());
    if (refused(run(checking, {}))) return std::nullopt;
    if (flags.checker.empty() && !smt::is_z3_proof(*answer.proof)) {
      out.judgement.outcome = Outcome::Accepted;
      out.checker = target->name + "'s own check";
      out.bytes = answer.proof->size();
      return std::nullopt;
    }
  }
  return std::move(answer.proof);
}

Result<std::optional<smt::CheckerDefinition>> checker_of(const CheckProofFlags& flags) {
  if (flags.checker.empty()) return std::optional<smt::CheckerDefinition>();
  Result<smt::CheckerDefinition> named = smt::resolve_checker(flags.checker);
  if (!named) return named.error();
  Result<smt::CheckerDefinition> checker = smt::with_signatures(std::move(*named), flags.signatures);
  if (!checker) return checker.error();
  return std::optional(std::move(*checker));
}

void judge(const CheckProofFlags& flags, const std::optional<smt::CheckerDefinition>& checker,
           const smt::ProofQuestion& question, CheckedProof& out, Session& session) {
  out.bytes = question.proof.size();
  if (checker) {
    out.checker = checker->name;
    const auto port = smt::make_checker_port(*checker, flags.limits);
    out.judgement = smt::judge_proof(*checker, *port, question, Listening(session).stop());
    out.checking_seconds = out.judgement.answer.usage.cpu_seconds();
    return;
  }
  const double before = core::thread_cpu_seconds();
  out.judgement = smt::judge_by_values(question);
  out.checking_seconds = core::thread_cpu_seconds() - before;
}

void check_proof(const CheckProofFlags& flags, Session& session) {
  const auto checker = checker_of(flags);
  if (!checker) return session.fail(checker.error(), kUsage);
  if (flags.proof.empty() == flags.target.empty())
    return session.fail({"check-proof needs a file with a proof, or --target", "give one of them"}, kUsage);
  smt::ProofQuestion question;
  question.limits.max_bytes = flags.max_proof_mib << 20;
  for (const auto& [path, text] : {std::pair{&flags.script, &question.script}, {&flags.proof, &question.proof}}) {
    if (path->empty()) continue;
    if (Status status = check_size(*path, flags.max_proof_mib); !status) return session.fail(status.error());
    Result<std::string> content = read_input(*path);
    if (!content) return session.fail(content.error());
    *text = std::move(*content);
  }
  if (!flags.model.empty()) {
    Result<std::string> model = read_text_file(flags.model);
    if (!model) return session.fail(model.error());
    question.model = std::move(*model);
  }
  CheckedProof checked;
  if (!flags.target.empty()) {
    const std::string_view format = *checker ? smt::name((*checker)->format) : smt::name(smt::ProofFormat::Cpc);
    std::optional<std::string> proof = ask_target(flags, question.script, format, checked, session);
    if (session.exit_code != kNothingFound) return;
    question.proof = std::move(proof).value_or(std::string());
  }
  const bool by_values = !*checker && smt::is_z3_proof(question.proof);
  if (!question.proof.empty() && !*checker && !by_values)
    return session.fail({"only proofs of z3 are judged without a checker", "give --checker, such as ethos"}, kUsage);
  if (!question.proof.empty() || flags.target.empty()) judge(flags, *checker, question, checked, session);
  if (flags.json) print_json(checked);
  if (!flags.json) print_checked(checked);
  session.exit_code = exit_code_of(checked.judgement.outcome);
}

}  // namespace

void add_smt_check_proof(CLI::App& smt, Session& session) {
  CLI::App* app = smt.add_subcommand("check-proof", "Check a solver's proof, and the checker's opinion of it");
  const auto flags = std::make_shared<CheckProofFlags>();
  flags->limits.wall_seconds = 60;
  app->add_option("script", flags->script, "SMT-LIB script")->required();
  app->add_option("proof", flags->proof, "the solver's proof: CPC, Alethe or LFSC, as the checker reads it, or z3's");
  app->add_option("-t,--target", flags->target, "a solver that is asked for its proof, and to check it itself");
  app->add_option("-c,--checker", flags->checker,
                  "ethos, carcara, lfscc, 'mine:ethos=PROGRAM', or a TOML file (z3's proofs need none)");
  app->add_option("--signatures", flags->signatures, "the rules that the checker reads (ethos: proofs/eo/cpc of cvc5)");
  app->add_option("-m,--model", flags->model, "a model that may satisfy the script (a get-model answer)");
  app->add_option("--max-proof", flags->max_proof_mib, "largest proof that is read, in MiB")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  add_options(*app, core::limit_table().bind(flags->limits));
  app->add_flag("--json", flags->json, "one JSON object");
  app->footer(
      "Assay compares the proof's assumptions with the script's assertions, runs the checker, and decides refused "
      "steps by values. It judges all steps of z3's proofs by values (docs/user/smt-proofs.md).\n"
      "  assay smt check-proof f.smt2 f.cpc --checker ethos --signatures cvc5/proofs/eo/cpc\n"
      "  assay smt check-proof f.smt2 --target z3\n"
      "Exit code: 0 nothing wrong, 1 refused, or the checker is wrong, 2 usage, 3 not judged, or steps without proof.");
  app->callback([flags, &session] { check_proof(*flags, session); });
}

}  // namespace assay::cli
