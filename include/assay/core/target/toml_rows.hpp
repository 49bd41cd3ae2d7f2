#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/target/patterns.hpp"

namespace assay::core {

/// A table of a TOML file that describes targets: the whole file, a [table], or one of its [[rows]]. A missing key does
/// not change its variable. TomlFile::status reports only the first error, with the file and the line.
class TomlRow {
 public:
  [[nodiscard]] bool has(std::string_view key) const;
  void text(std::string_view key, std::string& out);
  void flag(std::string_view key, bool& out);
  void real(std::string_view key, double& out);                     ///< a number that is not negative
  void whole(std::string_view key, std::uint64_t& out);             ///< a whole number that is not negative
  void list(std::string_view key, std::vector<std::string>& out);   ///< an array of strings
  void words(std::string_view key, std::vector<std::string>& out);  ///< the same, or one string
  /// Regular expressions: one, or as `words`.
  void pattern(std::string_view key, std::string& out);
  void patterns(std::string_view key, std::vector<std::string>& out);
  /// All keys of this table with their texts, sorted.
  void all_texts(std::vector<std::pair<std::string, std::string>>& out);
  [[nodiscard]] std::vector<TomlRow> rows(std::string_view key);     ///< written [[key]]
  [[nodiscard]] std::optional<TomlRow> table(std::string_view key);  ///< written [key]
  /// Names what is wrong at the line of the key, or (without one) at that of the table.
  void refuse(const std::string& message, const std::string& advice = {});
  void refuse_at(std::string_view key, const std::string& message, const std::string& advice = {});
  /// Refuses every key that was not read, and lists those that were; `manual` says what they mean.
  void finish(std::string_view manual = {});
  /// How messages call it: "[[crash]]"; empty: the whole file.
  [[nodiscard]] const std::string& label() const { return label_; }

 private:
  friend class TomlFile;
  struct File;
  TomlRow(File& file, const void* table, std::string label) : file_(&file), table_(table), label_(std::move(label)) {}
  const void* wanted(std::string_view key);

  File* file_;
  const void* table_;  ///< toml::table: its header is heavy
  std::string label_;
  std::vector<std::string> asked_;
};

/// Such a file.
class TomlFile {
 public:
  /// `path` is for messages. An Error, with the line, when the text is no TOML.
  [[nodiscard]] static Result<TomlFile> parse(std::string_view text, const std::string& path, std::string_view manual);
  ~TomlFile();
  TomlFile(TomlFile&& other) noexcept;
  TomlFile& operator=(TomlFile&& other) noexcept;

  /// The whole of it. The file must live longer than its rows.
  [[nodiscard]] TomlRow root();
  /// The first thing that was wrong.
  [[nodiscard]] Status status() const;

 private:
  explicit TomlFile(std::unique_ptr<TomlRow::File> file);
  std::unique_ptr<TomlRow::File> file_;
};

/// Reads the key `kind` of a definition: the word that says what it defines. Refuses another word than `kind`.
void read_kind(TomlRow& root, std::string_view kind);
/// The value of the key `kind` in a definition's text; empty: it has none. An Error, with the line: the text is no
/// TOML, or the value is none of the words.
[[nodiscard]] Result<std::string> kind_of_definition(std::string_view toml, const std::string& path,
                                                     const std::vector<std::string>& words);

/// Rows with a `pattern` and a `meaning`, before those that are there: a definition's own are asked before what it
/// inherits. Without a meaning, a row means its key; where `needs_meaning`, there must be one.
void read_output_patterns(TomlRow& row, std::string_view key, std::vector<OutputPattern>& out,
                          bool needs_meaning = false);

}  // namespace assay::core
