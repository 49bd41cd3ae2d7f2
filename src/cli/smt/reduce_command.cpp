#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "assay/base/text.hpp"
#include "assay/core/report.hpp"
#include "cli/cli_session.hpp"
#include "cli/output.hpp"
#include "smt/reduce/reduce.hpp"

namespace assay::cli {
namespace {

struct ReduceFlags {
  std::string script;
  std::string target;
  std::vector<std::string> references;
  std::string witness;
  std::string out;
  std::string keep;
  std::string timeout = "10s";
  std::string time = "5m";
  std::size_t runs = 5000;
};

Result<smt::ForeignReducer> make_reducer(const ReduceFlags& flags) {
  Result<smt::SolverDefinition> target = smt::resolve_solver(flags.target);
  if (!target) return target.error();
  const Result<std::string> version = smt::solver_version(*target);
  if (!version) return version.error();
  keep_bugs_of_version(target->known_bugs, *version);
  speak_as_of(*target, *version);
  std::vector<smt::SolverDefinition> references;
  for (const std::string& text : flags.references) {
    Result<smt::SolverDefinition> reference = smt::resolve_solver(text);
    if (!reference) return reference.error();
    const Result<std::string> said = smt::solver_version(*reference);
    if (!said) return said.error();
    speak_as_of(*reference, *said);
    references.push_back(std::move(*reference));
  }
  const std::optional<double> seconds = parse_duration(flags.timeout);
  if (!seconds || *seconds <= 0)
    return Error{"--timeout '" + flags.timeout + "' is no duration", "write it like 500ms or 10s"};
  core::Limits limits;
  limits.wall_seconds = *seconds;
  return smt::ForeignReducer(std::move(*target), std::move(references), limits);
}

smt::Reply reply_of(std::string_view word) {
  return word == "sat" ? smt::Reply::Sat : word == "unsat" ? smt::Reply::Unsat : smt::Reply::Unknown;
}

Result<core::Case> reduce_failure(const ReduceFlags& flags, const std::string& text, const std::string& witness,
                                  smt::ForeignReducer& reducer, const core::ReduceBudget& budget) {
  const Result<smt::ForeignScript> script = reducer.examine(text, flags.script, witness, budget.stop);
  if (!script) return script.error();
  print_err("{}: {}\n{}\n", flags.target, core::name(script->verdict.kind), printable(script->verdict.detail));
  return reducer.reduce(*script, budget);
}

void run(const ReduceFlags& flags, Session& session) {
  const Result<std::string> text = read_text_file(flags.script);
  if (!text) return session.fail(text.error());
  std::string witness;
  if (!flags.witness.empty()) {
    const Result<std::string> read = read_text_file(flags.witness);
    if (!read) return session.fail(read.error());
    witness = *read;
  }
  const std::optional<double> seconds = parse_duration(flags.time);
  if (!seconds) return session.fail({"--time '" + flags.time + "' is no duration", "write it like 90s or 5m"}, kUsage);
  Result<smt::ForeignReducer> reducer = make_reducer(flags);
  if (!reducer) return session.fail(reducer.error());
  core::ReduceBudget budget;
  budget.max_runs = flags.runs;
  budget.max_seconds = *seconds;
  const Listening listening(session);
  budget.stop = listening.stop();
  const Result<core::Case> reduced = flags.keep.empty()
                                         ? reduce_failure(flags, *text, witness, *reducer, budget)
                                         : reducer->reduce_keeping(*text, flags.script, reply_of(flags.keep), budget);
  if (!reduced) return session.fail(reduced.error());
  const std::string& small = reduced->files.front().content;
  print_err("reduced from {} to {} bytes\n", text->size(), small.size());
  if (flags.keep.empty()) session.exit_code = kFindings;
  if (flags.out.empty()) {
    print_out("{}", small);
    return;
  }
  const Status written = core::write_text_file(flags.out, small);
  if (!written) session.fail(written.error());
}

}  // namespace

void add_smt_reduce(CLI::App& smt, Session& session) {
  CLI::App* reduce = smt.add_subcommand("reduce", "Reduce any script on which a solver fails, and keep its truth");
  const auto flags = std::make_shared<ReduceFlags>();
  reduce->option_defaults()->always_capture_default();
  reduce->add_option("script", flags->script, "SMT-LIB script")->required();
  reduce->add_option("-t,--target", flags->target, "the solver that fails")->required();
  reduce->add_option("-r,--reference", flags->references,
                     "solvers that determine the script's truth: by a model that Assay's evaluator accepts, or by "
                     "agreeing");
  reduce->add_option("-w,--witness", flags->witness, "file with a model that satisfies the script");
  reduce
      ->add_option("--keep", flags->keep,
                   "reduce a script without a failure, and preserve this answer of the target to the last check")
      ->check(CLI::IsMember({"sat", "unsat", "unknown"}));
  reduce->add_option("-o,--out", flags->out, "file (default: standard output)");
  reduce->add_option("--timeout", flags->timeout, "wall-clock limit of one run");
  reduce->add_option("--time", flags->time, "stop after this CPU time of Assay and the target");
  reduce->add_option("--runs", flags->runs, "stop after this many runs of the target");
  std::string passes = "Passes:\n";
  for (const auto& [name, help] : smt::reduction_passes()) passes += fmt::format("  {:<12} {}\n", name, help);
  reduce->footer(passes +
                 "Exit code: 1 reduced (the target still fails), 0 reduced (--keep), 2 usage, 3 the target does not "
                 "fail, its answer cannot be judged, or environment.");
  reduce->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli
