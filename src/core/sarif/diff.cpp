#include "core/sarif/diff.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "core/sarif/join.hpp"
#include "core/sarif/match.hpp"

namespace assay::core {
namespace {

constexpr std::array<std::string_view, 4> kStates = {"new", "absent", "unchanged", "updated"};

/// Names old alerts as the new report does: by the present names of rules, and, where each report has one tool alone,
/// by the new name of the tool.
void adopt_names(SarifAlerts& old, const SarifAlerts& now, std::vector<std::string>& notes) {
  const bool other_tool = old.tools.size() == 1 && now.tools.size() == 1 && old.tools != now.tools;
  if (other_tool)
    notes.push_back("the reports are of '" + *old.tools.begin() + "' and '" + *now.tools.begin() +
                    "': their alerts are compared by the names of rules");
  for (SarifAlert& alert : old.alerts) {
    if (other_tool) alert.tool = *now.tools.begin();
    if (const auto at = now.renamed_rules.find({alert.tool, alert.rule}); at != now.renamed_rules.end())
      alert.rule = at->second;
  }
}

AlertChange change_of(const SarifDiff& diff, const AlertPair& pair) {
  const SarifAlert& old = diff.before.alerts[pair.before];
  const SarifAlert& now = diff.after.alerts[pair.after];
  AlertChange change;
  change.before = pair.before;
  change.after = pair.after;
  change.evidence = pair.evidence;
  const bool same = old.message == now.message && old.level == now.level && !pair.code_changed;
  change.state = same ? AlertState::Unchanged : AlertState::Updated;
  change.has_moved = old.file != now.file || old.line != now.line || old.column != now.column;
  return change;
}

SarifJson place_json(const SarifAlert& alert) {
  SarifJson place = {{"file", printable(alert.file)}, {"line", alert.line}, {"column", alert.column}};
  if (!alert.function.empty()) place["function"] = printable(alert.function);
  return place;
}

/// Writes an alert's state into its results.
void mark(SarifJson& runs, const SarifDiff& diff, const AlertChange& change) {
  for (const SarifPlace& place : diff.after.alerts[*change.after].places) {
    SarifJson& result = runs[place.run]["results"][place.result];
    result["baselineState"] = name(change.state);
    if (change.has_moved)
      sarif_object(sarif_object(result, "properties"), "assay")["movedFrom"] =
          place_json(diff.before.alerts[*change.before]);
  }
}

void remove_absent(SarifJson& results) {
  SarifJson kept = SarifJson::array();
  for (SarifJson& result : results)
    if (sarif_text(result, {"baselineState"}) != "absent") kept.push_back(std::move(result));
  results = std::move(kept);
}

/// A run with these of its results alone.
SarifJson only_absent(SarifJson run, std::vector<std::size_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  SarifJson results = SarifJson::array();
  for (const std::size_t i : numbers) {
    results.push_back(std::move(run["results"][i]));
    results.back()["baselineState"] = "absent";
  }
  run["results"] = std::move(results);
  run.erase("invocations");
  return run;
}

}  // namespace

std::string_view name(AlertState state) { return kStates[static_cast<std::size_t>(state)]; }

std::size_t SarifDiff::count(AlertState state) const {
  return static_cast<std::size_t>(
      std::count_if(changes.begin(), changes.end(), [&](const AlertChange& one) { return one.state == state; }));
}

SarifDiff compare_sarif(const SarifReport& before, const SarifReport& after, const SourceRoots& roots) {
  SarifDiff diff;
  diff.before = alerts_of(*before.log);
  diff.after = alerts_of(*after.log);
  diff.notes = before.notes;
  diff.notes.insert(diff.notes.end(), after.notes.begin(), after.notes.end());
  adopt_names(diff.before, diff.after, diff.notes);
  const std::vector<AlertPair> pairs = match_alerts({diff.before.alerts, diff.before.files, roots.before},
                                                    {diff.after.alerts, diff.after.files, roots.after});
  diff.changes.resize(diff.after.alerts.size());
  for (std::size_t i = 0; i < diff.changes.size(); ++i) diff.changes[i].after = i;
  std::vector<bool> is_there(diff.before.alerts.size(), false);
  for (const AlertPair& pair : pairs) {
    diff.changes[pair.after] = change_of(diff, pair);
    is_there[pair.before] = true;
  }
  for (std::size_t i = 0; i < is_there.size(); ++i)
    if (!is_there[i]) diff.changes.push_back({AlertState::Absent, i, std::nullopt, {}, false});
  return diff;
}

SarifJson with_baseline(const SarifReport& before, const SarifReport& after, const SarifDiff& diff) {
  SarifJson log = *after.log;
  SarifJson& runs = log["runs"];
  for (const AlertChange& change : diff.changes)
    if (change.after) mark(runs, diff, change);
  for (SarifJson& run : runs) remove_absent(run["results"]);
  const SarifJson& old_runs = before.log->at("runs");
  std::vector<std::vector<std::size_t>> gone(old_runs.size());
  for (const AlertChange& change : diff.changes)
    if (!change.after)
      for (const SarifPlace& place : diff.before.alerts[*change.before].places) gone[place.run].push_back(place.result);
  for (std::size_t run = 0; run < gone.size(); ++run)
    if (!gone[run].empty()) add_run(runs, only_absent(old_runs[run], std::move(gone[run])), JoinVersions::Any);
  return log;
}

SarifJson change_json(const SarifDiff& diff, const AlertChange& change) {
  const SarifAlert& alert = diff.alert(change);
  SarifJson row = {{"state", name(change.state)},         {"tool", printable(alert.tool)},
                   {"rule", printable(alert.rule)},       {"level", printable(alert.level)},
                   {"message", printable(alert.message)}, {"place", place_json(alert)},
                   {"suppressed", alert.is_suppressed},   {"copies", alert.places.size() - 1}};
  if (!change.before || !change.after) return row;
  const SarifAlert& old = diff.before.alerts[*change.before];
  row["moved"] = change.has_moved;
  row["evidence"] = change.evidence;
  row["old-place"] = place_json(old);
  if (old.message != alert.message) row["old-message"] = printable(old.message);
  return row;
}

}  // namespace assay::core
