#include "analyzer_definition_toml.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/target/toml_rows.hpp"
#include "splitting_toml.hpp"
#include "tuning_toml.hpp"

namespace assay::analyzer {
namespace {

constexpr std::string_view kManual = "docs/user/analyzers.md";
constexpr std::array<std::string_view, 7> kLanguages = {"c",      "c++",  "llvm-ir",   "prolog",
                                                        "python", "java", "javascript"};

void read_words(core::TomlRow& row, Definition& definition) {
  const std::pair<std::string_view, std::string*> texts[] = {
      {"name", &definition.name},       {"title", &definition.title}, {"adapter", &definition.adapter},
      {"install", &definition.install}, {"home", &definition.home},   {"version_label", &definition.version_label},
  };
  for (const auto& [key, field] : texts) row.text(key, *field);
  row.pattern("recognize", definition.recognize);
  const std::pair<std::string_view, std::vector<std::string>*> lists[] = {
      {"argv", &definition.argv},
      {"version", &definition.version},
      {"assumptions", &definition.assumptions},
  };
  for (const auto& [key, field] : lists) row.list(key, *field);
  row.words("language", definition.languages);
  row.words("slow_strategies", definition.slow_strategies);
  row.whole("batch", definition.batch);
  row.flag("special_floats", definition.special_floats);
}

/// The definition's own settings replace inherited settings of the same name.
void read_settings(core::TomlRow& row, Definition& definition) {
  std::optional<core::TomlRow> table = row.table("settings");
  if (!table) return;
  std::vector<std::pair<std::string, std::string>> own;
  table->all_texts(own);
  for (auto& [name, value] : own) {
    auto at = std::find_if(definition.settings.begin(), definition.settings.end(),
                           [&, &wanted = name](const auto& other) { return other.first == wanted; });
    if (at == definition.settings.end()) {
      definition.settings.emplace_back(std::move(name), std::move(value));
    } else {
      at->second = std::move(value);
    }
  }
  std::sort(definition.settings.begin(), definition.settings.end());
}

void read_facts(core::TomlRow& row, Definition& definition) {
  for (core::TomlRow& one : row.rows("fact")) {
    Definition::FactPattern& fact = definition.facts.emplace_back();
    one.pattern("pattern", fact.pattern);
    one.text("property", fact.property);
    one.text("source", fact.source);
    if (fact.pattern.empty()) one.refuse("the fact has no 'pattern'");
    if (fact.property.empty()) one.refuse("the fact has no 'property'");
    one.finish(kManual);
  }
}

void read_recall(core::TomlRow& row, Recall& recall) {
  std::optional<core::TomlRow> table = row.table("recall");
  if (!table) return;
  table->list("promises", recall.promises);
  table->list("words", recall.words);
  if (std::optional<core::TomlRow> alarms = table->table("alarms")) {
    alarms->all_texts(recall.alarms);
    for (const auto& [kind, pattern] : recall.alarms)
      if (const std::optional<std::string> problem = core::pattern_problem(pattern))
        alarms->refuse_at(kind, "'" + pattern + "' is no regular expression: " + *problem);
  }
  table->finish("docs/user/analyzer-recall.md");
}

}  // namespace

void read_analyzer(core::TomlRow& row, Definition& definition) {
  read_words(row, definition);
  read_settings(row, definition);
  read_facts(row, definition);
  core::read_output_patterns(row, "crash", definition.crashes);
  core::read_output_patterns(row, "skip", definition.skips, true);
  core::read_known_bugs(row, definition.known_bugs);
  read_tuning(row, definition.tuning);
  read_splitting(row, definition.splitting);
  read_recall(row, definition.recall);
}

void check_analyzer(core::TomlRow& row, const Definition& definition) {
  if (definition.adapter.empty() && !definition.tuning.known() && !definition.splitting.known())
    row.refuse("the analyzer has no 'adapter'",
               "\"json\", \"sarif\" or \"text\" for one of your own; without one, a table [tune] or [split]");
  constexpr const char* kAdvice = "one or a list of c, c++, llvm-ir, prolog, python, java, javascript";
  if (definition.languages.empty()) row.refuse("the analyzer has no 'language'", kAdvice);
  for (const std::string& language : definition.languages)
    if (std::find(kLanguages.begin(), kLanguages.end(), language) == kLanguages.end())
      row.refuse("there is no language '" + language + "'", kAdvice);
}

}  // namespace assay::analyzer
