#include "analyzer/check/edit/c_rewrites.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

using Index = std::size_t;
using Bytes = std::pair<std::size_t, std::size_t>;

class RewriteMaker {
 public:
  explicit RewriteMaker(const CTree& tree) : tree_(tree) {
    for (const Index child : tree.node(0).children)
      if (tree.node(child).kind == "FunctionDecl" && !tree.node(child).in_macro) functions_.push_back(child);
  }

  std::vector<std::string> all() {
    std::vector<std::string> texts;
    for (const Index function : functions_)
      if (tree_.node(function).name != "main") only(function, texts);
    for (const Index function : functions_)
      if (tree_.node(function).name != "main") texts.push_back(without_function(function));
    texts.push_back(without_unused());
    texts.push_back(without_blank_lines());
    if (tree_.is_cpp()) without_unnamed_headers(texts);
    return texts;
  }

 private:
  [[nodiscard]] std::string without(std::vector<Bytes> ranges) const {
    std::sort(ranges.begin(), ranges.end());
    const std::string& source = tree_.source();
    std::string made;
    std::size_t done = 0;
    for (const auto& [begin, end] : ranges) {
      if (begin < done) continue;
      made.append(source, done, begin - done);
      done = end;
    }
    return made.append(source, done, std::string::npos);
  }
  [[nodiscard]] Bytes with_semicolon(Index i) const { return {tree_.node(i).begin, tree_.end_of_statement(i)}; }

  void names_below(Index i, std::set<std::string>& names) const {
    if (!tree_.node(i).referenced.empty()) names.insert(tree_.node(i).referenced);
    for (const Index child : tree_.node(i).children) names_below(child, names);
  }
  [[nodiscard]] std::set<std::string> needed_by(Index function) const {
    std::set<std::string> needed = {tree_.node(function).name};
    for (std::size_t before = 0; before != needed.size();) {
      before = needed.size();
      for (const Index other : functions_)
        if (needed.contains(tree_.node(other).name)) names_below(other, needed);
    }
    return needed;
  }

  /// The type of the pointer's target; empty: no array of such elements can be made.
  [[nodiscard]] static std::string pointed_type(std::string type) {
    type.pop_back();
    while (type.ends_with(' ')) type.pop_back();
    if (type.ends_with('*') || type.find('(') != std::string::npos) return {};
    return type.ends_with("void") ? "char" : type;
  }

  /// A list of arguments, one for each parameter; empty: a parameter's type has no argument.
  [[nodiscard]] std::string arguments(Index function, std::array<std::string_view, 3> values) const {
    std::string text;
    std::size_t count = 0;
    for (const Index child : tree_.node(function).children) {
      const CNode& parameter = tree_.node(child);
      if (parameter.kind != "ParmVarDecl") continue;
      if (count++ != 0) text += ", ";
      if (parameter.type.ends_with('*')) {
        const std::string pointed = pointed_type(parameter.type);
        if (pointed.empty()) return {};
        text += "(" + pointed + "[16]){0}";
        continue;
      }
      if (parameter.type.ends_with(']') || parameter.type.find('(') != std::string::npos) return {};
      const bool whole = parameter.type.starts_with("struct ") || parameter.type.starts_with("union ");
      text += whole ? "(" + parameter.type + "){0}" : std::string(values[(count - 1) % values.size()]);
    }
    return "(" + text + ")";
  }

  void only(Index function, std::vector<std::string>& texts) const {
    const CNode& chosen = tree_.node(function);
    if (chosen.children.empty() || tree_.node(chosen.children.back()).kind != "CompoundStmt") return;
    const std::set<std::string> needed = needed_by(function);
    std::vector<Bytes> others;
    for (const Index other : functions_)
      if (!needed.contains(tree_.node(other).name)) others.push_back(with_semicolon(other));
    const std::string kept = without(std::move(others));
    const auto with_main = [&](std::array<std::string_view, 3> values, std::string_view head) {
      const std::string call = arguments(function, values);
      if (!call.empty())
        texts.push_back(kept + "int main(void)\n{\n" + std::string(head) + chosen.name + call + ";\n}\n");
    };
    constexpr std::string_view kLoop = "    for (int i = -200; i < 300; ++i)\n        ";
    with_main({"0", "0", "0"}, "    ");
    with_main({"1", "1", "1"}, "    ");
    with_main({"i", "i", "i"}, kLoop);
    with_main({"-i", "i", "-i"}, kLoop);
    constexpr std::string_view kTable =
        "    static const long t[] = {0, 1, 7, 100, 200, 40000, 70000, 2147483647, -1, -129};\n"
        "    for (int i = 0; i < 1000; ++i)\n        ";
    with_main({"t[i % 10]", "t[i / 10 % 10]", "t[i / 100]"}, kTable);
  }

  /// The statement of a block that contains a node; kNone: there is none.
  [[nodiscard]] Index statement_of(Index i) const {
    while (i != 0 && tree_.node(tree_.node(i).parent).kind != "CompoundStmt") i = tree_.node(i).parent;
    return i == 0 || tree_.node(i).in_macro ? CTree::kNone : i;
  }

  [[nodiscard]] std::string without_function(Index function) const {
    std::vector<Bytes> ranges;
    const std::string& name = tree_.node(function).name;
    for (Index i = 1; i < tree_.nodes().size(); ++i) {
      if (tree_.node(i).referenced != name || tree_.node(i).referenced_kind != "FunctionDecl") continue;
      if (const Index statement = statement_of(i); statement != CTree::kNone)
        ranges.push_back(with_semicolon(statement));
    }
    for (const Index other : functions_)
      if (tree_.node(other).name == name) ranges.push_back(with_semicolon(other));
    return without(std::move(ranges));
  }

  [[nodiscard]] std::string without_unused() const {
    std::set<std::uint64_t> used;
    std::set<std::string> called;
    for (const CNode& node : tree_.nodes()) {
      used.insert(node.referenced_id);
      if (node.referenced_kind == "FunctionDecl") called.insert(node.referenced);
    }
    std::vector<Bytes> ranges;
    for (Index i = 1; i < tree_.nodes().size(); ++i) {
      const CNode& node = tree_.node(i);
      const CNode& parent = tree_.node(node.parent);
      if (node.in_macro) continue;
      const bool variable = node.kind == "VarDecl" && !used.contains(node.id);
      if (node.kind == "FunctionDecl" && node.name != "main" && !called.contains(node.name))
        ranges.push_back(with_semicolon(i));
      if (variable && node.parent == 0) ranges.push_back(with_semicolon(i));
      if (variable && parent.kind == "DeclStmt" && parent.children.size() == 1 &&
          tree_.node(parent.parent).kind == "CompoundStmt")
        ranges.emplace_back(parent.begin, parent.end);
    }
    return without(std::move(ranges));
  }

  [[nodiscard]] std::string without_blank_lines() const {
    std::string made;
    std::string line;
    for (const char c : tree_.source()) {
      line += c;
      if (c != '\n') continue;
      if (line.find_first_not_of(" \t\r\n;") != std::string::npos) made += line;
      line.clear();
    }
    return made + line;
  }

  /// Headers of C++'s library have the name of their main declaration (`<vector>`), except for C headers (`<cstdio>`).
  /// Gives the text without all headers whose names do not occur in the rest, and without all but these.
  void without_unnamed_headers(std::vector<std::string>& texts) const {
    constexpr std::string_view kInclude = "#include <";
    std::set<std::string_view> named;
    std::vector<std::pair<std::string_view, Bytes>> headers;
    for (const std::string_view line : split(tree_.source(), '\n')) {
      const auto begin = static_cast<std::size_t>(line.data() - tree_.source().data());
      if (line.starts_with(kInclude) && line.ends_with('>')) {
        headers.push_back({line.substr(kInclude.size(), line.size() - kInclude.size() - 1),
                           {begin, std::min(begin + line.size() + 1, tree_.source().size())}});
      } else {
        words_of(line, named);
      }
    }
    for (const bool those_of_c : {true, false}) {
      std::vector<Bytes> ranges;
      for (const auto& [name, range] : headers)
        if (!named.contains(name) && (those_of_c || !name.starts_with('c'))) ranges.push_back(range);
      if (!ranges.empty()) texts.push_back(without(std::move(ranges)));
    }
  }
  static void words_of(std::string_view line, std::set<std::string_view>& words) {
    const auto is_part = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
    for (std::size_t at = 0; at < line.size();) {
      std::size_t end = at;
      while (end < line.size() && is_part(line[end])) ++end;
      words.insert(line.substr(at, end - at));
      at = std::max(end, at + 1);
    }
  }

  const CTree& tree_;
  std::vector<Index> functions_;
};

}  // namespace

std::vector<std::string> c_rewrites(const CTree& tree) { return RewriteMaker(tree).all(); }

}  // namespace assay::analyzer
