#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/adapters/clam/clam_reproducer.hpp"
#include "analyzer/adapters/clam/clam_steps.hpp"
#include "analyzer/adapters/llvm/llvm_answer.hpp"
#include "analyzer/adapters/llvm/llvm_worker.hpp"
#include "analyzer/adapters/rows/adapter_rows.hpp"
#include "analyzer/check/run/c_sanitized.hpp"
#include "analyzer/check/run/run_outcome.hpp"
#include "analyzer/check/source/c_checker.hpp"
#include "analyzer/target/trouble.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer {
namespace clam {
namespace {

/// An abstract domain, and the range of its claims.
struct Domain {
  std::string name;
  std::size_t first = 0, end = 0;
};

/// Clam (https://github.com/seahorn/clam): the invariants of each of its domains, which it writes into the analysed
/// bitcode. The checked program is that bitcode, with a check in place of each invariant.
class ClamAnalyzer final : public Analyzer {
 public:
  ClamAnalyzer(Definition definition, Programs programs, std::string llc, const std::string& gcc, LlvmWorker worker,
               std::unique_ptr<CChecker> checker)
      : definition_(std::move(definition)),
        programs_(std::move(programs)),
        llc_(std::move(llc)),
        gcc_(gcc),
        worker_(std::move(worker)),
        checker_(std::move(checker)),
        runtime_(gcc) {
    for (std::string& name : words_of(setting(definition_, "domains"))) domains_.push_back({std::move(name), 0, 0});
  }

  Claims claims(const Program& program, const Session& asking) override {
    Claims claims;
    const Session session = here(asking);
    asked_.clear();
    if (!put_files(program, session)) claims.trouble = core::Verdict::skip("no space for the program");
    if (!claims.trouble)
      claims.trouble = kept(prepare(definition_, programs_, {sources(program), program.flags, {}}, session), claims);
    if (claims.trouble) return claims;
    std::map<std::string, std::uint64_t> unread;
    Trouble last = core::Verdict::skip("no domain is named");
    std::size_t answered = 0;
    for (Domain& domain : domains_) {
      domain.first = claims.facts.size();
      Trouble trouble = ask(domain, program, session, claims, unread);
      domain.end = claims.facts.size();
      if (trouble && trouble->is_bug()) {
        claims.trouble = std::move(trouble);
        return claims;
      }
      if (trouble) {
        ++unread["a domain that gave no answer"];
        last = std::move(trouble);
      } else {
        ++answered;
      }
    }
    if (answered == 0) claims.trouble = std::move(last);
    claims.unread.assign(unread.begin(), unread.end());
    asked_ = text_of(program);
    return claims;
  }

  Checks check(const Program& program, const Claims& claims, const Session& asking) override {
    Checks checks;
    checks.facts.resize(claims.facts.size());
    const Session session = here(asking);
    if (asked_ != text_of(program)) {
      // The modules with checks are made together with the claims.
      const Claims again = this->claims(program, asking);
      checks.trouble = again.trouble;
      if (!checks.trouble && again.facts != claims.facts)
        checks.trouble = core::Verdict::skip("Clam does not say this again");
    }
    std::optional<core::ProcessResult> first;
    for (const Domain& domain : domains_) {
      if (checks.trouble) return checks;
      if (domain.first < domain.end) checks.trouble = run(domain, program, session, checks, first);
    }
    for (std::size_t i = 0; i < checks.facts.size(); ++i)
      if (!skips_[i].empty()) checks.facts[i].skip = skips_[i];
    if (first && !checks.trouble) compare(program, *first, session, checks);
    const bool broken =
        std::any_of(checks.facts.begin(), checks.facts.end(), [](const CheckedFact& one) { return one.broken > 0; });
    if (broken || checks.miscompiled) ask_sanitizers(program, session, checks);
    return checks;
  }

  std::vector<Edit> edits(const Program& program, const Session& session) override {
    return checker_->edits(program, session);
  }

  Result<core::Reproduction> reproduction(const Program& program, const Claims& claims, std::optional<std::size_t> fact,
                                          const Session& asking) override {
    const ClamSteps steps{definition_, programs_, sources(program), program};
    if (!fact) return clam_build_reproduction(steps);
    const Claims again = this->claims(program, asking);
    if (again.trouble || again.facts != claims.facts) return Error{"Clam does not say this again", {}};
    const auto domain = std::find_if(domains_.begin(), domains_.end(),
                                     [&](const Domain& one) { return *fact >= one.first && *fact < one.end; });
    if (domain == domains_.end()) return Error{"no domain says this", {}};
    const Session session = here(asking);
    const std::optional<std::string> said = text_of_module(domain->name + ".bc", session);
    if (!said) return Error{"opt-14 does not print the module", "apt install llvm-14"};
    return clam_fact_reproduction(steps, claims.facts[*fact], {domain->name, analyse_words(domain->name), *said});
  }

 private:
  /// Bitcode of our folder as text; nullopt if it cannot be printed.
  std::optional<std::string> text_of_module(const std::string& name, const Session& session) {
    const core::ProcessResult printed = run_here(session, print_words(name, "said.ll"), session.program);
    const Result<std::string> folder = scratch_.path();
    if (!folder || printed.ending != core::Ending::Exited || printed.exit_code != 0) return std::nullopt;
    Result<std::string> text = core::read_text_file(*folder + "/said.ll");
    return text ? std::optional(std::move(*text)) : std::nullopt;
  }
  std::vector<std::string> analyse_words(const std::string& domain) const {
    std::vector<std::string> argv = command(definition_, "analyse",
                                            {{"input", kPrepared},
                                             {"output", domain + ".bc"},
                                             {"domain", domain},
                                             {"track", setting(definition_, "track")}});
    argv.insert(argv.begin(), programs_.clam);
    return argv;
  }

  static std::string text_of(const Program& program) {
    std::string text;
    for (const core::File& file : program.files) text += file.name + "\n" + file.content + "\n";
    return text + join(program.flags, " ");
  }
  /// Modules with checks stay in a folder of the adapter until they run.
  Session here(const Session& asking) { return {scratch_, asking.analyzer, asking.program, asking.stop, asking.quick}; }

  static std::vector<std::string> sources(const Program& program) {
    std::vector<std::string> names;
    for (const core::File& file : program.files)
      if (file.name.ends_with(".c")) names.push_back(file.name);
    return names;
  }

  /// Runs a step of Clam, and stores its problem with the claims.
  static Trouble kept(Step done, Claims& claims) {
    add_usage(claims.usage, done.usage);
    if (!done.trouble) return std::nullopt;
    if (!done.argv.empty()) claims.command = std::move(done.argv);
    claims.output = std::move(done.output);
    return std::move(done.trouble);
  }

  /// Runs Clam with one domain, and reads its invariants.
  Trouble ask(const Domain& domain, const Program& program, const Session& session, Claims& claims,
              std::map<std::string, std::uint64_t>& unread) {
    const std::vector<std::string> argv = analyse_words(domain.name);
    if (claims.command.empty()) claims.command = argv;
    if (Trouble trouble = kept(step_of_clam(definition_, argv, session), claims)) return trouble;
    const Result<std::string> folder = scratch_.path();
    const std::string path = (folder ? *folder : ".") + "/" + domain.name;
    const core::ChildSession::Answer said =
        worker_.ask("read " + path + ".bc\nwrite " + path + ".checked.bc\nfirst " +
                        std::to_string(claims.facts.size()) + "\ninvariants " + numbers(domain) + "\n\n",
                    session);
    if (!said.complete) {
      // The worker belongs to Assay; the module comes from Clam.
      if (said.err.find("Broken module found") != std::string::npos)
        return core::Verdict::bug(core::BugKind::Crash, "writes bitcode that LLVM refuses",
                                  domain.name + ": " + tail(printable(said.err)));
      const core::Verdict why = llvm_trouble(said);
      return why.is_bug() ? core::Verdict::skip("the worker that puts checks in crashed") : why;
    }
    std::optional<LlvmAnswer> answer = read_llvm_answer(said.out, program.files.front());
    if (!answer || !answer->problem.empty()) return core::Verdict::skip("unreadable answer");
    skips_.resize(claims.facts.size());
    for (std::size_t i = 0; i < answer->facts.size(); ++i) {
      Fact& fact = answer->facts[i];
      fact.source = replace_all(std::move(fact.source), "verifier.assume", domain.name);
      fact.assumptions = {std::string(kNoUndefined)};
      if (numbers(domain) != "machine") fact.assumptions.emplace_back("no number wraps around");
      claims.facts.push_back(std::move(fact));
      skips_.push_back(answer->checked[i].skip);
    }
    for (const auto& [reason, count] : answer->unread) unread[reason] += count;
    return std::nullopt;
  }

  /// The domain's numbers: "machine" or mathematical integers.
  std::string numbers(const Domain& domain) const {
    const std::vector<std::string> machine = words_of(setting(definition_, "machine"));
    if (std::find(machine.begin(), machine.end(), domain.name) != machine.end()) return "machine";
    const bool follows = setting(definition_, "track") != "num" ||
                         setting(definition_, "analyse").find("--crab-inter") != std::string::npos;
    return follows ? "integers-in-memory" : "integers";
  }

  Trouble run(const Domain& domain, const Program& program, const Session& session, Checks& checks,
              std::optional<core::ProcessResult>& first) {
    const std::string table = "#include \"assay_check.h\"\n" + check_table(checks.facts.size());
    if (Trouble trouble = runtime_.put(session, checks.usage)) return trouble;
    if (!scratch_.write("assay_facts.c", table)) return core::Verdict::skip("no space for the checked program");
    const std::string object = domain.name + ".o";
    const std::vector<std::vector<std::string>> steps = {
        {llc_, "-O1", "-relocation-model=pic", "-filetype=obj", domain.name + ".checked.bc", "-o", object},
        {gcc_, "-O1", "-w", "assay_facts.c", CheckRuntime::kCounter, object, "-lm", "-o", "checked"}};
    for (const std::vector<std::string>& argv : steps) {
      checks.commands.push_back(argv);
      if (Trouble trouble = step(argv, "the program with checks cannot be built", session, checks.usage))
        return trouble;
    }
    ProgramRun run = run_checked_program("checked", checks.facts.size(), program, session);
    checks.commands.push_back(run.command);
    add_usage(checks.usage, run.result.usage);
    if (run.trouble) return std::move(run.trouble);
    checks.run_cpu_seconds += run.result.usage.cpu_seconds();
    ++checks.checked_runs;
    if (run.report.undefined && !checks.undefined) {
      checks.undefined = true;
      checks.undefined_at = domain.name + ": " + run.report.undefined_at;
    }
    for (std::size_t i = domain.first; i < domain.end; ++i) checks.facts[i] = std::move(run.report.facts[i]);
    if (!first) first = std::move(run.result);
    return std::nullopt;
  }

  /// Compares the behaviour of the analysed bitcode and of the program.
  void compare(const Program& program, const core::ProcessResult& prepared, const Session& session, Checks& checks) {
    std::vector<std::string> argv = {programs_.clang, "-O0", "-w"};
    const core::ProcessResult plain = build_and_run(std::move(argv), program, session, checks);
    if (plain.ending != core::Ending::Exited || prepared.ending != core::Ending::Exited) return;
    ReferenceOutcome reference(outcome_of(plain));
    const RunOutcome other = outcome_of(prepared);
    constexpr unsigned kMoreRuns = 3;  // runs before a difference counts
    for (unsigned i = 0; i < kMoreRuns && (i == 0 || !reference.agrees(other)); ++i)
      reference.add(outcome_of(run_plain(program, session, checks)));
    checks.output_differs = reference.differs();
    checks.builds_agree = reference.is_comparable() && reference.agrees(other);
    if (!reference.agrees(other)) checks.miscompiled = "clam-pp: " + other.text() + "\ninstead of " + reference.text();
  }

  core::ProcessResult build_and_run(std::vector<std::string> argv, const Program& program, const Session& session,
                                    Checks& checks) {
    argv.insert(argv.end(), program.flags.begin(), program.flags.end());
    for (std::string& source : sources(program)) argv.push_back(std::move(source));
    argv.insert(argv.end(), {"-lm", "-o", "plain"});
    checks.commands.push_back(argv);
    if (step(argv, "", session, checks.usage)) return {};
    return run_plain(program, session, checks);
  }

  core::ProcessResult run_plain(const Program& program, const Session& session, Checks& checks) {
    const Result<std::string> folder = scratch_.path();
    if (!folder) return {};
    std::vector<std::string> call = {*folder + "/plain"};
    call.insert(call.end(), program.arguments.begin(), program.arguments.end());
    core::ProcessResult result = run_here(session, call, session.program, program.input);
    add_usage(checks.usage, result.usage);
    return result;
  }

  /// Errors of memory, and other undefined behaviour that bitcode does not show, are not Clam's fault.
  void ask_sanitizers(const Program& program, const Session& session, Checks& checks) {
    const std::optional<std::string> said =
        undefined_of({with_addresses(programs_.clang, "-O0"), with_memory(programs_.clang, "-O0")}, program, session,
                     checks.commands, checks.usage);
    if (!said) return;
    checks.undefined = true;
    checks.undefined_at = "a sanitizer: " + *said;
    checks.miscompiled.reset();
    for (CheckedFact& fact : checks.facts) fact = {};
  }

  Definition definition_;
  Programs programs_;
  std::string llc_, gcc_;
  LlvmWorker worker_;
  std::unique_ptr<CChecker> checker_;
  CheckRuntime runtime_;
  std::vector<Domain> domains_;
  core::ScratchFolder scratch_;
  std::string asked_;               ///< the program whose modules with checks are in scratch_
  std::vector<std::string> skips_;  ///< for each of its facts
};

}  // namespace
}  // namespace clam

Result<std::unique_ptr<Analyzer>> open_clam(const Definition& definition) {
  Result<clam::Programs> programs = clam::find_programs(definition);
  if (!programs) return programs.error();
  Result<std::string> llc = clam::find_other(definition, "llc-14");
  if (!llc) return llc.error();
  const Result<std::string> gcc = clam::find_other(definition, "gcc");
  if (!gcc) return gcc.error();
  Result<LlvmWorker> worker = clam::find_worker(definition);
  if (!worker) return worker.error();
  Result<std::unique_ptr<CChecker>> checker = CChecker::open();
  if (!checker) return checker.error();
  return std::unique_ptr<Analyzer>(std::make_unique<clam::ClamAnalyzer>(
      definition, std::move(*programs), std::move(*llc), *gcc, std::move(*worker), std::move(*checker)));
}

}  // namespace assay::analyzer
