#include "analyzer/check/source/c_checker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include "analyzer/check/source/c_condition.hpp"
#include "analyzer/fact/real_range.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer {
namespace {

/// Checks facts of small programs with the compilers of this machine.
class CChecking : public testing::Test {
 protected:
  void SetUp() override {
    Result<std::unique_ptr<CChecker>> opened = CChecker::open();
    if (!opened) GTEST_SKIP() << "no compilers: " << opened.error().text();
    checker_ = std::move(*opened);
  }

  static Program program(const std::string& text) { return {"c", {{"a.c", text}}, {}, {}, {}}; }

  /// A fact about the expression whose main token is the one behind `@` in the text; the `@` is taken out.
  static Fact fact_at(std::string& text, Property property) {
    const std::size_t at = text.find('@');
    text.erase(at, 1);
    Fact fact;
    fact.place.file = "a.c";
    fact.place.line =
        1 + static_cast<unsigned>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    const std::size_t line = text.rfind('\n', at == 0 ? 0 : at - 1);
    fact.place.column = static_cast<unsigned>(at - (line == std::string::npos || at == 0 ? 0 : line + 1) + 1);
    fact.property = std::move(property);
    return fact;
  }

  Checks check(const Program& tested, const std::vector<Fact>& facts, double seconds = 20) {
    core::Limits limits;
    limits.wall_seconds = limits.cpu_seconds = seconds;
    const Session session{scratch_, limits, limits, {}};
    return checker_->check(tested, facts, session);
  }
  CheckedFact one(std::string text, Property property) {
    const Fact fact = fact_at(text, std::move(property));
    const Checks checks = check(program(text), {fact});
    EXPECT_FALSE(checks.trouble) << checks.trouble->reason << ": " << checks.undefined_at;
    return checks.facts.at(0);
  }

  std::unique_ptr<CChecker> checker_;
  core::ScratchFolder scratch_;
};

TEST_F(CChecking, CountsAndBreaksAtTheBound) {
  const std::string text =
      "static int f(int x) { return x @+ 1; }\nint main(void) { int s = 0; for (int i = 0; i < 10; ++i) s += f(i); "
      "return s == 0; }\n";
  const CheckedFact holds = one(text, Interval{1, 10});
  EXPECT_EQ(holds.runs, 10U);
  EXPECT_EQ(holds.broken, 0U);
  const CheckedFact low = one(text, Interval{2, 10});
  EXPECT_EQ(low.broken, 1U);
  EXPECT_EQ(low.witness, "value 1");
  EXPECT_EQ(one(text, Interval{1, 9}).witness, "value 10");
  EXPECT_EQ(one(text, ValueSet{{4}, true}).broken, 1U);
  EXPECT_EQ(one(text, Congruence{2, 0}).broken, 5U);
  EXPECT_EQ(one(text, KnownBits{32, 8, 0}).broken, 3U);
  EXPECT_EQ(one(text, Relation{"==", "x", 1}).broken, 0U);
  EXPECT_EQ(one(text, Relation{"==", "x", 0}).broken, 10U);
  EXPECT_EQ(one(text, Unreachable{}).broken, 10U);
}

// The check's own arithmetic has 128 bits: it must not overflow, which the sanitizers would take for the program's
// fault.
TEST_F(CChecking, ComparesExactlyWithTheLargestNumbers) {
  const Wide most = static_cast<Wide>(~WideBits{0} >> 1), least = -most - 1, top = (Wide{1} << 64) - 1;
  const std::string text =
      "int main(void) { volatile unsigned long long big = ~0ULL; volatile long long small = -0x7fffffffffffffffLL - "
      "1;\n"
      "  unsigned long long x = big; long long y = small; return (x @+ 0 == 3) + (y == 5); }\n";
  for (const auto& [property, broken] :
       std::vector<std::pair<Property, bool>>{{Relation{"<", "y", most}, false},
                                              {Relation{">=", "y", most}, true},
                                              {Relation{">", "y", least}, false},
                                              {Relation{"==", "y", least}, true},
                                              {Relation{"==", "y", top + (Wide{1} << 63)}, false},
                                              {Relation{"!=", "y", top + (Wide{1} << 63)}, true},
                                              {Congruence{most, top}, false},
                                              {Congruence{most, top - most}, false},
                                              {Congruence{most, least}, true},
                                              {Congruence{2, least}, true},
                                              {Congruence{2, most}, false},
                                              {Congruence{Wide{1} << 66, top - 2 * (Wide{1} << 66)}, false},
                                              {Congruence{(Wide{1} << 66) + 1, 1}, true},
                                              {Interval{least, most}, false},
                                              {Interval{least, top - 1}, true}}) {
    const CheckedFact checked = one(text, property);
    EXPECT_EQ(checked.runs, 1U) << to_text(property);
    EXPECT_EQ(checked.broken, broken ? 1U : 0U) << to_text(property);
    if (const std::optional<bool> here = analyzer::holds(property, top)) {
      EXPECT_EQ(*here, !broken) << to_text(property);
    }
  }
}

TEST_F(CChecking, BelievesNoBreakWithoutMemorySanitizer) {
  core::ScratchFolder programs;
  const std::string clang = core::find_program(core::find_program("clang-14").empty() ? "clang" : "clang-14");
  const Result<std::string> fake = programs.write(
      "clang-14", "#!/bin/sh\ncase \"$*\" in *-fsanitize=memory*) exit 1;; esac\nexec " + clang + " \"$@\"\n");
  ASSERT_TRUE(fake.ok());
  std::filesystem::permissions(*fake, std::filesystem::perms::owner_all);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (*programs.path() + ":" + path).c_str(), 1);
  checker_ = std::move(CChecker::open().value());
  ::setenv("PATH", path.c_str(), 1);
  const CheckedFact seen = one("int main(void) { int x = 4; return x @+ 1 == 9; }\n", ValueSet{{7}, false});
  EXPECT_EQ(seen.runs, 1U);
  EXPECT_EQ(seen.broken, 0U);
  EXPECT_EQ(seen.skip, "no build by clang with MemorySanitizer (is libclang-rt-dev installed?)");
}

TEST(CCheckerOnAFullDisk, BlamesNoProgram) {
  Result<std::unique_ptr<CChecker>> opened = CChecker::open();
  if (!opened) GTEST_SKIP() << "no compilers: " << opened.error().text();
  core::ScratchFolder nowhere("/proc/no-such-folder");
  const Session session{nowhere, {}, {}, {}};
  const Program program{"c", {{"a.c", "int main(void) { return 0; }\n"}}, {}, {}, {}};
  const Checks checks = (*opened)->check(program, {}, session);
  ASSERT_TRUE(checks.trouble);
  EXPECT_EQ(checks.trouble->reason, "no space for the program");
}

TEST_F(CChecking, TakesTheValueInTheTypeOfTheExpression) {
  const std::string body = " int main(void) { return f(255) == 7; }\n";
  // Before it is converted for its use: the unsigned char is 255, its complement as an int is -256.
  EXPECT_EQ(one("static int f(unsigned char c) { return @c; }" + body, ValueSet{{255}, false}).broken, 0U);
  EXPECT_EQ(one("static int f(unsigned char c) { return @~c; }" + body, ValueSet{{-256}, false}).broken, 0U);
  EXPECT_EQ(
      one("static int f(unsigned char c) { signed char d = @(signed char)c; return d; }" + body, ValueSet{{-1}, false})
          .broken,
      0U);
  EXPECT_EQ(one("static int f(unsigned char c) { unsigned long u = @-(unsigned long)c; return u > 5; }" + body,
                ValueSet{{(Wide{1} << 64) - 255}, false})
                .broken,
            0U);
  EXPECT_EQ(one("struct S { unsigned b : 3; }; static int f(int c) { struct S s; s.b = c; return s@.b; }" + body,
                ValueSet{{7}, false})
                .broken,
            0U);
  EXPECT_EQ(one("static int f(int c) { return c@++ + 1; }" + body, ValueSet{{255}, false}).broken, 0U);
  EXPECT_EQ(one("static int f(int c) { return @++c; }" + body, ValueSet{{256}, false}).broken, 0U);
  EXPECT_EQ(
      one("static int g(int c) { return c; } static int f(int c) { return g@(c); }" + body, ValueSet{{255}, false})
          .broken,
      0U);
  EXPECT_EQ(one("static int t[4] = {5}; static int f(int c) { return t@[c & 1] + t[0]; }" + body, ValueSet{{0}, false})
                .broken,
            0U);
  EXPECT_EQ(one("static int f(int c) { return (c) @? 3 : 4; }" + body, ValueSet{{3}, false}).broken, 0U);
  EXPECT_EQ(one("static int f(int c) { int* p = &c; return p @!= 0; }" + body, Truth{true}).broken, 0U);
  EXPECT_EQ(one("static int f(int c) { int* p = &c; return *@p; }" + body, ValueSet{{0}, true}).broken, 0U);
}

TEST_F(CChecking, MakesNoCheckWhereThereIsNoValue) {
  const std::pair<const char*, const char*> kPlaces[] = {
      {"int main(void) { int @x = 1; return x - 1; }", "no expression there"},
      {"int main(void) { int x; @x = 1; return x - 1; }", "not read there"},
      {"int main(void) { int x = 0; @x++; return x - 1; }", "not read there"},
      {"int main(void) { int x = 0; int* p = &@x; return *p; }", "not read there"},
      {"int main(void) { int x = 0; switch (x) { case 1 @+ 1: return 2; } return 0; }", "a constant is wanted there"},
      {"static int a = 1 @+ 2; int main(void) { return a - 3; }", "a constant is wanted there"},
      {"int main(void) { static int a = 1 @+ 2; return a - 3; }", "a constant is wanted there"},
      {"enum E { A = 1 @+ 2 }; int main(void) { return A - 3; }", "a constant is wanted there"},
      {"int main(void) { int x = 3; return (int)sizeof(x @+ 1) - 4; }", "not evaluated there"},
      {"int main(void) { double d = 1; return (int)(d @+ 1) - 2; }", "floating point"},
      {"static void f(void) {} int main(void) { f@(); return 0; }", "no value"},
      {"struct S { int a; }; int main(void) { struct S s = {0}, t = @s; return t.a; }", "no number"},
      {"#define INC(x) ((x) + 1)\nint main(void) { int x = 0; return @INC(x) - 1; }", "no expression there"},
      {"int main(void) { return 0; @ }", "no expression there"},
  };
  for (const auto& [text, reason] : kPlaces) EXPECT_EQ(one(text, Truth{true}).skip, reason) << text;
}

/// A variable before a statement, and an expression; the zeros differ, and NaN is only in ranges that name it.
TEST_F(CChecking, JudgesFloatingPointNumbers) {
  const auto judged = [&](const std::string& value, const RealRange& range, bool variable) {
    std::string text = "static double f(double x) { double y = x; " +
                       std::string(variable ? "@return y" : "return y @+ 0.0") +
                       "; } int main(void) { double z = 0.0, v = " + value + "; return f(v) == 7.0; }\n";
    Fact fact = fact_at(text, to_property(range));
    if (variable) {
      fact.place.when = Place::When::Before;
      fact.subject = {Subject::Kind::Variable, Subject::Measure::Value, "y", "variable", "double"};
    }
    return check(program(text), {fact}).facts[0];
  };
  for (const bool variable : {true, false}) {
    EXPECT_EQ(judged("0.75", {0.5, 1, false}, variable).broken, 0U);
    EXPECT_EQ(judged("0.75", {0.5, 1, false}, variable).runs, 1U);
    EXPECT_EQ(judged("1.5", {0.5, 1, false}, variable).witness, "value 0x1.8p+0");
    EXPECT_EQ(judged("z / z", {-1, 1, false}, variable).broken, 1U);
    EXPECT_EQ(judged("z / z", {-1, 1, true}, variable).broken, 0U);
    EXPECT_EQ(judged("1 / z", {0, std::numeric_limits<double>::infinity(), false}, variable).broken, 0U);
    EXPECT_EQ(judged("1 / z", {0, std::numeric_limits<double>::max(), false}, variable).witness, "value inf");
  }
  EXPECT_EQ(judged("-z", {0, 1, false}, true).witness, "value -0x0p+0");
  EXPECT_EQ(judged("-z", {-0.0, 1, false}, true).broken, 0U);
  EXPECT_EQ(judged("z", {-1, -0.0, false}, true).broken, 1U);
  EXPECT_EQ(one("int main(void) { int d = 1; return d @+ 1 - 2; }", to_property({0, 9, false})).skip, "no number");
}

TEST_F(CChecking, JudgesNothingAfterUndefinedBehaviour) {
  std::string text = "#include <limits.h>\nint main(void) { int x = INT_MAX, y = x + 1; return y @+ 0 == 3; }\n";
  const Fact fact = fact_at(text, ValueSet{{0}, false});
  const Checks checks = check(program(text), {fact});
  EXPECT_TRUE(checks.undefined);
  EXPECT_NE(checks.undefined_at.find("overflow of +"), std::string::npos) << checks.undefined_at;
  EXPECT_EQ(checks.facts[0].runs, 0U);
  EXPECT_EQ(checks.facts[0].broken, 0U);
}

/// Facts about one value share a counter, and more than the bits of one word are judged in parts.
TEST_F(CChecking, TellsFactsAboutOneValueApart) {
  std::string text = "int main(void) { int s = 0; for (int i = 0; i < 5; ++i) s += i @+ 1; return s - 15; }\n";
  Fact fact = fact_at(text, Unreachable{});
  std::vector<Fact> facts = {fact};
  for (Wide bound = 1; bound <= 70; ++bound) {
    fact.property = Interval{bound, 100};
    facts.push_back(fact);
  }
  const Checks checks = check(program(text), facts);
  for (std::size_t i = 0; i < facts.size(); ++i) {
    EXPECT_EQ(checks.facts[i].runs, 5U) << i;
    EXPECT_EQ(checks.facts[i].broken, i == 0 ? 5U : std::min<std::uint64_t>(i - 1, 5)) << i;
    EXPECT_EQ(checks.facts[i].witness, i == 1 ? "" : "value 1") << i;
  }
}

TEST_F(CChecking, CountsWhatWasJudgedBeforeUndefinedBehaviour) {
  std::string text =
      "#include <limits.h>\nint main(void) { int s = INT_MAX - 2;\nfor (int i = 0; i < 9; ++i) { s += 1 @| 0; } return "
      "s "
      "== 3; }\n";
  Fact holds = fact_at(text, ValueSet{{1}, false});
  Fact broken = holds;
  broken.property = ValueSet{{2}, false};
  const Checks checks = check(program(text), {holds, broken});
  EXPECT_TRUE(checks.undefined);
  EXPECT_EQ(checks.facts[0].runs, 3U);
  EXPECT_EQ(checks.facts[0].broken, 0U);
  // The other build's sanitizers do not report it: facts that broke before count.
  EXPECT_EQ(checks.facts[1].runs, 3U);
  EXPECT_EQ(checks.facts[1].broken, 3U);
}

TEST_F(CChecking, ReadsAProgramOnce) {
  core::Limits limits{.wall_seconds = 20};
  const Session session{scratch_, limits, limits, {}};
  const Program first = program("int main(void) { return 0; }\n");
  const auto tree = checker_->tree(first, first.files[0], session);
  ASSERT_TRUE(tree) << tree.error().text();
  const auto again = checker_->tree(first, first.files[0], session);
  ASSERT_TRUE(again);
  EXPECT_EQ(tree->get(), again->get());
  // The tree also depends on flags and other files.
  Program other = first;
  other.flags = {"-Dmain=start"};
  const auto flagged = checker_->tree(other, other.files[0], session);
  ASSERT_TRUE(flagged);
  EXPECT_NE(flagged->get(), tree->get());
  const Program wrong = program("int main(void) { return x; }\n");
  EXPECT_FALSE(checker_->tree(wrong, wrong.files[0], session));
  EXPECT_FALSE(checker_->tree(wrong, wrong.files[0], session));
}

TEST_F(CChecking, JudgesNothingAfterAFloatThatDoesNotFit) {
  std::string text = "int main(void) { double d = 1e30; int x = (int)d; return x @+ 0 == 3; }\n";
  const Fact fact = fact_at(text, ValueSet{{0}, false});
  Checks checks = check(program(text), {fact});
  EXPECT_NE(checks.undefined_at.find("float out of range"), std::string::npos) << checks.undefined_at;
  EXPECT_EQ(checks.facts[0].runs, 0U);
  core::Limits limits{.wall_seconds = 20};
  const Session quick{scratch_, limits, limits, {}, true};
  checks = checker_->check(program(text), {fact}, quick);
  ASSERT_TRUE(checks.trouble.has_value());
  EXPECT_EQ(checks.trouble->reason, "undefined behaviour in the run");
}

TEST_F(CChecking, BelievesNoBreakThatMemoryErrorsMade) {
  // Undefined behaviour that -fsanitize=undefined does not report.
  for (std::string text :
       {"#include <stdlib.h>\nint main(void) { int* p = malloc(8); p[0] = 1; free(p); return *p @+ 0 == 77; }\n",
        "#include <stdlib.h>\nint main(void) { int* p = malloc(8); return p[1] @+ 0 == 77; }\n"}) {
    const Fact fact = fact_at(text, ValueSet{{1234567}, false});
    const Checks checks = check(program(text), {fact});
    EXPECT_EQ(checks.facts[0].broken, 0U) << text;
    EXPECT_TRUE(checks.undefined) << text;
  }
}

/// C11, 7.21.6.1p7 and p6: clang warns of each line but the last, and only the last is undefined.
TEST_F(CChecking, KeepsABreakBesideFormatsThatAreDefined) {
  struct Row {
    const char* call;
    bool undefined;
  };
  for (const Row& row : {Row{"printf(\"%hd\", n)", false}, Row{"printf(\"%hhu\", n)", false},
                         Row{"printf(\"%+ d%-05d\", n, n)", false}, Row{"printf(\"%ld\", n)", true}}) {
    std::string text = "#include <stdio.h>\nint main(int n, char** v) { (void)v; " + std::string(row.call) +
                       "; return n @+ 1 == 77; }\n";
    const Fact fact = fact_at(text, ValueSet{{1234567}, false});
    const Checks checks = check(program(text), {fact});
    EXPECT_EQ(checks.undefined, row.undefined) << row.call << ": " << checks.undefined_at;
    EXPECT_EQ(checks.facts[0].broken > 0, !row.undefined) << row.call;
  }
}

TEST_F(CChecking, SeesWhatHappenedBeforeACrashAnEndlessLoopAndAnExit) {
  const std::pair<const char*, bool> kEnds[] = {
      {"__builtin_abort();", true}, {"for (;;) { }", true}, {"_Exit(3);", false}};
  for (const auto& [end, told] : kEnds) {
    std::string text = "#include <stdlib.h>\nint main(int n, char** v) { int x = n @+ 1; (void)v; if (x) " +
                       std::string(end) + " return 0; }\n";
    const Fact fact = fact_at(text, ValueSet{{1}, false});
    const Checks checks = check(program(text), {fact}, 2);
    EXPECT_EQ(checks.facts[0].broken > 0 || checks.trouble.has_value(), true) << end;
    if (told) {
      EXPECT_EQ(checks.facts[0].broken, 1U) << end << (checks.trouble ? ": " + checks.trouble->reason : std::string());
    }
  }
}

TEST_F(CChecking, HoldsProgramsThatForkAndWriteWithoutEnd) {
  const Checks forks = check(program("#include <unistd.h>\nint main(void) { for (int i = 0; i < 9; ++i) { if (fork() "
                                     "== 0) pause(); }\n pause(); }\n"),
                             {}, 1);
  EXPECT_TRUE(!forks.trouble || forks.trouble->outcome == core::Verdict::Outcome::Skip);
  const Checks writes = check(program("#include <stdio.h>\nint main(void) { for (;;) puts(\"x\"); }\n"), {}, 2);
  EXPECT_TRUE(!writes.trouble || writes.trouble->outcome == core::Verdict::Outcome::Skip);
}

TEST_F(CChecking, TellsWhatItSawOfAProgramThatOnlyWaits) {
  core::Limits limits;
  const Session session{scratch_, limits, limits, {}};
  CheckRuntime runtime("gcc");
  core::Usage usage;
  ASSERT_FALSE(runtime.put(session, usage));
  ASSERT_TRUE(scratch_.write("waits.c", "#include <unistd.h>\n#include \"assay_check.h\"\n" + check_table(1) +
                                            "int main(void) { ++assay_hits[0]; for (;;) pause(); }\n"));
  const core::ProcessResult built =
      run_here(session, {"gcc", "waits.c", CheckRuntime::kCounter, "-o", "waits"}, limits);
  ASSERT_EQ(built.exit_code, 0) << built.err;
  const std::string folder = *scratch_.path();
  const core::ProcessResult ran = run_here(session, {folder + "/waits"}, limits, {},
                                           {{"ASSAY_RESULT", folder + "/said"}, {"ASSAY_WALL_SECONDS", "0.05"}});
  EXPECT_EQ(ran.ending, core::Ending::Exited);
  const RunReport report = read_run_report(*core::read_text_file(folder + "/said"), 1);
  EXPECT_EQ(report.end, "time");
  EXPECT_EQ(report.facts[0].runs, 1U);
}

TEST_F(CChecking, SaysThatAProgramDoesNotCompile) {
  const Checks checks = check(program("int main(void) { return x; }\n"), {});
  ASSERT_TRUE(checks.trouble.has_value());
  EXPECT_EQ(checks.trouble->reason, "does not compile");
  EXPECT_EQ(check(program("int f(void) { return 1; }\n"), {}).trouble->reason, "does not build");
}

TEST_F(CChecking, PassesArgumentsAndInput) {
  std::string text =
      "#include <stdio.h>\nint main(int n, char** v) { int c = getchar(); (void)v; return (n @+ c) == 0; }\n";
  const Fact fact = fact_at(text, ValueSet{{3 + 'z'}, false});
  Program tested = program(text);
  tested.arguments = {"a", "b"};
  tested.input = "z";
  const Checks checks = check(tested, {fact});
  EXPECT_EQ(checks.facts[0].runs, 1U);
  EXPECT_EQ(checks.facts[0].broken, 0U);
}

TEST_F(CChecking, JudgesVariablesAtStatements) {
  std::string text = "int main(void) { int x = 4;\n x = 5;\n return x - 5; }\n";
  Fact before;
  before.place = {"a.c", 2, 2, Place::When::Before, "", ""};
  before.subject.kind = Subject::Kind::Variable;
  before.subject.text = "x";
  before.property = ValueSet{{4}, false};
  Fact after = before;
  after.place.when = Place::When::After;
  after.property = ValueSet{{5}, false};
  Fact wrong = after;
  wrong.property = ValueSet{{4}, false};
  Fact unknown = before;
  unknown.subject.text = "nobody";
  const Checks checks = check(program(text), {before, after, wrong, unknown});
  EXPECT_EQ(checks.facts[0].runs, 1U);
  EXPECT_EQ(checks.facts[0].broken, 0U);
  EXPECT_EQ(checks.facts[1].broken, 0U);
  EXPECT_EQ(checks.facts[2].broken, 1U);
  EXPECT_EQ(checks.facts[3].skip, "the variable cannot be read there");
}

TEST_F(CChecking, SeesTheStateBeforeAStatementOfAnyKind) {
  struct Row {
    const char* text;  ///< `@` is where the fact is; the fact is about `v`
    Wide value;        ///< that `v` has there each time
    std::uint64_t runs;
    const char* skip;
  };
  const Row kRows[] = {
      {"int main(void) { int v = 1; @v = 2; return v - 2; }", 1, 1, ""},
      {"int main(void) { int v = 1, w; w = 3 + @v; v = 2; return w - 4; }", 1, 1, ""},
      {"int main(void) { int v = 1; @{ v = 2; } return v - 2; }", 1, 1, ""},
      // Not in a block: the check would run even if the statement is not reached.
      {"int main(void) { int v = 1; if (v == 2) @v = 3; return v - 1; }", 3, 0, "no statement there"},
      {"int main(void) { int v = 1; if (v == 1) v = 2; else @v = 3; return v - 2; }", 3, 0, "no statement there"},
      {"int main(void) { int v = 1; while (v < 3) @v++; return v - 3; }", 1, 0, "no statement there"},
      {"int main(void) { int v = 1; while (v < 1) { @v = 3; } return v - 1; }", 3, 0, ""},
      // Conditions: once of a branch, many times of a loop.
      {"int main(void) { int v = 1; if (@v == 1) v = 2; return v - 2; }", 1, 1, ""},
      {"int main(void) { int v = 1; switch (@v) { case 1: v = 2; } return v - 2; }", 1, 1, ""},
      {"int main(void) { int v = 1; while (@v < 3) { v++; } return v - 3; }", 1, 0, "no statement there"},
      {"int main(void) { int v = 1; for (int i = 0; i < 3; @i++) { v = 2; } return v - 2; }", 1, 0,
       "no statement there"},
      {"int main(void) { int v = 1; @for (int i = 0; i < 3; i++) { v = 2; } return v - 2; }", 1, 1, ""},
      {"int main(void) { int v = 7; for (int v = 0; v < 3; v++) { int w = 0; @w = v * 0; v += w; v = 2; } return v - "
       "7; }",
       0, 1, ""},
      // Labels: control reaches the statement behind a label in every way that leads to the label.
      {"int main(void) { int v = 1; switch (v) { case 0: v = 5; break; @case 1: v = 2; } return v - 2; }", 1, 1, ""},
      {"int main(void) { int v = 1; switch (v) { case 0: case 1: @v = 2; } return v - 2; }", 1, 1, ""},
      {"int main(void) { int v = 1; switch (v) { @case 0: case 1: v = 2; } return v - 2; }", 1, 1, ""},
      {"int main(void) { int v = 1; switch (v) { @default: v = 2; } return v - 2; }", 1, 1, ""},
      {"int main(void) { int v = 1, n = 0; @again: n++; if (n < 3) goto again; return v - 1; }", 1, 3, ""},
      {"int main(void) { int v = 1; switch (v) case 1: @v = 2; return v - 2; }", 1, 0, "no statement there"},
      // Names have their meaning in C's scopes.
      {"int v = 9; int main(void) { int v = 1; @v = 2; return v - 2; }", 1, 1, ""},
      {"int v = 9; int main(void) { { int v = 1; v = 2; } @v = 3; return v - 3; }", 9, 1, ""},
      {"int main(void) { int v = 1; { int v = 2; @v = 3; } return v - 1; }", 2, 1, ""},
      {"int main(void) { int v = 1; { @int v = 2; v = 3; } return v - 1; }", 1, 1, ""},
      {"int v = 9; int main(void) { enum { v = 4 }; @; return v - 4; }", 4, 0, "the variable cannot be read there"},
      {"int main(void) { @; { int v = 2; v++; } return 0; }", 2, 0, "the variable cannot be read there"},
      {"int main(void) { double v = 1; @; return v > 1; }", 1, 0, "the variable cannot be read there"},
  };
  for (const Row& row : kRows) {
    std::string text = std::string(row.text) + "\n";
    Fact fact = fact_at(text, ValueSet{{row.value}, false});
    fact.subject.kind = Subject::Kind::Variable;
    fact.subject.text = "v";
    fact.place.when = Place::When::Before;
    const CheckedFact checked = check(program(text), {fact}).facts.at(0);
    EXPECT_EQ(checked.skip, row.skip) << row.text;
    EXPECT_EQ(checked.runs, row.runs) << row.text;
    EXPECT_EQ(checked.broken, 0U) << row.text << ": " << checked.witness;
  }
}

TEST_F(CChecking, AStepOfAReductionTakesNoLoopThatLostItsEnd) {
  std::string text = "int main(void) { volatile int x = 0; for (;;) x = @x + 0; }\n";
  const Fact fact = fact_at(text, ValueSet{{5}, false});
  core::Limits limits;
  const Session step{scratch_, limits, limits, {}, true, 0.2};
  const Checks checks = checker_->check(program(text), {fact}, step);
  ASSERT_TRUE(checks.trouble);
  EXPECT_EQ(checks.facts.at(0).broken, 0U);
  // In the first check of a program, the values until the timeout count.
  EXPECT_GT(check(program(text), {fact}, 1).facts.at(0).broken, 0U);
  // A step that ends within the time is checked as usual.
  std::string ends = "int main(void) { volatile int x = 0; for (int i = 0; i < 3; ++i) x = @x + 0; return 0; }\n";
  const Fact there = fact_at(ends, ValueSet{{5}, false});
  EXPECT_EQ(checker_->check(program(ends), {there}, step).facts.at(0).broken, 3U);
}

TEST_F(CChecking, OffersSmallerPrograms) {
  core::Limits limits;
  const Session session{scratch_, limits, limits, {}};
  const std::string text =
      "int g;\nint main(void) { int x = 1; if (x > 2) { g = x + 3; } else { g = 1; } return g; }\n";
  std::vector<std::string> made;
  for (const Analyzer::Edit& edit : checker_->edits(program(text), session)) {
    std::string smaller = text;
    made.push_back(smaller.replace(edit.begin, edit.end - edit.begin, edit.text));
  }
  const auto has = [&](const std::string& wanted) { return std::find(made.begin(), made.end(), wanted) != made.end(); };
  EXPECT_TRUE(has("int g;\nint main(void) { int x = 1;  return g; }\n"));
  EXPECT_TRUE(has("int g;\nint main(void) { int x = 1;  g = x + 3; \n return g; }\n"));
  EXPECT_TRUE(has("int g;\nint main(void) { int x = 1; if (x > 2) { g = 3; } else { g = 1; } return g; }\n"));
}

TEST_F(CChecking, WhatPointersPointTo) {
  const std::string text =
      "static int a[4];\nstatic int f(int n) { int x = n, y = 0; int *p = n ? &x : &y, *q = p; int *e = &a[n]; return "
      "*@p + (q == e) + *e; }\n"
      "int main(void) { return f(0) + f(1) + f(3) == 9; }\n";
  const auto points = [](std::vector<std::string> to) { return Named{std::string(kPointsTo), std::move(to)}; };
  EXPECT_EQ(one(text, points({"x", "y"})).runs, 3U);
  EXPECT_EQ(one(text, points({"x", "y"})).broken, 0U);
  EXPECT_EQ(one(text, points({"x"})).broken, 1U);
  EXPECT_EQ(one(text, points({"null", "y"})).broken, 2U);
  EXPECT_EQ(one(text, points({"x 4", "y"})).broken, 2U);
  EXPECT_EQ(one(text, Aliasing{"q", true}).broken, 0U);
  EXPECT_EQ(one(text, Aliasing{"e", true}).broken, 3U);
  EXPECT_EQ(one(text, Aliasing{"q", false}).skip, "no check for this property in C") << "nothing is accessed";
  EXPECT_EQ(one(text, Aliasing{"n", true}).skip, "no check for this property in C");
  EXPECT_EQ(one(text, points({"z"})).skip, "the object cannot be named there");
  std::string other = text;
  other.replace(other.find("*@p + (q == e) + *e"), 19, "*p + (q == e) + *@e");
  EXPECT_EQ(one(other, points({"a 0 12 4 0"})).broken, 0U);
  EXPECT_EQ(one(other, points({"a 0 8 4 0"})).broken, 1U);
  EXPECT_EQ(one(other, points({"a 0 12 8 0"})).broken, 2U);
}

TEST_F(CChecking, ObjectsOfSeveralCallsOrNamesAreNotTold) {
  const Property points = Named{std::string(kPointsTo), {"x"}};
  EXPECT_EQ(one("static int f(int *p, int n) { int x = n; return n ? f(&x, n - 1) : *@p; } int main(void) { return "
                "f(0, 3); }",
                points)
                .skip,
            "of a function that may call itself");
  EXPECT_EQ(
      one("static int g(int x) { return x; } static int f(void) { int x = 1, *p = &x; return *@p; } int main(void) { "
          "return g(f()); }",
          points)
          .skip,
      "another object has the same name");
  // A call of a function pointer may call any function.
  EXPECT_EQ(
      one("static int f(void) { int x = 1, *p = &x; return *@p; } int main(void) { int (*h)(void) = f; return h(); }",
          points)
          .skip,
      "of a function that may call itself");
}

}  // namespace
}  // namespace assay::analyzer
