#include "analyzer/tune/report/page_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>

#include "analyzer/tune/report/page_charts.hpp"
#include "analyzer/tune/run/outcome_json.hpp"
#include "base/text.hpp"

namespace assay::analyzer::tune {
namespace {

using core::grouped;
using core::PageTable;
using Holds = PageTable::Holds;

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kEndings = {{
    {"searched", "the search was over"},
    {"time", "the CPU time for tuning was used up"},
    {"stopped", "it was stopped"},
    {"still good", "the old recipe is still good"},
    {"nothing to tune", "the default reported nothing: there is nothing to tune"},
}};

std::string ending_text(const std::string& ended) {
  for (const auto& [word, text] : kEndings)
    if (word == ended) return std::string(text);
  return ended;
}

/// The heading of a table that shows `shown` rows of `all`.
std::string heading_of(const std::string& what, std::size_t shown, std::size_t all) {
  if (shown == all) return what;
  return fmt::format("{}: the first {} of {}", what, grouped(shown), grouped(all));
}

std::string worth(const ChosenRecipe& recipe, const GoalWords& words) {
  return fmt::format("{} in {}, {}", core::counted(recipe.alarms.size(), words.alarm, words.alarms),
                     cpu_text(recipe.cpu_seconds), memory_text(recipe.memory_bytes));
}

std::string worth(const std::optional<ChosenRecipe>& recipe, const GoalWords& words, const char* otherwise) {
  return recipe ? worth(*recipe, words) : otherwise;
}

std::string proved_text(const Tuned& tuned) {
  if (!tuned.best) return "";
  std::string text = grouped(tuned.proved.size());
  if (!tuned.dead.empty())
    text += fmt::format(", {} of them in code that a run of the recipe calls unreachable", grouped(tuned.dead.size()));
  return text;
}

std::string facts(const Tuned& tuned, const GoalWords& words) {
  const bool named_after = tuned.code.files == std::vector<std::string>{tuned.code.name};
  std::string single = worth(tuned.alone, words, "none is usable");
  if (tuned.alone) single += ": " + join(tuned.alone->ingredients, " ; ");
  return core::term_list({
      {"No recipe", tuned.problem},
      {"Files", named_after ? "" : join(tuned.code.files, ", ")},
      {"Function", tuned.code.function},
      {"Flags", join(tuned.code.flags, " ")},
      {core::with_capital(words.checks), grouped(tuned.universe.size())},
      {core::with_capital(words.proved), proved_text(tuned)},
      {"Default", worth(tuned.standard, words, "not usable within the budget")},
      {"Best ingredient", single},
      {"Chosen recipe", worth(tuned.best, words, "")},
      {"In fresh processes", tuned.again},
      {"Tuning", fmt::format("{} of the analyzer, {} of CPU time", core::counted(tuned.runs, "run", "runs"),
                             cpu_text(tuned.cpu_seconds))},
      {"It ended when", ending_text(tuned.ended)},
  });
}

std::string recipe_list(const ChosenRecipe& recipe) {
  std::string text = "<h4>Recipe</h4><pre>" + escape_markup(join(recipe.ingredients, "\n")) + "</pre>\n";
  if (!recipe.commands.empty())
    text += "<p>Without Assay:</p><pre>" + escape_markup(join(recipe.commands, "\n")) + "</pre>\n";
  return text;
}

std::vector<PageTable::Cell> ingredient_cells(const IngredientRow& row, bool chosen) {
  const bool done = row.status == Outcome::Status::Done;
  const bool censored = row.status == Outcome::Status::Limited;
  const auto of_done = [done](std::size_t number) -> PageTable::Cell { return {done ? grouped(number) : "–"}; };
  std::string status(name(row.status));
  if (!row.reason.empty()) status += ": " + row.reason;
  return {{row.ingredient},
          {chosen ? "yes" : ""},
          {status, row.status == Outcome::Status::Failed},
          {(censored ? "≥ " : "") + cpu_text(row.cpu_seconds)},
          {memory_text(row.memory_bytes)},
          of_done(row.alarms),
          of_done(row.proved),
          of_done(row.alone)};
}

/// The proofs and costs of the ingredients, sorted by the number of proofs, largest first.
std::string ingredient_table(const Tuned& tuned, const CodeDetail& detail) {
  const bool findings = detail.goal == Tuning::Goal::Findings;
  std::vector<const IngredientRow*> sorted;
  for (const IngredientRow& row : tuned.ingredients) sorted.push_back(&row);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
    const bool a_done = a->status == Outcome::Status::Done;
    const bool b_done = b->status == Outcome::Status::Done;
    return std::tuple(!a_done, b->proved, a->cpu_seconds) < std::tuple(!b_done, a->proved, b->cpu_seconds);
  });
  PageTable table{"",
                  {{"Ingredient"},
                   {"In the recipe", Holds::Word},
                   {"Result"},
                   {"CPU", Holds::Number},
                   {"Memory", Holds::Number},
                   {findings ? "Found" : "Alarms", Holds::Number},
                   {core::with_capital(words_of(detail.goal).proved), Holds::Number},
                   {"It alone", Holds::Number}},
                  {}};
  for (const IngredientRow* row : sorted) {
    if (table.rows.size() == detail.rows) break;
    const bool chosen = tuned.best && std::find(tuned.best->ingredients.begin(), tuned.best->ingredients.end(),
                                                row->ingredient) != tuned.best->ingredients.end();
    table.rows.push_back(ingredient_cells(*row, chosen));
  }
  table.heading =
      heading_of(findings ? "Ingredients: what each keeps and costs" : "Ingredients: what each proves and costs",
                 table.rows.size(), sorted.size());
  table.if_empty = "no configuration was run";
  return core::folding_table(table);
}

/// The recipes between which only a person can choose. Empty: there is no choice.
std::string trade_off_table(const Tuned& tuned, const GoalWords& words) {
  PageTable table{"Trade-offs: recipes that leave more, and take clearly less",
                  {{core::with_capital(words.alarms), Holds::Number},
                   {"CPU", Holds::Number},
                   {"Memory", Holds::Number},
                   {"Recipe"}},
                  {}};
  for (const TuneStep& step : trade_offs(tuned))
    table.rows.push_back(
        {{grouped(step.alarms)}, {cpu_text(step.cost_seconds)}, {memory_text(step.memory_bytes)}, {step.recipe}});
  return table.rows.size() < 2 ? std::string() : core::folding_table(table);
}

std::string check_table(const std::string& what, const std::vector<CheckKey>& checks, std::size_t most) {
  PageTable table{
      "", {{"File"}, {"Line", Holds::Number}, {"Function"}, {"Kind", Holds::Word}, {"Property"}}, {}, "none"};
  for (const CheckKey& check : checks) {
    if (table.rows.size() == most) break;
    table.rows.push_back(
        {{check.file}, {std::to_string(check.line)}, {check.function}, {check.kind}, {check.property}});
  }
  table.heading = heading_of(what, table.rows.size(), checks.size());
  return core::folding_table(table);
}

/// The guard's examinations and their verdicts.
std::string suspect_table(const std::vector<Suspect>& suspects) {
  PageTable table{"Guard: proofs of one ingredient alone, where a more precise one alarms",
                  {{"Ingredient"}, {"Checks", Holds::Number}, {"The first of them"}, {"Verdict"}},
                  {}};
  for (const Suspect& suspect : suspects) {
    table.rows.push_back(
        {{suspect.ingredient},
         {grouped(suspect.checks.size())},
         {suspect.checks.empty() ? "" : to_text(suspect.checks.front())},
         {suspect.verdict + (suspect.finding.empty() ? "" : "; stored as " + suspect.finding), suspect.broken}});
  }
  return core::folding_table(table);
}

std::string note_list(const std::vector<std::string>& notes) {
  std::string out = "<h4>Notes</h4><ul>\n";
  for (const std::string& note : notes) out += "<li>" + escape_markup(note) + "</li>\n";
  return out + "</ul>\n";
}

std::string tables(const Tuned& tuned, const CodeDetail& detail) {
  std::string out =
      "<div class=\"stack\">\n" + trade_off_table(tuned, words_of(detail.goal)) + ingredient_table(tuned, detail);
  const char* const left = detail.goal == Tuning::Goal::Findings ? "Lost findings" : "Remaining alarms";
  if (tuned.best) out += check_table(left, tuned.best->alarms, detail.rows);
  if (!tuned.dead.empty()) out += check_table("Proved: in code that a run calls unreachable", tuned.dead, detail.rows);
  if (!tuned.suspects.empty()) out += suspect_table(tuned.suspects);
  return out + "</div>\n";
}

/// Adds the charts that have points.
std::string panels(const Tuned& tuned, std::size_t number, const Budget& budget, const GoalWords& words,
                   std::vector<core::PageChart>& charts) {
  std::string out;
  for (core::PageChart& chart :
       std::array{frontier_chart(tuned, number, budget, words), history_chart(tuned, number, words)}) {
    if (chart.series.empty()) continue;
    out += core::chart_panel(chart);
    charts.push_back(std::move(chart));
  }
  return out.empty() ? out : "<div class=\"columns wide stack\">\n" + out + "</div>\n";
}

std::string summary(const Tuned& tuned, const GoalWords& words) {
  if (!tuned.best) return "<span class=\"alarming\">" + escape_markup("no recipe: " + tuned.problem) + "</span>";
  const std::string before = tuned.standard ? grouped(tuned.standard->alarms.size()) : "–";
  return escape_markup(fmt::format(
      "{} → {} · {} · {}", before, core::counted(tuned.best->alarms.size(), words.alarm, words.alarms),
      cpu_text(tuned.best->cpu_seconds), core::counted(tuned.best->ingredients.size(), "ingredient", "ingredients")));
}

}  // namespace

CodeSection code_section(const Tuned& tuned, std::size_t number, const Budget& budget, const CodeDetail& detail) {
  const GoalWords& words = words_of(detail.goal);
  CodeSection section;
  std::string& out = section.markup;
  out = fmt::format(
      "<details class=\"plain\" id=\"code-{}\"{}><summary>{}\n<span class=\"about\">{}</span></summary>\n"
      "<div class=\"body\">\n",
      number, detail.open ? " open" : "", escape_markup(tuned.code.name), summary(tuned, words));
  if (tuned.best) out += recipe_list(*tuned.best);
  out += "<h4>Facts</h4>" + facts(tuned, words);
  if (detail.charts) out += panels(tuned, number, budget, words, section.charts);
  out += tables(tuned, detail);
  if (!tuned.notes.empty()) out += note_list(tuned.notes);
  out += "</div></details>\n";
  return section;
}

std::string cpu_text(double seconds) {
  return seconds < 100 ? fmt::format("{:.2f} s", seconds) : core::readable_seconds(seconds);
}

std::string memory_text(std::uint64_t bytes) { return grouped((bytes + (1U << 19)) >> 20) + " MiB"; }

}  // namespace assay::analyzer::tune
