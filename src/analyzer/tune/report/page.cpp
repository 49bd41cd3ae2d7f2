#include "core/report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/tune/report/page_code.hpp"
#include "analyzer/tune/report/tune_job.hpp"
#include "base/text.hpp"
#include "base/version.hpp"

namespace assay::analyzer::tune {
namespace {

using core::grouped;
using core::PageTable;
using Holds = PageTable::Holds;

constexpr std::size_t kDrawn = 20;  ///< pieces of code with charts; later pieces are shorter, and folded as a whole
constexpr std::size_t kRows = 200;  ///< maximum number of rows of each of their tables
constexpr std::size_t kRowsOfLater = 20;  ///< maximum number of rows of each table of later pieces

std::string markup(std::string_view text) { return escape_markup(text); }

std::string paragraph(const std::string& text, const char* style = "none") {
  return fmt::format("<p class=\"{}\">{}</p>\n", style, markup(text));
}

/// Sums over all pieces of code. Comparisons with the default count only pieces for which both recipes are usable.
struct Sums {
  std::size_t with_recipe = 0;
  std::size_t without_default = 0;  ///< of the pieces with a recipe
  std::size_t checks = 0;
  std::size_t compared = 0;
  std::size_t default_alarms = 0;
  std::size_t alarms = 0;
  std::size_t default_proved = 0;
  std::size_t proved = 0;
  double default_seconds = 0;  ///< CPU time of one use
  double seconds = 0;
  std::size_t runs = 0;
  std::size_t broken = 0;  ///< number of settings that the guard barred
  double cpu_seconds = 0;
};

std::size_t proved_by(const Tuned& tuned, const ChosenRecipe& recipe) {
  return tuned.universe.size() - std::min(tuned.universe.size(), recipe.alarms.size());
}

Sums sums_of(const TuneRecord& record) {
  Sums sums;
  for (const Tuned& tuned : record.codes) {
    sums.checks += tuned.universe.size();
    sums.runs += tuned.runs;
    sums.cpu_seconds += tuned.cpu_seconds;
    for (const Suspect& suspect : tuned.suspects) sums.broken += suspect.broken ? 1 : 0;
    if (!tuned.best) continue;
    ++sums.with_recipe;
    if (!tuned.standard) {
      ++sums.without_default;
      continue;
    }
    ++sums.compared;
    sums.default_alarms += tuned.standard->alarms.size();
    sums.alarms += tuned.best->alarms.size();
    sums.default_proved += proved_by(tuned, *tuned.standard);
    sums.proved += proved_by(tuned, *tuned.best);
    sums.default_seconds += tuned.standard->cpu_seconds;
    sums.seconds += tuned.best->cpu_seconds;
  }
  return sums;
}

/// "+12.3 %"; numbers if there is no percentage.
std::string gain_text(const Sums& sums) {
  if (sums.compared == 0) return "–";
  if (sums.default_proved == 0) return sums.proved == 0 ? "none" : "0 → " + grouped(sums.proved);
  const double all = static_cast<double>(sums.default_proved);
  return fmt::format("{:+.1f} %", 100 * (static_cast<double>(sums.proved) - all) / all);
}

std::string time_text(const Sums& sums) {
  return sums.compared == 0 ? "–" : cpu_text(sums.default_seconds) + " → " + cpu_text(sums.seconds);
}

std::string cards(const TuneRecord& record, const Sums& sums) {
  const std::size_t wanted = std::max(record.wanted, record.codes.size());
  std::string tuned = grouped(sums.with_recipe);
  if (sums.with_recipe < wanted) tuned += " of " + grouped(wanted);
  const std::string alarms = sums.compared == 0 ? "–" : grouped(sums.default_alarms) + " → " + grouped(sums.alarms);
  std::string out = "<div class=\"cards\">\n";
  out += core::card(tuned, wanted == 1 ? "piece of code tuned" : "pieces of code tuned");
  const GoalWords& words = words_of(record.goal);
  out += core::card(grouped(sums.checks), words.checks);
  out += core::card(alarms, std::string(words.alarms) + ": default → chosen");
  if (record.goal == Tuning::Goal::Proofs) {
    out +=
        core::card(gain_text(sums), "proved more than by the default", sums.proved > sums.default_proved ? "pass" : "");
  } else {
    out += core::card(time_text(sums), "CPU time of one use: default → chosen",
                      sums.seconds < sums.default_seconds ? "pass" : "");
  }
  out += core::card(core::readable_seconds(sums.cpu_seconds), "analyzer CPU time for tuning");
  out += core::card(grouped(sums.runs), "runs of the analyzer");
  out += core::card(core::readable_seconds(record.options.budget.cpu_seconds), "budget: CPU time of one use");
  out += core::card(memory_text(record.options.budget.memory_bytes), "budget: memory of each run");
  return out + "</div>\n";
}

/// Remarks on what the numbers do not show.
std::string remarks(const TuneRecord& record, const Sums& sums) {
  std::string out;
  if (record.codes.size() < record.wanted) {
    out += paragraph(
        fmt::format("{} not reached: resume the tuning to go on.",
                    core::counted(record.wanted - record.codes.size(), "piece of code was", "pieces of code were")));
  }
  if (const std::size_t failed = record.codes.size() - sums.with_recipe; failed > 0) {
    out +=
        paragraph(core::counted(failed, "piece of code has", "pieces of code have") + " no recipe: the table says why.",
                  "alarming");
  }
  if (sums.without_default > 0) {
    out += paragraph(
        fmt::format("For {} the default is not usable within the budget: recipes are compared with it on the other {}.",
                    core::counted(sums.without_default, "piece of code", "pieces of code"), grouped(sums.compared)));
  }
  if (sums.broken > 0) {
    out += paragraph(fmt::format("The guard barred {}: a run of the program contradicts what the analyzer proves under "
                                 "it, which is a finding about the analyzer.",
                                 core::counted(sums.broken, "setting", "settings")),
                     "alarming");
  }
  return out;
}

std::string alarms_text(const std::optional<ChosenRecipe>& recipe) {
  return recipe ? grouped(recipe->alarms.size()) : "–";
}

std::string code_table(const TuneRecord& record) {
  PageTable table{"Pieces of code",
                  {{"Name"},
                   {core::with_capital(words_of(record.goal).checks), Holds::Number},
                   {"Default", Holds::Number},
                   {"Single", Holds::Number},
                   {"Chosen", Holds::Number},
                   {"CPU", Holds::Number},
                   {"Recipe"},
                   {"Run again", Holds::Word}},
                  {},
                  "no piece of code was tuned"};
  for (const Tuned& tuned : record.codes) {
    const bool usable = tuned.best.has_value();
    table.rows.push_back({{tuned.code.name},
                          {grouped(tuned.universe.size())},
                          {alarms_text(tuned.standard)},
                          {alarms_text(tuned.alone)},
                          {alarms_text(tuned.best)},
                          {usable ? cpu_text(tuned.best->cpu_seconds) : "–"},
                          {usable ? join(tuned.best->ingredients, " ; ") : tuned.problem, !usable},
                          {tuned.again}});
  }
  const char* const numbers = record.goal == Tuning::Goal::Findings
                                  ? "the findings that the default configuration, the best single ingredient and the "
                                    "chosen recipe lose. A recipe's ingredients are run one after the other; what any "
                                    "of them finds is kept."
                                  : "the alarms that the default configuration, the best single ingredient and the "
                                    "chosen recipe leave. A recipe's ingredients are run one after the other; what any "
                                    "of them proves is proved.";
  return core::folding_table(table) + paragraph(std::string("Default, single, chosen: ") + numbers +
                                                " Run again: whether fresh processes gave the same.");
}

std::string header(const TuneRecord& record) {
  const TuneOptions& options = record.options;
  return fmt::format(
      "<header><h1>Recipes for {}</h1><p>{}</p><p>{}</p></header>\n", markup(record.target), markup(record.version),
      markup(fmt::format("search {} · seed {} · a recipe for each {} · at most {}", options.search, options.seed,
                         options.per, core::counted(options.longest, "ingredient", "ingredients"))));
}

std::string sections(const TuneRecord& record, std::vector<core::PageChart>& charts) {
  std::string out;
  for (std::size_t i = 0; i < record.codes.size(); ++i) {
    if (i == kDrawn) {
      out += fmt::format("<details class=\"more\"><summary>{} more</summary>\n", grouped(record.codes.size() - kDrawn));
    }
    const bool early = i < kDrawn;
    const CodeDetail detail{early, record.codes.size() == 1, early ? kRows : kRowsOfLater, record.goal};
    CodeSection section = code_section(record.codes[i], i, record.options.budget, detail);
    out += section.markup;
    std::move(section.charts.begin(), section.charts.end(), std::back_inserter(charts));
  }
  if (record.codes.size() <= kDrawn) return out;
  return out + "</details>\n" +
         paragraph(
             fmt::format("To keep this page small, charts are drawn for the first {} pieces of code only, and the "
                         "tables of the others end after {} rows. The JSON has everything.",
                         kDrawn, kRowsOfLater));
}

}  // namespace

std::string html_report(const TuneRecord& record) {
  const Sums sums = sums_of(record);
  core::PageFrame frame;
  frame.title = "Assay: recipes for " + record.target;
  std::string& out = frame.body;
  out = header(record) + cards(record, sums) + remarks(record, sums);
  out += "<h2>Recipes</h2>\n" + code_table(record);
  const std::string each = sections(record, frame.charts);
  if (!each.empty()) out += "<h2>Each piece of code</h2>\n" + (frame.charts.empty() ? "" : core::chart_notice()) + each;
  out += core::configuration_and_footer(tune_option_table().to_toml(record.options), version());
  return core::html_page(frame);
}

}  // namespace assay::analyzer::tune
