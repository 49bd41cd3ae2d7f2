#include "analyzer/check/source/c_checker.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <set>
#include <utility>

#include "analyzer/check/edit/c_edits.hpp"
#include "analyzer/check/edit/c_traced.hpp"
#include "analyzer/check/run/c_sanitized.hpp"
#include "analyzer/check/run/run_report.hpp"
#include "analyzer/check/source/c_instrument.hpp"
#include "analyzer/check/source/c_origin.hpp"
#include "analyzer/check/tree/c_language.hpp"
#include "analyzer/fact/real_range.hpp"
#include "analyzer/target/trouble.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer {
namespace {

constexpr std::uint64_t kTreeBytes = std::uint64_t{512} << 20;
/// The exit code of a sanitizer, which distinguishes it from the program's own exit codes.
constexpr int kSanitizerExit = 77;

/// From which use on a precompiled header pays: GCC's costs as much as it saves in three programs; without one, clang
/// prints a hundred megabytes.
constexpr std::uint64_t kWorthForCode = 3, kWorthForTree = 1;

/// A way to build the checked program.
struct Build {
  std::string_view name;
  std::vector<std::string> compile;  ///< compiler and flags
  std::vector<std::pair<std::string, std::string>> environment;
  bool shadow = false;  ///< linked with Assay's handlers of undefined behaviour
  bool needed = false;  ///< no other build detects the undefined behaviour that this build detects
};

/// One build and its run.
struct BuildRun : ProgramRun {
  bool sanitizer_spoke = false;
};

/// The witness with the number whose bits it has.
std::string real_witness(const std::string& witness) {
  constexpr std::string_view kHead = "value ";
  const std::optional<Wide> bits = witness.starts_with(kHead) ? wide_from(witness.substr(kHead.size())) : std::nullopt;
  return bits ? std::string(kHead) + real_text(std::bit_cast<double>(static_cast<std::uint64_t>(*bits))) : witness;
}

/// One attempt to check a program. Facts on lines with compiler errors are dropped.
class CheckRun {
 public:
  CheckRun(CChecker& checker, CheckRuntime& runtime, PrecompiledHeads& heads, const Program& program,
           const std::vector<Fact>& facts, const Session& session)
      : checker_(checker), runtime_(runtime), heads_(heads), program_(program), facts_(facts), session_(session) {
    checks_.facts.resize(facts.size());
  }

  Checks run(const std::string& gcc, const std::string& clang) {
    if (!read_trees() || !write_checked()) return std::move(checks_);
    if (session_.quick && run_quickly(clang)) {
      if (any_broken()) ask_warnings(gcc, clang);
      return std::move(checks_);
    }
    // Compilers are slow on containers, and programs with containers run only briefly.
    const std::string level = is_cpp_ ? "-O0" : "-O1";
    const Build first{"gcc", {gcc, level, "-fsanitize=undefined,float-cast-overflow", "-fno-sanitize=vptr"}, {}, true};
    if (!compile_or_give_up(first)) return std::move(checks_);
    take(run_built(first));
    const std::string exit_code = exit_option();
    Build addresses{"gcc with AddressSanitizer",
                    {gcc, "-O0", "-fsanitize=address"},
                    {{"ASAN_OPTIONS", exit_code + ":detect_leaks=0"}}};
    Build values{
        "clang with MemorySanitizer", {clang, "-O0", "-fsanitize=memory"}, {{"MSAN_OPTIONS", exit_code}}, false, true};
    if (is_cpp_) {
      // Checks iterators, too. MemorySanitizer does not see all writes of the library's own code, so another build
      // gives variables without a value a pattern that no program expects.
      addresses.compile.emplace_back("-D_GLIBCXX_DEBUG");
      values = {"clang with patterns in variables", {clang, "-O0", "-ftrivial-auto-var-init=pattern"}, {}};
    }
    const Build others[] = {addresses, values, {"clang", {clang, "-O0"}, {}}};
    for (const Build& other : others)
      if (any_broken() && (!session_.batch || &other == others)) confirm(other);
    if (any_broken() && !session_.batch) ask_warnings(gcc, clang);
    return std::move(checks_);
  }

 private:
  [[nodiscard]] bool any_broken() const {
    return std::any_of(checks_.facts.begin(), checks_.facts.end(),
                       [](const CheckedFact& one) { return one.broken != 0; });
  }

  /// Undefined behaviour that no run shows, in the unchanged program.
  void ask_warnings(const std::string& gcc, const std::string& clang) {
    if (!put_files(program_, session_)) return;
    const auto said = warned_of({gcc, clang}, program_, session_, checks_.commands, checks_.usage);
    if (!said) return;
    checks_.undefined = true;
    checks_.undefined_at = *said;
    believe_none("undefined behaviour in the program");
  }

  static std::string exit_option() { return "exitcode=" + std::to_string(kSanitizerExit); }

  void take(BuildRun run) {
    checks_.run_cpu_seconds = run.result.usage.cpu_seconds();
    checks_.checked_runs = 1;
    checks_.trouble = std::move(run.trouble);
    checks_.undefined = run.report.undefined;
    checks_.undefined_at = run.report.undefined_at;
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      CheckedFact& to = checks_.facts[i];
      CheckedFact from = fact_result(run.report, i);
      to.runs = from.runs;
      to.broken = from.broken;
      to.witness = std::move(from.witness);
      to.marks = std::move(from.marks);
    }
  }

  /// The result of one fact in a run.
  [[nodiscard]] CheckedFact fact_result(const RunReport& report, std::size_t fact) const {
    const std::optional<CheckSlot>& slot = slots_[fact];
    if (!slot) return {};
    CheckedFact checked = report.facts[slot->broken];
    // A killed run reported the broken facts, but not its counts.
    checked.runs = std::max(checked.broken, report.facts[slot->judged].runs);
    if (real_range(facts_[fact].property)) checked.witness = real_witness(checked.witness);
    return checked;
  }

  /// One build whose run ends at any undefined behaviour. False: there is no such build.
  bool run_quickly(const std::string& clang) {
    const std::string exit_code = exit_option();
    const std::string memory = is_cpp_ ? "address" : "memory";
    const Build build{
        "clang",
        {clang, "-O0", "-fsanitize=" + memory + ",undefined,float-cast-overflow", "-fno-sanitize-recover=all"},
        {{"MSAN_OPTIONS", exit_code}, {"ASAN_OPTIONS", exit_code + ":detect_leaks=0"}, {"UBSAN_OPTIONS", exit_code}}};
    const core::ProcessResult compiled = compile(build);
    if (compiled.ending != core::Ending::Exited || compiled.exit_code != 0) return false;
    BuildRun run = run_built(build);
    if (!run.sanitizer_spoke && !run.trouble) {
      take(std::move(run));
    } else {
      skip("undefined behaviour in the run");
    }
    return true;
  }

  bool skip(std::string reason) {
    checks_.trouble = core::Verdict::skip(std::move(reason));
    return false;
  }

  bool read_trees() {
    for (const core::File& file : program_.files) {
      if (!is_c_source(file.name)) continue;
      Result<std::shared_ptr<const CTree>> tree = checker_.tree(program_, file, session_);
      if (!tree) {
        checks_.undefined_at = tree.error().text();
        return skip(CChecker::why_no_tree(program_, session_));
      }
      is_cpp_ = is_cpp_ || (*tree)->is_cpp();
      trees_.emplace_back(&file, std::move(*tree));
    }
    return !trees_.empty() || skip("no C file");
  }

  /// Writes the program's files with their checks, and the runtime. The first file has the table of counters.
  bool write_checked() {
    Status done = put_files(program_, session_);
    if (done) checks_.trouble = runtime_.put(session_, checks_.usage);
    if (checks_.trouble) return false;
    slots_.assign(facts_.size(), std::nullopt);
    slot_count_ = 0;
    std::vector<core::File> checked;
    for (const auto& [file, tree] : trees_) {
      std::vector<NumberedFact> here;
      for (std::size_t i = 0; i < facts_.size(); ++i)
        if (facts_[i].place.file == file->name && !given_up_.contains(i)) here.push_back({i, &facts_[i]});
      InstrumentedFile made = instrument(*tree, here, slot_count_);
      for (std::size_t i = 0; i < here.size(); ++i) {
        checks_.facts[here[i].number].skip = made.skips[i];
        slots_[here[i].number] = made.slots[i];
        if (made.slots[i]) ++slot_count_;
      }
      checked.push_back({file->name, std::move(made.text)});
    }
    checked.front().content += check_table(slot_count_);
    for (const core::File& file : checked)
      if (done) done = write(file.name, file.content);
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      if (given_up_.contains(i)) checks_.facts[i].skip = "no compiler takes the check";
      const bool ours = std::any_of(trees_.begin(), trees_.end(),
                                    [&](const auto& tree) { return tree.first->name == facts_[i].place.file; });
      if (!ours) checks_.facts[i].skip = "in no C file of the program";
    }
    return done.ok() || skip("no space for the checked program");
  }
  Status write(std::string_view name, std::string_view content) {
    const Result<std::string> path = session_.scratch.write(name, content);
    return path ? Status() : Status(path.error());
  }

  core::ProcessResult compile(const Build& build) {
    std::vector<std::string> rest;
    for (const auto& [file, tree] : trees_) rest.push_back(file->name);
    rest.insert(rest.end(), {CheckRuntime::kCounter, "-o", "assay_checked", "-lm"});
    if (is_cpp_) rest.emplace_back("-lstdc++");
    return compile_program(build, std::move(rest));
  }
  /// The recorded command has no precompiled header, which only saves time.
  core::ProcessResult compile_program(const Build& build, std::vector<std::string> rest) {
    std::vector<std::string> compiler = build.compile;
    for (const std::string_view flag : c_dialect(is_cpp_)) compiler.emplace_back(flag);
    const std::vector<std::string> head = heads_.flags(compiler, program_, session_, kWorthForCode, checks_.usage);
    std::vector<std::string> words = {"-w", "-I.", "-include", "assay_check.h"};
    words.insert(words.end(), program_.flags.begin(), program_.flags.end());
    words.insert(words.end(), rest.begin(), rest.end());
    std::vector<std::string>& recorded = checks_.commands.emplace_back(compiler);
    recorded.insert(recorded.end(), words.begin(), words.end());
    compiler.insert(compiler.end(), head.begin(), head.end());
    compiler.insert(compiler.end(), words.begin(), words.end());
    return run_compiler(std::move(compiler));
  }
  core::ProcessResult run_compiler(std::vector<std::string> argv) {
    core::ProcessResult result = run_here(session_, std::move(argv), session_.program);
    add_usage(checks_.usage, result.usage);
    return result;
  }

  /// The build with Assay's handlers: -fsanitize is used for compiling only, so its library is not linked.
  bool compile_or_give_up(const Build& build) {
    constexpr int kAttempts = 4;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      const core::ProcessResult result = compile_apart(build);
      if (Trouble trouble = trouble_of_helper("compiler", result); trouble) {
        checks_.trouble = std::move(trouble);
        return false;
      }
      if (result.exit_code == 0) return true;
      if (!give_up(result.err)) {
        checks_.undefined_at = tail(result.err);
        return skip("does not build");
      }
      if (!write_checked()) return false;
    }
    return skip("no compiler takes the checks");
  }
  core::ProcessResult compile_apart(const Build& build) {
    std::vector<std::string> rest = {"-c"};
    std::vector<std::string> link = {build.compile.front()};
    for (const auto& [file, tree] : trees_) {
      rest.push_back(file->name);
      link.push_back(file->name.substr(0, file->name.rfind('.')) + ".o");
    }
    core::ProcessResult result = compile_program(build, std::move(rest));
    if (result.ending != core::Ending::Exited || result.exit_code != 0) return result;
    link.insert(link.end(), {CheckRuntime::kCounter, CheckRuntime::kShadow, "-o", "assay_checked", "-lm"});
    if (is_cpp_) link.emplace_back("-lstdc++");
    checks_.commands.push_back(link);
    return run_compiler(std::move(link));
  }

  /// Drops the facts on lines that the compiler names; false: there are none.
  bool give_up(std::string_view messages) {
    const std::size_t before = given_up_.size();
    for (const std::string_view message : split(messages, '\n')) {
      for (std::size_t i = 0; i < facts_.size(); ++i) {
        const std::string head = facts_[i].place.file + ":" + std::to_string(facts_[i].place.line) + ":";
        if (message.starts_with(head) && message.find("error:") != std::string_view::npos) given_up_.insert(i);
      }
    }
    return given_up_.size() > before;
  }

  BuildRun run_built(const Build& build) {
    BuildRun run{run_checked_program("assay_checked", slot_count_, program_, session_, build.environment)};
    checks_.commands.push_back(run.command);
    add_usage(checks_.usage, run.result.usage);
    run.sanitizer_spoke = run.result.exit_code == kSanitizerExit && !build.environment.empty();
    return run;
  }

  /// Repeats the run in another build. A broken fact stays broken only if it is broken in this run, too. If the build
  /// fails, the facts stay as they are, or, if the build is `needed`, no fact counts as broken.
  void confirm(const Build& build) {
    const core::ProcessResult compiled = compile(build);
    if (compiled.ending != core::Ending::Exited || compiled.exit_code != 0) {
      if (build.needed) believe_none("no build by " + std::string(build.name) + " (is libclang-rt-dev installed?)");
      return;
    }
    const BuildRun run = run_built(build);
    if (run.sanitizer_spoke) {
      checks_.undefined = true;
      checks_.undefined_at = std::string(build.name) + ": " + first_complaint(run.result.err);
    }
    if (run.trouble && !run.sanitizer_spoke) return;
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      if (checks_.facts[i].broken == 0) continue;
      if (run.sanitizer_spoke || fact_result(run.report, i).broken == 0) {
        checks_.facts[i].broken = 0;
        checks_.facts[i].skip = run.sanitizer_spoke ? "undefined behaviour in the run" : "builds do not agree";
      }
    }
  }
  void believe_none(const std::string& why) {
    for (CheckedFact& one : checks_.facts) {
      if (one.broken == 0) continue;
      one.broken = 0;
      one.skip = why;
    }
  }
  static std::string first_complaint(std::string_view text) {
    for (const std::string_view line : split(text, '\n'))
      if (line.find("ERROR:") != std::string_view::npos || line.find("WARNING:") != std::string_view::npos)
        return printable(std::string(line));
    return "a sanitizer's report";
  }

  CChecker& checker_;
  CheckRuntime& runtime_;
  PrecompiledHeads& heads_;
  const Program& program_;
  const std::vector<Fact>& facts_;
  const Session& session_;
  std::vector<std::pair<const core::File*, std::shared_ptr<const CTree>>> trees_;
  std::set<std::size_t> given_up_;
  std::vector<std::optional<CheckSlot>> slots_;  ///< one for each fact; nullopt: no check
  std::size_t slot_count_ = 0;
  bool is_cpp_ = false;
  Checks checks_;
};

}  // namespace

Result<std::unique_ptr<CChecker>> CChecker::open() {
  auto checker = std::unique_ptr<CChecker>(new CChecker);
  for (const char* name : {"clang-14", "clang"})
    if (checker->clang_.empty()) checker->clang_ = core::find_program(name);
  for (const char* name : {"gcc", "gcc-12"})
    if (checker->gcc_.empty()) checker->gcc_ = core::find_program(name);
  if (checker->clang_.empty())
    return Error{"checks of C programs need clang, which reads them", "apt install clang libclang-rt-dev"};
  if (checker->gcc_.empty()) return Error{"checks of C programs need gcc, which builds them", "apt install gcc"};
  checker->runtime_ = std::make_unique<CheckRuntime>(checker->gcc_);
  return checker;
}

Checks CChecker::check(const Program& program, const std::vector<Fact>& facts, const Session& session) {
  return CheckRun(*this, *runtime_, heads_, program, facts, session).run(gcc_, clang_);
}

Result<std::shared_ptr<const CTree>> CChecker::tree(const Program& program, const core::File& file,
                                                    const Session& session) {
  std::string read = join(program.flags, "\n");
  for (const core::File& one : program.files)
    read += "\n" + one.name + "\n" + std::to_string(one.content.size()) + "\n" + one.content;
  if (read != trees_of_) trees_.clear();
  trees_of_ = std::move(read);
  std::shared_ptr<const CTree>& known = trees_[file.name];
  if (known != nullptr) return known;
  if (const Status put = put_files(program, session); !put) return put.error();
  std::vector<std::string> argv = {clang_};
  for (const std::string_view flag : c_dialect(is_cpp_source(file.name))) argv.emplace_back(flag);
  core::Usage not_counted;
  const std::vector<std::string> head = heads_.flags(argv, program, session, kWorthForTree, not_counted);
  argv.insert(argv.end(), head.begin(), head.end());
  argv.insert(argv.end(), {"-fsyntax-only", "-w", "-Xclang", "-ast-dump=json"});
  argv.insert(argv.end(), program.flags.begin(), program.flags.end());
  argv.push_back(file.name);
  core::Limits limits = session.program;
  limits.output_bytes = kTreeBytes;
  const core::ProcessResult result = run_here(session, std::move(argv), limits);
  if (result.ending != core::Ending::Exited || result.exit_code != 0)
    return Error{file.name + " does not compile: " + printable(tail(result.err, 400)), {}};
  Result<CTree> tree = CTree::parse(result.out, file.name, file.content);
  if (!tree) return tree.error();
  return known = std::make_shared<const CTree>(std::move(*tree));
}

std::string CChecker::why_no_tree(const Program& program, const Session& session) {
  if (session.stop.stop_requested()) return "cancelled";
  return put_files(program, session).ok() ? "does not compile" : "no space for the program";
}

std::vector<Analyzer::Edit> CChecker::edits(const Program& program, const Session& session) {
  if (program.files.empty()) return {};
  const Result<std::shared_ptr<const CTree>> tree = this->tree(program, program.files.front(), session);
  return tree ? c_edits(**tree) : std::vector<Analyzer::Edit>();
}

std::string CChecker::cause(const Program& program, const Fact& fact, const Session& session) {
  const auto file = std::find_if(program.files.begin(), program.files.end(),
                                 [&](const core::File& one) { return one.name == fact.place.file; });
  if (file == program.files.end()) return {};
  const Result<std::shared_ptr<const CTree>> tree = this->tree(program, *file, session);
  return tree ? cause_in_source(**tree, fact) : std::string();
}

bool CChecker::reads(const Program& program, const Session& session) {
  return !program.files.empty() && tree(program, program.files.front(), session).ok();
}

std::optional<Analyzer::Traced> CChecker::traced(const Program& program, const Session& session) {
  if (program.files.empty()) return std::nullopt;
  Result<std::shared_ptr<const CTree>> tree = this->tree(program, program.files.front(), session);
  return tree ? c_traced(std::move(*tree)) : std::nullopt;
}

}  // namespace assay::analyzer
