#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "analyzer/adapters/llvm/llvm.hpp"
#include "analyzer/adapters/llvm/llvm_answer.hpp"
#include "analyzer/adapters/llvm/llvm_worker.hpp"
#include "analyzer/adapters/llvm/shown/llvm_shown.hpp"
#include "analyzer/check/run/c_sanitized.hpp"
#include "analyzer/check/run/check_runtime.hpp"
#include "analyzer/check/run/run_outcome.hpp"
#include "analyzer/check/source/c_checker.hpp"
#include "analyzer/check/source/c_shown.hpp"
#include "analyzer/check/tree/c_language.hpp"
#include "analyzer/target/trouble.hpp"
#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "core/io/io.hpp"
#include "core/target/ending.hpp"

namespace assay::analyzer {
namespace {

constexpr std::string_view kNotCompiled = "the program does not compile";
constexpr std::string_view kNotBuilt = "the program with checks cannot be built";

/// A level of optimisation: clang's flags, and the passes that the worker runs afterwards.
struct Level {
  std::string name;
  std::vector<std::string> flags;
  std::string pipeline;
  std::size_t first = 0;  ///< number of the level's first fact
};

class LlvmCAnalyzer : public Analyzer {
 public:
  LlvmCAnalyzer(const Definition& definition, LlvmWorker worker, std::map<std::string, std::string> programs,
                std::unique_ptr<CChecker> reader)
      : worker_(std::move(worker)),
        programs_(std::move(programs)),
        reader_(std::move(reader)),
        runtime_(programs_["gcc"]) {
    std::string levels = "mem2reg;O1;O2";
    for (const auto& [name, value] : definition.settings)
      if (name == "levels") levels = value;
    for (const std::string_view part : split(levels, ';')) {
      Level level;
      level.name = trim(part);
      if (level.name == "mem2reg") {
        // The written program, but with variables as values: otherwise the analyses find nothing.
        level.flags = {"-O0", "-Xclang", "-disable-O0-optnone"};
        level.pipeline = "function(mem2reg)";
      } else {
        level.flags = {"-" + level.name};
      }
      levels_.push_back(std::move(level));
    }
  }

  Claims claims(const Program& program, const Session& asking) override {
    Claims claims;
    const Session session = here(asking);
    asked_.clear();
    if (!put_files(program, session)) claims.trouble = core::Verdict::skip("no space for the program");
    std::map<std::string, std::uint64_t> unread;
    double ours = 0;  // CPU time of Assay's own work: checks, and the worker's queries
    for (Level& level : levels_) {
      if (claims.trouble) return claims;
      level.first = claims.facts.size();
      if (session.quick && !broken_levels_.empty() && !broken_levels_.contains(level.name)) continue;
      if (session.batch && &level != &levels_[*session.batch % levels_.size()]) continue;
      claims.trouble = compile(program, level, session, claims);
      if (claims.trouble) {
        claims.output = messages_;
        return claims;
      }
      claims.analysis_seconds = std::max(claims.analysis_seconds, 0.0) + claims.usage.cpu_seconds() - ours;
      ours = claims.usage.cpu_seconds();
      const core::ChildSession::Answer said = worker_.ask(request(level, claims.facts.size()), session);
      add_usage(claims.usage, said.usage);
      ours = claims.usage.cpu_seconds();
      if (!said.complete) {
        claims.trouble = llvm_trouble(said);
        return claims;
      }
      std::optional<LlvmAnswer> answer = read_llvm_answer(said.out, program.files.front());
      if (!answer || !answer->problem.empty()) {
        claims.trouble = core::Verdict::skip(answer ? "LLVM does not take the module" : "unreadable answer");
        claims.output = answer ? answer->problem : std::string();
        return claims;
      }
      for (std::size_t i = 0; i < answer->facts.size(); ++i) {
        Fact& fact = answer->facts[i];
        fact.place.context = level.name + (fact.place.context.empty() ? "" : ", " + fact.place.context);
        claims.facts.push_back(std::move(fact));
        skips_[claims.facts.size() - 1] = answer->checked[i].skip;
      }
      for (const auto& [reason, count] : answer->unread) unread[reason] += count;
    }
    claims.unread.assign(unread.begin(), unread.end());
    asked_ = text_of(program) + (session.quick ? "\nquick" : "");
    return claims;
  }

  Checks check(const Program& program, const Claims& claims, const Session& asking) override {
    Checks checks;
    checks.facts.resize(claims.facts.size());
    const Session session = here(asking);
    if (asked_ != text_of(program) + (session.quick ? "\nquick" : "")) {
      // The modules with checks are made together with the claims.
      const Claims again = this->claims(program, session);
      checks.trouble = again.trouble;
      if (!checks.trouble && again.facts != claims.facts)
        checks.trouble = core::Verdict::skip("LLVM does not say this");
      if (checks.trouble) return checks;
    }
    checks.trouble = run_levels(program, session, checks);
    if (checks.trouble) {
      if (checks.undefined_at.empty()) checks.undefined_at = messages_;
      return checks;
    }
    if (has_broken_aliasing(claims.facts, checks.facts)) {
      Checks again;
      again.facts.resize(claims.facts.size());
      (void)run_levels(program, session, again, true);
      confirm_broken_aliasing(claims.facts, again.facts, checks.facts);
      add_usage(checks.usage, again.usage);
    }
    for (std::size_t i = 0; i < checks.facts.size(); ++i) checks.facts[i].skip = skips_[i];
    note_broken_levels(claims, checks, session.quick);
    if (!session.quick && !checks.undefined) compare_levels(program, session, checks);
    if (is_doubtful(claims, checks, session.quick)) ask_sanitizers(program, session, checks);
    return checks;
  }

  std::vector<Edit> edits(const Program& program, const Session& session) override {
    return reader_->edits(program, session);
  }

  std::optional<Traced> traced(const Program& program, const Session& session) override {
    return reader_->traced(program, session);
  }

  Result<core::Reproduction> reproduction(const Program& program, const Claims& claims, std::optional<std::size_t> fact,
                                          const Session& session) override {
    if (!fact) return of_builds(program, session);
    std::size_t at = 0;
    while (at + 1 < levels_.size() && levels_[at + 1].first <= *fact) ++at;
    const Level& level = levels_[at];
    const Fact& claimed = claims.facts[*fact];
    const std::string flag = level.pipeline.empty() ? level.flags.front() : "-O2";
    Result<core::Reproduction> made = reproduction_by_build(*reader_, program, claimed, {kClang, flag}, session);
    return made ? std::move(made) : of_module(program, claims, *fact, level, session);
  }

 private:
  static constexpr const char* kClang = "clang-14";
  static constexpr const char* kOptimiser = "opt-14";

  /// A reproduction with two levels whose builds behave differently.
  Result<core::Reproduction> of_builds(const Program& program, const Session& session) {
    Result<core::Reproduction> made = Error{"no level is there to compare with -O0", {}};
    for (const Level& level : levels_) {
      if (!level.pipeline.empty()) continue;
      const std::string& flag = level.flags.front();
      made = reproduction_of_builds(program, {"clang " + flag, {kClang, flag, "-w"}},
                                    {"clang -O0", {kClang, "-O0", "-w"}}, session);
      if (made) return made;
    }
    return made;
  }

  /// A reproduction with the claim's module as a program of its own.
  Result<core::Reproduction> of_module(const Program& program, const Claims& claims, std::size_t number,
                                       const Level& level, const Session& session) {
    const Fact& fact = claims.facts[number];
    const Checks checks = check(program, claims, session);
    const std::string& witness = checks.facts[number].witness;
    const std::optional<Wide> value =
        witness.starts_with("value ") ? wide_from(std::string_view(witness).substr(6)) : std::nullopt;
    if (checks.trouble || !value || fact.subject.kind != Subject::Kind::Value)
      return Error{"it is about more than the value of one name", {}};
    std::vector<std::string> print = {kOptimiser, "-S", "--strip-debug", level.name + ".bc", "-o", "claimed.ll"};
    if (!level.pipeline.empty()) print.push_back("-passes=" + level.pipeline);
    const core::ProcessResult printed = run_here(here(session), print, session.program);
    const Result<std::string> folder = scratch_.path();
    Result<std::string> text = folder ? core::read_text_file(*folder + "/claimed.ll") : folder;
    if (printed.exit_code != 0 || !text) return Error{"opt-14 does not print the module", {}};
    return ir_claim_reproduction(never_is(std::move(*text), fact, to_text(*value)), session);
  }

  static std::string text_of(const Program& program) {
    std::string text;
    for (const core::File& file : program.files) text += file.name + "\n" + file.content + "\n";
    return text + join(program.flags, " ");
  }
  /// A session in the adapter's own folder, where a level's module stays until it runs.
  Session here(const Session& asking) {
    return {scratch_,     asking.analyzer,     asking.program,    asking.stop,
            asking.quick, asking.step_seconds, asking.run_folder, asking.batch};
  }

  /// Runs a step of a build, and returns its problem if it fails.
  Trouble step(std::vector<std::string> argv, std::string_view otherwise, const Session& session, core::Usage& usage) {
    const core::ProcessResult result = run_here(session, std::move(argv), session.program);
    add_usage(usage, result.usage);
    const core::TargetEnd end = core::classify(result);
    if (end.kind == core::TargetEnd::Kind::Crashed)
      return core::Verdict::bug(core::BugKind::Crash, "a compiler ended with signal " + std::to_string(result.signal),
                                shortened(printable(result.err), 4000));
    if (end.kind != core::TargetEnd::Kind::Ended) return core::Verdict::skip(std::string(end.skip_reason()));
    messages_ = result.exit_code != 0 ? tail(result.err) : std::string();
    if (result.exit_code != 0) return core::Verdict::skip(std::string(otherwise));
    return std::nullopt;
  }

  static bool is_cpp(const Program& program) { return is_cpp_source(program.files.front().name); }

  static void append(std::vector<std::string>& argv, std::span<const std::string_view> words) {
    argv.insert(argv.end(), words.begin(), words.end());
  }

  std::vector<std::string> sources(const Program& program) const {
    std::vector<std::string> names;
    for (const core::File& file : program.files)
      if (is_c_source(file.name)) names.push_back(file.name);
    return names;
  }

  static std::vector<std::string> compile_line(const Program& program, const Level& level, const std::string& source,
                                               const std::string& output) {
    std::vector<std::string> argv = {kClang};
    argv.insert(argv.end(), level.flags.begin(), level.flags.end());
    // Vectors have no shadow. Names and lines are for people.
    for (const char* flag : {"-fno-vectorize", "-fno-slp-vectorize", "-fno-discard-value-names", "-gline-tables-only",
                             "-w", "-emit-llvm", "-c"})
      argv.emplace_back(flag);
    append(argv, cpp_flags(source));
    argv.insert(argv.end(), program.flags.begin(), program.flags.end());
    argv.insert(argv.end(), {source, "-o", output});
    return argv;
  }

  Trouble compile(const Program& program, const Level& level, const Session& session, Claims& claims) {
    std::vector<std::string> parts;
    for (const std::string& source : sources(program)) {
      parts.push_back(level.name + "-" + source + ".bc");
      std::vector<std::string> argv = compile_line(program, level, source, parts.back());
      claims.command = argv;
      argv.front() = programs_["clang"];
      if (Trouble trouble = step(argv, kNotCompiled, session, claims.usage)) return trouble;
    }
    std::vector<std::string> link = {programs_["llvm-link"], "-o", level.name + ".bc"};
    link.insert(link.end(), parts.begin(), parts.end());
    return step(link, kNotCompiled, session, claims.usage);
  }

  std::string request(const Level& level, std::size_t first) {
    const Result<std::string> folder = scratch_.path();
    const std::string path = folder ? *folder + "/" : "";
    std::string lines = "read " + path + level.name + ".bc\nwrite " + path + level.name + ".checked.bc\nfirst " +
                        std::to_string(first) + "\n";
    if (!level.pipeline.empty()) lines += "pipeline " + level.pipeline + "\n";
    return lines + "\n";
  }

  /// `keep`: memory is never freed.
  Trouble run_levels(const Program& program, const Session& session, Checks& checks, bool keep = false) {
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      const std::size_t end = i + 1 < levels_.size() ? levels_[i + 1].first : checks.facts.size();
      if (end == levels_[i].first) continue;
      if (Trouble trouble = run_level(program, levels_[i], end, session, checks, keep)) return trouble;
    }
    return std::nullopt;
  }

  Trouble run_level(const Program& program, const Level& level, std::size_t end, const Session& session, Checks& checks,
                    bool keep = false) {
    if (Trouble trouble = runtime_.put(session, checks.usage)) return trouble;
    if (!scratch_.write("assay_facts.c", "#include \"assay_check.h\"\n" + check_table(checks.facts.size())))
      return core::Verdict::skip("no space for the checked program");
    const std::string object = level.name + ".o";
    std::vector<std::string> link = {programs_["gcc"], "-O1", "-w", "assay_facts.c", CheckRuntime::kCounter, object};
    if (keep) link.insert(link.end(), CheckRuntime::kKeep.begin(), CheckRuntime::kKeep.end());
    link.insert(link.end(), {"-lm", "-o", "checked"});
    append(link, cpp_library(program.files.front().name));
    const std::vector<std::vector<std::string>> steps = {
        // Without the pass that uses the analyses under test on loops, and with a separate place for each variable.
        // A batch runs briefly, and its code is large.
        {programs_["llc"], session.batch ? "-O0" : "-O1", "-disable-lsr", "-no-stack-coloring", "-relocation-model=pic",
         "-filetype=obj", level.name + ".checked.bc", "-o", object},
        std::move(link)};
    for (const std::vector<std::string>& argv : steps) {
      checks.commands.push_back(argv);
      if (Trouble trouble = step(argv, kNotBuilt, session, checks.usage)) return trouble;
    }
    ProgramRun run = run_checked_program("checked", checks.facts.size(), program, session);
    checks.commands.push_back(run.command);
    add_usage(checks.usage, run.result.usage);
    if (run.trouble) return std::move(run.trouble);
    checks.run_cpu_seconds += run.result.usage.cpu_seconds();
    ++checks.checked_runs;
    if (run.report.undefined && !checks.undefined) {
      checks.undefined = true;
      checks.undefined_at = level.name + ": " + run.report.undefined_at;
    }
    for (std::size_t i = level.first; i < end; ++i) checks.facts[i] = std::move(run.report.facts[i]);
    return std::nullopt;
  }

  /// Levels with a broken must-fact that does not follow from another fact.
  [[nodiscard]] std::set<std::string> broken_levels(const Claims& claims, const Checks& checks) const {
    std::vector<std::size_t> broken;
    for (std::size_t fact = 0; fact < checks.facts.size(); ++fact)
      if (checks.facts[fact].broken != 0) broken.push_back(fact);
    std::set<std::string> names;
    for (const std::size_t fact : first_of(claims.facts, broken)) {
      if (claims.facts[fact].mode != Fact::Mode::Must) continue;
      const auto next = std::find_if(levels_.begin(), levels_.end(), [&](const Level& l) { return l.first > fact; });
      if (next != levels_.begin()) names.insert((next - 1)->name);
    }
    return names;
  }
  /// The steps of a reduction use only one level that shows the failure.
  void note_broken_levels(const Claims& claims, const Checks& checks, bool quick) {
    const std::set<std::string> broken = broken_levels(claims, checks);
    if (!quick) broken_levels_ = broken;
    if (quick && !broken.empty()) broken_levels_ = {*broken.begin()};
  }

  /// Whether undefined behaviour may explain the result, so the sanitizers have to run. The worker judges all facts,
  /// but a step of a reduction is about must-facts: it is rejected anyway if they hold or follow from others, and the
  /// sanitizers' builds are the most expensive part of a step.
  [[nodiscard]] bool is_doubtful(const Claims& claims, const Checks& checks, bool quick) const {
    if (quick) return !broken_levels(claims, checks).empty();
    return checks.miscompiled || std::any_of(checks.facts.begin(), checks.facts.end(),
                                             [](const CheckedFact& one) { return one.broken != 0; });
  }

  /// Errors of memory, and other behaviour that is undefined in C but not in IR, are not LLVM's fault.
  void ask_sanitizers(const Program& program, const Session& session, Checks& checks) {
    std::vector<std::vector<std::string>> sanitized = {with_addresses(programs_["clang"], "-O1")};
    // The C++ library is built without it.
    if (!is_cpp(program)) sanitized.push_back(with_memory(programs_["clang"], "-O1"));
    const std::optional<std::string> said = undefined_of(sanitized, program, session, checks.commands, checks.usage);
    if (!said) return;
    checks.undefined = true;
    checks.undefined_at = *said;
    checks.miscompiled.reset();
    for (CheckedFact& checked : checks.facts) {
      if (checked.broken == 0) continue;
      checked = {};
      checked.skip = "undefined behaviour in the run";
    }
  }

  /// Builds the unchanged program at one level, and runs it.
  std::optional<RunOutcome> run_plain(const Program& program, const std::string& flag, const Session& session,
                                      Checks& checks) {
    std::vector<std::string> argv = {programs_["clang"], flag, "-w"};
    append(argv, cpp_flags(program.files.front().name));
    argv.insert(argv.end(), program.flags.begin(), program.flags.end());
    for (const std::string& source : sources(program)) argv.push_back(source);
    argv.insert(argv.end(), {"-lm", "-o", "plain"});
    append(argv, cpp_library(program.files.front().name));
    checks.commands.push_back(argv);
    if (step(argv, kNotBuilt, session, checks.usage)) return std::nullopt;
    return run_again(program, session, checks);
  }
  std::optional<RunOutcome> run_again(const Program& program, const Session& session, Checks& checks) {
    const Result<std::string> folder = scratch_.path();
    std::vector<std::string> call = {(folder ? *folder : ".") + "/plain"};
    call.insert(call.end(), program.arguments.begin(), program.arguments.end());
    const core::ProcessResult result = run_here(session, std::move(call), run_limits(session), program.input);
    add_usage(checks.usage, result.usage);
    RunOutcome outcome = outcome_of(result);
    return outcome.ended ? std::optional(std::move(outcome)) : std::nullopt;
  }

  /// A program without undefined behaviour prints the same at all levels, except for lines that differ between runs.
  void compare_levels(const Program& program, const Session& session, Checks& checks) {
    std::optional<RunOutcome> first = run_plain(program, "-O0", session, checks);
    const std::optional<RunOutcome> second = first ? run_again(program, session, checks) : std::nullopt;
    if (!second) return;
    ReferenceOutcome reference(std::move(*first));
    reference.add(*second);
    for (const Level& level : levels_) {
      if (!level.pipeline.empty()) continue;
      const std::optional<RunOutcome> other = run_plain(program, level.flags.front(), session, checks);
      if (!other) return;
      for (unsigned i = 0; i < kMoreRuns && !reference.agrees(*other); ++i)
        if (const auto again = run_plain(program, "-O0", session, checks)) reference.add(*again);
      checks.output_differs = reference.differs();
      checks.builds_agree = reference.is_comparable() && reference.agrees(*other);
      if (reference.agrees(*other)) continue;
      checks.miscompiled =
          level.flags.front().substr(1) + "\n" + other->text() + "\ninstead of (-O0)\n" + reference.text();
      return;
    }
  }
  static constexpr unsigned kMoreRuns = 3;  ///< runs of the reference before a difference counts

  LlvmWorker worker_;
  std::map<std::string, std::string> programs_;
  std::unique_ptr<CChecker> reader_;
  CheckRuntime runtime_;
  std::vector<Level> levels_;
  core::ScratchFolder scratch_;  ///< for builds: a level's module stays until it runs
  std::string messages_;         ///< messages of the failed step of a build
  std::string asked_;            ///< the program whose modules with checks are in scratch_
  std::map<std::size_t, std::string> skips_;
  std::set<std::string> broken_levels_;  ///< levels with broken facts of the last program
};

}  // namespace

Result<std::unique_ptr<Analyzer>> open_llvm_c(const Definition& definition) {
  Result<LlvmWorker> worker = LlvmWorker::find(definition);
  if (!worker) return worker.error();
  std::map<std::string, std::string> programs;
  const std::vector<std::pair<std::string, std::string>> wanted = {
      {"clang", "clang-14"}, {"llvm-link", "llvm-link-14"}, {"llc", "llc-14"}, {"gcc", "gcc"}};
  for (const auto& [use, name] : wanted) {
    programs[use] = core::find_program(name);
    if (programs[use].empty())
      return Error{"the analyzer " + definition.name + " needs the program " + name, definition.install};
  }
  Result<std::unique_ptr<CChecker>> reader = CChecker::open();
  if (!reader) return reader.error();
  return std::unique_ptr<Analyzer>(
      std::make_unique<LlvmCAnalyzer>(definition, std::move(*worker), std::move(programs), std::move(*reader)));
}

}  // namespace assay::analyzer
