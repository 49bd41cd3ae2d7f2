#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "analyzer/tune/evaluate/labels.hpp"
#include "analyzer/tune/job/contradiction.hpp"
#include "analyzer/tune/job/schedule_file.hpp"
#include "analyzer/tune/job/tuner.hpp"
#include "analyzer/tune/report/tune_job.hpp"
#include "analyzer/tune/report/tuned_json.hpp"
#include "analyzer/tune/run/cost.hpp"
#include "analyzer/tune/run/run_cache.hpp"
#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/io/folder_lock.hpp"
#include "core/io/io.hpp"
#include "core/io/json_fields.hpp"

namespace assay::core {

static constexpr auto json_fields(const Shard*) {
  return std::tuple{required_field("index", &Shard::index), required_field("count", &Shard::count)};
}

}  // namespace assay::core

namespace assay::analyzer {

static auto json_names(Tuning::Goal) {
  using enum Tuning::Goal;
  return std::array{std::pair{Proofs, tune::words_of(Proofs).goal}, std::pair{Findings, tune::words_of(Findings).goal}};
}

}  // namespace assay::analyzer

namespace assay::analyzer::tune {

static constexpr auto json_fields(const TuneRecord*) {
  using core::required_field;
  return std::tuple{required_field("target", &TuneRecord::target), required_field("goal", &TuneRecord::goal),
                    required_field("version", &TuneRecord::version), required_field("wanted", &TuneRecord::wanted),
                    required_field("shard", &TuneRecord::shard, core::RowForm())};
}

namespace {

constexpr const char* kOptions = "/tune.toml";
/// Facts that the options do not have: the analyzer's version, number of pieces.
constexpr const char* kAbout = "/about.json";
constexpr const char* kCodes = "/codes";

std::string code_path(const std::string& folder, std::size_t number) {
  return fmt::format("{}{}/{:05}.json", folder, kCodes, number);
}

/// A tuning of several pieces of code.
class Job {
 public:
  Job(const TuneOptions& options, std::string folder, core::Shard shard, const TuneObserver& observer,
      const std::stop_token& stop)
      : options_(options),
        folder_(std::move(folder)),
        shard_(shard),
        observer_(observer),
        stop_(stop),
        cache_(folder_ + "/runs") {}

  Result<TuneRecord> run() {
    if (const Status ready = prepare(); !ready) return ready.error();
    bool stopped = false;
    for (std::size_t number = 0; number < codes_.size(); ++number) {
      if (number % shard_.count != shard_.index) continue;
      if (stopped) {
        if (std::optional<Tuned> finished = stored(number)) record_.codes.push_back(std::move(*finished));
        continue;
      }
      Result<Tuned> tuned = one(number);
      if (!tuned) return tuned.error();
      stopped = stop_.stop_requested();
      if (observer_) observer_({number, codes_.size(), &codes_[number], nullptr, &*tuned, definition_.tuning.goal});
      record_.codes.push_back(std::move(*tuned));
    }
    return std::move(record_);
  }

 private:
  Status prepare() {
    const Result<Weights> weights = weights_of(options_.weights);
    if (!weights) return weights.error();
    weights_ = *weights;
    Result<Definition> definition =
        options_.definition ? Result<Definition>(*options_.definition) : resolve_analyzer(options_.target);
    if (!definition) return definition.error();
    definition_ = std::move(*definition);
    if (!definition_.tuning.known())
      return Error{"Assay does not know the settings of '" + definition_.name + "'",
                   "its definition needs a table [tune]: docs/user/analyzer-tune.md"};
    if (const Result<Space> space = Space::of(definition_.tuning, options_.unsound); !space) return space.error();
    if (options_.unsound)
      for (Knob& knob : definition_.tuning.knobs) knob.unsound.clear();  // otherwise spaces would leave them out
    Result<std::string> version = options_.definition ? Result<std::string>("unknown") : version_of(definition_);
    if (!version) return version.error();
    Result<std::vector<Code>> codes = codes_of(options_, definition_.tuning);
    if (!codes) return codes.error();
    codes_ = std::move(*codes);
    if (const Status labels = read_labels(); !labels) return labels;
    if (const Status old = read_old(); !old) return old;
    Result<std::vector<std::string>> schedule = schedule_for(options_, definition_);
    if (!schedule) return schedule.error();
    schedule_ = std::move(*schedule);
    record_.options = options_;
    record_.target = definition_.name;
    record_.goal = definition_.tuning.goal;
    record_.version = *version;
    record_.wanted = left_from(0);
    record_.shard = shard_;
    if (const Status made = core::Disk::real().make_directory(folder_ + kCodes); !made) return made;
    Result<core::FolderLock> lock = core::FolderLock::take(folder_, "tunes in");
    if (!lock) return lock.error();
    lock_.emplace(std::move(*lock));
    const std::string text = core::json_text(core::json_from<nlohmann::json>(record_));
    if (const Status kept = core::write_text_file(folder_ + kAbout, text); !kept) return kept;
    return core::write_text_file(folder_ + kOptions, stored_options());
  }

  [[nodiscard]] std::string stored_options() const { return tune_option_table().to_toml(options_); }

  Status read_labels() {
    if (options_.labels.empty()) return {};
    if (definition_.tuning.goal != Tuning::Goal::Findings)
      return Error{"labels are for analyzers that look for bugs, and " + definition_.name + " proves",
                   "leave out --labels"};
    const Result<std::string> text = core::read_text_file(options_.labels);
    if (!text) return text.error();
    Result<std::vector<Label>> labels = labels_from(*text, options_.labels);
    if (!labels) return labels.error();
    labels_ = std::move(*labels);
    return {};
  }

  Status read_old() {
    if (options_.from.empty()) return {};
    const Result<std::string> text = core::read_text_file(options_.from);
    if (!text) return text.error();
    Result<RecipeFile> old = recipes_from_toml(*text, options_.from);
    if (!old) return old.error();
    if (old->target != definition_.name)
      return Error{"'" + options_.from + "' is a recipe for " + old->target + ", not for " + definition_.name,
                   "give --target " + old->target};
    old_ = std::move(*old);
    return {};
  }

  /// The stored result of a piece of code, regardless of later changes to the code.
  [[nodiscard]] std::optional<Tuned> stored(std::size_t number) const {
    const Result<std::string> text = core::read_text_file(code_path(folder_, number));
    if (!text) return std::nullopt;
    Result<Tuned> tuned = tuned_from_json(*text);
    if (!tuned || tuned->code.name != codes_[number].name) return std::nullopt;
    return std::move(*tuned);
  }

  Result<Tuned> one(std::size_t number) {
    const Code& code = codes_[number];
    const RunLimits limits{options_.budget.cpu_seconds, options_.budget.memory_bytes};
    const auto open = options_.open ? options_.open : open_subject;
    Result<std::unique_ptr<Subject>> plain = open(definition_, code, limits, stop_);
    const Result<Subject*> subject = with_labels(code, plain);
    std::optional<Tuned> before = stored(number);
    // The identity includes the code and the analyzer: a change of either makes the recipe obsolete.
    const bool good = before && subject && before->identity == (*subject)->identity();
    if (before && (good || stop_.stop_requested())) {
      spent_ += before->cpu_seconds;
      return std::move(*before);
    }
    Tuned tuned;
    if (subject) {
      tuned = make(number, **subject);
    } else {
      tuned.problem = subject.error().text();
    }
    tuned.code = code;
    spent_ += tuned.cpu_seconds;
    // An interrupted result is not stored: its runs are, and a resume continues from them.
    if (stop_.stop_requested()) return tuned;
    if (before && (subject || before->problem.empty()))
      tuned.notes.insert(tuned.notes.begin(), "the code or the analyzer is another one than before");
    if (const Status kept = core::write_text_file(code_path(folder_, number), tuned_to_json(tuned)); !kept)
      return kept.error();
    return tuned;
  }

  /// The analyzer on the code; with labels, its right answers about them.
  Result<Subject*> with_labels(const Code& code, Result<std::unique_ptr<Subject>>& plain) {
    if (!plain) return plain.error();
    if (options_.labels.empty()) return plain->get();
    std::vector<Label> own = labels_of(labels_, code);
    if (own.empty()) return Error{"no label of '" + options_.labels + "' is about this code", ""};
    answers_ = answers_of(own);
    labelled_ = std::make_unique<Labelled>(**plain, std::move(own));
    return labelled_.get();
  }

  Tuned make(std::size_t number, Subject& subject) {
    const Code& code = codes_[number];
    TunerTask task;
    task.options = &options_;
    task.tuning = &definition_.tuning;
    task.weights = weights_;
    task.schedule = schedule_;
    task.answers = answers_;
    task.tuning_seconds = share_of_time(number);
    if (old_) {
      if (const RecipeFile::Row* row = row_for(*old_, code)) {
        task.old_recipe = row->ingredients;
        task.old_alarms = row->alarms;
      }
    }
    task.observer = [&](const TuneStep& step) {
      if (observer_) observer_({number, codes_.size(), &code, &step, nullptr, definition_.tuning.goal});
    };
    if (options_.guard) task.examine = [&](const std::vector<std::string>& words) { return examined(number, words); };
    Tuned tuned = tune_one(code, subject, task, cache_, stop_);
    tuned.identity = subject.identity();
    return tuned;
  }

  /// Examines an ingredient. A broken claim is a finding about the analyzer, in a folder for each piece and
  /// configuration.
  [[nodiscard]] Examination examined(std::size_t number, const std::vector<std::string>& words) const {
    Examination result = cross_examine(definition_, codes_[number], words, stop_);
    if (!result.broken) return result;
    const std::string folder =
        fmt::format("{}/contradictions/{:05}-{}", folder_, number, to_hex(hash_bytes(join(words, " "))));
    Result<void> ready = core::Disk::real().remove(folder);  // from an earlier session
    Result<Contradiction> kept = ready
                                     ? keep_contradiction(with_words(definition_, words), codes_[number], folder, stop_)
                                     : Result<Contradiction>(ready.error());
    if (kept) result.finding = kept->finding;
    if (!kept) result.verdict += " (not stored: " + kept.error().text() + ")";
    return result;
  }

  /// Number of pieces of the shard from `number` on.
  [[nodiscard]] std::size_t left_from(std::size_t number) const {
    std::size_t left = 0;
    for (; number < codes_.size(); ++number)
      if (number % shard_.count == shard_.index) ++left;
    return left;
  }

  /// An equal part of the remaining time for each remaining piece.
  [[nodiscard]] double share_of_time(std::size_t number) const {
    return std::max(0.0, options_.tuning_seconds - spent_) / static_cast<double>(left_from(number));
  }

  const TuneOptions& options_;
  std::string folder_;
  core::Shard shard_;
  const TuneObserver& observer_;
  std::stop_token stop_;
  DiskRuns cache_;
  std::optional<core::FolderLock> lock_;
  Definition definition_;
  std::vector<Code> codes_;
  Weights weights_;
  std::optional<RecipeFile> old_;
  std::vector<std::string> schedule_;
  std::vector<Label> labels_;
  std::vector<CheckKey> answers_;       ///< for the current piece of code
  std::unique_ptr<Labelled> labelled_;  ///< for the current piece of code
  double spent_ = 0;
  TuneRecord record_;
};

}  // namespace

Result<TuneRecord> tune(const TuneOptions& options, const std::string& folder, core::Shard shard,
                        const TuneObserver& observer, const std::stop_token& stop) {
  return Job(options, folder, shard, observer, stop).run();
}

namespace {

Status read_about(const std::string& folder, TuneRecord& record) {
  const Result<std::string> text = core::read_text_file(folder + kAbout);
  if (!text) return text.error();
  if (const auto problem = core::read_json(nlohmann::json::parse(*text, nullptr, false), record))
    return Error{"'" + folder + kAbout + "' cannot be read: " + *problem, "tune again"};
  return {};
}

}  // namespace

Result<TuneRecord> load_tuning(const std::string& folder) {
  const Result<std::string> text = core::read_text_file(folder + kOptions);
  if (!text)
    return Error{"'" + folder + "' is no folder of a tuning", "give one that `assay analyzer tune --out` has made"};
  Result<TuneOptions> options = tune_option_table().from_toml(*text);
  if (!options) return options.error();
  TuneRecord record;
  record.options = std::move(*options);
  if (const Status read = read_about(folder, record); !read) return read.error();
  for (const std::string& name : core::list_directory(folder + kCodes)) {
    if (!name.ends_with(".json")) continue;
    const Result<std::string> one = core::read_text_file(folder + kCodes + "/" + name);
    if (!one) return one.error();
    Result<Tuned> tuned = tuned_from_json(*one);
    if (!tuned) return Error{"'" + name + "' of '" + folder + "' cannot be read: " + tuned.error().text(), ""};
    record.codes.push_back(std::move(*tuned));
  }
  return record;
}

Result<TuneRecord> load_tunings(const std::vector<std::string>& folders) {
  TuneRecord all;
  for (std::size_t i = 0; i < folders.size(); ++i) {
    Result<TuneRecord> one = load_tuning(folders[i]);
    if (!one) return one;
    if (i == 0) {
      all = std::move(*one);
      continue;
    }
    if (one->target != all.target)
      return Error{"'" + folders[i] + "' tunes " + one->target + ", and '" + folders[0] + "' " + all.target,
                   "give folders of one analyzer"};
    all.wanted += one->wanted;
    for (Tuned& tuned : one->codes) all.codes.push_back(std::move(tuned));
  }
  return all;
}

Result<Evaluation> run_recipe(const Definition& definition, const Code& code,
                              const std::vector<std::string>& ingredients, const Budget& budget,
                              const std::stop_token& stop) {
  const Result<std::unique_ptr<Subject>> subject =
      open_subject(definition, code, {budget.cpu_seconds, budget.memory_bytes}, stop);
  if (!subject) return subject.error();
  const Result<Recipe> recipe = recipe_from((*subject)->space(), ingredients);
  if (!recipe) return recipe.error();
  MemoryRuns cache;
  EvaluatorOptions options;
  options.budget = budget;
  options.goal = definition.tuning.goal;
  Evaluator evaluator(**subject, options, cache);
  Evaluation evaluation = evaluator.evaluate_afresh(*recipe, stop);
  // For a bug finder, alarms are its findings, not the lost findings of a reference.
  if (options.goal == Tuning::Goal::Findings)
    for (const std::shared_ptr<const Outcome>& run : evaluation.runs)
      evaluation.alarms = united(evaluation.alarms, run->alarms);
  return evaluation;
}

}  // namespace assay::analyzer::tune
