#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

#include "analyzer/adapters/clam/clam_steps.hpp"
#include "analyzer/adapters/llvm/llvm_worker.hpp"
#include "analyzer/check/run/check_runtime.hpp"
#include "analyzer/command/command_words.hpp"
#include "analyzer/command/process_end.hpp"
#include "analyzer/tune/run/clam_checks.hpp"
#include "analyzer/tune/run/runner_rows.hpp"
#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer::tune {
namespace clam {
namespace {

using analyzer::clam::kPrepared;
using analyzer::clam::Programs;

constexpr const char* kMarked = "marked.bc";    ///< prepared bitcode with numbered assertions
constexpr const char* kAssumed = "assumed.bc";  ///< the same with some assertions as assumptions
constexpr const char* kResults = "results.crabir";

/// The files that Clam wrote, by function: "results.FUNCTION.crabir".
std::map<std::string, std::string> results_in(const std::string& folder) {
  constexpr std::string_view kBefore = "results.", kAfter = ".crabir";
  std::map<std::string, std::string> texts;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.size() <= kBefore.size() + kAfter.size() || !name.starts_with(kBefore) || !name.ends_with(kAfter))
      continue;
    if (Result<std::string> text = core::read_text_file(entry.path().string()); text)
      texts[name.substr(kBefore.size(), name.size() - kBefore.size() - kAfter.size())] = std::move(*text);
  }
  return texts;
}

/// Bitcode with assertions, which Clam analyzes in any configuration. Clam is not changed: proved assertions of one run
/// are assumptions in the bitcode of the next.
class ClamSubject final : public Subject {
 public:
  ClamSubject(Definition definition, Programs programs, LlvmWorker worker, Space space, Code code)
      : definition_(std::move(definition)),
        programs_(std::move(programs)),
        worker_(std::move(worker)),
        space_(std::move(space)),
        code_(std::move(code)),
        ends_(definition_.crashes, end_patterns(definition_.tuning)) {}

  /// Compiles, prepares, and numbers the assertions. An Error says why nothing can run.
  Status prepare(const RunLimits& limits, const std::stop_token& stop) {
    const Result<std::string> folder = folder_.path();
    if (!folder) return folder.error();
    home_ = *folder;
    analyzer::clam::Sources sources{{}, code_.flags, code_.folder};
    if (sources.folder.empty()) sources.folder = std::filesystem::current_path().string();
    for (const std::string& file : code_.files) sources.files.push_back(core::anchored(file));
    const Session session{folder_, process_limits(limits.cpu_seconds, limits.memory_bytes),
                          process_limits(limits.cpu_seconds, limits.memory_bytes), stop};
    preparing_ = session.program;
    Status done = prepare(sources, session);
    // Without a main, or without assertions that main reaches: all functions stay.
    sources.keep_all = !done || !has_checks();
    if (sources.keep_all) done = prepare(sources, session);
    if (!done) return done;
    if (!has_checks())
      return Error{code_.name + " has no assertions: there is nothing to prove",
                   "calls of __CRAB_assert(condition) or __VERIFIER_error()"};
    return identify(home_ + "/" + kMarked);
  }

  [[nodiscard]] const Space& space() const override { return space_; }
  [[nodiscard]] std::string identity() const override { return identity_; }
  [[nodiscard]] bool lists_checks() const override { return true; }
  [[nodiscard]] bool passes_assumptions() const override { return true; }

  [[nodiscard]] Outcome run(const Ingredient& ingredient, const std::vector<CheckKey>& assumed, const RunLimits& limits,
                            const std::stop_token& stop) override {
    core::ScratchFolder scratch;
    const Session session{scratch, process_limits(limits.cpu_seconds, limits.memory_bytes),
                          process_limits(limits.cpu_seconds, limits.memory_bytes), stop};
    const Result<std::string> folder = scratch.path();
    if (!folder) return failed("no space for a run");
    std::string input = home_ + "/" + kMarked;
    if (!assumed.empty()) {
      const Session rewriting{scratch, preparing_, preparing_, stop};
      const std::string changed = *folder + "/" + kAssumed;
      if (const Result<std::vector<CheckKey>> done = mark(home_ + "/" + kPrepared, changed, assumed, rewriting); !done)
        return failed(done.error().text());
      input = changed;
    }
    const core::ProcessResult result = run_here(session, argv_of(ingredient, input), session.analyzer);
    Outcome outcome{ends_.judge(result), {}, {}, {}, {}};
    if (outcome.status != Outcome::Status::Done) return outcome;
    Outcome read = outcome_of(results_in(*folder), checks_, code_.function);
    outcome.proved = std::move(read.proved);
    outcome.alarms = std::move(read.alarms);
    outcome.dead = std::move(read.dead);
    // They are assumptions in this run, which has no result about them.
    std::erase_if(outcome.dead,
                  [&](const CheckKey& check) { return std::binary_search(assumed.begin(), assumed.end(), check); });
    return outcome;
  }

 private:
  /// Makes the bitcode, and numbers its assertions.
  Status prepare(const analyzer::clam::Sources& sources, const Session& session) {
    const analyzer::clam::Step done = analyzer::clam::prepare(definition_, programs_, sources, session);
    if (done.trouble)
      return Error{code_.name + " cannot be prepared for Clam: " + done.trouble->reason,
                   printable(shortened(done.output, 1000))};
    Result<std::vector<CheckKey>> checks = mark(home_ + "/" + kPrepared, home_ + "/" + kMarked, {}, session);
    if (!checks) return checks.error();
    checks_ = std::move(*checks);
    return {};
  }

  [[nodiscard]] bool has_checks() const {
    return std::any_of(checks_.begin(), checks_.end(), [this](const CheckKey& check) {
      return code_.function.empty() || check.function == code_.function;
    });
  }

  static Outcome failed(std::string why) {
    Outcome outcome;
    outcome.reason = std::move(why);
    return outcome;
  }

  /// Asks the worker for the numbered module in which `assumed` are assumptions.
  Result<std::vector<CheckKey>> mark(const std::string& from, const std::string& to,
                                     const std::vector<CheckKey>& assumed, const Session& session) {
    std::string request = "assertions\nread " + from + "\nwrite " + to + "\n";
    if (!code_.function.empty()) request += "function " + code_.function + "\n";
    if (!assumed.empty()) request += "assume";
    for (std::size_t i = 0; i < checks_.size() && !assumed.empty(); ++i)
      if (std::binary_search(assumed.begin(), assumed.end(), checks_[i])) request += " " + std::to_string(i + 1);
    if (!assumed.empty()) request += "\n";
    const std::lock_guard lock(mutex_);
    const core::ChildSession::Answer said = worker_.ask(request + "\n", session);
    if (!said.complete) return Error{"the worker that reads bitcode ended: " + llvm_trouble(said).reason, {}};
    return read_assertions(said.out, code_.files.empty() ? code_.name : code_.files.front());
  }

  [[nodiscard]] std::vector<std::string> argv_of(const Ingredient& ingredient, const std::string& input) const {
    std::vector<std::string> argv = expanded(definition_.tuning.argv, {{{"settings", space_.words(ingredient)}},
                                                                       {{"prepared", input}, {"results", kResults}}});
    if (!argv.empty()) argv.front() = programs_.clam;
    return argv;
  }

  /// Computes the identity from the numbered bitcode, the meaning of the numbers (a blank line in the source changes
  /// only that), and everything that the command line depends on.
  Status identify(const std::string& marked) {
    const Result<std::string> module = core::read_text_file(marked);
    if (!module) return module.error();
    const Result<std::string> version = version_of(definition_);
    std::uint64_t hash = hash_bytes(*module);
    for (const CheckKey& check : checks_) hash = hash_bytes(to_text(check) + '\0' + check.property, hash);
    for (const std::string& word : definition_.tuning.argv) hash = hash_bytes(word, hash);
    for (std::size_t knob = 0; knob < space_.knobs().size(); ++knob) {
      const std::vector<std::string>& values = space_.knobs()[knob].values;
      for (std::size_t value = 0; value < values.size(); ++value) {
        Ingredient ingredient = space_.standard();
        ingredient.values[knob] = value;
        hash = hash_bytes(join(space_.words(ingredient), " "), hash_bytes(values[value], hash));
      }
    }
    identity_ = definition_.name + " | " + (version ? *version : "unknown") + " | " + code_.function + " | " +
                std::to_string(hash);
    return {};
  }

  Definition definition_;
  Programs programs_;
  LlvmWorker worker_;
  std::mutex mutex_;  ///< protects the worker
  Space space_;
  Code code_;
  ProcessEnds ends_;
  core::Limits preparing_;
  core::ScratchFolder folder_;  ///< of the prepared bitcode
  std::string home_;            ///< path of folder_
  std::vector<CheckKey> checks_;
  std::string identity_;
};

}  // namespace
}  // namespace clam

Result<std::unique_ptr<Subject>> open_clam_subject(const Definition& definition, const Code& code,
                                                   const RunLimits& limits, const std::stop_token& stop) {
  Result<analyzer::clam::Programs> programs = analyzer::clam::find_programs(definition);
  if (!programs) return programs.error();
  Result<LlvmWorker> worker = analyzer::clam::find_worker(definition);
  if (!worker) return worker.error();
  Result<Space> space = Space::of(definition.tuning);
  if (!space) return space.error();
  auto subject = std::make_unique<clam::ClamSubject>(definition, std::move(*programs), std::move(*worker),
                                                     std::move(*space), code);
  if (const Status prepared = subject->prepare(limits, stop); !prepared) return prepared.error();
  return std::unique_ptr<Subject>(std::move(subject));
}

}  // namespace assay::analyzer::tune
