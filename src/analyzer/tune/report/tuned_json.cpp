#include "analyzer/tune/report/tuned_json.hpp"

#include <nlohmann/json.hpp>

#include "analyzer/tune/run/outcome_json.hpp"
#include "core/io/json_fields.hpp"

namespace assay::analyzer::tune {

using core::json_field;
using core::required_field;

static constexpr auto json_fields(const Code*) {
  return core::required_fields("name", &Code::name, "files", &Code::files, "flags", &Code::flags, "folder",
                               &Code::folder, "function", &Code::function);
}

static constexpr auto json_fields(const ChosenRecipe*) {
  return std::tuple{required_field("ingredients", &ChosenRecipe::ingredients),
                    required_field("cpu_seconds", &ChosenRecipe::cpu_seconds),
                    required_field("memory_bytes", &ChosenRecipe::memory_bytes),
                    required_field("alarms", &ChosenRecipe::alarms), json_field("commands", &ChosenRecipe::commands)};
}

static constexpr auto json_fields(const TuneStep*) {
  return std::tuple_cat(
      core::required_fields("runs", &TuneStep::runs, "cpu_seconds", &TuneStep::cpu_seconds, "recipe", &TuneStep::recipe,
                            "reason", &TuneStep::reason, "cost_seconds", &TuneStep::cost_seconds, "alarms",
                            &TuneStep::alarms, "cost", &TuneStep::cost, "best", &TuneStep::best),
      std::tuple{json_field("memory_bytes", &TuneStep::memory_bytes)});
}

static constexpr auto json_fields(const IngredientRow*) {
  return core::required_fields("ingredient", &IngredientRow::ingredient, "status", &IngredientRow::status, "reason",
                               &IngredientRow::reason, "cpu_seconds", &IngredientRow::cpu_seconds, "memory_bytes",
                               &IngredientRow::memory_bytes, "alarms", &IngredientRow::alarms, "proved",
                               &IngredientRow::proved, "alone", &IngredientRow::alone, "left", &IngredientRow::left);
}

static constexpr auto json_fields(const Suspect*) {
  return core::required_fields("ingredient", &Suspect::ingredient, "checks", &Suspect::checks, "verdict",
                               &Suspect::verdict, "broken", &Suspect::broken, "finding", &Suspect::finding);
}

static constexpr auto json_fields(const Tuned*) {
  return core::required_fields("code", &Tuned::code, "identity", &Tuned::identity, "problem", &Tuned::problem,
                               "standard", &Tuned::standard, "alone", &Tuned::alone, "best", &Tuned::best, "again",
                               &Tuned::again, "ended", &Tuned::ended, "universe", &Tuned::universe, "proved",
                               &Tuned::proved, "dead", &Tuned::dead, "notes", &Tuned::notes, "history", &Tuned::history,
                               "ingredients", &Tuned::ingredients, "suspects", &Tuned::suspects, "cpu_seconds",
                               &Tuned::cpu_seconds, "runs", &Tuned::runs);
}

namespace {

using Json = nlohmann::ordered_json;

/// Names the first row of the ingredients that refers to a check that does not exist. Empty if there is none.
std::string dangling(const Tuned& tuned) {
  for (const IngredientRow& row : tuned.ingredients)
    for (const std::size_t check : row.left)
      if (check >= tuned.universe.size())
        return "'left' of '" + row.ingredient + "' has " + std::to_string(check) + ", and there are " +
               std::to_string(tuned.universe.size()) + " checks";
  return "";
}

}  // namespace

std::string tuned_to_json(const Tuned& tuned) { return core::json_text(core::json_from<Json>(tuned)); }

Result<Tuned> tuned_from_json(std::string_view text) {
  const Json object = Json::parse(text, nullptr, false);
  if (object.is_discarded()) return Error{"what is stored of a tuning is no JSON", ""};
  Tuned tuned;
  std::string problem = core::read_json(object, tuned).value_or("");
  if (problem.empty()) problem = dangling(tuned);
  if (problem.empty()) return tuned;
  return Error{"what is stored of a tuning cannot be read: " + problem, ""};
}

}  // namespace assay::analyzer::tune
