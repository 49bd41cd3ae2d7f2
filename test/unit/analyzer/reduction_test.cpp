#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "analyzer/check/edit/c_foldings.hpp"
#include "analyzer/check/edit/c_rewrites.hpp"
#include "analyzer/check/edit/c_traced.hpp"
#include "analyzer/check/source/c_checker.hpp"
#include "core/reduce/text_edits.hpp"

namespace assay::analyzer {
namespace {

using Edit = Analyzer::Edit;

/// Edits that each leave out a single letter.
std::vector<Edit> letters(const std::string& text) {
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < text.size(); ++i) edits.push_back({i, i + 1, ""});
  return edits;
}

std::string reduced(const std::string& text, const std::function<bool(const std::string&)>& fails,
                    std::size_t runs = 1000) {
  core::ReductionClock clock(core::ReduceBudget{runs, 1e9, {}});
  return reduce_by_edits(text, letters, fails, clock);
}

TEST(ReduceByEdits, KeepsWhatIsNeeded) {
  const auto has_both = [](const std::string& text) {
    const std::size_t a = text.find('a');
    return a != std::string::npos && text.find('b', a) != std::string::npos;
  };
  EXPECT_EQ(reduced("xxxxxxxxxxxxaxxxxxxxxxxxxxxxxxxxxxxxbxxxxxx", has_both), "ab");
}

TEST(ReduceByEdits, LeavesATextThatNothingHelps) {
  EXPECT_EQ(reduced("abc", [](const std::string&) { return false; }), "abc");
}

TEST(ReduceByEdits, KeepsItsBudget) {
  std::size_t calls = 0;
  const auto never = [&](const std::string&) {
    ++calls;
    return false;
  };
  EXPECT_EQ(reduced(std::string(100, 'x'), never, 7), std::string(100, 'x'));
  EXPECT_EQ(calls, 7U);
}

TEST(ReduceByEdits, TakesNoEditsThatOverlap) {
  const auto nested = [](const std::string& text) -> std::vector<Edit> {
    if (text.size() < 6) return {};
    return {{0, 6, "ab"}, {1, 3, ""}, {2, 5, "x"}};
  };
  core::ReductionClock clock(core::ReduceBudget{100, 1e9, {}});
  EXPECT_EQ(reduce_by_edits(
                "abcdef", nested, [](const std::string&) { return true; }, clock),
            "ab");
}

TEST(ReduceByEdits, TriesARewritingOfTheWholeTextFirstWhereItStandsThere) {
  const auto whole = [](const std::string& text) -> std::vector<Edit> {
    std::vector<Edit> edits = letters(text);
    edits.insert(edits.begin(), Edit{0, text.size(), "a"});
    return edits;
  };
  core::ReductionClock clock(core::ReduceBudget{100, 1e9, {}});
  const auto has_a = [](const std::string& text) { return text.find('a') != std::string::npos; };
  EXPECT_EQ(reduce_by_edits(std::string(50, 'x') + "a", whole, has_a, clock), "a");
  EXPECT_LE(clock.runs(), 2U);
}

TEST(ReduceByEdits, LeavesOutHalvesBeforeSingleParts) {
  core::ReductionClock clock(core::ReduceBudget{1000, 1e9, {}});
  const auto has_a = [](const std::string& text) { return text.find('a') != std::string::npos; };
  EXPECT_EQ(reduce_by_edits(std::string(500, 'x') + "a" + std::string(500, 'x'), letters, has_a, clock), "a");
  EXPECT_LE(clock.runs(), 40U);
}

TEST(ReduceByEdits, TriesNoTextTwice) {
  std::set<std::string> seen;
  const auto first_time = [&](const std::string& text) {
    EXPECT_TRUE(seen.insert(text).second) << text;
    return text.find('b') != std::string::npos;
  };
  EXPECT_EQ(reduced("aaaaaabaaaaaa", first_time), "b");
}

TEST(ReduceByEdits, TriesRewritingsBehindAllElseLast) {
  std::vector<std::string> asked;
  const auto edits = [](const std::string& text) -> std::vector<Edit> {
    if (text != "abc") return {};
    return {{0, 1, ""}, {0, 3, "z"}};
  };
  const auto only_z = [&](const std::string& text) {
    asked.push_back(text);
    return text == "z";
  };
  core::ReductionClock clock(core::ReduceBudget{100, 1e9, {}});
  EXPECT_EQ(reduce_by_edits("abc", edits, only_z, clock), "z");
  EXPECT_EQ(asked, (std::vector<std::string>{"bc", "z"}));
}

TEST(ReduceByEdits, GoesOnWithWhatHelped) {
  std::vector<std::string> asked;
  // Rewritings at the end of the list help twice; no other edit helps.
  const auto edits = [](const std::string& text) -> std::vector<Edit> {
    if (!text.starts_with("ab")) return {};
    return {{0, 1, ""}, {1, 2, "x"}, {0, text.size(), "no"}, {0, text.size(), text.substr(0, text.size() - 1)}};
  };
  const auto keeps_ab = [&](const std::string& text) {
    asked.push_back(text);
    return text.starts_with("ab");
  };
  core::ReductionClock clock(core::ReduceBudget{100, 1e9, {}});
  EXPECT_EQ(reduce_by_edits("abcc", edits, keeps_ab, clock), "ab");
  EXPECT_EQ(asked, (std::vector<std::string>{"bcc", "no", "abc", "ab", "a", "b"}));
}

bool has(const std::vector<std::string>& texts, const std::string& wanted) {
  return std::find(texts.begin(), texts.end(), wanted) != texts.end();
}

/// The file after each of its edits, without edits that replace the whole file. Empty without compilers.
std::vector<std::string> edited(const std::string& text) {
  core::ScratchFolder scratch;
  Result<std::unique_ptr<CChecker>> checker = CChecker::open();
  if (!checker) return {};
  core::Limits limits;
  const Session session{scratch, limits, limits, {}};
  const Program program{"c", {{"a.c", text}}, {}, {}, {}};
  std::vector<std::string> texts;
  for (const Edit& edit : (*checker)->edits(program, session))
    if (edit.begin != 0 || edit.end != text.size())
      texts.push_back(text.substr(0, edit.begin) + edit.text + text.substr(edit.end));
  return texts;
}

/// The file after each folding. Empty without compilers.
std::vector<std::string> foldings(const std::string& text) {
  core::ScratchFolder scratch;
  Result<std::unique_ptr<CChecker>> checker = CChecker::open();
  if (!checker) return {};
  core::Limits limits;
  const Session session{scratch, limits, limits, {}};
  const Program program{"c", {{"a.c", text}}, {}, {}, {}};
  const Result<std::shared_ptr<const CTree>> tree = (*checker)->tree(program, program.files.front(), session);
  EXPECT_TRUE(tree) << tree.error().text();
  return tree ? c_foldings(**tree) : std::vector<std::string>();
}

TEST(CEdits, TakeASwitchApart) {
  if (!CChecker::open()) GTEST_SKIP() << "no compilers";
  const std::vector<std::string> texts =
      edited("int g;\nvoid f(int x) { switch (x) { case 1: case 2: { g = 3; } break; default: g = 4; } }\n");
  // The statement behind a label, alone; and the block without the label.
  EXPECT_TRUE(has(texts, "int g;\nvoid f(int x) {  g = 3; \n }\n"));
  EXPECT_TRUE(has(texts, "int g;\nvoid f(int x) { g = 4;\n }\n"));
  EXPECT_TRUE(has(texts, "int g;\nvoid f(int x) { switch (x) { case 2: { g = 3; } break; default: g = 4; } }\n"));
  EXPECT_TRUE(has(texts, "int g;\nvoid f(int x) { switch (x) { case 1: case 2: { g = 3; } break; g = 4; } }\n"));
}

TEST(CEdits, TakeTheBracesOfOneStatement) {
  if (!CChecker::open()) GTEST_SKIP() << "no compilers";
  const std::vector<std::string> texts = edited("int g;\nvoid f(int x) { if (x) { g = 3; } }\n");
  EXPECT_TRUE(has(texts, "int g;\nvoid f(int x) { if (x) g = 3; }\n"));
  // A declaration is no body; nor are two statements.
  for (const char* text :
       {"void f(int x) { if (x) { int y; } }\n", "int g;\nvoid f(int x) { if (x) { g = 3; g = 4; } }\n"})
    for (const std::string& made : edited(text))
      EXPECT_TRUE(made.find("if (x) int") == std::string::npos && made.find("if (x) g = 3; g") == std::string::npos)
          << made;
}

TEST(CEdits, ShortenEmptyBlocks) {
  if (!CChecker::open()) GTEST_SKIP() << "no compilers";
  EXPECT_TRUE(has(edited("void f(void)\n{\n}\n"), "void f(void)\n{}\n"));
  EXPECT_TRUE(has(edited("void f(int x)\n{\nwhile (x) {\n}\n}\n"), "void f(int x)\n{\nwhile (x) ;\n}\n"));
}

TEST(CEdits, NameWhatAPointerPointsTo) {
  if (!CChecker::open()) GTEST_SKIP() << "no compilers";
  EXPECT_TRUE(has(edited("int f(int x) { return *((int*)(&x)); }\n"), "int f(int x) { return x; }\n"));
}

TEST(CFoldings, PutWhatTheOnlyCallGivesInAParametersPlace) {
  if (!CChecker::open()) GTEST_SKIP() << "no compilers";
  EXPECT_TRUE(has(foldings("int f(char x, int y) { return x + y; }\nint g(int z) { return f(300, z) + 1; }\n"),
                  "int f(int y) { return ((char)(300)) + y; }\nint g(int z) { return f(z) + 1; }\n"));
  // Arguments that are no constants, and calls with different arguments, are not folded.
  for (const char* text : {"int f(int x) { return x; }\nint g(int z) { return f(z); }\n",
                           "int f(int x) { return x; }\nint g(void) { return f(1) + f(2); }\n"})
    for (const std::string& made : foldings(text))
      EXPECT_EQ(made.find("int f(void) { return ("), std::string::npos) << made;
}

TEST(CFoldings, PutBodiesBeforeTheStatementsThatCall) {
  if (!CChecker::open()) GTEST_SKIP() << "no compilers";
  const std::string f = "int s;\nlong f(int x) { s += x; return s; }\n";
  EXPECT_TRUE(has(foldings(f + "void g(int z) { s = 1 + f(z); }\n"),
                  "int s;\n\nvoid g(int z) { { int x = z; s += x; s = 1 + ((long)(s)); } }\n"));
  EXPECT_TRUE(has(foldings(f + "long g(int z) { for (;;) return f(z); }\n"),
                  "int s;\n\nlong g(int z) { for (;;) { int x = z; s += x; return ((long)(s)); } }\n"));
  EXPECT_TRUE(has(foldings(f + "long g(int z) { long y = f(z); return y; }\n"),
                  "int s;\n\nlong g(int z) {  int x = z; s += x; long y = ((long)(s)); return y; }\n"));
  // The condition of a loop is evaluated again and again, and a body without a value is none in an expression.
  for (const std::string& text : {f + "void g(int z) { while (f(z)) s--; }\n",
                                  std::string("int s;\nvoid f(int x) { s += x; }\nvoid g(int z) { s = (f(z), 1); }\n")})
    for (const std::string& made : foldings(text)) EXPECT_EQ(made.find("int x = z"), std::string::npos) << made;
}

TEST(CFoldings, ConvertNoStructures) {
  if (!CChecker::open()) GTEST_SKIP() << "no compilers";
  EXPECT_TRUE(
      has(foldings("struct S { int a; };\nint f(struct S s) { return s.a; }\nint g(struct S t) { return f(t); }\n"),
          "struct S { int a; };\n\nint g(struct S t) { return ((int)((t).a)); }\n"));
}

TEST(CFoldings, PutTheLanguagesWordsInAHeadersPlace) {
  if (!CChecker::open()) GTEST_SKIP() << "no compilers";
  EXPECT_TRUE(has(foldings("#include <stdbool.h>\nbool mybool(bool x) { return x ? true : false; }\n"),
                  "_Bool mybool(_Bool x) { return x ? 1 : 0; }\n"));
}

TEST(CFoldings, LeaveOutParametersWithTheirArguments) {
  if (!CChecker::open()) GTEST_SKIP() << "no compilers";
  const std::vector<std::string> texts =
      foldings("int f(int x, int y);\nint f(int x, int y) { return x - y; }\nint g(int z) { return f(z, f(1, 2)); }\n");
  EXPECT_TRUE(has(texts, "int f(int y);\nint f(int y) { return 0 - y; }\nint g(int z) { return f(f(2)); }\n"));
  EXPECT_TRUE(has(texts, "int f(int x);\nint f(int x) { return x - 0; }\nint g(int z) { return f(z); }\n"));
  EXPECT_TRUE(has(
      texts, "int f(int x, int y);\nint f(int x, int y) { return x - y; }\nint g(void) { return f(0, f(1, 2)); }\n"));
}

TEST(CFoldings, PutFunctionsAndVariablesInTheirPlaces) {
  if (!CChecker::open()) GTEST_SKIP() << "no compilers";
  EXPECT_TRUE(has(foldings("int f(char x) { return x + 1; }\nint g(int z) { return f(z); }\n"),
                  "\nint g(int z) { return ((int)(((char)(z)) + 1)); }\n"));
  EXPECT_TRUE(has(foldings("int s;\nvoid f(int x) { s += x; }\nvoid g(int z) { f(z); }\n"),
                  "int s;\n\nvoid g(int z) { { int x = z; s += x;  } }\n"));
  EXPECT_TRUE(has(foldings("int g(int z) { short v = z; return v; }\n"), "int g(int z) {  return ((short)(z)); }\n"));
  EXPECT_TRUE(has(foldings("static const int k = 1;\n"), "int k = 1;\n"));
}

TEST(CFoldings, LeaveFunctionsWhoseBodyMeansSomethingElseThere) {
  if (!CChecker::open()) GTEST_SKIP() << "no compilers";
  // The argument's x is another one; the first `return` is not the last; f calls itself.
  for (const char* text : {"int s;\nvoid f(int x) { s += x; }\nvoid g(int x) { f(x); }\n",
                           "int s;\nvoid f(int y) { if (y) return; s += y; }\nvoid g(int x) { f(x); }\n",
                           "int f(int y) { return f(y); }\nint g(int x) { return x; }\n"})
    for (const std::string& made : foldings(text)) EXPECT_NE(made.find(" f("), std::string::npos) << made;
}

TEST(CRewrites, KeepOneFunctionAndDriveIt) {
  core::ScratchFolder scratch;
  Result<std::unique_ptr<CChecker>> checker = CChecker::open();
  if (!checker) GTEST_SKIP() << "no compilers: " << checker.error().text();
  core::Limits limits;
  const Session session{scratch, limits, limits, {}};
  const Program program{
      "c",
      {{"a.c",
        "int unused;\nstatic int g(int x) { return x; }\nstatic int f(int x, int y) { return g(x) + y; }\n"
        "static void drive(void) { for (int i = 0; i < 9; ++i) f(i, 1); g(2); }\n"
        "int main(void) { drive(); return 0; }\n"}},
      {},
      {},
      {}};
  const Result<std::shared_ptr<const CTree>> tree = (*checker)->tree(program, program.files.front(), session);
  ASSERT_TRUE(tree) << tree.error().text();
  const std::vector<std::string> texts = c_rewrites(**tree);
  const auto has = [&](const std::string& wanted) {
    return std::find(texts.begin(), texts.end(), wanted) != texts.end();
  };
  const std::string both =
      "int unused;\nstatic int g(int x) { return x; }\nstatic int f(int x, int y) { return g(x) + y; }\n";
  EXPECT_TRUE(has(both + "\n\nint main(void)\n{\n    f(0, 0);\n}\n"));
  EXPECT_TRUE(has(both + "\n\nint main(void)\n{\n    for (int i = -200; i < 300; ++i)\n        f(-i, i);\n}\n"));
  // Without f, its call goes with the loop around it.
  EXPECT_TRUE(
      has("int unused;\nstatic int g(int x) { return x; }\n\nstatic void drive(void) {  g(2); }\n"
          "int main(void) { drive(); return 0; }\n"));
  // Nothing refers to `unused`.
  EXPECT_TRUE(has(program.files.front().content.substr(11)));
}

TEST(CRewrites, LeaveOutHeadersOfCppThatNothingNames) {
  core::ScratchFolder scratch;
  Result<std::unique_ptr<CChecker>> checker = CChecker::open();
  if (!checker) GTEST_SKIP() << "no compilers: " << checker.error().text();
  core::Limits limits;
  const Session session{scratch, limits, limits, {}};
  const std::string rest =
      "struct Unused {};\nint main() { std::vector<int> list_of; std::puts(\"\"); return (int)list_of.size(); }\n";
  const Program program{
      "c++", {{"a.cpp", "#include <cstdio>\n#include <list>\n#include <vector>\n" + rest}}, {}, {}, {}};
  const std::vector<Analyzer::Edit> edits = (*checker)->edits(program, session);
  const std::string& text = program.files.front().content;
  std::vector<std::string> texts;
  for (const Analyzer::Edit& edit : edits) {
    texts.push_back(text.substr(0, edit.begin) + edit.text + text.substr(edit.end));
    EXPECT_TRUE(edit.begin != 0 || edit.end == text.size()) << "a header by itself is no quick step: " << texts.back();
  }
  const auto at = [&](const std::string& wanted) { return std::find(texts.begin(), texts.end(), wanted); };
  const auto without_all = at("#include <vector>\n" + rest);
  const auto with_those_of_c = at("#include <cstdio>\n#include <vector>\n" + rest);
  const auto without_vector = at("#include <cstdio>\n#include <list>\n" + rest);
  const auto without_structure = at("#include <cstdio>\n#include <list>\n#include <vector>\n" + rest.substr(18));
  EXPECT_LT(without_all, with_those_of_c);
  EXPECT_LT(with_those_of_c, without_structure);
  EXPECT_LT(without_structure, without_vector);
  EXPECT_NE(without_vector, texts.end());
}

/// The program for "BOUND|ELEMENTS".
std::string with_table(const std::string& bound_and_elements) {
  const std::size_t bar = bound_and_elements.find('|');
  return "int f(long); int main(void) { static const long t[] = {" + bound_and_elements.substr(bar + 1) +
         "}; for (unsigned n = 0; n < " + bound_and_elements.substr(0, bar) + "; ++n) f(t[n]); return 0; }\n";
}

TEST(CEdits, TablesLoseElementsAndTurnsTogether) {
  core::ScratchFolder scratch;
  Result<std::unique_ptr<CChecker>> checker = CChecker::open();
  if (!checker) GTEST_SKIP() << "no compilers: " << checker.error().text();
  core::Limits limits;
  const Session session{scratch, limits, limits, {}};
  const auto texts_of = [&](const std::string& text) {
    const std::vector<Analyzer::Edit> edits = (*checker)->edits({"c", {{"a.c", text}}, {}, {}, {}}, session);
    std::set<std::string> texts;
    for (const Analyzer::Edit& edit : edits)
      texts.insert(text.substr(0, edit.begin) + edit.text + text.substr(edit.end));
    return texts;
  };
  const std::set<std::string> of_ten = texts_of(with_table("10|1, 2, 3, 4, -55, 6, 7, 8, 9, 10"));
  for (const char* one :
       {"5|1, 2, 3, 4, -55", "5|6, 7, 8, 9, 10", "8|3, 4, -55, 6, 7, 8, 9, 10", "8|1, 2, 3, 4, -55, 6, 9, 10"})
    EXPECT_TRUE(of_ten.contains(with_table(one))) << one;
  // A smaller table with the old bound would be undefined, and edits do not change single elements.
  EXPECT_FALSE(of_ten.contains(with_table("10|2, 3, 4, -55, 6, 7, 8, 9, 10")));
  EXPECT_FALSE(of_ten.contains(with_table("10|1, 2, 3, 4, 0, 6, 7, 8, 9, 10")));
  const std::set<std::string> of_three = texts_of(with_table("3|1, 2, 3"));
  for (const char* one : {"2|1, 2", "2|1, 3", "2|2, 3"}) EXPECT_TRUE(of_three.contains(with_table(one))) << one;
  // Other loops keep the usual edits: a table of one element, a bound other than the table's size.
  EXPECT_TRUE(texts_of(with_table("1|-55")).contains(with_table("1|0")));
  EXPECT_TRUE(texts_of(with_table("2|1, 2, 3")).contains(with_table("2|1, 2")));
}

constexpr const char* kDriven = R"(#include <stdio.h>
static int sum;
static void f(int x, short y) { sum += x * y; }
static int g(unsigned char c) { return c > 100; }
static void drive_f(void)
{
    static const int t0[] = {3, -7, 12};
    for (unsigned n0 = 0; n0 < 3; ++n0)
        for (int n1 = -4; n1 <= 4; ++n1)
            f(t0[n0], (short)n1);
}
static void drive_g(void)
{
    for (int n0 = 0; n0 <= 255; ++n0) {
        sum += g((unsigned char)n0);
    }
}
int main(void)
{
    drive_f();
    drive_g();
    printf("%d\n", sum);
    return 0;
}
)";

TEST(CTraced, NotesWhereTheLoopsOfDriversStand) {
  core::ScratchFolder scratch;
  Result<std::unique_ptr<CChecker>> checker = CChecker::open();
  if (!checker) GTEST_SKIP() << "no compilers: " << checker.error().text();
  core::Limits limits;
  const Session session{scratch, limits, limits, {}};
  const Program program{"c", {{"a.c", kDriven}}, {}, {}, {}};
  const std::optional<Analyzer::Traced> traced = (*checker)->traced(program, session);
  ASSERT_TRUE(traced);
  EXPECT_NE(traced->text.find("++n0) { assay_marks[0] = 3; assay_marks[3] = n0; {"), std::string::npos) << traced->text;
  // The program with notes reports the iteration: x * y == 28 holds first at t0[1], -4.
  Program noting = program;
  noting.files[0].content = traced->text;
  const std::size_t at = traced->text.find("x * y");
  const auto line =
      static_cast<unsigned>(std::count(traced->text.begin(), traced->text.begin() + static_cast<long>(at), '\n'));
  const auto column = static_cast<unsigned>(at - traced->text.rfind('\n', at) + 2);
  Fact fact;
  fact.place = {"a.c", line + 1, column, Place::When::At, {}, {}};
  fact.property = ValueSet{{28}, true};
  for (const bool quick : {false, true}) {
    const Session one{scratch, limits, limits, {}, quick};
    const Checks checks = (*checker)->check(noting, {fact}, one);
    ASSERT_FALSE(checks.trouble) << checks.trouble->reason;
    ASSERT_EQ(checks.facts[0].broken, 1U) << checks.facts[0].skip;
    EXPECT_EQ(checks.facts[0].marks, (std::vector<std::int64_t>{2, 1, -4, 0}));
  }
  const std::vector<std::string> texts = traced->narrowed({2, 1, -4, 0});
  ASSERT_EQ(texts.size(), 4U);
  // One turn of the loops of one driver; other drivers are gone, and with them their calls.
  EXPECT_NE(texts[0].find("f((int)(-7), (short)(-4));"), std::string::npos) << texts[0];
  EXPECT_EQ(texts[0].find("drive_g"), std::string::npos) << texts[0];
  EXPECT_NE(texts[1].find("f(*(volatile int*)&(int){-7}, (short)*(volatile int*)&(int){-4});"), std::string::npos)
      << texts[1];
  EXPECT_NE(texts[2].find("drive_g();"), std::string::npos) << texts[2];
  for (const std::string& text : texts) {
    EXPECT_EQ(text.find("n1"), std::string::npos) << text;
    const Program made{"c", {{"a.c", text}}, {}, {}, {}};
    EXPECT_TRUE((*checker)->tree(made, made.files.front(), session)) << text;
  }
}

constexpr const char* kDrivenCpp = R"(#include <vector>
static unsigned long trace;
static int f(int x, std::vector<int>& v) { return x + (int)v.size(); }
static void drive_f()
{
    static const int numbers[] = {-2147483647 - 1, -1, 0, 7};
    for (int n0 : numbers) {
        for (unsigned n1 = 0; n1 < 4; ++n1) {
            std::vector<int> a1;
            for (unsigned k = 0; k < n1; ++k)
                a1.push_back(1);
            trace += (unsigned long)f(n0, a1);
        }
    }
}
static void drive_g()
{
    for (unsigned n : {1U, 4000000000U}) trace += n;
    for (auto n : {2.5}) trace += (unsigned long)n;
}
int main()
{
    drive_g();
    drive_f();
    return trace == 1;
}
)";

TEST(CTraced, NotesTheElementsOfRangeBasedLoops) {
  core::ScratchFolder scratch;
  Result<std::unique_ptr<CChecker>> checker = CChecker::open();
  if (!checker) GTEST_SKIP() << "no compilers: " << checker.error().text();
  core::Limits limits;
  const Session session{scratch, limits, limits, {}};
  const Program program{"c++", {{"a.cpp", kDrivenCpp}}, {}, {}, {}};
  const std::optional<Analyzer::Traced> traced = (*checker)->traced(program, session);
  ASSERT_TRUE(traced);
  // Library headers stay at the beginning of the file, where they can be precompiled.
  EXPECT_TRUE(traced->text.starts_with("#include <vector>\n")) << traced->text;
  Program noting = program;
  noting.files[0].content = traced->text;
  const std::size_t at = traced->text.find("x + (int)v");
  const auto line =
      static_cast<unsigned>(std::count(traced->text.begin(), traced->text.begin() + static_cast<long>(at), '\n'));
  const auto column = static_cast<unsigned>(at - traced->text.rfind('\n', at) + 2);
  Fact fact;
  fact.place = {"a.cpp", line + 1, column, Place::When::At, {}, {}};
  fact.property = ValueSet{{1}, true};
  const Checks checks = (*checker)->check(noting, {fact}, session);
  ASSERT_FALSE(checks.trouble) << checks.trouble->reason;
  ASSERT_EQ(checks.facts[0].broken, 2U) << checks.facts[0].skip;
  // The fact breaks first at -1 + 2. The loops over k and in drive_g have ended by then; the loop over n1 still runs.
  EXPECT_EQ(checks.facts[0].marks, (std::vector<std::int64_t>{2, -1, 2, 1, 4000000000}));
  const std::vector<std::string> texts = traced->narrowed(checks.facts[0].marks);
  ASSERT_EQ(texts.size(), 4U);
  EXPECT_NE(texts[0].find("f((-1), a1);"), std::string::npos) << texts[0];
  EXPECT_NE(texts[0].find("for (unsigned k = 0; k < 2; ++k)"), std::string::npos) << texts[0];
  EXPECT_EQ(texts[0].find("drive_g"), std::string::npos) << texts[0];
  EXPECT_NE(texts[1].find("f(*(volatile int*)&(const int&)(-1), a1);"), std::string::npos) << texts[1];
  for (const std::string& text : texts) {
    noting.files[0].content = text;
    EXPECT_TRUE((*checker)->tree(noting, noting.files.front(), session)) << text;
  }
  // A number keeps its value where its type is not int.
  EXPECT_NE(traced->narrowed({4, -1, 2, 1, 4000000000})[0].find("trace += 4000000000"), std::string::npos);
  EXPECT_NE(traced->narrowed({4, -1, 2, 1, -5})[0].find("trace += (unsigned int)(-5)"), std::string::npos)
      << traced->narrowed({4, -1, 2, 1, -5})[0];
  EXPECT_NE(traced->narrowed({2, -2147483648, 2, 1, 1})[0].find("f((int)(-2147483648), a1);"), std::string::npos);
  // Outside of all loops there is no iteration to keep.
  EXPECT_TRUE(traced->narrowed({0, 7, 3, 2, 4000000000}).empty());
}

TEST(CTraced, NotesAsManyLoopsAsThereAre) {
  core::ScratchFolder scratch;
  Result<std::unique_ptr<CChecker>> checker = CChecker::open();
  if (!checker) GTEST_SKIP() << "no compilers: " << checker.error().text();
  core::Limits limits;
  const Session session{scratch, limits, limits, {}};
  constexpr int kLoops = 60;
  std::string main = "int main(void)\n{\n";
  for (int i = 0; i < kLoops; ++i) main += "for (long n = -1234567890123; n < -1234567890122; ++n) f(n);\n";
  const Program program{
      "c", {{"a.c", "static long f(long x) { return x; }\n" + main + "return f(7) == 8; }\n"}}, {}, {}, {}};
  const std::optional<Analyzer::Traced> traced = (*checker)->traced(program, session);
  ASSERT_TRUE(traced);
  Program noting = program;
  noting.files[0].content = traced->text;
  Fact fact;
  fact.place = {"a.c", 1, static_cast<unsigned>(traced->text.find("x; }")) + 1, Place::When::At, {}, {}};
  fact.property = ValueSet{{7}, true};
  const Checks checks = (*checker)->check(noting, {fact}, session);
  ASSERT_FALSE(checks.trouble) << checks.trouble->reason;
  std::vector<std::int64_t> marks(kLoops + 1, -1234567890123);
  marks[0] = 0;
  EXPECT_EQ(checks.facts[0].marks, marks);
}

TEST(CTraced, HasNothingToSayOfProgramsWithoutDrivers) {
  core::ScratchFolder scratch;
  Result<std::unique_ptr<CChecker>> checker = CChecker::open();
  if (!checker) GTEST_SKIP() << "no compilers: " << checker.error().text();
  core::Limits limits;
  const Session session{scratch, limits, limits, {}};
  // A loop over inputs of its own is the analysis' subject; one without a counter has no place.
  const Program program{"c",
                        {{"a.c",
                          "static int f(int x) { int s = 0; for (int i = 0; i < x; ++i) s += i; return s; }\n"
                          "int main(void) { int i; for (i = 0; i < 3; ++i) f(i); return 0; }\n"}},
                        {},
                        {},
                        {}};
  EXPECT_FALSE((*checker)->traced(program, session));
  // Marks that no run can have printed.
  const Program driven{"c", {{"a.c", kDriven}}, {}, {}, {}};
  const std::optional<Analyzer::Traced> traced = (*checker)->traced(driven, session);
  ASSERT_TRUE(traced);
  EXPECT_TRUE(traced->narrowed({0, 0, 0, 0}).empty());
  EXPECT_TRUE(traced->narrowed({4, 0, 0, 0}).empty());
  EXPECT_TRUE(traced->narrowed({1, 0}).empty());
  // No element has that number.
  for (const std::string& text : traced->narrowed({2, 9, 0, 0}))
    EXPECT_NE(text.find("t0[9]"), std::string::npos) << text;
}

}  // namespace
}  // namespace assay::analyzer
