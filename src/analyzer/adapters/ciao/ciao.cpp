#include "ciao.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "analyzer/adapters/ciao/instrument/engine_module.hpp"
#include "analyzer/adapters/ciao/instrument/instrument.hpp"
#include "analyzer/adapters/ciao/instrument/module_facts.hpp"
#include "analyzer/adapters/ciao/instrument/test_goals.hpp"
#include "analyzer/adapters/ciao/term/output.hpp"
#include "analyzer/program/program.hpp"
#include "analyzer/program/prolog_generator.hpp"
#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "ciao_edits.hpp"
#include "core/finding/finding.hpp"
#include "core/io/io.hpp"
#include "core/rng/rng.hpp"
#include "core/target/ending.hpp"
#include "reproducer.hpp"
#include "settings.hpp"

namespace assay::analyzer {
namespace ciao {
namespace {

constexpr unsigned kMaxRounds = 10;  ///< of goals, with the setting stop = "covered"
constexpr const char* kUntrusted = "a trust assertion of the program does not hold";
constexpr std::string_view kMark = "assay domain ";
constexpr std::string_view kBy = "% by ";  ///< first line of a program to be analysed with one domain

std::string hash_of(const Program& program) {
  std::uint64_t hash = hash_bytes(program.language, 1);
  for (const core::File& file : program.files) hash = hash_bytes(file.content, hash_bytes(file.name, hash));
  return std::to_string(hash);
}

void add(core::Usage& sum, const core::Usage& one) {
  sum.wall_seconds += one.wall_seconds;
  sum.user_seconds += one.user_seconds;
  sum.system_seconds += one.system_seconds;
  sum.peak_memory_bytes = std::max(sum.peak_memory_bytes, one.peak_memory_bytes);
}

/// The lines on standard error for each phase of a domain, by "DOMAIN phase".
std::map<std::string, std::string> sections(std::string_view err) {
  std::map<std::string, std::string> out;
  std::string now;
  for (const std::string_view line : split(err, '\n')) {
    const std::size_t mark = line.find(kMark);
    if (mark != std::string_view::npos) {
      now = std::string(trim(line.substr(mark + kMark.size())));
    } else if (!now.empty()) {
      out[now] += std::string(line) + "\n";
    }
  }
  return out;
}

/// The first line that reports an internal error of the analyzer, without the parts that differ between programs.
std::string internal_error(std::string_view text) {
  for (const std::string_view line : split(text, '\n')) {
    const std::size_t at = line.find("{ERROR");
    if (at == std::string_view::npos) continue;
    std::string message;
    bool quoted = false;
    for (const char c : line.substr(at + 1)) {
      if (c == '\'') quoted = !quoted;
      if (quoted || c == '\'' || c == '}') continue;
      if (c >= '0' && c <= '9') {
        if (message.empty() || message.back() != '#') message += '#';
      } else {
        message += c;
      }
    }
    return message;
  }
  return {};
}

class CiaoAnalyzer final : public Analyzer {
 public:
  CiaoAnalyzer(Definition definition, Settings settings)
      : definition_(std::move(definition)), settings_(std::move(settings)) {}

  Claims claims(const Program& program, const Session& session) override {
    Claims out;
    known_.clear();
    known_of_.clear();
    ask(program, session, out);
    if (!out.facts.empty() || !out.trouble) known_of_ = hash_of(program);
    return out;
  }

  Checks check(const Program& program, const Claims& claims, const Session& session) override {
    Checks out;
    out.facts.resize(claims.facts.size());
    if (known_of_ != hash_of(program)) {
      const Claims again = this->claims(program, session);
      if (again.trouble && again.facts.empty()) {
        out.trouble = again.trouble;
        return out;
      }
    }
    const Module source = read_module(program.files.front().content);
    TestGoals tests = goals(source, program, settings_.tests);
    if (tests.goals.empty()) {
      const char* const why = !program.arguments.empty() ? "no argument is a goal that the program defines"
                              : tests.unread.empty()     ? "no entry that can be run"
                                                         : "an entry whose calls cannot be made";
      for (CheckedFact& fact : out.facts) fact.skip = why;
      return out;
    }
    std::map<std::string, std::vector<std::size_t>> by_domain;
    for (std::size_t i = 0; i < claims.facts.size(); ++i) by_domain[domain_of(claims.facts[i])].push_back(i);
    const auto check_all = [&](const TestGoals& chosen) {
      for (const auto& [domain, indices] : by_domain)
        check_domain(domain, indices, claims, source, chosen, program, session, out);
    };
    check_all(tests);
    // More goals are made as long as they reach facts that no goal has reached.
    for (unsigned round = 2; settings_.until_covered && round <= kMaxRounds && !session.quick; ++round) {
      const std::size_t before = reached(out);
      if (before == checkable(out) || out.trouble || has_broken(out) || session.stop.stop_requested()) break;
      TestGoals more = goals(source, program, round * settings_.tests);
      std::erase_if(more.goals, [&](const TestGoal& goal) {
        return std::any_of(tests.goals.begin(), tests.goals.end(),
                           [&](const TestGoal& known) { return known.text == goal.text; });
      });
      if (more.goals.empty()) break;
      check_all(more);
      tests.goals.insert(tests.goals.end(), more.goals.begin(), more.goals.end());
      if (reached(out) == before) break;
    }
    return out;
  }

  std::vector<Edit> edits(const Program& program, const Session&) override {
    std::vector<Edit> out;
    narrow(program, out);
    for (Edit& edit : smaller_programs(program.files.front().content)) out.push_back(std::move(edit));
    return out;
  }

  Result<core::Reproduction> reproduction(const Program& program, const Claims& claims, std::optional<std::size_t> fact,
                                          const Session& session) override {
    if (!fact) return Error{"CiaoPP builds no programs", {}};
    const Fact& claimed = claims.facts[*fact];
    const std::string& domain = domain_of(claimed);
    if (known_of_ != hash_of(program)) (void)this->claims(program, session);
    const auto found = known_.find(domain);
    if (found == known_.end()) return Error{"the domain does not answer again", {}};
    const Module source = read_module(program.files.front().content);
    CheckedProgram checked =
        instrument(found->second.module, source, {claimed}, goals(source, program, settings_.tests).goals,
                   {settings_.engine, settings_.points, {}});
    if (!checked.skips.front().empty()) return Error{"no check: " + checked.skips.front(), {}};
    return reproduction_of(program, claimed,
                           {script(program.files.front().name, {domain}), found->second.name, found->second.text},
                           std::move(checked.text), settings_);
  }

 private:
  /// The result of a domain for the last program.
  struct Answer {
    std::string name;  ///< name of the file that the domain wrote
    std::string text;
    Module module;
  };
  /// The domain whose analysis made a fact, or, for run-time checks, the domain of the checked facts.
  static const std::string& domain_of(const Fact& fact) {
    return fact.source == kRunTimeChecks ? fact.subject.type : fact.source;
  }

  [[nodiscard]] core::Command command(const Session& session, std::vector<std::string> argv) const {
    const Result<std::string> folder = session.scratch.path();
    core::Command out;
    out.argv = std::move(argv);
    // Ciao reads and writes its own settings below HOME.
    if (folder) {
      out.working_directory = *folder;
      out.environment = {{"HOME", *folder}, {"PWD", *folder}};
    }
    return out;
  }

  /// The domains for a program. A generated program has the number of its draw in its first line, and is analysed with
  /// a few domains, so that a campaign covers more programs. A reduced program names its domain. All other programs get
  /// all domains.
  [[nodiscard]] std::vector<std::string> domains_for(const Program& program) const {
    const std::vector<std::string>& all = settings_.domains;
    const std::string_view line = first_line(program);
    if (line.substr(0, kBy.size()) == kBy) {
      const std::string one(line.substr(kBy.size()));
      if (std::find(all.begin(), all.end(), one) != all.end()) return {one};
    }
    const std::optional<std::uint64_t> draw = prolog_draw(program.files[0].content);
    if (!draw || settings_.per_program >= all.size()) return all;
    std::vector<std::string> out;
    for (std::size_t i = 0; i < settings_.per_program; ++i) out.push_back(all[(*draw + i) % all.size()]);
    return out;
  }
  static std::string_view first_line(const Program& program) {
    const std::string_view text = program.files[0].content;
    return text.substr(0, text.find('\n'));
  }
  /// Edits that name one domain in the first line, for each domain: the first edits of a reduction.
  void narrow(const Program& program, std::vector<Edit>& out) const {
    const std::string& text = program.files[0].content;
    if (!prolog_draw(text)) return;
    const std::string_view rest = std::string_view(text).substr(first_line(program).size());
    for (const std::string& domain : domains_for(program))
      out.push_back({0, text.size(), std::string(kBy) + domain + std::string(rest)});
  }

  [[nodiscard]] std::string script(const std::string& file, const std::vector<std::string>& domains) const {
    std::string text = "set_pp_flag(pp_info,on).\nset_pp_flag(collapse_ai_vers,off).\n";
    const auto mark = [&](const std::string& what) {
      text += "display(user_error,'" + std::string(kMark) + what + "'), nl(user_error).\n";
    };
    for (const std::string& domain : domains) {
      mark(domain + " analysis");
      text += "module('" + file + "').\nanalyze(" + domain + ").\n";
      mark(domain + " output");
      text += "output('" + output_name(domain, false) + "').\n";
      if (!settings_.versions) continue;
      mark(domain + " versions");
      text += "transform(vers).\noutput('" + output_name(domain, true) + "').\n";
    }
    mark("end");
    return text + "halt.\n";
  }
  /// The command for people: one line that runs the domains, and writes their results to OUTPUT_DOMAIN.pl.
  [[nodiscard]] std::vector<std::string> command_for(const Program& program) const {
    std::string goals = "set_pp_flag(pp_info,on),set_pp_flag(collapse_ai_vers,off),";
    for (const std::string& domain : domains_for(program))
      goals += "module('{input}'),analyze(" + domain + "),output('output_" + domain + ".pl'),";
    return {settings_.ciaopp, "-T", "-e", goals + "halt"};
  }
  static std::string output_name(const std::string& domain, bool versions) {
    return std::string(versions ? "assay_versions_" : "assay_output_") + domain + ".pl";
  }

  void ask(const Program& program, const Session& session, Claims& out) {
    if (program.files.empty()) {
      out.trouble = core::Verdict::skip("no program");
      return;
    }
    for (const core::File& file : program.files) {
      if (session.scratch.write(file.name, file.content)) continue;
      out.trouble = core::Verdict::skip("no space for the program");
      return;
    }
    out.command = command_for(program);
    const core::ProcessResult result =
        core::run_process(command(session, {settings_.ciaopp, "-T"}),
                          script(program.files[0].name, domains_for(program)), session.analyzer, session.stop);
    out.usage = result.usage;
    out.analysis_seconds = result.usage.cpu_seconds();
    out.output = shortened(result.err, 4000);
    read_domains(program, result, session, out);
    session.scratch.clear();
  }

  void read_domains(const Program& program, const core::ProcessResult& result, const Session& session, Claims& out) {
    const core::TargetEnd end = core::classify(result);
    const std::map<std::string, std::string> said = sections(result.err);
    const Module source = read_module(program.files[0].content);
    std::map<std::string, std::uint64_t> unread;
    for (const std::string& domain : domains_for(program)) {
      const auto section = [&](const char* phase) {
        const auto found = said.find(domain + " " + phase);
        return found == said.end() ? std::string() : found->second;
      };
      const std::string error = internal_error(section("analysis"));
      const bool unknown = section("analysis").find("Not a valid analysis") != std::string::npos;
      const Result<std::string> plain = read(session, output_name(domain, false));
      if (!error.empty() || unknown || !plain) {
        ++unread[unknown          ? "a domain that this version does not have"
                 : !error.empty() ? "a domain that ended in an internal error"
                                  : "a domain that gave no answer"];
        if (!error.empty() && settings_.report_crashes)
          out.beside.push_back(
              core::Verdict::bug(core::BugKind::Crash, domain + ": " + error, shortened(section("analysis"), 4000)));
        continue;
      }
      keep(domain, source, *plain,
           internal_error(section("versions")).empty() ? read(session, output_name(domain, true))
                                                       : Result<std::string>(Error{"versions failed", ""}),
           program.files[0].name, unread, out);
    }
    out.unread.assign(unread.begin(), unread.end());
    if (!end.skip_reason().empty()) {
      if (out.facts.empty()) out.trouble = core::Verdict::skip(std::string(end.skip_reason()));
    } else if (end.kind == core::TargetEnd::Kind::Crashed) {
      out.trouble = core::Verdict::bug(core::BugKind::Crash, "signal " + std::to_string(result.signal), out.output);
    } else if (out.facts.empty() && out.beside.empty()) {
      const bool aborted = result.err.find("{Compilation aborted}") != std::string::npos;
      out.trouble = core::Verdict::skip(aborted ? "a program that CiaoPP cannot read" : "no facts");
    }
  }
  static Result<std::string> read(const Session& session, const std::string& name) {
    const Result<std::string> folder = session.scratch.path();
    if (!folder) return folder.error();
    return core::read_text_file(*folder + "/" + name);
  }

  /// Chooses between two outputs: the output with a predicate for each version says more, but entries must keep their
  /// names in it.
  void keep(const std::string& domain, const Module& source, const std::string& plain,
            const Result<std::string>& versions, const std::string& file, std::map<std::string, std::uint64_t>& unread,
            Claims& out) {
    Module module;
    bool use_versions = false;
    if (versions) {
      module = read_module(*versions);
      std::set<std::string> entries;
      use_versions = module.unread.empty();
      for (const PredicateInfo& info : source.infos) {
        if (info.status != "entry") continue;
        const std::string name = info.head.indicator();
        use_versions = use_versions && entries.insert(name).second && module.defines(name);
      }
    }
    if (!use_versions) module = read_module(plain);
    ReadFacts read = facts_of(module, source, file, domain);
    if (settings_.rtchecks)
      for (Fact& fact : facts_of_checks(read.facts)) read.facts.push_back(std::move(fact));
    for (Fact& fact : read.facts) out.facts.push_back(std::move(fact));
    for (const auto& [reason, count] : read.unread) unread[reason] += count;
    known_[domain] = {output_name(domain, use_versions), use_versions ? *versions : plain, std::move(module)};
  }

  /// The program's own arguments, if the user gives some; otherwise goals that its entries admit.
  [[nodiscard]] TestGoals goals(const Module& source, const Program& program, std::size_t per_entry) const {
    if (program.arguments.empty()) {
      const core::Rng rng(hash_bytes(program.files.front().content, 15));
      return make_test_goals(source, rng, per_entry);
    }
    TestGoals out;
    for (const std::string& text : program.arguments) {
      const Result<Term> goal = read_term(text);
      if (goal.ok() && goal->callable() && source.defines(goal->indicator())) out.goals.push_back({write_term(*goal)});
    }
    return out;
  }

  static std::size_t reached(const Checks& checks) {
    return static_cast<std::size_t>(std::count_if(checks.facts.begin(), checks.facts.end(),
                                                  [](const CheckedFact& fact) { return fact.runs != 0; }));
  }
  static std::size_t checkable(const Checks& checks) {
    return static_cast<std::size_t>(std::count_if(checks.facts.begin(), checks.facts.end(),
                                                  [](const CheckedFact& fact) { return fact.skip.empty(); }));
  }
  static bool has_broken(const Checks& checks) {
    return std::any_of(checks.facts.begin(), checks.facts.end(),
                       [](const CheckedFact& fact) { return fact.broken != 0; });
  }

  void check_domain(const std::string& domain, const std::vector<std::size_t>& indices, const Claims& claims,
                    const Module& source, const TestGoals& tests, const Program& program, const Session& session,
                    Checks& out) {
    const auto found = known_.find(domain);
    if (found == known_.end()) {
      for (const std::size_t index : indices) out.facts[index].skip = "the analyzer said it only once";
      return;
    }
    std::vector<Fact> facts;
    facts.reserve(indices.size());
    for (const std::size_t index : indices) facts.push_back(claims.facts[index]);
    for (Fact& fact : facts_of_trust(found->second.module, source)) facts.push_back(std::move(fact));
    // A test that the machine or a limit ends also loses the counts of all other tests: those run again without it. The
    // same holds for a test that breaks an assumption.
    TestGoals left = tests;
    InstrumentOptions options{settings_.engine, settings_.points, {}};
    if (settings_.engine_tests) options.engine_module = engine_module_.path(settings_.runner, session.stop);
    for (int attempt = 0; attempt < 3; ++attempt) {
      const CheckedProgram checked = instrument(found->second.module, source, facts, left.goals, options);
      const core::ProcessResult result = run(checked.text, program, session, out);
      const RunReport report = read_report(result.out, facts.size());
      const bool over = attempt == 2 || session.stop.stop_requested();
      if (const std::set<std::size_t> untrusted = breaking_trust(report, indices.size()); !untrusted.empty() && !over) {
        for (auto at = untrusted.rbegin(); at != untrusted.rend(); ++at)
          if (*at < left.goals.size()) left.goals.erase(left.goals.begin() + static_cast<std::ptrdiff_t>(*at));
        continue;
      }
      const bool last = report.complete || report.begun == 0 || over;
      if (last || !report.broken.empty()) return judge(result, report, checked, indices, left, out);
      left.goals.erase(left.goals.begin() + static_cast<std::ptrdiff_t>(std::min(report.begun, left.goals.size()) - 1));
    }
  }

  core::ProcessResult run(const std::string& text, const Program& program, const Session& session, Checks& out) const {
    std::vector<std::string> argv = {settings_.runner};
    for (std::string& word : words_to_run(settings_.engine)) argv.push_back(std::move(word));
    if (out.commands.empty()) out.commands.push_back(argv);
    core::ProcessResult result;
    Result<std::string> path = session.scratch.write("checked.pl", text);
    // The modules that the program uses, which are not checked themselves.
    for (std::size_t i = 1; i < program.files.size() && path; ++i)
      path = session.scratch.write(program.files[i].name, program.files[i].content);
    if (!path) {
      result.message = path.error().text();
      return result;
    }
    core::Command runs = command(session, std::move(argv));
    runs.writes_below = runs.working_directory;
    runs.isolated = true;
    result = core::run_in(session.scratch, std::move(runs), "", session.program, session.stop);
    add(out.usage, result.usage);
    return result;
  }

  /// The numbers of tests that break a fact of number `first` or later: the program's own trust assertions, which
  /// the analysis assumes. For each assertion, the first such test counts.
  static std::set<std::size_t> breaking_trust(const RunReport& report, std::size_t first) {
    std::set<std::size_t> tests;
    for (const auto& [index, broken] : report.broken)
      if (index >= first) tests.insert(broken.test);
    return tests;
  }

  static void judge(const core::ProcessResult& result, const RunReport& report, const CheckedProgram& checked,
                    const std::vector<std::size_t>& indices, const TestGoals& tests, Checks& out) {
    for (std::size_t i = 0; i < indices.size(); ++i) {
      CheckedFact& fact = out.facts[indices[i]];
      fact.skip = checked.skips[i];
      const std::size_t counter = checked.runs[i];
      if (counter != 0 && counter <= report.runs.size()) fact.runs += report.runs[counter - 1];
    }
    const bool trusted = breaking_trust(report, indices.size()).empty();
    for (const auto& [index, broken] : report.broken) {
      if (index >= indices.size()) continue;
      CheckedFact& fact = out.facts[indices[index]];
      if (!trusted) {
        fact = {};
        fact.skip = kUntrusted;
        continue;
      }
      fact.broken = broken.times;
      fact.runs = std::max(fact.runs, fact.broken);
      fact.witness = broken.values;
      if (broken.test < tests.goals.size()) fact.witness += " in a run of " + tests.goals[broken.test].text;
    }
    if (report.complete || !report.broken.empty()) return;
    const core::TargetEnd end = core::classify(result);
    std::string reason(end.skip_reason());
    if (reason.empty()) reason = end.kind == core::TargetEnd::Kind::Crashed ? "crashed" : "ended before its checks did";
    if (!out.trouble) out.trouble = core::Verdict::skip("the checked program: " + reason);
    out.undefined_at = shortened(result.err + result.out, 1000);
  }

  Definition definition_;
  Settings settings_;
  EngineModule engine_module_;
  std::map<std::string, Answer> known_;  ///< by domain: the source of the last claims
  std::string known_of_;                 ///< the program to which known_ belongs
};

}  // namespace
}  // namespace ciao

Result<std::unique_ptr<Analyzer>> open_ciao(const Definition& definition) {
  Result<ciao::Settings> settings = ciao::settings_of(definition);
  if (!settings) return settings.error();
  return std::unique_ptr<Analyzer>(std::make_unique<ciao::CiaoAnalyzer>(definition, std::move(*settings)));
}

}  // namespace assay::analyzer
