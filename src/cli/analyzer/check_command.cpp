#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/analyzer/analyzer_commands.hpp"
#include "cli/output.hpp"
#include "cli/run.hpp"
#include "core/proc/proc.hpp"
#include "one_program.hpp"

namespace assay::cli {
namespace {

struct CheckFlags {
  OneProgramFlags one;
  std::string input;
  bool all = false;
  bool scratch = false;  ///< the program runs in an empty folder
  std::string only_class;
  StartFlags start;
  RunFlags run;
};

/// The options of a campaign that apply if broken facts are stored as findings.
constexpr std::array<std::string_view, 5> kStoringRows = {"confirmations", "reduce-runs", "reduce-time",
                                                          "skip-controls", "no-report"};

/// Numbers of facts by result, and the number of checks.
struct CheckTotals {
  std::uint64_t judged = 0, unreached = 0, broken = 0, runs = 0;
  std::map<std::string, std::uint64_t> skips;
};

CheckTotals totals_of(const analyzer::Claims& claims, const analyzer::Checks& checks) {
  CheckTotals totals;
  for (std::size_t i = 0; i < claims.facts.size(); ++i) {
    const analyzer::CheckedFact& checked = checks.facts[i];
    totals.runs += checked.runs;
    if (!checked.skip.empty()) ++totals.skips[checked.skip];
    if (checked.skip.empty() && checked.runs == 0) ++totals.unreached;
    if (checked.runs > 0) ++totals.judged;
    if (checked.broken > 0) ++totals.broken;
  }
  return totals;
}

void print_json(const analyzer::Fact& fact, const analyzer::CheckedFact& checked) {
  nlohmann::ordered_json line = nlohmann::ordered_json::parse(analyzer::to_json(fact));
  line["judged"] = checked.runs;
  line["broken"] = checked.broken;
  if (!checked.witness.empty()) line["witness"] = checked.witness;
  if (!checked.skip.empty()) line["skip"] = checked.skip;
  print_out("{}\n", line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_line(const analyzer::Program& program, const analyzer::Fact& fact, const analyzer::CheckedFact& checked) {
  const char* word = checked.broken > 0     ? "BROKEN"
                     : checked.runs > 0     ? "holds"
                     : checked.skip.empty() ? "unreached"
                                            : "skip";
  print_out("{:<9} {}\n", word, printable(analyzer::to_text(fact)));
  if (checked.broken > 0)
    print_out("          in {} of {} checks, first by {}\n          claimed as: {}\n", with_commas(checked.broken),
              with_commas(checked.runs), printable(checked.witness), printable(fact.origin));
  const std::string written = analyzer::written_at(program, fact.place);
  if (!written.empty()) print_out("          written at {}\n", printable(written));
  if (!checked.skip.empty()) print_out("          {}\n", printable(checked.skip));
}

/// `warned`: of undefined behaviour that no run shows.
void print_summary(const OneProgram& one, const analyzer::Claims& claims, const analyzer::Checks& checks,
                   const std::optional<std::string>& warned) {
  const CheckTotals totals = totals_of(claims, checks);
  std::uint64_t unread = 0;
  for (const auto& [reason, count] : claims.unread) unread += count;
  print_out("{} {}: {} facts, {} judged in {} checks, {} never reached, {} broken\n", one.definition.name,
            printable(one.version), claims.facts.size(), totals.judged, with_commas(totals.runs), totals.unreached,
            totals.broken);
  std::vector<std::string> not_judged;
  if (unread > 0) not_judged.push_back(fmt::format("{} that Assay does not read", unread));
  for (const auto& [reason, count] : totals.skips) not_judged.push_back(fmt::format("{} {}", count, reason));
  if (checks.output_differs) not_judged.emplace_back("the program's output differs from run to run");
  if (!not_judged.empty()) print_out("not judged: {}\n", join(not_judged, ", "));
  if (checks.undefined)
    print_out("The run has undefined behaviour ({}): facts were not judged after it.\n",
              printable(checks.undefined_at));
  if (warned)
    print_out("The program may have undefined behaviour that no run shows ({}): a broken fact would not be believed.\n",
              printable(*warned));
  if (checks.miscompiled) print_out("MISCOMPILED: {}\n", printable(*checks.miscompiled));
}

/// The error for a run that judged no fact.
Error nothing_judged(const analyzer::Claims& claims) {
  if (claims.facts.empty())
    return {"no fact was judged: the analyzer states none that Assay reads",
            "its page in docs/user says what is read, and which options make it say more"};
  return {
      "no fact was judged: the run reached none, or none could be checked",
      "give the program an input that reaches more (--input, or arguments after --); --all prints each fact's result"};
}

/// Judges only the facts of one class (--class), for cvise and other reducers.
void check_class(OneProgram& one, const CheckFlags& flags, const analyzer::Session& looking, Session& session) {
  const Result<std::vector<core::KnownBug>> known = analyzer::known_causes(flags.one.options.known);
  if (!known) return session.fail(known.error());
  const core::Verdict verdict = analyzer::judge_class(*one.analyzer, one.program, flags.only_class, *known, looking);
  if (verdict.is_bug() && verdict.kind == core::BugKind::Unsound && verdict.reason == flags.only_class) {
    print_out("{}", printable(verdict.detail));
    session.exit_code = kFindings;
  } else {
    print_out("no fact of the class '{}' is broken\n", printable(flags.only_class));
  }
}

/// The folder in which the program runs: the current folder. Empty, for a scratch folder, with --scratch or if the
/// current folder is unknown.
std::string run_folder_of(const CheckFlags& flags) {
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  return flags.scratch || error ? std::string() : here.string();
}

/// Tests the program again as a campaign that confirms, reduces and stores a finding for each of the classes.
void store_findings(CheckFlags& flags, std::vector<std::string> classes, Session& session) {
  analyzer::TestOptions& options = flags.one.options;
  for (const std::string& file : flags.one.files) options.programs.push_back(core::absolute_path(file));
  options.together = true;
  options.run_folder = run_folder_of(flags);
  options.arguments = session.program_arguments;
  if (!flags.input.empty()) options.input = core::absolute_path(flags.input);
  options.classes = std::move(classes);
  flags.run.json = flags.one.json;
  offer_cvise(options, flags.run);
  const auto make = [&options]() -> Result<std::unique_ptr<core::Module>> {
    Result<analyzer::UserPrograms> programs = analyzer::load_programs(options);
    if (!programs) return programs.error();
    return analyzer::make_test_module(options, std::move(*programs));
  };
  flush_stream(stdout);
  start_campaign(make, options.seed, flags.start, flags.run, session);
}

void check_program(CheckFlags& flags, Session& session) {
  if (!flags.start.out.empty() && flags.input == "-")
    return session.fail({"a stored finding needs its input again, and standard input cannot be read twice",
                         "write it to a file, and give the file as --input"},
                        kUsage);
  const std::unique_ptr<OneProgram> one = open_program(flags.one, session);
  if (!one) return;
  one->program.arguments = session.program_arguments;
  one->run_folder = run_folder_of(flags);
  if (!flags.input.empty()) {
    Result<std::string> input = read_input(flags.input);
    if (!input) return session.fail(input.error());
    one->program.input = std::move(*input);
  }
  const Listening listening(session);
  const analyzer::Session looking = one->session(listening.stop());
  if (!flags.only_class.empty()) return check_class(*one, flags, looking, session);
  for (const std::string& gap : core::isolation_gaps()) print_err("note: here the program can {}\n", gap);
  if (!one->run_folder.empty() && !core::can_restrict_writes()) print_err("note: so it runs in an empty folder\n");
  const analyzer::Claims claims = one->analyzer->claims(one->program, looking);
  if (claims.trouble) {
    fail_unjudged(*claims.trouble, claims.output, session);
    if (claims.trouble->is_bug() && !flags.start.out.empty()) store_findings(flags, {}, session);
    return;
  }
  const analyzer::Checks checks = one->analyzer->check(one->program, claims, looking);
  if (checks.trouble && checks.facts.size() != claims.facts.size())
    return fail_unjudged(*checks.trouble, checks.undefined_at, session);
  bool broken = false;
  for (std::size_t i = 0; i < claims.facts.size(); ++i) {
    broken = broken || checks.facts[i].broken > 0;
    if (flags.one.json) {
      print_json(claims.facts[i], checks.facts[i]);
    } else if (flags.all || checks.facts[i].broken > 0) {
      print_line(one->program, claims.facts[i], checks.facts[i]);
    }
  }
  // A run without results has no summary.
  const std::optional<std::string> warned =
      broken || checks.undefined ? std::nullopt : analyzer::warned_undefined(one->program, looking);
  const bool judged =
      (checks.builds_agree && !warned) || std::any_of(checks.facts.begin(), checks.facts.end(),
                                                      [](const analyzer::CheckedFact& fact) { return fact.runs > 0; });
  if (!flags.one.json && (judged || !checks.trouble || checks.miscompiled)) print_summary(*one, claims, checks, warned);
  for (const core::Verdict& bug : claims.beside) fail_unjudged(bug, {}, session);
  if (broken || checks.miscompiled || !claims.beside.empty()) {
    session.exit_code = kFindings;
  } else if (checks.trouble) {
    fail_unjudged(*checks.trouble, checks.undefined_at, session);
  } else if (!judged) {
    session.fail(nothing_judged(claims));
  }
  if (flags.start.out.empty() || session.exit_code != kFindings) return;
  const Result<std::vector<core::KnownBug>> known = analyzer::known_causes(flags.one.options.known);
  if (!known) return session.fail(known.error());
  std::vector<std::string> classes = analyzer::broken_classes(claims, checks, *known);
  for (const core::Verdict& bug : claims.beside) classes.push_back(bug.reason);
  store_findings(flags, classes, session);
}

}  // namespace

void add_analyzer_check(CLI::App& analyzer, Session& session) {
  CLI::App* app = analyzer.add_subcommand(
      "check",
      "Check what an analyzer claims about a program in a run of it: build it with checks, run it, say what broke");
  const auto flags = std::make_shared<CheckFlags>();
  flags->one.add_to(*app);
  app->add_option("--input", flags->input, "file for the program's standard input (-: Assay's standard input)");
  app->add_flag("--scratch", flags->scratch,
                "run the program in an empty folder, where it may write; else it runs here, and writes nothing");
  app->add_flag("--all", flags->all, "print every fact with its result, not only broken facts");
  CLI::Option* out = app->add_option(
      "-o,--out", flags->start.out,
      "new folder for broken facts, which are confirmed, reduced and stored there as a campaign's findings");
  add_rows(*app, run_option_table().bind(flags->run), kStoringRows);
  CLI::Option* only_class = app->add_option(
      "--class", flags->only_class,
      "judge facts of this class only, as a finding names it (\"interval of + as int by known\"): exit code 1 "
      "when one is broken, and nothing undefined happens before; for cvise and other reducers");
  only_class->excludes(out);
  app->footer(
      "Words after -- are the program's own arguments.\n"
      "Examples:\n"
      "  assay analyzer check prog.c --target cppcheck -- 3 input.txt\n"
      "  assay analyzer check main.c util.c --flag=-DNDEBUG --input in.txt\n"
      "  assay analyzer check prog.c --out broken   (then: assay findings list broken)\n"
      "Exit code: 0 every judged fact holds, 1 some are broken, 2 usage, 3 cannot judge.");
  app->callback([flags, &session] { check_program(*flags, session); });
}

}  // namespace assay::cli
