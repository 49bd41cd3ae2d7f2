#include "analyzer/recall/recall.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>

#include "analyzer/check/run/c_sanitized.hpp"
#include "analyzer/tune/space/tune.hpp"
#include "base/text.hpp"
#include "core/proc/proc.hpp"
#include "core/target/patterns.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer::recall {
namespace {

constexpr const char* kFile = "planted.c";
using Reasons = std::map<std::string, std::uint64_t>;

std::vector<std::pair<std::string, std::uint64_t>> listed(const Reasons& reasons) {
  return {reasons.begin(), reasons.end()};
}

/// Builds planted programs with sanitizers, and runs them. The programs are Assay's own, so their runs need no
/// isolation, which would keep LeakSanitizer from working.
class Confirmation {
 public:
  explicit Confirmation(std::stop_token stop) : stop_(std::move(stop)) {}

  /// Nullopt: `planted`, which is the bug `number` of the program, is confirmed, and `report` is set.
  [[nodiscard]] std::optional<std::string> why_not(const PlantedProgram& program, std::size_t number,
                                                   const Planting& planted, std::string& report) {
    const BugRow& row = bug_rows()[planted.bug];
    const char* const build = row.uninitialised ? "memory" : "addresses";
    if (!row.uninitialised && !has("addresses"))
      return "no build with gcc's sanitizers of addresses and undefined behaviour";
    if (row.uninitialised && !has("memory")) return "no build with clang's sanitizer of uninitialised memory";
    for (std::size_t input = 0; input < PlantedProgram::kInputs; ++input) {
      const std::string said = run(build, program.arguments(number, false, input), row.kind == "leak");
      if (!core::matches_lines(std::string(row.report), said)) return "a run does not report the bug";
      if (report.empty()) report = first_report(said);
      for (const char* other : {"addresses", "memory"})
        if (has(other) && !run(other, program.arguments(number, true, input), row.kind == "leak").empty())
          return "a run of the twin reports something";
    }
    return std::nullopt;
  }

  /// Builds the program that `why_not` is about.
  void build(const PlantedProgram& program) {
    scratch_.clear();
    built_.clear();
    if (!scratch_.write(kFile, program.text)) return;
    std::vector<std::string> addresses = with_addresses("gcc", "-O0");
    addresses.emplace_back("-fno-builtin");
    compile("addresses", std::move(addresses));
    compile("memory", with_memory(core::find_program("clang-14").empty() ? "clang" : "clang-14", "-O0"));
  }

 private:
  [[nodiscard]] bool has(const std::string& build) const {
    return std::find(built_.begin(), built_.end(), build) != built_.end();
  }
  [[nodiscard]] core::ProcessResult call(std::vector<std::string> argv, bool leaks = false) {
    const Result<std::string> folder = scratch_.path();
    if (!folder) return {};
    core::Command command{std::move(argv),
                          {{"ASAN_OPTIONS", leaks ? "exitcode=77:detect_leaks=1" : "exitcode=77:detect_leaks=0"},
                           {"UBSAN_OPTIONS", "exitcode=77"},
                           {"MSAN_OPTIONS", "exitcode=77"},
                           {"LSAN_OPTIONS", "exitcode=77:use_stacks=0:use_registers=0"},
                           {"TMPDIR", *folder}},
                          *folder,
                          *folder};
    return core::run_process(command, "", {}, stop_);
  }
  void compile(const std::string& name, std::vector<std::string> argv) {
    if (core::find_program(argv.front()).empty()) return;
    argv.insert(argv.end(), {"-w", kFile, "-o", name});
    const core::ProcessResult result = call(std::move(argv));
    if (result.ending == core::Ending::Exited && result.exit_code == 0) built_.push_back(name);
  }
  /// The text that a run printed on standard error; "ended" if it printed nothing and ended in another way than with 0.
  [[nodiscard]] std::string run(const std::string& build, std::size_t arguments, bool leaks) {
    const Result<std::string> folder = scratch_.path();
    if (!folder) return {};
    std::vector<std::string> argv = {*folder + "/" + build};
    argv.resize(arguments + 1, "x");
    core::ProcessResult result = call(std::move(argv), leaks);
    const bool clean = result.ending == core::Ending::Exited && result.exit_code == 0;
    return result.err.empty() && !clean ? "ended" : std::move(result.err);
  }
  static std::string first_report(std::string_view said) {
    for (const std::string_view line : split(said, '\n'))
      for (const char* sign : {"runtime error:", "ERROR:", "WARNING:"})
        if (const std::size_t at = line.find(sign); at != std::string_view::npos)
          return printable(sign[0] == 'r' ? line : line.substr(at));
    return {};
  }

  core::ScratchFolder scratch_;
  std::vector<std::string> built_;
  std::stop_token stop_;
};

/// An analyzer that is asked about planted programs. Its alarms are read as for tuning, in its default configuration.
class AskedTarget {
 public:
  AskedTarget(Definition definition, const RecallOptions& options)
      : definition_(std::move(definition)), options_(options) {
    definition_.tuning.counted.clear();
    definition_.tuning.ignored.clear();
    definition_.tuning.fingerprint.clear();
    definition_.version.clear();
    for (std::vector<std::string>* argv : {&definition_.tuning.argv, &definition_.tuning.command}) {
      const auto settings = std::find(argv->begin(), argv->end(), "{settings}");
      argv->insert(settings, definition_.recall.words.begin(), definition_.recall.words.end());
    }
    for (const auto& [kind, pattern] : definition_.recall.alarms) patterns_.emplace_back(kind, single(pattern));
  }

  struct Said {
    std::vector<CheckKey> alarms;
    std::string problem;  ///< why there is no answer; empty: there is one
    std::vector<std::string> command;
  };
  [[nodiscard]] Said ask(const PlantedProgram& program, const std::stop_token& stop) {
    core::ScratchFolder scratch;
    const Result<std::string> path = scratch.write(kFile, program.text);
    if (!path) return {{}, path.error().text(), {}};
    const tune::RunLimits limits{options_.cpu_seconds, options_.memory_mb << 20};
    const tune::Code code{kFile, {*path}, options_.flags, {}, {}};
    const Result<std::unique_ptr<tune::Subject>> subject = tune::open_subject(definition_, code, limits, stop);
    if (!subject) return {{}, printable(split(subject.error().text(), '\n').front()), {}};
    const tune::Ingredient standard = (*subject)->space().standard();
    tune::Outcome outcome = (*subject)->run(standard, {}, limits, stop);
    cpu_seconds_ += outcome.cpu_seconds;
    if (outcome.status != tune::Outcome::Status::Done) return {{}, "no result: " + outcome.reason, {}};
    Said said{std::move(outcome.alarms), {}, (*subject)->command(standard)};
    for (std::string& word : said.command)
      if (word.ends_with(kFile)) word = kFile;
    return said;
  }

  /// Whether an alarm is about the bug's kind and stands in these lines.
  [[nodiscard]] Answer answer(const Said& said, const Planting& planted, const Region& lines) const {
    if (!said.problem.empty()) return Answer::None;
    const bool found = std::any_of(said.alarms.begin(), said.alarms.end(), [&](const CheckKey& alarm) {
      return alarm.file.ends_with(kFile) && alarm.line >= lines.first && alarm.line <= lines.last &&
             is_about(bug_rows()[planted.bug].kind, alarm.kind + ": " + alarm.property);
    });
    return found ? Answer::Found : Answer::Missed;
  }

  [[nodiscard]] bool promises(const Planting& planted) const {
    const std::vector<std::string>& kinds = definition_.recall.promises;
    return std::find(kinds.begin(), kinds.end(), bug_rows()[planted.bug].kind) != kinds.end();
  }
  [[nodiscard]] double cpu_seconds() const { return cpu_seconds_; }

 private:
  static core::PatternList single(const std::string& pattern) { return core::PatternList({{pattern, "alarm"}}); }
  [[nodiscard]] bool is_about(std::string_view kind, const std::string& alarm) const {
    const auto at =
        std::find_if(patterns_.begin(), patterns_.end(), [&](const auto& row) { return row.first == kind; });
    return at == patterns_.end() || at->second.matches(alarm);
  }

  Definition definition_;
  const RecallOptions& options_;
  std::vector<std::pair<std::string, core::PatternList>> patterns_;
  double cpu_seconds_ = 0;
};

/// The broken promise about a missed bug: alone in a program, still confirmed and missed, and with no carrier that can
/// be left out. Nullopt: alone, the analyzer reports it, or gives no answer.
std::optional<BrokenPromise> broken_promise(AskedTarget& target, const ConfirmedBug& bug, Confirmation& confirmation,
                                            const std::stop_token& stop) {
  std::optional<BrokenPromise> broken;
  const auto still_missed = [&](const Planting& planted) {
    if (!target.promises(planted)) return false;
    const PlantedProgram program = planted_program({planted});
    const AskedTarget::Said said = target.ask(program, stop);
    if (target.answer(said, planted, program.bugs[0]) != Answer::Missed) return false;
    std::string report;
    confirmation.build(program);
    if (confirmation.why_not(program, 0, planted, report)) return false;
    broken = BrokenPromise{bug.index, planted, program.text, report, said.command};
    return true;
  };
  if (!still_missed(bug.planted)) return std::nullopt;
  for (std::size_t i = bug.planted.way.size(); i-- > 0;) {
    Planting smaller = broken->planted;
    smaller.way.erase(smaller.way.begin() + static_cast<std::ptrdiff_t>(i));
    static_cast<void>(still_missed(smaller));
  }
  return broken;
}

Result<Definition> askable(const std::string& text) {
  Result<Definition> definition = resolve_analyzer(text);
  if (!definition) return definition;
  if (!definition->tuning.known() || !definition->supports("c"))
    return Error{"target '" + definition->name + "' cannot be asked for alarms about C",
                 "its definition needs language \"c\", and a table [tune] with 'argv' and 'reader'"};
  const auto known = [](const std::string& kind) {
    const auto kinds = bug_kinds();
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  std::vector<std::string> named = definition->recall.promises;
  for (const auto& [kind, pattern] : definition->recall.alarms) named.push_back(kind);
  for (const std::string& kind : named)
    if (!known(kind))
      return Error{"target '" + definition->name + "': [recall] names '" + kind + "', which is no kind of bug",
                   "docs/user/analyzer-recall.md lists the kinds"};
  return definition;
}

/// One campaign: programs, their confirmation, and the targets' answers.
class Measurement {
 public:
  Measurement(RecallRecord& record, std::vector<AskedTarget>& targets, const std::stop_token& stop)
      : record_(record), targets_(targets), confirmation_(stop), stop_(stop), problems_(targets.size()) {}

  void batch(std::uint64_t first, std::uint64_t count) {
    std::vector<Planting> plantings;
    for (std::uint64_t i = 0; i < count; ++i)
      plantings.push_back(planting(record_.options.seed, first + i, record_.options.distance));
    const PlantedProgram program = planted_program(plantings);
    confirmation_.build(program);
    std::vector<std::size_t> confirmed;
    for (std::size_t i = 0; i < plantings.size() && !stop_.stop_requested(); ++i) {
      ConfirmedBug bug{first + i, plantings[i], {}};
      if (const std::optional<std::string> why = confirmation_.why_not(program, i, plantings[i], bug.report)) {
        ++unconfirmed_[*why];
        continue;
      }
      confirmed.push_back(i);
      batch_.push_back(std::move(bug));
    }
    std::vector<AskedTarget::Said> said;
    for (AskedTarget& target : targets_) said.push_back(target.ask(program, stop_));
    if (stop_.stop_requested()) return batch_.clear();
    for (std::size_t t = 0; t < targets_.size(); ++t)
      for (std::size_t i = 0; i < confirmed.size(); ++i)
        note(t, batch_[i], targets_[t].answer(said[t], batch_[i].planted, program.bugs[confirmed[i]]),
             targets_[t].answer(said[t], batch_[i].planted, program.twins[confirmed[i]]), said[t].problem);
    std::move(batch_.begin(), batch_.end(), std::back_inserter(record_.bugs));
    batch_.clear();
  }

  void finish() {
    record_.unconfirmed = listed(unconfirmed_);
    record_.stopped = stop_.stop_requested();
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      record_.targets[t].problems = listed(problems_[t]);
      record_.targets[t].cpu_seconds = targets_[t].cpu_seconds();
    }
  }

 private:
  void note(std::size_t t, const ConfirmedBug& bug, Answer about_bug, Answer about_twin, const std::string& problem) {
    TargetRecall& target = record_.targets[t];
    target.promised.push_back(targets_[t].promises(bug.planted));
    if (!problem.empty()) ++problems_[t][problem];
    if (about_bug == Answer::Missed && target.promised.back()) {
      if (std::optional<BrokenPromise> broken = broken_promise(targets_[t], bug, confirmation_, stop_)) {
        target.broken.push_back(std::move(*broken));
      } else if (!stop_.stop_requested()) {
        about_bug = Answer::Found;
        ++problems_[t]["a promised bug is missed in its batch, and reported alone"];
      }
    }
    target.bugs.push_back(about_bug);
    target.twins.push_back(about_twin);
  }

  RecallRecord& record_;
  std::vector<AskedTarget>& targets_;
  Confirmation confirmation_;
  const std::stop_token& stop_;
  std::vector<Reasons> problems_;
  Reasons unconfirmed_;
  std::vector<ConfirmedBug> batch_;
};

}  // namespace

Result<RecallRecord> measure_recall(const RecallOptions& options, const std::function<void(std::uint64_t)>& progress,
                                    const std::stop_token& stop) {
  RecallRecord record;
  record.options = options;
  if (core::find_program("gcc").empty())
    return Error{"there is no program 'gcc', which confirms the planted bugs", "apt install gcc"};
  std::vector<AskedTarget> targets;
  for (const std::string& text : options.targets) {
    Result<Definition> definition = askable(text);
    if (!definition) return definition.error();
    Result<std::string> version = version_of(*definition);
    if (!version) return version.error();
    record.targets.push_back({definition->name, std::move(*version), {}, {}, {}, {}, {}, 0});
    targets.emplace_back(std::move(*definition), options);
  }
  Measurement measurement(record, targets, stop);
  for (std::uint64_t first = 0; first < options.bugs && !stop.stop_requested(); first += options.batch) {
    const std::uint64_t count = std::min(options.batch, options.bugs - first);
    measurement.batch(first, count);
    progress(first + count);
  }
  measurement.finish();
  return record;
}

std::string to_text(const Planting& planted) {
  const BugRow& row = bug_rows()[planted.bug];
  std::vector<std::string> way;
  for (const std::size_t carrier : planted.way) way.emplace_back(carriers()[carrier].name);
  return std::string(row.kind) + " (" + std::string(row.variant) + ")" +
         (way.empty() ? "" : " behind " + join(way, ", "));
}

}  // namespace assay::analyzer::recall
