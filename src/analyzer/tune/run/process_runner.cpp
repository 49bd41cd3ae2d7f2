#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/command/command_words.hpp"
#include "analyzer/command/process_end.hpp"
#include "analyzer/command/readers/reader.hpp"
#include "analyzer/tune/run/cost.hpp"
#include "analyzer/tune/run/runner_rows.hpp"
#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "core/io/io.hpp"
#include "core/options/options.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer::tune {
namespace {

using CommandWords = std::vector<std::string>;

/// The commands for one piece of code, each in a folder of its own.
class Commands {
 public:
  Commands(const Tuning& tuning, const Code& code)
      : tuning_(tuning),
        root_(core::absolute_path(code.folder.empty() ? "." : code.folder)),
        files_(anchored_files(code.files)),
        flags_(accepted_flags(anchored_flags(code.flags, root_), tuning.flags)) {
    const Placeholders function{{}, {{"function", code.function}}};
    if (!code.function.empty()) entry_ = expanded(tuning.entry, function);
  }

  [[nodiscard]] const std::string& root() const { return root_; }
  [[nodiscard]] const CommandWords& files() const { return files_; }
  [[nodiscard]] CommandWords words(const CommandWords& argv, const std::string& folder, const std::string& prepared,
                                   const CommandWords& settings = {}) const {
    return expanded(argv, {{{"inputs", files_}, {"flags", flags_}, {"settings", settings}, {"entry", entry_}},
                           {{"folder", folder},
                            {"root", root_},
                            {"prepared", prepared},
                            {"results", results(folder)},
                            {"joined_settings", join(settings, "")},
                            {"comma_flags", replace_all(core::shell_quoted(flags_), ",", "\\,")}}});
  }
  /// The command for a person in the current folder. Empty if it needs a file that only Assay makes.
  [[nodiscard]] CommandWords for_people(const CommandWords& settings) const {
    CommandWords argv = tuning_.command;
    for (const char* mark : kFilesOfAssay)
      for (const std::string& word : argv)
        if (word.find(mark) != std::string::npos) return {};
    if (flags_.empty())
      std::erase_if(argv, [](const std::string& word) { return word.find("{comma_flags}") != std::string::npos; });
    CommandWords shown = words(argv, {}, {}, settings);
    for (std::string& word : shown) word = replace_all(word, std::filesystem::current_path().string() + "/", "");
    return shown;
  }
  [[nodiscard]] static std::string results(const std::string& folder) { return folder + "/results"; }
  /// Runs a command that may write to the folder only, including temporary files.
  [[nodiscard]] core::ProcessResult run(CommandWords argv, const std::string& folder, const RunLimits& limits,
                                        const std::stop_token& stop) const {
    core::Command command{std::move(argv), {{"TMPDIR", folder}}, folder, folder};
    for (const auto& [name, value] : tuning_.environment) command.environment.emplace_back(name, placed(value, folder));
    for (const auto& [name, text] : tuning_.files) {
      const Status written = core::write_text_file(folder + "/" + name, placed(text, folder));
      if (written) continue;
      core::ProcessResult result;
      result.ending = core::Ending::FailedToStart;
      result.message = written.error().text();
      return result;
    }
    return core::run_process(command, "", process_limits(limits.cpu_seconds, limits.memory_bytes), stop);
  }

 private:
  [[nodiscard]] std::string placed(const std::string& text, const std::string& folder) const {
    return replace_all(replace_all(text, "{folder}", folder), "{root}", root_);
  }

  const Tuning& tuning_;
  std::string root_;
  CommandWords files_;
  CommandWords flags_;
  CommandWords entry_;
};

/// Sorts the elements, and removes duplicates.
template <typename T>
std::vector<T> as_set(std::vector<T> all) {
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Decides which kinds of checks count.
class CountedKinds {
 public:
  explicit CountedKinds(const Tuning& tuning)
      : counted_(pattern_list(tuning.counted)), ignored_(pattern_list(tuning.ignored)), all_(tuning.counted.empty()) {}
  [[nodiscard]] std::vector<CheckKey> of(std::vector<CheckKey> checks) const {
    std::erase_if(checks, [&](const CheckKey& check) {
      return (!all_ && !counted_.matches(check.kind)) || ignored_.matches(check.kind);
    });
    return as_set(std::move(checks));
  }

 private:
  core::PatternList counted_, ignored_;
  bool all_;
};

class ProcessSubject final : public Subject {
 public:
  ProcessSubject(Definition definition, Space space, const Code& code, const Reader& reader)
      : definition_(std::move(definition)),
        space_(std::move(space)),
        commands_(definition_.tuning, code),
        ends_(definition_.crashes, end_patterns(definition_.tuning)),
        counted_(definition_.tuning),
        reader_(&reader),
        function_(code.function) {}

  /// Parses the code, and computes its fingerprint.
  [[nodiscard]] Result<void> prepare(const std::string& version, const RunLimits& limits, const std::stop_token& stop) {
    const Result<std::string> folder = scratch_.path();
    if (!folder) return folder.error();
    if (!definition_.tuning.prepare.empty()) {
      prepared_ = *folder + "/prepared";
      const CommandWords argv = commands_.words(definition_.tuning.prepare, *folder, prepared_);
      if (const Result<void> parsed = parse(commands_.run(argv, *folder, limits, stop)); !parsed) return parsed;
    }
    const Result<std::uint64_t> hash = fingerprint(*folder, limits, stop);
    if (!hash) return hash.error();
    identify(version, *hash);
    return {};
  }

  [[nodiscard]] const Space& space() const override { return space_; }
  [[nodiscard]] std::string identity() const override { return identity_; }

  [[nodiscard]] CommandWords command(const Ingredient& ingredient) const override {
    return commands_.for_people(space_.words(ingredient));
  }

  [[nodiscard]] Outcome run(const Ingredient& ingredient, const std::vector<CheckKey>& assumed, const RunLimits& limits,
                            const std::stop_token& stop) override {
    ASSAY_CHECK(assumed.empty(), "an analyzer that takes no assumptions was given some");
    core::ScratchFolder scratch;
    const Result<std::string> folder = scratch.path();
    if (!folder) return failed("cannot start: " + folder.error().text());
    const CommandWords argv = commands_.words(definition_.tuning.argv, *folder, prepared_, space_.words(ingredient));
    const core::ProcessResult result = commands_.run(argv, *folder, limits, stop);
    Outcome outcome{ends_.judge(result), {}, {}, {}, {}};
    if (outcome.status == Outcome::Status::Done) read(result, *folder, outcome);
    return outcome;
  }

 private:
  static Outcome failed(std::string reason) {
    Outcome outcome;
    outcome.reason = std::move(reason);
    return outcome;
  }

  void read(const core::ProcessResult& result, const std::string& folder, Outcome& outcome) const {
    RunOutput printed{result.out, false, result.out, result.err, definition_.tuning.pattern, commands_.root()};
    std::string content;
    if (writes_results()) {
      Result<std::string> file = core::read_text_file(Commands::results(folder));
      if (!file) return unreadable(outcome, "it wrote none");
      content = std::move(*file);
      printed.results = content;
      printed.has_file = true;
    }
    Result<Readings> readings = reader_->read(printed);
    if (!readings) return unreadable(outcome, readings.error().text());
    if (!readings->refused.empty()) return unreadable(outcome, readings->refused.front().second);
    outcome.alarms = counted_.of(std::move(readings->alarms));
    outcome.proved = counted_.of(std::move(readings->proved));
    outcome.dead = counted_.of(std::move(readings->dead));
    // Two properties may have one name: an unproved one decides.
    outcome.proved = difference(outcome.proved, outcome.alarms);
    outcome.dead = difference(difference(outcome.dead, outcome.alarms), outcome.proved);
    outcome.dead_functions = as_set(std::move(readings->dead_functions));
  }

  static void unreadable(Outcome& outcome, const std::string& why) {
    outcome.status = Outcome::Status::Failed;
    outcome.reason = "results cannot be read: " + why;
  }

  [[nodiscard]] bool writes_results() const {
    return std::any_of(definition_.tuning.argv.begin(), definition_.tuning.argv.end(),
                       [](const std::string& word) { return word.find("{results}") != std::string::npos; });
  }

  /// The hash of the code: of the output of the fingerprint's command, or of the files.
  [[nodiscard]] Result<std::uint64_t> fingerprint(const std::string& folder, const RunLimits& limits,
                                                  const std::stop_token& stop) const {
    std::uint64_t hash = 0;
    for (const std::string& file : commands_.files()) {
      const Result<std::string> content = core::read_text_file(file);
      if (!content) return content.error();
      hash = hash_bytes(*content, hash_bytes(path_from(commands_.root(), file), hash));
    }
    if (definition_.tuning.fingerprint.empty()) return hash;
    const CommandWords argv = commands_.words(definition_.tuning.fingerprint, folder, prepared_);
    const core::ProcessResult result = commands_.run(argv, folder, limits, stop);
    if (result.ending == core::Ending::Exited && result.exit_code == 0 && !result.truncated)
      return hash_bytes(replace_all(result.out, commands_.root() + "/", ""), hash);
    return trouble("cannot be preprocessed", ends_.judge_preparation(result), result);
  }

  /// Computes the identity from the code, the analyzer's version, and everything that its command line depends on.
  void identify(const std::string& version, std::uint64_t code) {
    const Tuning& tuning = definition_.tuning;
    std::uint64_t hash = code;
    for (const CommandWords& words :
         {tuning.prepare, tuning.argv, tuning.counted, tuning.ignored, commands_.words({"{flags}", "{entry}"}, {}, {}),
          CommandWords{function_, tuning.pattern}})
      for (const std::string& word : words)
        hash = hash_bytes(replace_all(word, commands_.root() + "/", ""), combine(hash, words.size()));
    for (const auto* texts : {&tuning.environment, &tuning.files})
      for (const auto& [name, value] : *texts) hash = hash_bytes(value, hash_bytes(name, hash));
    for (const Knob& knob : tuning.knobs) {
      for (const std::string& word : knob.words) hash = hash_bytes(word, combine(hash, knob.values.size()));
      for (const std::string& word : knob.function_words) hash = hash_bytes(word, hash);
      for (const auto* own : {&knob.words_for, &knob.function_words_for})
        for (const auto& [value, words] : *own)
          for (const std::string& word : words) hash = hash_bytes(word, hash_bytes(value, hash));
    }
    identity_ = definition_.name + " | " + version + " | " + std::string(reader_->name) + " | " + to_hex(hash);
  }

  /// Judges the preparation by its file, because exit codes may be wrong.
  [[nodiscard]] Result<void> parse(const core::ProcessResult& result) const {
    RunEnd outcome = ends_.judge_preparation(result);
    if (outcome.status == Outcome::Status::Done) {
      const Result<std::string> file = core::read_text_file(prepared_);
      if (file && !file->empty()) return {};
      outcome.reason = "nothing was prepared";
    }
    return trouble("cannot be prepared for " + definition_.name, outcome, result);
  }

  [[nodiscard]] static Error trouble(const std::string& what, const RunEnd& outcome,
                                     const core::ProcessResult& result) {
    constexpr std::size_t kTail = 1000;
    if (outcome.status == Outcome::Status::Stopped) return Error{outcome.reason, ""};
    if (outcome.status == Outcome::Status::Limited)
      return Error{"the code " + what + " within the budget: " + outcome.reason, "raise --budget or --memory"};
    std::string said = result.err.empty() ? result.out : result.err;
    if (said.size() > kTail) said.erase(0, said.size() - kTail);
    return Error{"the code " + what + (outcome.reason.empty() ? "" : ": " + outcome.reason) +
                     (said.empty() ? "" : "\n" + printable(trim(said))),
                 "mend it, or say with --flag what the compiler needs, as in --flag=-Iinclude"};
  }

  Definition definition_;
  Space space_;
  Commands commands_;
  ProcessEnds ends_;
  CountedKinds counted_;
  const Reader* reader_;
  std::string function_;
  core::ScratchFolder scratch_;
  std::string prepared_;
  std::string identity_;
};

}  // namespace

Result<std::unique_ptr<Subject>> open_process(const Definition& definition, const Code& code, const RunLimits& limits,
                                              const std::stop_token& stop) {
  const Tuning& tuning = definition.tuning;
  const Reader* const reader = find_reader(tuning.reader);
  if (reader == nullptr) {
    std::vector<std::string> names;
    for (const Reader& row : readers()) names.emplace_back(row.name);
    return Error{"there is no reader '" + tuning.reader + "'", "there are " + join(names, ", ")};
  }
  if (code.files.empty()) return Error{"there is no code to analyze", ""};
  if (!code.function.empty() && tuning.entry.empty())
    return Error{definition.name + " cannot analyze the function '" + code.function + "' alone",
                 "take --per file; 'entry' in the definition's [tune] says how, where an analyzer can"};
  Result<Space> space = Space::of(tuning);
  if (!space) return space.error();
  const Result<std::string> version = version_of(definition);
  if (!version) return version.error();
  Definition here = definition;
  if (here.tuning.command.empty()) here.tuning.command = here.tuning.argv;
  for (CommandWords* command : {&here.tuning.prepare, &here.tuning.fingerprint, &here.tuning.argv}) {
    if (command->empty()) continue;
    Result<std::string> program = program_of(definition, command->front());
    if (!program) return program.error();
    command->front() = std::move(*program);
  }
  auto subject = std::make_unique<ProcessSubject>(std::move(here), std::move(*space), code, *reader);
  if (const Result<void> prepared = subject->prepare(*version, limits, stop); !prepared) return prepared.error();
  return std::unique_ptr<Subject>(std::move(subject));
}

}  // namespace assay::analyzer::tune
