#include "analyzer/tune/job/schedule_file.hpp"

#include <nlohmann/json.hpp>

#include "analyzer/tune/recipe/schedule.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/target/definition.hpp"

namespace assay::analyzer::tune {
namespace {

constexpr std::size_t kLongest = 40;

bool names_functions(std::string_view ingredient) {
  for (const std::string_view setting : split(ingredient, ' '))
    if (setting.substr(0, setting.find('=')).find('@') != std::string_view::npos) return true;
  return false;
}

}  // namespace

Result<std::vector<std::string>> schedule_for(const TuneOptions& options, const Definition& definition) {
  if (options.schedule.empty()) return definition.tuning.schedule;
  const Result<std::string> text = core::read_text_file(options.schedule);
  if (!text) return text.error();
  std::string target;
  std::vector<std::string> schedule;
  const core::TomlKind kind = {"schedule", "docs/user/analyzer-tune.md"};
  const Status status = core::read_toml(*text, options.schedule, kind, [&](core::TomlRow& root) {
    root.text("target", target);
    root.list("schedule", schedule);
    if (target != definition.name) root.refuse("the schedule is for '" + target + "', not for " + definition.name);
    if (schedule.empty()) root.refuse("the file has no 'schedule'");
  });
  if (!status) return status.error();
  return schedule;
}

Result<std::string> learned_schedule_file(const TuneRecord& record) {
  std::vector<LearnedRun> runs;
  for (std::size_t piece = 0; piece < record.codes.size(); ++piece)
    for (const IngredientRow& row : record.codes[piece].ingredients) {
      const Tuned& tuned = record.codes[piece];
      if (names_functions(row.ingredient)) continue;  // functions do not exist in other code
      // By number, because pieces of several projects may have one name.
      LearnedRun run{std::to_string(piece), row.ingredient, row.cpu_seconds, row.status == Outcome::Status::Done, {}};
      for (const std::size_t index : row.left)
        if (index < tuned.universe.size()) run.alarms.push_back(tuned.universe[index]);
      runs.push_back(std::move(run));
    }
  const std::vector<std::string> schedule = learned_schedule(runs, kLongest, record.options.budget.cpu_seconds);
  if (schedule.empty())
    return Error{"there is nothing to learn from: no run proved anything that another did not", "tune more code first"};
  std::string out = "# The order in which ingredients are worth trying; for `assay analyzer tune --schedule`.\n";
  out += "target = " + nlohmann::json(record.target).dump() + "\nschedule = [\n";
  for (const std::string& text : schedule) out += "  " + nlohmann::json(text).dump() + ",\n";
  return out + "]\n";
}

}  // namespace assay::analyzer::tune
