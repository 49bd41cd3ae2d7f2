#include "definition_toml.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <utility>
#include <variant>
#include <vector>

#include "assay/core/case.hpp"

namespace assay::datalog {
namespace {

using Field = std::variant<std::string*, std::vector<std::string>*>;
using Fields = std::vector<std::pair<std::string_view, Field>>;

/// One file being read. The first error wins; after it, nothing more is looked at.
class Reader {
 public:
  Reader(const std::string& path, EngineDefinition definition) : path_(path), definition_(std::move(definition)) {}

  Result<EngineDefinition> read(const toml::table& table) {
    const Fields fields = {{"name", &definition_.name},
                           {"dialect", &definition_.dialect},
                           {"argv", &definition_.argv},
                           {"persistent", &definition_.persistent},
                           {"persistent_driver", &definition_.persistent_driver},
                           {"persistent_before", &definition_.persistent_before},
                           {"persistent_after", &definition_.persistent_after},
                           {"library", &definition_.library},
                           {"version", &definition_.version},
                           {"install", &definition_.install},
                           {"lacks", &definition_.lacks}};
    // An inherited way to run many programs is that of another program, or one that knows nothing of these flags.
    if (table.contains("argv")) {
      definition_.persistent.clear();
      definition_.library.clear();
    }
    for (const auto& [key, value] : table) {
      if (key.str() == "inherits" || take(fields, key.str(), value) || take_rows(key.str(), value)) continue;
      fail(value, "there is no key '" + std::string(key.str()) + "'", "docs/user/datalog-engines.md lists the keys");
    }
    if (definition_.name.empty()) fail(table, "the engine has no 'name'");
    const bool wants_driver = std::find(definition_.persistent.begin(), definition_.persistent.end(), "{driver}") !=
                              definition_.persistent.end();
    if (wants_driver && definition_.persistent_driver.empty())
      fail(table, "'persistent' has a {driver}, and there is no 'persistent_driver'");
    if (definition_.argv.empty()) fail(table, "the engine has no 'argv'", "the program and its flags, as an array");
    if (dialect(definition_.dialect) == nullptr || dialect(definition_.dialect)->read == nullptr)
      fail(table, "there is no dialect '" + definition_.dialect + "' whose answers can be read");
    if (error_) return *error_;
    return std::move(definition_);
  }

 private:
  void fail(const toml::node& where, const std::string& message, const std::string& advice = "") {
    if (!error_) error_ = Error{path_ + ":" + std::to_string(where.source().begin.line) + ": " + message, advice};
  }

  void take_list(std::string_view key, const toml::node& value, std::vector<std::string>& out) {
    const auto* array = value.as_array();
    if (array == nullptr) return fail(value, "'" + std::string(key) + "' must be an array of strings");
    out.clear();
    for (const auto& item : *array) {
      const auto* word = item.as_string();
      if (word == nullptr) return fail(item, "'" + std::string(key) + "' must be an array of strings");
      out.push_back(word->get());
    }
  }

  bool take(const Fields& fields, std::string_view key, const toml::node& value) {
    for (const auto& [name, field] : fields) {
      if (name != key) continue;
      if (auto* const* list = std::get_if<std::vector<std::string>*>(&field)) {
        take_list(key, value, **list);
      } else if (const auto* text = value.as_string()) {
        *std::get<std::string*>(field) = text->get();
      } else {
        fail(value, "'" + std::string(key) + "' must be a string");
      }
      return true;
    }
    return false;
  }

  /// Rows written [[key]]: the definition's own before the inherited ones, so that they are asked first.
  template <typename Row, typename FieldsOf>
  bool rows(std::string_view key, const toml::node& value, std::vector<Row>& out, FieldsOf fields_of) {
    std::vector<Row> own;
    const auto* array = value.as_array();
    if (array == nullptr) fail(value, "'" + std::string(key) + "' must be written [[" + std::string(key) + "]]");
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
      const auto* table = array->get_as<toml::table>(i);
      if (table == nullptr) {
        fail(value, "'" + std::string(key) + "' must be written [[" + std::string(key) + "]]");
        break;
      }
      Row row;
      for (const auto& [name, field] : *table)
        if (!take(fields_of(row), name.str(), field))
          fail(field, "[[" + std::string(key) + "]] has no key '" + std::string(name.str()) + "'");
      own.push_back(std::move(row));
    }
    own.insert(own.end(), std::make_move_iterator(out.begin()), std::make_move_iterator(out.end()));
    out = std::move(own);
    return true;
  }

  bool take_rows(std::string_view key, const toml::node& value) {
    const auto pattern = [](OutputPattern& row) {
      return Fields{{"pattern", &row.pattern}, {"meaning", &row.meaning}};
    };
    if (key == "crash") return rows(key, value, definition_.crashes, pattern) && check_patterns(value);
    if (key == "skip") return rows(key, value, definition_.skips, pattern) && check_patterns(value);
    const auto sweep = [](EngineSweep& row) { return Fields{{"name", &row.name}, {"flags", &row.flags}}; };
    if (key == "sweep") return rows(key, value, definition_.sweeps, sweep);
    if (key == "slow_sweep") return rows(key, value, definition_.slow_sweeps, sweep);
    if (key == "known_bug")
      return rows(key, value, definition_.known_bugs,
                  [](KnownEngineBug& row) {
                    return Fields{{"kind", &row.kind}, {"pattern", &row.pattern}, {"link", &row.link}};
                  }) &&
             check_patterns(value);
    return false;
  }

  bool check_patterns(const toml::node& where) {
    std::vector<std::string> patterns;
    for (const OutputPattern& row : definition_.crashes) patterns.push_back(row.pattern);
    for (const OutputPattern& row : definition_.skips) {
      patterns.push_back(row.pattern);
      if (row.meaning.empty()) fail(where, "[[skip]] needs a 'meaning': what is counted");
    }
    for (const KnownEngineBug& row : definition_.known_bugs) {
      patterns.push_back(row.pattern);
      if (row.link.empty()) fail(where, "[[known_bug]] needs a 'link'");
      if (!row.kind.empty() && !core::bug_kind(row.kind)) fail(where, "'" + row.kind + "' is no kind of bug");
    }
    for (const std::string& pattern : patterns) {
      if (pattern.empty()) fail(where, "a row needs a 'pattern'");
      try {
        const std::regex compiled(pattern);
      } catch (const std::regex_error&) {
        fail(where, "'" + pattern + "' is no regular expression (ECMAScript)");
      }
    }
    return true;
  }

  const std::string& path_;
  EngineDefinition definition_;
  std::optional<Error> error_;
};

}  // namespace

Result<EngineDefinition> read_engine(std::string_view toml, const std::string& path,
                                     EngineDefinition (*inherited)(std::string_view name)) {
  toml::table table;
  try {
    table = toml::parse(toml, path);
  } catch (const toml::parse_error& error) {
    return Error{path + ":" + std::to_string(error.source().begin.line) + ": " + std::string(error.description()),
                 "the file must be TOML"};
  }
  EngineDefinition base;
  if (const auto name = table["inherits"].value<std::string>(); name && inherited != nullptr) {
    base = inherited(*name);
    if (base.name.empty()) return Error{path + ": there is no built-in engine '" + *name + "' to inherit from", ""};
  }
  return Reader(path, std::move(base)).read(table);
}

}  // namespace assay::datalog
