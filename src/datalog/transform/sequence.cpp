#include <algorithm>
#include <optional>
#include <utility>

#include "datalog/graph/recursion.hpp"
#include "datalog/transform/transform.hpp"

namespace assay::datalog {
namespace {

/// Whether a dialect may refuse some recursion of a program.
bool limits_recursion(const Capabilities& capabilities) {
  return !capabilities.mutual_recursion || !capabilities.non_linear_recursion;
}

bool has_allowed_recursion(const Workspace& workspace) {
  const RecursionUse use = recursion_of(workspace.program());
  const Capabilities& can = workspace.capabilities();
  return (can.mutual_recursion || !use.mutual) && (can.non_linear_recursion || !use.non_linear);
}

/// Applies one step of a sequence. Returns whether it applied. A step that gives the program a kind of recursion that
/// the dialect lacks is undone.
bool apply(Workspace& workspace, const Transformation& row, core::Rng rng) {
  std::optional<Program> before;
  if (limits_recursion(workspace.capabilities())) before = workspace.program();
  const std::size_t relations = workspace.expectations().size();
  workspace.steer(row.oracle != Oracle::Equal);
  const auto changes = row.apply(workspace, rng);
  workspace.steer(false);
  // A step that removes a relation of the original program adds no recursion.
  if (changes && before && workspace.expectations().size() == relations && !has_allowed_recursion(workspace)) {
    workspace.change() = *std::move(before);
    return false;
  }
  if (changes) workspace.note(*changes);
  if (changes) workspace.drop_refused_inlining();
  return changes.has_value();
}

}  // namespace

std::vector<Step> transform_program(Workspace& workspace, const std::vector<Family>& families, Oracle intended,
                                    std::size_t length, const core::Rng& rng) {
  constexpr int kStreak = 24;  // maximum number of consecutive draws that do not apply
  // Percentage of directed draws before the first directed step, and after it.
  constexpr unsigned kFirst = 85;
  constexpr unsigned kMore = 50;
  std::vector<const Transformation*> equal;
  std::vector<const Transformation*> directed;
  for (const Transformation& row : transformations()) {
    if (std::find(families.begin(), families.end(), row.family) == families.end()) continue;
    if (row.needs != nullptr && !(workspace.capabilities().*row.needs)) continue;
    if (row.oracle == Oracle::Equal) equal.push_back(&row);
    if (row.oracle == intended && intended != Oracle::Equal) directed.push_back(&row);
  }
  std::vector<Step> steps;
  if (equal.empty() && directed.empty()) return steps;
  if (!directed.empty()) workspace.take_samples();
  core::Rng choice = rng.split("row");
  int streak = 0;
  bool has_directed = false;
  for (std::uint64_t key = 0; steps.size() < length && streak < kStreak; ++key) {
    const bool direct = !directed.empty() && (equal.empty() || choice.percent(has_directed ? kMore : kFirst));
    const Transformation& row = *choice.pick(direct ? directed : equal);
    if (apply(workspace, row, rng.split(key))) {
      steps.push_back({row.name, key});
      streak = 0;
      has_directed = has_directed || direct;
    } else {
      ++streak;
    }
  }
  return steps;
}

std::vector<Step> redo(Workspace& workspace, const std::vector<Step>& steps, const core::Rng& rng) {
  const auto directed = [](const Step& step) {
    const Transformation* row = transformation(step.transformation);
    return row != nullptr && row->oracle != Oracle::Equal;
  };
  if (std::any_of(steps.begin(), steps.end(), directed)) workspace.take_samples();
  std::vector<Step> done;
  for (const Step& step : steps) {
    const Transformation* row = transformation(step.transformation);
    if (row != nullptr && apply(workspace, *row, rng.split(step.key))) done.push_back({row->name, step.key});
  }
  return done;
}

}  // namespace assay::datalog
