#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "analyzer/tune/report/tune_job.hpp"
#include "core/target/definition.hpp"

namespace assay::analyzer::tune {
namespace {

constexpr std::string_view kManual = "docs/user/analyzer-tune.md";

constexpr std::string_view kBetweenIngredients = " ; ";  ///< in texts of recipes

/// A TOML string: JSON's escapes are valid in TOML.
std::string quoted_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

std::string list(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + quoted_text(text);
  return "[" + out + "]";
}

double real_of(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

std::size_t count_of(const std::string& text) {
  return static_cast<std::size_t>(std::strtoull(text.c_str(), nullptr, 10));
}

void read_row(core::TomlRow& row, RecipeFile::Row& out) {
  row.text("code", out.code);
  row.list("files", out.files);
  row.text("function", out.function);
  row.list("ingredients", out.ingredients);
  row.list("commands", out.commands);
  std::string seconds;
  std::string checks;
  std::string alarms;
  row.text("cpu_seconds", seconds);
  row.text("checks", checks);
  row.text("alarms", alarms);
  out.cpu_seconds = real_of(seconds);
  out.checks = count_of(checks);
  out.alarms = count_of(alarms);
  if (out.ingredients.empty()) row.refuse("the recipe has no 'ingredients'");
  row.finish(kManual);
}

}  // namespace

std::string ChosenRecipe::text() const {
  std::string joined;
  for (const std::string& ingredient : ingredients)
    joined += (joined.empty() ? std::string() : std::string(kBetweenIngredients)) + ingredient;
  return joined;
}

std::string to_toml(const RecipeFile& file) {
  std::string out = "# A recipe of `assay analyzer tune`; `assay analyzer run --recipe` uses it.\n";
  out += fmt::format("target = {}\nversion = {}\nbudget = {}\nmemory = {}\n", quoted_text(file.target),
                     quoted_text(file.version), quoted_text(core::duration_text(file.budget.cpu_seconds)),
                     quoted_text(std::to_string(file.budget.memory_bytes >> 20)));
  for (const RecipeFile::Row& row : file.rows) {
    out += fmt::format("\n[[recipe]]\ncode = {}\nfiles = {}\n", quoted_text(row.code), list(row.files));
    if (!row.function.empty()) out += fmt::format("function = {}\n", quoted_text(row.function));
    out += fmt::format("ingredients = {}\n", list(row.ingredients));
    if (!row.commands.empty()) out += fmt::format("commands = {}\n", list(row.commands));
    out += fmt::format("cpu_seconds = \"{:.3f}\"\nchecks = \"{}\"\nalarms = \"{}\"\n", row.cpu_seconds, row.checks,
                       row.alarms);
  }
  return out;
}

Result<RecipeFile> recipes_from_toml(std::string_view text, const std::string& path) {
  RecipeFile file;
  const Status status = core::read_toml(text, path, {"recipes", kManual}, [&](core::TomlRow& root) {
    std::string budget;
    std::string memory;
    root.text("target", file.target);
    root.text("version", file.version);
    root.text("budget", budget);
    root.text("memory", memory);
    if (file.target.empty()) root.refuse("the recipe names no 'target'");
    if (!budget.empty()) {
      const std::optional<double> seconds = core::parse_duration(budget);
      if (seconds) file.budget.cpu_seconds = *seconds;
      if (!seconds) root.refuse_at("budget", "'" + budget + "' is no duration", "write it like 10s");
    }
    if (count_of(memory) > 0) file.budget.memory_bytes = std::uint64_t{count_of(memory)} << 20;
    for (core::TomlRow& row : root.rows("recipe")) read_row(row, file.rows.emplace_back());
    if (file.rows.empty()) root.refuse("the file has no [[recipe]]");
  });
  if (!status) return status.error();
  return file;
}

RecipeFile recipes_of(const TuneRecord& record) {
  RecipeFile file{record.target, record.version, record.options.budget, {}};
  for (const Tuned& tuned : record.codes) {
    if (!tuned.best) continue;
    file.rows.push_back({tuned.code.name, tuned.code.files, tuned.code.function, tuned.best->ingredients,
                         tuned.best->cpu_seconds, tuned.universe.size(), tuned.best->alarms.size(),
                         tuned.best->commands});
  }
  return file;
}

RecipeFile recipes_within(const TuneRecord& record, const Budget& budget) {
  RecipeFile file{record.target, record.version, budget, {}};
  for (const Tuned& tuned : record.codes) {
    for (const TuneStep& step : trade_offs(tuned)) {
      if (step.cost_seconds > budget.cpu_seconds || step.memory_bytes > budget.memory_bytes) continue;
      RecipeFile::Row row{tuned.code.name,   tuned.code.files,      tuned.code.function, {},
                          step.cost_seconds, tuned.universe.size(), step.alarms,         {}};
      for (std::string_view rest = step.recipe; !rest.empty();) {
        const std::size_t end = rest.find(kBetweenIngredients);
        row.ingredients.emplace_back(rest.substr(0, end));
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + kBetweenIngredients.size());
      }
      if (tuned.best && step.recipe == tuned.best->text()) row.commands = tuned.best->commands;
      file.rows.push_back(std::move(row));
      break;
    }
  }
  return file;
}

const RecipeFile::Row* row_for(const RecipeFile& file, const Code& code) {
  const auto find = [&](auto&& same) -> const RecipeFile::Row* {
    const auto at = std::find_if(file.rows.begin(), file.rows.end(), same);
    return at == file.rows.end() ? nullptr : &*at;
  };
  if (const auto* row = find([&](const auto& one) { return one.code == code.name; })) return row;
  if (const auto* row = find([&](const auto& one) { return one.files == code.files && one.function == code.function; }))
    return row;
  return file.rows.size() == 1 ? &file.rows.front() : nullptr;
}

}  // namespace assay::analyzer::tune
