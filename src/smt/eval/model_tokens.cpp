#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "base/ascii.hpp"
#include "smt/eval/model_text.hpp"

namespace assay::smt {
namespace {

/// The position after the quoted symbol or string that starts at `i` ("" does not end a string). Nullopt: no end.
std::optional<std::size_t> closing(std::string_view text, std::size_t i, char quote) {
  for (std::size_t k = i + 1; k < text.size(); ++k) {
    if (text[k] != quote) {
      continue;
    }
    if (quote == '"' && k + 1 < text.size() && text[k + 1] == '"') {
      ++k;
      continue;
    }
    return k + 1;
  }
  return std::nullopt;
}

/// "; cardinality of U is 2" as cvc4 and cvc5 write it.
void read_comment(std::string_view comment, ModelTokens& out) {
  constexpr std::string_view kStart = "cardinality of ";
  const std::size_t start = comment.find(kStart);
  const std::size_t is = comment.rfind(" is ");
  if (start == std::string_view::npos || is == std::string_view::npos || is < start + kStart.size()) {
    return;
  }
  const std::string_view digits = comment.substr(is + 4);
  std::uint32_t count = 0;
  const std::errc read = std::from_chars(digits.data(), digits.data() + digits.size(), count).ec;
  if (read == std::errc::result_out_of_range) {
    count = std::numeric_limits<std::uint32_t>::max();
  }
  if (count > 0) {
    const std::size_t name = start + kStart.size();
    out.cardinalities.push_back(
        {std::string(comment.substr(name, is - name)), count, std::string(comment.substr(start))});
  }
}

}  // namespace

std::vector<std::size_t> ModelTokens::parts(std::size_t i) const {
  std::vector<std::size_t> result;
  for (std::size_t k = i + 1; k < tokens[i].match; k = after(k)) {
    result.push_back(k);
  }
  return result;
}

std::string ModelTokens::text(std::size_t begin, std::size_t end) const {
  std::string result;
  for (std::size_t i = begin; i < end; ++i) {
    if (!result.empty() && result.back() != '(' && tokens[i].kind != ModelToken::Kind::Close) {
      result += ' ';
    }
    result += tokens[i].text;
  }
  return result;
}

Result<ModelTokens> tokenize_model(std::string_view text) {
  ModelTokens out;
  std::vector<std::uint32_t> open;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    std::size_t end = i + 1;
    ModelToken::Kind kind = ModelToken::Kind::Atom;
    if (is_space(c)) {
      ++i;
      continue;
    }
    if (c == ';') {
      end = std::min(text.find('\n', i), text.size());
      read_comment(text.substr(i, end - i), out);
      i = end;
      continue;
    }
    if (c == '(') {
      kind = ModelToken::Kind::Open;
      open.push_back(static_cast<std::uint32_t>(out.tokens.size()));
    } else if (c == ')') {
      kind = ModelToken::Kind::Close;
      if (open.empty()) {
        return Error{"the model has a closing parenthesis too many", "give it as the solver printed it"};
      }
      out.tokens[open.back()].match = static_cast<std::uint32_t>(out.tokens.size());
      open.pop_back();
    } else if (c == '"' || c == '|') {
      const std::optional<std::size_t> close = closing(text, i, c);
      if (!close) {
        return Error{"the model ends within a quoted symbol or string", "give it as the solver printed it"};
      }
      end = *close;
      kind = c == '"' ? ModelToken::Kind::String : ModelToken::Kind::Quoted;
    } else {
      while (end < text.size() && !is_space(text[end]) && text[end] != '(' && text[end] != ')' && text[end] != ';' &&
             text[end] != '"' && text[end] != '|') {
        ++end;
      }
    }
    out.tokens.push_back({kind, text.substr(i, end - i), 0});
    i = end;
  }
  if (!open.empty()) {
    return Error{"the model ends within a list", "give it as the solver printed it"};
  }
  return out;
}

}  // namespace assay::smt
