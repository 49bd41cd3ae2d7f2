#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "core/target/patterns.hpp"

namespace assay::core {

/// A table of a TOML file that describes targets: the whole file, a [table], or a table of [[rows]]. A missing key does
/// not change its variable. TomlFile::status reports only the first error, with the file and the line.
class TomlRow {
 public:
  [[nodiscard]] bool has(std::string_view key) const;
  void text(std::string_view key, std::string& out);
  void flag(std::string_view key, bool& out);
  void real(std::string_view key, double& out);                     ///< a number from 0 to below 1e15
  void whole(std::string_view key, std::uint64_t& out);             ///< a whole number from 0
  void list(std::string_view key, std::vector<std::string>& out);   ///< an array of strings
  void words(std::string_view key, std::vector<std::string>& out);  ///< an array of strings, or one string
  /// Regular expressions: a string, or as in `words`.
  void pattern(std::string_view key, std::string& out);
  void patterns(std::string_view key, std::vector<std::string>& out);
  /// All keys of this table and their texts, sorted by key.
  void all_texts(std::vector<std::pair<std::string, std::string>>& out);
  [[nodiscard]] std::vector<TomlRow> rows(std::string_view key);     ///< written [[key]]
  [[nodiscard]] std::optional<TomlRow> table(std::string_view key);  ///< written [key]
  /// Reports an error at the line of the key, or (without a key) at the line of the table.
  void refuse(const std::string& message, const std::string& advice = {});
  void refuse_at(std::string_view key, const std::string& message, const std::string& advice = {});
  /// Refuses every key that was not read; the message lists the keys that were read. `manual`: the page about them.
  void finish(std::string_view manual = {});
  /// The name of the table in messages: "[[crash]]"; empty: the whole file.
  [[nodiscard]] const std::string& label() const { return label_; }

 private:
  friend class TomlFile;
  struct File;
  TomlRow(File& file, const void* table, std::string label) : file_(&file), table_(table), label_(std::move(label)) {}
  const void* find_key(std::string_view key);

  File* file_;
  const void* table_;  ///< a toml::table; void, because its header is slow to compile
  std::string label_;
  std::vector<std::string> known_keys_;
};

/// A TOML file that describes targets.
class TomlFile {
 public:
  /// `path` is for messages. An Error, with the line, if the text is not TOML.
  [[nodiscard]] static Result<TomlFile> parse(std::string_view text, const std::string& path, std::string_view manual);
  ~TomlFile();
  TomlFile(TomlFile&& other) noexcept;
  TomlFile& operator=(TomlFile&& other) noexcept;

  /// The whole file as a table. The file must live longer than its rows.
  [[nodiscard]] TomlRow root();
  /// The first error in the file.
  [[nodiscard]] Status status() const;

 private:
  explicit TomlFile(std::unique_ptr<TomlRow::File> file);
  std::unique_ptr<TomlRow::File> file_;
};

/// Reads the key `kind` of a definition, which names what it defines. Refuses any other word than `kind`.
void read_kind(TomlRow& root, std::string_view kind);
/// The value of the key `kind` in a definition's text; empty: no such key. An Error, with the line, if the text is not
/// TOML or the value is none of `words`.
[[nodiscard]] Result<std::string> kind_of_definition(std::string_view toml, const std::string& path,
                                                     const std::vector<std::string>& words);

/// Reads rows with a `pattern` and a `meaning` and inserts them before the content of `out`, so that they take
/// precedence over inherited patterns. Without a `meaning`, the meaning is the key; `needs_meaning` forbids that.
void read_output_patterns(TomlRow& row, std::string_view key, std::vector<OutputPattern>& out,
                          bool needs_meaning = false);

}  // namespace assay::core
