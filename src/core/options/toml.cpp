#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "assay/base/hash.hpp"
#include "core/options/options.hpp"

namespace assay::core {
namespace {

void insert_option(toml::table& table, const Option& option, const OptionTexts& texts) {
  const std::string& name = option.name;
  switch (option.kind) {
    case OptionKind::Flag: table.insert(name, texts.front() == "true"); return;
    case OptionKind::Real: table.insert(name, detail::real_of(texts.front())); return;
    case OptionKind::Number: {
      // TOML integers are signed, so write larger numbers as text.
      const std::uint64_t number = detail::number_of(texts.front());
      if (number <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        table.insert(name, static_cast<std::int64_t>(number));
      } else {
        table.insert(name, texts.front());
      }
      return;
    }
    case OptionKind::Duration:
    case OptionKind::Text: table.insert(name, texts.front()); return;
    case OptionKind::List: {
      toml::array array;
      for (const std::string& text : texts) array.push_back(text);
      table.insert(name, std::move(array));
      return;
    }
  }
}

/// The texts of a TOML node; nullopt if its type does not fit the option.
std::optional<OptionTexts> texts_of_node(const Option& option, const toml::node& node) {
  const auto* const text = node.as_string();
  const auto* const integer = node.as_integer();
  const auto* const real = node.as_floating_point();
  switch (option.kind) {
    case OptionKind::Flag:
      if (const auto* flag = node.as_boolean()) return OptionTexts{flag->get() ? "true" : "false"};
      return std::nullopt;
    case OptionKind::Number:
      if (integer != nullptr) return OptionTexts{std::to_string(integer->get())};
      break;
    case OptionKind::Real:
    case OptionKind::Duration:
      if (integer != nullptr) return OptionTexts{std::to_string(integer->get())};
      if (real != nullptr) return OptionTexts{detail::real_text(real->get())};
      break;
    case OptionKind::Text: break;
    case OptionKind::List: {
      const toml::array* const list = node.as_array();
      if (list == nullptr) return std::nullopt;
      OptionTexts texts;
      for (const toml::node& element : *list) {
        const auto* const one = element.as_string();
        if (one == nullptr) return std::nullopt;
        texts.push_back(one->get());
      }
      return texts;
    }
  }
  if (text != nullptr && option.kind != OptionKind::Real) return OptionTexts{text->get()};
  return std::nullopt;
}

std::string type_of(OptionKind kind) {
  switch (kind) {
    case OptionKind::Flag: return "true or false";
    case OptionKind::Number: return "a whole number";
    case OptionKind::Real: return "a number";
    case OptionKind::Duration: return "a duration like \"10s\"";
    case OptionKind::Text: return "a string";
    case OptionKind::List: return "an array of strings";
  }
  return {};
}

Status read_key(const std::string& key, const toml::node& node, const BoundOptions& options) {
  const auto row =
      std::find_if(options.begin(), options.end(), [&](const BoundOption& one) { return one.option->name == key; });
  if (row == options.end()) {
    return Error{"there is no option '" + key + "'",
                 "the configuration was written by another version of Assay: use that one"};
  }
  std::optional<OptionTexts> texts = texts_of_node(*row->option, node);
  if (!texts) return Error{"'" + key + "': it must be " + type_of(row->option->kind), ""};
  const Status set = row->set(std::move(*texts));
  if (!set) return Error{"'" + key + "': " + set.error().message, set.error().advice};
  return {};
}

}  // namespace

std::string to_toml(const BoundOptions& options) {
  toml::table table;
  for (const BoundOption& one : options)
    if (one.option->what != Affects::Session) insert_option(table, *one.option, one.get());
  std::ostringstream out;
  out << table << "\n";
  return out.str();
}

Status read_toml(std::string_view text, const BoundOptions& options) {
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    return Error{"the configuration is no TOML: " + std::string(error.description()), ""};
  }
  for (const auto& [key, node] : table)
    if (const Status read = read_key(std::string(key.str()), node, options); !read) return read;
  return {};
}

std::uint64_t fingerprint(const BoundOptions& options) {
  std::uint64_t hash = hash_bytes("options");
  for (const BoundOption& one : options) {
    if (one.option->what != Affects::Cases) continue;
    const OptionTexts texts = one.get();
    hash = combine(hash_bytes(one.option->name, hash), texts.size());
    for (const std::string& text : texts) hash = hash_bytes(text, combine(hash, text.size()));
  }
  return hash;
}

}  // namespace assay::core
