#include "analyzer/adapters/llvm_reproducer.hpp"

#include <optional>
#include <string_view>
#include <vector>

#include "assay/base/text.hpp"

namespace assay::analyzer {
namespace {

constexpr const char* kShow = R"(#include <stdio.h>

void assay_show(unsigned long long value);
void assay_show(unsigned long long value) { printf("value 0x%llx\n", value); }
)";

/// The text from `from` on up to `to`, without both.
std::optional<std::string> between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t end = text.find(to, begin + from.size());
  if (end == std::string::npos) return std::nullopt;
  return text.substr(begin + from.size(), end - begin - from.size());
}

/// The first function in a text, and what its first line says.
struct IrFunction {
  std::vector<std::string> lines;
  std::string type;
  std::string name;
};
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
  const std::string before = head.substr(0, head.find(" @"));
  function.type = before.substr(before.rfind(' ') + 1);
  return function;
}

std::string show_call(const std::string& type, const std::string& value) {
  if (type == "i64") return "  call void @assay_show(i64 " + value + ")";
  return "  %assay.wide = zext " + type + " " + value + " to i64\n  call void @assay_show(i64 %assay.wide)";
}

/// Behind the definition of a value; of a parameter, and where phis stand together, where instructions may stand.
bool show_value(IrFunction& function, const std::string& type, const std::string& value) {
  std::vector<std::string>& lines = function.lines;
  std::size_t at = 0;
  while (at < lines.size() && !lines[at].starts_with("  " + value + " = ")) ++at;
  if (at == lines.size()) {
    if (lines.front().find(" " + value) == std::string::npos) return false;
    at = lines.size() > 1 && !lines[1].starts_with(" ") ? 1 : 0;
  }
  while (at + 1 < lines.size() && lines[at + 1].find(" = phi ") != std::string::npos) ++at;
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at) + 1, show_call(type, value));
  return true;
}

/// Arguments that are an object of the interpreter's stand in no module.
bool has_pointers(const std::string& arguments) { return arguments.find("pointer ") != std::string::npos; }

/// A module with the function, what it may name, and a `main` that calls it once; `shows_result`: and prints what it
/// returns.
std::string module_of(const IrFunction& function, const std::string& arguments, bool shows_result,
                      const Program& program) {
  std::string text;
  for (const std::string_view line : split(program.files.front().content, '\n'))
    if (line.starts_with("declare ") || line.starts_with("@") || line.starts_with("%"))
      text += std::string(line) + "\n";
  for (const std::string& line : function.lines) {
    // Numbers of attributes mean nothing without the rest of the module.
    const std::size_t attributes = line.starts_with("define ") ? line.find(") ") : std::string::npos;
    text += (attributes == std::string::npos ? line : line.substr(0, attributes + 1) + " {") + "\n";
  }
  text += "declare void @assay_show(i64)\ndefine i32 @main() {\n";
  text += std::string("  ") + (function.type == "void" ? "" : "%assay.result = ") + "call " + function.type + " @" +
          function.name + "(" + arguments + ")\n";
  if (shows_result) text += show_call(function.type, "%assay.result") + "\n";
  return text + "  ret i32 0\n}\n";
}

/// Builds NAME.ll, and runs it: NAME.said. A loop may have no end.
std::string build_and_run(const std::string& name) {
  return "llc-14 -O0 -relocation-model=pic -filetype=obj " + name + ".ll -o " + name + ".o || return 2\n" +
         "gcc -w assay_show.c " + name + ".o -o " + name + ".run || return 2\n" + "timeout 20 ./" + name +
         ".run | head -n 100000 > " + name + ".said\n";
}

bool is_integer_type(const std::string& type) {
  const std::optional<std::uint64_t> width =
      type.starts_with("i") ? parse_unsigned(std::string_view(type).substr(1)) : std::nullopt;
  return width && *width >= 1 && *width <= 64;
}

Reproducer with_programs(const Program& program) {
  Reproducer made;
  made.files = program.files;
  made.files.push_back({"assay_show.c", kShow});
  made.needs = {"llc-14", "gcc"};
  return made;
}

}  // namespace

Result<Reproducer> llvm_fact_reproducer(const Program& program, const Fact& fact, const std::string& witness) {
  const Error none{"no run outside of Assay shows a fact of this kind", {}};
  const bool of_value = !std::holds_alternative<Relation>(fact.property) &&
                        !std::holds_alternative<Aliasing>(fact.property) &&
                        !std::holds_alternative<Unreachable>(fact.property);
  const std::optional<std::string> value = between(witness, "(", ") for ");
  const std::optional<std::string> arguments = between(witness, ") for ", "\n");
  std::optional<IrFunction> function = function_in(witness);
  if (fact.subject.kind != Subject::Kind::Value || !of_value || !value || !arguments || !function ||
      has_pointers(*arguments) || !is_integer_type(fact.subject.type) ||
      !show_value(*function, fact.subject.type, fact.subject.text))
    return none;
  Reproducer made = with_programs(program);
  made.files.push_back({"checked.ll", module_of(*function, *arguments, false, program)});
  made.run = build_and_run("checked");
  made.contradiction =
      "grep -n -x 'value " + *value + "' checked.said | head -n 3\ngrep -q -x 'value " + *value + "' checked.said\n";
  return made;
}

Result<Reproducer> llvm_pass_reproducer(const Program& program, const std::string& words) {
  const std::string pass = words.substr(0, words.find_first_of(",\n"));
  const std::optional<std::string> arguments = between(words, "(", "): ");
  const std::optional<std::string> problem = between(words, "): ", "\n");
  const std::string before_mark = "\n; before " + pass + "\n", after_mark = "; after " + pass + "\n";
  const std::size_t middle = words.find(after_mark);
  const std::optional<std::string> first = between(words, before_mark, after_mark);
  if (!arguments || !problem || !first || middle == std::string::npos || problem->find("poison") != std::string::npos ||
      problem->find("in memory") != std::string::npos || problem->find("undefined") != std::string::npos)
    return Error{"what the pass made shows in no run", {}};
  const std::optional<IrFunction> before = function_in(*first);
  const std::optional<IrFunction> after = function_in(words.substr(middle + after_mark.size()));
  if (!before || !after || !is_integer_type(before->type) || has_pointers(*arguments))
    return Error{"the functions cannot be read", {}};
  Reproducer made = with_programs(program);
  made.files.push_back({"before.ll", module_of(*before, *arguments, true, program)});
  made.files.push_back({"after.ll", module_of(*after, *arguments, true, program)});
  made.run = build_and_run("before") + build_and_run("after");
  made.contradiction = "echo 'before " + pass +
                       ":'\ncat before.said\necho 'after it:'\ncat after.said\n! cmp -s before.said after.said\n";
  return made;
}

}  // namespace assay::analyzer
