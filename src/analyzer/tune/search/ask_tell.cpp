#include "analyzer/tune/search/ask_tell.hpp"

#include <algorithm>
#include <cmath>
#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "analyzer/tune/run/outcome_json.hpp"
#include "base/text.hpp"

namespace assay::analyzer::tune {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t kShown = 200;  ///< maximum length of a line in a message

std::string dumped(const ordered_json& object) {
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json knob_json(const Knob& knob) {
  ordered_json row = {
      {"name", knob.name}, {"values", knob.values}, {"default", knob.values[knob.standard]}, {"ordered", knob.ordered}};
  if (!knob.when.empty()) row["when"] = {{"knob", knob.when}, {"values", knob.when_values}};
  return row;
}

ordered_json order_json(const Space& space) {
  ordered_json pairs = ordered_json::array();
  if (!space.domain_knob()) return pairs;
  const std::vector<std::string>& values = space.knobs()[*space.domain_knob()].values;
  for (std::size_t value = 0; value < values.size(); ++value)
    for (const std::size_t above : space.just_above(value))
      pairs.push_back(ordered_json::array({values[value], values[above]}));
  return pairs;
}

std::string_view resource_word(Budget::Resource resource) {
  if (resource == Budget::Resource::Time) return "time";
  return resource == Budget::Resource::Memory ? "memory" : "both";
}

ordered_json ingredient_json(const Space& space, const Ingredient& ingredient) {
  ordered_json settings = ordered_json::object();
  for (std::size_t knob = 0; knob < space.knobs().size(); ++knob)
    if (space.active(ingredient, knob))
      settings[space.knobs()[knob].name] = space.knobs()[knob].values[ingredient.values[knob]];
  return settings;
}

ordered_json evaluation_json(const Space& space, const Evaluation& evaluation) {
  ordered_json row;
  row["recipe"] = ordered_json::array();
  for (const Ingredient& ingredient : evaluation.recipe.ingredients)
    row["recipe"].push_back(ingredient_json(space, ingredient));
  row["cost"] = std::isfinite(evaluation.cost) ? ordered_json(evaluation.cost) : ordered_json(nullptr);
  row["within_budget"] = evaluation.within_budget;
  row["reason"] = evaluation.reason;
  row["cpu_seconds"] = evaluation.cpu_seconds;
  row["memory_bytes"] = evaluation.memory_bytes;
  row["alarms"] = evaluation.alarms.size();
  row["runs"] = ordered_json::array();
  for (const auto& run : evaluation.runs)
    row["runs"].push_back({{"status", name(run->status)},
                           {"reason", run->reason},
                           {"cpu_seconds", run->cpu_seconds},
                           {"alarms", run->alarms.size()}});
  return row;
}

Result<Ingredient> read_ingredient(const Space& space, const json& settings) {
  if (!settings.is_object()) return Error{"an ingredient is no object of settings and values", ""};
  Ingredient ingredient = space.standard();
  for (const auto& setting : settings.items()) {
    const std::string& name = setting.key();
    const json& value = setting.value();
    const auto knob = std::find_if(space.knobs().begin(), space.knobs().end(),
                                   [&](const Knob& candidate) { return candidate.name == name; });
    if (knob == space.knobs().end()) return Error{"there is no setting '" + printable(name) + "'", ""};
    if (!value.is_string()) return Error{"the value of '" + knob->name + "' is no text", ""};
    const auto found = std::find(knob->values.begin(), knob->values.end(), value.get<std::string>());
    if (found == knob->values.end())
      return Error{"the setting '" + knob->name + "' has no value '" + printable(value.get<std::string>()) + "'",
                   "it has: " + join(knob->values, ", ")};
    ingredient.values[static_cast<std::size_t>(knob - space.knobs().begin())] =
        static_cast<std::size_t>(found - knob->values.begin());
  }
  return space.canonical(std::move(ingredient));
}

Result<Proposal> read_proposal(const SearchTask& task, const json& row) {
  if (!row.is_object() || !row.contains("recipe") || !row["recipe"].is_array())
    return Error{"a proposal has no \"recipe\"", "it is a list of ingredients"};
  Proposal proposal;
  for (const json& settings : row["recipe"]) {
    const Result<Ingredient> ingredient = read_ingredient(*task.space, settings);
    if (!ingredient) return ingredient.error();
    proposal.recipe.ingredients.push_back(*ingredient);
  }
  if (proposal.recipe.ingredients.empty()) return Error{"a recipe is empty", ""};
  if (proposal.recipe.ingredients.size() > task.longest)
    return Error{"a recipe is longer than " + std::to_string(task.longest) + " ingredients", ""};
  if (!row.contains("cap") || row["cap"].is_null()) return proposal;
  if (!row["cap"].is_number() || !(row["cap"].get<double>() >= 0)) return Error{"\"cap\" is no number of seconds", ""};
  proposal.cap_seconds = row["cap"].get<double>();
  return proposal;
}

class AskTell final : public Search {
 public:
  AskTell(const SearchTask& task, std::istream& in, std::ostream& out, std::ostream& trouble)
      : task_(task), in_(in), out_(out), trouble_(trouble) {}

  std::vector<Proposal> ask() override {
    if (ended_) return {};
    if (!described_) say(describe(task_));
    described_ = true;
    std::string line;
    if (!std::getline(in_, line))
      return fail({"the program that drives the search has ended without {\"done\":true}", ""});
    Result<std::vector<Proposal>> proposals = read_ask(task_, line);
    if (!proposals) return fail(proposals.error());
    ended_ = proposals->empty();
    return *std::move(proposals);
  }

  void tell(std::span<const Evaluation> evaluations) override { say(tell_line(*task_.space, evaluations)); }

 private:
  void say(const std::string& line) { out_ << line << '\n' << std::flush; }

  std::vector<Proposal> fail(const Error& error) {
    ended_ = true;
    trouble_ << "ask-tell: " << error.text() << '\n' << std::flush;
    say(dumped({{"error", error.text()}}));
    return {};
  }

  SearchTask task_;
  std::istream& in_;
  std::ostream& out_;
  std::ostream& trouble_;
  bool described_ = false;
  bool ended_ = false;
};

}  // namespace

std::string describe(const SearchTask& task) {
  const Space& space = *task.space;
  core::Rng seeds = task.rng.split("ask-tell");
  ordered_json line = {{"protocol", "assay-tune-1"}, {"knobs", ordered_json::array()}};
  for (const Knob& knob : space.knobs()) line["knobs"].push_back(knob_json(knob));
  line["domain"] = space.domain_knob() ? ordered_json(space.knobs()[*space.domain_knob()].name) : ordered_json(nullptr);
  line["less_precise"] = order_json(space);
  line["budget"] = {{"cpu_seconds", task.budget.cpu_seconds},
                    {"memory_bytes", task.budget.memory_bytes},
                    {"resource", resource_word(task.budget.resource)}};
  line["longest"] = task.longest;
  line["domain_rounds"] = task.domain_rounds;
  line["setting_rounds"] = task.setting_rounds;
  line["seed"] = seeds.below(std::uint64_t{1} << 31);  // a value that any program's generator accepts
  line["schedule"] = ordered_json::array();
  for (const Ingredient& ingredient : task.schedule) line["schedule"].push_back(ingredient_json(space, ingredient));
  return dumped(line);
}

std::string tell_line(const Space& space, std::span<const Evaluation> evaluations) {
  ordered_json rows = ordered_json::array();
  for (const Evaluation& evaluation : evaluations) rows.push_back(evaluation_json(space, evaluation));
  ordered_json line;
  line["tell"] = std::move(rows);
  return dumped(line);
}

Result<std::vector<Proposal>> read_ask(const SearchTask& task, std::string_view line) {
  const json object = json::parse(line, nullptr, false);
  const auto bad = [&](const std::string& what) {
    return Error{what + ": " + printable(shortened(line, kShown)), "see docs/user/analyzer-tune.md"};
  };
  if (!object.is_object()) return bad("a line is no JSON object");
  if (object.contains("done") && object["done"] == true) return std::vector<Proposal>();
  if (!object.contains("ask") || !object["ask"].is_array() || object["ask"].empty())
    return bad("a line has neither \"ask\" with proposals nor \"done\"");
  std::vector<Proposal> proposals;
  for (const json& row : object["ask"]) {
    Result<Proposal> proposal = read_proposal(task, row);
    if (!proposal) return proposal.error();
    proposals.push_back(*std::move(proposal));
  }
  return proposals;
}

std::unique_ptr<Search> make_ask_tell(const SearchTask& task, std::istream& in, std::ostream& out,
                                      std::ostream& trouble) {
  return std::make_unique<AskTell>(task, in, out, trouble);
}

}  // namespace assay::analyzer::tune
