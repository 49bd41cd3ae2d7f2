#include "analyzer/tune/report/page_charts.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "base/text.hpp"

namespace assay::analyzer::tune {
namespace {

using core::PageChart;
using Point = PageChart::Point;
using Series = PageChart::Series;
using Drawn = PageChart::Series::Drawn;

constexpr std::size_t kMaxDots = 200;  ///< of one series
/// A budget beyond this multiple of the used resource is not drawn, because it would squeeze the rest.
constexpr double kFarBudget = 4;
constexpr std::string_view kBetween = " ; ";

double count(std::size_t number) { return static_cast<double>(number); }

bool fewer_alarms(const Point& a, const Point& b) { return std::tie(a.y, a.x, a.label) < std::tie(b.y, b.x, b.label); }

/// The usable ingredients and recipes, each once, by the alarms that they leave.
struct TriedPoints {
  std::vector<Point> ingredients;
  std::vector<Point> recipes;  ///< recipes of several ingredients
};

TriedPoints tried(const Tuned& tuned) {
  std::map<std::string, Point> ingredients;
  std::map<std::string, Point> recipes;
  for (const IngredientRow& row : tuned.ingredients) {
    if (row.status != Outcome::Status::Done) continue;
    const std::size_t left = tuned.universe.size() - std::min(tuned.universe.size(), row.proved);
    ingredients[row.ingredient] = {row.cpu_seconds, count(left), row.ingredient};
  }
  for (const TuneStep& step : tuned.history) {
    if (!step.reason.empty()) continue;
    const bool several = step.recipe.find(kBetween) != std::string::npos;
    (several ? recipes : ingredients)[step.recipe] = {step.cost_seconds, count(step.alarms), step.recipe};
  }
  TriedPoints all;
  for (auto& [text, point] : ingredients) all.ingredients.push_back(std::move(point));
  for (auto& [text, point] : recipes) all.recipes.push_back(std::move(point));
  std::sort(all.ingredients.begin(), all.ingredients.end(), fewer_alarms);
  std::sort(all.recipes.begin(), all.recipes.end(), fewer_alarms);
  return all;
}

Point point_of(const ChosenRecipe& recipe) {
  return {recipe.cpu_seconds, count(recipe.alarms.size()), join(recipe.ingredients, kBetween)};
}

/// The points that no other point beats: each leaves fewer alarms than all that take less time.
std::vector<Point> frontier(std::vector<Point> points) {
  std::sort(points.begin(), points.end(),
            [](const Point& a, const Point& b) { return std::tie(a.x, a.y, a.label) < std::tie(b.x, b.y, b.label); });
  std::vector<Point> best;
  double end = 0;
  for (Point& point : points) {
    end = std::max(end, point.x);
    if (best.empty() || point.y < best.back().y) best.push_back(std::move(point));
  }
  if (!best.empty() && end > best.back().x) best.push_back({end, best.back().y});
  return best;
}

Series dots(std::string label, std::string color, std::vector<Point> points) {
  if (points.size() > kMaxDots) {
    label += " (the " + core::grouped(kMaxDots) + " best of " + core::grouped(points.size()) + ")";
    points.resize(kMaxDots);
  }
  return {std::move(label), Drawn::Dots, std::move(color), std::move(points)};
}

/// A vertical line from the fewest to the most alarms.
Series budget_line(const std::vector<Point>& points, const Budget& budget) {
  const auto [low, high] =
      std::minmax_element(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.y < b.y; });
  return {"budget", Drawn::Dashed, "bug", {{budget.cpu_seconds, low->y}, {budget.cpu_seconds, high->y}}};
}

}  // namespace

PageChart frontier_chart(const Tuned& tuned, std::size_t number, const Budget& budget, const GoalWords& words) {
  const std::string alarms(words.alarms);
  PageChart chart{"frontier-" + std::to_string(number), "Precision against time",
                  "What ingredients and recipes leave (" + alarms + "), over the CPU time that they take",
                  "CPU time of one use", alarms};
  chart.from_zero = false;
  const TriedPoints all = tried(tuned);
  std::vector<Point> points = all.ingredients;
  points.insert(points.end(), all.recipes.begin(), all.recipes.end());
  // The first series lies on top.
  if (tuned.best) chart.series.push_back({"chosen", Drawn::Marks, "pass", {point_of(*tuned.best)}});
  if (tuned.standard) chart.series.push_back({"default", Drawn::Marks, "skip", {point_of(*tuned.standard)}});
  for (const Series& mark : chart.series) points.push_back(mark.points.front());
  if (points.empty()) return chart;
  if (!all.recipes.empty()) chart.series.push_back(dots("recipes", "accent", all.recipes));
  if (!all.ingredients.empty()) chart.series.push_back(dots("ingredients", "soft", all.ingredients));
  double end = 0;
  for (const Point& point : points) end = std::max(end, point.x);
  if (budget.cpu_seconds <= kFarBudget * end) chart.series.push_back(budget_line(points, budget));
  chart.series.push_back({"frontier", Drawn::Stepped, "accent", frontier(std::move(points))});
  return chart;
}

PageChart history_chart(const Tuned& tuned, std::size_t number, const GoalWords& words) {
  const std::string alarms(words.alarms);
  PageChart chart{"history-" + std::to_string(number), "The search",
                  "What the best recipe leaves (" + alarms + "), as the search went on", "CPU time spent on tuning",
                  alarms};
  chart.from_zero = false;
  Series best{"best so far", Drawn::Stepped, "accent"};
  for (const TuneStep& step : tuned.history)
    if (step.best && step.reason.empty()) best.points.push_back({step.cpu_seconds, count(step.alarms), step.recipe});
  if (best.points.empty()) return chart;
  const Point last = best.points.back();
  if (tuned.cpu_seconds > last.x) best.points.push_back({tuned.cpu_seconds, last.y, last.label});
  const double end = best.points.back().x;
  chart.series.push_back(std::move(best));
  if (tuned.standard) {
    const double by_default = count(tuned.standard->alarms.size());
    chart.series.push_back({"default", Drawn::Dashed, "skip", {{0, by_default}, {end, by_default}}});
  }
  return chart;
}

}  // namespace assay::analyzer::tune
