#include <fmt/chrono.h>
#include <toml++/toml.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <span>
#include <thread>

#include "base/text.hpp"
#include "core/target/builtin.hpp"
#include "words.hpp"

namespace assay::core {
/// The text of data/presets.toml.
[[nodiscard]] std::span<const BuiltinText> preset_table();
}  // namespace assay::core

namespace assay::cli {
namespace {

constexpr std::string_view kFlag = "--preset";
/// Values in a preset that stand for computed values: the number of cores, and the current date.
constexpr std::string_view kCores = "cores";
constexpr std::string_view kDate = "date";
/// Short form of --preset nightly.
constexpr std::string_view kNightly = "--nightly";

const toml::table& presets() {
  static const toml::table table = toml::parse(core::preset_table().front().text);
  return table;
}

/// The place of the preset among the words.
struct Place {
  std::size_t at = 0;     ///< index of its first word
  std::size_t words = 0;  ///< number of its words
  std::string name;       ///< the preset's name
};
std::optional<Place> preset_in(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == kFlag && i + 1 < words.size()) return Place{i, 2, words[i + 1]};
    if (words[i] == kNightly) return Place{i, 1, words[i].substr(2)};
    if (words[i].starts_with(std::string(kFlag) + "=")) return Place{i, 1, words[i].substr(kFlag.size() + 1)};
  }
  return std::nullopt;
}

/// The configuration file's table for a command. Empty if there is none, or if the file is no TOML: the parser reports
/// the mistake later.
toml::table file_options(const std::vector<std::string>& words, const std::string& area, const std::string& command) {
  if (words.empty() || !words[0].starts_with("--config")) return {};
  const std::string path = words[0] == "--config" ? (words.size() > 1 ? words[1] : "") : words[0].substr(9);
  try {
    const toml::table file = toml::parse_file(path);
    const toml::table* const table = file[area][command].as_table();
    return table != nullptr ? *table : toml::table{};
  } catch (const toml::parse_error&) {
    return {};
  }
}

/// True if the words contain the flag. Of the flags in presets, only --jobs has a short form.
bool is_given(const std::vector<std::string>& words, const std::string& key) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    const bool is_short = key == "jobs" && word.starts_with("-j");
    return is_short || word == "--" + key || word.starts_with("--" + key + "=");
  });
}

std::string value_of(const std::string& text, std::time_t now) {
  if (text == kCores) return std::to_string(std::max(1U, std::thread::hardware_concurrency()));
  return text == kDate ? fmt::format("{:%Y%m%d}", fmt::gmtime(now)) : text;
}

void add_flags(const toml::table* flags, const toml::table& file, std::time_t now, std::vector<std::string>& words) {
  if (flags == nullptr) return;
  for (const auto& [name, value] : *flags) {
    const std::string key(name.str());
    if (file.contains(key) || is_given(words, key)) continue;
    words.push_back("--" + key);
    if (const auto* text = value.as_string()) words.push_back(value_of(text->get(), now));
  }
}

}  // namespace

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const auto& [name, value] : presets()) names.emplace_back(name.str());
  return names;
}

void expand_preset(std::vector<std::string>& words, std::time_t now) {
  const std::optional<Place> place = preset_in(words);
  if (!place || !presets().contains(place->name)) return;
  const std::size_t config = words[0] == "--config" ? 2 : words[0].starts_with("--config=") ? 1 : 0;
  // `config show` calls run_command() with its remaining words, which expands the preset.
  if (words.size() < config + 2 || words[config] == "config") return;
  const std::string area = words[config];
  const std::string command = words[config + 1];
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(place->at),
              words.begin() + static_cast<std::ptrdiff_t>(place->at + place->words));
  const toml::table file = file_options(words, area, command);
  const toml::table& preset = *presets()[place->name].as_table();
  add_flags(preset[area][command].as_table(), file, now, words);
  add_flags(preset["every"].as_table(), file, now, words);
}

}  // namespace assay::cli
