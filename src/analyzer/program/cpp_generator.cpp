#include "analyzer/program/cpp_generator.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "analyzer/program/cpp_body.hpp"

namespace assay::analyzer {

namespace {

constexpr std::string_view kContainersHead = R"(#include <array>
#include <cstdio>
#include <deque>
#include <iterator>
#include <list>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

struct Record {
    std::vector<int> items;
    std::string name;
    std::set<int> keys;
};

static unsigned long trace = 14695981039346656037UL;

static void note(unsigned long value)
{
    trace = (trace ^ value) * 1099511628211UL;
}

)";

constexpr unsigned kFunctionsEach = 2;  // a program's headers cost compilers more than the rest of it

/// The statement by which main adds an element to a container.
std::string adding(const cpp::Kind& kind, const std::string& name, const std::string& count) {
  if (kind.has(cpp::kMap)) return name + "[(int)" + count + "] = 1;";
  if (kind.has(cpp::kKeys)) return name + ".insert((int)" + count + ");";
  if (kind.has(cpp::kText)) return name + ".push_back('b');";
  return name + ".push_back(" + (kind.has(cpp::kIndex) ? "3" : "1") + ");";
}

/// A function that calls a function of the program, in nested loops over numbers and sizes.
std::string caller(const cpp::Function& function) {
  std::string text = "static void drive_" + function.name + "()\n{\n";
  text += "    static const int numbers[] = {-2147483647 - 1, -1, 0, 1, 2, 3, 6, 2147483647};\n";
  std::string margin = "    ";
  std::string made;
  std::string arguments;
  std::size_t loops = 0;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const cpp::Parameter& p = function.parameters[i];
    const std::string n = "n" + std::to_string(i);
    const std::string a = "a" + std::to_string(i);
    if (!arguments.empty()) arguments += ", ";
    if (p.kind == cpp::Parameter::Kind::Int) {
      text += margin + "for (int " + n + " : numbers) {\n";
      arguments += n;
    } else {
      text += margin + "for (unsigned " + n + " = 0; " + n + " < 4; ++" + n + ") {\n";
      const std::string type(p.container->type);
      made += type + " " + a + (p.container->has(cpp::kFixed) ? "{};\n" : ";\n");
      if (!p.container->has(cpp::kFixed))
        made += "for (unsigned k = 0; k < " + n + "; ++k)\n    " + adding(*p.container, a, "k") + "\n";
      arguments += (p.kind == cpp::Parameter::Kind::Pointer ? "&" : "") + a;
    }
    ++loops;
    margin += "    ";
  }
  std::string line;
  for (const char c : made + "note((unsigned long)" + function.name + "(" + arguments + "));\n") {
    line += c;
    if (c != '\n') continue;
    text += margin + line;
    line.clear();
  }
  while (loops-- > 0) {
    margin.resize(margin.size() - 4);
    text += margin + "}\n";
  }
  return text + "}\n\n";
}

cpp::Function declared(unsigned number, core::Rng& rng) {
  cpp::Function function;
  function.name = "f" + std::to_string(number);
  const auto parameters = static_cast<unsigned>(rng.between(1, 3));
  for (unsigned i = 0; i < parameters; ++i) {
    cpp::Parameter p;
    p.name = "p" + std::to_string(i);
    if (i > 0 && rng.percent(60)) {
      p.container = &rng.pick(cpp::kinds());
      p.kind = static_cast<cpp::Parameter::Kind>(rng.between(1, 4));
    }
    function.parameters.push_back(std::move(p));
  }
  return function;
}

}  // namespace

Program make_cpp_containers(core::Rng& rng, const ProgramSize& size) {
  const core::Rng streams(rng.next());
  std::string text(kContainersHead);
  std::vector<cpp::Function> functions;
  for (unsigned i = 0; i < std::max(size.functions, 1U) * kFunctionsEach; ++i) {
    core::Rng draws = streams.split("function").split(i);
    cpp::Function function = declared(i, draws);
    cpp::Body(functions, function, draws.split("body")).make(std::max(size.statements, 1U));
    functions.push_back(std::move(function));
  }
  for (const cpp::Function& function : functions) text += cpp::signature(function) + "\n{\n" + function.body + "}\n\n";
  for (const cpp::Function& function : functions) text += caller(function);
  text += "int main()\n{\n";
  for (const cpp::Function& function : functions) text += "    drive_" + function.name + "();\n";
  text += "    std::printf(\"%lx\\n\", trace);\n    return 0;\n}\n";
  return {"c++", {{"program.cpp", std::move(text)}}, {}, {}, {}};
}

}  // namespace assay::analyzer
