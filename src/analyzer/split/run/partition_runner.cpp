#include "analyzer/split/run/partition_runner.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "analyzer/command/command_words.hpp"
#include "analyzer/split/source/c_files.hpp"
#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "core/io/io.hpp"
#include "core/source/c_names.hpp"
#include "core/target/patterns.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer::splitting {
namespace {

namespace fs = std::filesystem;
using RunnerJson = nlohmann::ordered_json;

Status write_all(const std::string& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  return core::Disk::real().write_new_file(path, text);
}

std::string name_in(const std::string& path) { return fs::path(path).filename().string(); }

/// The lines whose first word no other line has. A function that two programs of the project define has no unique
/// owner.
std::string with_unique_words(std::string_view text) {
  const std::vector<std::string_view> lines = split(text, '\n');
  std::map<std::string_view, std::size_t> count;
  for (const std::string_view line : lines) ++count[line.substr(0, line.find(' '))];
  std::string unique;
  for (const std::string_view line : lines)
    if (!line.empty() && count[line.substr(0, line.find(' '))] == 1) unique.append(line) += '\n';
  return unique;
}

}  // namespace

namespace {

/// Files that the analyzer refuses, each with its message.
using RefusedFiles = std::map<std::string, std::string>;

/// The input files: a file that another file of the set replaces is not an input.
std::vector<std::string> without_hidden(const std::vector<std::string>& files, const Splitting& splitting) {
  const std::set<std::string> present(files.begin(), files.end());
  std::set<std::string> hidden;
  for (const auto& [better, worse] : splitting.hides)
    for (const std::string& file : files)
      if (file.ends_with(better)) hidden.insert(file.substr(0, file.size() - better.size()) + worse);
  std::vector<std::string> inputs;
  std::set_difference(present.begin(), present.end(), hidden.begin(), hidden.end(), std::back_inserter(inputs));
  return inputs;
}

}  // namespace

/// One run: its folder, and its commands.
class PartitionRunner::Run {
 public:
  /// `refused`: files of the units that are left out, also of a copy.
  Run(const PartitionRunner& runner, const UnitSet& units, const PartitionLimits& limits, const std::stop_token& stop,
      const RefusedFiles& refused)
      : runner_(runner), limits_(limits), stop_(stop), refused_(refused) {
    for (const UnitId unit : units)
      for (const std::string& file : runner.prepared_.graph.units[unit].files)
        if (!refused.contains(file)) files_.push_back(file);
    std::sort(files_.begin(), files_.end());
    inputs_ = without_hidden(files_, runner.splitting_);
  }

  PartitionResult run() {
    if (inputs_.empty() && !refused_.empty()) return failed(refused_.begin()->first + ": " + refused_.begin()->second);
    if (const Status ready = prepare(); !ready) return failed("cannot be prepared: " + ready.error().text());
    for (const Splitting::Step& step : runner_.splitting_.steps) {
      looked_at_ = broken_ = 0;
      last_ = &step == &runner_.splitting_.steps.back();
      if (step.each) {
        for (const std::string& file : inputs_) one_of_many(step, {file, {}});
      } else if (step.entries) {
        for (const std::string& entry : entry_points()) one_of_many(step, {{}, entry});
      } else {
        command(step, {{}, {}}, folder_ + "/results");
        if (last_ && going_on()) read(folder_ + "/results");
      }
      if (!going_on()) break;
    }
    if (going_on() && ((looked_at_ > 0 && broken_ == looked_at_) || refuses_all()))
      end(RunEnd::Status::Failed, result_.report.problems.front());
    return std::move(result_);
  }

  /// Files that the last command names as the reason for its failure, each with its message.
  [[nodiscard]] RefusedFiles refused_by_last_command() const {
    RefusedFiles refused;
    if (runner_.splitting_.refused.empty()) return refused;
    const core::GroupPattern pattern(runner_.splitting_.refused);
    for (const std::string* const text : {&printed_.out, &printed_.err})
      for (const std::string_view line : split(*text, '\n')) {
        const auto groups = pattern.match(line);
        if (!groups) continue;
        std::string file, why(trim(line));
        for (const auto& [name, value] : *groups) {
          if (name == "file") file = project_file(value);
          if (name == "why") why = value;
        }
        if (!file.empty()) refused.emplace(file, why);
      }
    return refused;
  }

 private:
  /// The file or entry point of a command, in a step for each.
  struct About {
    std::string file, entry;
  };

  PartitionResult failed(std::string why) {
    end(RunEnd::Status::Failed, std::move(why));
    return std::move(result_);
  }
  void end(RunEnd::Status status, std::string why) {
    result_.end.status = status;
    result_.end.reason = std::move(why);
  }
  [[nodiscard]] bool refuses_all() const {
    const std::set<std::string>& refused = result_.report.refused;
    return !refused.empty() && std::includes(refused.begin(), refused.end(), inputs_.begin(), inputs_.end());
  }
  [[nodiscard]] bool going_on() const { return result_.end.status == RunEnd::Status::Done; }

  Status prepare() {
    result_.end.status = RunEnd::Status::Done;
    const Result<std::string> folder = scratch_.path();
    if (!folder) return folder.error();
    folder_ = *folder;
    root_ = runner_.splitting_.copies ? folder_ + "/project" : runner_.prepared_.project.root;
    if (runner_.splitting_.copies)
      if (const Status copied = copy(); !copied) return copied;
    if (const Status written = write_database(); !written) return written;
    for (const auto& [name, text] : runner_.splitting_.files)
      if (const Status written = write_all(folder_ + "/" + name, expanded({text}, placeholders({{}, {}}, {})).front());
          !written)
        return written;
    return {};
  }

  /// Copies the partition's files, the shared files, and the files that the definition names.
  Status copy() {
    std::set<std::string> wanted(files_.begin(), files_.end());
    wanted.insert(runner_.prepared_.graph.shared.begin(), runner_.prepared_.graph.shared.end());
    for (const std::string& file : runner_.prepared_.project.files)
      for (const std::string& name : runner_.splitting_.carried)
        if (file == name || name_in(file) == name) wanted.insert(file);
    std::error_code error;
    fs::create_directories(root_, error);
    for (const std::string& file : wanted) {
      const fs::path to = fs::path(root_) / file;
      fs::create_directories(to.parent_path(), error);
      fs::copy_file(fs::path(runner_.prepared_.project.root) / file, to, error);
      if (error) return Error{"'" + file + "' cannot be copied: " + error.message(), ""};
    }
    return {};
  }

  [[nodiscard]] std::string path_of(const std::string& file) const { return root_ + "/" + file; }

  /// The file of this run that the analyzer calls `name`: an absolute path, or a path relative to the working directory
  /// or the project. Empty if there is none.
  [[nodiscard]] std::string project_file(const std::string& name) const {
    for (const std::string& file : files_)
      for (const std::string& start : {std::string(), folder_ + "/", root_ + "/"})
        if (start + name == path_of(file)) return file;
    return {};
  }

  /// The flags of a file. In a copy, their paths lead into the copy.
  [[nodiscard]] std::vector<std::string> flags_of_file(const std::string& file) const {
    std::vector<std::string> flags = runner_.flags_;
    if (const auto at = runner_.commands_.find(file); at != runner_.commands_.end())
      flags.insert(flags.begin(), at->second.flags.begin(), at->second.flags.end());
    if (runner_.splitting_.copies)
      for (std::string& flag : flags) flag = replace_all(flag, runner_.prepared_.project.root + "/", root_ + "/");
    return flags;
  }

  [[nodiscard]] std::vector<std::string> taken(const std::vector<std::string>& files) const {
    std::vector<std::string> all;
    std::set<std::vector<std::string>> seen;
    for (const std::string& file : files) {
      std::vector<std::string> flags = accepted_flags(flags_of_file(file), runner_.splitting_.flags);
      if (seen.insert(flags).second) all.insert(all.end(), flags.begin(), flags.end());
    }
    return all;
  }

  /// Writes a compilation database of the partition alone, and the same in the form of clang's analyzer
  /// ("invocations").
  Status write_database() const {
    RunnerJson rows = RunnerJson::array();
    RunnerJson invocations = RunnerJson::object();
    for (const std::string& file : inputs_) {
      std::vector<std::string> words = {"clang"};
      for (std::string& flag : flags_of_file(file)) words.push_back(std::move(flag));
      words.insert(words.end(), {"-c", path_of(file)});
      rows.push_back({{"file", path_of(file)}, {"directory", folder_}, {"arguments", words}});
      invocations[path_of(file)] = words;
    }
    const auto text = [](const RunnerJson& json) {
      return json.dump(1, ' ', false, RunnerJson::error_handler_t::replace);
    };
    if (const Status written = write_all(folder_ + "/compile_commands.json", text(rows)); !written) return written;
    return write_all(folder_ + "/invocations.yml", text(invocations));
  }

  [[nodiscard]] Placeholders placeholders(const About& about, const std::string& results) const {
    std::vector<std::string> inputs;
    for (const std::string& file : inputs_) inputs.push_back(path_of(file));
    const std::vector<std::string> flags = taken(about.file.empty() ? inputs_ : std::vector{about.file});
    return {{{"inputs", std::move(inputs)}, {"flags", flags}},
            {{"input", about.file.empty() ? about.file : path_of(about.file)},
             {"entry", about.entry},
             {"comma_flags", replace_all(core::shell_quoted(flags), ",", "\\,")},
             {"results", results},
             {"root", root_},
             {"folder", folder_},
             {"bin", fs::path(runner_.splitting_.steps.back().argv.front()).parent_path().string()},
             {"database", folder_ + "/compile_commands.json"}}};
  }

  /// Functions at which an analysis can start, because no other function of the partition names them. In the order of
  /// their files.
  [[nodiscard]] std::vector<std::string> entry_points() const {
    std::vector<core::CFunction> functions;
    for (const std::string& file : files_)
      if (const Result<std::string> text = core::read_text_file(path_of(file)))
        for (core::CFunction& function : core::c_names(*text).functions) functions.push_back(std::move(function));
    std::map<std::string, std::size_t> named_by;  // number of other functions that name it
    for (const core::CFunction& function : functions)
      for (const std::string& name : function.used)
        if (name != function.name) ++named_by[name];
    std::vector<std::string> entries;
    for (const core::CFunction& function : functions)
      if (!function.is_static && !named_by.contains(function.name)) entries.push_back(function.name);
    return entries;
  }

  void one_of_many(const Splitting::Step& step, const About& about) {
    if (!going_on()) return;
    const std::string results = folder_ + "/results-" + std::to_string(++looked_at_);
    command(step, about, results);
    if (last_ && going_on()) read(results);
    if (result_.end.status != RunEnd::Status::Failed) return;
    // The other files continue. A file that fails before the last step may still have results.
    if (last_ && !about.file.empty()) {
      add_refused(result_.report, about.file, result_.end.reason);
    } else {
      result_.report.problems.push_back((about.file.empty() ? about.entry : about.file) + ": " + result_.end.reason);
    }
    end(RunEnd::Status::Done, {});
    ++broken_;
  }

  void command(const Splitting::Step& step, const About& about, const std::string& results) {
    core::Command command{expanded(step.argv, placeholders(about, results)), {{"TMPDIR", folder_}}, folder_, folder_};
    for (const auto& [name, value] : runner_.splitting_.environment)
      command.environment.emplace_back(name, expanded({value}, {{}, {{"folder", folder_}, {"root", root_}}}).front());
    const core::Limits limits =
        process_limits(std::max(0.05, limits_.cpu_seconds - result_.end.cpu_seconds), limits_.memory_bytes);
    printed_ = core::run_process(command, "", limits, stop_);
    const RunEnd end = last_ ? runner_.ends_.judge(printed_) : runner_.ends_.judge_preparation(printed_);
    result_.end.status = end.status;
    result_.end.reason = end.reason;
    result_.end.cpu_seconds += end.cpu_seconds;
    result_.end.wall_seconds += end.wall_seconds;
    result_.end.memory_bytes = std::max(result_.end.memory_bytes, end.memory_bytes);
    if (step.output.empty() || !going_on()) return;
    const std::string path = folder_ + "/" + step.output;
    std::string text;
    // The output of earlier files of the step.
    if (const Result<std::string> before = core::read_text_file(path)) text = *before;
    text += printed_.out;
    if (const Status written = core::write_text_file(path, step.unique ? with_unique_words(text) : text); !written)
      this->end(RunEnd::Status::Failed, written.error().text());
  }

  void read(const std::string& path) {
    const Splitting& splitting = runner_.splitting_;
    const bool has_file =
        std::any_of(splitting.steps.back().argv.begin(), splitting.steps.back().argv.end(),
                    [](const std::string& word) { return word.find("{results}") != std::string::npos; });
    std::string text;
    if (has_file) {
      Result<std::string> file = core::read_text_file(path);
      if (!file) return end(RunEnd::Status::Failed, complaint("it wrote none"));
      text = std::move(*file);
    }
    const std::string_view results = has_file ? std::string_view(text) : std::string_view(printed_.out);
    const ProjectFolders seen{runner_.prepared_.project.root, root_, folder_, &runner_.prepared_.project.files};
    Result<RunReport> report =
        runner_.reader_->name == "sarif" ? report_of_sarif(results, seen) : read_text(results, has_file, seen);
    if (!report) return end(RunEnd::Status::Failed, complaint(report.error().text()));
    append(result_.report, std::move(*report));
  }

  [[nodiscard]] Result<RunReport> read_text(std::string_view results, bool has_file, const ProjectFolders& seen) const {
    const RunOutput printed{results, has_file, printed_.out, printed_.err, runner_.splitting_.pattern, root_};
    const Result<Readings> readings = runner_.reader_->read(printed);
    if (!readings) return readings.error();
    return report_of_readings(*readings, seen);
  }

  [[nodiscard]] std::string complaint(const std::string& why) const {
    constexpr std::size_t kLongest = 300;
    std::string_view said = trim(printed_.err.empty() ? printed_.out : printed_.err);
    if (said.size() > kLongest) said.remove_prefix(said.size() - kLongest);
    return "results cannot be read: " + why + (said.empty() ? "" : "; its last words: " + printable(said));
  }

  const PartitionRunner& runner_;
  PartitionLimits limits_;
  std::stop_token stop_;
  const RefusedFiles& refused_;
  core::ScratchFolder scratch_;
  std::string folder_, root_;
  std::vector<std::string> files_;   ///< files of the units, without refused ones
  std::vector<std::string> inputs_;  ///< files of files_ that the analyzer has to analyze
  core::ProcessResult printed_;
  PartitionResult result_;
  std::size_t looked_at_ = 0;  ///< number of files or entry points, by the step
  std::size_t broken_ = 0;     ///< number of failures among them
  bool last_ = false;
};

PartitionRunner::PartitionRunner(const PreparedProject& prepared, const Reader& reader)
    : prepared_(prepared),
      splitting_(prepared.definition.splitting),
      reader_(&reader),
      ends_(prepared.definition.crashes, {splitting_.rejected, splitting_.failed, splitting_.finished}) {}

Result<std::unique_ptr<PartitionRunner>> PartitionRunner::open(const PreparedProject& prepared,
                                                               const SplitOptions& options) {
  const Definition& definition = prepared.definition;
  const Reader* const reader = find_reader(definition.splitting.reader);
  if (reader == nullptr) {
    std::vector<std::string> names;
    for (const Reader& row : readers()) names.emplace_back(row.name);
    return Error{"there is no reader '" + definition.splitting.reader + "'", "there are " + join(names, ", ")};
  }
  std::unique_ptr<PartitionRunner> runner(new PartitionRunner(prepared, *reader));
  for (Splitting::Step& step : runner->splitting_.steps) {
    Result<std::string> program = program_of(definition, step.argv.front());
    if (!program) return program.error();
    step.argv.front() = std::move(*program);
  }
  runner->flags_ = anchored_flags(options.flags, core::absolute_path("."));
  if (!prepared.project.database.empty()) runner->commands_ = c_files(prepared.project).commands;
  return runner;
}

PartitionResult PartitionRunner::run(const UnitSet& units, const PartitionLimits& limits,
                                     const std::stop_token& stop) const {
  RefusedFiles refused;
  RunEnd earlier;
  for (;;) {
    Run run(*this, units, {limits.cpu_seconds - earlier.cpu_seconds, limits.memory_bytes}, stop, refused);
    PartitionResult result = run.run();
    earlier.cpu_seconds += result.end.cpu_seconds;
    earlier.wall_seconds += result.end.wall_seconds;
    earlier.memory_bytes = std::max(earlier.memory_bytes, result.end.memory_bytes);
    if (result.end.status == RunEnd::Status::Failed)
      if (RefusedFiles more = run.refused_by_last_command(); !more.empty()) {
        refused.merge(more);
        continue;
      }
    result.end.cpu_seconds = earlier.cpu_seconds;
    result.end.wall_seconds = earlier.wall_seconds;
    result.end.memory_bytes = earlier.memory_bytes;
    for (const auto& [file, why] : refused) add_refused(result.report, file, why);
    return result;
  }
}

}  // namespace assay::analyzer::splitting
