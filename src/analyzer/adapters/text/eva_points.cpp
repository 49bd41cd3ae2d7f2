#include "analyzer/adapters/text/eva_points.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "analyzer/adapters/text/eva_log.hpp"
#include "analyzer/check/tree/c_language.hpp"
#include "analyzer/check/tree/c_scope.hpp"
#include "analyzer/fact/real_range.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

/// Maximum number of variables at one point; variables of inner blocks come first.
constexpr std::size_t kMaxVariables = 16;

std::size_t function_of(const CTree& tree, std::size_t node) {
  while (node != 0 && tree.node(node).kind != "FunctionDecl") node = tree.node(node).parent;
  return node;
}

/// Whether a jump may skip statements of the block: the block of a `switch`.
bool may_be_skipped(const CTree& tree, std::size_t block) {
  return tree.node(tree.node(block).parent).kind == "SwitchStmt";
}

bool has_initialiser(const CTree& tree, const CNode& variable) {
  return std::any_of(variable.children.begin(), variable.children.end(),
                     [&](std::size_t child) { return !tree.node(child).kind.ends_with("Attr"); });
}

bool assigns(const CTree& tree, const CNode& statement, std::uint64_t id) {
  if (statement.kind != "BinaryOperator" || statement.opcode != "=" || statement.children.empty()) return false;
  const CNode& left = tree.node(statement.children.front());
  return left.kind == "DeclRefExpr" && left.referenced_id == id;
}

/// Whether a variable always has a value at the statement, as far as its own blocks show it.
bool has_value(const CTree& tree, std::size_t declared, std::size_t node) {
  const CNode& variable = tree.node(declared);
  if (variable.kind == "ParmVarDecl" || variable.parent == 0 || variable.is_static) return true;
  if (has_initialiser(tree, variable)) return !may_be_skipped(tree, tree.node(variable.parent).parent);
  for (std::size_t at = node; at != 0; at = tree.node(at).parent) {
    const std::size_t parent = tree.node(at).parent;
    const CNode& block = tree.node(parent);
    if (block.kind != "CompoundStmt" || may_be_skipped(tree, parent)) continue;
    for (const std::size_t before : block.children) {
      if (before == at) break;
      if (assigns(tree, tree.node(before), variable.id)) return true;
    }
  }
  return false;
}

/// The variables that each function names.
std::map<std::size_t, std::set<std::uint64_t>> named_variables(const CTree& tree) {
  std::map<std::size_t, std::set<std::uint64_t>> named;
  std::size_t function = 0;
  for (std::size_t i = 1; i < tree.nodes().size(); ++i) {
    const CNode& one = tree.node(i);
    if (one.parent == 0) function = i;
    if (one.referenced_id != 0) named[function].insert(one.referenced_id);
  }
  return named;
}

}  // namespace

std::vector<std::pair<std::size_t, EvaPoint>> listed_points(const CTree& tree, const std::string& file) {
  const auto named = named_variables(tree);
  std::vector<std::pair<std::size_t, EvaPoint>> points;
  for (std::size_t i = 1; i < tree.nodes().size(); ++i) {
    if (!is_listed_statement(tree, i)) continue;
    const std::size_t function = function_of(tree, i);
    const auto here = named.find(function);
    if (function == 0) continue;
    const CNode& statement = tree.node(i);
    EvaPoint point{file, tree.line(statement.begin), 0, tree.node(function).name, {}};
    point.column = static_cast<unsigned>(statement.begin - tree.offset(point.line, 1) + 1);
    for (const std::size_t declared : variables_at(tree, i)) {
      const CNode& variable = tree.node(declared);
      const bool wanted = variable.parent != 0 || (here != named.end() && here->second.contains(variable.id));
      if (!wanted || !(is_number_type(variable.type) || is_real_type(variable.type)) || !has_value(tree, declared, i))
        continue;
      if (point.variables.size() == kMaxVariables) break;
      point.variables.push_back({variable.name, variable.type});
    }
    points.emplace_back(statement.begin, std::move(point));
  }
  return points;
}

std::string with_insertions(const CTree& tree, const std::string& file, const std::string& declarations,
                            const std::map<std::size_t, std::string>& insertions) {
  std::string text = declarations + "#line 1 \"" + file + "\"\n";
  std::size_t done = 0;
  for (const auto& [offset, inserted] : insertions) {
    text.append(tree.source(), done, offset - done);
    text += inserted;
    done = offset;
  }
  return text.append(tree.source(), done, std::string::npos);
}

std::string with_eva_points(const CTree& tree, const std::string& file, std::vector<EvaPoint>& points) {
  std::map<std::size_t, std::string> calls;
  std::string declarations;
  for (auto& [offset, point] : listed_points(tree, file)) {
    std::vector<std::string> arguments;
    for (const EvaPoint::Variable& variable : point.variables) arguments.push_back(variable.name);
    const std::string show = std::string(kEvaShow) + std::to_string(points.size());
    declarations += "void " + show + "();\n";
    calls[offset] = show + "(" + join(arguments, ", ") + "); ";
    points.push_back(std::move(point));
  }
  return with_insertions(tree, file, declarations, calls);
}

bool has_constructors(const CTree& tree) {
  return std::any_of(tree.nodes().begin(), tree.nodes().end(),
                     [](const CNode& node) { return node.kind == "ConstructorAttr" || node.kind == "DestructorAttr"; });
}

MainArguments arguments_of_main(const CTree& tree) {
  std::set<std::uint64_t> words, environment;
  for (const std::size_t top : tree.node(0).children) {
    const CNode& function = tree.node(top);
    if (function.kind != "FunctionDecl" || function.name != "main") continue;
    std::size_t parameters = 0;
    for (const std::size_t child : function.children)
      if (tree.node(child).kind == "ParmVarDecl" && ++parameters > 1)
        (parameters == 2 ? words : environment).insert(tree.node(child).id);
  }
  const auto reads = [&](const std::set<std::uint64_t>& parameters) {
    return std::any_of(tree.nodes().begin(), tree.nodes().end(), [&](const CNode& node) {
      return node.kind == "DeclRefExpr" && parameters.contains(node.referenced_id);
    });
  };
  if (reads(environment)) return MainArguments::ReadWithEnvironment;
  return reads(words) ? MainArguments::Read : MainArguments::Unread;
}

std::string eva_start(const std::vector<std::string>& arguments) {
  const std::string name = kEvaStart;
  std::string text = "\n#ifndef RUN\nextern char " + name + "_name[4096];\nint " + name + "(void) {\n";
  std::string list = name + "_name";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string one = "argument_" + std::to_string(i + 1);
    text += "  static char " + one + "[] = " + c_literal(arguments[i]) + ";\n";
    list += ", " + one;
  }
  return text + "  static char *arguments[] = {" + list + ", 0};\n  return main(" +
         std::to_string(arguments.size() + 1) + ", (void*)arguments);\n}\n#endif\n";
}

}  // namespace assay::analyzer
