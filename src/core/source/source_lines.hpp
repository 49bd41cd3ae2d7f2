#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/source/source_tokens.hpp"

namespace assay::core {

/// The code around a place of a source. Comments and white space do not matter.
struct SourceContext {
  std::uint64_t window = 0;  ///< hash of the tokens around the place, within its function; 0: no such place
  /// Hashes of the tokens of the statement at the place, in order: between ';', '{' and '}' in languages that end
  /// statements so, else the line.
  std::vector<std::uint64_t> statement;
};

/// Functions, lines and tokens of the files below a folder.
class SourceLines {
 public:
  explicit SourceLines(std::string root) : root_(std::move(root)) {}

  /// True if the file can be read. `file`: relative to the root, or absolute.
  [[nodiscard]] bool has(const std::string& file) { return source(file).exists; }
  /// The line with single spaces; empty if it does not exist.
  [[nodiscard]] std::string text(const std::string& file, unsigned line);
  /// The function (C, C++) or definition (Python) that contains the line; empty: none, or not known.
  [[nodiscard]] std::string function(const std::string& file, unsigned line);
  /// The functions of the file.
  [[nodiscard]] const std::set<std::string>& functions(const std::string& file) { return source(file).names; }
  /// `column`: in bytes, from 1; 0: the first token of the line. A place without a token means the next token.
  [[nodiscard]] SourceContext context(const std::string& file, unsigned line, unsigned column);
  /// Hashes of the lines that are not empty, sorted.
  [[nodiscard]] std::vector<std::uint64_t> line_hashes(const std::string& file);

 private:
  struct Source {
    bool exists = false;
    std::vector<std::string> lines;
    std::vector<std::string> functions;  ///< by line
    std::set<std::string> names;
    std::string code;                 ///< the text without comments that begin with '#'
    std::vector<SourceToken> tokens;  ///< of `code`; read when they are needed
    bool has_tokens = false;
  };
  [[nodiscard]] Source& source(const std::string& file);
  [[nodiscard]] Source& source_with_tokens(const std::string& file);

  std::string root_;
  std::map<std::string, Source> sources_;
};

/// Hashes of the tokens of a piece of code.
[[nodiscard]] std::vector<std::uint64_t> token_hashes(std::string_view code);

}  // namespace assay::core
