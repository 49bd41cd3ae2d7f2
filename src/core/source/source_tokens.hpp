#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::core {

/// A token of C, C++, Java or JavaScript. Comments are not tokens.
struct SourceToken {
  enum class Kind : unsigned char { Name, Other, Text, Directive };  ///< Directive: a whole line of the preprocessor
  Kind kind = Kind::Other;
  std::string_view text;
  unsigned line = 1;

  [[nodiscard]] bool is(std::string_view wanted) const { return text == wanted && kind != Kind::Text; }
};
/// The tokens of a source, without macro expansion. "->" and "::" are one token each; other punctuation characters are
/// single tokens. With `directives`, a line that starts with # is one token.
[[nodiscard]] std::vector<SourceToken> source_tokens(std::string_view source, bool directives);

/// Replaces each sequence of white space by one space, and removes it at both ends.
[[nodiscard]] std::string with_single_spaces(std::string_view text);

}  // namespace assay::core
