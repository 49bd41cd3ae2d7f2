#include <toml++/toml.h>

#include <filesystem>
#include <sstream>

#include "base/text.hpp"
#include "core/options/options.hpp"
#include "core/target/installed.hpp"

namespace assay::core {
namespace {

namespace fs = std::filesystem;

/// Applies `change` to each word after the '=' of "name=/path/of/program flags", or to a text without '='.
template <typename Change>
std::string with_changed_words(const std::string& text, const Change& change) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return change(text);
  std::vector<std::string> words;
  for (const std::string_view word : split(std::string_view(text).substr(equals + 1), ' '))
    words.push_back(change(std::string(word)));
  return text.substr(0, equals + 1) + join(words, " ");
}

std::string absolute_word(const std::string& word) {
  std::error_code error;
  if (is_release_name(word)) return pinned_release(word);
  const bool path = word.find('/') != std::string::npos || word.ends_with(".toml");
  return path && word[0] != '-' && fs::exists(word, error) ? absolute_path(word) : word;
}

/// The path moved below `to` if it is at or below `from`; otherwise unchanged.
std::string moved(const std::string& path, const std::string& from, const std::string& to) {
  if (path == from) return to;
  const bool below = path.size() > from.size() && path.starts_with(from) && path[from.size()] == '/';
  return below ? to + path.substr(from.size()) : path;
}

std::string without_slash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

}  // namespace

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const fs::path full = fs::absolute(path, error);
  return path.empty() || error ? path : full.lexically_normal().string();
}

OptionTexts with_absolute_paths(const Option& option, OptionTexts texts) {
  for (std::string& text : texts) {
    if (option.names == Names::Paths) text = absolute_path(text);
    if (option.names == Names::Targets) text = with_changed_words(text, absolute_word);
  }
  return texts;
}

Result<std::string> with_moved_paths(std::string_view text, const std::string& from, const std::string& to) {
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    return Error{"the configuration is no TOML: " + std::string(error.description()), ""};
  }
  const std::string old_path = without_slash(from);
  const std::string new_path = without_slash(absolute_path(to));
  bool any = false;
  const auto change = [&](toml::node& node) {
    toml::value<std::string>* const value = node.as_string();
    if (value == nullptr) return;
    std::string changed = moved(value->get(), old_path, new_path);
    if (changed == value->get())
      changed = with_changed_words(changed, [&](const std::string& word) { return moved(word, old_path, new_path); });
    any = any || changed != value->get();
    *value = changed;
  };
  for (auto&& [key, node] : table) {
    if (toml::array* const list = node.as_array()) {
      for (toml::node& element : *list) change(element);
    } else {
      change(node);
    }
  }
  if (!any) {
    return Error{"the campaign's configuration names nothing at or below '" + from + "'",
                 "write the path as it was where the campaign was started: /old/path=/new/path"};
  }
  std::ostringstream out;
  out << table << "\n";
  return out.str();
}

}  // namespace assay::core
