#include "analyzer/program/joined.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

constexpr std::string_view kSuffix = "_u";  // of the names of a part; the part's number follows
constexpr std::string_view kInclude = "#include ";
constexpr std::string_view kMainHead = "int main(";

bool is_name_part(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

/// The parts of a source: names, numbers, literals of characters and strings, and all other characters one by one.
std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> tokens;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    const char c = text[at];
    if (c == '"' || c == '\'') {
      while (end < text.size() && text[end] != c) end += text[end] == '\\' ? 2U : 1U;
      end = std::min(end + 1, text.size());
    } else if (is_name_part(c)) {
      while (end < text.size() && (is_name_part(text[end]) || (is_digit(c) && text[end] == '.'))) ++end;
    }
    tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

bool is_name(std::string_view token) { return is_letter(token.front()) || token.front() == '_'; }

/// The names that a program declares outside of functions.
std::set<std::string_view> declared_names(const std::vector<std::string_view>& tokens) {
  std::set<std::string_view> names;
  int depth = 0, angles = 0;
  std::string_view last, before;  // the last token without spaces, and the one before it
  for (const std::string_view token : tokens) {
    if (token == " " || token == "\n") continue;
    const char c = token.front();
    const bool after_name = depth == 0 && angles == 0 && !last.empty() && is_name(last) && !last.starts_with("__");
    const bool is_tag = before == "enum" || before == "struct" || before == "union";
    if (after_name && (c == '(' || c == ';' || c == '=' || c == '[' || c == ',' || (c == '{' && is_tag)))
      names.insert(last);
    if (c == '{' || c == '(' || c == '[') ++depth;
    if (c == '}' || c == ')' || c == ']') --depth;
    // Outside of functions, no program compares.
    if (depth == 0 && c == '<') ++angles;
    if (depth == 0 && c == '>') --angles;
    before = last;
    last = token;
  }
  return names;
}

/// The program's text without its includes, with its own names ending with the suffix.
std::string renamed(std::string_view text, std::size_t part) {
  const std::string suffix = std::string(kSuffix) + std::to_string(part);
  const std::vector<std::string_view> tokens = tokens_of(text);
  const std::set<std::string_view> declared = declared_names(tokens);
  std::string made;
  for (const std::string_view token : tokens) {
    made += token;
    if (is_name(token) && (is_digit(token.back()) || declared.contains(token))) made += suffix;
  }
  return made;
}

/// Splits the includes, which begin the text, from the rest. Each include is taken once.
std::string_view without_includes(std::string_view text, std::vector<std::string_view>& includes) {
  while (text.starts_with(kInclude) || text.starts_with('\n')) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!line.empty() && std::find(includes.begin(), includes.end(), line) == includes.end()) includes.push_back(line);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return text;
}

/// The text with a main that compilers keep apart, as they do with the main of each program alone.
std::string with_separate_main(std::string_view text) {
  std::string made(text);
  const std::size_t at = made.find("\n" + std::string(kMainHead));
  return at == std::string::npos ? made : made.insert(at + 1, "__attribute__((noinline)) ");
}

}  // namespace

std::optional<std::size_t> JoinedProgram::part_of(unsigned line, std::string_view function) const {
  const std::size_t at = function.find(kSuffix);
  if (at != std::string_view::npos) {
    function.remove_prefix(at + kSuffix.size());
    const auto number = parse_unsigned(function.substr(0, function.find_first_not_of("0123456789")));
    if (number && *number < parts.size()) return static_cast<std::size_t>(*number);
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].first <= line && line <= parts[i].last) return i;
  return std::nullopt;
}

bool can_join(const Program& program) {
  return (program.language == "c" || program.language == "c++") && program.files.size() == 1 &&
         program.arguments.empty() && program.input.empty() && program.flags.empty();
}

JoinedProgram join_programs(const std::vector<const Program*>& programs) {
  std::vector<std::string_view> includes;
  std::vector<std::string> parts;
  for (const Program* program : programs) {
    const std::string_view text = without_includes(program->files.front().content, includes);
    parts.push_back(renamed(with_separate_main(text), parts.size()));
  }
  JoinedProgram joined;
  joined.program.language = programs.front()->language;
  std::string text;
  for (const std::string_view include : includes) text += std::string(include) + "\n";
  auto line = static_cast<unsigned>(includes.size()) + 1;
  std::string calls;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto lines = static_cast<unsigned>(std::count(parts[i].begin(), parts[i].end(), '\n'));
    joined.parts.push_back({line, line + lines - 1});
    line += lines;
    text += parts[i];
    calls += "    main" + std::string(kSuffix) + std::to_string(i) + "();\n";
  }
  text += "int main(void)\n{\n" + calls + "    return 0;\n}\n";
  joined.program.files = {{programs.front()->files.front().name, std::move(text)}};
  return joined;
}

}  // namespace assay::analyzer
