// ciaopp_rate: CiaoPP's facts on Prolog programs, and the cost of their checks.
//   ciaopp_rate table PROGRAM.pl...            facts, checks and broken facts, by program and domain
//   ciaopp_rate speed "DOMAIN..." PROGRAM.pl...  the same goals without checks, with Ciao's run-time checks, with ours
// ASSAY_CIAO names the workspace. Times are milliseconds of CPU for one round of the goals, by Ciao's clock. Ciao's
// run-time checks and ours check the same points of the same output (versions together).

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "analyzer/adapters/adapters.hpp"
#include "analyzer/adapters/ciao/ciao.hpp"
#include "analyzer/adapters/ciao/instrument/engine_module.hpp"
#include "analyzer/adapters/ciao/instrument/instrument.hpp"
#include "analyzer/adapters/ciao/instrument/module_facts.hpp"
#include "analyzer/adapters/ciao/instrument/test_goals.hpp"
#include "analyzer/adapters/ciao/settings.hpp"
#include "analyzer/test/test.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"

namespace {

using namespace assay;
using analyzer::ciao::Module;
using analyzer::ciao::TestGoal;

constexpr std::size_t kGoals = 40;  ///< of each entry: their sizes grow

int complain(const std::string& text) {
  std::fprintf(stderr, "ciaopp_rate: %s\n", text.c_str());
  return 3;
}

std::string name_of(const std::string& path) {
  const std::string file = path.substr(path.rfind('/') + 1);
  return file.substr(0, file.rfind('.'));
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> out;
  for (const std::string_view word : split(text, ' '))
    if (!word.empty()) out.emplace_back(word);
  return out;
}

/// The counts of one program and one domain.
struct Cell {
  std::uint64_t facts = 0, judged = 0, checks = 0, broken = 0;
};

/// A row "program | facts judged/broken of each domain | checks"; and a line for each class of broken facts.
void table_row(const analyzer::Definition& definition, const std::vector<std::string>& domains,
               const std::string& path) {
  Result<std::unique_ptr<analyzer::Analyzer>> opened = analyzer::open_analyzer(definition);
  const Result<analyzer::Program> program = analyzer::load_program({path}, {});
  if (!opened || !program) return static_cast<void>(complain((!opened ? opened.error() : program.error()).text()));
  core::ScratchFolder scratch;
  const core::Limits limits{.wall_seconds = 300};
  const analyzer::Session session{scratch, limits, limits, {}};
  const analyzer::Claims claims = (*opened)->claims(*program, session);
  const analyzer::Checks checks = (*opened)->check(*program, claims, session);
  std::map<std::string, Cell> cells;
  std::map<std::string, std::uint64_t> causes;
  for (std::size_t i = 0; i < claims.facts.size(); ++i) {
    Cell& cell = cells[claims.facts[i].source];
    const analyzer::CheckedFact& one = checks.facts[i];
    ++cell.facts;
    cell.judged += one.runs > 0 ? 1 : 0;
    cell.checks += one.runs;
    cell.broken += one.broken > 0 ? 1 : 0;
    if (one.broken > 0) ++causes[analyzer::class_of(claims.facts[i])];
  }
  std::uint64_t runs = 0;
  std::string row = "| " + name_of(path) + " |";
  for (const std::string& domain : domains) {
    const Cell& cell = cells[domain];
    runs += cell.checks;
    row += " " + (cell.facts == 0 ? "-" : std::to_string(cell.judged) + "/" + std::to_string(cell.facts)) +
           (cell.broken == 0 ? "" : " **" + std::to_string(cell.broken) + "**") + " |";
  }
  std::printf("%s %llu |\n", row.c_str(), static_cast<unsigned long long>(runs));
  for (const auto& [cause, count] : causes)
    std::fprintf(stderr, "%s: %llu broken: %s\n", name_of(path).c_str(), static_cast<unsigned long long>(count),
                 cause.c_str());
  for (const analyzer::Trouble& trouble : {claims.trouble, checks.trouble})
    if (trouble) std::fprintf(stderr, "%s: %s\n", name_of(path).c_str(), trouble->reason.c_str());
  for (const auto& [reason, count] : claims.unread)
    std::fprintf(stderr, "%s: not read: %s: %llu\n", name_of(path).c_str(), reason.c_str(),
                 static_cast<unsigned long long>(count));
  std::fflush(stdout);
}

/// Runs ciaopp and checked programs, with a time limit of 200 seconds.
class Stopwatch {
 public:
  explicit Stopwatch(analyzer::ciao::Settings settings) : settings_(std::move(settings)) {}

  /// CiaoPP's output for a domain, versions together; empty if there is none. A module has the name of its file.
  std::string asked(const std::string& name, const std::string& source, const std::string& domain) {
    static_cast<void>(scratch_.write(name + ".pl", source));
    const core::ProcessResult result =
        run({settings_.ciaopp, "-T"}, "set_pp_flag(pp_info,on).\nmodule('" + name + ".pl').\nanalyze(" + domain +
                                          ").\noutput('out.pl').\nhalt.\n");
    const Result<std::string> text = core::read_text_file(*scratch_.path() + "/out.pl");
    scratch_.clear();
    return text ? *text : std::string();
  }

  /// Milliseconds of `rounds` rounds, or a negative number after an error.
  double milliseconds(std::string text) {
    static_cast<void>(scratch_.write("timed.pl", std::move(text)));
    const core::ProcessResult result = run({settings_.runner, "timed.pl"}, "");
    scratch_.clear();
    const std::size_t at = result.out.find("assay time ");
    if (at == std::string::npos) {
      std::fprintf(stderr, "%s\n", shortened(result.out + result.err, 600).c_str());
      return -1;
    }
    return std::strtod(result.out.c_str() + at + 11, nullptr);
  }

  const std::string& engine_module() { return engine_.path(settings_.runner, {}); }

 private:
  core::ProcessResult run(std::vector<std::string> argv, const std::string& input) {
    core::Command command{std::move(argv), {}, *scratch_.path()};
    command.environment = {{"HOME", *scratch_.path()}, {"PWD", *scratch_.path()}};
    return core::run_process(command, input, core::Limits{.wall_seconds = 200});
  }

  analyzer::ciao::Settings settings_;
  analyzer::ciao::EngineModule engine_;
  core::ScratchFolder scratch_;
};

const char* const kRounds =
    "as__rep(N) :- N > 0.\nas__rep(N) :- N > 1, M is N - 1, as__rep(M).\n"
    ":- use_module(engine(runtime_control), [statistics/2]).\n:- use_module(engine(io_basic)).\n"
    "as__clock(G) :- statistics(runtime,[A|_]), ( call(G) -> true ; true ), statistics(runtime,[B|_]), T is B-A,\n"
    "    nl, display('assay time '), display(T), nl.\n";

std::vector<TestGoal> rounds(const std::vector<TestGoal>& goals, std::size_t count) {
  std::vector<TestGoal> out;
  for (const TestGoal& goal : goals)
    out.push_back(
        {"as__rep(" + std::to_string(count) + "), catch(( " + goal.text + " -> true ; true ), _, true), fail"});
  return out;
}

/// Our program, with the clock around all of it.
std::string ours(const Module& module, const std::vector<analyzer::Fact>& facts, const std::vector<TestGoal>& goals,
                 const std::string& engine_module) {
  analyzer::ciao::InstrumentOptions options;
  options.points_per_test = 1000000000;
  options.engine_module = engine_module;
  std::string text = analyzer::ciao::instrument(module, module, facts, goals, options).text;
  const std::string start = "main(_) :- as__start";
  text.replace(text.find(start), start.size(), "as__main :- as__start");
  return text + "main(_) :- as__clock(as__main).\n" + kRounds;
}

void replace_each(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// The same points checked by Ciao: `true` becomes `check`, and Ciao's package turns these into run-time checks.
std::string theirs(std::string text, const std::vector<TestGoal>& goals) {
  const std::size_t head = text.find(":- module(");
  text.erase(head, text.find(").", head) + 2 - head);
  replace_each(text, " true(", " check(");
  replace_each(text, ":- true pred", ":- check pred");
  std::string out =
      ":- use_package([assertions,nativeprops,regtypes,rtchecks]).\n:- set_prolog_flag(single_var_warnings, off).\n" +
      text + kRounds;
  for (std::size_t i = 0; i < goals.size(); ++i)
    out += "as__goal(" + std::to_string(i) + ") :- " + goals[i].text + ".\n";
  return out + "as__goals :- as__goal(_), fail.\nas__goals.\nmain(_) :- as__clock(as__goals).\n";
}

void speed_row(Stopwatch& watch, const std::string& domain, const std::string& path) {
  constexpr std::size_t kOurs = 200, kTheirs = 10;
  const Result<std::string> source = core::read_text_file(path);
  if (!source) return static_cast<void>(complain(source.error().text()));
  const std::string text = watch.asked(name_of(path), *source, domain);
  const Module module = analyzer::ciao::read_module(text);
  const std::vector<analyzer::Fact> facts = analyzer::ciao::facts_of(module, module, "p.pl", domain).facts;
  const std::vector<TestGoal> goals =
      analyzer::ciao::make_test_goals(analyzer::ciao::read_module(*source), core::Rng(15), kGoals).goals;
  const std::string& engine = watch.engine_module();
  const double plain = watch.milliseconds(ours(module, {}, rounds(goals, kOurs), {})) / kOurs;
  const double prolog = watch.milliseconds(ours(module, facts, rounds(goals, kOurs), {})) / kOurs;
  const double direct =
      engine.empty() ? -1 : watch.milliseconds(ours(module, facts, rounds(goals, kOurs), engine)) / kOurs;
  const double ciao = watch.milliseconds(theirs(text, rounds(goals, kTheirs))) / kTheirs;
  std::printf("| %s | %s | %zu | %.4f | %.4f | %.4f | %.4f | %.1f | %.1f |\n", name_of(path).c_str(), domain.c_str(),
              facts.size(), plain, ciao, prolog, direct, ciao / prolog, ciao / direct);
  std::fflush(stdout);
}

int table(const std::vector<std::string>& paths) {
  analyzer::Definition definition = analyzer::resolve_analyzer("ciaopp").value();
  definition.settings.insert(definition.settings.begin(), {"crashes", "count"});
  const Result<analyzer::ciao::Settings> settings = analyzer::ciao::settings_of(definition);
  if (!settings) return complain(settings.error().text());
  std::string head = "| program |", line = "|---|";
  for (const std::string& domain : settings->domains) {
    head += " " + domain + " |";
    line += "---|";
  }
  std::printf("%s checks |\n%s---|\n", head.c_str(), line.c_str());
  for (const std::string& path : paths) table_row(definition, settings->domains, path);
  return 0;
}

int speed(const std::vector<std::string>& domains, const std::vector<std::string>& paths) {
  const Result<analyzer::ciao::Settings> settings =
      analyzer::ciao::settings_of(analyzer::resolve_analyzer("ciaopp").value());
  if (!settings) return complain(settings.error().text());
  Stopwatch watch(*settings);
  std::printf(
      "| program | domain | facts | no checks | Ciao's checks | ours in Prolog | ours in the engine | faster | in the "
      "engine |\n|---|---|---|---|---|---|---|---|---|\n");
  for (const std::string& path : paths)
    for (const std::string& domain : domains) speed_row(watch, domain, path);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() > 1 && words[0] == "table") return table({words.begin() + 1, words.end()});
  if (words.size() > 2 && words[0] == "speed") return speed(words_of(words[1]), {words.begin() + 2, words.end()});
  return complain("usage: ciaopp_rate table PROGRAM.pl... | ciaopp_rate speed \"DOMAIN...\" PROGRAM.pl...");
}
