#include "core/sarif/alert.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/text.hpp"
#include "core/sarif/uri.hpp"
#include "core/source/source_tokens.hpp"

namespace assay::core {
namespace {

/// The tables of a run that its results refer to.
class RunTables {
 public:
  explicit RunTables(const SarifJson& run) : run_(run), tool_(sarif_text(run, {"tool", "driver", "name"})) {
    const SarifJson* const rules = sarif_at(run, {"tool", "driver", "rules"});
    if (rules == nullptr || !rules->is_array()) return;
    for (const SarifJson& rule : *rules) rules_.emplace(sarif_text(rule, {"id"}), &rule);
  }

  [[nodiscard]] const std::string& tool() const { return tool_; }
  [[nodiscard]] const std::map<std::string, const SarifJson*>& rules() const { return rules_; }

  [[nodiscard]] SarifAlert alert(const SarifJson& result) const {
    SarifAlert alert;
    alert.tool = tool_;
    const Result<std::string> rule = sarif_rule(run_, result);
    if (rule) alert.rule = *rule;
    const SarifJson* const row = rule_row(result, alert.rule);
    alert.level = level(result, row);
    alert.message = with_single_spaces(message(result, row));
    if (const SarifJson* const artifact = sarif_at(result, {"locations", "physicalLocation", "artifactLocation"}))
      alert.file = sarif_path(run_, *artifact);
    if (const SarifJson* const region = sarif_at(result, {"locations", "physicalLocation", "region"})) {
      alert.line = sarif_number(*region, {"startLine"});
      alert.column = sarif_number(*region, {"startColumn"});
      alert.end_line = sarif_number(*region, {"endLine"});
      alert.end_column = sarif_number(*region, {"endColumn"});
      alert.snippet = sarif_text(*region, {"snippet", "text"});
    }
    alert.function = function(result);
    alert.guid = sarif_text(result, {"correlationGuid"});
    alert.fingerprints = texts(result, "fingerprints");
    alert.partial_fingerprints = texts(result, "partialFingerprints");
    alert.is_suppressed = is_sarif_suppressed(result);
    return alert;
  }

 private:
  [[nodiscard]] const SarifJson* rule_row(const SarifJson& result, const std::string& rule) const {
    const SarifJson* index = sarif_at(result, {"ruleIndex"});
    if (index == nullptr) index = sarif_at(result, {"rule", "index"});
    if (sarif_at(result, {"rule", "toolComponent"}) != nullptr) {
      const SarifJson* const component =
          sarif_element(sarif_at(run_, {"tool", "extensions"}), sarif_at(result, {"rule", "toolComponent", "index"}));
      return component == nullptr ? nullptr : sarif_element(sarif_at(*component, {"rules"}), index);
    }
    if (const SarifJson* const row = sarif_element(sarif_at(run_, {"tool", "driver", "rules"}), index)) return row;
    auto at = rules_.find(rule);
    // The id "CA1000/1" may belong to the row "CA1000" (section 3.5.4).
    if (at == rules_.end()) at = rules_.find(rule.substr(0, rule.rfind('/')));
    return at == rules_.end() ? nullptr : at->second;
  }

  [[nodiscard]] static std::string level(const SarifJson& result, const SarifJson* rule) {
    std::string level = sarif_text(result, {"level"});
    const std::string kind = sarif_text(result, {"kind"});
    if (level.empty() && !kind.empty() && kind != "fail") level = "none";
    if (level.empty() && rule != nullptr) level = sarif_text(*rule, {"defaultConfiguration", "level"});
    return level.empty() ? "warning" : level;
  }

  [[nodiscard]] std::string message(const SarifJson& result, const SarifJson* rule) const {
    std::string text = sarif_text(result, {"message", "text"});
    const std::string id = sarif_text(result, {"message", "id"});
    if (text.empty() && rule != nullptr) text = sarif_text(*rule, {"messageStrings", id.c_str(), "text"});
    if (text.empty()) text = sarif_text(run_, {"tool", "driver", "globalMessageStrings", id.c_str(), "text"});
    if (text.empty()) text = sarif_text(result, {"message", "markdown"});
    if (text.empty()) text = id;
    const SarifJson* const arguments = sarif_at(result, {"message", "arguments"});
    if (arguments == nullptr || !arguments->is_array()) return text;
    for (std::size_t i = 0; i < arguments->size(); ++i)
      if ((*arguments)[i].is_string())
        text = replace_all(std::move(text), "{" + std::to_string(i) + "}", (*arguments)[i].get<std::string>());
    return text;
  }

  [[nodiscard]] std::string function(const SarifJson& result) const {
    std::string name = sarif_function(result);
    if (!name.empty()) return name;
    const SarifJson* const row = sarif_element(sarif_at(run_, {"logicalLocations"}),
                                               sarif_at(result, {"locations", "logicalLocations", "index"}));
    if (row == nullptr) return {};
    name = sarif_text(*row, {"fullyQualifiedName"});
    return name.empty() ? sarif_text(*row, {"name"}) : name;
  }

  [[nodiscard]] static std::map<std::string, std::string> texts(const SarifJson& result, const char* key) {
    std::map<std::string, std::string> all;
    const SarifJson* const from = sarif_at(result, {key});
    if (from == nullptr || !from->is_object()) return all;
    for (const auto& [name, value] : from->items())
      if (value.is_string()) all.emplace(name, value.get<std::string>());
    return all;
  }

  const SarifJson& run_;
  std::string tool_;
  std::map<std::string, const SarifJson*> rules_;
};

void add_renamed(const RunTables& tables, SarifAlerts& into) {
  for (const auto& [id, row] : tables.rules()) {
    const SarifJson* const old = sarif_at(*row, {"deprecatedIds"});
    if (old == nullptr || !old->is_array()) continue;
    for (const SarifJson& name : *old)
      if (name.is_string()) into.renamed_rules[{tables.tool(), name.get<std::string>()}] = id;
  }
}

auto order_of(const SarifAlert& alert) {
  return std::tie(alert.file, alert.line, alert.column, alert.rule, alert.message, alert.tool, alert.end_line,
                  alert.end_column, alert.function);
}

/// Joins equal alerts, which are neighbours. An alert is suppressed if all of its results are.
void join_copies(SarifAlerts& all) {
  std::vector<SarifAlert> joined;
  for (SarifAlert& alert : all.alerts) {
    if (joined.empty() || order_of(joined.back()) != order_of(alert)) {
      joined.push_back(std::move(alert));
      continue;
    }
    ++all.copies;
    joined.back().is_suppressed = joined.back().is_suppressed && alert.is_suppressed;
    joined.back().places.push_back(alert.places.front());
  }
  all.alerts = std::move(joined);
}

}  // namespace

bool is_sarif_alert(const SarifJson& result) {
  return !sarif_says_nothing(result) && sarif_text(result, {"kind"}) != "pass";
}

bool is_sarif_suppressed(const SarifJson& result) {
  const SarifJson* const all = sarif_at(result, {"suppressions"});
  if (all == nullptr || !all->is_array() || all->empty()) return false;
  return std::none_of(all->begin(), all->end(), [](const SarifJson& one) {
    const std::string status = sarif_text(one, {"status"});
    return status == "rejected" || status == "underReview";
  });
}

SarifAlerts alerts_of(const SarifJson& log) {
  SarifAlerts all;
  const SarifJson& runs = log.at("runs");
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const RunTables tables(runs[run]);
    all.tools.insert(tables.tool());
    add_renamed(tables, all);
    if (const SarifJson* const artifacts = sarif_at(runs[run], {"artifacts"}); artifacts && artifacts->is_array())
      for (const SarifJson& one : *artifacts)
        if (const SarifJson* const at = sarif_at(one, {"location"})) all.files.insert(sarif_path(runs[run], *at));
    const SarifJson& results = runs[run].at("results");
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!is_sarif_alert(results[i])) {
        ++all.not_alerts;
        continue;
      }
      all.alerts.push_back(tables.alert(results[i]));
      all.alerts.back().places.push_back({run, i});
      all.files.insert(all.alerts.back().file);
    }
  }
  std::stable_sort(all.alerts.begin(), all.alerts.end(),
                   [](const SarifAlert& a, const SarifAlert& b) { return order_of(a) < order_of(b); });
  join_copies(all);
  return all;
}

}  // namespace assay::core
