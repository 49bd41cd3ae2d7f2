#include "analyzer/split/report/sarif_merge.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/sarif/match.hpp"

namespace assay::analyzer::splitting {
namespace {

/// A place and a rule.
using PlaceKey = std::tuple<std::string, unsigned, unsigned, std::string>;

PlaceKey place_of(const SarifResult& found) { return {found.file, found.line, found.column, found.rule}; }

struct Entry {
  const SarifResult* found = nullptr;  ///< the result that represents the entry
  std::vector<std::size_t> runs;       ///< ascending
};

/// Assigns a run's results at a place to existing entries, or to new ones.
void match(std::vector<Entry>& entries, std::vector<const SarifResult*> found, std::size_t run) {
  std::stable_sort(found.begin(), found.end(),
                   [](const SarifResult* a, const SarifResult* b) { return a->message < b->message; });
  std::vector<bool> taken(entries.size(), false);
  const auto take = [&](const SarifResult* one, bool any_message) {
    for (std::size_t i = 0; i < taken.size(); ++i) {
      if (taken[i] || (!any_message && entries[i].found->message != one->message)) continue;
      taken[i] = true;
      entries[i].runs.push_back(run);
      return true;
    }
    return false;
  };
  std::vector<const SarifResult*> left;
  for (const SarifResult* const one : found)
    if (!take(one, false)) left.push_back(one);
  for (const SarifResult* const one : left)
    if (!take(one, true)) entries.push_back({one, {run}});
}

std::vector<Entry> entries_at(const std::map<std::size_t, std::vector<const SarifResult*>>& by_run,
                              const std::size_t* owner) {
  std::vector<Entry> entries;
  if (owner != nullptr)
    if (const auto own = by_run.find(*owner); own != by_run.end()) match(entries, own->second, *owner);
  for (const auto& [run, found] : by_run)
    if (owner == nullptr || run != *owner) match(entries, found, run);
  for (Entry& entry : entries) std::sort(entry.runs.begin(), entry.runs.end());
  return entries;
}

std::string hashed(const std::vector<std::string>& parts, std::size_t ordinal) {
  std::uint64_t hash = ordinal;
  for (const std::string& part : parts) hash = combine(hash_bytes(part), hash);
  return to_hex(hash);
}

}  // namespace

std::vector<MergedAlert> merge_runs(const std::vector<RunReport>& reports,
                                    const std::map<std::string, std::size_t>& owner, core::SourceLines& lines) {
  std::map<PlaceKey, std::map<std::size_t, std::vector<const SarifResult*>>> places;
  for (std::size_t run = 0; run < reports.size(); ++run)
    for (const SarifResult& found : reports[run].found) places[place_of(found)][run].push_back(&found);
  std::vector<MergedAlert> merged;
  std::map<std::vector<std::string>, std::size_t> ordinals;
  for (const auto& [place, by_run] : places) {
    const auto own = owner.find(std::get<0>(place));
    const std::size_t* const own_run = own == owner.end() ? nullptr : &own->second;
    for (const Entry& entry : entries_at(by_run, own_run)) {
      const SarifResult& found = *entry.found;
      MergedAlert one;
      one.alert.rule = found.rule;
      one.alert.file = found.file;
      one.alert.line = found.line;
      one.alert.message = found.message;
      one.alert.function = found.function.empty() ? lines.function(found.file, found.line) : found.function;
      one.alert.runs = entry.runs;
      one.alert.owner_agrees = own_run == nullptr || std::binary_search(entry.runs.begin(), entry.runs.end(), *own_run);
      const std::vector<std::string> same = {found.rule, found.file, one.alert.function,
                                             lines.text(found.file, found.line)};
      one.alert.fingerprint = hashed(same, ordinals[same]++);
      one.json = found.json;
      merged.push_back(std::move(one));
    }
  }
  return merged;
}

namespace {

constexpr const char* kFingerprint = "assaySplit/v1";

/// An alert for the comparison of two versions. `json`: the result, with its own fingerprints.
core::SarifAlert comparable(const std::string& rule, const std::string& file, unsigned line, const std::string& message,
                            const std::string& json) {
  const core::SarifJson result = core::SarifJson::parse(json, nullptr, false);
  core::SarifAlert alert;
  alert.rule = rule;
  alert.file = file;
  alert.line = line;
  alert.message = message;
  alert.function = core::sarif_function(result);
  alert.snippet = core::sarif_text(result, {"locations", "physicalLocation", "region", "snippet", "text"});
  if (std::string print = core::sarif_text(result, {"partialFingerprints", kFingerprint}); !print.empty())
    alert.fingerprints[kFingerprint] = std::move(print);
  return alert;
}

std::set<std::string> files_of(const std::vector<core::SarifAlert>& alerts) {
  std::set<std::string> files;
  for (const core::SarifAlert& alert : alerts) files.insert(alert.file);
  return files;
}

}  // namespace

Result<std::vector<core::SarifAlert>> old_alerts(std::string_view sarif, const ProjectFolders& seen) {
  const Result<RunReport> report = report_of_sarif(sarif, seen);
  if (!report) return report.error();
  std::vector<core::SarifAlert> old;
  for (const SarifResult& found : report->found)
    old.push_back(comparable(found.rule, found.file, found.line, found.message, found.json));
  return old;
}

std::size_t remove_known_alerts(std::vector<MergedAlert>& merged, const std::vector<core::SarifAlert>& old) {
  std::vector<core::SarifAlert> now;
  for (const MergedAlert& one : merged) {
    now.push_back(comparable(one.alert.rule, one.alert.file, one.alert.line, one.alert.message, one.json));
    now.back().fingerprints[kFingerprint] = one.alert.fingerprint;
  }
  std::vector<bool> is_known(merged.size(), false);
  for (const core::AlertPair& pair : core::match_alerts({old, files_of(old), ""}, {now, files_of(now), ""}))
    is_known[pair.after] = true;
  std::size_t at = 0;
  return std::erase_if(merged, [&](const MergedAlert&) { return is_known[at++]; });
}

namespace {

/// Whether it is the same finding at another place: the same rule, and the same message or the same function of the
/// file.
bool is_moved(const Alert& from, const Alert& to) {
  if (from.rule != to.rule) return false;
  return from.message == to.message || (from.file == to.file && from.function == to.function);
}

void pair_moved(Comparison& comparison) {
  std::vector<Alert> lost;
  for (Alert& alert : comparison.lost) {
    const auto at = std::find_if(comparison.spurious.begin(), comparison.spurious.end(),
                                 [&](const Alert& other) { return is_moved(alert, other); });
    if (at == comparison.spurious.end()) {
      lost.push_back(std::move(alert));
      continue;
    }
    comparison.moved.emplace_back(std::move(alert), std::move(*at));
    comparison.spurious.erase(at);
  }
  comparison.lost = std::move(lost);
}

}  // namespace

Comparison compare(const std::vector<MergedAlert>& whole, const std::vector<MergedAlert>& parts) {
  std::set<std::string> there;
  std::set<std::string> here;
  for (const MergedAlert& one : whole) there.insert(one.alert.fingerprint);
  for (const MergedAlert& one : parts) here.insert(one.alert.fingerprint);
  Comparison comparison;
  for (const MergedAlert& one : whole) {
    if (here.contains(one.alert.fingerprint)) {
      ++comparison.kept;
    } else {
      comparison.lost.push_back(one.alert);
    }
  }
  for (const MergedAlert& one : parts)
    if (!there.contains(one.alert.fingerprint)) comparison.spurious.push_back(one.alert);
  pair_moved(comparison);
  return comparison;
}

}  // namespace assay::analyzer::splitting
