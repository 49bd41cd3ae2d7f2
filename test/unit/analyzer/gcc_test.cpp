// The GCC adapter with the real GCC and its plugin; skipped where the plugin is not built.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "analyzer/adapters/rows/adapter_rows.hpp"
#include "analyzer/check/source/c_checker.hpp"
#include "core/io/io.hpp"
#include "paths.hpp"
#include "unit/analyzer/cpp_program.hpp"

namespace assay::analyzer {
namespace {

constexpr const char* kProgram = R"(#include <stdio.h>
static int g[16], other[16];
__attribute__((noinline)) int f(int x, unsigned char c, int *p, int *q) {
  int s = 0;
  if (x > 3 && x < 20) {
    for (int i = 0; i < x; i++) {
      s += g[i & 15] * c;
      p[i & 3] = s;
    }
  } else if (x == 100) {
    s = -c;
  }
  unsigned m = (unsigned)(s & 0x3c) | 1;
  if (x < s) s += (s ^ x) & 1;
  p[1] = s;
  q[0] += 2;
  *q = m > 5 ? 7 : 9;
  switch (c & 3) {
    case 0: s += *p; break;
    case 1: s ^= 5; break;
    case 3: s = x < 0 ? 0 : s; break;
  }
  return s + (int)m;
}
int main(void) {
  int a[4] = {0}, b = 0;
  unsigned h = 0;
  for (int i = 0; i < 16; i++) g[i] = i * 7 - 30;
  for (int x = -5; x < 120; x++)
    for (int c = 0; c < 256; c++) h = h * 31 + (unsigned)(f(x, (unsigned char)c, a, x & 1 ? &b : a + 1) + b);
  for (int k = 0; k < 10; k++) h += (unsigned)(g[k] + other[k]);
  printf("%u\n", h);
  return 3;
}
)";

/// Pointers with one, several and all targets, a string literal, memory of malloc, and variables that do not escape.
constexpr const char* kPointers = R"(#include <stdlib.h>
static int g, other;
int calls;
struct pair { int a, *to; };
__attribute__((noinline)) int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
__attribute__((noinline)) static void set(int *p, int v) { *p = v; calls++; }
__attribute__((noinline)) int f(int c, struct pair *q) {
  int x = 1, y = 2, z = 3, w[4] = {1, 2, 3, 4}, *p = c & 1 ? &x : &y, *r = c & 2 ? &w[c & 3] : &g, *h = malloc(8);
  const char *s = c & 4 ? "abc" : (const char *)&x;
  *p = c;
  *r += 2;
  set(&z, c);
  int t = sum(w, 4) + x + y + z;
  if (q) *q->to = t + q->a;
  h[1] = t;
  set(h, z);
  t += h[0] + h[1] + s[0];
  free(h);
  return t + sum(p, 1);
}
int main(void) {
  int s = 0, v = 5;
  struct pair a = {3, &v}, b = {4, &other};
  for (int c = 0; c < 16; c++) s += f(c, c & 1 ? &a : c & 4 ? &b : 0) + v + other;
  return s & 1;
}
)";

class Gcc : public testing::Test {
 protected:
  void SetUp() override {
    if (!core::exists(plugin()))
      GTEST_SKIP() << "GCC's plugin is not built: install gcc-12-plugin-dev, and configure with GCC 12";
  }
  static std::string plugin() { return binary_dir() + "/libexec/assay_gcc_facts.so"; }

  static Definition definition(const std::string& points, const std::string& lie = "", const std::string& levels = "") {
    Definition gcc;
    gcc.name = gcc.adapter = "gcc";
    gcc.languages = {"c"};
    gcc.argv = {"gcc", "-w"};
    gcc.crashes = {{"internal compiler error", "internal compiler error"}};
    gcc.settings = {{"levels", levels}, {"plugin", plugin()}, {"points", points}};
    if (!lie.empty()) gcc.settings.emplace_back("lie", lie);
    return gcc;
  }
  static Program program(const std::string& text) {
    Program one;
    one.language = "c";
    one.files = {{"program.c", text}};
    return one;
  }
  struct Look {
    Claims claims;
    Checks checks;
    [[nodiscard]] std::vector<const Fact*> broken() const {
      std::vector<const Fact*> all;
      for (std::size_t i = 0; i < checks.facts.size(); ++i)
        if (checks.facts[i].broken != 0) all.push_back(&claims.facts[i]);
      return all;
    }
  };
  Look look(const Program& program, const std::string& points, const std::string& lie = "",
            const std::string& levels = "") {
    Look seen;
    Result<std::unique_ptr<Analyzer>> gcc = open_gcc(definition(points, lie, levels));
    if (!gcc) {
      ADD_FAILURE() << gcc.error().text();
      return seen;
    }
    core::Limits limits;
    limits.wall_seconds = 60;
    const Session session{scratch_, limits, limits, {}};
    seen.claims = (*gcc)->claims(program, session);
    seen.checks = (*gcc)->check(program, seen.claims, session);
    return seen;
  }

 private:
  core::ScratchFolder scratch_;
};

TEST_F(Gcc, HonestFactsHoldEarlyAndLate) {
  const Look seen = look(program(kProgram), "-O1:late -O2:evrp -O2:lim4 -O2:vrp2 -O2:late -O3:cunroll", "", "-O1 -O2");
  ASSERT_FALSE(seen.claims.trouble) << seen.claims.output;
  ASSERT_FALSE(seen.checks.trouble) << seen.checks.undefined_at;
  EXPECT_FALSE(seen.checks.miscompiled) << *seen.checks.miscompiled;
  EXPECT_FALSE(seen.checks.undefined);
  std::map<std::size_t, int> kinds;
  std::uint64_t reached = 0;
  for (std::size_t i = 0; i < seen.claims.facts.size(); ++i) {
    ++kinds[seen.claims.facts[i].property.index()];
    EXPECT_EQ(seen.checks.facts[i].skip, "");
    EXPECT_EQ(seen.checks.facts[i].broken, 0U) << to_text(seen.claims.facts[i]) << seen.checks.facts[i].witness;
    reached += seen.checks.facts[i].runs != 0 ? 1 : 0;
    EXPECT_EQ(seen.claims.facts[i].place.file, "program.c");
  }
  EXPECT_GT(seen.claims.facts.size(), 300U);
  EXPECT_GT(reached, seen.claims.facts.size() * 9 / 10);
  const Property wanted[] = {Interval{}, KnownBits{}, ValueSet{}, Aliasing{}, Relation{}};
  for (const Property& property : wanted) EXPECT_GT(kinds[property.index()], 0) << kind(property);
}

TEST_F(Gcc, PlantedBugsAreFound) {
  const std::pair<const char*, Property> lies[] = {
      {"low-up", Interval{}},        {"high-down", Interval{}},    {"sign-lost", Interval{}},
      {"negated-bits", KnownBits{}}, {"phi-forgets", Interval{}},  {"stale", Interval{}},
      {"trips-less", Interval{}},    {"alias-missed", Aliasing{}}, {"too-unreachable", Unreachable{}}};
  for (const auto& [lie, wanted] : lies) {
    const Look seen = look(program(kProgram), "-O2:evrp", lie);
    std::size_t found = 0;
    for (const Fact* fact : seen.broken()) found += fact->property.index() == wanted.index() ? 1 : 0;
    EXPECT_GT(found, 0U) << lie << ": " << seen.broken().size() << " broken, none of " << kind(wanted);
  }
}

TEST_F(Gcc, ObjectsBehindPointersAreChecked) {
  const Look seen = look(program(kPointers), "-O1:late -O2:evrp -O2:lim4 -O2:late -O3:late -Os:late");
  ASSERT_FALSE(seen.checks.trouble) << seen.checks.undefined_at;
  std::map<std::string, unsigned> reached;
  for (std::size_t i = 0; i < seen.claims.facts.size(); ++i) {
    EXPECT_EQ(seen.checks.facts[i].broken, 0U) << to_text(seen.claims.facts[i]) << seen.checks.facts[i].witness;
    if (seen.checks.facts[i].runs != 0) ++reached[kind(seen.claims.facts[i].property)];
  }
  for (const char* name : {"reaches", "reaches-none", "unchanged"}) EXPECT_GE(reached[name], 4U) << name;
  for (const auto& [lie, wanted] : std::map<std::string, std::set<std::string>>{
           {"points-missed", {"reaches", "reaches-none"}}, {"escape-missed", {"unchanged"}}}) {
    std::set<std::string> broken;
    const Look lied = look(program(kPointers), "-O1:late -O2:evrp", lie);
    for (const Fact* fact : lied.broken()) broken.insert(kind(fact->property));
    EXPECT_EQ(broken, wanted) << lie;
  }
}

TEST_F(Gcc, FactsOfCppAreChecked) {
  const Look seen = look(cpp_program(), "-O1:late -O2:evrp -O3:late", "", "-O2");
  ASSERT_FALSE(seen.claims.trouble) << seen.claims.output;
  ASSERT_FALSE(seen.checks.trouble) << seen.checks.undefined_at;
  std::size_t reached = 0;
  for (std::size_t i = 0; i < seen.claims.facts.size(); ++i) {
    EXPECT_EQ(seen.checks.facts[i].broken, 0U) << to_text(seen.claims.facts[i]) << seen.checks.facts[i].witness;
    reached += seen.checks.facts[i].runs != 0 ? 1 : 0;
  }
  EXPECT_GT(reached, 100U);
  EXPECT_TRUE(std::any_of(seen.claims.unread.begin(), seen.claims.unread.end(),
                          [](const auto& one) { return one.first == "functions of system headers"; }));
  EXPECT_FALSE(look(cpp_program(), "-O2:evrp", "low-up").broken().empty());
}

TEST_F(Gcc, AComparisonIsNotShownForAClaimAboutItsOperand) {
  if (!CChecker::open()) GTEST_SKIP() << "no clang, which reads programs for reports";
  const Program one = {
      "c++",
      {{"a.cpp",
        "int main() {\n  int s = 0;\n  for (int i = 0; i < 300; ++i)\n    if ((short)-i > -8) s += 1;\n"
        "  return s & 1;\n}\n"}},
      {},
      {},
      {}};
  Result<std::unique_ptr<Analyzer>> gcc = open_gcc(definition("-O2:vrp1", "low-up"));
  ASSERT_TRUE(gcc) << gcc.error().text();
  core::Limits limits;
  core::ScratchFolder scratch;
  const Session session{scratch, limits, limits, {}};
  const Claims claims = (*gcc)->claims(one, session);
  const Checks checks = (*gcc)->check(one, claims, session);
  std::size_t seen = 0;
  for (std::size_t i = 0; i < claims.facts.size(); ++i) {
    const Fact& fact = claims.facts[i];
    if (checks.facts[i].broken == 0 || fact.subject.operation != "nop_expr" || fact.place.column != 19) continue;
    ++seen;
    EXPECT_FALSE((*gcc)->reproduction(one, claims, i, session)) << to_text(fact);
  }
  EXPECT_GT(seen, 0U);
}

TEST_F(Gcc, LateLiesAreFoundToo) {
  for (const char* lie : {"low-up", "high-down", "trips-less"})
    EXPECT_FALSE(look(program(kProgram), "-O2:late", lie).broken().empty()) << lie;
}

TEST_F(Gcc, FilesOfAProgramCountOn) {
  Program two = program(
      "int half(int x) { return (x & 14) / 2; }\nint main(void) { int more(int); return half(9) + more(9); }\n");
  two.files.push_back({"more.c", "int more(int x) { return x & 3; }\n"});
  const Look seen = look(two, "-O1:late");
  ASSERT_FALSE(seen.checks.trouble);
  bool other = false;
  for (std::size_t i = 0; i < seen.claims.facts.size(); ++i) {
    EXPECT_EQ(seen.checks.facts[i].broken, 0U) << to_text(seen.claims.facts[i]) << seen.checks.facts[i].witness;
    other = other || (seen.claims.facts[i].place.file == "more.c" && seen.checks.facts[i].runs == 1);
  }
  EXPECT_TRUE(other);
}

TEST_F(Gcc, WhatIsAlwaysInlinedIsAskedInItsCopies) {
  // With checks in each body, the outermost function would get too many nested checks for GCC to end.
  std::string text = "#define COPIED static inline __attribute__((always_inline)) int\n";
  text += "COPIED f0(int x) { return (x & 7) + 1; }\n";
  for (int i = 1; i < 5; ++i) {
    const std::string name = "f" + std::to_string(i), inner = "f" + std::to_string(i - 1);
    text += "COPIED " + name + "(int x) { return " + inner + "(x) + " + inner + "(x / 3) * 2; }\n";
  }
  text += "int main(int argc, char **argv) { return f4(argc * 5) & 1; }\n";
  const Look seen = look(program(text), "-O2:evrp");
  ASSERT_FALSE(seen.claims.trouble) << seen.claims.output;
  ASSERT_FALSE(seen.checks.trouble);
  EXPECT_GT(seen.claims.facts.size(), 32U);
  EXPECT_LT(seen.claims.facts.size(), 1000U);
  for (std::size_t i = 0; i < seen.claims.facts.size(); ++i) {
    EXPECT_EQ(seen.claims.facts[i].place.function, "main");
    EXPECT_EQ(seen.checks.facts[i].runs, 1U) << to_text(seen.claims.facts[i]);
    EXPECT_EQ(seen.checks.facts[i].broken, 0U) << to_text(seen.claims.facts[i]) << seen.checks.facts[i].witness;
  }
  const std::pair<std::string, std::uint64_t> copied = {"functions that are always inlined", 5};
  EXPECT_NE(std::find(seen.claims.unread.begin(), seen.claims.unread.end(), copied), seen.claims.unread.end());
}

TEST_F(Gcc, CostlyPassesOfTheBackEndAreOffWhereChecksAre) {
  core::ScratchFolder scratch;
  const Result<std::string> source = scratch.write("a.c", "int f(int x) { return x / 3 + 1; }\n");
  ASSERT_TRUE(source);
  const auto dumped = [&](std::vector<std::string> more) {
    std::vector<std::string> argv = {"gcc", "-O2", "-c", "-fdump-rtl-sched2", "-fdump-rtl-final", "a.c"};
    argv.insert(argv.end(), more.begin(), more.end());
    const core::ProcessResult made = core::run_process({argv, {}, *scratch.path()}, {}, {});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    std::set<std::string> passes;
    for (const auto& entry : std::filesystem::directory_iterator(*scratch.path())) {
      const std::string pass = entry.path().extension();
      if (pass != ".c" && pass != ".o") passes.insert(pass);
      if (pass != ".c") std::filesystem::remove(entry.path());
    }
    return passes;
  };
  EXPECT_EQ(dumped({}), (std::set<std::string>{".final", ".sched2"}));
  EXPECT_EQ(dumped({"-fplugin=" + plugin(), "-fplugin-arg-assay_gcc_facts-pass=late"}),
            (std::set<std::string>{".final"}));
}

TEST_F(Gcc, WhatDoesNotCompileIsASkip) {
  const Look seen = look(program("int main(void) { return x; }\n"), "-O2:late");
  ASSERT_TRUE(seen.claims.trouble);
  EXPECT_EQ(seen.claims.trouble->outcome, core::Verdict::Outcome::Skip);
  EXPECT_EQ(seen.claims.trouble->reason, "does not compile");
}

TEST_F(Gcc, ADifferenceBetweenLevelsIsTold) {
  // __OPTIMIZE__ stands for a compiler that is wrong.
  const Look seen = look(
      program("#include <stdio.h>\nint main(void) {\n#ifdef __OPTIMIZE__\n  puts(\"a\");\n#endif\n  return 0;\n}\n"),
      "-O2:late", "", "-O1");
  ASSERT_TRUE(seen.checks.miscompiled);
  EXPECT_NE(seen.checks.miscompiled->find("-O0: exit code 0, output \"\""), std::string::npos)
      << *seen.checks.miscompiled;
}

TEST_F(Gcc, OutputThatDiffersFromRunToRunIsNotCompared) {
  const std::string begin =
      "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(void) {\n  void *p = malloc(4);\n"
      "  printf(\"%p of %d\\n\", p, (int)getpid());\n  free(p);\n";
  const Look same = look(program(begin + "  puts(\"done\");\n  return 0;\n}\n"), "-O2:late", "", "-O1 -O2");
  EXPECT_FALSE(same.checks.miscompiled) << *same.checks.miscompiled;
  EXPECT_FALSE(same.checks.undefined) << same.checks.undefined_at;
  EXPECT_TRUE(same.checks.output_differs);
  // The other lines are compared.
  const Look other = look(program(begin + "#ifdef __OPTIMIZE__\n  puts(\"a\");\n#else\n  puts(\"b\");\n#endif\n"
                                          "  return 0;\n}\n"),
                          "-O2:late", "", "-O1");
  EXPECT_TRUE(other.checks.miscompiled);
  EXPECT_FALSE(look(program("int main(void) { return 3; }\n"), "-O2:late", "", "-O1").checks.output_differs);
}

TEST_F(Gcc, AnAddressThatIsUsedAgainBreaksNoFact) {
  // Two causes of reused addresses: freed memory, and variables with disjoint lifetimes.
  for (const char* text :
       {"#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n  (void)argv;\n"
        "  char *p = malloc(16);\n  p[argc] = 3;\n  int s = p[argc];\n  free(p);\n  char *q = malloc(16);\n"
        "  q[argc] = 4;\n  s += q[argc];\n  free(q);\n  printf(\"%d\\n\", s);\n  return 0;\n}\n",
        "#include <stdio.h>\nint printf(const char *, ...);\n"
        "static int area(int n) { char line[64]; snprintf(line, sizeof line, \"%d\", n); return line[0]; }\n"
        "int main(void) {\n  int s = 0;\n  s += area(1);\n  s += area(2);\n  printf(\"%d\\n\", s);\n  return "
        "0;\n}\n"}) {
    const Look seen = look(program(text), "-O1:late -O2:evrp -O2:late");
    EXPECT_FALSE(seen.checks.undefined) << seen.checks.undefined_at;
    for (const Fact* fact : seen.broken()) ADD_FAILURE() << to_text(*fact);
  }
}

TEST_F(Gcc, AWarningOfUndefinedBehaviourThatNoSanitizerSeesIsBelieved) {
  // The test for __OPTIMIZE__ makes the result depend on the compiler, as undefined behaviour does.
  const std::string end = "#ifdef __OPTIMIZE__\n  r = 7;\n#endif\n  printf(\"%d\\n\", r);\n  return 0;\n}\n";
  for (const auto& [flag, text] : std::vector<std::pair<std::string, std::string>>{
           {"sequence-point", "int main(void) {\n  int i = 1, r = i++ + i++;\n"},
           {"implicit-function-declaration", "int main(void) {\n  int r = twice(3);\n"},
           {"format",
            "struct s { int a; };\nint main(void) {\n  struct s one = {3};\n  int r = 3;\n  printf(\"%d\\n\", one);\n"},
           {"strict-aliasing", "int main(void) {\n  float f = 1;\n  int r = *(int *)&f;\n"}}) {
    const std::string twice = flag.starts_with("implicit") ? "int twice(int a) { return 2 * a; }\n" : "";
    const Look seen = look(program("#include <stdio.h>\n" + text + end + twice), "-O2:late", "", "-O2");
    EXPECT_TRUE(seen.checks.undefined) << flag;
    EXPECT_FALSE(seen.checks.miscompiled) << flag;
    EXPECT_NE(seen.checks.undefined_at.find(flag), std::string::npos) << seen.checks.undefined_at;
  }
}

TEST_F(Gcc, UndefinedBehaviourKeepsFactsFromBeingJudged) {
  // The sum overflows, and the levels differ.
  const Look seen =
      look(program("#include <stdio.h>\n__attribute__((noinline)) int f(int x) { int y = x + 1; return y > x; }\n"
                   "int main(void) { printf(\"%d\\n\", f(2147483647)); return 0; }\n"),
           "-O2:late", "", "-O2");
  EXPECT_TRUE(seen.checks.undefined);
  EXPECT_FALSE(seen.checks.miscompiled);
  EXPECT_NE(seen.checks.undefined_at.find("overflow"), std::string::npos) << seen.checks.undefined_at;
}

TEST_F(Gcc, AMissingReturnIsUndefinedBehaviour) {
  // __OPTIMIZE__ stands for a level at which another value happens to be returned.
  const Look seen =
      look(program("#include <stdio.h>\n__attribute__((noinline)) int f(int x) {\n  if (x > 3) return 1;\n}\n"
                   "int main(void) { int r = f(2); r = 0;\n#ifdef __OPTIMIZE__\n  r = 1;\n#endif\n"
                   "  printf(\"%d\\n\", r); return 0; }\n"),
           "-O2:late", "", "-O2");
  EXPECT_TRUE(seen.checks.undefined);
  EXPECT_FALSE(seen.checks.miscompiled);
  EXPECT_NE(seen.checks.undefined_at.find("return-type"), std::string::npos) << seen.checks.undefined_at;
}

TEST_F(Gcc, ATypeThatIsLeftOutIsNoUndefinedBehaviour) {
  // GCC warns of it with the same flag, in C89.
  Program old = program(
      "#include <stdio.h>\nf(x) int x; { return x; }\nint main(void) {\n  int r = f(0);\n"
      "#ifdef __OPTIMIZE__\n  r = 1;\n#endif\n  printf(\"%d\\n\", r);\n  return 0;\n}\n");
  old.flags = {"-std=gnu89"};
  const Look seen = look(old, "-O2:late", "", "-O2");
  EXPECT_FALSE(seen.checks.undefined) << seen.checks.undefined_at;
  EXPECT_TRUE(seen.checks.miscompiled);
}

TEST_F(Gcc, AStepOfAReductionStaysWithinWhatClangReads) {
  if (!CChecker::open()) GTEST_SKIP() << "no clang, which reads programs for reductions";
  const std::string begin = "struct S { int a; } s;\nvolatile int v;\nint main(void) { unsigned char c = v; ";
  const Program read = program(begin + "s.a = c; return 0; }\n");
  // GCC takes such a conversion of a structure to its own type for an object.
  const Program unread = program(begin + "s.a = c; ((struct S)((struct S){0})).a = 7; return 0; }\n");
  core::Limits limits;
  core::ScratchFolder scratch;
  const Session step{scratch, limits, limits, {}, true};
  Result<std::unique_ptr<Analyzer>> gcc = open_gcc(definition("-O1:late", "low-up"));
  ASSERT_TRUE(gcc) << gcc.error().text();
  const auto broken = [&](const Program& one) {
    const Checks checks = (*gcc)->check(one, (*gcc)->claims(one, step), step);
    EXPECT_EQ(checks.trouble.has_value(), std::none_of(checks.facts.begin(), checks.facts.end(),
                                                       [](const CheckedFact& fact) { return fact.broken != 0; }));
    return !checks.trouble;
  };
  // The reduction starts without knowledge of the first program.
  EXPECT_TRUE(broken(unread));
  EXPECT_FALSE((*gcc)->edits(read, step).empty());
  EXPECT_TRUE(broken(read));
  EXPECT_FALSE(broken(unread));
}

TEST_F(Gcc, WhatItCannotBeAskedIsSaid) {
  Definition no_pass = definition("-O2:nosuchpass");
  const Result<std::unique_ptr<Analyzer>> unknown = open_gcc(no_pass);
  EXPECT_FALSE(unknown);
  Definition no_plugin = definition("-O2:late");
  no_plugin.settings[1].second = "/nowhere/assay_gcc_facts.so";
  const Result<std::unique_ptr<Analyzer>> missing = open_gcc(no_plugin);
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().text().find("does not take Assay's plugin"), std::string::npos) << missing.error().text();
}

}  // namespace
}  // namespace assay::analyzer
