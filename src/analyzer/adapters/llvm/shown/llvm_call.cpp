#include "analyzer/adapters/llvm/shown/llvm_call.hpp"

#include <string_view>
#include <utility>

#include "base/text.hpp"

namespace assay::analyzer {
namespace {

/// The items of a list in brackets, which begins at `at`. Commas inside further brackets belong to an item.
std::vector<std::string> items_of(const std::string& text, std::size_t at) {
  std::vector<std::string> items;
  std::string item;
  int depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (std::string_view(")]}>").find(c) != std::string_view::npos && --depth == 0) break;
    if (c == ',' && depth == 1) {
      items.emplace_back(trim(item));
      item.clear();
    } else if (depth > 0) {
      item += c;
    }
    if (std::string_view("([{<").find(c) != std::string_view::npos) ++depth;
  }
  if (!trim(item).empty()) items.emplace_back(trim(item));
  return items;
}

/// The type of a parameter: its text up to the first blank outside of brackets.
std::string type_of(const std::string& parameter) {
  int depth = 0;
  for (std::size_t at = 0; at < parameter.size(); ++at) {
    const char c = parameter[at];
    if (std::string_view("([{<").find(c) != std::string_view::npos) ++depth;
    if (std::string_view(")]}>").find(c) != std::string_view::npos) --depth;
    if (c == ' ' && depth == 0) return parameter.substr(0, at);
  }
  return parameter;
}

/// An empty definition for a declared function. Intrinsics, which LLVM defines, stay declarations.
std::string stub(const std::string& declaration) {
  if (declaration.find("@llvm.") != std::string::npos) return declaration;
  const std::size_t end = declaration.rfind(')');
  if (!declaration.starts_with("declare void ") || end == std::string::npos) return declaration;
  return "define" +
         declaration.substr(std::string_view("declare").size(), end + 1 - std::string_view("declare").size()) +
         " noinline optnone {\n  ret void\n}";
}

/// The first line of a function without the part behind its parameters: numbers of attributes mean nothing without the
/// rest of the module.
std::string without_attributes(const std::string& head) {
  int depth = 0;
  for (std::size_t at = head.find(" @"); at < head.size(); ++at) {
    if (head[at] == '(') ++depth;
    if (head[at] == ')' && --depth == 0) return head.substr(0, at + 1) + " {";
  }
  return head;
}

/// A global variable with the bytes of the hexadecimal digits.
std::string memory_of(const std::string& name, std::string_view digits) {
  std::string bytes;
  for (std::size_t at = 0; at + 1 < digits.size(); at += 2) bytes += "\\" + std::string(digits.substr(at, 2));
  return name + " = global [" + std::to_string(digits.size() / 2) + " x i8] c\"" + bytes + "\", align 64\n";
}

}  // namespace

std::optional<std::string> between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t end = text.find(to, begin + from.size());
  if (end == std::string::npos) return std::nullopt;
  return text.substr(begin + from.size(), end - begin - from.size());
}

std::optional<IrFunction> function_in(const std::string& text) {
  const std::optional<std::string> body = between("\n" + text, "\ndefine ", "\n}");
  if (!body) return std::nullopt;
  IrFunction function;
  const std::string whole = "define " + *body + "\n}";
  for (const std::string_view line : split(whole, '\n')) function.lines.emplace_back(line);
  const std::string& head = function.lines.front();
  const std::optional<std::string> name = between(head, " @", "(");
  if (!name || *name == "main") return std::nullopt;
  function.name = *name;
  const std::size_t at = head.find(" @");
  const std::string before = head.substr(0, at);
  function.type = before.substr(before.rfind(' ') + 1);
  function.parameters = items_of(head, head.find('(', at));
  return function;
}

std::string module_of(const IrFunction& function, const Program& program,
                      const std::function<std::string(const std::string&)>& declared) {
  std::string text;
  for (const std::string_view line : split(program.files.front().content, '\n')) {
    if (line.starts_with("declare ")) text += declared(std::string(line)) + "\n";
    if (line.starts_with("@") || line.starts_with("%")) text += std::string(line) + "\n";
  }
  for (const std::string& line : function.lines)
    text += (line.starts_with("define ") ? without_attributes(line) : line) + "\n";
  return text;
}

std::optional<std::string> module_with_main(const IrFunction& function, const std::string& arguments,
                                            const std::string& body, const Program& program) {
  constexpr std::string_view kNull = "pointer null", kMemory = "pointer to ";
  std::string memory;
  std::vector<std::string> passed;
  std::vector<std::string_view> told;
  if (!arguments.empty()) told = split(arguments, ',');
  if (told.size() != function.parameters.size()) return std::nullopt;
  for (std::size_t i = 0; i < told.size(); ++i) {
    const std::string_view argument = trim(told[i]);
    const std::string type = type_of(function.parameters[i]);
    if (argument.ends_with("poison") || argument.ends_with("undef")) return std::nullopt;
    if (argument == kNull) {
      passed.push_back(type + " null");
    } else if (argument.starts_with(kMemory)) {
      const std::string_view digits = argument.substr(kMemory.size());
      const std::string name = "@memory_" + std::to_string(i + 1);
      memory += memory_of(name, digits);
      passed.push_back(type + " bitcast ([" + std::to_string(digits.size() / 2) + " x i8]* " + name + " to " + type +
                       ")");
    } else {
      passed.emplace_back(argument);
    }
  }
  return module_of(function, program, stub) + memory + "define i32 @main() {\n  " +
         (function.type == "void" ? "" : "%result = ") + "call " + function.type + " @" + function.name + "(" +
         join(passed, ", ") + ")\n" + body + "  ret i32 0\n}\n";
}

}  // namespace assay::analyzer
