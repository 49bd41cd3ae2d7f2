#include <nlohmann/json.hpp>

#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {
namespace {

/// A text in TOML, which JSON's notation is valid for.
std::string toml_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string toml_list(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + toml_text(text);
  return "[" + list + "]";
}

void add_line(std::string& out, const char* key, const std::string& text) {
  if (!text.empty()) out += std::string(key) + " = " + toml_text(text) + "\n";
}

void add_line(std::string& out, const char* key, const std::vector<std::string>& texts) {
  if (!texts.empty()) out += std::string(key) + " = " + toml_list(texts) + "\n";
}

void add_patterns(std::string& out, const char* key, const std::vector<core::OutputPattern>& patterns) {
  for (const core::OutputPattern& row : patterns) {
    out += std::string("\n[[") + key + "]]\n";
    add_line(out, "pattern", row.pattern);
    add_line(out, "meaning", row.meaning);
  }
}

}  // namespace

std::string to_toml(const Definition& definition) {
  std::string out;
  add_line(out, "name", definition.name);
  add_line(out, "title", definition.title);
  add_line(out, "adapter", definition.adapter);
  add_line(out, "language", definition.languages);
  add_line(out, "argv", definition.argv);
  add_line(out, "version", definition.version);
  add_line(out, "version_label", definition.version_label);
  add_line(out, "install", definition.install);
  add_line(out, "home", definition.home);
  if (definition.batch != 0) out += "batch = " + std::to_string(definition.batch) + "\n";
  if (definition.special_floats) out += "special_floats = true\n";
  add_line(out, "slow_strategies", definition.slow_strategies);
  add_line(out, "assumptions", definition.assumptions);
  if (!definition.settings.empty()) out += "\n[settings]\n";
  for (const auto& [name, value] : definition.settings) out += toml_text(name) + " = " + toml_text(value) + "\n";
  add_patterns(out, "crash", definition.crashes);
  add_patterns(out, "skip", definition.skips);
  for (const Definition::FactPattern& fact : definition.facts) {
    out += "\n[[fact]]\n";
    add_line(out, "pattern", fact.pattern);
    add_line(out, "property", fact.property);
    add_line(out, "source", fact.source);
  }
  for (const core::KnownBug& bug : definition.known_bugs) {
    out += "\n[[known_bug]]\n";
    add_line(out, "link", bug.cause);
    add_line(out, "kind", bug.kinds);
    add_line(out, "pattern", bug.pattern);
    add_line(out, "since", bug.since);
    add_line(out, "fixed", bug.fixed);
  }
  return out;
}

}  // namespace assay::analyzer
