#include "core/source/source_lines.hpp"

#include <algorithm>
#include <array>

#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/source/c_names.hpp"

namespace assay::core {
namespace {

constexpr std::array<std::string_view, 9> kCLike = {".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".inc", ".C"};
/// Languages besides these whose statements end with ';' or a brace.
constexpr std::array<std::string_view, 5> kWithSemicolons = {".java", ".cs", ".rs", ".php", ".m"};
/// Languages whose comments begin with '#'.
constexpr std::array<std::string_view, 8> kHashComments = {".py", ".pyi", ".sh", ".rb", ".pl", ".yml", ".yaml", ".tf"};
/// Tokens before and after a place that are its context, and the longest half of a statement.
constexpr std::size_t kWindowTokens = 16, kMaxHalfStatement = 48;

bool has_suffix(std::string_view path, const auto& suffixes) {
  return std::any_of(suffixes.begin(), suffixes.end(), [&](std::string_view suffix) { return path.ends_with(suffix); });
}

std::size_t indentation(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t");
  return at == std::string_view::npos ? line.size() : at;
}

/// The name in "def f(x):", "async def f" or "class C:"; empty: the line is no definition.
std::string python_definition(std::string_view line) {
  line = trim(line);
  for (const std::string_view word : {"async def ", "def ", "class "}) {
    if (!line.starts_with(word)) continue;
    line = trim(line.substr(word.size()));
    return std::string(line.substr(0, line.find_first_of("(: [")));
  }
  return {};
}

/// The definition of each line. A definition continues while lines are indented deeper. Strings of several lines may
/// hide its end, which is acceptable because the names serve fingerprints only.
std::vector<std::string> python_functions(const std::vector<std::string_view>& lines) {
  struct Open {
    std::size_t indent;
    std::string name;
  };
  std::vector<Open> open;
  std::vector<std::string> functions;
  for (const std::string_view line : lines) {
    if (!trim(line).empty()) {
      const std::size_t indent = indentation(line);
      while (!open.empty() && open.back().indent >= indent) open.pop_back();
      if (const std::string name = python_definition(line); !name.empty())
        open.push_back({indent, open.empty() ? name : open.back().name + "." + name});
    }
    functions.push_back(open.empty() ? std::string() : open.back().name);
  }
  return functions;
}

std::vector<std::string> c_functions(std::string_view text, std::size_t lines) {
  std::vector<std::string> functions(lines);
  for (const CFunction& function : c_names(text).functions) {
    const std::string name = function.qualifier.empty() ? function.name : function.qualifier + "::" + function.name;
    for (unsigned line = function.first_line; line <= function.last_line && line <= lines; ++line)
      functions[line - 1] = name;
  }
  return functions;
}

/// The text with spaces in place of comments from '#' to the end of the line. Strings of several lines are not known.
std::string without_hash_comments(std::string text) {
  char quote = '\0';
  bool comment = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char& c = text[at];
    if (c == '\n') {
      quote = '\0';
      comment = false;
    } else if (comment) {
      c = ' ';
    } else if (quote != '\0') {
      if (c == '\\') ++at;
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#') {
      comment = true;
      c = ' ';
    }
  }
  return text;
}

bool ends_statement(const SourceToken& token) {
  return token.kind == SourceToken::Kind::Directive || token.is(";") || token.is("{") || token.is("}");
}

/// The token at a place: the last token of the line that does not begin behind the column, or else the
/// next token.
std::size_t token_at(std::string_view code, const std::vector<SourceToken>& tokens, unsigned line, unsigned column) {
  auto at = std::lower_bound(tokens.begin(), tokens.end(), line,
                             [](const SourceToken& token, unsigned wanted) { return token.line < wanted; });
  const auto column_of = [&](const SourceToken& token) {
    const auto offset = static_cast<std::size_t>(token.text.data() - code.data());
    const std::size_t line_start = offset == 0 ? std::string_view::npos : code.rfind('\n', offset - 1);
    return offset - (line_start == std::string_view::npos ? 0 : line_start + 1) + 1;
  };
  while (at != tokens.end() && at + 1 != tokens.end() && (at + 1)->line == line && column_of(*(at + 1)) <= column) ++at;
  return static_cast<std::size_t>(at - tokens.begin());
}

/// The tokens of the statement that contains a token, without its end.
std::pair<std::size_t, std::size_t> statement_around(const std::vector<SourceToken>& tokens, std::size_t at,
                                                     bool by_line) {
  const auto apart = [&](std::size_t left, std::size_t right) {
    if (by_line) return tokens[left].line != tokens[right].line;
    return ends_statement(tokens[left]) || ends_statement(tokens[right]);
  };
  std::size_t first = at, last = at + 1;
  while (first > 0 && at - first < kMaxHalfStatement && !apart(first - 1, first)) --first;
  while (last < tokens.size() && last - at < kMaxHalfStatement && !apart(last - 1, last)) ++last;
  return {first, last};
}

}  // namespace

SourceLines::Source& SourceLines::source(const std::string& file) {
  const auto [at, is_new] = sources_.try_emplace(file);
  Source& here = at->second;
  if (!is_new) return here;
  Result<std::string> text = read_text_file(file.starts_with('/') ? file : root_ + "/" + file);
  if (!text) return here;
  here.exists = true;
  const std::vector<std::string_view> lines = split(*text, '\n');
  if (file.ends_with(".py") || file.ends_with(".pyi")) {
    here.functions = python_functions(lines);
  } else if (has_suffix(file, kCLike)) {
    here.functions = c_functions(*text, lines.size());
  }
  here.names.insert(here.functions.begin(), here.functions.end());
  for (const std::string_view line : lines) here.lines.push_back(with_single_spaces(line));
  here.code = has_suffix(file, kHashComments) ? without_hash_comments(std::move(*text)) : std::move(*text);
  return here;
}

SourceLines::Source& SourceLines::source_with_tokens(const std::string& file) {
  Source& here = source(file);
  if (!here.has_tokens) here.tokens = source_tokens(here.code, true);
  here.has_tokens = true;
  return here;
}

std::string SourceLines::text(const std::string& file, unsigned line) {
  const Source& here = source(file);
  return line > 0 && line <= here.lines.size() ? here.lines[line - 1] : std::string();
}

std::string SourceLines::function(const std::string& file, unsigned line) {
  const Source& here = source(file);
  return line > 0 && line <= here.functions.size() ? here.functions[line - 1] : std::string();
}

SourceContext SourceLines::context(const std::string& file, unsigned line, unsigned column) {
  SourceContext context;
  const Source& here = source_with_tokens(file);
  const std::vector<SourceToken>& tokens = here.tokens;
  if (line == 0 || line > here.lines.size()) return context;
  const std::size_t at = token_at(here.code, tokens, line, column);
  if (at == tokens.size()) return context;
  const std::string own = function(file, tokens[at].line);
  const auto is_near = [&](std::size_t other) { return function(file, tokens[other].line) == own; };
  std::size_t first = at, last = at + 1;
  while (first > 0 && at - first < kWindowTokens && is_near(first - 1)) --first;
  while (last < tokens.size() && last - at < kWindowTokens && is_near(last)) ++last;
  context.window = at - first + 1;
  for (std::size_t i = first; i < last; ++i) context.window = combine(context.window, hash_bytes(tokens[i].text));
  const bool by_line = !has_suffix(file, kCLike) && !has_suffix(file, kWithSemicolons);
  const auto [begin, end] = statement_around(tokens, at, by_line);
  for (std::size_t i = begin; i < end; ++i) context.statement.push_back(hash_bytes(tokens[i].text));
  return context;
}

std::vector<std::uint64_t> SourceLines::line_hashes(const std::string& file) {
  std::vector<std::uint64_t> hashes;
  for (const std::string& line : source(file).lines)
    if (!line.empty()) hashes.push_back(hash_bytes(line));
  std::sort(hashes.begin(), hashes.end());
  return hashes;
}

std::vector<std::uint64_t> token_hashes(std::string_view code) {
  std::vector<std::uint64_t> hashes;
  for (const SourceToken& token : source_tokens(code, false)) hashes.push_back(hash_bytes(token.text));
  return hashes;
}

}  // namespace assay::core
