#include "toml_config.hpp"

#include <toml++/toml.h>

#include <charconv>
#include <cstdint>
#include <sstream>

namespace assay::cli {
namespace {

std::string scalar_text(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  std::ostringstream out;
  node.visit([&](const auto& n) { out << n; });
  return out.str();
}

void collect(const toml::table& table, const std::vector<std::string>& parents, std::vector<CLI::ConfigItem>& items) {
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    if (const toml::table* inner = node.as_table()) {
      std::vector<std::string> deeper = parents;
      deeper.push_back(name);
      collect(*inner, deeper, items);
      continue;
    }
    CLI::ConfigItem item;
    item.parents = parents;
    item.name = name;
    if (const toml::array* list = node.as_array()) {
      for (const toml::node& element : *list) item.inputs.push_back(scalar_text(element));
    } else {
      item.inputs.push_back(scalar_text(node));
    }
    items.push_back(std::move(item));
  }
}

/// Passes the value to `put` with its type. Values of text options stay texts: a target may be called 007.
template <typename Put>
void put_typed(const CLI::Option& option, const std::string& text, const Put& put) {
  if (option.get_type_name().starts_with("TEXT")) return put(text);
  if (text == "true" || text == "false") return put(text == "true");
  std::int64_t integer = 0;
  const char* end = text.data() + text.size();
  if (const auto [at, error] = std::from_chars(text.data(), end, integer);
      error == std::errc() && at == end && !text.empty())
    return put(integer);
  double real = 0;
  const bool larger = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (const auto [at, error] = std::from_chars(text.data(), end, real);
      error == std::errc() && at == end && !text.empty() && !larger)
    return put(real);
  put(text);
}

std::vector<std::string> values_of(const CLI::Option& option) {
  if (option.count() > 0) return option.results();
  const std::string text = option.get_default_str();
  if (text.empty()) return {};
  // Defaults of lists are captured as "[a,b]".
  if (option.get_items_expected_max() > 1 && text.front() == '[' && text.back() == ']') {
    std::vector<std::string> parts = CLI::detail::split(text.substr(1, text.size() - 2), ',');
    std::erase_if(parts, [](const std::string& part) { return part.empty(); });
    return parts;
  }
  return {text};
}

}  // namespace

std::vector<CLI::ConfigItem> TomlConfig::from_config(std::istream& input) const {
  try {
    const toml::table table = toml::parse(input);
    std::vector<CLI::ConfigItem> found;
    collect(table, {}, found);
    return found;
  } catch (const toml::parse_error& error) {
    std::ostringstream where;
    where << error.source().begin;
    throw CLI::ConfigError("the configuration is not TOML: " + std::string(error.description()) + " at " + where.str());
  }
}

std::string TomlConfig::to_config(const CLI::App* app, bool, bool, std::string prefix) const {
  return effective_toml(*app, prefix);
}

std::string effective_toml(const CLI::App& app, const std::string& path) {
  toml::table options;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_configurable() || (option->get_lnames().empty() && !option->get_positional())) continue;
    const std::string name = option->get_lnames().empty() ? option->get_name(true) : option->get_lnames().front();
    if (option == app.get_help_ptr() || option == app.get_help_all_ptr()) continue;
    const std::vector<std::string> values = values_of(*option);
    const bool list = option->get_items_expected_max() > 1;
    if (values.empty() && !list) {
      if (option->get_expected_min() == 0) options.insert_or_assign(name, option->count() > 0);
      continue;
    }
    if (!list) {
      put_typed(*option, values.front(), [&](const auto& value) { options.insert_or_assign(name, value); });
      continue;
    }
    if (values.empty()) continue;  // an empty list cannot be read back, and means the same as none
    toml::array array;
    for (const std::string& value : values) array.push_back(value);
    options.insert_or_assign(name, std::move(array));
  }
  std::ostringstream out;
  out << "[" << path << "]\n" << options << "\n";
  return out.str();
}

}  // namespace assay::cli
