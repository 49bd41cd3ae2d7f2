#include "known.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <utility>

#include "assay/base/patterns.hpp"
#include "assay/base/text.hpp"
#include "assay/core/case.hpp"
#include "assay/core/io.hpp"
#include "assay/domain/contract.hpp"
#include "assay/domain/law.hpp"

namespace assay::domain {
namespace {

/// `elina:zones` is `elina:zones:in-place`, too, and `llvm:ConstantRange@1` is not `llvm:ConstantRange@16`.
bool begins(std::string_view target, std::string_view with) {
  if (!target.starts_with(with) || with.size() == target.size() || with.back() == ':') return target.starts_with(with);
  const char next = target[with.size()];
  return next == ':' || next == '@' || next == '-';
}

bool begins_with_one(std::string_view target, const std::vector<std::string>& with) {
  return with.empty() ||
         std::any_of(with.begin(), with.end(), [&](const std::string& one) { return begins(target, one); });
}

bool takes(const std::vector<std::string>& words, std::string_view word) {
  return words.empty() || std::find(words.begin(), words.end(), word) != words.end();
}

bool asks_for_one(const std::vector<std::string>& words, Operations program) {
  const auto asked = [&](unsigned operation) {
    const auto one = static_cast<Operation>(operation);
    return program.has(one) && takes(words, name(one));
  };
  for (unsigned i = 0; i < kOperations; ++i)
    if (asked(i)) return true;
  return words.empty();
}

bool is_operation(std::string_view word) {
  for (unsigned i = 0; i < kOperations; ++i)
    if (name(static_cast<Operation>(i)) == word) return true;
  return false;
}

/// Laws have a number each; the other oracles are named where they are used.
bool is_oracle(std::string_view word) {
  for (const std::string_view other : {"points", "reference", "observation", "rounding", "leaks", "against"})
    if (word == other) return true;
  const std::string_view digits = word.starts_with("law ") ? word.substr(4) : "";
  const auto number = parse_unsigned(digits);
  return number && law(static_cast<unsigned>(*number)) != nullptr;
}

/// The rows of one file. The first error wins.
class KnownReader {
 public:
  explicit KnownReader(const std::string& path) : path_(path) {}

  Result<KnownCauses> read(const toml::table& table) {
    for (const auto& [key, value] : table) {
      const auto* array = value.as_array();
      if (key.str() != "known" || array == nullptr) {
        fail(value, "known causes are written [[known]]");
        break;
      }
      for (const auto& item : *array) {
        const auto* row = item.as_table();
        if (row == nullptr) {
          fail(item, "known causes are written [[known]]");
        } else {
          read_row(*row);
        }
      }
    }
    if (error_) return *error_;
    return KnownCauses(std::move(rows_));
  }

 private:
  void fail(const toml::node& where, const std::string& message, const std::string& advice = "") {
    if (!error_) error_ = Error{path_ + ":" + std::to_string(where.source().begin.line) + ": " + message, advice};
  }

  void text(const toml::node& value, std::string& out) {
    if (const auto* string = value.as_string()) {
      out = string->get();
    } else {
      fail(value, "the value must be a string");
    }
  }

  /// One word, or several: each must be one that findings can have, or the row would silently match nothing.
  void words(const toml::node& value, bool (*exists)(std::string_view), std::vector<std::string>& out) {
    if (const auto* array = value.as_array()) {
      for (const auto& item : *array) text(item, out.emplace_back());
    } else {
      text(value, out.emplace_back());
    }
    for (const std::string& word : out)
      if (!exists(word)) fail(value, "no finding has '" + word + "' there", "docs/user/domain-test.md lists the words");
  }

  void read_field(std::string_view key, const toml::node& value, KnownRow& row) {
    if (key == "cause") return text(value, row.cause);
    if (key == "target")
      return words(
          value, [](std::string_view w) { return !w.empty(); }, row.targets);
    if (key == "kind")
      return words(
          value, [](std::string_view w) { return core::bug_kind(w).has_value(); }, row.kinds);
    if (key == "oracle") return words(value, is_oracle, row.oracles);
    if (key == "operation") return words(value, is_operation, row.operations);
    if (key == "with") return words(value, is_operation, row.with);
    if (key != "pattern")
      return fail(value, "[[known]] has no key '" + std::string(key) + "'",
                  "cause, target, kind, oracle, operation, with, pattern");
    text(value, row.pattern);
    try {
      const std::regex probe(row.pattern);
    } catch (const std::regex_error&) {
      fail(value, "'" + row.pattern + "' is no regular expression");
    }
  }

  void read_row(const toml::table& from) {
    KnownRow row;
    for (const auto& [key, value] : from) read_field(key.str(), value, row);
    if (row.cause.empty()) fail(from, "[[known]] needs a 'cause'", "a link, or what it is");
    if (from.size() < 2)
      fail(from, "this row would hide every finding", "say which: target, kind, oracle, operation, with, pattern");
    rows_.push_back(std::move(row));
  }

  const std::string& path_;
  std::vector<KnownRow> rows_;
  std::optional<Error> error_;
};

}  // namespace

Operations asked_for(const Program& program) {
  Operations all;
  for (const Instruction& instruction : program.instructions) all.add(instruction.operation);
  for (const Check& check : program.checks)
    if (const Law* const row = law(check.law)) all.add(row->needs);
  return all;
}

const KnownRow* KnownCauses::of(const Found& found) const {
  for (const KnownRow& row : rows_)
    if (begins_with_one(found.target, row.targets) && takes(row.kinds, found.kind) &&
        takes(row.oracles, found.oracle) && takes(row.operations, found.operation) &&
        asks_for_one(row.with, found.program) && (row.pattern.empty() || matches_lines(row.pattern, found.text)))
      return &row;
  return nullptr;
}

Result<KnownCauses> parse_known(std::string_view text, const std::string& path) {
  try {
    return KnownReader(path).read(toml::parse(text, path));
  } catch (const toml::parse_error& error) {
    return Error{path + ":" + std::to_string(error.source().begin.line) + ": " + std::string(error.description()), ""};
  }
}

Result<KnownCauses> read_known(const std::string& path) {
  const Result<std::string> text = core::read_text_file(path);
  if (!text) return text.error();
  return parse_known(*text, path);
}

}  // namespace assay::domain
