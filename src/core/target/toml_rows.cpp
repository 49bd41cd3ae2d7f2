#include "core/target/toml_rows.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <iterator>

#include "assay/base/check.hpp"
#include "base/similar.hpp"
#include "base/text.hpp"

namespace assay::core {
namespace {

const toml::table& table_at(const void* table) { return *static_cast<const toml::table*>(table); }
const toml::node& node_at(const void* node) { return *static_cast<const toml::node*>(node); }

std::string in_quotes(std::string_view key) { return "'" + std::string(key) + "'"; }

}  // namespace

struct TomlRow::File {
  std::string path;
  toml::table table;
  std::optional<Error> error;

  void fail(const toml::node& where, const std::string& message, const std::string& advice = {}) {
    if (error) return;
    error = Error{path + ":" + std::to_string(where.source().begin.line) + ": " + message, advice};
  }
};

bool TomlRow::has(std::string_view key) const { return table_at(table_).contains(key); }

/// The value of the key; null if it is missing. Records the key as a permitted one.
const void* TomlRow::find_key(std::string_view key) {
  known_keys_.emplace_back(key);
  return table_at(table_).get(key);
}

void TomlRow::text(std::string_view key, std::string& out) {
  const void* const value = find_key(key);
  if (value == nullptr) return;
  if (const auto* string = node_at(value).as_string()) {
    out = string->get();
  } else {
    file_->fail(node_at(value), "the key " + in_quotes(key) + " must be a string");
  }
}

void TomlRow::flag(std::string_view key, bool& out) {
  const void* const value = find_key(key);
  if (value == nullptr) return;
  if (const auto* boolean = node_at(value).as_boolean()) {
    out = boolean->get();
  } else {
    file_->fail(node_at(value), "the key " + in_quotes(key) + " must be true or false");
  }
}

void TomlRow::real(std::string_view key, double& out) {
  const void* const value = find_key(key);
  if (value == nullptr) return;
  const std::optional<double> number = node_at(value).value<double>();
  if (number && *number >= 0 && *number < 1e15) {
    out = *number;
  } else {
    file_->fail(node_at(value), "the key " + in_quotes(key) + " must be a number that is not negative");
  }
}

void TomlRow::whole(std::string_view key, std::uint64_t& out) {
  const void* const value = find_key(key);
  if (value == nullptr) return;
  const std::optional<std::int64_t> number = node_at(value).value_exact<std::int64_t>();
  if (number && *number >= 0) {
    out = static_cast<std::uint64_t>(*number);
  } else {
    file_->fail(node_at(value), "the key " + in_quotes(key) + " must be a whole number that is not negative");
  }
}

void TomlRow::list(std::string_view key, std::vector<std::string>& out) {
  const void* const value = find_key(key);
  if (value == nullptr) return;
  const std::string wrong = "the key " + in_quotes(key) + " must be an array of strings";
  const auto* array = node_at(value).as_array();
  if (array == nullptr) return file_->fail(node_at(value), wrong);
  out.clear();
  for (const auto& item : *array) {
    const auto* string = item.as_string();
    if (string == nullptr) return file_->fail(item, wrong);
    out.push_back(string->get());
  }
}

void TomlRow::words(std::string_view key, std::vector<std::string>& out) {
  const toml::node* value = table_at(table_).get(key);
  if (value == nullptr || !value->is_string()) return list(key, out);
  out.resize(1);
  text(key, out[0]);
}

void TomlRow::pattern(std::string_view key, std::string& out) {
  text(key, out);
  if (!has(key)) return;
  if (const auto problem = pattern_problem(out))
    refuse_at(key, in_quotes(out) + " is no regular expression: " + *problem,
              "in RE2's syntax: https://github.com/google/re2/wiki/Syntax");
}

void TomlRow::patterns(std::string_view key, std::vector<std::string>& out) {
  words(key, out);
  if (!has(key)) return;
  for (const std::string& one : out)
    if (const auto problem = pattern_problem(one))
      refuse_at(key, in_quotes(one) + " is no regular expression: " + *problem);
}

void TomlRow::all_texts(std::vector<std::pair<std::string, std::string>>& out) {
  out.clear();
  for (const auto& [key, value] : table_at(table_)) {
    std::string written;
    text(key.str(), written);
    out.emplace_back(std::string(key.str()), std::move(written));
  }
}

std::vector<TomlRow> TomlRow::rows(std::string_view key) {
  std::vector<TomlRow> all;
  const void* const value = find_key(key);
  if (value == nullptr) return all;
  const std::string label = "[[" + std::string(key) + "]]";
  const auto* array = node_at(value).as_array();
  if (array == nullptr) file_->fail(node_at(value), in_quotes(key) + " must be written " + label);
  for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
    const toml::node& item = (*array)[i];
    if (const auto* table = item.as_table()) {
      all.push_back(TomlRow(*file_, table, label));
    } else {
      file_->fail(item, in_quotes(key) + " must be written " + label);
    }
  }
  return all;
}

std::optional<TomlRow> TomlRow::table(std::string_view key) {
  const void* const value = find_key(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* table = node_at(value).as_table()) return TomlRow(*file_, table, "[" + std::string(key) + "]");
  file_->fail(node_at(value), in_quotes(key) + " must be a table");
  return std::nullopt;
}

void TomlRow::refuse(const std::string& message, const std::string& advice) {
  file_->fail(table_at(table_), message, advice);
}

void TomlRow::refuse_at(std::string_view key, const std::string& message, const std::string& advice) {
  const toml::node* value = table_at(table_).get(key);
  file_->fail(value == nullptr ? table_at(table_) : *value, message, advice);
}

void TomlRow::finish(std::string_view manual) {
  for (const auto& [key, value] : table_at(table_)) {
    if (std::find(known_keys_.begin(), known_keys_.end(), key.str()) != known_keys_.end()) continue;
    const std::string here = label_.empty() ? "there is" : label_ + " has";
    std::string advice = did_you_mean(key.str(), known_keys_) + "the keys are " + join(known_keys_, ", ");
    if (!manual.empty()) advice += ": " + std::string(manual);
    return file_->fail(value, here + " no key " + in_quotes(key.str()), advice);
  }
}

TomlFile::TomlFile(std::unique_ptr<TomlRow::File> file) : file_(std::move(file)) {}
TomlFile::~TomlFile() = default;
TomlFile::TomlFile(TomlFile&& other) noexcept = default;
TomlFile& TomlFile::operator=(TomlFile&& other) noexcept = default;

Result<TomlFile> TomlFile::parse(std::string_view text, const std::string& path, std::string_view manual) {
  auto file = std::make_unique<TomlRow::File>();
  file->path = path;
  try {
    file->table = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    return Error{path + ":" + std::to_string(error.source().begin.line) + ": " + std::string(error.description()),
                 "it must be a TOML file; " + std::string(manual) + " shows one"};
  }
  return TomlFile(std::move(file));
}

TomlRow TomlFile::root() { return TomlRow(*file_, &file_->table, {}); }

Status TomlFile::status() const { return file_->error ? Status(*file_->error) : Status(); }

void read_kind(TomlRow& root, std::string_view kind) {
  std::string word(kind);
  root.text("kind", word);
  if (word != kind)
    root.refuse_at("kind", "this file defines " + in_quotes(word) + ", and " + in_quotes(kind) + " is needed",
                   "name it where a target of its kind is asked for, or write kind = \"" + std::string(kind) + "\"");
}

Result<std::string> kind_of_definition(std::string_view toml, const std::string& path,
                                       const std::vector<std::string>& words) {
  Result<TomlFile> file = TomlFile::parse(toml, path, "docs/user/targets.md");
  if (!file) return file.error();
  std::string kind;
  TomlRow root = file->root();
  root.text("kind", kind);
  if (!kind.empty() && std::find(words.begin(), words.end(), kind) == words.end())
    root.refuse_at("kind", "there is no kind of target " + in_quotes(kind),
                   did_you_mean(kind, words) + "the kinds are " + join(words, ", "));
  if (const Status status = file->status(); !status) return status.error();
  return kind;
}

void read_output_patterns(TomlRow& row, std::string_view key, std::vector<OutputPattern>& out, bool needs_meaning) {
  std::vector<OutputPattern> own;
  for (TomlRow& one : row.rows(key)) {
    OutputPattern pattern{{}, std::string(key)};
    one.pattern("pattern", pattern.pattern);
    one.text("meaning", pattern.meaning);
    one.finish();
    if (pattern.pattern.empty()) one.refuse(one.label() + " needs a 'pattern'");
    if (needs_meaning && !one.has("meaning")) one.refuse(one.label() + " needs a 'meaning': what is counted");
    own.push_back(std::move(pattern));
  }
  own.insert(own.end(), std::make_move_iterator(out.begin()), std::make_move_iterator(out.end()));
  out = std::move(own);
}

}  // namespace assay::core
