#include "core/sarif/join.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace assay::core {
namespace {

/// Tables and properties of a run to which results refer by numbers: equal in all runs that become one.
constexpr std::array kSharedTables = {"taxonomies",  "translations", "policies",   "addresses",      "graphs",
                                      "webRequests", "webResponses", "columnKind", "redactionTokens"};

/// The keys of artifactLocation objects in results and invocations.
constexpr std::array<std::string_view, 5> kFileKeys = {"artifactLocation", "analysisTarget", "executableLocation",
                                                       "workingDirectory", "location"};
constexpr std::array<std::string_view, 2> kRuleKeys = {"descriptor", "associatedRule"};

/// Calls a function for all objects below a value, each with the key under which it, or its list, stands.
void for_each_object(SarifJson& root, const auto& visit) {
  std::vector<std::pair<std::string, SarifJson*>> open = {{"", &root}};
  while (!open.empty()) {
    const auto [key, here] = open.back();
    open.pop_back();
    if (here->is_object()) {
      visit(key, *here);
      for (auto& [name, child] : here->items())
        if (child.is_structured()) open.emplace_back(name, &child);
    } else {
      for (SarifJson& child : *here)
        if (child.is_structured()) open.emplace_back(key, &child);
    }
  }
}

bool is_file_key(std::string_view key, const SarifJson& value) {
  // A "location" also is an object with places.
  return std::find(kFileKeys.begin(), kFileKeys.end(), key) != kFileKeys.end() && !value.contains("physicalLocation") &&
         !value.contains("logicalLocations");
}

/// Adds the members of a table's row that the object lacks, and removes its index.
void inline_row(SarifJson& object, const SarifJson* table, bool from_location) {
  const SarifJson* row = sarif_element(table, sarif_at(object, {"index"}));
  if (row != nullptr && from_location) row = sarif_at(*row, {"location"});
  object.erase("index");
  if (row == nullptr || !row->is_object()) return;
  for (const auto& [key, value] : row->items())
    if (!object.contains(key) && key != "index" && key != "parentIndex") object[key] = value;
}

void inline_message(SarifJson& result, const SarifJson& run, const std::string& rule) {
  const std::string id = sarif_text(result, {"message", "id"});
  if (id.empty() || !sarif_text(result, {"message", "text"}).empty()) return;
  const SarifJson* const rules = sarif_at(run, {"tool", "driver", "rules"});
  if (rules == nullptr || !rules->is_array()) return;
  for (const SarifJson& row : *rules)
    if (const std::string text = sarif_text(row, {"messageStrings", id.c_str(), "text"});
        !text.empty() && sarif_text(row, {"id"}) == rule)
      sarif_object(result, "message")["text"] = text;
}

const SarifJson& shared_part(const SarifJson& run, const char* key) {
  static const SarifJson none;
  const SarifJson* const value = sarif_at(run, {key});
  return value == nullptr ? none : *value;
}

bool same(const SarifJson& a, const SarifJson& b, SarifPath path) {
  const SarifJson* const left = sarif_at(a, path);
  const SarifJson* const right = sarif_at(b, path);
  return left == nullptr || right == nullptr ? left == right : *left == *right;
}

bool can_join(const SarifJson& into, const SarifJson& run, JoinVersions versions) {
  if (!same(into, run, {"tool", "driver", "name"}) || !same(into, run, {"automationDetails", "id"})) return false;
  if (versions == JoinVersions::Same)
    for (const char* const key : {"version", "semanticVersion", "notifications", "taxa"})
      if (!same(into, run, {"tool", "driver", key})) return false;
  return same(into, run, {"tool", "extensions"}) &&
         std::all_of(kSharedTables.begin(), kSharedTables.end(),
                     [&](const char* const key) { return shared_part(into, key) == shared_part(run, key); });
}

SarifJson& array_at(SarifJson& object, const char* key) {
  SarifJson& array = object[key];
  if (!array.is_array()) array = SarifJson::array();
  return array;
}

using FileName = std::pair<std::string, std::string>;
FileName name_of(const SarifJson& location) {
  return {sarif_text(location, {"uri"}), sarif_text(location, {"uriBaseId"})};
}

/// Joins one run into another one.
class RunJoin {
 public:
  RunJoin(SarifJson& into, SarifJson run) : into_(into), run_(std::move(run)) {}

  std::vector<std::string> join() {
    for (SarifJson& result : run_["results"]) make_self_contained(result, run_);
    const std::size_t invocations = add_invocations();  // before add_files, which moves the files that they name
    add_rules();
    add_files();
    add_bases();
    SarifJson& results = into_["results"];
    for (SarifJson& result : run_["results"]) {
      if (const SarifJson* const index = sarif_at(result, {"provenance", "invocationIndex"});
          index != nullptr && index->is_number_unsigned())
        sarif_object(result, "provenance")["invocationIndex"] = index->get<std::size_t>() + invocations;
      link(result);
      results.push_back(std::move(result));
    }
    if (run_.contains("versionControlProvenance"))
      for (const SarifJson& one : run_["versionControlProvenance"]) {
        SarifJson& all = array_at(into_, "versionControlProvenance");
        if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
      }
    return std::move(notes_);
  }

 private:
  void add_rules() {
    if (const SarifJson* const own = sarif_at(into_, {"tool", "driver", "rules"}); own != nullptr && own->is_array())
      for (std::size_t i = 0; i < own->size(); ++i) rules_.emplace(sarif_text((*own)[i], {"id"}), i);
    const SarifJson* const more = sarif_at(run_, {"tool", "driver", "rules"});
    if (more == nullptr || !more->is_array()) return;
    for (const SarifJson& rule : *more) {
      SarifJson& all = array_at(sarif_object(sarif_object(into_, "tool"), "driver"), "rules");
      if (rules_.emplace(sarif_text(rule, {"id"}), all.size()).second) all.push_back(rule);
    }
  }

  void add_files() {
    if (const SarifJson* const own = sarif_at(into_, {"artifacts"}); own != nullptr && own->is_array())
      for (std::size_t i = 0; i < own->size(); ++i)
        if (const SarifJson* const at = sarif_at((*own)[i], {"location"})) files_.emplace(name_of(*at), i);
    if (!run_.contains("artifacts") || !run_["artifacts"].is_array()) return;
    SarifJson& all = array_at(into_, "artifacts");
    std::vector<std::size_t> numbers, added;
    for (SarifJson& artifact : run_["artifacts"]) {
      const SarifJson* const at = sarif_at(artifact, {"location"});
      const auto known = at == nullptr ? files_.end() : files_.find(name_of(*at));
      numbers.push_back(known == files_.end() ? all.size() : known->second);
      if (known != files_.end()) continue;
      if (at != nullptr) files_.emplace(name_of(*at), all.size());
      added.push_back(all.size());
      if (artifact.contains("location") && artifact["location"].is_object()) artifact["location"].erase("index");
      all.push_back(std::move(artifact));
    }
    for (const std::size_t i : added)
      if (const auto parent = all[i].find("parentIndex"); parent != all[i].end() && parent->is_number_unsigned())
        if (const auto old = parent->get<std::size_t>(); old < numbers.size()) *parent = numbers[old];
  }

  void add_bases() {
    if (!run_.contains("originalUriBaseIds") || !run_["originalUriBaseIds"].is_object()) return;
    SarifJson& all = sarif_object(into_, "originalUriBaseIds");
    for (const auto& [name, value] : run_["originalUriBaseIds"].items()) {
      if (!all.contains(name)) {
        all[name] = value;
      } else if (all[name] != value) {
        notes_.push_back("the runs name different folders " + name + ": '" + sarif_text(all[name], {"uri"}) +
                         "' is kept");
      }
    }
  }

  /// Returns the number of invocations that were there before.
  std::size_t add_invocations() {
    const SarifJson* const own = sarif_at(into_, {"invocations"});
    const std::size_t before = own != nullptr && own->is_array() ? own->size() : 0;
    if (!run_.contains("invocations") || !run_["invocations"].is_array()) return before;
    for (SarifJson& invocation : run_["invocations"]) {
      for_each_object(invocation, [&](std::string_view key, SarifJson& object) {
        if (is_file_key(key, object)) inline_row(object, sarif_at(run_, {"artifacts"}), true);
        if (std::find(kRuleKeys.begin(), kRuleKeys.end(), key) != kRuleKeys.end() && object.contains("id"))
          object.erase("index");
      });
      array_at(into_, "invocations").push_back(std::move(invocation));
    }
    return before;
  }

  /// Gives a result the numbers of its rule and its files in the joined run.
  void link(SarifJson& result) const {
    if (const auto rule = rules_.find(sarif_text(result, {"ruleId"}));
        rule != rules_.end() && sarif_at(result, {"rule", "toolComponent"}) == nullptr)
      result["ruleIndex"] = rule->second;
    for_each_object(result, [&](std::string_view key, SarifJson& object) {
      if (!is_file_key(key, object)) return;
      if (const auto file = files_.find(name_of(object)); file != files_.end() && !file->first.first.empty())
        object["index"] = file->second;
    });
  }

  SarifJson& into_;
  SarifJson run_;
  std::map<std::string, std::size_t> rules_;
  std::map<FileName, std::size_t> files_;
  std::vector<std::string> notes_;
};

}  // namespace

void make_self_contained(SarifJson& result, const SarifJson& run) {
  const Result<std::string> rule = sarif_rule(run, result);
  if (rule && sarif_at(result, {"rule", "toolComponent"}) == nullptr) {
    result["ruleId"] = *rule;
    result.erase("ruleIndex");
    result.erase("rule");
    inline_message(result, run, *rule);
  }
  if (const auto flows = result.find("codeFlows"); flows != result.end())
    for_each_object(*flows, [&](std::string_view key, SarifJson& object) {
      if (key == "locations" && object.contains("index"))
        inline_row(object, sarif_at(run, {"threadFlowLocations"}), false);
    });
  for_each_object(result, [&](std::string_view key, SarifJson& object) {
    if (key == "logicalLocations" || key == "logicalLocation") {
      inline_row(object, sarif_at(run, {"logicalLocations"}), false);
    } else if (is_file_key(key, object)) {
      inline_row(object, sarif_at(run, {"artifacts"}), true);
    }
  });
}

std::vector<std::string> add_run(SarifJson& runs, SarifJson run, JoinVersions versions) {
  for (SarifJson& into : runs)
    if (can_join(into, run, versions)) return RunJoin(into, std::move(run)).join();
  runs.push_back(std::move(run));
  return {};
}

}  // namespace assay::core
