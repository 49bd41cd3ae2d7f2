#include <utility>

#include "analyzer/split/report/split_report.hpp"
#include "analyzer/split/source/c_names.hpp"
#include "analyzer/split/source/graph_builder.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer::splitting {
namespace {

const std::vector<std::string_view> kCLike = {".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".inc", ".C"};

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

}  // namespace

const SourceLines::Source& SourceLines::source(const std::string& file) {
  const auto [at, is_new] = sources_.try_emplace(file);
  if (!is_new) return at->second;
  const Result<std::string> text = core::read_text_file(file.starts_with('/') ? file : root_ + "/" + file);
  if (!text) return at->second;
  const std::vector<std::string_view> lines = split(*text, '\n');
  if (file.ends_with(".py") || file.ends_with(".pyi")) {
    at->second.functions = python_functions(lines);
  } else if (has_suffix(file, kCLike)) {
    at->second.functions = c_functions(*text, lines.size());
  }
  for (const std::string_view line : lines) at->second.lines.push_back(with_single_spaces(line));
  return at->second;
}

std::string SourceLines::text(const std::string& file, unsigned line) {
  const Source& here = source(file);
  return line > 0 && line <= here.lines.size() ? here.lines[line - 1] : std::string();
}

std::string SourceLines::function(const std::string& file, unsigned line) {
  const Source& here = source(file);
  return line > 0 && line <= here.functions.size() ? here.functions[line - 1] : std::string();
}

}  // namespace assay::analyzer::splitting
