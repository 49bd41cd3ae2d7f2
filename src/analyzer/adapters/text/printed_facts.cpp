#include "analyzer/adapters/text/printed_facts.hpp"

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "analyzer/target/claims.hpp"
#include "base/text.hpp"
#include "core/target/patterns.hpp"

namespace assay::analyzer {
namespace {

using nlohmann::json;

constexpr const char* kUnreadable = "a fact that cannot be read";

class PrintedReader {
 public:
  PrintedReader(const Definition& definition, const std::string& file, Claims& claims)
      : definition_(definition), file_(file), claims_(claims) {}

  Status json_lines(std::string_view output) {
    for (const std::string_view line : split(output, '\n'))
      if (trim(line).starts_with("{")) add(std::string(trim(line)), {});
    return {};
  }

  Status text_lines(std::string_view output) {
    std::vector<core::GroupPattern> patterns;
    for (const Definition::FactPattern& row : definition_.facts) patterns.emplace_back(row.pattern);
    for (const std::string_view line : split(output, '\n')) {
      for (std::size_t i = 0; i < patterns.size(); ++i) {
        const auto groups = patterns[i].match(line);
        if (!groups) continue;
        json fact = {{"property", definition_.facts[i].property}, {"source", definition_.facts[i].source}};
        for (const auto& [name, text] : *groups) fact[name] = text;
        list_of(fact, "values");
        if (fact.contains("value") && fact["property"] == "truth") fact["value"] = is_true(fact["value"]);
        if (fact.contains("value") && !fact.contains("values")) fact["values"] = json::array({fact["value"]});
        add(fact.dump(-1, ' ', false, json::error_handler_t::replace), line);
        break;
      }
    }
    return {};
  }

  Status sarif(std::string_view output) {
    const json document = json::parse(output, nullptr, false);
    const auto runs = document.find("runs");
    if (!document.is_object() || runs == document.end() || !runs->is_array())
      return Error{"its output is no SARIF", "does it print anything else on standard output?"};
    for (const json& run : *runs)
      if (run.is_object() && run.contains("results") && run["results"].is_array())
        for (const json& result : run["results"]) sarif_result(result);
    return {};
  }

 private:
  static bool is_true(const json& text) { return text == "true" || text == "1" || text == true; }
  /// Turns "1, 2, 3" into a list.
  static void list_of(json& fact, const char* key) {
    if (!fact.contains(key) || !fact[key].is_string()) return;
    json list = json::array();
    const std::string text = fact[key];
    for (const std::string_view part : split(text, ',')) list.push_back(std::string(trim(part)));
    fact[key] = std::move(list);
  }

  void sarif_result(const json& result) {
    if (!result.is_object() || !result.contains("properties") || !result["properties"].contains("property")) {
      return count_unread(claims_, "a result without a property");
    }
    json fact = result["properties"];
    static const json::json_pointer location("/locations/0/physicalLocation");
    const json place = result.contains(location) ? result[location] : json::object();
    const auto copy = [&](const char* key, const json::json_pointer& from) {
      if (!fact.contains(key) && place.contains(from)) fact[key] = place[from];
    };
    copy("file", json::json_pointer("/artifactLocation/uri"));
    copy("line", json::json_pointer("/region/startLine"));
    copy("column", json::json_pointer("/region/startColumn"));
    if (result.contains("ruleId") && !fact.contains("source")) fact["source"] = result["ruleId"];
    static const json::json_pointer message_at("/message/text");
    const json message = result.contains(message_at) ? result[message_at] : json("");
    add(fact.dump(-1, ' ', false, json::error_handler_t::replace),
        message.is_string() ? message.get<std::string>() : "");
  }

  void add(const std::string& line, std::string_view origin) {
    Result<Fact> fact = fact_from_json(line);
    if (!fact) {
      if (claims_.output.empty()) claims_.output = fact.error().text();
      return count_unread(claims_, kUnreadable);
    }
    if (fact->place.file.empty()) fact->place.file = file_;
    // Analyzers name files by given or absolute paths; here all files are in one folder.
    fact->place.file = std::filesystem::path(fact->place.file).filename().string();
    if (fact->origin.empty()) fact->origin = origin.empty() ? line : std::string(origin);
    fact->assumptions.insert(fact->assumptions.end(), definition_.assumptions.begin(), definition_.assumptions.end());
    claims_.facts.push_back(std::move(*fact));
  }

  const Definition& definition_;
  const std::string& file_;
  Claims& claims_;
};

}  // namespace

Status read_printed_facts(const Definition& definition, std::string_view output, const std::string& file,
                          Claims& claims) {
  PrintedReader reader(definition, file, claims);
  if (definition.adapter == "sarif") return reader.sarif(output);
  return definition.adapter == "text" ? reader.text_lines(output) : reader.json_lines(output);
}

}  // namespace assay::analyzer
