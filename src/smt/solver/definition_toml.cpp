#include "definition_toml.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <regex>
#include <utility>
#include <vector>

#include "assay/base/text.hpp"
#include "assay/core/case.hpp"
#include "assay/smt/features.hpp"
#include "assay/smt/operator.hpp"

namespace assay::smt {
namespace {

/// One file being read. The first error wins; after it, nothing more is looked at.
class Reader {
 public:
  Reader(const std::string& path, const FindDefinition& find) : path_(path), find_(find) {}

  Result<SolverDefinition> read(const toml::table& table);

 private:
  void fail(const toml::node& where, const std::string& message, const std::string& advice = "");
  void read_key(std::string_view key, const toml::node& value);
  bool read_text_key(std::string_view key, const toml::node& value);
  bool read_list_key(std::string_view key, const toml::node& value);
  bool read_pattern_key(std::string_view key, const toml::node& value);
  void text(const toml::node& value, std::string_view key, std::string& out);
  void flag(const toml::node& value, std::string_view key, bool& out);
  void list(const toml::node& value, std::string_view key, std::vector<std::string>& out);
  void patterns(const toml::node& value, std::string_view key, std::vector<OutputPattern>& out);
  void pattern_row(const toml::table& row, std::string_view key, OutputPattern& out);
  void known_bugs(const toml::node& value);
  void sweep(const toml::node& value);
  void dialect(const toml::node& value);
  void check_names(const toml::table& table);
  void check_pattern(const toml::node& where, const std::string& pattern);

  const std::string& path_;
  const FindDefinition& find_;
  SolverDefinition definition_;
  std::optional<Error> error_;
};

void Reader::fail(const toml::node& where, const std::string& message, const std::string& advice) {
  if (error_) return;
  error_ = Error{path_ + ":" + std::to_string(where.source().begin.line) + ": " + message, advice};
}

void Reader::text(const toml::node& value, std::string_view key, std::string& out) {
  if (const auto* string = value.as_string()) {
    out = string->get();
  } else {
    fail(value, "the key '" + std::string(key) + "' must be a string");
  }
}

void Reader::flag(const toml::node& value, std::string_view key, bool& out) {
  if (const auto* boolean = value.as_boolean()) {
    out = boolean->get();
  } else {
    fail(value, "the key '" + std::string(key) + "' must be true or false");
  }
}

void Reader::list(const toml::node& value, std::string_view key, std::vector<std::string>& out) {
  const auto* array = value.as_array();
  if (array == nullptr) return fail(value, "the key '" + std::string(key) + "' must be an array of strings");
  out.clear();
  for (const auto& item : *array) {
    const auto* string = item.as_string();
    if (string == nullptr) return fail(item, "the key '" + std::string(key) + "' must be an array of strings");
    out.push_back(string->get());
  }
}

void Reader::check_pattern(const toml::node& where, const std::string& pattern) {
  try {
    const std::regex compiled(pattern);
  } catch (const std::regex_error&) {
    fail(where, "'" + pattern + "' is no regular expression (ECMAScript)");
  }
}

void Reader::pattern_row(const toml::table& row, std::string_view key, OutputPattern& out) {
  out.meaning = std::string(key);
  for (const auto& [name, value] : row) {
    if (name.str() == "pattern") {
      text(value, name.str(), out.pattern);
      check_pattern(value, out.pattern);
    } else if (name.str() == "meaning") {
      text(value, name.str(), out.meaning);
    } else {
      fail(value, "[[" + std::string(key) + "]] has no key '" + std::string(name.str()) + "'", "pattern, meaning");
    }
  }
  if (out.pattern.empty()) fail(row, "[[" + std::string(key) + "]] needs a 'pattern'");
}

void Reader::patterns(const toml::node& value, std::string_view key, std::vector<OutputPattern>& out) {
  const auto* array = value.as_array();
  if (array == nullptr) return fail(value, "'" + std::string(key) + "' must be written [[" + std::string(key) + "]]");
  std::vector<OutputPattern> own;
  for (const auto& item : *array) {
    const auto* row = item.as_table();
    if (row == nullptr) return fail(item, "'" + std::string(key) + "' must be written [[" + std::string(key) + "]]");
    pattern_row(*row, key, own.emplace_back());
  }
  // The definition's own rows are asked before the inherited ones, so that they can say more.
  own.insert(own.end(), out.begin(), out.end());
  out = std::move(own);
}

void Reader::known_bugs(const toml::node& value) {
  const auto* array = value.as_array();
  if (array == nullptr) return fail(value, "'known_bug' must be written [[known_bug]]");
  for (const auto& item : *array) {
    const auto* row = item.as_table();
    if (row == nullptr) return fail(item, "'known_bug' must be written [[known_bug]]");
    KnownBug bug;
    for (const auto& [name, field] : *row) {
      if (name.str() == "kind") {
        text(field, name.str(), bug.kind);
        if (!core::bug_kind(bug.kind)) fail(field, "'" + bug.kind + "' is no kind of bug");
      } else if (name.str() == "pattern") {
        text(field, name.str(), bug.pattern);
        check_pattern(field, bug.pattern);
      } else if (name.str() == "link") {
        text(field, name.str(), bug.link);
      } else {
        fail(field, "[[known_bug]] has no key '" + std::string(name.str()) + "'", "kind, pattern, link");
      }
    }
    if (bug.pattern.empty() || bug.link.empty()) fail(*row, "[[known_bug]] needs a 'pattern' and a 'link'");
    definition_.known_bugs.push_back(std::move(bug));
  }
}

void Reader::sweep(const toml::node& value) {
  const auto* array = value.as_array();
  if (array == nullptr) return fail(value, "'sweep' must be written [[sweep]]");
  definition_.sweep.clear();
  for (const auto& item : *array) {
    const auto* row = item.as_table();
    if (row == nullptr) return fail(item, "'sweep' must be written [[sweep]]");
    SolverConfiguration configuration;
    for (const auto& [name, field] : *row) {
      if (name.str() == "name") {
        text(field, name.str(), configuration.name);
      } else if (name.str() == "prelude") {
        text(field, name.str(), configuration.prelude);
      } else if (name.str() == "flags") {
        list(field, name.str(), configuration.flags);
      } else {
        fail(field, "[[sweep]] has no key '" + std::string(name.str()) + "'", "name, prelude, flags");
      }
    }
    if (configuration.name.empty()) fail(*row, "[[sweep]] needs a 'name'");
    definition_.sweep.push_back(std::move(configuration));
  }
}

void Reader::dialect(const toml::node& value) {
  const auto* table = value.as_table();
  if (table == nullptr) return fail(value, "'dialect' must be a table");
  for (const auto& [name, field] : *table) {
    if (name.str() == "name") {
      text(field, name.str(), definition_.dialect.name);
    } else if (name.str() == "unicode_escapes") {
      flag(field, name.str(), definition_.dialect.unicode_escapes);
    } else if (name.str() == "spellings") {
      const auto* spellings = field.as_table();
      if (spellings == nullptr) return fail(field, "'dialect.spellings' must be a table");
      definition_.dialect.spellings.clear();
      for (const auto& [standard, spelling] : *spellings) {
        std::string written;
        text(spelling, standard.str(), written);
        definition_.dialect.spellings.emplace_back(std::string(standard.str()), std::move(written));
      }
    } else {
      fail(field, "[dialect] has no key '" + std::string(name.str()) + "'", "name, unicode_escapes, spellings");
    }
  }
}

bool Reader::read_text_key(std::string_view key, const toml::node& value) {
  const std::pair<std::string_view, std::string*> texts[] = {
      {"name", &definition_.name},
      {"library", &definition_.library},
      {"install", &definition_.install},
      {"prelude", &definition_.prelude},
      {"prelude_model", &definition_.prelude_model},
      {"prelude_core", &definition_.prelude_core},
  };
  for (const auto& [name, field] : texts) {
    if (name != key) continue;
    text(value, key, *field);
    return true;
  }
  return false;
}

bool Reader::read_list_key(std::string_view key, const toml::node& value) {
  const std::pair<std::string_view, std::vector<std::string>*> lists[] = {
      {"argv", &definition_.argv},
      {"programs", &definition_.programs},
      {"incremental", &definition_.incremental},
      {"work_limit", &definition_.work_limit},
      {"persistent", &definition_.persistent},
      {"version", &definition_.version},
      {"logics", &definition_.logics},
      {"theories", &definition_.theories},
      {"lacks", &definition_.lacks},
      {"extensions", &definition_.extensions},
      {"decidable", &definition_.decidable},
  };
  for (const auto& [name, field] : lists) {
    if (name != key) continue;
    list(value, key, *field);
    return true;
  }
  return false;
}

bool Reader::read_pattern_key(std::string_view key, const toml::node& value) {
  const std::pair<std::string_view, std::vector<OutputPattern>*> lists[] = {
      {"crash", &definition_.crashes},    {"out_of_memory", &definition_.out_of_memory},
      {"timeout", &definition_.timeouts}, {"skip", &definition_.skips},
      {"noise", &definition_.noise},
  };
  for (const auto& [name, field] : lists) {
    if (name != key) continue;
    patterns(value, key, *field);
    return true;
  }
  return false;
}

void Reader::read_key(std::string_view key, const toml::node& value) {
  if (key == "inherits" || read_text_key(key, value) || read_list_key(key, value) || read_pattern_key(key, value))
    return;
  if (key == "accepts_opaque") return flag(value, key, definition_.accepts_opaque);
  if (key == "witness_comments") return flag(value, key, definition_.witness_comments);
  if (key == "minimal_cores") return flag(value, key, definition_.minimal_cores);
  if (key == "minimize_groups") return flag(value, key, definition_.minimize_groups);
  if (key == "sweep") return sweep(value);
  if (key == "known_bug") return known_bugs(value);
  if (key == "dialect") return dialect(value);
  fail(value, "there is no key '" + std::string(key) + "'", "docs/user/targets.md lists the keys");
}

void Reader::check_names(const toml::table& table) {
  for (const std::string& theory : definition_.theories) {
    bool known = false;
    for (unsigned i = 0; i <= static_cast<unsigned>(Theory::Datatypes); ++i)
      known = known || name(static_cast<Theory>(i)) == theory;
    if (!known) fail(table, "'" + theory + "' is no theory", "core, ints, reals, bit-vectors, ... as in the manual");
  }
  const Operators& operators = Operators::get();
  for (const std::string& lacking : definition_.lacks) {
    bool known = feature(lacking).has_value();
    for (std::uint32_t i = 0; !known && i < operators.size(); ++i) known = operators.row(OperatorId{i}).name == lacking;
    if (!known) fail(table, "'" + lacking + "' in 'lacks' is neither a feature nor an operator");
  }
}

Result<SolverDefinition> Reader::read(const toml::table& table) {
  if (const toml::node* parent = table.get("inherits")) {
    std::string wanted;
    text(*parent, "inherits", wanted);
    std::optional<SolverDefinition> found = error_ ? std::nullopt : find_(wanted);
    if (!error_ && !found) {
      fail(*parent, "there is no definition '" + wanted + "' to inherit", "`assay doctor` lists the built-in targets");
    }
    if (found) definition_ = std::move(*found);
  }
  const std::vector<std::string> inherited = std::exchange(definition_.programs, {});
  definition_.name.clear();
  for (const auto& [key, value] : table) read_key(key.str(), value);
  if (!error_ && definition_.name.empty()) fail(table, "the key 'name' is missing");
  if (!error_) check_names(table);
  if (error_) return *error_;
  if (table.get("argv") == nullptr) {
    if (table.get("programs") == nullptr) definition_.programs = inherited;
  } else if (!definition_.argv.empty()) {
    // Another program: what is inherited and not said again is about that one.
    const std::string& program = definition_.argv[0];
    if (table.get("persistent") == nullptr && !definition_.persistent.empty()) definition_.persistent[0] = program;
    if (table.get("version") == nullptr && !definition_.version.empty()) definition_.version[0] = program;
    if (table.get("library") == nullptr) definition_.library.clear();
  }
  return std::move(definition_);
}

}  // namespace

Result<SolverDefinition> read_definition(std::string_view toml, const std::string& path, const FindDefinition& find) {
  try {
    const toml::table table = toml::parse(toml, path);
    return Reader(path, find).read(table);
  } catch (const toml::parse_error& error) {
    return Error{path + ":" + std::to_string(error.source().begin.line) + ": " + std::string(error.description()),
                 "it must be a TOML file; docs/user/targets.md shows one"};
  }
}

}  // namespace assay::smt
