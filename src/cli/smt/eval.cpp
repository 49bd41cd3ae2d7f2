#include "assay/smt/eval.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "assay/smt/script.hpp"
#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"

namespace assay::cli {
namespace {

struct EvalFlags {
  std::string script;
  std::string model;
  bool all = false;
};

struct Counts {
  std::size_t holds = 0;
  std::size_t fails = 0;
  std::size_t open = 0;
};

void print_assertion(const smt::TermStore& store, const std::string& file, const smt::JudgedAssertion& assertion,
                     Counts& counts) {
  const Style style = Style::of(stdout);
  std::string result;
  if (assertion.lack != smt::Lack::None) {
    ++counts.open;
    result = style.yellow(fmt::format("open ({})", smt::name(assertion.lack)));
  } else if (assertion.holds) {
    ++counts.holds;
    result = style.green("holds");
  } else {
    ++counts.fails;
    result = style.red("fails");
  }
  print_out("{:<8} {}  {}\n", result, to_string(file, assertion.where),
            one_line(smt::to_string(store, assertion.term), 160));
  if (assertion.lack != smt::Lack::Opaque) return;
  if (const std::optional<std::string> why = smt::why_opaque(store, assertion.term))
    print_out("         {}\n", printable(*why));
}

void run(const EvalFlags& flags, Session& session) {
  const Result<std::string> text = read_text_file(flags.script);
  if (!text) return session.fail(text.error());
  smt::TermStore store;
  const Result<smt::Script> script = smt::parse_script(store, *text, flags.script);
  if (!script) return session.fail(script.error(), kUsage);
  const Result<std::string> model_text = read_input(flags.model);
  if (!model_text) return session.fail(model_text.error());
  const Result<smt::Model> model = smt::parse_model(store, *script, *model_text);
  if (!model) return session.fail(model.error(), kUsage);

  Counts counts;
  for (const smt::JudgedAssertion& assertion : smt::judge_model(store, *script, *model).assertions)
    print_assertion(store, flags.script, assertion, counts);
  print_out("{} hold, {} fail, {} open\n", counts.holds, counts.fails, counts.open);
  session.exit_code = counts.fails > 0 ? kFindings : counts.open > 0 ? kEnvironment : kNothingFound;
}

}  // namespace

void add_smt_eval(CLI::App& smt, Session& session) {
  CLI::App* eval = smt.add_subcommand("eval", "Evaluate a script's assertions exactly under a model");
  const auto flags = std::make_shared<EvalFlags>();
  eval->add_option("script", flags->script, "SMT-LIB script")->required();
  eval->add_option("-m,--model", flags->model, "file with a solver's get-model answer, or - for standard input")
      ->required();
  eval->footer(
      "Evaluates the assertions and assumptions that are active at the last check-sat, or at the end if there is "
      "none.\n"
      "An assertion holds, fails, or is open: its value depends on a result that the standard leaves unspecified "
      "(division by zero ...), on an operator that Assay does not know, or on a quantifier over too many values.\n"
      "  z3 -model f.smt2 | tail -n +2 | assay smt eval f.smt2 --model -\n"
      "Exit code: 0 all hold, 1 some fail, 2 usage, 3 none fails and some are open, or environment.");
  eval->callback([flags, &session] { run(*flags, session); });
}

}  // namespace assay::cli
