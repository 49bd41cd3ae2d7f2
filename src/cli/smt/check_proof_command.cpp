#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/option_flags.hpp"
#include "cli/output.hpp"
#include "cli/smt/smt_commands.hpp"
#include "cli/terminal.hpp"
#include "core/options/options.hpp"
#include "smt/checker/checker.hpp"

namespace assay::cli {
namespace {

using Outcome = smt::ProofJudgement::Outcome;

struct CheckProofFlags {
  std::string script;
  std::string proof;
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
    case Outcome::Accepted: return kNothingFound;
    case Outcome::Refused:
    case Outcome::Unsound:
    case Outcome::Crashed: return kFindings;
    case Outcome::Holes:
    case Outcome::MissingRule:
    case Outcome::NotJudged: return kEnvironment;
  }
  return kEnvironment;
}

std::string headline(const smt::ProofJudgement& judgement, const std::string& checker) {
  switch (judgement.outcome) {
    case Outcome::Accepted: return "accepted by " + checker;
    case Outcome::Holes: return "accepted by " + checker + ", with steps that have no proof";
    case Outcome::Refused: return "refused";
    case Outcome::MissingRule: return checker + " does not know the rule " + judgement.rule;
    case Outcome::Unsound: return checker + " accepts a proof that the script is unsatisfiable, but it is satisfiable";
    case Outcome::Crashed: return checker + " crashed";
    case Outcome::NotJudged: return "could not be judged";
  }
  return {};
}

void print_judgement(const smt::ProofJudgement& judgement, const std::string& checker) {
  const Style style = Style::of(stdout);
  const int code = exit_code_of(judgement.outcome);
  const std::string line = headline(judgement, checker);
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
  if (!judgement.detail.empty()) print_out("{}\n", printable(trim(judgement.detail)));
}

void print_json(const smt::ProofJudgement& judgement, const std::string& checker) {
  const nlohmann::ordered_json out = {{"outcome", smt::name(judgement.outcome)},
                                      {"checker", checker},
                                      {"fault", smt::name(judgement.fault)},
                                      {"rule", printable(judgement.rule)},
                                      {"step", printable(judgement.step)},
                                      {"reason", printable(judgement.reason)},
                                      {"holes", judgement.holes},
                                      {"detail", printable(judgement.detail)},
                                      {"output", judgement.answer.output},
                                      {"cpu_seconds", judgement.answer.usage.cpu_seconds()}};
  print_out("{}\n", out.dump());
}

void check_proof(const CheckProofFlags& flags, Session& session) {
  Result<smt::CheckerDefinition> named = smt::resolve_checker(flags.checker);
  if (!named) return session.fail(named.error(), kUsage);
  const Result<smt::CheckerDefinition> checker = smt::with_signatures(std::move(*named), flags.signatures);
  if (!checker) return session.fail(checker.error(), kUsage);
  if (Status status = check_size(flags.proof, flags.max_proof_mib); !status) return session.fail(status.error());
  smt::ProofQuestion question;
  question.limits.max_bytes = flags.max_proof_mib << 20;
  for (const auto& [path, text] : {std::pair{&flags.script, &question.script}, {&flags.proof, &question.proof}}) {
    Result<std::string> content = read_input(*path);
    if (!content) return session.fail(content.error());
    *text = std::move(*content);
  }
  if (!flags.model.empty()) {
    Result<std::string> model = read_text_file(flags.model);
    if (!model) return session.fail(model.error());
    question.model = std::move(*model);
  }
  const auto port = smt::make_checker_port(*checker, flags.limits);
  const smt::ProofJudgement judgement = smt::judge_proof(*checker, *port, question, Listening(session).stop());
  if (flags.json) print_json(judgement, checker->name);
  if (!flags.json) print_judgement(judgement, checker->name);
  session.exit_code = exit_code_of(judgement.outcome);
}

}  // namespace

void add_smt_check_proof(CLI::App& smt, Session& session) {
  CLI::App* app = smt.add_subcommand("check-proof", "Check a solver's proof, and the checker's opinion of it");
  const auto flags = std::make_shared<CheckProofFlags>();
  flags->limits.wall_seconds = 60;
  app->add_option("script", flags->script, "SMT-LIB script")->required();
  app->add_option("proof", flags->proof, "the solver's proof: CPC, Alethe or LFSC, as the checker reads it")
      ->required();
  app->add_option("-c,--checker", flags->checker, "ethos, carcara, lfscc, 'mine:ethos=PROGRAM', or a TOML file")
      ->required();
  app->add_option("--signatures", flags->signatures, "the rules that the checker reads (ethos: proofs/eo/cpc of cvc5)");
  app->add_option("-m,--model", flags->model, "a model that may satisfy the script (a get-model answer)");
  app->add_option("--max-proof", flags->max_proof_mib, "largest proof that is read, in MiB")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  add_options(*app, core::limit_table().bind(flags->limits));
  app->add_flag("--json", flags->json, "one JSON object");
  app->footer(
      "Assay compares the proof's assumptions with the script's assertions, runs the checker, and decides refused "
      "steps "
      "by values (docs/user/smt-proofs.md).\n"
      "  assay smt check-proof f.smt2 f.cpc --checker ethos --signatures cvc5/proofs/eo/cpc\n"
      "Exit code: 0 accepted, 1 refused, or the checker is wrong, 2 usage, 3 not judged, or steps without proof.");
  app->callback([flags, &session] { check_proof(*flags, session); });
}

}  // namespace assay::cli
