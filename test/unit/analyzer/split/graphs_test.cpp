#include <gtest/gtest.h>

#include <filesystem>

#include "analyzer/split/source/python_imports.hpp"
#include "analyzer/split/source/split.hpp"
#include "core/proc/proc.hpp"
#include "core/source/c_names.hpp"
#include "folder.hpp"

namespace assay::analyzer::splitting {
namespace {

Result<Graph> read_graph(const TestProject& files, std::string_view row, const std::string& edges = {}) {
  Result<Project> project = scan_project(files.root(), {});
  if (!project) return project.error();
  const GraphTask task{*project, edges, {}, {}, 1, {}};
  const Result<const GraphRow*> found = graph_for(row, {"c", "c++", "python", "java"}, task);
  if (!found) return found.error();
  return (*found)->read(task);
}

/// "a.py: b.py c.py", a line for each unit that uses others.
std::string uses_of(const Result<Graph>& graph) {
  if (!graph) return graph.error().text();
  std::string text;
  for (UnitId unit = 0; unit < graph->units.size(); ++unit) {
    if (graph->uses[unit].empty()) continue;
    text += graph->units[unit].name + ":";
    for (const UnitId next : graph->uses[unit]) text += " " + graph->units[next].name;
    text += "\n";
  }
  return text;
}

TEST(ScanProject, RefusesLinksThatLeadOut) {
  const TestProject files;
  files.write("a.py", "");
  files.write(".git/config.py", "");
  files.write("node_modules/x.js", "");
  files.write("skipped/b.py", "");
  std::filesystem::create_symlink("/etc/passwd", files.path("out"));
  std::filesystem::create_symlink("/", files.path("root"));
  std::filesystem::create_symlink("nowhere", files.path("broken"));
  std::filesystem::create_symlink("a.py", files.path("inside"));
  const Result<Project> project = scan_project(files.root(), {"skipped/"});
  ASSERT_TRUE(project.ok());
  EXPECT_EQ(project->files, std::vector<std::string>{"a.py"});
  EXPECT_EQ(project->refused, (std::vector<std::string>{"broken", "out", "root"}));
  EXPECT_FALSE(scan_project(files.path("nowhere"), {}).ok());
}

TEST(EdgeLists, AreReadAsTextAndAsJson) {
  const TestProject files;
  for (const char* name : {"a.x", "b.x", "c.x", "d.x", "e.y"}) files.write(name, "");
  files.write("text", "# mine\na.x -> b.x\n./a.x c.x  # too\n\nb.x -> gone.x\n");
  files.write("object", R"({"a.x": ["b.x", "c.x"], "b.x": []})");
  files.write("pairs", R"([["a.x", "b.x"], ["a.x", "c.x"]])");
  for (const char* name : {"text", "object", "pairs"}) {
    const Result<Graph> graph = read_graph(files, "auto", files.path(name));
    EXPECT_EQ(uses_of(graph), "a.x: b.x c.x\n") << name;
    EXPECT_EQ(graph->unowned, std::vector<std::string>{"d.x"});
  }
  EXPECT_EQ(read_graph(files, "edges", files.path("text"))->notes.size(), 1U);
}

TEST(EdgeLists, SayWhatIsWrong) {
  const TestProject files;
  files.write("a.x", "");
  files.write("arrow", "a.x ->\n");
  files.write("three", "a.x\na.x b.x c.x\n");
  files.write("number", R"({"a.x": 3})");
  files.write("cut", R"({"a.x": [)");
  files.write("foreign", "other -> another\n");
  EXPECT_EQ(uses_of(read_graph(files, "edges", files.path("arrow"))).find("line 1"), 0U);
  EXPECT_EQ(uses_of(read_graph(files, "edges", files.path("three"))).find("line 2"), 0U);
  for (const char* name : {"number", "cut", "foreign"}) EXPECT_FALSE(read_graph(files, "edges", files.path(name)).ok());
  EXPECT_FALSE(read_graph(files, "edges").ok());
  EXPECT_FALSE(read_graph(files, "nothing").ok());
}

TEST(PythonImports, AreFoundWhereverTheyStand) {
  const std::vector<PythonImport> found = python_imports(R"(import a.b as c, d; import e
from .. import f, g as h
from .i.j import (k,  # first
    l)
try: import m
except ImportError: from n import *
text = """
import not_this
"""
x = 'import not_this'; raw = r'\'; import o
def function():
    if y:
        from p \
            import q
raise Error from import_nothing
yield_from = 1
)");
  const std::vector<PythonImport> wanted = {
      {"a.b", 0, {}, false},        {"d", 0, {}, false}, {"e", 0, {}, false},   {"", 2, {"f", "g"}, true},
      {"i.j", 1, {"k", "l"}, true}, {"m", 0, {}, false}, {"n", 0, {"*"}, true}, {"p", 0, {"q"}, true}};
  ASSERT_GE(found.size(), wanted.size());
  std::vector<PythonImport> without_raw;
  for (const PythonImport& one : found)
    if (one.module != "o") without_raw.push_back(one);
  EXPECT_EQ(without_raw, wanted);
}

TEST(PythonImports, SurviveAnything) {
  for (const char* text : {"", "import", "from", "from .", "from . import", "import a.", "'", "\"\"\"", "\\", "(", ")",
                           "from a import (", "import ,", "f'{import x}'", "from a import b as"})
    (void)python_imports(text);
}

TEST(PythonGraph, FollowsPackagesStubsAndScripts) {
  const TestProject files;
  files.write("src/pkg/__init__.py", "from pkg.core import run\n");
  files.write("src/pkg/core.py", "from . import util\nfrom .sub import deep\nimport os\n");
  files.write("src/pkg/util.py", "import pkg.sub.deep.name\n");
  files.write("src/pkg/util.pyi", "from pkg import core\n");
  files.write("src/pkg/sub/__init__.py", "");
  files.write("src/pkg/sub/deep.py", "from ..util import x\nfrom .. import y\n");
  files.write("scripts/one.py", "import two, pkg\n");
  files.write("scripts/two.py", "");
  EXPECT_EQ(uses_of(read_graph(files, "python")),
            "scripts/one.py: scripts/two.py src/pkg/__init__.py\n"
            "src/pkg/__init__.py: src/pkg/core.py\n"
            "src/pkg/core.py: src/pkg/sub/deep.py src/pkg/util.py\n"
            "src/pkg/sub/deep.py: src/pkg/__init__.py src/pkg/util.py\n"
            "src/pkg/util.py: src/pkg/core.py src/pkg/sub/deep.py\n");
}

TEST(CNamesReader, TellsDefinitionsFromDeclarations) {
  const core::CNames names = core::c_names(R"(
#define CALL(x) helper(x)
extern int declared; int defined = 3, *both[2]; static int own;
typedef struct { int field; } Type;
struct Holder { int a; } held;
int prototype(int), attributed(void) __attribute__((cold));
static inline int local(Type* t) { return t->field + CALL(1); }
Type* pointer(void)
{
  if (defined) { return 0; }
  other.member();
}
int old_style(a, b) int a; char* b; { return used(a); }
namespace n { int Class::method() const { return 1; } }
extern "C" { void in_c(void) {} }
int table[] = { entry, entry2 };
)");
  std::vector<std::string> functions;
  for (const core::CFunction& function : names.functions)
    functions.push_back((function.is_static ? "static " : "") +
                        (function.qualifier.empty() ? "" : function.qualifier + "::") + function.name);
  EXPECT_EQ(functions, (std::vector<std::string>{"static local", "pointer", "old_style", "Class::method", "in_c"}));
  EXPECT_EQ(names.functions[1].first_line, 8U);
  EXPECT_EQ(names.functions[1].last_line, 12U);
  for (const char* name : {"defined", "both", "held", "table"}) EXPECT_TRUE(names.variables.contains(name)) << name;
  for (const char* name : {"declared", "own", "Type", "a"}) EXPECT_FALSE(names.variables.contains(name)) << name;
  for (const char* name : {"CALL", "other", "used", "entry2"}) EXPECT_TRUE(names.used.contains(name)) << name;
  EXPECT_FALSE(names.used.contains("member"));
  EXPECT_EQ(names.macros.find("CALL")->second, (std::vector<std::string>{"x", "helper", "x"}));
}

TEST(CNamesReader, KnowsMacrosForTypes) {
  const core::CNames names = core::c_names(
      "API(char *) f(int a);\nstatic API(int) g(void)\n{\n}\ntypedef struct { int a; } T;\nint h(int a) LOCKS(m) { "
      "return a; }\n");
  ASSERT_EQ(names.functions.size(), 2U);
  EXPECT_EQ(names.functions[0].name, "g");
  EXPECT_EQ(names.functions[0].first_line, 2U);
  EXPECT_TRUE(names.functions[0].is_static);
  EXPECT_EQ(names.functions[1].name, "h");
}

TEST(CNamesReader, SurvivesAnything) {
  for (const char* text :
       {"", "{", "}", "(", ")", "int f(", "int f() {", "\"", "/*", "#", "#define", "R\"(", "'", "f(){{", ";;", "= {"})
    (void)core::c_names(text);
}

TEST(CSourcesGraph, FollowsMacrosOfHeadersAndNotMembers) {
  const TestProject files;
  files.write("a.h", "#define RUN(x) run_it(x)\nint f(void);\n");
  files.write("a.c", "#include \"a.h\"\nint main(void) { RUN(1); return t.g; }\n");
  files.write("b.c", "int run_it(int x) { return f(); }\n");
  files.write("c.c", "int f(void) { return 1; }\nint g(void) { return 2; }\n");
  files.write("d.c", "static int f(void) { return 1; }\nint h(void) { return f(); }\nint main(void) { return 0; }\n");
  const Result<Graph> graph = read_graph(files, "c-sources");
  EXPECT_EQ(uses_of(graph), "a.c: b.c\nb.c: c.c\n");
  EXPECT_EQ(graph->shared, std::vector<std::string>{"a.h"});
}

TEST(CSymbolsGraph, FollowsSymbolsOfObjects) {
  if (core::find_program("clang").empty() || core::find_program("nm").empty()) GTEST_SKIP() << "clang and nm";
  const TestProject files;
  files.write("a.c", "int twice(int); int X(int x) { return twice(x); }\n");
  files.write("b.c", "extern int table[]; int twice(int x) { return 2 * table[x]; }\n");
  files.write("c.c", "int table[4]; static int twice(int x) { return x; } int y(void) { return twice(1); }\n");
  files.write("bad.c", "int broken(\n");
  files.write("left.c", "int nobody_compiles;\n");
  std::string rows;
  for (const char* name : {"a.c", "b.c", "c.c", "bad.c"})
    rows += std::string(rows.empty() ? "" : ",") + R"({"directory": ")" + files.root() + R"(", "file": ")" + name +
            R"(", "command": "cc -DX=main_x -c )" + name + R"("})";
  files.write("compile_commands.json", "[" + rows + "]");
  const Result<Graph> graph = read_graph(files, "auto");
  EXPECT_EQ(uses_of(graph), "a.c: b.c\nb.c: c.c\n");
  EXPECT_EQ(graph->unowned, std::vector<std::string>{"left.c"});
  ASSERT_EQ(graph->notes.size(), 1U);
  EXPECT_NE(graph->notes[0].find("1 of 4 files do not compile"), std::string::npos) << graph->notes[0];
}

TEST(JavaSourcesGraph, FollowsImportsAndThePackage) {
  const TestProject files;
  files.write("src/a/One.java",
              "package a;\nimport b.Two;\nimport c.*;\nclass One { Same s; Three t; String x = \"Four\"; }\n");
  files.write("src/a/Same.java", "package a;\npublic final class Same { class Inner {} }\n");
  files.write("src/b/Two.java", "package b;\nimport static c.Three.member;\nimport a.Same.Inner;\ninterface Two {}\n");
  files.write("src/c/Three.java", "package c;\npublic enum Three { A }\n");
  files.write("src/c/Four.java", "package c;\nrecord Four(int x) {}\n");
  EXPECT_EQ(uses_of(read_graph(files, "java-sources")),
            "src/a/One.java: src/a/Same.java src/b/Two.java src/c/Three.java\n"
            "src/b/Two.java: src/a/Same.java src/c/Three.java\n");
}

TEST(JdepsGraph, FollowsClasses) {
  if (core::find_program("jdeps").empty() || core::find_program("javac").empty()) GTEST_SKIP() << "jdeps and javac";
  const TestProject files;
  files.write("a/One.java",
              "package a; public class One { b.Two two; Runnable r = new Runnable() { public void run() {} }; }");
  files.write("b/Two.java", "package b; public class Two { }");
  core::Command compiler;
  compiler.argv = {"javac", "-d", files.path("classes"), files.path("a/One.java"), files.path("b/Two.java")};
  core::Limits limits;
  limits.wall_seconds = 120;
  ASSERT_EQ(core::run_process(compiler, "", limits).exit_code, 0);
  const Result<Graph> graph = read_graph(files, "jdeps");
  EXPECT_EQ(uses_of(graph), "classes/a/One: classes/b/Two\n");
  EXPECT_EQ(graph->units[0].files,
            (std::vector<std::string>{"a/One.java", "classes/a/One$1.class", "classes/a/One.class"}));
}

TEST(DependencyCruiser, ItsJsonIsRead) {
  const TestProject files;
  files.write("a.ts", "");
  files.write("b/c.js", "");
  files.write("cruise.json",
              R"({"modules": [{"source": "a.ts", "dependencies": [{"resolved": "b/c.js"}, {"resolved": "fs"}]},
                                 {"source": "b/c.js", "dependencies": []}]})");
  files.write("broken.json", R"({"modules": [{"source": "a.ts"}]})");
  EXPECT_EQ(uses_of(read_graph(files, "dependency-cruiser", files.path("cruise.json"))), "a.ts: b/c.js\n");
  EXPECT_FALSE(read_graph(files, "dependency-cruiser", files.path("broken.json")).ok());
}

TEST(Folders, MayBeUnits) {
  const TestProject files;
  files.write("a/x.py", "import y\n");
  files.write("a/y.py", "import b.z\n");
  files.write("b/z.py", "");
  files.write("top.py", "import a.x\n");
  const Result<Graph> graph = read_graph(files, "python");
  ASSERT_TRUE(graph.ok());
  const Graph folders = by_folder(*graph);
  EXPECT_EQ(uses_of(folders), ".: a\na: b\n");
  EXPECT_EQ(folders.units[1].size, 2);
}

}  // namespace
}  // namespace assay::analyzer::splitting
